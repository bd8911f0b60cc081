// Dragging: a press becomes a drag once it moves, and a frame is the shortest time that counts.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Drag, type Drop } from "../src/lib/drag.svelte";

let frames: FrameRequestCallback[];
let tile: HTMLElement;
let seen: string[];
const drag = new Drag();

const pointer = (type: string, x: number, y: number) =>
  new PointerEvent(type, { pointerId: 1, clientX: x, clientY: y, button: 0, bubbles: true });
const frame = () => frames.splice(0).forEach((call) => call(0));
const told = (drop: Drop | null) => (drop ? `${drop.on} ${drop.data.x}` : "nothing");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  [frames, seen] = [[], []];
  vi.stubGlobal("requestAnimationFrame", (call: FrameRequestCallback) => frames.push(call));
  vi.stubGlobal("cancelAnimationFrame", () => (frames = []));
  document.body.innerHTML = "<button></button><i data-drop='cell' data-x='3'></i>";
  tile = document.querySelector("button") as HTMLElement;
  tile.setPointerCapture = () => seen.push("captured");
  document.elementFromPoint = () => document.querySelector("i");
  const press = (event: PointerEvent) =>
    drag.watch(
      event,
      { what: "tile", name: "P8" },
      () => seen.push("begin"),
      (drop) => seen.push(`over ${told(drop)}`),
      (drop) => seen.push(`drop ${told(drop)}`),
    );
  tile.addEventListener("pointerdown", press);
  tile.dispatchEvent(pointer("pointerdown", 10, 10));
});
afterEach(() => {
  dispatchEvent(pointer("pointercancel", 0, 0));
  vi.runAllTimers(); // also those of a drag that has just ended
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a press that hardly moves is no drag", () => {
  dispatchEvent(pointer("pointermove", 13, 13));
  dispatchEvent(pointer("pointerup", 13, 13));
  expect([seen, frames, drag.item]).toEqual([[], [], null]);
});

test("first it is shown, then where it may go, then what it is over", () => {
  dispatchEvent(pointer("pointermove", 40, 10));
  frame();
  expect([seen, drag.item?.name]).toEqual([["captured"], "P8"]);
  frame();
  expect(seen).toEqual(["captured", "begin"]);
  dispatchEvent(pointer("pointermove", 50, 10));
  frame();
  expect(seen.slice(2)).toEqual(["over cell 3"]);
});

test("however often the pointer moves within a frame, it is looked at once, where it is then", () => {
  const ghost = document.createElement("div");
  const gone = drag.follow(ghost);
  for (const x of [40, 50, 60]) dispatchEvent(pointer("pointermove", x, 20));
  expect(frames).toHaveLength(1);
  frame();
  expect(ghost.style.transform).toBe("translate(60px, 20px)");
  gone();
});

test("let go at once, it is dropped all the same", () => {
  dispatchEvent(pointer("pointermove", 90, 10));
  dispatchEvent(pointer("pointerup", 90, 10));
  expect(seen).toEqual(["begin", "drop cell 3"]);
  expect(drag.item).toBeNull();
});

test("the click that comes with the end of a drag does nothing, a later one counts", () => {
  tile.addEventListener("click", () => seen.push("click"));
  dispatchEvent(pointer("pointermove", 90, 10));
  dispatchEvent(pointer("pointerup", 90, 10));
  tile.click();
  tile.click();
  expect(seen).toEqual(["begin", "drop cell 3", "click"]);
  tile.dispatchEvent(pointer("pointerdown", 10, 10));
  dispatchEvent(pointer("pointermove", 90, 10));
  dispatchEvent(pointer("pointerup", 90, 10));
  vi.advanceTimersByTime(50);
  seen = [];
  tile.click();
  expect(seen).toEqual(["click"]);
});

test("a drag that the browser breaks off drops nothing", () => {
  dispatchEvent(pointer("pointermove", 90, 10));
  frame();
  frame();
  dispatchEvent(pointer("pointercancel", 90, 10));
  expect(seen).toEqual(["captured", "begin"]);
  expect(drag.item).toBeNull();
});
