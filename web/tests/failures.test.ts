// The page fails: it says so in words, and tells the server without private data and not too often.
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused, Unreachable } from "../src/lib/api";
import { described } from "../src/lib/failure";
import type { PageError } from "../src/protocol";
import { Failures } from "../src/state/failures.svelte";
import { words } from "../src/state/words.svelte";
import FailureNotice from "../src/ui/FailureNotice.svelte";
import { show } from "./show";

let sent: PageError[];
let failures: Failures;
const notice = () => document.querySelector("[data-testid=failure]");

beforeEach(async () => {
  await words.speak("en");
  sent = [];
  failures = new Failures((report) => sent.push(report));
  show(FailureNotice, { failures });
});
afterEach(() => void vi.unstubAllGlobals());

function failing(message: string, stack = ""): Error {
  const error = new TypeError(message);
  error.stack = stack;
  return error;
}

test("an error is shown with a way to reload, until it is closed", () => {
  expect(notice()).toBeNull();
  failures.tell(failing("x is undefined"));
  flushSync();
  expect(notice()?.getAttribute("role")).toBe("alert");
  expect(notice()?.textContent).toContain(words.t("page.failed"));
  expect(notice()?.textContent).toContain(words.t("page.reload"));
  notice()?.querySelector<HTMLButtonElement>(".tool")?.click();
  flushSync();
  expect(notice()).toBeNull();
});

test("errors and rejections that nothing has caught are heard of", () => {
  failures.begin();
  dispatchEvent(Object.assign(new Event("error"), { error: failing("one"), message: "one" }));
  dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason: failing("two") }));
  expect(sent.map((report) => report.message)).toEqual(["TypeError: one", "TypeError: two"]);
});

test("a refusal that nobody waited for is shown in its own words, and is no report", () => {
  failures.tell(new Refused({ code: "too_fast", params: {}, sentence: "too fast" }, 429));
  flushSync();
  expect(notice()?.textContent).toContain(words.text("reason.too_fast"));
  failures.tell(new Unreachable("TypeError: Failed to fetch"));
  flushSync();
  expect(notice()?.textContent).toContain(words.t("reason.unreachable"));
  expect(sent).toEqual([]);
});

test("the same error is reported once, and no more than five in all", () => {
  for (let times = 0; times < 3; times++) failures.tell(failing("again"));
  expect(sent).toHaveLength(1);
  for (let number = 0; number < 20; number++) failures.tell(failing(`number ${number}`));
  expect(sent).toHaveLength(5);
});

test("a report has places in our own files, and nothing about who or which table", () => {
  const stack = [
    "TypeError: Ana",
    " at x (https://games.example/assets/index-Ab3_-.js:1:234)",
    " at https://games.example/#/table/Vb3?invite=k9:1:1",
  ].join("\n");
  const found = described(
    failing('Ana at https://games.example/#/table/Vb3?invite=k9 said "hello"\nmore', stack),
  );
  expect(found).toEqual({
    message: "TypeError: Ana at … said …",
    frames: ["assets/index-Ab3_-.js:1:234"],
  });
  const ofSvelte = failing("https://svelte.dev/e/effect_update_depth_exceeded");
  expect(described(ofSvelte)?.message).toBe("TypeError: effect_update_depth_exceeded");
  expect(described(failing("x".repeat(999)))?.message).toHaveLength(200);
  expect(described("Ana threw a text")?.message).toBe("Thrown: string");
});

test.each(["Script error.", "ResizeObserver loop completed with undelivered notifications."])(
  "%s is no error of ours",
  (message) => {
    failures.tell(failing(message));
    failures.tell(failing("x", "at chrome-extension://abc/content.js:1:1"));
    expect(failures.shown).toBeNull();
    expect(sent).toEqual([]);
  },
);
