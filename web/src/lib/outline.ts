// Where the walls of a city are drawn: which are inner, which outer, where they meet in a turret.
import type { PlacedTile, WallSide } from "../protocol";
import { tileOf, type Side } from "./pieces";

export const CELL = 100;

export interface Extent {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

export interface Drawn {
  art: string;
  x: number;
  y: number;
  hot: boolean;
}

type Point = [number, number];

const STEP: Record<Side, Point> = { n: [0, 1], e: [1, 0], s: [0, -1], w: [-1, 0] };
// Clockwise around a tile, y downwards: where a side starts and ends, and its outside.
const START: Record<Side, Point> = { n: [0, 0], e: [1, 0], s: [1, 1], w: [0, 1] };
const END: Record<Side, Point> = { n: [1, 0], e: [1, 1], s: [0, 1], w: [0, 0] };
const OUT: Record<Side, Point> = { n: [0, -1], e: [1, 0], s: [0, 1], w: [-1, 0] };
const ALONG: Record<Side, Point> = { n: [1, 0], e: [0, 1], s: [-1, 0], w: [0, -1] };
const CORNERS = ["nw", "ne", "se", "sw"] as const;

export const at = (x: number, y: number): string => `${x},${y}`;
const beside = (x: number, y: number, side: Side): Point => [x + STEP[side][0], y + STEP[side][1]];
const key = (x: number, y: number, side: Side): string => `${x},${y},${side}`;

/** The cells a city takes up, the fountain among them. */
export function extentOf(cells: readonly Point[]): Extent {
  const extent = { left: 0, right: 0, bottom: 0, top: 0 };
  for (const [x, y] of cells) {
    extent.left = Math.min(extent.left, x);
    extent.right = Math.max(extent.right, x);
    extent.bottom = Math.min(extent.bottom, y);
    extent.top = Math.max(extent.top, y);
  }
  return extent;
}

/** All pieces of wall, in the order they are drawn: inner, outer, turrets. */
export function walls(city: readonly PlacedTile[], longest: readonly WallSide[] = []): Drawn[] {
  const standing = new Map<string, readonly Side[]>([[at(0, 0), []]]);
  for (const [name, x, y] of city) standing.set(at(x, y), tileOf(name).walls);
  const hot = new Set(longest.map(([x, y, side]) => key(x, y, side)));
  const inner: Drawn[] = [];
  const outer: Drawn[] = [];
  const outside = new Set<string>();
  for (const [name, x, y] of city) {
    for (const side of tileOf(name).walls) {
      const [nx, ny] = beside(x, y, side);
      const place = { x: x * CELL, y: -y * CELL };
      if (standing.has(at(nx, ny))) {
        inner.push({ art: `wall-inner-${side}`, ...place, hot: false });
      } else {
        outside.add(key(x, y, side));
        outer.push({ art: `wall-${side}`, ...place, hot: hot.has(key(x, y, side)) });
      }
    }
  }
  return [...inner, ...outer, ...turrets([...standing.keys()], outside, hot)];
}

function turrets(cells: string[], outside: Set<string>, hot: Set<string>): Drawn[] {
  const found: Drawn[] = [];
  for (const cell of cells) {
    const [x, y] = cell.split(",").map(Number) as Point;
    for (const corner of CORNERS) {
      const [level, upright] = [corner[0] as Side, corner[1] as Side];
      const own = [key(x, y, level), key(x, y, upright)];
      const bend = [key(...beside(x, y, upright), level), key(...beside(x, y, level), upright)];
      for (const sides of [own, bend]) {
        if (sides.every((side) => outside.has(side))) {
          const gilded = sides.every((side) => hot.has(side));
          found.push({ art: `wall-corner-${corner}`, x: x * CELL, y: -y * CELL, hot: gilded });
        }
      }
    }
  }
  return found;
}

const startOf = ([x, y, side]: WallSide): Point => [x + START[side][0], -y + START[side][1]];
const endOf = ([x, y, side]: WallSide): Point => [x + END[side][0], -y + END[side][1]];

function moved([x, y]: Point, sides: Side[], distance: number, inset = 0): Point {
  const out = sides.reduce<Point>(
    (sum, side) => [sum[0] + OUT[side][0], sum[1] + OUT[side][1]],
    [0, 0],
  );
  const along = ALONG[sides[0] as Side];
  return [
    x * CELL + out[0] * distance + along[0] * inset,
    y * CELL + out[1] * distance + along[1] * inset,
  ];
}

/** The path of the longest wall, a little outside the outline; open ends stop a little short. */
export function runPath(run: readonly WallSide[], distance = 9, inset = 4.5): string {
  const [first, last] = [run[0], run.at(-1)];
  if (!first || !last) return "";
  const [end, start] = [endOf(last), startOf(first)];
  const closed = run.length > 2 && end[0] === start[0] && end[1] === start[1];
  const points: Point[] = [];
  run.forEach((side, index) => {
    const before = run[index - 1] ?? last;
    if (index === 0 && !closed) points.push(moved(startOf(side), [side[2]], distance, inset));
    else if (before[2] !== side[2])
      points.push(moved(startOf(side), [before[2], side[2]], distance));
  });
  if (!closed) points.push(moved(end, [last[2]], distance, -inset));
  return `M${points.map((point) => point.join(" ")).join("L")}${closed ? "Z" : ""}`;
}

/** Where the number of the longest wall stands: the middle of its longest straight stretch. */
export function runBadge(run: readonly WallSide[], distance = 9): Point {
  let best: WallSide[] = [];
  let stretch: WallSide[] = [];
  for (const side of run) {
    stretch = stretch.at(-1)?.[2] === side[2] ? [...stretch, side] : [side];
    if (stretch.length > best.length) best = stretch;
  }
  const [first, last] = [best[0], best.at(-1)];
  if (!first || !last) return [0, 0];
  const [start, end] = [
    moved(startOf(first), [first[2]], distance),
    moved(endOf(last), [last[2]], distance),
  ];
  return [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2];
}
