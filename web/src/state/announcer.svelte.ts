// What a screen reader says of its own accord.
export class Announcer {
  polite = $state("");
  assertive = $state("");

  say(text: string): void {
    // The same words twice are two announcements.
    this.polite = this.polite === text ? `${text}\u00a0` : text;
  }

  call(text: string): void {
    this.assertive = this.assertive === text ? `${text}\u00a0` : text;
  }
}

export const announcer = new Announcer();
