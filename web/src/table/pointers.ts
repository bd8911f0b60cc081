// The pointers on a city: one finger or the mouse pans it, two fingers zoom.
import { FAR_ENOUGH } from "../lib/drag.svelte";

type Point = readonly [number, number];

/** How a pointer moved the city: by pixels, or by a factor of its size. */
type Move = { pan: Point } | { zoom: number };

export class Pointers {
  touch = false; // the latest was a finger
  panned = false; // since it was pressed, the city was moved: this is no click

  private readonly down = new Map<number, Point>();
  private start: Point = [0, 0];
  private spread = 0; // of two fingers

  /** Whether the city follows a pointer just now. */
  get moving(): boolean {
    return this.panned && this.down.size > 0;
  }

  /** `drags` says whether the press begins to drag a tile instead; a finger never does. */
  press(event: PointerEvent, drags: () => boolean): void {
    this.touch = event.pointerType === "touch";
    this.panned = false;
    if (!this.down.size && !this.touch && drags()) return;
    this.start = [event.clientX, event.clientY];
    this.down.set(event.pointerId, this.start);
    this.spread = this.distance();
  }

  /** `roomy`: the whole city is in sight and need not be panned. */
  move(event: PointerEvent, roomy: boolean): Move | null {
    const before = this.down.get(event.pointerId);
    if (!before) return null;
    const now: Point = [event.clientX, event.clientY];
    this.down.set(event.pointerId, now);
    if (this.spread && this.down.size > 1) {
      const last = this.spread;
      this.spread = this.distance();
      this.panned = true;
      return { zoom: this.spread / last };
    }
    if (roomy || (!this.panned && distance(now, this.start) < FAR_ENOUGH)) return null;
    this.panned = true;
    return { pan: [now[0] - before[0], now[1] - before[1]] };
  }

  release(event: PointerEvent): void {
    this.down.delete(event.pointerId);
  }

  private distance(): number {
    const [one, other] = this.down.values();
    return one && other ? distance(one, other) : 0;
  }
}

const distance = (one: Point, other: Point) => Math.hypot(one[0] - other[0], one[1] - other[1]);
