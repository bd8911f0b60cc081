// Dialogs above the table: none of them leaves the page without a way on.
import { createRawSnippet, flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type {
  HappeningShown,
  ReasonGiven,
  SharedDealShown,
  State,
  TableShown,
} from "../src/protocol";
import Table from "../src/screens/Table.svelte";
import type { Connection } from "../src/state/connection.svelte";
import { Game, type Wire } from "../src/state/game.svelte";
import { Failures } from "../src/state/failures.svelte";
import { screenSize } from "../src/state/screen.svelte";
import { settings } from "../src/state/settings.svelte";
import { words } from "../src/state/words.svelte";
import EndSheet from "../src/table/EndSheet.svelte";
import LeaveSheet from "../src/table/LeaveSheet.svelte";
import Dialog from "../src/ui/Dialog.svelte";
import FailureNotice from "../src/ui/FailureNotice.svelte";
import two from "./fixtures/players-2.json";
import { SEAT } from "./seat";
import { all, show } from "./show";

const states = two as unknown as Record<"act" | "over", { state: State }>;
const TOO_MANY: ReasonGiven = { code: "too_many_tables", params: {}, sentence: "" };
const press = (key: string) => {
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  flushSync();
};
let answer: ReasonGiven | null;
let sent: string[];
let game: Game;

beforeEach(async () => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  await words.speak("en");
  settings.set("speed", "off");
  [answer, sent] = [null, []];
  const command: Wire["command"] = (wished) => {
    sent.push(wished.type);
    return Promise.resolve(answer);
  };
  game = new Game("table", null, { send: () => {}, command });
});
afterEach(() => void vi.unstubAllGlobals());

function sits(yours: boolean, shared: SharedDealShown | null = null): void {
  const seats = [{ ...SEAT, yours }, SEAT];
  const options = { coach: "alone" };
  const table = { id: "table", status: "over", seats, next: null, options, shared };
  game.receive({ type: "table", version: 1, table: table as unknown as TableShown });
}

test("after the end there is no forecast to open, and the keys go on working", () => {
  game.receive(states.over.state);
  show(Table, { game });
  press("s");
  expect(all("dialog")).toHaveLength(0);
  press("?");
  expect(all("dialog h2")[0]?.textContent).toBe(words.t("help"));
});

test("a forecast that is open when the connection comes back after the end is closed", () => {
  game.receive(states.act.state);
  show(Table, { game });
  press("s");
  expect(all("dialog")).toHaveLength(1);
  game.receive({ ...states.over.state, happenings: [] });
  flushSync();
  press("?");
  expect(all("dialog h2")[0]?.textContent).toBe(words.t("help"));
});

test("nobody leaves while the connection is lost: it would be done after they have chosen to stay", () => {
  game.live = { status: "lost" } as Connection;
  const onclose = vi.fn();
  show(LeaveSheet, { game, seat: 0, onclose });
  all("[data-testid=leave-sure]")[0]?.click();
  expect(sent).toEqual([]);
  expect(all("[role=alert]")[0]?.textContent).toBe(words.t("connection.lost"));
  game.live = { status: "open" } as Connection;
  flushSync();
  all("[data-testid=leave-sure]")[0]?.click();
  expect(sent).toEqual(["leave"]);
});

test("the end says who used the coach, and nothing if nobody did", () => {
  game.receive(states.over.state);
  sits(true);
  show(EndSheet, { game, onsheet: () => {} });
  expect(all("[data-testid=coached]")).toHaveLength(0);
  const table = game.table as TableShown;
  game.table = { ...table, seats: [{ ...SEAT, name: "Bruno", coached: true }, SEAT] };
  flushSync();
  expect(all("[data-testid=coached]")[0]?.textContent).toContain("Bruno");
});

test("a spectator is offered no rematch", () => {
  game.receive(states.over.state);
  sits(false);
  show(EndSheet, { game, onsheet: () => {} });
  expect(all("[data-testid=replay]")).toHaveLength(1);
  expect(all("[data-testid=rematch]")).toHaveLength(0);
});

test("a refused rematch says why, and does not follow the rematch of another", async () => {
  answer = TOO_MANY;
  game.receive(states.over.state);
  sits(true);
  show(EndSheet, { game, onsheet: () => {} });
  const before = location.hash;
  all("[data-testid=rematch]")[0]?.click();
  await vi.waitFor(() => expect(all(".bad").at(-1)?.textContent).toBe(words.reason(TOO_MANY)));
  game.table = game.table && { ...game.table, next: "another" };
  flushSync();
  expect(location.hash).toBe(before);
});

test("the rematch that another has asked for is shown, with the way there", async () => {
  game.receive(states.over.state);
  sits(true);
  show(EndSheet, { game, onsheet: () => {} });
  expect(all("[data-testid=rematch-ready]")).toHaveLength(0);
  game.table = game.table && { ...game.table, next: "another" };
  flushSync();
  expect(all("[data-testid=rematch-ready]")[0]?.textContent).toBe(words.t("end.rematch_ready"));
  expect(all("[data-testid=rematch]")[0]?.textContent).toBe(words.t("end.rematch_join"));
  all("[data-testid=rematch]")[0]?.click();
  await vi.waitFor(() => expect(location.hash).toBe("#/table/another"));
});

test("with the end sheet closed, the action bar says that a rematch is ready", () => {
  game.receive(states.over.state);
  sits(true);
  show(Table, { game });
  const bar = () => all("[data-testid=bar]")[0]?.textContent;
  expect(bar()).not.toContain(words.t("end.rematch_ready"));
  game.table = game.table && { ...game.table, next: "another" };
  flushSync();
  expect(bar()).toContain(words.t("end.rematch_ready"));
});

test("on a phone the tab of the forecast is gone after the end, and the city is shown instead", () => {
  screenSize.width = 390;
  game.receive(states.act.state);
  show(Table, { game });
  const tabs = () => all("[role=tab]").map((tab) => tab.textContent?.trim());
  const forecast = words.t("tab.forecast");
  all("[role=tab]")[tabs().indexOf(forecast)]?.click();
  flushSync();
  expect(all("[role=tab][aria-selected=true]")[0]?.textContent?.trim()).toBe(forecast);
  game.receive({ ...states.over.state, happenings: [] });
  flushSync();
  expect(tabs()).not.toContain(forecast);
  expect(all("[role=tab][aria-selected=true]")[0]?.textContent?.trim()).toBe(words.t("tab.city"));
  expect(all("[role=tabpanel] [data-at=city]")).toHaveLength(1);
  screenSize.width = 1440;
});

test("a notice is in the topmost dialog while one is open, and outlives it", async () => {
  const failures = new Failures(() => {});
  const notice = () => all("[data-testid=failure]")[0];
  const children = createRawSnippet(() => ({ render: () => "<p>inside</p>" }));
  const open = (title: string) =>
    mount(Dialog, { target: document.body, props: { title, onclose: () => {}, children } });
  show(FailureNotice, { failures });
  failures.shown = "page";
  flushSync();
  expect(notice()?.parentElement).toBe(document.body);
  const lower = open("lower");
  flushSync();
  const upper = open("upper");
  flushSync();
  expect(notice()?.closest("dialog")?.textContent).toContain("upper");
  await unmount(upper);
  expect(notice()?.closest("dialog")?.textContent).toContain("lower");
  failures.shown = null;
  flushSync();
  expect(notice()).toBeUndefined();
  failures.shown = "page";
  flushSync();
  expect(notice()?.closest("dialog")?.textContent).toContain("lower");
  await unmount(lower);
  expect(notice()?.parentElement).toBe(document.body);
});

describe("an undo that I have asked for", () => {
  const asked = (seat: number) => ({ seat, ply: 1, waiting: [1 - seat] });
  const happens = (state: Partial<State>, ...happenings: HappeningShown[]) => {
    const now = game.state ?? states.act.state;
    game.receive({ ...now, since: now.version, version: now.version + 1, happenings, ...state });
    game.hurry();
    flushSync();
  };
  const refused = () => all("[data-testid=undo-refused]")[0];
  beforeEach(() => {
    game.receive(states.act.state);
    sits(true);
    game.table = game.table && { ...game.table, status: "playing" };
    show(Table, { game });
  });

  test("is told to be refused, until I close that or do something", () => {
    happens({ undo: asked(0) }, { type: "undo_wished", seat: 0 });
    happens({ undo: null }, { type: "undo_refused", seat: 1 });
    expect(refused()?.textContent).toContain(
      words.t("log.undo_refused", { name: game.names[1] ?? "" }),
    );
    refused()?.querySelector("button")?.click();
    flushSync();
    expect(refused()).toBeUndefined();
    happens({ undo: asked(0) }, { type: "undo_wished", seat: 0 });
    happens({ undo: null }, { type: "undo_refused", seat: 1 });
    happens({}, { type: "turn_began", seat: 0 } as HappeningShown);
    expect(refused()).toBeDefined();
    happens({}, { type: "took", seat: 0, cards: ["b1"] } as unknown as HappeningShown);
    expect(refused()).toBeUndefined();
  });

  test("is not told to me when I gave up myself, or when another had asked", () => {
    happens({ undo: asked(0) }, { type: "undo_wished", seat: 0 });
    happens({ undo: null }, { type: "undo_refused", seat: 0 });
    expect(refused()).toBeUndefined();
    happens({ undo: asked(1) }, { type: "undo_wished", seat: 1 });
    happens({ undo: null }, { type: "undo_refused", seat: 0 });
    expect(refused()).toBeUndefined();
  });
});

test("places are those that the server tells, not worked out from the points", () => {
  const { board } = states.over.state;
  const players = board.players.map((player) => ({ ...player, points: 50 }));
  game.receive({
    ...states.over.state,
    board: { ...board, players, places: [2, 1], winners: [1] },
  });
  sits(true);
  show(EndSheet, { game, onsheet: () => {} });
  const seats = all(".places li").slice(0, 2);
  expect(seats.map((seat) => seat.querySelector(".place")?.textContent)).toEqual(["1", "2"]);
  expect(seats.map((seat) => seat.classList.contains("won"))).toEqual([true, false]);
});

test("an undo can be asked for only if the server says that there is something to undo", () => {
  const offered = (can_ask_undo: boolean) => {
    const { state } = states.act;
    game.receive({
      ...state,
      version: state.version + 1,
      own: { ...state.own, legal: null, can_confirm: false, can_ask_undo },
    });
    game.hurry();
    flushSync();
    return all("[data-testid=ask-undo]").length === 1;
  };
  show(Table, { game });
  expect([offered(false), offered(true), offered(false)]).toEqual([false, true, false]);
});

test("a dialog opens on its heading, not on Close, and gives the focus back", async () => {
  const button = document.body.appendChild(document.createElement("button"));
  button.focus();
  const children = createRawSnippet(() => ({ render: () => "<p>inside</p>" }));
  const props = { title: "Help", onclose: () => {}, children };
  const dialog = mount(Dialog, { target: document.body, props });
  flushSync();
  expect(document.activeElement?.textContent).toBe("Help");
  await unmount(dialog);
  expect(document.activeElement).toBe(button);
});

test.each<[SharedDealShown["kind"], string]>([
  ["daily", "#/day/7"],
  ["duplicate", "#/duplicate/7"],
])("a %s is compared, not played again, and leaving it costs the result", (kind, address) => {
  sits(true, { kind, id: "7" });
  game.receive(states.over.state);
  show(EndSheet, { game, onsheet: () => {} });
  expect(all("[data-testid=compare]")[0]?.getAttribute("href")).toBe(address);
  expect(all("[data-testid=rematch]")).toHaveLength(0);
  show(LeaveSheet, { game, seat: 0, onclose: () => {} });
  expect(document.body.textContent).toContain(words.t("leave.shared"));
});
