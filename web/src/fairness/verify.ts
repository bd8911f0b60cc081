// Checks the deal of a finished game: the record against itself, and against what this browser noted.
// docs/fairness.md says what each check proves.
import { commitmentOf, saltHash } from "./hashing";
import type { TableNote } from "./notes";
import { bag, deck, lots, reshuffle, type Dealer } from "./shuffles";

export type Result = "good" | "bad" | "unknown";
export interface Check {
  what:
    | "commitment"
    | "watched"
    | "salt"
    | "alone"
    | "left_out"
    | "hashes"
    | "shuffles"
    | "rounds"
    | "scheme";
  result: Result;
}
export interface Report {
  result: Result;
  checks: Check[];
  /** How many rounds were abandoned. */
  abandoned: number;
}

interface Abandoned {
  commitment: string;
  hashes: string[];
  missing: string[];
}

interface Proof {
  dealer: Dealer;
  commitment: string;
  hashes: string[];
  lots: string | null;
  abandoned: Abandoned[];
  players: number;
  deck: string;
  bag: string;
  reshuffles: string[];
}

const words = (value: string): string[] => (value === "none" ? [] : value.split(" "));
const HEX = /^[0-9a-f]{64}$/;

/** The proof in a record; null where the record claims none, or one that cannot be read. */
export function proofIn(record: string): Proof | null {
  const lines = record.split("\n").filter((line) => !line.startsWith("#"));
  const blank = lines.indexOf("");
  const header = new Map<string, string>();
  for (const line of lines.slice(0, blank)) {
    const colon = line.indexOf(": ");
    if (header.has(line.slice(0, colon))) return null;
    header.set(line.slice(0, colon), line.slice(colon + 2));
  }
  const get = (key: string): string => header.get(key) ?? "";
  const scheme = get("fairness");
  if ((scheme !== "1" && scheme !== "2") || !HEX.test(get("seed"))) return null;
  return {
    dealer: { scheme, seed: get("seed"), salts: words(get("salts")) },
    commitment: get("commitment"),
    hashes: words(get("hashes")),
    lots: header.get("lots") ?? null,
    abandoned: Array.from({ length: Number(header.get("rounds") ?? 1) - 1 }, (_, index) => {
      const [commitment = "", hashes = "", missing = ""] = get(`round ${index + 1}`).split(" | ");
      return { commitment, hashes: words(hashes), missing: words(missing) };
    }),
    players: get("players").split(" | ").length,
    deck: get("deck"),
    bag: get("bag"),
    reshuffles: lines
      .slice(blank + 1)
      .filter((line) => line.startsWith("deck: "))
      .map((line) => line.slice(6)),
  };
}

/** Check a record with what this browser noted of its table. */
export function verify(record: string, note: TableNote | null): Report {
  const proof = proofIn(record);
  if (!proof) return { result: "bad", checks: [{ what: "shuffles", result: "bad" }], abandoned: 0 };
  const checks: Check[] = [commitment(proof, note)];
  if (proof.dealer.scheme === "1") {
    checks.push({ what: "scheme", result: "unknown" });
  } else {
    checks.push(...salts(proof, note));
    const result = rounds(proof, note);
    if (result !== "good") checks.push({ what: "rounds", result });
  }
  checks.push({ what: "shuffles", result: shuffles(proof) ? "good" : "bad" });
  return { result: overall(checks), checks, abandoned: proof.abandoned.length };
}

function overall(checks: readonly Check[]): Result {
  const results = checks.map((check) => check.result);
  return results.includes("bad") ? "bad" : results.includes("unknown") ? "unknown" : "good";
}

const lastRound = (proof: Proof, note: TableNote | null) =>
  note?.rounds[proof.abandoned.length + 1] ?? null;
const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.join(" ") === other.join(" ");

function commitment(proof: Proof, note: TableNote | null): Check {
  const what = "commitment";
  if (commitmentOf(proof.dealer.seed) !== proof.commitment) return { what, result: "bad" };
  const seen = lastRound(proof, note);
  if (!seen) return { what, result: "unknown" };
  if (seen.commitment !== proof.commitment || seen.trouble === "commitment")
    return { what, result: "bad" };
  if (!seen.early) return { what, result: "unknown" };
  // A browser that only watched chose no salt, so its result is worded differently.
  return { what: seen.salt ? what : "watched", result: "good" };
}

function ownSalt(proof: Proof, note: TableNote | null): Check {
  const seen = lastRound(proof, note);
  const place = seen?.hash ? proof.hashes.indexOf(seen.hash) : -1;
  if (place >= 0)
    return { what: "salt", result: proof.dealer.salts[place] === seen?.salt ? "good" : "bad" };
  if (seen?.acknowledged || (seen?.hash && seen.frozen?.includes(seen.hash)))
    return { what: "salt", result: "bad" };
  const committed = Object.values(note?.rounds ?? {}).some((round) => round.salt);
  return { what: committed ? "left_out" : "salt", result: "unknown" };
}

/** The secrets of the browsers, or that none was asked for: a daily deal is the same for everybody. */
function salts(proof: Proof, note: TableNote | null): Check[] {
  const own = ownSalt(proof, note);
  const fixed = hashes(proof, note);
  const none = !proof.dealer.salts.length && own.what === "salt" && own.result === "unknown";
  if (none && fixed !== "bad") return [{ what: "alone", result: "unknown" }];
  return [own, { what: "hashes", result: fixed }];
}

function hashes(proof: Proof, note: TableNote | null): Result {
  const expected = proof.dealer.salts.map((salt) => saltHash(proof.commitment, salt));
  if (!same(expected, proof.hashes)) return "bad";
  const seen = lastRound(proof, note);
  if (seen?.trouble === "hashes") return "bad";
  if (!seen?.frozen) return "unknown";
  return same(seen.frozen, proof.hashes) ? "good" : "bad";
}

function rounds(proof: Proof, note: TableNote | null): Result {
  const numbers = Object.keys(note?.rounds ?? {}).map(Number);
  if (numbers.some((number) => number > proof.abandoned.length + 1)) return "bad";
  for (const [index, given] of proof.abandoned.entries()) {
    const seen = note?.rounds[index + 1];
    if (!seen) continue;
    if (seen.commitment !== given.commitment || seen.trouble) return "bad";
    if (seen.frozen && !same(seen.frozen, given.hashes)) return "bad";
    if (seen.acknowledged && seen.hash && given.missing.includes(seen.hash)) return "bad";
  }
  return proof.abandoned.length ? "unknown" : "good";
}

function shuffles(proof: Proof): boolean {
  const { dealer, players } = proof;
  return (
    proof.deck === deck(dealer, players).join(" ") &&
    proof.bag === bag(dealer).join(" ") &&
    proof.reshuffles.every(
      (order, index) => order === reshuffle(dealer, order.split(" "), index + 1).join(" "),
    ) &&
    (proof.lots === null || proof.lots === lots(dealer, players).join(" "))
  );
}
