// Who I am here, and what the server says about itself.
import type { About } from "../protocol";
import { api } from "../lib/api";
import { learnPieces } from "../lib/pieces";
import { later } from "../lib/timers";
import { settings } from "./settings.svelte";
import { words } from "./words.svelte";

const RETRY = 2000;

export class Session {
  about = $state.raw<About | null>(null);
  name = $state<string | null>(null);
  /** A table without other people, which starts as soon as it is opened. */
  startAtOnce = $state<string | null>(null);

  failed = $state(false);

  /** Ask until the server answers. */
  async begin(): Promise<void> {
    try {
      const [about, me] = await Promise.all([api.about(), settings.kept.known ? api.me() : null]);
      learnPieces(about);
      this.name = me?.name ?? null;
      this.about = about;
      this.failed = false;
    } catch {
      this.failed = true;
      later(RETRY, () => void this.begin());
    }
  }

  /** Make sure that the server knows me, by my name or a default one. */
  async introduce(name = settings.kept.name): Promise<void> {
    const called = name.trim() || this.name || words.t("me.default");
    if (called === this.name) return;
    const me = await api.setName(called);
    this.name = me.name;
    settings.set("known", true);
  }
}

export const session = new Session();
