// The colours of the players as lines: their counters are too light for thin lines.
const LINES: Record<string, number> = { bird: 1, bone: 2, petal: 3, hexagon: 4, arch: 5, cross: 6 };

export const seatLine = (counter: string | undefined): string =>
  `var(--graph-${LINES[counter ?? ""] ?? 1})`;
