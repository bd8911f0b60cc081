// A finished game that somebody reads: the action they are at, and the position after it.
import type { GameShown, HappeningShown, Moment } from "../protocol";
import { api } from "../lib/api";
import { Blocks } from "../lib/blocks";
import { complaintOf } from "../state/failures.svelte";
import { changesOf, marksOf, scoringsOf, turnAt, turnsOf } from "./turns";

export class Reading {
  game = $state.raw<GameShown | null>(null);
  moment = $state.raw<Moment | null>(null); // may be behind `ply` until its block has come
  ply = $state(0);
  playing = $state(false);
  complaint = $state<string | null>(null);

  readonly plies = $derived(this.game?.plies ?? 0);
  readonly seats = $derived(this.game?.table.seats ?? []);
  readonly names = $derived(this.seats.map((seat) => seat.name));
  readonly counters = $derived(this.seats.map((seat) => seat.counter));
  /** The seat of the person who reads, if they played. */
  readonly own = $derived.by(() => {
    const at = this.seats.findIndex((seat) => seat.yours);
    return at < 0 ? null : at;
  });
  readonly turns = $derived(this.game ? turnsOf(this.game) : []);
  readonly scorings = $derived(this.game ? scoringsOf(this.game) : []);
  readonly turn = $derived(turnAt(this.turns, this.ply));
  /** What the action at `ply` did. */
  readonly happenings = $derived(this.happeningsAt(this.ply));
  readonly course = $derived(this.game?.if_scored ?? []);
  /** The points of every seat, if scored now. */
  readonly worth = $derived(this.course.findLast(([at]) => (at ?? 0) <= this.ply)?.slice(1) ?? []);

  // About the position that is drawn.
  readonly board = $derived(this.moment?.board ?? null);
  readonly marks = $derived(marksOf(this.happeningsAt(this.moment?.ply ?? 0)));
  /** Whose city is large. */
  readonly seat = $derived(this.marks.seat ?? this.board?.seat ?? 0);
  /** What the action changed in that city. */
  readonly changes = $derived.by(() => {
    if (!this.moment || !this.before || this.moment.ply !== this.ply) return [];
    return changesOf(this.before.board, this.moment.board, this.seat);
  });
  /** Who acts at `ply`. */
  readonly actor = $derived(marksOf(this.happenings).seat ?? this.board?.seat ?? 0);

  private before = $state.raw<Moment | null>(null); // the moment before, if it has come
  /** The position in which the turn began, if it has come. */
  start = $state.raw<Moment | null>(null);
  private blocks: Blocks<Moment> | null = null;

  constructor(
    readonly id: string,
    readonly invite: string | null,
  ) {}

  async open(): Promise<void> {
    try {
      const game = await api.game(this.id, this.invite);
      this.blocks = new Blocks(
        game.plies,
        (first, signal) => api.moments(this.id, first, this.invite, signal),
        (moment) => this.show(moment),
        this.fail,
      );
      this.game = game;
    } catch (error) {
      this.fail(error);
    }
  }

  close(): void {
    this.blocks?.close();
  }

  fail = (error: unknown): void => {
    this.complaint = complaintOf(error);
  };

  /** Load the position at `ply`. */
  load(): void {
    this.blocks?.want(this.ply);
  }

  go = (ply: number): void => {
    this.playing = false;
    this.ply = Math.max(0, Math.min(this.plies, ply));
  };

  step = (by: 1 | -1): void => this.go(this.ply + by);

  stepTurn = (by: 1 | -1): void => {
    const starts = this.game?.turns ?? [];
    if (by > 0) this.go(starts.find((at) => at > this.ply) ?? this.plies);
    else this.go(starts.findLast((at) => at < this.ply) ?? 0);
  };

  /** Play from here, or from the beginning if this is the end; or stop. */
  toggle = (): void => {
    if (!this.playing && this.game && this.ply >= this.plies) this.ply = 0;
    this.playing = !this.playing;
  };

  /** The next action while it plays. */
  advance(): void {
    if (this.ply < this.plies) this.ply += 1;
    else this.playing = false;
  }

  /** What a key does here, if anything. */
  actOf(event: KeyboardEvent): (() => void) | null {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by) return () => (event.shiftKey ? this.stepTurn(by) : this.step(by));
    if (event.key === "Home") return () => this.go(0);
    if (event.key === "End") return () => this.go(this.plies);
    const pressed = (event.target as HTMLElement).closest("button, a, summary");
    return event.key === " " && !pressed ? this.toggle : null;
  }

  private happeningsAt(ply: number): readonly HappeningShown[] {
    return this.game?.log.find((entry) => entry.ply === ply)?.happenings ?? [];
  }

  private show(moment: Moment): void {
    this.moment = moment;
    this.before = this.blocks?.at(moment.ply - 1) ?? null;
    this.start = this.blocks?.at(turnAt(this.turns, moment.ply)?.from ?? 0) ?? null;
    this.complaint = null;
  }
}
