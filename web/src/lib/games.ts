// A game of a list in words: who plays, what is near, how it ended.
import type { SharedDealShown, TableSummary } from "../protocol";
import { addressOf } from "../state/router.svelte";
import type { Words } from "../state/words.svelte";

const NEAR = 0.5; // the chance from which a scoring is called near
const FEW_TILES = 12;

/** The names of the others; of everybody if one does not play. */
export const othersOf = (table: TableSummary): string[] =>
  table.names.filter((name, seat) => name && seat !== table.seat);

/** Where the games of a shared deal are compared. */
export const comparisonOf = (shared: SharedDealShown): string =>
  addressOf({ screen: shared.kind === "daily" ? "day" : "duplicate", id: shared.id });

/** What a game has come to, in one line, and which deal it shares with others. */
export function stateWords(table: TableSummary, words: Words): string {
  const shared = table.shared ? words.t(table.shared.kind) : "";
  return [shared, progressWords(table, words)].filter(Boolean).join(" · ");
}

function progressWords(table: TableSummary, words: Words): string {
  if (table.status === "open") return words.date(table.at);
  const own = table.seat;
  const points = own === null ? undefined : table.points[own];
  if (table.status === "over") {
    const place = own === null ? undefined : table.places[own];
    const result = place === 1 ? words.t("home.won") : place ? words.ordinal(place) : "";
    const sum = points === undefined ? "" : words.t("points.n", { n: points });
    return [words.day(table.at), [result, sum].filter(Boolean).join(", ")]
      .filter(Boolean)
      .join(" · ");
  }
  const near = table.scoring === "C" ? table.bag <= FEW_TILES : table.chance >= NEAR;
  const parts = [
    table.until ? words.t("home.until", { time: words.date(table.until) }) : "",
    table.points.length ? table.points.map((each) => words.number(each)).join(" : ") : "",
    near && table.scoring === "C" ? words.t("home.bag", { n: table.bag }) : "",
    near && table.scoring && table.scoring !== "C"
      ? words.t("home.near", { scoring: words.text(`scoring.${table.scoring}`) })
      : "",
  ];
  return parts.filter(Boolean).join(" · ");
}

/** The game that waits longest for me, or else the one in which somebody played last. */
export function heroOf(tables: readonly TableSummary[]): TableSummary | null {
  const running = tables.filter((table) => table.status === "playing");
  const mine = running.filter((table) => table.your_turn);
  const since = (table: TableSummary) => table.since ?? table.at;
  const [first] = mine.length
    ? mine.sort((one, other) => since(one) - since(other))
    : running.sort((one, other) => since(other) - since(one));
  return first ?? null;
}
