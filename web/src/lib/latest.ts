// Loads numbered items one at a time, for a slider that passes many more items than are looked at.
import { Refused } from "./api";
import { later } from "./timers";

const PAUSE = 120; // between two requests, in milliseconds: stays below the server's rate
const BUSY_PAUSE = 1000;
const BUSY_TRIES = 5;
const MOST_KEPT = 500;
const BUSY = new Set([429, 503]);

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => later(milliseconds, resolve));

/** One request at a time, and always for the item that was asked for last. Items are kept. */
export class LatestLoader<Item> {
  private kept = new Map<number, Item>();
  private current: number | null = null; // what is to be shown
  private wanted: number | null = null; // what is still to be loaded
  private running = false;

  constructor(
    private readonly load: (key: number) => Promise<Item>,
    private readonly show: (item: Item) => void,
    private readonly fail: (error: unknown) => void,
  ) {}

  want(key: number): void {
    this.current = key;
    const item = this.kept.get(key);
    this.wanted = item === undefined ? key : null;
    if (item !== undefined) this.show(item);
    else if (!this.running) void this.run();
  }

  private async run(): Promise<void> {
    this.running = true;
    for (let tries = 0; this.wanted !== null;) {
      const key = this.wanted;
      this.wanted = null;
      try {
        this.keep(key, await this.load(key));
        tries = 0;
      } catch (error) {
        const again = error instanceof Refused && BUSY.has(error.status) && ++tries < BUSY_TRIES;
        if (again) this.wanted ??= this.current;
        else if (this.current === key) this.fail(error);
        if (again) await pause(BUSY_PAUSE);
      }
      await pause(PAUSE);
    }
    this.running = false;
  }

  private keep(key: number, item: Item): void {
    if (this.kept.size >= MOST_KEPT) this.kept.delete(this.kept.keys().next().value as number);
    this.kept.set(key, item);
    // Items that arrive while another is wanted are shown too, unless a later one was already shown.
    if (this.current === key || this.wanted !== null) this.show(item);
  }
}
