// Texts announced by screen readers.
import { untrack } from "svelte";

export class Announcer {
  polite = $state("");
  assertive = $state("");

  // Effects announce things too. An effect that read what it writes would run for ever.
  say(text: string): void {
    this.polite = untrack(() => repeatable(this.polite, text));
  }

  call(text: string): void {
    this.assertive = untrack(() => repeatable(this.assertive, text));
  }
}

/** The same words twice are two announcements. */
function repeatable(before: string, text: string): string {
  return before === text ? `${text}\u00a0` : text;
}

export const announcer = new Announcer();
