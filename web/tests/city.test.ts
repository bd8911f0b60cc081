// The city under a finger: a press that moves pans, one that only trembles is a tap.
import { beforeEach, expect, test } from "vitest";
import { words } from "../src/state/words.svelte";
import type { Cell } from "../src/protocol";
import CityBoard from "../src/table/CityBoard.svelte";
import { all, show } from "./show";

let tapped: Cell[];
const cell = () => all("[role=gridcell]")[0] as HTMLElement;

/** A finger that comes to these points. How far it moved since the last event, each browser says its own way. */
function touch(movement: number, ...points: [number, number][]): void {
  const send = (type: string, [clientX, clientY]: [number, number]) =>
    cell().dispatchEvent(
      Object.assign(
        new PointerEvent(type, {
          pointerId: 1,
          pointerType: "touch",
          clientX,
          clientY,
          bubbles: true,
        }),
        { movementX: movement, movementY: 0 },
      ),
    );
  send("pointerdown", [100, 100]);
  for (const point of points) send("pointermove", point);
  send("pointerup", points.at(-1) ?? [100, 100]);
  cell().click();
}

beforeEach(async () => {
  await words.speak("en");
  tapped = [];
  show(CityBoard, {
    label: "Ana",
    city: [],
    wall: [],
    picked: null,
    legal: new Set<string>(),
    swaps: new Set<string>(),
    fits: new Map(),
    aim: null,
    selected: null,
    fresh: null,
    run: false,
    zoom: 4,
    onaim: () => {},
    oncell: (found: Cell) => tapped.push(found),
    onzoom: () => {},
  });
});

test("a finger that trembles still taps", () => {
  touch(3, [101, 100], [100, 101]);
  expect(tapped).toHaveLength(1);
});

test("a finger that moves pans, also where the browser reports no movement", () => {
  touch(0, [104, 100], [108, 100], [130, 100]);
  expect(tapped).toEqual([]);
});
