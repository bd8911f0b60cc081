// The points of a game from scoring to scoring, as a curve.
import { expect, test } from "vitest";
import PointsGraph from "../src/table/PointsGraph.svelte";
import { all, show } from "./show";

const [START, FIRST, SECOND, FINAL] = [
  [0, 0, 0],
  [30, 3, 1],
  [60, 12, 9],
  [90, 60, 50],
];
const names = ["Ana", "Bruno"];
const counters = ["bird", "bone"];
const said = () => all("text.when").map((text) => text.textContent);
/** Where the dashed lines of the scorings are. */
const lines = () =>
  all("path.scoring").map((line) => Number(/^M([\d.]+)/.exec(line.getAttribute("d") ?? "")?.[1]));

test("every scoring has its name, and the final one is at the end", () => {
  show(PointsGraph, { course: [START, FIRST, SECOND, FINAL], counters, names });
  expect(said()).toEqual(["First", "scoring", "Second", "scoring", "Final", "scoring"]);
  const [first = 0, second = 0, final = 0] = lines();
  expect(second - first).toBeCloseTo(final - second);
  expect(all("path.line")[0]?.getAttribute("d")).toMatch(new RegExp(` L${final} [\\d.]+$`));
});

test("a first scoring without points leaves the names of the others right", () => {
  show(PointsGraph, { course: [START, SECOND, FINAL], counters, names });
  expect(said()).toEqual(["Second", "scoring", "Final", "scoring"]);
});

test("the names of two scorings never touch", () => {
  show(PointsGraph, { course: [START, [2, 1, 0], [4, 2, 0], FINAL], counters, names });
  const places = all("text.when:not(.end)").map((text) => Number(text.getAttribute("x")));
  expect((places[2] ?? 0) - (places[0] ?? 0)).toBeGreaterThan(49);
});
