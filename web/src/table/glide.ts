// When a city grows, it glides to its new place and size. It is laid out and drawn there once; what
// moves is the finished picture, from where the fountain was seen to where it is.

/** Where a city is drawn, in pixels. */
export interface Spot {
  left: number;
  top: number;
  x: number; // the fountain
  y: number;
  cell: number;
}

export class Glide {
  private spot: Spot | null = null;
  private running: Animation | null = null;

  /** Move the picture from where it was last; at once if there is no time for it. */
  to(now: Spot, picture: HTMLElement, time: number): void {
    const before = this.spot;
    this.spot = now;
    if (!before || !time || isSame(before, now)) return;
    const seen =
      this.running?.playState === "running"
        ? new DOMMatrixReadOnly(getComputedStyle(picture).transform)
        : new DOMMatrixReadOnly();
    const scale = (before.cell * seen.a) / now.cell;
    const x = before.left + seen.e + seen.a * (before.x - before.left);
    const y = before.top + seen.f + seen.a * (before.y - before.top);
    const byX = x - now.left - scale * (now.x - now.left);
    const byY = y - now.top - scale * (now.y - now.top);
    const from = `translate(${byX}px, ${byY}px) scale(${scale})`;
    this.running?.cancel();
    this.running = picture.animate([{ transform: from }, { transform: "none" }], {
      duration: time,
      easing: "cubic-bezier(.2, .8, .2, 1)",
    });
  }
}

const isSame = (one: Spot, other: Spot) =>
  one.x === other.x && one.y === other.y && one.cell === other.cell;
