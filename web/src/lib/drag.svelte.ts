// Dragging with mouse, pen or finger. Whatever can be dragged can be clicked as well.
import { later } from "./timers";

export interface Dragged {
  what: "tile" | "card";
  name: string;
}

export interface Drop {
  on: string; // the data-drop of the element under the pointer
  data: DOMStringMap;
}

/** How far, in pixels from where it began, a press has to move to be more than a press. Measured by
 * `clientX`: `movementX` is in other units in each browser, and always 0 for fingers in Firefox. */
export const FAR_ENOUGH = 7;

export class Drag {
  item = $state.raw<Dragged | null>(null);
  size = 60;
  private ghost: HTMLElement | null = null;
  private place = "";

  /** For the element that follows the pointer. It is moved past Svelte, and only by its transform,
   * so that a move costs neither layout nor painting. */
  readonly follow = (element: HTMLElement): (() => void) => {
    this.ghost = element;
    element.style.transform = this.place;
    return () => (this.ghost = null);
  };

  private move(x: number, y: number): void {
    this.place = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    if (this.ghost) this.ghost.style.transform = this.place;
  }

  /**
   * Watch a press; once it moves far enough it is a drag. All moves within one frame are handled
   * together.
   */
  watch(
    event: PointerEvent,
    item: Dragged,
    begin: () => void,
    over: (drop: Drop | null) => void,
    drop: (drop: Drop) => void,
  ): void {
    if (event.button !== 0) return;
    const [startX, startY] = [event.clientX, event.clientY];
    const source = ((event.target as Element).closest("[data-drop='cell']") ??
      event.currentTarget) as HTMLElement;
    let last = event;
    let frame = 0;
    let frames = 0;

    const start = () => {
      // Nothing else needs the pointer's events now, and the browser can skip hit testing.
      if (source.isConnected) source.setPointerCapture(event.pointerId);
      this.size = Math.max(source.getBoundingClientRect().width, 48);
      this.item = item;
    };
    // The first frame shows what is dragged, the second where it may go.
    const look = () => {
      frame = 0;
      frames += 1;
      this.move(last.clientX, last.clientY);
      if (frames === 1) start();
      if (frames === 2) begin();
      if (frames > 2) over(under(last));
      else frame = requestAnimationFrame(look);
    };
    const move = (moved: PointerEvent) => {
      if (moved.pointerId !== event.pointerId) return;
      if (
        !frames &&
        !frame &&
        Math.hypot(moved.clientX - startX, moved.clientY - startY) < FAR_ENOUGH
      )
        return;
      last = moved;
      frame ||= requestAnimationFrame(look);
    };
    const end = (ended: PointerEvent) => {
      if (ended.pointerId !== event.pointerId) return;
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      const dragging = frames > 0 || frame !== 0;
      cancelAnimationFrame(frame);
      this.item = null;
      if (!dragging) return;
      if (frames < 2) begin();
      swallowClick();
      const target = ended.type === "pointerup" ? under(ended) : null;
      if (target) drop(target);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }
}

function under(event: PointerEvent): Drop | null {
  const element = document
    .elementFromPoint(event.clientX, event.clientY)
    ?.closest<HTMLElement>("[data-drop]");
  return element ? { on: element.dataset.drop ?? "", data: element.dataset } : null;
}

/** Ignore the click that follows the end of a drag. */
function swallowClick(): void {
  const swallow = (click: MouseEvent) => {
    click.stopPropagation();
    click.preventDefault();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  later(50, () => removeEventListener("click", swallow, { capture: true }));
}
