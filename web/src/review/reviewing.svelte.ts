// The review of a finished game: how far it is, whose it is, and what it says of the moment.
import type { Review, ReviewStatus, TurnReviewed } from "../protocol";
import { api } from "../lib/api";
import { later, type Cancel } from "../lib/timers";
import { compare, type Comparison } from "../replay/frames";
import type { Reading } from "../replay/reading.svelte";
import type { Step } from "../replay/turns";
import { complaintOf } from "../state/failures.svelte";
import { chancesAt, courseOf, gradedPly, keyMoments, markedTurns } from "./judged";

const AGAIN = 1000; // milliseconds between two questions while it is made
const AGAIN_AFTER_FAILURE = 4000;
const UNDER_WAY = new Set(["waiting", "running"]);

export class Reviewing {
  status = $state.raw<ReviewStatus | null>(null);
  complaint = $state<string | null>(null);
  chosenSeat = $state<number | null>(null);
  /** Which of the two turns the board draws. */
  shown = $state<"played" | "better">("better");

  readonly review = $derived<Review | null>(this.status?.review ?? null);
  readonly underWay = $derived(UNDER_WAY.has(this.status?.state ?? ""));
  /** The seat whose review is shown: yours, unless another is chosen. */
  readonly seat = $derived.by(() => this.chosenSeat ?? this.reading.own ?? 0);
  readonly course = $derived.by(() =>
    this.status ? courseOf(this.status, this.reading.turns, this.reading.plies) : [],
  );
  readonly chances = $derived.by(() => chancesAt(this.course, this.reading.ply));
  private byPly = $derived(new Map((this.review?.turns ?? []).map((turn) => [turn.ply, turn])));
  /** The turn that is shown, as it is judged. */
  readonly turn = $derived.by(() => this.judged(this.reading.turn?.from));
  readonly marked = $derived(this.review ? markedTurns(this.review, this.seat) : []);
  readonly moments = $derived(this.review ? keyMoments(this.review) : []);
  readonly markCount = $derived(
    (this.review?.turns ?? []).filter((turn) => turn.mark !== null).length,
  );
  /** Where to begin: with the first of the moments that decided the game. */
  readonly first = $derived.by(() => {
    if (!this.status) return null;
    const moment = this.moments[0];
    return moment ? gradedPly(moment.turn) : this.reading.plies;
  });
  /** Both turns on the board, at the action where the turn went wrong. */
  readonly comparison = $derived.by((): Comparison | null => {
    const { turn, reading } = this;
    if (!turn?.mark || !turn.best || !reading.start || reading.playing) return null;
    if (reading.ply !== gradedPly(turn) || reading.moment?.ply !== reading.ply) return null;
    if (reading.start.ply !== turn.ply) return null;
    const [played, better] = [turn.played.happenings, turn.best.happenings];
    return compare(reading.start, turn.seat, played, better, this.shown);
  });

  private timer: Cancel | null = null;
  private closed = false;

  constructor(private readonly reading: Reading) {}

  /** Ask how far it is, and again until it is done. */
  open(): Promise<void> {
    return this.ask("GET");
  }

  begin = (): Promise<void> => this.ask("POST");
  stop = (): Promise<void> => this.ask("DELETE");

  close(): void {
    this.closed = true;
    this.timer?.();
  }

  judged(from: number | undefined): TurnReviewed | undefined {
    return from === undefined ? undefined : this.byPly.get(from);
  }

  /** The turn that is graded at this action. */
  gradedAt(step: Step): TurnReviewed | undefined {
    const turn = this.reading.turns.findLast((each) => each.from < step.ply);
    const found = this.judged(turn?.from);
    return found && gradedPly(found) === step.ply ? found : undefined;
  }

  /** Go to a turn, at the action that carries its mark. */
  visit = (turn: TurnReviewed): void => {
    this.shown = "better";
    this.reading.go(gradedPly(turn));
  };

  /** Go to the next mistake of the player, or back to the one before; around at the end. */
  visitMistake = (by: 1 | -1): void => {
    const { ply } = this.reading;
    const places = this.marked.map(gradedPly);
    const found =
      by > 0
        ? (places.find((at) => at > ply) ?? places[0])
        : (places.findLast((at) => at < ply) ?? places.at(-1));
    const turn = this.marked[places.indexOf(found ?? -1)];
    if (turn) this.visit(turn);
  };

  /** Draw the turn that was played, or the better one. */
  show = (which: "played" | "better"): void => {
    const { turn } = this;
    if (!turn?.mark) return;
    this.shown = which;
    this.reading.go(gradedPly(turn));
  };

  /** What a key does on this screen only. */
  actOf = (event: KeyboardEvent): (() => void) | null => {
    const key = event.key.toLowerCase();
    if (key === "n") return () => this.visitMistake(event.shiftKey ? -1 : 1);
    if (key === "b") return () => this.show(this.shown === "better" ? "played" : "better");
    return null;
  };

  private async ask(method: "GET" | "POST" | "DELETE"): Promise<void> {
    this.timer?.();
    const expected = method === "GET" && this.underWay;
    let again = AGAIN;
    try {
      const found = await api.review(this.reading.id, this.reading.invite, method);
      if (this.closed) return;
      this.status = found;
      this.complaint = null;
      // A server that was restarted has forgotten what it had not finished.
      if (expected && found.state === "none") return await this.ask("POST");
    } catch (error) {
      if (this.closed) return;
      this.complaint = complaintOf(error);
      again = AGAIN_AFTER_FAILURE;
    }
    if (this.underWay) this.timer = later(again, () => void this.ask("GET"));
  }
}
