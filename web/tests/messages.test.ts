// Every language has every text, and no text is left in the components.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../src/state/words.svelte";

type Message = string | Record<string, string>;
const SOURCE = join(import.meta.dirname, "..", "src");
const read = (language: string) =>
  JSON.parse(readFileSync(join(SOURCE, "messages", `${language}.json`), "utf8")) as Record<
    string,
    Message
  >;
const english = read("en");
const holes = (message: Message): string[] => {
  const text = typeof message === "string" ? message : Object.values(message).join(" ");
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? ""))].sort();
};

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

  test("has every plural its numbers need", () => {
    const rules = new Intl.PluralRules(language);
    for (const [key, message] of Object.entries(messages)) {
      if (typeof message === "string") continue;
      for (let n = 0; n <= 120; n++) expect(message, `${key} ${n}`).toHaveProperty(rules.select(n));
    }
  });
});

function components(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? components(join(folder, entry.name))
      : entry.name.endsWith(".svelte")
        ? [join(folder, entry.name)]
        : [],
  );
}

test("no text is left in a component", () => {
  const allowed = new Set(["Alhambra"]);
  const found = components(SOURCE).flatMap((file) => {
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
  const files = components(SOURCE).concat(
    ["lib", "state"].flatMap((folder) =>
      readdirSync(join(SOURCE, folder)).map((name) => join(SOURCE, folder, name)),
    ),
  );
  const missing = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/words\.(?:t|text)\(\s*"([^"]+)"/g)]
      .map((match) => match[1] ?? "")
      .filter((key) => !(key in english))
      .map((key) => `${file}: ${key}`),
  );
  expect(missing).toEqual([]);
});
