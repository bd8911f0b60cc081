// All texts, in seven languages: message files, plurals and numbers by Intl.
import type { ReasonGiven } from "../protocol";
import en from "../../../src/alhambra/messages/en.json";
import type reviews from "../../../src/alhambra/messages/review/en.json";
import { settings } from "./settings.svelte";

export type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Key = keyof typeof en | keyof typeof reviews;
export type Params = Record<string, string | number>;
export interface Part {
  text: string;
  param: string | null;
}

export const LANGUAGES = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  pt: "Português",
  it: "Italiano",
  ro: "Română",
  hu: "Magyar",
} as const;
export type Language = keyof typeof LANGUAGES;

const FILES = import.meta.glob<{ default: Record<string, Message> }>([
  "../../../src/alhambra/messages/*.json",
  "!../../../src/alhambra/messages/en.json",
]);
type Files = Record<string, () => Promise<{ default: Record<string, Message> }>>;
/** Texts that only some screens show, by language. */
export type Pack = (language: Language) => Promise<Record<string, Message>>;
/** The texts in files that are named after their language. */
export const packOf =
  (files: Files): Pack =>
  async (language) => {
    const found = Object.entries(files).find(([name]) => name.endsWith(`/${language}.json`));
    return found ? (await found[1]()).default : {};
  };
const HOLE = /\{(\w+)\}/g;

/** The first of the browser's languages that is supported. */
export function spoken(wished: readonly string[]): Language {
  for (const tag of wished) {
    const language = tag.slice(0, 2).toLowerCase();
    if (language in LANGUAGES) return language as Language;
  }
  return "en";
}

export class Words {
  language = $state<Language>("en");
  private messages = $state.raw<Record<string, Message>>(en);
  private packs: Pack[] = [];
  private numbers = $derived(new Intl.NumberFormat(this.language));
  private plurals = $derived(new Intl.PluralRules(this.language));
  private ordering = $derived(new Intl.PluralRules(this.language, { type: "ordinal" }));
  private lists = $derived(new Intl.ListFormat(this.language, { type: "conjunction" }));
  private signs = $derived(new Intl.NumberFormat(this.language, { signDisplay: "exceptZero" }));
  private percents = $derived(new Intl.NumberFormat(this.language, { style: "percent" }));

  /** Begin with the language that was chosen, or else the browser's; in English if it cannot be loaded. */
  async begin(): Promise<void> {
    await this.speak(spoken([settings.kept.language ?? "", ...navigator.languages])).catch(() =>
      this.speak("en"),
    );
  }

  async speak(language: Language): Promise<void> {
    const file = FILES[`../../../src/alhambra/messages/${language}.json`];
    const files = [file ? file().then((each) => each.default) : Promise.resolve(en)];
    const loaded = await Promise.all([...files, ...this.packs.map((pack) => pack(language))]);
    this.messages = Object.assign({}, ...loaded);
    this.language = language;
    document.documentElement.lang = language;
  }

  /** Texts of a screen that is about to be shown; they follow the language from then on. */
  async add(pack: Pack): Promise<void> {
    if (this.packs.includes(pack)) return;
    const texts = await pack(this.language);
    this.packs.push(pack);
    this.messages = { ...this.messages, ...texts };
  }

  async choose(language: Language): Promise<void> {
    settings.set("language", language);
    await this.speak(language);
  }

  private pattern(key: string, params: Params): string {
    const message = this.messages[key] ?? (en as Record<string, Message>)[key];
    if (message === undefined) return key;
    if (typeof message === "string") return message;
    const rule = this.plurals.select(Number(params.n ?? 0));
    return message[rule] ?? message.other ?? key;
  }

  private filled(value: string | number | undefined): string {
    if (value === undefined) return "";
    return typeof value === "number" ? this.numbers.format(value) : value;
  }

  /** A text with its parameters filled in; `n` chooses the plural. */
  t(key: Key, params: Params = {}): string {
    return this.text(key, params);
  }

  /** The same for a key that is put together at run time. */
  text(key: string, params: Params = {}): string {
    return this.pattern(key, params).replace(HOLE, (_, name: string) => this.filled(params[name]));
  }

  has(key: string): boolean {
    return key in this.messages || key in en;
  }

  /** The name of a bot's level. A server's own bots have no translation: their key is their name. */
  level(key: string): string {
    const named = `level.${key}`;
    return this.has(named) ? this.text(named) : key;
  }

  /** What a level does, in one sentence; empty for a server's own bots. */
  levelAbout(key: string): string {
    const about = `level.${key}.about`;
    return this.has(about) ? this.text(about) : "";
  }

  /** A text in pieces, so that parameters can be set apart. */
  parts(key: string, params: Params): Part[] {
    const pieces = this.pattern(key, params).split(HOLE);
    return pieces
      .map((piece, index) =>
        index % 2
          ? { text: this.filled(params[piece]), param: piece }
          : { text: piece, param: null },
      )
      .filter((part) => part.text);
  }

  number(value: number): string {
    return this.numbers.format(value);
  }

  percent(value: number): string {
    return this.percents.format(value);
  }

  /** A gain or a loss, with its sign. */
  signed(value: number): string {
    return this.signs.format(value);
  }

  list(items: readonly string[]): string {
    return this.lists.format(items);
  }

  ordinal(value: number): string {
    const rule = this.ordering.select(value);
    const key = `ordinal.${rule}`;
    return this.text(this.has(key) ? key : "ordinal.other", { n: this.number(value) });
  }

  date(milliseconds: number): string {
    return new Intl.DateTimeFormat(this.language, {
      dateStyle: "medium",
      timeStyle: "short",
    }).format(milliseconds);
  }

  /** A date without a time. */
  day(milliseconds: number): string {
    return new Intl.DateTimeFormat(this.language, { dateStyle: "medium" }).format(milliseconds);
  }

  /** A reason in the chosen language, by its code; the English sentence if the code is unknown. */
  reason(reason: ReasonGiven): string {
    const key = `reason.${reason.code}`;
    if (!this.has(key)) return reason.sentence;
    return this.text(key, tidied(reason.params, this));
  }
}

/** The parameters of a reason in words: a tile by its kind and price, a side or a part by its name. */
function tidied(params: Params, words: Words): Params {
  const said: Params = {};
  for (const [name, value] of Object.entries(params)) {
    if (name === "side") said[name] = words.text(`side.${String(value)[0]}`);
    else if (name === "tile")
      said[name] = words.text(`tile.${tileKind(String(value))}`, {
        n: /\d+/.exec(String(value))?.[0] ?? "",
      });
    else if (name === "currency") said[name] = words.text(`currency.${value}.plain`);
    else if (name === "part") said[name] = partWords(String(value), words);
    else said[name] = value;
  }
  return said;
}

/** The part of a deal that a proof fails on: "deck", or "reshuffle 2". */
function partWords(part: string, words: Words): string {
  const [name = "", number = ""] = part.split(" ");
  return words.text(`fairness.part.${name}`, { n: Number(number) });
}

function tileKind(name: string): string {
  const kinds: Record<string, string> = {
    P: "pavilion",
    S: "seraglio",
    A: "arcades",
    C: "chambers",
    G: "garden",
    T: "tower",
  };
  return kinds[name[0] ?? ""] ?? "pavilion";
}

export const words = new Words();
