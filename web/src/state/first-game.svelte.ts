// The hints of a first game: which one is due now, and which are done for good.
import type { HappeningShown, State } from "../protocol";
import type { Choice } from "./choice.svelte";
import type { Game } from "./game.svelte";
import { session } from "./session.svelte";
import { settings } from "./settings.svelte";

/** What the hints are about, in the order in which they are shown if several are due. */
export const MOMENTS = ["exact", "money", "forecast"] as const;
export type Moment = (typeof MOMENTS)[number];

export class FirstGame {
  /** Those that were on the screen. */
  private seen = new Set<Moment>();

  constructor(
    private readonly game: Game,
    private readonly choice: Choice,
  ) {}

  /** Does this person play a first game, with hints? */
  private isOn = $derived.by(
    () => !session.experienced && this.game.me !== null && !this.game.again,
  );
  /** The city is needed, or the coach speaks: a hint makes room. */
  private isBusy = $derived.by(() => {
    const { coach, myTurn, board } = this.game;
    const placing = myTurn && (board?.phase === "place" || board?.phase === "award");
    return placing || this.choice.picked !== null || coach.open || coach.missed !== null;
  });
  /** The hint that is shown. */
  moment = $derived.by((): Moment | null => {
    if (!this.isOn || this.isBusy) return null;
    return MOMENTS.find((each) => !settings.kept.hinted.includes(each) && this.isDue(each)) ?? null;
  });
  /** Its number, counted from 1. */
  number = $derived(settings.kept.hinted.length + 1);

  private isDue(moment: Moment): boolean {
    const { legal, board } = this.game;
    if (moment === "forecast") return board?.forecast?.points.some((each) => each > 0) ?? false;
    if (!legal?.acting) return false;
    return moment === "exact" ? this.choice.exact.size > 0 : legal.takes.length > 0;
  }

  /** A hint is on the screen. */
  note(moment: Moment): void {
    this.seen.add(moment);
  }

  /** One hint is done for good, or all of them. */
  dismiss(moments: readonly Moment[] = MOMENTS): void {
    settings.set("hinted", [...new Set([...settings.kept.hinted, ...moments])]);
  }

  /** Whoever does what a hint has said needs it no more; after a game nobody needs any. */
  follow(happenings: readonly HappeningShown[], { board, own }: State): void {
    for (const each of happenings) {
      if (!("seat" in each) || each.seat !== own.seat) continue;
      const told = each.type === "took" ? "money" : "exact";
      const done = each.type === "took" || (each.type === "bought" && each.exact);
      if (done && this.seen.has(told)) this.dismiss([told]);
    }
    if (board.phase === "over" && own.seat !== null) this.dismiss();
  }
}
