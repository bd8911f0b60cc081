// A try at a puzzle, asked of the server like a table. The first action, or giving up, is rated.
import { api, reasonOf } from "../lib/api";
import type { PuzzleShown, ReasonGiven, ToPage } from "../protocol";
import { WITHDRAWN, type NewCommand } from "../state/connection.svelte";
import type { Wire } from "../state/game.svelte";
import { answerLook } from "./look";

export class PuzzleAttempt implements Wire {
  /** The puzzle as it was shown last. */
  shown = $state.raw<PuzzleShown | null>(null);
  /** What is said of the latest action. */
  verdict = $state<"best" | "worse" | null>(null);
  /** What the latest action costs, of a win. */
  cost = $state<number | null>(null);
  /** The solution was shown, not found. */
  given = $state(false);
  /** The person's rating after the first try. */
  rating = $state<number | null>(null);

  constructor(
    readonly id: string,
    private readonly receive: (message: ToPage) => void,
  ) {}

  async begin(): Promise<void> {
    this.show(await api.puzzle(this.id, {}));
  }

  send(message: Parameters<Wire["send"]>[0]): void {
    const ask = (look: string) => api.puzzle(this.id, { look });
    answerLook(message, ask, this.receive);
  }

  /** Try an action. Only the best one is played. */
  async command(wished: NewCommand): Promise<ReasonGiven | null> {
    if (wished.type !== "act") return WITHDRAWN;
    this.verdict = null;
    try {
      const shown = await api.puzzle(this.id, { action: wished.action });
      this.rating = shown.own_rating ?? this.rating;
      if (shown.refused) return shown.refused;
      this.verdict = shown.answer;
      this.cost = shown.cost;
      if (shown.answer === "worse") return WITHDRAWN;
      this.show(shown);
      return null;
    } catch (error) {
      return reasonOf(error);
    }
  }

  /** See the solution. */
  async giveUp(): Promise<void> {
    const shown = await api.puzzle(this.id, { give_up: true });
    this.rating = shown.own_rating ?? this.rating;
    this.verdict = null;
    this.given = true;
    this.show(shown);
  }

  private show(shown: PuzzleShown): void {
    this.shown = shown;
    this.receive({ type: "table", version: shown.state.version, table: shown.table });
    this.receive(shown.state);
  }
}
