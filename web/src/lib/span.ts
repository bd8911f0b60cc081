// How a city is fitted into its box: cells around it, the size of a tile, zoom and pan.
import type { Extent } from "./outline";

export interface Fitting {
  columns: number;
  rows: number;
  cell: number; // pixels
  left: number;
  top: number;
}

export function fitted(extent: Extent, width: number, height: number, zoom: number, pan: [number, number], largest: number, above = 0, below = 0): Fitting {
  const columns = extent.right - extent.left + 3;
  const rows = extent.top - extent.bottom + 3;
  const free = height - above - below;
  const cell = Math.max(8, Math.min(width / columns, free / rows, largest)) * zoom;
  const [wide, high] = [columns * cell, rows * cell];
  return {
    columns,
    rows,
    cell,
    left: within((width - wide) / 2 + pan[0], width, wide),
    top: above + within((free - high) / 2 + pan[1], free, high),
  };
}

/** Never so far that nothing of the city is left in the box. */
function within(place: number, box: number, size: number): number {
  if (size <= box) return (box - size) / 2;
  return Math.max(box - size, Math.min(0, place));
}
