// The log by turns: what each player did, what that means for "since your turn", and which tiles were
// placed last.
import type { HappeningShown, LogEntry } from "../protocol";
import type { Params, Part, Words } from "../state/words.svelte";
import { cardOf } from "./pieces";
import { lineOf, tileWords, type Named } from "./narration";

export interface LoggedTurn {
  number: number; // counted from 1
  seat: number; // -1 while nobody has done anything
  start: number; // the actions before it
  happenings: HappeningShown[];
}

export type ActionHappening = Extract<
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

const ACTIONS = new Set<HappeningShown["type"]>([
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

export const isAction = (happening: HappeningShown): happening is ActionHappening =>
  ACTIONS.has(happening.type);

/** Whether only waiting tiles were put somewhere: the end of a purchase. */
export const isLanding = (happenings: readonly HappeningShown[]): boolean => {
  const actions = happenings.filter(isAction);
  return actions.length > 0 && actions.every((action) => LANDINGS.has(action.type));
};

/** The turns of a game, the last one perhaps without an action so far. */
export function loggedTurns(entries: readonly LogEntry[]): LoggedTurn[] {
  let turn: LoggedTurn = { number: 1, seat: -1, start: 0, happenings: [] };
  const turns = [turn];
  for (const { ply, happenings } of entries)
    for (const each of happenings) {
      if (each.type === "turn_began") {
        turn = { number: turn.number + 1, seat: each.seat, start: ply, happenings: [] };
        turns.push(turn);
      } else {
        if (turn.seat < 0 && (isAction(each) || each.type === "started")) turn.seat = each.seat;
        turn.happenings.push(each);
      }
    }
  return turns;
}

/** One thing that a player did, or something that happened to all. */
export interface Step {
  happening: HappeningShown;
  lands: "placed" | "reserved" | "given" | null; // where a new tile went
}

/** What happened in a turn. A tile that was bought and then placed is one step. */
export function stepsOf({ happenings }: LoggedTurn): Step[] {
  const steps: Step[] = [];
  for (const each of happenings) {
    if (each.type === "placed" || each.type === "reserved" || each.type === "given") {
      const { tile } = each;
      const got = steps.find(
        (step) =>
          (step.happening.type === "bought" || step.happening.type === "awarded") &&
          step.happening.tile === tile &&
          !step.lands,
      );
      if (got) {
        got.lands = each.type;
        continue;
      }
    }
    steps.push({ happening: each, lands: null });
  }
  return steps;
}

export interface Since {
  turns: LoggedTurn[]; // those of the others since my last turn, the earliest first
  own: LoggedTurn | null; // mine, if it is my turn and I have acted
  earlier: LoggedTurn[]; // the latest first
}

/** What the others did since the last finished turn of this seat; for a spectator, the last round. */
export function sinceTurn(
  turns: readonly LoggedTurn[],
  seat: number | null,
  players: number,
): Since {
  const current = turns.at(-1);
  const acting = seat !== null && current?.seat === seat;
  const last =
    seat === null
      ? turns.length - players - 1
      : turns.findLastIndex((turn) => turn.seat === seat && turn !== current);
  const shown = turns.slice(Math.max(0, last + 1)).filter((turn) => turn.happenings.length);
  return {
    turns: acting ? shown.filter((turn) => turn !== current) : shown,
    own: acting && current?.happenings.some(isAction) ? current : null,
    earlier: turns
      .slice(0, Math.max(0, last + 1))
      .filter((turn) => turn.happenings.length)
      .reverse(),
  };
}

/** For each seat the tiles placed in its last turn; none once its next turn has begun. */
export function lastSet(turns: readonly LoggedTurn[], players: number): ReadonlySet<string>[] {
  return Array.from({ length: players }, (_, seat) => {
    const turn = turns.findLast((each) => each.seat === seat);
    const tiles = (turn?.happenings ?? []).filter(
      (happening) =>
        happening.type === "placed" || happening.type === "built" || happening.type === "swapped",
    );
    return new Set(tiles.flatMap((happening) => (happening.seat === seat ? [happening.tile] : [])));
  });
}

/** A action without its doer: "took 6 dirhams". Every language begins these lines with the name. */
function actionParts(action: ActionHappening, { words }: Named): Part[] {
  if (action.type === "bought")
    return words.parts("since.bought", {
      tile: tileWords(action.tile, words),
      money: moneyWords(action, words),
    });
  const line = lineOf(action, { names: [], words });
  if (!line) return [];
  const parts = words.parts(line.key, { ...line.params, name: "" });
  return parts.map((part, index) => (index ? part : { ...part, text: part.text.trimStart() }));
}

function moneyWords(action: Extract<ActionHappening, { type: "bought" }>, words: Words): string {
  const [card] = action.cards;
  return card ? words.text(`currency.${cardOf(card).currency}`, { n: action.paid }) : "";
}

/** A step as a line below the name of whose turn it is. */
export function stepParts(step: Step, turn: LoggedTurn, named: Named): Part[] {
  const { happening } = step;
  if (isAction(happening) && happening.seat === turn.seat) return actionParts(happening, named);
  const line = lineOf(happening, named);
  return line ? named.words.parts(line.key, line.params) : [];
}

function actionWords(action: ActionHappening, words: Words): string {
  const line = lineOf(action, { names: [], words });
  if (!line) return "";
  const params: Params = { ...line.params, name: "" };
  if (action.type === "bought") params.payment = moneyWords(action, words);
  return words.text(line.key, params).trim();
}

/** A turn in words: one sentence for what was done, then what happened to all. */
export function turnWords(turn: LoggedTurn, named: Named, withActions = true): string {
  const { names, words } = named;
  const steps = stepsOf(turn);
  const actions = steps.flatMap(({ happening, lands }) => {
    if (!isAction(happening) || happening.seat !== turn.seat) return [];
    const aside = lands && lands !== "placed" && happening.type === "bought";
    const { seat } = happening;
    const landed: ActionHappening[] = aside ? [{ type: lands, seat, tile: happening.tile }] : [];
    return [happening, ...landed].map((each) => actionWords(each, words));
  });
  const others = steps
    .filter(({ happening }) => !isAction(happening) || happening.seat !== turn.seat)
    .map(({ happening }) => lineOf(happening, named))
    .flatMap((line) => (line ? [words.text(line.key, line.params)] : []));
  const name = names[turn.seat] ?? "";
  const first = withActions && actions.length ? [`${name} ${words.list(actions)}`] : [];
  return [...first, ...others].join(". ");
}

/** The tiles and cards of a turn, in the order in which they were got. */
export function piecesOf(turn: LoggedTurn): { tiles: string[]; cards: string[] } {
  const tiles: string[] = [];
  const cards: string[] = [];
  for (const { happening } of stepsOf(turn)) {
    if (!isAction(happening) || happening.seat !== turn.seat) continue;
    if (happening.type === "took") cards.push(...happening.cards);
    else if ("tile" in happening) tiles.push(happening.tile);
  }
  return { tiles, cards };
}
