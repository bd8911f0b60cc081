// The parts of the review screen, and how it follows a review that is being made.
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { CounterName, ReviewState, ReviewStatus } from "../src/protocol";
import MoveList from "../src/replay/MoveList.svelte";
import type { Turn } from "../src/replay/turns";
import { Reading } from "../src/replay/reading.svelte";
import Account from "../src/review/Account.svelte";
import Accuracy from "../src/review/Accuracy.svelte";
import CurveTable from "../src/review/CurveTable.svelte";
import Moments from "../src/review/Moments.svelte";
import Progress from "../src/review/Progress.svelte";
import MyReviews from "../src/review/MyReviews.svelte";
import Verdict from "../src/review/Verdict.svelte";
import { courseOf, keyMoments } from "../src/review/judged";
import { Reviewing } from "../src/review/reviewing.svelte";
import { loadTexts } from "../src/review/texts";
import { words } from "../src/state/words.svelte";
import { BLUNDER, GOOD, REVIEW, STATUS, TURNS } from "./reviews";
import { all, show } from "./show";

const names = ["Ana", "Bruno"];
const counters: CounterName[] = ["bird", "bone"];
const text = (selector: string) =>
  all(selector).map((each) => each.textContent?.replace(/\s+/g, " ").trim());

beforeEach(async () => {
  await loadTexts();
  await words.speak("en");
});

describe("the verdict", () => {
  const props = { names, counters, shown: "better" as const, onshow: () => {} };

  test("names the grade, who and what, the better turn, and both chances", () => {
    show(Verdict, { ...props, turn: BLUNDER });
    expect(text("h2")).toEqual(["BlunderAna took 6 ducats"]);
    expect(text(".instead")).toEqual(["Better: Take 5 florins"]);
    expect(text(".way b")).toEqual(["40%", "60%"]);
    expect(all("[aria-pressed=true]").map((each) => each.dataset.testid)).toEqual(["show-better"]);
  });

  test("gives the reasons, and what speaks against", () => {
    const why = (code: string, params: Record<string, string | number>) => ({
      code,
      params,
      sentence: "",
    });
    const points = { kind: "tower", n: 8, instead: 5, scoring: "B" };
    const denied = { rival: 1, tile: "T11", n: 2, instead: 9, games: 16 };
    const reasons = [why("no_such_code", {}), why("points", points), why("denied", denied)];
    const against = why("cards", { n: 4, instead: 6 });
    show(Verdict, { ...props, turn: { ...BLUNDER, reasons, against } });
    expect(text(".why p:last-child")).toEqual([
      "If scored now, towers would bring 8 points instead of 5. Bruno buys Tower 11 before the " +
        "next turn in 2 of 16 simulated games instead of 9. Drawback: It leaves 4 cards in hand " +
        "instead of 6.",
    ]);
  });

  test("has texts of their own for numbers that are nothing or everything", async () => {
    const said = (code: string, params: Record<string, string | number>) => {
      const reasons = [{ code, params, sentence: "" }];
      show(Verdict, { ...props, turn: { ...BLUNDER, reasons } });
      return text(".why b").at(-1);
    };
    expect(said("overpays", { n: 0, instead: 4 })).toBe("It avoids overpaying by 4.");
    expect(said("overpays", { n: 2, instead: 0 })).toBe("It overpays by 2.");
    const room = { n: 25, instead: 10, tiles: 25 };
    expect(said("room", room)).toBe("All 25 tiles still to come would fit instead of 10.");
    const wall = { wall: 1, instead: 3 };
    expect(said("wall", wall)).toBe("The longest wall has 1 side instead of 3.");
    await words.speak("de");
    const bought = { n: 15, instead: 47, games: 16 };
    expect(said("others_buy", bought)).toContain("0,9 statt 2,9 Plättchen");
  });

  test("names the cards that pay", () => {
    const params = { tile: "T11", cards: "b5+b6" };
    const reasons = [{ code: "pays_exactly", params, sentence: "" }];
    show(Verdict, { ...props, turn: { ...BLUNDER, reasons } });
    expect(text(".why b")).toEqual(["Next turn, 5 + 6 denars can pay Tower 11 exactly."]);
  });

  test("writes percentages as the language does", async () => {
    await words.speak("de");
    const params = { percent: 62, instead: 10, scoring: "B" };
    const reasons = [{ code: "scoring_ahead", params, sentence: "" }];
    show(Verdict, { ...props, turn: { ...BLUNDER, reasons } });
    expect(text(".why b")[0]).toContain("mit 62 % statt"); // the space does not break
    await words.speak("hu");
    flushSync();
    expect(text(".why b")[0]).toContain("az esély 62%, nem 10%.");
  });

  test("tells which of the two is to be drawn", () => {
    const onshow = vi.fn();
    show(Verdict, { ...props, onshow, turn: BLUNDER });
    for (const button of all("button")) button.click();
    expect(onshow.mock.calls).toEqual([["played"], ["better"]]);
  });

  test("of a good turn has nothing to choose between", () => {
    show(Verdict, { ...props, turn: GOOD });
    expect(text("h2")).toEqual(["GoodAna took 6 denars"]);
    expect(all("button")).toHaveLength(0);
  });
});

describe("a review that is not there", () => {
  const status = (state: ReviewState): ReviewStatus => ({
    ...STATUS,
    state,
    waiting: 2,
    read: 1,
    seconds_left: state === "running" ? 40 : null,
    review: null,
  });
  const open = (state: ReviewState) => {
    const [onbegin, onstop] = [vi.fn(), vi.fn()];
    show(Progress, { status: status(state), turns: 3, onbegin, onstop });
    all("button")[0]?.click();
    return { begun: onbegin.mock.calls.length, stopped: onstop.mock.calls.length };
  };

  test.each<[ReviewState, string, string]>([
    ["none", "Review this game", "Start"],
    ["failed", "The review failed", "Try again"],
    ["stopped", "The review was stopped", "Try again"],
  ])("%s can be asked for", (state, title, button) => {
    expect(open(state)).toEqual({ begun: 1, stopped: 0 });
    expect(text("[role=status]")).toEqual([title]);
    expect(text("button")).toEqual([button]);
  });

  test.each<[ReviewState, string, string]>([
    [
      "waiting",
      "Waiting in the queue",
      "2 reviews are ahead of this one. You can leave; the review continues.",
    ],
    [
      "running",
      "Analysing turn 1 of 3",
      "About 40 seconds left. You can leave; the review continues.",
    ],
  ])("%s can be stopped", (state, title, more) => {
    expect(open(state)).toEqual({ begun: 0, stopped: 1 });
    expect(text("[role=status]")).toEqual([title]);
    expect(text("p")).toEqual([more]);
    expect(all("progress")).toHaveLength(state === "running" ? 1 : 0);
  });
});

test("accuracies have no decimals but say how sure they are, and a tap changes the side", () => {
  const onchoose = vi.fn();
  show(Accuracy, { review: REVIEW, names, counters, seat: 0, onchoose });
  expect(text("tbody th")).toEqual(["Bruno", "Ana"]);
  expect(text("tbody td").join(" ")).toBe("88 0 0 0 +35 65% 50 0 0 1 −35 35%");
  expect(text("section > p")).toEqual(["From one game: ± 8"]);
  all("[data-testid=seat-1]")[0]?.click();
  expect(onchoose).toHaveBeenCalledWith(1);
});

test("the account of a result adds up in sight", () => {
  show(Account, { review: REVIEW, seat: 0, name: "Ana", counter: "bird" });
  expect(text("dd:last-child")).toEqual(["50", "−35", "+5", "−20", "0"]);
  expect(text("section > p")).toEqual([
    "Luck didn't help. One turn made up 100% of what the choices cost.",
  ]);
});

test("my reviews say how accurate, unlucky and uneven I was, each game a link", () => {
  const game = { accuracy: 81.4, accuracy_error: 8, error_rate: 0.02, luck: -0.2 };
  const reviews = {
    games: 2,
    turns: 60,
    accuracy: 80.5,
    accuracy_error: 5.6,
    error_rate: 0.0213,
    luck: -0.44,
    marks: { inaccuracy: 4, mistake: 1, blunder: 0 },
    decisions: { money: 0, purchase: 0, placing: 0, redesign: 0 },
    form: [
      { ...game, game: "g1" },
      { ...game, game: "g2", accuracy: 79.6 },
    ],
  };
  show(MyReviews, { reviews });
  expect(text("dd")).toEqual(["81 ± 6", "2.1%", "−0.4", "4 6.7%", "1 1.7%", "0 0%"]);
  expect(all("a").map((each) => each.getAttribute("href"))).toEqual(["#/review/g1", "#/review/g2"]);
  expect(text("a")).toEqual(["81± 8", "80± 8"]);
});

test("moments say what happened and whom it moved, and lead there", () => {
  const onvisit = vi.fn();
  show(Moments, { moments: keyMoments(REVIEW), turns: TURNS, names, onvisit });
  expect(text(".why")).toEqual(["Better: Take 5 florins", "Luck for Ana: −40"]);
  expect(text("li b")).toEqual(["Turn 2: Ana took 6 ducats", "Turn 3: new: 7 denars"]);
  expect(text(".change")).toEqual(["Ana−20", "Ana−40"]);
  all("li button")[0]?.click();
  expect(onvisit).toHaveBeenCalledWith(BLUNDER);
});

test("the curve can be read as a table", () => {
  show(CurveTable, { course: courseOf(STATUS, TURNS, 4), turns: TURNS, names });
  expect(all("table")).toHaveLength(0);
  (all("details")[0] as HTMLDetailsElement).open = true;
  all("details")[0]?.dispatchEvent(new Event("toggle"));
  flushSync();
  expect(text("tbody td")).toEqual(["50%", "50%", "60%", "40%", "40%", "60%"]);
});

test("moves can be limited to some turns, and say so if there are none", () => {
  let marked: Turn[] = [];
  const filter = { label: "Mistakes 0", keeps: (turn: Turn) => marked.includes(turn) };
  const reading = { turns: [...TURNS], ply: 1, names, counters, go: () => {} };
  const props = { reading, filter, none: "None." };
  show(MoveList, props);
  expect(all("h3")).toHaveLength(3);
  all(".choice button")[1]?.click();
  flushSync();
  expect(text(".turn")).toEqual(["None."]);
  marked = [TURNS[1] as Turn];
  show(MoveList, props);
  all(".choice button")[3]?.click();
  flushSync();
  expect(text("h3")).toEqual(["2 Ana"]);
});

describe("a review that is being made", () => {
  let answers: ReviewStatus[];
  let asked: string[];
  let reviewing: Reviewing;
  const running = { ...STATUS, state: "running" as const, review: null };

  beforeEach(() => {
    vi.useFakeTimers();
    asked = [];
    vi.stubGlobal("fetch", (address: string, { method }: { method: string }) => {
      asked.push(`${method} ${address}`);
      return Promise.resolve(Response.json(answers.shift()));
    });
    reviewing = new Reviewing(new Reading("g1", null));
  });
  afterEach(() => {
    reviewing.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test("is asked about every second until it is done", async () => {
    answers = [{ ...running, state: "waiting" }, running, STATUS];
    await reviewing.open();
    expect(reviewing.status?.state).toBe("waiting");
    await vi.advanceTimersByTimeAsync(1000);
    expect(reviewing.status?.state).toBe("running");
    await vi.advanceTimersByTimeAsync(1000);
    expect(reviewing.review).toBe(reviewing.status?.review);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toEqual(Array(3).fill("GET /api/games/g1/review"));
  });

  test("is not asked for by itself, and stops when told to", async () => {
    answers = [{ ...running, state: "none" }, running, { ...running, state: "stopped" }];
    await reviewing.open();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(1);
    await reviewing.begin();
    await reviewing.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked.map((each) => each.split(" ")[0])).toEqual(["GET", "POST", "DELETE"]);
  });

  test("is asked for again when the server has started anew and knows nothing of it", async () => {
    answers = [running, { ...running, state: "none" }, { ...running, state: "waiting" }, STATUS];
    await reviewing.open();
    await vi.advanceTimersByTimeAsync(1000);
    expect(reviewing.status?.state).toBe("waiting");
    await vi.advanceTimersByTimeAsync(1000);
    expect(reviewing.status?.state).toBe("done");
    expect(asked.map((each) => each.split(" ")[0])).toEqual(["GET", "GET", "POST", "GET"]);
  });

  test("is not asked for again when it was to stop", async () => {
    answers = [running, { ...running, state: "none" }];
    await reviewing.open();
    await reviewing.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked.map((each) => each.split(" ")[0])).toEqual(["GET", "DELETE"]);
  });

  test("is not asked about by a page that has gone elsewhere", async () => {
    answers = [running, running];
    await reviewing.open();
    reviewing.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(1);
  });

  test("is asked about again after an error, which is said meanwhile", async () => {
    answers = [running, STATUS];
    await reviewing.open();
    const { fetch } = globalThis;
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
    await vi.advanceTimersByTimeAsync(1000);
    expect(reviewing.complaint).not.toBeNull();
    vi.stubGlobal("fetch", fetch);
    await vi.advanceTimersByTimeAsync(5000);
    expect(reviewing.complaint).toBeNull();
    expect(reviewing.review).not.toBeNull();
  });
});

test("statistics over time show how reliable each number is, and how often turns were how bad", () => {
  const form = [62, 90].map((accuracy, at) => ({
    game: `g${at}`,
    accuracy,
    accuracy_error: 14,
    error_rate: [0.03, 0.121][at] ?? 0,
    luck: [0.2, -0.3][at] ?? 0,
  }));
  const marks = { inaccuracy: 4, mistake: 2, blunder: 1 };
  const numbers = {
    games: 2,
    turns: 50,
    accuracy: 76,
    accuracy_error: 10,
    error_rate: 0.03,
    luck: 0.4,
  };
  const decisions = { money: 4, purchase: 2, placing: 1, redesign: 0 };
  show(MyReviews, { reviews: { ...numbers, marks, decisions, form } });
  expect(text(".accuracy dd")).toEqual(["76 ± 10"]);
  expect(text("dl small").slice(1, 4)).toEqual(["8%", "4%", "2%"]);
  expect(text("dl:last-of-type dd").slice(-4)).toEqual(["4 57%", "2 29%", "1 14%", "0 0%"]);
  expect(text("ol a")).toEqual(["62± 14", "90± 14"]);
  expect(text("ol:not(.high) li")).toEqual(["3", "12.1", "+20", "−30"]);
  const intervals = all("ol s").map(({ style }) => [style.bottom, style.top]);
  expect(intervals).toEqual([
    ["48%", "24%"],
    ["76%", "0%"],
  ]);
});
