// How a city is fitted into its box: the size of a tile, zoom and pan.
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

const MARGIN = 0.4; // of a cell, around what has to be seen

/** Show all of `seen`, the city and the cells that matter now, as large as there is room. */
export function fitted(
  extent: Extent,
  seen: Extent,
  room: Room,
  zoom: number,
  pan: readonly [number, number],
): Fitting {
  const free = room.height - room.above - room.below;
  const wide = seen.right - seen.left + 1 + 2 * MARGIN;
  const high = seen.top - seen.bottom + 1 + 2 * MARGIN;
  const cell =
    Math.max(room.smallest, Math.min(room.width / wide, free / high, room.largest)) * zoom;
  const middle = [(room.width - wide * cell) / 2, (free - high * cell) / 2] as const;
  const left = within(middle[0] + pan[0], room.width, wide * cell);
  const top = within(middle[1] + pan[1], free, high * cell);
  return {
    columns: extent.right - extent.left + 3,
    rows: extent.top - extent.bottom + 3,
    cell,
    left: left - (seen.left - MARGIN - (extent.left - 1)) * cell,
    top: room.above + top - (extent.top + 1 - (seen.top + MARGIN)) * cell,
    pan: [left - middle[0], top - middle[1]],
  };
}

/** Limits panning, so that a part of the city always stays in the box. */
function within(place: number, box: number, size: number): number {
  if (size <= box) return (box - size) / 2;
  return Math.max(box - size, Math.min(0, place));
}
