// Every language has every text, and no text is left in the components.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../src/state/words.svelte";

type Message = string | Record<string, string>;
const SOURCE = join(import.meta.dirname, "..", "src");
const MESSAGES = join(SOURCE, "..", "..", "src", "alhambra", "messages");
const file = (name: string) =>
  JSON.parse(readFileSync(join(MESSAGES, `${name}.json`), "utf8")) as Record<string, Message>;
// Those in a folder are loaded where they are needed.
const FOLDERS = ["review/", "lessons/", "practice/", "first-game/"];
const read = (language: string): Record<string, Message> =>
  Object.assign(file(language), ...FOLDERS.map((folder) => file(folder + language)));
const english = read("en");
const forms = (message: Message): string[] =>
  typeof message === "string" ? [message] : Object.values(message);
const textsWith = (language: string, sign: RegExp): string[] =>
  Object.entries(read(language)).flatMap(([key, message]) =>
    forms(message).some((text) => sign.test(text)) ? [key] : [],
  );
const holes = (message: Message): string[] => {
  const text = forms(message).join(" ");
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? ""))].sort();
};

// The longest text, without holes, that fits a button at 360 pixels, as measured in German and Hungarian.
// The action bar has two round buttons beside the main one, and needs room for its sentence.
const ON_BUTTONS: [number, string[]][] = [
  [10, ["do.take", "do.buy", "do.remove", "do.place", "pass", "confirm", "bar.result"]],
  [10, ["undo.agree", "undo.refuse", "tab.city", "tab.rivals", "tab.forecast", "tab.log"]],
  [12, ["quick.begin", "lobby.start", "home.join_do", "seat.sit", "seat.stand", "chat.send"]],
  [12, ["scoring.again", "scoring.skip", "scoring.go_on", "end.rematch", "end.replay", "copy"]],
  [12, ["cancel", "connection.reload", "curtain.open"]],
  [16, ["to_reserve", "give", "leave.do", "leave.stay", "setup.begin"]],
  [20, ["setup.add", "seat.bot_instead", "undo.ask", "replay.play_on", "page.reload"]],
  [26, ["home.play", "home.open_table", "end.rematch_join", "end.record", "connection.again"]],
  [16, ["review.begin", "review.stop", "review.again", "review.short"]],
  [20, ["review.next"]],
  [26, ["review.ask", "learn.play", "daily.play", "daily.play_late", "puzzles.next"]],
  [16, ["learn.show", "learn.again", "daily.go_on", "daily.review", "daily.copy"]],
  [20, ["learn.next", "learn.all"]],
  [12, ["first.ok"]],
  [24, ["first.never"]],
  [34, ["bar.turn_over_hint"]],
];

describe.each(Object.keys(LANGUAGES))("%s", (language) => {
  const messages = read(language);

  test("has every text and no other", () => {
    expect(Object.keys(messages).sort()).toEqual(Object.keys(english).sort());
  });

  test("fills the same holes", () => {
    for (const [key, message] of Object.entries(english)) {
      expect(holes(messages[key] ?? ""), key).toEqual(holes(message));
    }
  });

  test.each(ON_BUTTONS)("says in %i characters what stands on buttons", (limit, keys) => {
    for (const key of keys) {
      const text = String(messages[key]).replace(/\{\w+\}/g, "");
      expect(text.length, `${key}: ${text}`).toBeLessThanOrEqual(limit);
    }
  });

  test("has every plural its numbers need, and none that the language does not have", () => {
    const rules = new Intl.PluralRules(language);
    const known: string[] = rules.resolvedOptions().pluralCategories;
    const needed = new Set(Array.from({ length: 1000 }, (_, n) => rules.select(n)));
    for (const [key, message] of Object.entries(messages)) {
      if (typeof message === "string") continue;
      const given = Object.keys(message);
      expect(
        [...needed].filter((form) => !given.includes(form)),
        key,
      ).toEqual([]);
      expect(
        given.filter((form) => !known.includes(form)),
        key,
      ).toEqual([]);
    }
  });

  test("fills every hole in each plural form, so that no number is lost", () => {
    for (const [key, message] of Object.entries(messages)) {
      if (typeof message === "string") continue;
      for (const [form, text] of Object.entries(message))
        expect(holes(text), `${key} ${form}`).toEqual(holes(message));
    }
  });
});

// Vowel harmony and gender: which suffix is right depends on what fills the hole.
test.each(["hu", "ro"])("no suffix touches a hole in %s", (language) => {
  expect(textsWith(language, /\}[-’']?\p{L}|\ba\(z\)/u)).toEqual([]);
});

// Which article is right depends on the number: a 3, az 5.
test("no article stands before a hole in hu", () => {
  expect(textsWith("hu", /\baz? \{/i)).toEqual([]);
});

// What is paid is said in the dative: mit 5 + 3 Denaren.
test("a payment follows its preposition in de", () => {
  const paid = [...textsWith("de", /\{payment\}/), ...textsWith("de", /\{cards\}/)].filter(
    (key) => key.startsWith("why.") || key.includes("pay") || key.includes("bought"),
  );
  expect(paid.length).toBeGreaterThan(6);
  expect(paid.filter((key) => !/mit \{/i.test(forms(read("de")[key] ?? "").join()))).toEqual([]);
});

// From 20 on it would be "20 de partide", and only `n` chooses a plural.
test("no noun follows a number without a plural in ro", () => {
  expect(textsWith("ro", /\{(all|games|points|tiles)\} \p{L}/u)).toEqual([]);
});

test.each(Object.keys(LANGUAGES))("apostrophes are written alike in %s", (language) => {
  expect(textsWith(language, /’/)).toEqual([]);
});

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? files(path) : /\.(svelte|ts)$/.test(path) ? [path] : [];
  });
}
const components = () => files(SOURCE).filter((file) => file.endsWith(".svelte"));

test("no text is left in a component", () => {
  const allowed = new Set(["Alhambra"]);
  const found = components().flatMap((file) => {
    const markup = readFileSync(file, "utf8")
      .replace(/<script[\s\S]*?<\/script>/g, "")
      .replace(/<style[\s\S]*?<\/style>/g, "")
      .replace(/<!--[\s\S]*?-->/g, "");
    let depth = 0;
    let plain = "";
    for (const sign of markup) {
      if (sign === "{") depth += 1;
      if (depth === 0) plain += sign;
      if (sign === "}") depth -= 1;
    }
    const texts = plain
      .replace(/=>/g, "")
      .split(/<[^>]*>/)
      .map((text) => text.trim());
    return texts
      .filter((text) => /\p{L}{2}/u.test(text) && !allowed.has(text))
      .map((text) => `${file}: ${text}`);
  });
  expect(found).toEqual([]);
});

// What bots and their training say on the command line never comes to a page.
test("every reason the server can give is a text", () => {
  const folder = join(SOURCE, "..", "..", "src", "alhambra", "reasons");
  const tables = ["game", "record", "server"].map((layer) =>
    readFileSync(join(folder, `${layer}_sentences.py`), "utf8"),
  );
  const codes = [...tables.join("\n").matchAll(/^ {4}"(\w+)":/gm)].map(
    (match) => `reason.${match[1]}`,
  );
  expect(codes.length).toBeGreaterThan(90);
  expect(codes.filter((key) => !(key in english))).toEqual([]);
});

test("every key in the code is a text", () => {
  const missing = files(SOURCE).flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/words\.(?:t|text)\(\s*"([^"]+)"/g)]
      .map((match) => match[1] ?? "")
      .filter((key) => !(key in english))
      .map((key) => `${file}: ${key}`),
  );
  expect(missing).toEqual([]);
});

// The terminal has lessons and puzzles too.
test("every text is used", () => {
  const terminal = join(SOURCE, "..", "..", "src", "alhambra", "cli", "terminal");
  const python = readdirSync(terminal)
    .filter((name) => name.endsWith(".py"))
    .map((name) => join(terminal, name));
  const code = [...files(SOURCE), ...python].map((file) => readFileSync(file, "utf8")).join("\n");
  const starts = [...code.matchAll(/`([a-z_]+\.(?:[\w.]+\.)?)\$\{/g)].map(
    (match) => match[1] ?? "",
  );
  const used = (key: string) =>
    code.includes(`"${key}"`) ||
    code.includes(`'${key}'`) ||
    starts.some((start) => key.startsWith(start));
  expect(Object.keys(english).filter((key) => !used(key))).toEqual([]);
});
