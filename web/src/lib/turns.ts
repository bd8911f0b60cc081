// The log by turns: what each player did, what that means for "since your turn", and which tiles were
// placed last.
import type { HappeningShown, LogEntry } from "../protocol";
import type { Params, Part, Words } from "../state/words.svelte";
import { cardOf } from "./pieces";
import { lineOf, tileWords, type Named } from "./narration";

export interface Turn {
  number: number; // counted from 1
  seat: number; // -1 while nobody has done anything
  start: number; // the actions before it
  told: HappeningShown[];
}

export type Deed = Extract<
  HappeningShown,
  {
    type:
      | "took"
      | "bought"
      | "built"
      | "removed"
      | "swapped"
      | "passed"
      | "placed"
      | "reserved"
      | "given";
  }
>;

const DEEDS = new Set<HappeningShown["type"]>([
  "took",
  "bought",
  "built",
  "removed",
  "swapped",
  "passed",
  "placed",
  "reserved",
  "given",
]);
const LANDINGS = new Set<HappeningShown["type"]>(["placed", "reserved", "given"]);

export const isDeed = (told: HappeningShown): told is Deed => DEEDS.has(told.type);

/** Whether only waiting tiles were put somewhere: the end of a purchase. */
export const isLanding = (told: readonly HappeningShown[]): boolean => {
  const deeds = told.filter(isDeed);
  return deeds.length > 0 && deeds.every((deed) => LANDINGS.has(deed.type));
};

/** The turns of a game, the last one perhaps without an action so far. */
export function turnsOf(entries: readonly LogEntry[]): Turn[] {
  let turn: Turn = { number: 1, seat: -1, start: 0, told: [] };
  const turns = [turn];
  for (const { ply, told } of entries)
    for (const each of told) {
      if (each.type === "turn_began") {
        turn = { number: turn.number + 1, seat: each.seat, start: ply, told: [] };
        turns.push(turn);
      } else {
        if (turn.seat < 0 && (isDeed(each) || each.type === "started")) turn.seat = each.seat;
        turn.told.push(each);
      }
    }
  return turns;
}

/** One thing that a player did, or something that happened to all. */
export interface Step {
  told: HappeningShown;
  lands: "placed" | "reserved" | "given" | null; // where a new tile went
}

/** What happened in a turn. A tile that was bought and then placed is one step. */
export function stepsOf({ told }: Turn): Step[] {
  const steps: Step[] = [];
  for (const each of told) {
    if (each.type === "placed" || each.type === "reserved" || each.type === "given") {
      const { tile } = each;
      const got = steps.find(
        (step) =>
          (step.told.type === "bought" || step.told.type === "awarded") &&
          step.told.tile === tile &&
          !step.lands,
      );
      if (got) {
        got.lands = each.type;
        continue;
      }
    }
    steps.push({ told: each, lands: null });
  }
  return steps;
}

export interface Since {
  turns: Turn[]; // those of the others since my last turn, the earliest first
  own: Turn | null; // mine, if it is my turn and I have acted
  earlier: Turn[]; // the latest first
}

/** What the others did since the last finished turn of this seat; for a spectator, the last round. */
export function sinceTurn(turns: readonly Turn[], seat: number | null, players: number): Since {
  const current = turns.at(-1);
  const acting = seat !== null && current?.seat === seat;
  const last =
    seat === null
      ? turns.length - players - 1
      : turns.findLastIndex((turn) => turn.seat === seat && turn !== current);
  const shown = turns.slice(Math.max(0, last + 1)).filter((turn) => turn.told.length);
  return {
    turns: acting ? shown.filter((turn) => turn !== current) : shown,
    own: acting && current?.told.some(isDeed) ? current : null,
    earlier: turns
      .slice(0, Math.max(0, last + 1))
      .filter((turn) => turn.told.length)
      .reverse(),
  };
}

/** For each seat the tiles placed in its last turn; none once its next turn has begun. */
export function lastSet(turns: readonly Turn[], players: number): ReadonlySet<string>[] {
  return Array.from({ length: players }, (_, seat) => {
    const turn = turns.findLast((each) => each.seat === seat);
    const tiles = (turn?.told ?? []).filter(
      (told) => told.type === "placed" || told.type === "built" || told.type === "swapped",
    );
    return new Set(tiles.flatMap((told) => (told.seat === seat ? [told.tile] : [])));
  });
}

/** A deed without its doer: "took 6 dirhams". Every language begins these lines with the name. */
function deedParts(deed: Deed, { words }: Named): Part[] {
  if (deed.type === "bought")
    return words.parts("since.bought", {
      tile: tileWords(deed.tile, words),
      money: moneyWords(deed, words),
    });
  const line = lineOf(deed, { names: [], words });
  if (!line) return [];
  const parts = words.parts(line.key, { ...line.params, name: "" });
  return parts.map((part, index) => (index ? part : { ...part, text: part.text.trimStart() }));
}

function moneyWords(deed: Extract<Deed, { type: "bought" }>, words: Words): string {
  const [card] = deed.cards;
  return card ? words.text(`currency.${cardOf(card).currency}`, { n: deed.paid }) : "";
}

/** A step as a line below the name of whose turn it is. */
export function stepParts(step: Step, turn: Turn, named: Named): Part[] {
  const { told } = step;
  if (isDeed(told) && told.seat === turn.seat) return deedParts(told, named);
  const line = lineOf(told, named);
  return line ? named.words.parts(line.key, line.params) : [];
}

function deedWords(deed: Deed, words: Words): string {
  const line = lineOf(deed, { names: [], words });
  if (!line) return "";
  const params: Params = { ...line.params, name: "" };
  if (deed.type === "bought") params.payment = moneyWords(deed, words);
  return words.text(line.key, params).trim();
}

/** A turn in words: one sentence for what was done, then what happened to all. */
export function turnWords(turn: Turn, named: Named, withDeeds = true): string {
  const { names, words } = named;
  const steps = stepsOf(turn);
  const deeds = steps.flatMap(({ told, lands }) => {
    if (!isDeed(told) || told.seat !== turn.seat) return [];
    const aside = lands && lands !== "placed" && told.type === "bought";
    const { seat } = told;
    const landed: Deed[] = aside ? [{ type: lands, seat, tile: told.tile }] : [];
    return [told, ...landed].map((each) => deedWords(each, words));
  });
  const others = steps
    .filter(({ told }) => !isDeed(told) || told.seat !== turn.seat)
    .map(({ told }) => lineOf(told, named))
    .flatMap((line) => (line ? [words.text(line.key, line.params)] : []));
  const name = names[turn.seat] ?? "";
  const first = withDeeds && deeds.length ? [`${name} ${words.list(deeds)}`] : [];
  return [...first, ...others].join(". ");
}

/** The tiles and cards of a turn, in the order in which they were got. */
export function piecesOf(turn: Turn): { tiles: string[]; cards: string[] } {
  const tiles: string[] = [];
  const cards: string[] = [];
  for (const { told } of stepsOf(turn)) {
    if (!isDeed(told) || told.seat !== turn.seat) continue;
    if (told.type === "took") cards.push(...told.cards);
    else if ("tile" in told) tiles.push(told.tile);
  }
  return { tiles, cards };
}
