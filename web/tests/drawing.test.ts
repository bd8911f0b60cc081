// How cities are drawn, and where they stand in their box.
import { afterEach, describe, expect, test } from "vitest";
import { paymentWords, placeWords, tileInFull } from "../src/lib/narration";
import { learnPieces } from "../src/lib/pieces";
import { words } from "../src/state/words.svelte";
import type { PlacedTile, WallSide } from "../src/protocol";
import { extentOf, runBadge, runPath, walls } from "../src/lib/outline";
import { besideFirst, fitted, shiftToShow } from "../src/lib/fitting";
import { layoutFor } from "../src/state/screen.svelte";
import { addressOf, routeOf } from "../src/state/router.svelte";

const CITY: PlacedTile[] = [
  ["C7ne", 1, 0],
  ["T9nw", 0, 1],
];

describe("walls", () => {
  test("outer ones with a turret where they meet", () => {
    const art = walls(CITY).map((piece) => piece.art);
    expect(art).toContain("wall-n");
    expect(art.filter((name) => name === "wall-corner-ne")).toHaveLength(1);
    expect(art.filter((name) => name === "wall-corner-nw")).toHaveLength(1);
  });

  test("between two tiles they are inner", () => {
    const art = walls([
      ["A8e", 1, 0],
      ["C9w", 2, 0],
    ]).map((piece) => piece.art);
    expect(art).toEqual(["wall-inner-e", "wall-inner-w"]);
  });

  test("the longest is gilded", () => {
    const longest: WallSide[] = [
      [1, 0, "n"],
      [1, 0, "e"],
    ];
    expect(
      walls(CITY, longest)
        .filter((piece) => piece.hot)
        .map((piece) => piece.art),
    ).toEqual(["wall-n", "wall-e", "wall-corner-ne"]);
  });

  test("its line runs outside the outline and turns with it", () => {
    expect(
      runPath([
        [1, 0, "n"],
        [1, 0, "e"],
      ]),
    ).toBe("M104.5 -9L209 -9L209 95.5");
    expect(
      runBadge([
        [0, 0, "n"],
        [1, 0, "n"],
      ]),
    ).toEqual([100, -9]);
  });
});

test("a city fills its box, with some room around it", () => {
  const extent = extentOf(CITY.map(([, x, y]) => [x, y]));
  const fit = fitted(
    extent,
    false,
    { width: 560, height: 600, above: 0, below: 0, largest: 1000, smallest: 8 },
    1,
    [0, 0],
  );
  expect(fit.cell).toBe(200);
  expect(fit.columns).toBe(4);
  expect(fit.left).toBeCloseTo(-120);
});

test("a city that grows has room for a tile on every side", () => {
  const extent = extentOf(CITY.map(([, x, y]) => [x, y]));
  const room = { width: 560, height: 600, above: 40, below: 20, largest: 1000, smallest: 8 };
  const fit = fitted(extent, true, room, 1, [0, 0]);
  expect(fit.cell * fit.columns).toBeLessThanOrEqual(560);
  expect(fit.cell * fit.rows).toBeLessThanOrEqual(540);
  expect([fit.left, fit.top].map((place) => Math.sign(place))).not.toContain(-1);
});

test("a city too large for its box is panned, and never out of it", () => {
  const extent = extentOf([[12, 0]]);
  const room = { width: 280, height: 280, above: 0, below: 0, largest: 100, smallest: 28 };
  expect(fitted(extent, true, room, 1, [0, 0]).cell).toBe(28);
  expect(fitted(extent, true, room, 1, [9000, 0]).pan[0]).toBeLessThan(100);
});

test.each([
  ["all in sight stay where they are", [40, 100], 0],
  ["one above comes down to the edge", [-10, 40], 50],
  ["one below comes up to the edge", [80, 150], -40],
  [
    "too far apart for all: as many as there is room for, by the shortest way",
    [-90, -60, 130],
    130,
  ],
])("of the cells where a tile fits, %s", (_, starts, shift) => {
  expect(shiftToShow(starts, 30, 40, 140)).toBe(shift);
});

test("the layout follows the room there is", () => {
  expect(layoutFor(360, 640)).toBe("phone");
  expect(layoutFor(390, 844)).toBe("phone");
  expect(layoutFor(844, 390)).toBe("sideways");
  expect(layoutFor(1200, 500)).toBe("sideways");
  expect(layoutFor(800, 600)).toBe("sideways");
  expect(layoutFor(768, 1024)).toBe("upright");
  expect(layoutFor(820, 1180)).toBe("upright");
  expect(layoutFor(1024, 768)).toBe("wide");
  expect(layoutFor(1366, 768)).toBe("wide");
});

test("addresses are read as they are written", () => {
  for (const address of [
    "#/",
    "#/rules",
    "#/statistics",
    "#/table/Vb3?invite=k9",
    "#/replay/Vb3?ply=12",
  ])
    expect(addressOf(routeOf(address))).toBe(address);
});

test("kinds and currencies are told by the server, not by the letters of names", () => {
  learnPieces({
    tiles: [{ name: "G1s", kind: "tower", price: 1, walls: ["s"] }],
    cards: [{ name: "b0", currency: "florin", value: 10 }],
  });
  expect(tileInFull("G1s", words)).toBe("Tower 1, wall to the south");
  expect(paymentWords(["b0"], words)).toContain("florin");
});

test("a note stands above its cell, or where it covers fewer others", () => {
  const room = { width: 1000, height: 800, above: 0, below: 0, largest: 128, smallest: 28 };
  const [aimed, above] = [
    [400, 400],
    [400, 300],
  ] as const;
  expect(besideFirst([aimed], 100, room, [224, 84])).toMatchObject({ left: 338, top: 306 });
  expect(besideFirst([aimed, above], 100, room, [224, 84])).toMatchObject({ left: 338, top: 510 });
  expect(besideFirst([], 100, room, [224, 84])).toBeNull();
});

describe("in words", () => {
  afterEach(() => words.speak("en"));

  test("a payment is singular or plural by its sum", async () => {
    expect(paymentWords(["b1"], words)).toBe("1 denar");
    expect(paymentWords(["b3", "b5"], words)).toBe("3 + 5 denars");
    await words.speak("ro");
    expect(paymentWords(["b1"], words)).toBe("1 dinar");
    expect(paymentWords(["b9", "b9", "b5"], words)).toBe("9 + 9 + 5 dinari");
  });

  test("a place is a list of its two directions", async () => {
    expect(placeWords([2, -1], words)).toBe("2 east and 1 south");
    expect(placeWords([-1, 0], words)).toBe("1 west");
    await words.speak("hu");
    expect(placeWords([2, 1], words)).toBe("2 keletre és 1 északra");
  });

  test("the part of a deal that is not proved is said in the reader's language", async () => {
    const reason = (part: string) =>
      words.reason({ code: "not_from_seed", params: { part }, sentence: "" });
    expect(reason("reshuffle 2")).toContain("reshuffle 2 doesn't");
    await words.speak("de");
    expect(reason("deck")).toContain(": der Stapel kommt");
    expect(reason("reshuffle 2")).toContain("das Neumischen Nr. 2 kommt");
  });
});
