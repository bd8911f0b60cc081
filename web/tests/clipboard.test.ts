// Copying: what is said to be copied has been copied.
import { afterEach, expect, test, vi } from "vitest";
import { copyText } from "../src/lib/clipboard";

afterEach(() => vi.unstubAllGlobals());

function browser(clipboard: object | undefined, oldWay: () => boolean) {
  const shown: string[] = [];
  vi.stubGlobal("navigator", { clipboard });
  vi.stubGlobal("prompt", (_: string, text: string) => shown.push(text));
  document.execCommand = oldWay;
  return shown;
}
const refuse = () => Promise.reject(new Error("not allowed"));
const selected = () => document.querySelector("textarea")?.value;

test("with a clipboard it is used", async () => {
  const written: string[] = [];
  browser({ writeText: (text: string) => Promise.resolve(written.push(text)) }, () => false);
  expect(await copyText("a link", "Link")).toBe(true);
  expect(written).toEqual(["a link"]);
});

test.each([
  ["without a clipboard, as over plain HTTP", undefined],
  ["with a clipboard that refuses", { writeText: refuse }],
])("%s, the old way is taken, and nothing of it remains", async (_, clipboard) => {
  let copied: string | undefined;
  const shown = browser(clipboard, () => {
    copied = selected();
    return true;
  });
  expect(await copyText("a link", "Link")).toBe(true);
  expect([copied, shown, selected()]).toEqual(["a link", [], undefined]);
});

test("where neither works, the text is shown and nothing is called copied", async () => {
  const shown = browser(undefined, () => false);
  expect(await copyText("a link", "Link")).toBe(false);
  expect(shown).toEqual(["a link"]);
});
