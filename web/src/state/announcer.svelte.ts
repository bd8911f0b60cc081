// Texts announced by screen readers.
import { untrack } from "svelte";

export class Announcer {
  polite = $state("");
  assertive = $state("");

  // Untracked: effects announce texts too, and an effect that reads what it writes would never end.
  say(text: string): void {
    this.polite = untrack(() => repeatable(this.polite, text));
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
