// Texts announced by screen readers.
import { untrack } from "svelte";

export class Announcer {
  polite = $state("");
  assertive = $state("");

  /** Texts of the same moment are said together. */
  private together = false;

  // Untracked: effects announce texts too, and an effect that reads what it writes would never end.
  say(text: string): void {
    if (this.together) {
      this.polite = untrack(() => `${this.polite}. ${text}`);
      return;
    }
    this.polite = untrack(() => repeatable(this.polite, text));
    this.together = true;
    queueMicrotask(() => (this.together = false));
  }

  call(text: string): void {
    this.assertive = untrack(() => repeatable(this.assertive, text));
  }
}

/** Announce a text, also if it is the same as the last one. */
function repeatable(before: string, text: string): string {
  return before === text ? `${text}\u00a0` : text;
}

export const announcer = new Announcer();
