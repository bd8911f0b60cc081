// Puzzles: only the best action is played, and the first try is rated.
import { afterEach, expect, test, vi } from "vitest";
import { PuzzleAttempt } from "../src/learn/puzzle-attempt.svelte";
import { loadPuzzleTexts } from "../src/learn/puzzle-texts";
import { api } from "../src/lib/api";
import type { PuzzleShown, PuzzleTried, ToPage } from "../src/protocol";
import { WITHDRAWN } from "../src/state/connection.svelte";
import { words } from "../src/state/words.svelte";

afterEach(() => vi.restoreAllMocks());

const answer = (more: Partial<PuzzleShown>): PuzzleShown =>
  ({
    theme: "wall",
    rating: 1000,
    answer: null,
    cost: null,
    refused: null,
    solution: null,
    own_rating: null,
    table: {},
    state: { type: "state", version: 1 },
    hands: [],
    prospects: null,
    ...more,
  }) as unknown as PuzzleShown;

const act = (action: string) =>
  ({ type: "act", action, confirm: false, seat: 0, base: 1 }) as const;

function serverSays(...answers: PuzzleShown[]): Partial<PuzzleTried>[] {
  const asked: Partial<PuzzleTried>[] = [];
  vi.spyOn(api, "puzzle").mockImplementation((_, tried) => {
    asked.push(tried);
    return Promise.resolve(answers[asked.length - 1]!);
  });
  return asked;
}

test("the texts of puzzles come with those of the lessons", async () => {
  await loadPuzzleTexts();
  expect(words.text("puzzles.theme.exact")).toBe("Exact payment");
  expect(words.text("learn.show")).toBe("Show me");
});

test("a worse action says what it costs, is rated and not played", async () => {
  const solution = { best: "take b5" } as PuzzleShown["solution"];
  const asked = serverSays(
    answer({}),
    answer({ answer: "worse", cost: 0.12, own_rating: 912 }),
    answer({ answer: "best", solution }),
  );
  const seen: ToPage[] = [];
  const attempt = new PuzzleAttempt("p", (message) => seen.push(message));
  await attempt.begin();
  expect(await attempt.command(act("take b4"))).toBe(WITHDRAWN);
  expect([attempt.verdict, attempt.cost, attempt.rating]).toEqual(["worse", 0.12, 912]);
  expect(seen).toHaveLength(2); // table and state of the beginning
  expect(await attempt.command(act("take b5"))).toBeNull();
  expect([attempt.verdict, attempt.rating]).toEqual(["best", 912]);
  expect(attempt.shown?.solution).toBe(solution);
  expect(asked).toEqual([{}, { action: "take b4" }, { action: "take b5" }]);
});

test("the solution can be asked for", async () => {
  serverSays(answer({}), answer({ solution: { best: "pass" } as never, own_rating: 900 }));
  const attempt = new PuzzleAttempt("p", () => {});
  await attempt.begin();
  await attempt.giveUp();
  expect([attempt.given, attempt.verdict, attempt.rating]).toEqual([true, null, 900]);
});

test("a lost line is said", async () => {
  const attempt = new PuzzleAttempt("p", () => {});
  vi.spyOn(api, "puzzle").mockRejectedValue(new Error("offline"));
  expect((await attempt.command(act("take b4")))?.code).toBe("unreachable");
});
