// Dragging with mouse, pen or finger. Whatever can be dragged can be clicked as well.
export interface Dragged {
  what: "tile" | "card";
  name: string;
}

export interface Drop {
  on: string; // the data-drop of the element under the pointer
  data: DOMStringMap;
}

const FAR_ENOUGH = 7;

export class Drag {
  item = $state.raw<Dragged | null>(null);
  x = $state(0);
  y = $state(0);
  size = $state(60);

  /** Watch a press; once it moves far enough it is a drag. */
  watch(event: PointerEvent, item: Dragged, begin: () => void, over: (drop: Drop | null) => void, drop: (drop: Drop) => void): void {
    if (event.button !== 0) return;
    const [startX, startY] = [event.clientX, event.clientY];
    const source = event.currentTarget as HTMLElement;
    const size = source.getBoundingClientRect().width;
    let dragging = false;

    const move = (moved: PointerEvent) => {
      if (moved.pointerId !== event.pointerId) return;
      if (!dragging && Math.hypot(moved.clientX - startX, moved.clientY - startY) < FAR_ENOUGH) return;
      if (!dragging) {
        dragging = true;
        begin();
        this.item = item;
        this.size = Math.max(size, 48);
      }
      this.x = moved.clientX;
      this.y = moved.clientY;
      over(under(moved));
    };
    const end = (ended: PointerEvent) => {
      if (ended.pointerId !== event.pointerId) return;
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      this.item = null;
      if (!dragging) return;
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
  const element = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-drop]");
  return element ? { on: element.dataset.drop ?? "", data: element.dataset } : null;
}

/** The click that follows the end of a drag is none. */
function swallowClick(): void {
  const swallow = (click: MouseEvent) => {
    click.stopPropagation();
    click.preventDefault();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
}
