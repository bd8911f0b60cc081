// How a city is fitted into its box: the size of a tile, zoom and pan.
import type { Cell } from "../protocol";
import type { Extent } from "./outline";

export interface Fitting {
  columns: number; // of the grid: the city and one cell around it
  rows: number;
  cell: number; // pixels
  left: number;
  top: number;
  pan: [number, number]; // the city without the cells around it
}

export interface Room {
  width: number;
  height: number;
  above: number; // pixels that something else lies on
  below: number;
  largest: number; // of a tile
  smallest: number; // below that the city is panned rather than drawn smaller
}

export type Corner = readonly [number, number];

const MARGIN = 0.4; // of a cell, around a city that does not grow

/** Show the city as large as there is room; while it grows, with the cells around it. What is chosen
 * does not change the size, so that nothing moves under the pointer. */
export function fitted(
  extent: Extent,
  growing: boolean,
  room: Room,
  zoom: number,
  pan: readonly [number, number],
): Fitting {
  const free = room.height - room.above - room.below;
  const margin = growing ? 1 : MARGIN;
  const wide = extent.right - extent.left + 1 + 2 * margin;
  const high = extent.top - extent.bottom + 1 + 2 * margin;
  const cell =
    Math.max(room.smallest, Math.min(room.width / wide, free / high, room.largest)) * zoom;
  const middle = [(room.width - wide * cell) / 2, (free - high * cell) / 2] as const;
  const left = within(middle[0] + pan[0], room.width, wide * cell);
  const top = within(middle[1] + pan[1], free, high * cell);
  return {
    columns: extent.right - extent.left + 3,
    rows: extent.top - extent.bottom + 3,
    cell,
    left: left - (1 - margin) * cell,
    top: room.above + top - (1 - margin) * cell,
    pan: [left - middle[0], top - middle[1]],
  };
}

const span = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** The columns of the grid from left to right: those of the city and one beside it on each side. */
export const columnsOf = ({ left, right }: Extent): number[] => span(left - 1, right + 1);

/** The rows of the grid, from the top. */
export const rowsOf = ({ bottom, top }: Extent): number[] => span(bottom - 1, top + 1).reverse();

/** The upper left corner of a cell, in pixels. */
export function cornerOf([x, y]: Cell, extent: Extent, fit: Fitting): Corner {
  return [fit.left + (x - extent.left + 1) * fit.cell, fit.top + (extent.top + 1 - y) * fit.cell];
}

/** Where a note about the first of these cells covers least of all of them: beside that cell. */
export function besideFirst(
  corners: readonly Corner[],
  cell: number,
  room: Room,
  [wide, high]: readonly [number, number],
): { left: number; top: number } | null {
  const [first] = corners;
  if (!first) return null;
  const [x, y] = first;
  const [middle, centre] = [x + (cell - wide) / 2, y + (cell - high) / 2];
  const places: Corner[] = [
    [middle, y - high - 10],
    [middle, y + cell + 10],
    [x + cell + 10, centre],
    [x - wide - 10, centre],
  ];
  const overlap = (one: number, other: number, length: number) =>
    Math.max(0, Math.min(one + length, other + cell) - Math.max(one, other));
  const found = places.map(([byLeft, byTop]) => {
    const left = Math.max(4, Math.min(room.width - wide - 4, byLeft));
    const top = Math.max(room.above, Math.min(room.height - high - 4, byTop));
    const covered = corners.reduce(
      (sum, [cellX, cellY]) => sum + overlap(left, cellX, wide) * overlap(top, cellY, high),
      0,
    );
    return { left, top, covered };
  });
  return found.reduce((best, each) => (each.covered < best.covered - 1 ? each : best));
}

/** How far to move one axis, so that as many of these cells as possible lie whole between two edges;
 * not at all if they do already. */
export function shiftToShow(
  starts: readonly number[],
  cell: number,
  low: number,
  high: number,
): number {
  const whole = (shift: number) =>
    starts.filter((start) => start + shift > low - 1 && start + shift + cell < high + 1).length;
  const shifts = starts.flatMap((start) => [low - start, high - cell - start]);
  return [0, ...shifts].reduce((best, each) => {
    const more = whole(each) - whole(best);
    return more > 0 || (more === 0 && Math.abs(each) < Math.abs(best)) ? each : best;
  });
}

/** Limits panning, so that a part of the city always stays in the box. */
function within(place: number, box: number, size: number): number {
  if (size <= box) return (box - size) / 2;
  return Math.max(box - size, Math.min(0, place));
}
