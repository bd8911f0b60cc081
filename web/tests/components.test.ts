// Components, mounted with states as the server sends them.
import { flushSync } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Board, Prospects, Purse, ReasonGiven, SheetShown, State } from "../src/protocol";
import { words } from "../src/state/words.svelte";
import ChatPanel from "../src/table/ChatPanel.svelte";
import Forecast from "../src/table/Forecast.svelte";
import Hand from "../src/table/Hand.svelte";
import Market from "../src/table/Market.svelte";
import Payments from "../src/table/Payments.svelte";
import ScoringSheet from "../src/table/ScoringSheet.svelte";
import two from "./fixtures/players-2.json";
import { all, show } from "./show";

const labels = (selector: string) => all(selector).map((each) => each.getAttribute("aria-label"));

beforeEach(() => words.speak("en"));

describe("the market", () => {
  const market = ["C7ne", null, "G8nw", "T11"];
  const props = {
    market,
    held: [10, 0, 3, 9],
    payable: new Set([0]),
    selected: 2,
    bought: [],
    onpick: () => {},
  };

  test("says of every tile what it costs and what I hold", () => {
    show(Market, props);
    expect(labels("button.tile")[0]).toBe(
      "Chamber 7, walls to the north and east, square 1, costs 7 denars, you hold 10",
    );
    expect(all("button.tile")).toHaveLength(3);
  });

  test("is one tab stop, and marks what is picked and what can be paid", () => {
    show(Market, props);
    expect(all("button.tile").filter((each) => each.tabIndex === 0)).toHaveLength(1);
    expect(all("[aria-pressed=true]")).toHaveLength(1);
    expect(all(".held.pays")).toHaveLength(1);
  });

  test("tells which square was picked", () => {
    const picked: number[] = [];
    show(Market, { ...props, onpick: (square: number) => picked.push(square) });
    all("button.tile")[1]?.click();
    expect(picked).toEqual([2]);
  });
});

describe("the hand", () => {
  test("lays equal cards on one another, and counts what is chosen of them", () => {
    const hand: Purse[] = [{ currency: "denar", cards: ["b3", "b3", "b5"], worth: 11 }];
    show(Hand, { hand, chosen: ["b3"], onpick: () => {} });
    expect(labels("[data-card]")).toEqual(["3 denars, 2 cards, 1 chosen", "5 denars"]);
    expect(all(".many").map((each) => each.textContent)).toEqual(["1/2"]);
  });
});

test("ways to pay: exact ones are marked, one is chosen", () => {
  const payments = [
    { cards: ["b3", "b5"], worth: 8, exact: true },
    { cards: ["b9"], worth: 9, exact: false },
  ];
  show(Payments, { payments, chosen: ["b9"], onpick: () => {} });
  expect(labels("[role=radio]")).toEqual([
    "3 + 5 denars, exact, gives another action",
    "9 denars, worth 9, not exact",
  ]);
  expect(all("[role=radio]").map((each) => each.getAttribute("aria-checked"))).toEqual([
    "false",
    "true",
  ]);
});

test("a scoring tells itself row by row, and a click shows all", () => {
  vi.useFakeTimers();
  const sheet = (two as unknown as Record<string, { state: State }>).act?.state.board
    .forecast as SheetShown;
  const props = {
    sheet,
    before: [0, 0, 0],
    names: ["Ana", "Bruno"],
    counters: ["bird", "bone"],
    worths: [[1]],
    onclose: () => {},
  };
  show(ScoringSheet, props);
  const hidden = () => all("tr.hidden").length;
  expect(hidden()).toBe(8);
  vi.advanceTimersByTime(1000);
  flushSync();
  expect(hidden()).toBe(7);
  document.querySelector("dialog")?.click();
  flushSync();
  expect(hidden()).toBe(0);
  expect(all("tr.total td")).toHaveLength(3); // Dirk among them
  vi.useRealTimers();
});

describe("the forecast", () => {
  const recorded = two as unknown as Record<string, { state: State; prospects?: Prospects }>;
  const { state, prospects } = recorded.act ?? {};
  if (!state?.board.forecast || !prospects?.forecast) throw new Error("not recorded");
  const { board } = state;
  const forecast = state.board.forecast;
  const props = { counters: ["bird", "bone"], names: ["Ana", "Bruno"], seat: 0 };

  test("says of tiles that bring nothing why, to the eye on focus and always to the ear", () => {
    const [first, ...rest] = forecast.kinds;
    if (!first) throw new Error("a forecast lists every kind");
    const tied: Board = {
      ...board,
      forecast: {
        ...forecast,
        kinds: [
          { ...first, counts: [1, 1, 0], points: [0, 0, 0], unpaid: ["shared", "shared", null] },
          ...rest.map((kind) => ({ ...kind, unpaid: [null, null, null] })),
        ],
      },
    };
    show(Forecast, { ...props, board: tied });
    const why = words.t("scoring.unpaid.shared");
    expect(all("td button").map((each) => each.textContent)).toEqual([`–${why}`, `–${why}`]);
    expect(all(".tip")).toHaveLength(0);
    all("td button")[0]?.focus();
    flushSync();
    expect(all(".tip").map((each) => each.textContent)).toEqual([why]);
    all("td button")[1]?.focus();
    flushSync();
    expect(all(".tip")).toHaveLength(1);
  });

  test("with a tile that is looked at shows what it changes", () => {
    show(Forecast, { ...props, board });
    expect(all(".changed")).toHaveLength(0);
    document.body.innerHTML = "";
    show(Forecast, { ...props, board, brought: prospects });
    const sum = all("tr.sum td").map((each) => each.textContent.trim());
    expect(sum).toEqual(prospects.forecast?.points.map((points) => `+${points}`));
    expect(all("tr.sum .changed").length).toBe(
      prospects.forecast?.points.filter((points, seat) => points !== forecast.points[seat]).length,
    );
    expect(all(".changed").length).toBeGreaterThan(0);
  });
});

test("spectators' lines can be muted and heard again, my own cannot", () => {
  const line = { line: 1, seat: null, name: "Bruno", text: "?", at: 0, yours: false, muted: false };
  const lines = [
    line,
    { ...line, line: 2, text: "", muted: true },
    { ...line, line: 3, name: "Ana", yours: true },
  ];
  const onmute = vi.fn();
  show(ChatPanel, {
    lines,
    seats: [],
    onsay: () => Promise.resolve(true),
    onmute,
    onreport: () => {},
  });
  expect(labels("[data-testid=mute]")).toEqual(["Mute Bruno", "Unmute Bruno"]);
  for (const button of all("[data-testid=mute]")) button.click();
  expect(onmute.mock.calls).toEqual([
    [1, true],
    [2, false],
  ]);
  expect(all("li p")[1]?.textContent).toBe("Bruno (muted)");
});

describe("writing in the chat", () => {
  const TOO_FAST: ReasonGiven = { code: "too_fast", params: {}, sentence: "" };
  const field = () => all(".chat input")[0] as HTMLInputElement;
  let answer: (well: boolean) => void;

  function write(text: string): void {
    field().value = text;
    field().dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
  }

  beforeEach(() => {
    const onsay = () => new Promise<boolean>((resolve) => (answer = resolve));
    show(ChatPanel, {
      lines: [],
      seats: [],
      refusal: TOO_FAST,
      onsay,
      onmute: () => {},
      onreport: () => {},
    });
    write("Salaam");
    all(".chat form")[0]?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    flushSync();
  });

  test("what is written before the answer comes stays", async () => {
    expect(field().value).toBe("");
    write("How are");
    answer(true);
    await vi.waitFor(() => expect(field().value).toBe("How are"));
    expect(all(".chat .bad")).toHaveLength(0);
  });

  test("a refused line comes back, with the reason", async () => {
    answer(false);
    await vi.waitFor(() => expect(field().value).toBe("Salaam"));
    expect(all(".chat .bad")[0]?.textContent).toBe(words.reason(TOO_FAST));
  });
});
