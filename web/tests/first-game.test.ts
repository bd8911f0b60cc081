// The hints of a first game: when each is shown, what takes it away, and that none comes back.
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { HappeningShown, State } from "../src/protocol";
import { announcer } from "../src/state/announcer.svelte";
import { Choice } from "../src/state/choice.svelte";
import { FirstGame, MOMENTS } from "../src/state/first-game.svelte";
import { Game } from "../src/state/game.svelte";
import { session } from "../src/state/session.svelte";
import { settings } from "../src/state/settings.svelte";
import { words } from "../src/state/words.svelte";
import FirstHint from "../src/table/FirstHint.svelte";
import three from "./fixtures/players-3.json";
import { all, show } from "./show";

const states = three as unknown as Record<string, { state: State }>;
const acting = states.act?.state as State;
const own = acting.own;
const legal = own.legal!;
const ME = own.seat ?? 0;
const purchases = legal.purchases.map((each) => ({
  ...each,
  payments: each.payments.map((payment) => ({ ...payment, exact: false })),
}));
const exactly = purchases.map((each) => ({
  ...each,
  payments: each.payments.map((payment) => ({ ...payment, exact: true })),
}));
const nothing = { ...acting.board.forecast!, points: [0, 0, 0] };
const something = { ...nothing, points: [0, 4, 0] };

let game: Game;
let choice: Choice;
let first: FirstGame;
let version = 100;

/** A state of my turn in which only these things are true. */
function comes(facts: { exact?: boolean; money?: boolean; forecast?: boolean }): void {
  const shown = {
    ...legal,
    purchases: facts.exact ? exactly : purchases,
    takes: facts.money ? legal.takes : [],
  };
  const board = { ...acting.board, forecast: facts.forecast ? something : nothing };
  receive({ ...acting, board, own: { ...own, legal: shown } });
}

function receive(state: State): void {
  version += 1;
  game.receive({ ...state, happenings: [], since: version - 1, version });
  flushSync();
}

beforeEach(async () => {
  await words.speak("en");
  localStorage.clear();
  settings.set("hinted", []);
  session.experienced = false;
  game = new Game("table", null, { send: () => {}, command: () => Promise.resolve(null) });
  choice = new Choice(game);
  first = new FirstGame(game, choice);
});
afterEach(() => void settings.set("hinted", []));

test("each hint has its moment, and they come one at a time", () => {
  comes({});
  expect(first.moment).toBeNull();
  comes({ exact: true, money: true, forecast: true });
  expect([first.moment, first.number]).toEqual(["exact", 1]);
  first.dismiss(["exact"]);
  expect([first.moment, first.number]).toEqual(["money", 2]);
  first.dismiss(["money"]);
  expect([first.moment, first.number]).toEqual(["forecast", 3]);
  first.dismiss(["forecast"]);
  expect(first.moment).toBeNull();
});

test.each(MOMENTS)("%s alone is shown", (moment) => {
  comes({ [moment]: true });
  expect(first.moment).toBe(moment);
});

test("in the turn of others only the forecast is spoken of", () => {
  comes({ exact: true, money: true, forecast: true });
  const board = { ...acting.board, forecast: something };
  receive({ ...acting, board, own: { ...own, legal: null } });
  expect(first.moment).toBe("forecast");
});

test("a hint makes room while the city is needed", () => {
  comes({ exact: true, forecast: true });
  choice.picked = { from: "market", tile: purchases[0]!.tile, square: purchases[0]!.square };
  expect(first.moment).toBeNull();
  choice.picked = null;
  expect(first.moment).toBe("exact");
  const place = states.place?.state as State;
  receive({ ...place, board: { ...place.board, forecast: something } });
  expect(first.moment).toBeNull();
});

test("a hint makes room for the coach", () => {
  comes({ exact: true });
  game.coach.waiting = true;
  expect(first.moment).toBeNull();
});

test("no more hints at all, in this game or another", () => {
  comes({ exact: true, money: true, forecast: true });
  first.dismiss();
  expect(first.moment).toBeNull();
  expect(new FirstGame(game, choice).moment).toBeNull();
  expect(JSON.parse(localStorage.getItem("alhambra") ?? "{}")).toMatchObject({
    hinted: [...MOMENTS],
  });
});

test("somebody who has finished a game before gets none", () => {
  session.experienced = true;
  comes({ exact: true, money: true, forecast: true });
  expect(first.moment).toBeNull();
});

test("the end of a game is the end of the hints", () => {
  first.follow([], states.over?.state as State);
  expect(settings.kept.hinted).toEqual([...MOMENTS]);
});

test("the end of a game that is only watched is not", () => {
  const over = states.over?.state as State;
  first.follow([], { ...over, own: { ...over.own, seat: null } });
  expect(settings.kept.hinted).toEqual([]);
});

const took: HappeningShown = { type: "took", seat: ME, cards: ["b3"] };
const bought = (exact: boolean, seat = ME): HappeningShown => ({
  type: "bought",
  seat,
  tile: purchases[0]!.tile,
  square: purchases[0]!.square,
  cards: ["b5"],
  paid: 5,
  exact,
});

test("whoever does what a hint has said does not see it again", () => {
  first.follow([took, bought(true)], acting);
  expect(settings.kept.hinted).toEqual([]); // it was not on the screen
  first.note("exact");
  first.note("money");
  first.follow([bought(false), bought(true, ME + 1)], acting);
  expect(settings.kept.hinted).toEqual([]);
  first.follow([bought(true)], acting);
  expect(settings.kept.hinted).toEqual(["exact"]);
  first.follow([took], acting);
  expect(settings.kept.hinted).toEqual(["exact", "money"]);
});

test("the card says it politely, takes no focus, and goes with one tap", async () => {
  comes({ exact: true, money: true });
  document.body.innerHTML = "<button>here</button>";
  const here = document.querySelector("button") as HTMLElement;
  here.focus();
  show(FirstHint, { first, about: [...MOMENTS] });
  await vi.waitFor(() => expect(all("[role=note]")).toHaveLength(1));
  expect(document.activeElement).toBe(here);
  expect(announcer.polite).toContain("Pay exactly, play again");
  const [note] = all("[role=note]");
  expect(note?.getAttribute("aria-labelledby")).toBe(note?.querySelector("h2")?.id);
  expect(note?.textContent).toContain("1 of 3");
  note?.querySelector<HTMLElement>("[data-testid=got-it]")?.click();
  flushSync();
  await vi.waitFor(() => expect(all("[role=note]")[0]?.textContent).toContain("Or take money"));
  document.querySelector<HTMLElement>("[data-testid=no-hints]")?.click();
  flushSync();
  await vi.waitFor(() => expect(all("[role=note]")).toHaveLength(0));
});

test("a hint is only where its place is", async () => {
  comes({ money: true });
  show(FirstHint, { first, about: MOMENTS.filter((each) => each !== "money") });
  await Promise.resolve();
  expect(all("[role=note]")).toHaveLength(0);
});
