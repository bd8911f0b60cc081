// Dialogs above the table: none of them leaves the page without a way on.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ReasonGiven, State, TableShown } from "../src/protocol";
import Table from "../src/screens/Table.svelte";
import type { Connection } from "../src/state/connection.svelte";
import { Game, type Wire } from "../src/state/game.svelte";
import { settings } from "../src/state/settings.svelte";
import { words } from "../src/state/words.svelte";
import EndSheet from "../src/table/EndSheet.svelte";
import LeaveSheet from "../src/table/LeaveSheet.svelte";
import two from "./fixtures/players-2.json";

const states = two as unknown as Record<"act" | "over", { state: State }>;
const TOO_MANY: ReasonGiven = { code: "too_many_tables", params: {}, sentence: "" };
const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const press = (key: string) => {
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  flushSync();
};
let answer: ReasonGiven | null;
let sent: string[];
let game: Game;
let shown: Record<string, unknown> | null;

beforeEach(async () => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  await words.speak("en");
  settings.set("speed", "off");
  [answer, sent, shown] = [null, [], null];
  const command: Wire["command"] = (wished) => {
    sent.push(wished.type);
    return Promise.resolve(answer);
  };
  game = new Game("table", null, { send: () => {}, command });
});
afterEach(async () => {
  if (shown) await unmount(shown);
  document.body.innerHTML = "";
  vi.unstubAllGlobals();
});

function sits(yours: boolean): void {
  const seat = {
    kind: "person",
    name: "Ana",
    counter: "bird",
    level: null,
    replaced: false,
    present: true,
    muted: false,
  };
  game.receive({
    type: "table",
    version: 1,
    table: {
      id: "table",
      status: "over",
      seats: [
        { ...seat, yours },
        { ...seat, yours: false },
      ],
      next: null,
    } as unknown as TableShown,
  });
}

test("after the end there is no forecast to open, and the keys go on working", () => {
  game.receive(states.over.state);
  shown = mount(Table, { target: document.body, props: { game } });
  flushSync();
  press("s");
  expect(all("dialog")).toHaveLength(0);
  press("?");
  expect(all("dialog h2")[0]?.textContent).toBe(words.t("help"));
});

test("a forecast that is open when the connection comes back after the end is closed", () => {
  game.receive(states.act.state);
  shown = mount(Table, { target: document.body, props: { game } });
  flushSync();
  press("s");
  expect(all("dialog")).toHaveLength(1);
  game.receive({ ...states.over.state, told: [] });
  flushSync();
  press("?");
  expect(all("dialog h2")[0]?.textContent).toBe(words.t("help"));
});

test("nobody leaves while the connection is lost: it would be done after they have chosen to stay", () => {
  game.live = { status: "lost" } as Connection;
  const onclose = vi.fn();
  shown = mount(LeaveSheet, { target: document.body, props: { game, seat: 0, onclose } });
  flushSync();
  all("[data-testid=leave-sure]")[0]?.click();
  expect(sent).toEqual([]);
  expect(all("[role=alert]")[0]?.textContent).toBe(words.t("connection.lost"));
  game.live = { status: "open" } as Connection;
  flushSync();
  all("[data-testid=leave-sure]")[0]?.click();
  expect(sent).toEqual(["leave"]);
});

test("a spectator is offered no rematch", () => {
  game.receive(states.over.state);
  sits(false);
  shown = mount(EndSheet, { target: document.body, props: { game, onsheet: () => {} } });
  flushSync();
  expect(all("[data-testid=replay]")).toHaveLength(1);
  expect(all("[data-testid=rematch]")).toHaveLength(0);
});

test("a refused rematch says why, and does not follow the rematch of another", async () => {
  answer = TOO_MANY;
  game.receive(states.over.state);
  sits(true);
  shown = mount(EndSheet, { target: document.body, props: { game, onsheet: () => {} } });
  flushSync();
  const before = location.hash;
  all("[data-testid=rematch]")[0]?.click();
  await vi.waitFor(() => expect(all(".bad").at(-1)?.textContent).toBe(words.reason(TOO_MANY)));
  game.table = game.table && { ...game.table, next: "another" };
  flushSync();
  expect(location.hash).toBe(before);
});
