// What a screen needs before it can be shown: asked for until the server answers.
import { Refused } from "../lib/api";
import { later, type Cancel } from "../lib/timers";
import { words } from "./words.svelte";

const RETRY = 2000;

export class Loading {
  done = $state(false);
  /** Nobody answered; it is asked again soon. */
  lost = $state(false);
  /** Why the server refuses it. */
  refused = $state<string | null>(null);
  private retry: Cancel = () => {};
  private attempt = 0;

  constructor(private readonly work: () => Promise<unknown>) {}

  /** Begin, or begin anew. Returns a function that gives up. */
  begin(): Cancel {
    this.stop();
    this.done = this.lost = false;
    this.refused = null;
    this.ask();
    return () => this.stop();
  }

  private ask(): void {
    const attempt = this.attempt;
    const settle = (change: () => void) => () => {
      if (attempt === this.attempt) change();
    };
    this.work().then(
      settle(() => {
        this.done = true;
        this.lost = false;
      }),
      (error: unknown) => settle(() => this.fail(error))(),
    );
  }

  private fail(error: unknown): void {
    if (error instanceof Refused) {
      this.lost = false;
      this.refused = words.reason(error.reason);
    } else {
      this.lost = true;
      this.retry = later(RETRY, () => this.ask());
    }
  }

  private stop(): void {
    this.attempt += 1;
    this.retry();
  }
}
