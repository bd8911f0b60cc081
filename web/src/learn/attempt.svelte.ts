// A try at a lesson: what is done so far, asked of the server like a table.
import { api, reasonOf } from "../lib/api";
import type { LessonShown, ReasonGiven, ToPage } from "../protocol";
import { WITHDRAWN, type NewCommand } from "../state/connection.svelte";
import type { Wire } from "../state/game.svelte";
import { answerLook } from "./look";

/** What is said of the latest answer. */
export type Verdict = "worse" | "right" | "done";

export class Attempt implements Wire {
  verdict = $state<Verdict | null>(null);
  /** An action that is right now. */
  solution = $state<string | null>(null);
  /** What the turn is about. */
  aim = $state<LessonShown["aim"] | null>(null);
  /** The solution was shown, not found. */
  shown = $state(false);
  private played: string[] = [];

  constructor(
    readonly name: string,
    private readonly receive: (message: ToPage) => void,
  ) {}

  async begin(): Promise<void> {
    const beginning = await api.lesson(this.name, { played: [] });
    this.played = [];
    this.verdict = null;
    this.shown = false;
    this.show(beginning);
  }

  send(message: Parameters<Wire["send"]>[0]): void {
    const ask = (look: string) => api.lesson(this.name, { played: this.played, look });
    answerLook(message, ask, this.receive);
  }

  /** Try an action. One that is worse is not played, and `verdict` says so. */
  async command(wished: NewCommand): Promise<ReasonGiven | null> {
    if (wished.type !== "act") return WITHDRAWN;
    this.verdict = null;
    try {
      const { action } = wished;
      const shown = await api.lesson(this.name, { played: this.played, action });
      if (shown.refused) return shown.refused;
      this.verdict = shown.answer;
      if (shown.answer === "worse") return WITHDRAWN;
      this.played.push(action);
      this.show(shown);
      return null;
    } catch (error) {
      return reasonOf(error);
    }
  }

  private show(shown: LessonShown): void {
    this.aim = shown.aim;
    this.solution = shown.solution;
    this.receive({ type: "table", version: shown.state.version, table: shown.table });
    this.receive(shown.state);
  }
}
