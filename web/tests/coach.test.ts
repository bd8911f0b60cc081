// Hints in words.
import { describe, expect, test } from "vitest";
import { adviceWords, leadWords, reasonWords } from "../src/coach/words";
import type { HappeningShown } from "../src/protocol";
import { words } from "../src/state/words.svelte";
import "./setup";

const names = ["Ana", "Bruno", "Chiara"];

describe("advice", () => {
  test.each<[HappeningShown, string]>([
    [{ type: "took", seat: 0, cards: ["y3", "b1"] }, "Take 3 florins and 1 denar"],
    [{ type: "placed", seat: 0, tile: "G8nw", cell: [2, 1] }, "Place Garden 8: 2 east and 1 north"],
    [{ type: "removed", seat: 0, tile: "G8nw", cell: [2, 1] }, "Move Garden 8 to the reserve"],
    [{ type: "given", seat: 0, tile: "T11" }, "Give Tower 11 to Dirk"],
    [{ type: "passed", seat: 0 }, "Pass"],
  ])("%o", (told, said) => {
    expect(adviceWords(told, words)).toBe(said);
  });

  test("says what a purchase costs", () => {
    const bought: HappeningShown = {
      type: "bought",
      seat: 0,
      tile: "G8nw",
      square: 1,
      cards: ["g3", "g5"],
      paid: 8,
      exact: true,
    };
    expect(adviceWords(bought, words)).toBe("Buy Garden 8 for 3 + 5 dirhams");
  });
});

describe("reasons", () => {
  test.each([
    ["exact_again", { tile: "T11" }, "Exact, and you can pay Tower 11 exactly too."],
    ["leaves", { tile: "T11", rival: 2 }, "Leaves Tower 11 to Chiara, who can pay exactly."],
    ["fewer_points", { kind: "tower", n: 5 }, "Tower: 5 points fewer if scored now."],
    ["wall", { from: 4, to: 7 }, "Longest wall: 4 → 7."],
    ["holds", { currency: "florin", n: 1 }, "You then hold 1 florin."],
  ])("%s", (code, params, said) => {
    expect(reasonWords({ code, params }, names, words)).toBe(said);
  });
});

test("equal actions are said to be equal, close ones to be close, a clear one says nothing", () => {
  expect(leadWords(2, true, words)).toContain("equally good");
  expect(leadWords(2, false, words)).toContain("Too close");
  expect(leadWords(1, true, words)).toBe("");
});
