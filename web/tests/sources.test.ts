// How the page's own sources read: short lines, and colours only from the tokens.
import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";

const WRITTEN = /\.(ts|svelte|css|js)$/;
const GENERATED = /^(node_modules|tests\/fixtures)\/|^src\/protocol\.ts$/;
const TOKENS = "src/styles/tokens.css";
const LONGEST = 120;

const HEX = /#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})(?![\w-])/i;
const FUNCTION = /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(/;
const NAMES =
  "white|black|red|green|blue|yellow|orange|gr[ae]y|silver|gold|purple|brown|pink|navy|teal|ivory";
const NAMED = new RegExp(
  `(?:fill|stroke|color|background|border|shadow|outline)[\\w-]*(?::|=")[^;"]*` +
    `(?<![\\w-])(?:${NAMES})(?![\\w-])`,
);

function sources(): string[] {
  const folders = ["src", "tests"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  );
  return [...readdirSync("."), ...folders].filter(
    (name) => WRITTEN.test(name) && !GENERATED.test(name),
  );
}

function findLines(names: readonly string[], wrong: (line: string) => boolean): string[] {
  return names.flatMap((name) =>
    readFileSync(name, "utf8")
      .split("\n")
      .flatMap((line, index) => (wrong(line) ? [`${name}:${index + 1}: ${line.trim()}`] : [])),
  );
}

const hasColour = (line: string) => [HEX, FUNCTION, NAMED].some((pattern) => pattern.test(line));

test("no line is longer than 120", () => {
  expect(sources()).toContain("src/App.svelte");
  expect(findLines(sources(), (line) => line.length > LONGEST)).toEqual([]);
});

test("colours are said in the tokens only", () => {
  const others = sources().filter((name) => name.startsWith("src/") && name !== TOKENS);
  expect(findLines(others, hasColour)).toEqual([]);
  expect(findLines([TOKENS], hasColour)).not.toEqual([]);
});

test.each(["fill: #fff;", "color: rgb(0 0 0)", "border: 1px solid black;", 'stroke="white"'])(
  "a colour is seen: %s",
  (line) => expect(hasColour(line)).toBe(true),
);

test.each(["fill: var(--gold);", 'href="#card-scoring"', "white-space: nowrap", "color: inherit"])(
  "no colour: %s",
  (line) => expect(hasColour(line)).toBe(false),
);

test("what is hidden from sight only is styled in one place", () => {
  const hidden = findLines(sources(), (line) => /clip-path: inset\(50%\)/.test(line));
  expect(hidden.filter((place) => place.startsWith("src/"))).toHaveLength(1);
});
