// Effects that must not set themselves off: the page lives on whatever it is told.
import { flushSync } from "svelte";
import { beforeEach, expect, test, vi } from "vitest";
import type { ReasonGiven, State } from "../src/protocol";
import Table from "../src/screens/Table.svelte";
import { announcer } from "../src/state/announcer.svelte";
import { Game, type Wire } from "../src/state/game.svelte";
import { words } from "../src/state/words.svelte";
import two from "./fixtures/players-2.json";
import { show } from "./show";

const TOO_FAST: ReasonGiven = { code: "too_fast", params: {}, sentence: "too fast" };
const MOVED_ON: ReasonGiven = { code: "table_moved_on", params: {}, sentence: "moved on" };
let answer: ReasonGiven | null;
let game: Game;

beforeEach(async () => {
  await words.speak("en");
  answer = null;
  const wire: Wire = { send: () => {}, command: () => Promise.resolve(answer) };
  game = new Game("table", null, wire);
  game.receive((two as unknown as Record<string, { state: State }>).act?.state as State);
  show(Table, { game });
});

test("a refused command is announced each time, and the table goes on", async () => {
  const said: string[] = [];
  answer = MOVED_ON;
  for (let times = 0; times < 3; times++) {
    await game.turn({ type: "confirm" });
    flushSync();
    said.push(announcer.assertive);
  }
  expect(said.map((each) => each.trim())).toEqual(Array(3).fill(words.reason(MOVED_ON)));
  expect(said[0]).not.toBe(said[1]);
  expect(document.querySelector("[data-testid=bar]")?.textContent).toContain(
    words.reason(MOVED_ON),
  );
  answer = null;
  await game.turn({ type: "confirm" });
  flushSync();
  expect(document.querySelector("[data-testid=bar]")?.textContent).not.toContain(
    words.reason(MOVED_ON),
  );
});

test("seven quick lines of chat, the last ones refused", async () => {
  for (let line = 0; line < 7; line++) {
    answer = line < 4 ? null : TOO_FAST;
    void game.do({ type: "say", text: String(line) });
  }
  await Promise.resolve();
  flushSync();
  await vi.waitFor(() => expect(announcer.assertive.trim()).toBe(words.reason(TOO_FAST)));
});

test("chat in sight is read; chat out of sight is counted", () => {
  const line = (n: number) => ({
    line: n,
    seat: null,
    name: "Bruno",
    text: "?",
    at: 0,
    yours: false,
    muted: false,
  });
  const hear = (n: number) => game.receive({ type: "chat", version: 1, lines: [line(n)] } as never);
  hear(1);
  hear(2);
  expect(game.unread).toBe(1);
  const close = game.readChat();
  hear(3);
  expect(game.unread).toBe(0);
  close();
  hear(4);
  expect(game.unread).toBe(1);
});

test("a muted line keeps its place and loses its text, and can be heard again", () => {
  const line = { line: 1, seat: null, name: "Bruno", text: "?", at: 0, yours: false, muted: false };
  const hear = (...lines: object[]) => game.receive({ type: "chat", version: 1, lines } as never);
  hear(line, { ...line, line: 2, text: "!" });
  hear({ ...line, text: "", muted: true });
  expect(game.chat.map((each) => [each.text, each.muted])).toEqual([
    ["", true],
    ["!", false],
  ]);
  hear(line);
  expect(game.chat.map((each) => each.text)).toEqual(["?", "!"]);
});
