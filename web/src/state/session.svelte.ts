// Who I am here, and what the server says about itself.
import type { About, Me } from "../protocol";
import { api } from "../lib/api";
import { learnPieces } from "../lib/pieces";
import { later } from "../lib/timers";
import { settings } from "./settings.svelte";
import { words } from "./words.svelte";

const RETRY = 2000;

export class Session {
  about = $state.raw<About | null>(null);
  name = $state<string | null>(null);
  /** I have finished a game. */
  experienced = $state(false);
  /** A table without other people, which starts as soon as it is opened. */
  startAtOnce = $state<string | null>(null);

  failed = $state(false);

  /** Ask until the server answers. */
  async begin(): Promise<void> {
    try {
      // Asked even if nothing is kept here: Safari deletes what pages keep after a week, but not the cookie.
      const [about, me] = await Promise.all([api.about(), api.me()]);
      learnPieces(about);
      this.know(me);
      this.about = about;
      this.failed = false;
    } catch {
      this.failed = true;
      later(RETRY, () => void this.begin());
    }
  }

  /** My name: the server's, or else the one that was typed here last. */
  get knownName(): string {
    return this.name ?? settings.kept.name;
  }

  /** Make sure that the server knows me, by this name or else the known or a default one. */
  async introduce(name = ""): Promise<void> {
    const called = name.trim() || this.knownName.trim() || words.t("me.default");
    if (called === this.name) return;
    this.know(await api.setName(called));
  }

  private know(me: Me | null): void {
    this.name = me?.name ?? null;
    this.experienced = me?.experienced ?? false;
  }
}

export const session = new Session();
