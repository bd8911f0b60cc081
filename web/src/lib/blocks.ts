// Loads the positions of a game in blocks: a slider moves through many more than are looked at.
import { Refused } from "./api";
import { later } from "./timers";

export const BLOCK = 32; // positions in an answer of the server
const PAUSE = 120; // between two requests, in milliseconds: stays below the server's rate
const BUSY_PAUSE = 1000;
const BUSY_TRIES = 5;
const MOST_KEPT = 64;
const BUSY = new Set([429, 503]);

type Load<Item> = (first: number, signal: AbortSignal) => Promise<readonly Item[]>;

/** One request at a time: first for the block in view, then for its neighbours, the one ahead
 * before the one behind. A request that is no longer needed is cancelled. Blocks are kept. */
export class Blocks<Item> {
  private kept = new Map<number, readonly Item[]>();
  private failed = new Set<number>();
  private place = 0;
  private step = 1; // the direction in which the slider moved
  private running: { block: number; control: AbortController } | null = null;
  private resting = false;
  private tries = 0;

  constructor(
    private readonly last: number, // the last position
    private readonly load: Load<Item>,
    private readonly show: (item: Item) => void,
    private readonly fail: (error: unknown) => void,
  ) {}

  /** The position, if it has come. */
  at(place: number): Item | undefined {
    return this.kept.get(Math.floor(place / BLOCK))?.[place % BLOCK];
  }

  /** Show this position, now or when it comes. */
  want(place: number): void {
    if (place !== this.place) this.step = Math.sign(place - this.place);
    this.place = place;
    this.failed.delete(this.here);
    const item = this.at(place);
    if (item !== undefined) this.show(item);
    if (this.running && Math.abs(this.running.block - this.here) > 1) this.running.control.abort();
    this.next();
  }

  /** Cancel what is under way: nothing is shown any more. */
  close(): void {
    this.resting = true;
    this.running?.control.abort();
  }

  private get here(): number {
    return Math.floor(this.place / BLOCK);
  }

  private next(): void {
    if (this.running || this.resting) return;
    const wanted = [this.here, this.here + this.step, this.here - this.step].find(
      (block) =>
        block >= 0 &&
        block * BLOCK <= this.last &&
        !this.kept.has(block) &&
        !this.failed.has(block),
    );
    if (wanted !== undefined) void this.run(wanted);
  }

  private async run(block: number): Promise<void> {
    const control = new AbortController();
    this.running = { block, control };
    let rest = PAUSE;
    try {
      const items = await this.load(block * BLOCK, control.signal);
      if (!control.signal.aborted) this.keep(block, items);
      this.tries = 0;
    } catch (error) {
      const busy = error instanceof Refused && BUSY.has(error.status);
      if (busy && ++this.tries < BUSY_TRIES) rest = BUSY_PAUSE;
      else if (!control.signal.aborted) {
        this.failed.add(block);
        if (block === this.here) this.fail(error);
      }
    }
    this.running = null;
    if (this.resting) return;
    this.resting = true;
    later(rest, () => {
      this.resting = false;
      this.next();
    });
  }

  private keep(block: number, items: readonly Item[]): void {
    if (this.kept.size >= MOST_KEPT) this.kept.delete(this.kept.keys().next().value as number);
    this.kept.set(block, items);
    const item = this.at(this.place);
    if (item !== undefined) this.show(item); // with a neighbour it may be shown in another way
  }
}
