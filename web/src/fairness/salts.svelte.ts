// This page's part in fair dealing: commit to a salt, and reveal it only when that is safe.
// docs/fairness.md says why.
import { later } from "../lib/timers";
import type { FairnessShown, ReasonGiven, TableShown } from "../protocol";
import type { NewCommand } from "../state/connection.svelte";
import { keepNote, readNote, type RoundNote, type TableNote, type Trouble } from "./notes";

export interface SaltWire {
  command(wished: NewCommand): Promise<ReasonGiven | null>;
}

const AGAIN_AFTER = 1000;
/** Refusals that say nothing about the salt itself. */
const PASSING = new Set(["not_saved", "too_fast", "table_moved_on"]);

export const freshSalt = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((hash, index) => hash === other[index]);

export class SaltKeeper {
  /** What the server showed that contradicts what it showed before. The page then reveals nothing. */
  trouble = $state<Trouble | null>(null);
  private sent = new Map<string, SaltWire>();
  private last: Promise<void> = Promise.resolve();
  private latest: [TableShown, SaltWire] | null = null;

  constructor(private readonly table: string) {}

  /** Do what the table waits for. Tables are handled one after another. */
  follow(table: TableShown, wire: SaltWire): Promise<void> {
    this.latest = [table, wire];
    this.last = this.last.then(() => this.step(table, wire)).catch(() => {});
    return this.last;
  }

  /** Handle the latest state of the table again. */
  private again(): void {
    if (this.latest) void this.follow(...this.latest);
  }

  private async step(table: TableShown, wire: SaltWire): Promise<void> {
    const shown = table.fairness;
    if (!shown || shown.scheme === "1") return;
    const note = readNote(this.table) ?? { at: Date.now(), rounds: {} };
    if (!note.rounds[shown.round] && table.status !== "open") return;
    const round = (note.rounds[shown.round] ??= firstSight(shown));
    round.trouble ??= troubleWith(shown, round, note);
    this.trouble = round.trouble;
    if (shown.stage === "revealing") round.frozen ??= hashesOf(shown);
    keepNote(this.table, note);
    if (round.trouble || table.status !== "open") return;
    const waited = shown.waiting.some((seat) => table.seats[seat]?.yours);
    const mine = shown.salts.some((salt) => salt.seat !== null && table.seats[salt.seat]?.yours);
    const seated = table.seats.some((seat) => seat.yours);
    if (seated && !mine && (shown.stage === "gathering" || waited) && shown.stage !== "revealing") {
      await this.commit(shown, wire);
    } else if (shown.stage === "revealing" && waited) {
      this.reveal(shown, round, wire);
    }
  }

  private async commit(shown: FairnessShown, wire: SaltWire): Promise<void> {
    const { saltHash } = await import("./hashing");
    const { salt, hash } = this.change(shown.round, (round) => {
      if (round.salt && round.hash) return; // perhaps chosen by another tab while the code was loading
      round.salt = freshSalt();
      round.hash = saltHash(round.commitment, round.salt);
    });
    if (!hash) return;
    this.send({ type: "commit_salt", round: shown.round, hash }, wire, () => {
      // If two tabs chose at the same moment, the salt that the server took is the one to reveal.
      const kept = readNote(this.table)?.rounds[shown.round]?.hash;
      if (kept === hash) return;
      this.change(shown.round, (round) => Object.assign(round, { salt, hash }));
      this.again();
    });
  }

  private reveal(shown: FairnessShown, round: RoundNote, wire: SaltWire): void {
    if (!round.salt || !round.hash || !round.frozen?.includes(round.hash)) return;
    const acknowledged = () =>
      void this.change(shown.round, (noted) => (noted.acknowledged = true));
    this.send({ type: "reveal_salt", round: shown.round, salt: round.salt }, wire, acknowledged);
  }

  /** Change the notes of a round, and save them. */
  private change(number: number, apply: (round: RoundNote) => void): Partial<RoundNote> {
    const note = readNote(this.table);
    const round = note?.rounds[number];
    if (!note || !round) return {};
    apply(round);
    keepNote(this.table, note);
    return round;
  }

  /** Send it once on each connection; the connection itself resends what was lost. */
  private send(command: NewCommand & { round: number }, wire: SaltWire, done: () => void): void {
    const key = `${command.type} ${command.round}`;
    if (this.sent.get(key) === wire) return;
    this.sent.set(key, wire);
    void wire.command(command).then((reason) => {
      if (!reason) done();
      else if (PASSING.has(reason.code)) {
        this.sent.delete(key);
        later(AGAIN_AFTER, () => this.again());
      }
    });
  }
}

function firstSight(shown: FairnessShown): RoundNote {
  const early = shown.stage === "gathering" || shown.stage === "committing";
  return {
    commitment: shown.commitment,
    early,
    salt: null,
    hash: null,
    frozen: null,
    acknowledged: false,
    trouble: null,
  };
}

const hashesOf = (shown: FairnessShown): string[] => shown.salts.map((salt) => salt.hash ?? "");

function troubleWith(shown: FairnessShown, round: RoundNote, note: TableNote): Trouble | null {
  if (round.commitment !== shown.commitment) return "commitment";
  if (Object.keys(note.rounds).some((number) => Number(number) > shown.round)) return "round";
  const frozen = shown.stage === "revealing" || shown.stage === "dealt";
  if (frozen && round.frozen && !same(round.frozen, hashesOf(shown))) return "hashes";
  return null;
}
