// The colour of a player's line: their counter's, but with contrast enough for a thin line.
const LINES: Record<string, number> = { bird: 1, bone: 2, petal: 3, hexagon: 4, arch: 5, cross: 6 };

export const graphColour = (counter: string): string => `var(--graph-${LINES[counter] ?? 1})`;
