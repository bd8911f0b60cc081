// Animates cards and tiles from their old places to their new ones.
import type { Board, HappeningShown } from "../protocol";
import { settings } from "../state/settings.svelte";

type Spot = DOMRect | null;

function spot(name: string): Spot {
  const element = document.querySelector<HTMLElement>(`[data-at="${name}"]`);
  return element?.getBoundingClientRect() ?? null;
}

/** Where a bought tile will wait: first in the row of the reserve. */
function firstOf(row: Spot): Spot {
  return row && new DOMRect(row.x, row.y, Math.min(row.width, row.height), row.height);
}

function copyOf(name: string): Element | null {
  return document
    .querySelector(`[data-at="${name}"] svg.card, [data-at="${name}"] svg.tile`)
    ?.cloneNode(true) as Element | null;
}

function fly(copy: Element | null, from: Spot, to: Spot, delay: number): void {
  const time = settings.lasting(420);
  if (!copy || !from || !to || !time || !from.width || !to.width) return;
  const flyer = document.createElement("div");
  flyer.className = "flyer";
  flyer.setAttribute("aria-hidden", "true");
  Object.assign(flyer.style, {
    left: `${from.x}px`,
    top: `${from.y}px`,
    width: `${from.width}px`,
    height: `${from.height}px`,
  });
  flyer.append(copy);
  document.body.append(flyer);
  const [x, y] = [
    to.x + to.width / 2 - from.x - from.width / 2,
    to.y + to.height / 2 - from.y - from.height / 2,
  ];
  const flight = flyer.animate(
    [
      { transform: "none", opacity: 1 },
      {
        transform: `translate(${x * 0.5}px, ${y * 0.5 - 18}px) scale(.95)`,
        opacity: 1,
        offset: 0.5,
      },
      { transform: `translate(${x}px, ${y}px) scale(.55)`, opacity: 0.2 },
    ],
    { duration: time, delay, easing: "cubic-bezier(.5, 0, .15, 1)", fill: "backwards" },
  );
  flight.onfinish = flight.oncancel = () => flyer.remove();
}

/** Show what was taken and bought. To be called before the page shows the new state. */
export function flights(
  happenings: readonly HappeningShown[],
  board: Board | null,
  me: number | null,
): void {
  if (!board) return;
  happenings.forEach((each, index) => {
    if (each.type === "took") {
      const used = new Set<number>();
      each.cards.forEach((card, nth) => {
        const place = board.row.findIndex((lying, at) => lying === card && !used.has(at));
        used.add(place);
        fly(
          copyOf(`row-${place}`),
          spot(`row-${place}`),
          spot(each.seat === me ? "hand" : `seat-${each.seat}`),
          index * 80 + nth * 60,
        );
      });
    } else if (each.type === "bought") {
      const target =
        each.seat === me
          ? (spot("waiting") ?? firstOf(spot("reserve")))
          : spot(`seat-${each.seat}`);
      fly(copyOf(`square-${each.square}`), spot(`square-${each.square}`), target, index * 80);
    }
  });
}
