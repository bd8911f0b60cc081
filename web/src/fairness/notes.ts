// What this browser has seen of the deal at each table, kept so that it can be checked after a reload.
export type Trouble = "commitment" | "hashes" | "round";

export interface RoundNote {
  /** The commitment as it was first seen. */
  commitment: string;
  /** Was it seen before the salts were frozen? */
  early: boolean;
  salt: string | null;
  hash: string | null;
  /** The hashes as they were first seen frozen, noted before the salt is revealed. */
  frozen: string[] | null;
  /** Has the server acknowledged the salt? */
  acknowledged: boolean;
  trouble: Trouble | null;
}

export interface TableNote {
  at: number;
  rounds: Record<number, RoundNote>;
}

const PREFIX = "alhambra.deal.";
const MOST = 100;
/** For browsers without storage: a reload loses it. */
const unkept = new Map<string, string>();

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? unkept.get(key) ?? null;
  } catch {
    return unkept.get(key) ?? null;
  }
}

/** What is known of a table; null if this browser saw nothing of its deal. */
export function readNote(table: string): TableNote | null {
  try {
    return JSON.parse(stored(PREFIX + table) ?? "null") as TableNote | null;
  } catch {
    return null;
  }
}

export function keepNote(table: string, note: TableNote): void {
  const key = PREFIX + table;
  const text = JSON.stringify(note);
  try {
    if (localStorage.getItem(key) === null) forgetOldest();
    localStorage.setItem(key, text);
    unkept.delete(key);
  } catch {
    unkept.set(key, text);
  }
}

function forgetOldest(): void {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  const age = (key: string): number => readNote(key.slice(PREFIX.length))?.at ?? 0;
  const oldest = keys.sort((one, other) => age(other) - age(one)).slice(MOST - 1);
  for (const key of oldest) localStorage.removeItem(key);
}
