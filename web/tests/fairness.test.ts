// Fair dealing: the page's own verifier by the vectors of docs/fairness.md, and what it never reveals.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import FairnessProof from "../src/fairness/FairnessProof.svelte";
import { commitmentOf, saltHash } from "../src/fairness/hashing";
import { keepNote, readNote, type RoundNote, type TableNote } from "../src/fairness/notes";
import { SaltKeeper, type SaltWire } from "../src/fairness/salts.svelte";
import {
  bag,
  below,
  deck,
  lots,
  numbers,
  reshuffle,
  shuffled,
  TILES,
  type Dealer,
} from "../src/fairness/shuffles";
import { verify, type Check, type Result } from "../src/fairness/verify";
import type { FairnessShown, ReasonGiven, SaltShown, TableShown } from "../src/protocol";
import type { NewCommand } from "../src/state/connection.svelte";
import { words } from "../src/state/words.svelte";
import { SEAT } from "./seat";
import { show } from "./show";

const docs = (name: string): string =>
  readFileSync(join(import.meta.dirname, "..", "..", "docs", name), "utf8");
const blocks = (docs("fairness.md").split("## Test vectors")[1] ?? "")
  .split("```")
  .filter((_, index) => index % 2)
  .map(
    (block) =>
      new Map(
        block
          .trim()
          .split("\n")
          .map((line) => line.split(": ", 2) as [string, string]),
      ),
  );
const vectors = new Map(blocks.map((block) => [block.get("scheme") ?? "", block]));
const dealers = new Map(
  blocks.map((block): [string, Dealer] => {
    const scheme = block.get("scheme") ?? "";
    return [
      scheme,
      { scheme, seed: block.get("seed") ?? "", salts: (block.get("salts") ?? "").split(" ") },
    ];
  }),
);

describe.each(["1", "2"])("scheme %s", (scheme) => {
  const dealer = dealers.get(scheme) as Dealer;
  const vector = (key: string): string => vectors.get(scheme)?.get(key) ?? "no vector";

  test("the commitment", () => expect(commitmentOf(dealer.seed)).toBe(vector("commitment")));

  test("the numbers", () => {
    const found = numbers(dealer, "money");
    for (const expected of vector("words money 1").split(" "))
      expect(found.next().value).toBe(Number(expected));
  });

  test.each(["example 3", "seats 1", "reshuffle 1"])("the shuffle %s", (name) => {
    const [purpose = "", number] = name.split(" ");
    const [before = "", after = ""] = vector(`shuffle ${name}`).split(" -> ");
    expect(shuffled(dealer, before.split(" "), purpose, Number(number)).join(" ")).toBe(after);
  });

  test("the deal", () => {
    expect(deck(dealer, 3).join(" ")).toBe(vector("deck of 3"));
    expect(bag(dealer).join(" ")).toBe(vector("bag"));
  });
});

test("the deal for two, and the hashes", () => {
  const vector = vectors.get("2") as Map<string, string>;
  const dealer = dealers.get("2") as Dealer;
  expect(deck(dealer, 2).join(" ")).toBe(vector.get("deck of 2"));
  expect(dealer.salts.map((salt) => saltHash(commitmentOf(dealer.seed), salt)).join(" ")).toBe(
    vector.get("hashes"),
  );
});

test("a word that would make small numbers likelier is skipped", () => {
  const words = [2 ** 32 - 1, 5].values() as unknown as Generator<number, never>;
  expect(below(3, words)).toBe(5 % 3);
});

test("the tiles are those of the game", () => {
  const rows = docs("tiles.csv").trim().split("\n").slice(1);
  expect(TILES).toEqual(rows.map((row) => row.split(",")[0]));
});

// Checking a record

const dealer = dealers.get("2") as Dealer;
const commitment = commitmentOf(dealer.seed);
const hashes = dealer.salts.map((salt) => saltHash(commitment, salt));
const GIVEN_UP = {
  commitment: "12".repeat(32),
  hashes: ["34".repeat(32), "56".repeat(32)],
  missing: ["56".repeat(32)],
};
const discards = ["y9", "b1", "g4", "b1", "o7"];

function header(changes: Record<string, string | null> = {}): string {
  const lines = {
    alhambra: "1",
    rules: "1",
    players: "Ana | Bruno | Carla",
    first: "1",
    deck: deck(dealer, 3).join(" "),
    bag: bag(dealer).join(" "),
    fairness: "2",
    rounds: "1",
    commitment,
    seed: dealer.seed,
    hashes: hashes.join(" "),
    salts: dealer.salts.join(" "),
    lots: lots(dealer, 3).join(" "),
    ...changes,
  };
  const kept = Object.entries(lines).filter(([, value]) => value !== null);
  return kept.map(([key, value]) => `${key}: ${value}\n`).join("");
}
const record = (
  changes: Record<string, string | null> = {},
  order = reshuffle(dealer, discards, 1),
): string => `${header(changes)}\n1 take b1\ndeck: ${order.join(" ")}\n`;
const abandoned = {
  rounds: "2",
  "round 1": [GIVEN_UP.commitment, GIVEN_UP.hashes.join(" "), GIVEN_UP.missing.join(" ")].join(
    " | ",
  ),
};

const seen = (changes: Partial<RoundNote> = {}): RoundNote => ({
  commitment,
  early: true,
  salt: dealer.salts[1] ?? "",
  hash: hashes[1] ?? "",
  frozen: hashes,
  acknowledged: true,
  trouble: null,
  ...changes,
});
const noted = (...rounds: RoundNote[]): TableNote => ({
  at: 0,
  rounds: Object.fromEntries(rounds.map((round, index) => [index + 1, round])),
});
const result = (text: string, note: TableNote | null, what: Check["what"]): Result | undefined =>
  verify(text, note).checks.find((check) => check.what === what)?.result;

test("a browser that took part proves everything", () => {
  expect(verify(record(), noted(seen()))).toEqual({
    result: "good",
    abandoned: 0,
    checks: ["commitment", "salt", "hashes", "shuffles"].map((what) => ({ what, result: "good" })),
  });
});

test("a browser that saw nothing says what it could not check", () => {
  const report = verify(record(), null);
  expect(report.result).toBe("unknown");
  expect(
    report.checks.filter((check) => check.result === "unknown").map((check) => check.what),
  ).toEqual(["commitment", "salt", "hashes"]);
});

test("a deal without secrets of browsers is checked, and said to be one", () => {
  const bare: Dealer = { ...dealer, salts: [] };
  const changes = {
    deck: deck(bare, 3).join(" "),
    bag: bag(bare).join(" "),
    hashes: "none",
    salts: "none",
    lots: lots(bare, 3).join(" "),
  };
  const text = record(changes, reshuffle(bare, discards, 1));
  expect(verify(text, null).checks).toEqual([
    { what: "commitment", result: "unknown" },
    { what: "alone", result: "unknown" },
    { what: "shuffles", result: "good" },
  ]);
  // a browser whose secret was asked for is not told that none was
  expect(result(text, noted(seen()), "alone")).toBeUndefined();
  expect(result(text, noted(seen()), "salt")).toBe("bad");
  expect(result(record({ ...changes, hashes: hashes.join(" ") }), null, "hashes")).toBe("bad");
});

test("a browser that came after the freeze did not see the commitment in time", () => {
  expect(
    result(
      record(),
      noted(seen({ early: false, salt: null, hash: null, acknowledged: false })),
      "commitment",
    ),
  ).toBe("unknown");
});

const [first = "", second = ""] = deck(dealer, 3);
test.each<[string, string, TableNote, Check["what"]]>([
  [
    "another seed than was committed",
    record(),
    noted(seen({ commitment: "00".repeat(32) })),
    "commitment",
  ],
  [
    "a seed that does not fit",
    record({ commitment: "00".repeat(32) }),
    noted(seen()),
    "commitment",
  ],
  [
    "a seed that does not fit what was committed and told at the end",
    record({ commitment: "00".repeat(32) }),
    noted(seen({ commitment: "00".repeat(32) })),
    "commitment",
  ],
  ["a commitment that changed", record(), noted(seen({ trouble: "commitment" })), "commitment"],
  ["another salt in my place", record(), noted(seen({ salt: "99".repeat(32) })), "salt"],
  [
    "my frozen salt left out",
    record(),
    noted(seen({ hash: "99".repeat(32), acknowledged: true })),
    "salt",
  ],
  [
    "my frozen salt left out before it was acknowledged",
    record(),
    noted(seen({ hash: "99".repeat(32), frozen: ["99".repeat(32)], acknowledged: false })),
    "salt",
  ],
  ["frozen hashes that changed meanwhile", record(), noted(seen({ trouble: "hashes" })), "hashes"],
  [
    "salts in another order",
    record({ salts: [...dealer.salts].reverse().join(" ") }),
    noted(seen()),
    "hashes",
  ],
  [
    "other hashes than were frozen",
    record(),
    noted(seen({ frozen: [hashes[1] ?? "", hashes[0] ?? ""] })),
    "hashes",
  ],
  [
    "a deck that was chosen",
    record({ deck: [second, first, ...deck(dealer, 3).slice(2)].join(" ") }),
    noted(seen()),
    "shuffles",
  ],
  [
    "a bag that was chosen",
    record({ bag: [...bag(dealer)].reverse().join(" ") }),
    noted(seen()),
    "shuffles",
  ],
  [
    "a reshuffle that was chosen",
    record({}, [...reshuffle(dealer, discards, 1)].reverse()),
    noted(seen()),
    "shuffles",
  ],
  [
    "a second reshuffle that repeats the numbers of the first",
    `${record()}deck: ${reshuffle(dealer, discards, 1).join(" ")}\n`,
    noted(seen()),
    "shuffles",
  ],
  [
    "lots that were chosen",
    record({ lots: "1 2 3" === lots(dealer, 3).join(" ") ? "3 2 1" : "1 2 3" }),
    noted(seen()),
    "shuffles",
  ],
  ["rounds that are not in the record", record(), noted(seen(), seen()), "rounds"],
])("seen: %s", (_, text, note, what) => {
  expect(result(text, note, what)).toBe("bad");
  expect(verify(text, note).result).toBe("bad");
});

test("each reshuffle has numbers of its own", () => {
  const text = `${record()}deck: ${reshuffle(dealer, discards, 2).join(" ")}\n`;
  expect(result(text, noted(seen()), "shuffles")).toBe("good");
});

test("comments say nothing about the deal", () => {
  const text = record().replace("first: 1\n", "first: 1\n# seed: 1\n# seed: 1\n");
  expect(verify(text, noted(seen())).result).toBe("good");
});

test.each([
  ["a line of the header that is there twice", record().replace("first: 1", "first: 1\nfirst: 1")],
  ["a seed that is no number", record({ seed: "a secret" })],
])("unreadable: %s", (_, text) => {
  expect(verify(text, noted(seen())).result).toBe("bad");
});

test("no proof at all is no good proof", () => {
  expect(verify(record({ fairness: null }), noted(seen())).result).toBe("bad");
  expect(verify("", null).result).toBe("bad");
});

describe("an abandoned round", () => {
  const round = (changes: Partial<RoundNote>): RoundNote =>
    seen({
      commitment: GIVEN_UP.commitment,
      salt: "77".repeat(32),
      hash: GIVEN_UP.hashes[0] ?? "",
      frozen: GIVEN_UP.hashes,
      ...changes,
    });

  test("is told", () => {
    const report = verify(record(abandoned), noted(round({}), seen()));
    expect([report.result, report.abandoned]).toEqual(["unknown", 1]);
    expect(result(record(abandoned), noted(round({}), seen()), "rounds")).toBe("unknown");
  });

  test("that calls an acknowledged salt missing is a lie", () => {
    const hash = GIVEN_UP.hashes[1] ?? "";
    expect(result(record(abandoned), noted(round({ hash }), seen()), "rounds")).toBe("bad");
    expect(
      result(record(abandoned), noted(round({ hash, acknowledged: false }), seen()), "rounds"),
    ).toBe("unknown");
  });

  test("with other hashes or another commitment is a lie", () => {
    expect(result(record(abandoned), noted(round({ frozen: [] }), seen()), "rounds")).toBe("bad");
    expect(result(record(abandoned), noted(round({ commitment }), seen()), "rounds")).toBe("bad");
    const troubled = noted(round({ trouble: "hashes" }), seen());
    expect(result(record(abandoned), troubled, "rounds")).toBe("bad");
  });

  test("after which this browser was left out proves nothing for it", () => {
    const out = seen({ salt: null, hash: null, acknowledged: false });
    expect(result(record(abandoned), noted(round({}), out), "left_out")).toBe("unknown");
  });
});

test("a game of scheme 1 is checked as far as that goes", () => {
  const old = dealers.get("1") as Dealer;
  const text = record(
    {
      fairness: "1",
      rounds: null,
      hashes: null,
      salts: old.salts.join(" "),
      deck: deck(old, 3).join(" "),
      bag: bag(old).join(" "),
      lots: null,
    },
    reshuffle(old, discards, 1),
  );
  expect(verify(text, null).checks).toEqual([
    { what: "commitment", result: "unknown" },
    { what: "scheme", result: "unknown" },
    { what: "shuffles", result: "good" },
  ]);
});

// Committing and revealing

class Wire implements SaltWire {
  sent: NewCommand[] = [];
  answers: (ReasonGiven | null)[] = [];
  command(wished: NewCommand): Promise<ReasonGiven | null> {
    this.sent.push(wished);
    return Promise.resolve(this.answers.shift() ?? null);
  }
  get kinds(): string[] {
    return this.sent.map((command) => command.type);
  }
}

const COMMITMENT = "ab".repeat(32);
const other: SaltShown = { seat: 1, hash: "cd".repeat(32), salt: null };
function table(fairness: Partial<FairnessShown>, more: Partial<TableShown> = {}): TableShown {
  const shown: FairnessShown = {
    scheme: "2",
    round: 1,
    stage: "gathering",
    commitment: COMMITMENT,
    salts: [],
    waiting: [],
    can_go_on: false,
    abandoned: [],
    seed: null,
    ...fairness,
  };
  return {
    id: "t",
    status: "open",
    seats: [
      { ...SEAT, yours: true },
      { ...SEAT, name: "Bruno" },
    ],
    fairness: shown,
    ...more,
  } as unknown as TableShown;
}
const mine = (changes: Partial<SaltShown> = {}): SaltShown => ({
  seat: 0,
  hash: readNote("t")?.rounds[1]?.hash ?? null,
  salt: null,
  ...changes,
});

let wire: Wire;
let keeper: SaltKeeper;
beforeEach(async () => {
  localStorage.clear();
  wire = new Wire();
  keeper = new SaltKeeper("t");
});

const committed = async (): Promise<void> => keeper.follow(table({}), wire);

test("it commits once, and reveals what it committed to when the hashes are frozen", async () => {
  await committed();
  await keeper.follow(table({}), wire);
  const note = readNote("t")?.rounds[1] as RoundNote;
  expect(wire.sent).toEqual([{ type: "commit_salt", round: 1, hash: note.hash }]);
  expect(note.hash).toBe(saltHash(COMMITMENT, note.salt ?? ""));
  await keeper.follow(table({ stage: "committing", salts: [mine()], waiting: [1] }), wire);
  expect(wire.kinds).toEqual(["commit_salt"]);
  await keeper.follow(table({ stage: "revealing", salts: [other, mine()], waiting: [0, 1] }), wire);
  expect(wire.sent[1]).toEqual({ type: "reveal_salt", round: 1, salt: note.salt });
  await vi.waitFor(() => expect(readNote("t")?.rounds[1]?.acknowledged).toBe(true));
  expect(readNote("t")?.rounds[1]?.frozen).toEqual([other.hash, note.hash]);
});

test("after a reload it reveals the salt that it has kept", async () => {
  await committed();
  const salt = readNote("t")?.rounds[1]?.salt;
  wire = new Wire();
  await new SaltKeeper("t").follow(
    table({ stage: "revealing", salts: [mine()], waiting: [0] }),
    wire,
  );
  expect(wire.sent).toEqual([{ type: "reveal_salt", round: 1, salt }]);
});

test.each<[string, () => Partial<FairnessShown>]>([
  ["the commitment has changed", () => ({ commitment: "ef".repeat(32), salts: [mine()] })],
  ["its own hash is not in the list", () => ({ salts: [mine({ hash: "ef".repeat(32) })] })],
  ["it belongs to no seat of the list", () => ({ salts: [other] })],
])("it never reveals when %s", async (_, shown) => {
  await committed();
  await keeper.follow(table({ stage: "revealing", waiting: [0], ...shown() }), wire);
  expect(wire.kinds).toEqual(["commit_salt"]);
});

test("it never reveals when the frozen hashes change, and says so", async () => {
  await committed();
  await keeper.follow(table({ stage: "revealing", salts: [other, mine()], waiting: [1] }), wire);
  await keeper.follow(table({ stage: "revealing", salts: [mine(), other], waiting: [0] }), wire);
  expect(wire.kinds).toEqual(["commit_salt"]);
  expect(keeper.trouble).toBe("hashes");
  expect(readNote("t")?.rounds[1]?.trouble).toBe("hashes");
  expect(readNote("t")?.rounds[1]?.frozen).toEqual([other.hash, mine().hash]);
});

test("it never reveals before the freeze, and nothing of a round that was abandoned", async () => {
  await committed();
  await keeper.follow(table({ stage: "committing", salts: [mine()], waiting: [0] }), wire);
  await keeper.follow(
    table({ round: 2, commitment: "ef".repeat(32), stage: "committing", waiting: [0] }),
    wire,
  );
  expect(wire.kinds).toEqual(["commit_salt", "commit_salt"]);
  expect(readNote("t")?.rounds[2]?.salt).not.toBe(readNote("t")?.rounds[1]?.salt);
  await keeper.follow(table({ stage: "revealing", salts: [mine()], waiting: [0] }), wire);
  expect(wire.kinds).toEqual(["commit_salt", "commit_salt"]);
  expect(keeper.trouble).toBe("round");
});

test("who only watches commits to nothing, but notes what was fixed", async () => {
  const watching = table({});
  watching.seats = watching.seats.map((seat) => ({ ...seat, yours: false }));
  await keeper.follow(watching, wire);
  expect(wire.sent).toEqual([]);
  expect(readNote("t")?.rounds[1]).toMatchObject({
    commitment: COMMITMENT,
    early: true,
    salt: null,
  });
});

test("what could not be saved is sent again, and what is refused for good is not", async () => {
  vi.useFakeTimers();
  wire.answers = [
    { code: "not_saved", params: {}, sentence: "" },
    { code: "salt_committed", params: {}, sentence: "" },
  ];
  await committed();
  await vi.advanceTimersByTimeAsync(1000);
  await vi.waitFor(() => expect(wire.kinds).toEqual(["commit_salt", "commit_salt"]));
  expect(wire.sent[1]).toEqual(wire.sent[0]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(wire.sent).toHaveLength(2);
  vi.useRealTimers();
});

test("two tabs that choose at the same moment commit to one salt", async () => {
  const tabs = [new SaltKeeper("t"), new SaltKeeper("t")];
  await Promise.all(tabs.map((tab) => tab.follow(table({}), wire)));
  const hashes = wire.sent.map((command) => (command.type === "commit_salt" ? command.hash : ""));
  expect(new Set(hashes)).toEqual(new Set([readNote("t")?.rounds[1]?.hash]));
});

test("a tab whose salt the server took reveals it although another tab has noted its own", async () => {
  let accept: (reason: null) => void = () => {};
  const slow = new Wire();
  slow.command = (wished) => {
    slow.sent.push(wished);
    return new Promise((resolve) => (accept = resolve));
  };
  await keeper.follow(table({}), slow);
  const note = readNote("t") as TableNote;
  const taken = note.rounds[1] as RoundNote;
  const foreign = { ...taken, salt: "99".repeat(32), hash: saltHash(COMMITMENT, "99".repeat(32)) };
  localStorage.setItem("alhambra.deal.t", JSON.stringify({ ...note, rounds: { 1: foreign } }));
  await keeper.follow(
    table({ stage: "revealing", salts: [{ seat: 0, hash: taken.hash, salt: null }], waiting: [0] }),
    slow,
  );
  expect(slow.kinds).toEqual(["commit_salt"]);
  accept(null);
  await vi.waitFor(() =>
    expect(slow.sent[1]).toEqual({ type: "reveal_salt", round: 1, salt: taken.salt }),
  );
});

test("what is sent again belongs to the table as it is by then, and accuses nobody", async () => {
  vi.useFakeTimers();
  wire.answers = [{ code: "too_fast", params: {}, sentence: "" }];
  await committed();
  await keeper.follow(
    table({ round: 2, commitment: "ef".repeat(32), stage: "committing", waiting: [0] }),
    wire,
  );
  await vi.advanceTimersByTimeAsync(2000);
  await keeper.follow(
    table({ round: 2, commitment: "ef".repeat(32), stage: "committing", waiting: [0] }),
    wire,
  );
  expect(keeper.trouble).toBeNull();
  expect(readNote("t")?.rounds[1]?.trouble).toBeNull();
  vi.useRealTimers();
});

test("a browser that only watched does not speak of a secret of its own", () => {
  const watched = noted(seen({ salt: null, hash: null, acknowledged: false }));
  expect(verify(record(), watched).checks[0]).toEqual({ what: "watched", result: "good" });
});

test("after a reload it does not commit again to what the server has", async () => {
  await committed();
  const [reloaded, again] = [new SaltKeeper("t"), new Wire()];
  await reloaded.follow(table({ salts: [mine()] }), again);
  expect(again.sent).toEqual([]);
  await reloaded.follow(table({}), again); // the server has lost it: the same once more
  expect(again.sent).toEqual(wire.sent);
});

test("on another connection it is sent once more", async () => {
  await committed();
  const another = new Wire();
  await keeper.follow(table({}), another);
  expect(another.sent).toEqual(wire.sent);
});

test("a table that has begun is told nothing, and a deal seen too late is not noted", async () => {
  const begun: Partial<TableShown> = { status: "playing" };
  await keeper.follow(table({ stage: "dealt" }, begun), wire);
  expect(readNote("t")).toBeNull();
  await committed();
  await keeper.follow(table({ stage: "revealing", salts: [mine()], waiting: [0] }, begun), wire);
  expect(wire.kinds).toEqual(["commit_salt"]);
});

test("a commitment first seen with the frozen hashes is not an early one", async () => {
  await keeper.follow(table({ stage: "revealing", salts: [other], waiting: [1] }), wire);
  expect(readNote("t")?.rounds[1]).toMatchObject({ early: false, frozen: [other.hash] });
});

describe("what a browser notes", () => {
  afterEach(() => vi.unstubAllGlobals());

  test("is known until a reload where nothing can be kept", async () => {
    const full = () => {
      throw new Error("nothing is kept here");
    };
    vi.stubGlobal("localStorage", { getItem: full, setItem: full });
    keeper = new SaltKeeper("unkept");
    await keeper.follow(table({}), wire);
    const hash = readNote("unkept")?.rounds[1]?.hash ?? null;
    const salts = [mine({ hash })];
    await keeper.follow(table({ stage: "revealing", salts, waiting: [0] }), wire);
    expect(wire.kinds).toEqual(["commit_salt", "reveal_salt"]);
  });

  test("is begun anew if it cannot be read", async () => {
    localStorage.setItem("alhambra.deal.t", "{");
    await committed();
    expect(readNote("t")?.rounds[1]?.hash).toBeTruthy();
  });

  test("is kept for a hundred tables, the newest", () => {
    for (let at = 0; at <= 100; at++) keepNote(`table ${at}`, { at, rounds: {} });
    expect(readNote("table 0")).toBeNull();
    expect(readNote("table 1")).not.toBeNull();
    expect(readNote("table 100")).not.toBeNull();
  });
});

describe("the proof at the end", () => {
  const section = () => document.querySelector<HTMLElement>("[data-testid=proof]");

  async function shows(text: string): Promise<void> {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(text)));
    await words.speak("en");
    const props = { id: "t", invite: null, shown: table({}).fairness as FairnessShown };
    show(FairnessProof, props);
    await vi.waitFor(() => expect(section()?.dataset.result).not.toBe("checking"));
  }
  afterEach(() => void vi.unstubAllGlobals());

  test("is checked with what this browser has noted", async () => {
    keepNote("t", noted(seen()));
    await shows(record());
    expect(section()?.dataset.result).toBe("good");
    expect(section()?.querySelector("[role=alert]")).toBeNull();
  });

  test("that does not hold raises an alarm", async () => {
    keepNote("t", noted(seen({ commitment: "00".repeat(32) })));
    await shows(record());
    expect(section()?.querySelector("[role=alert]")?.textContent?.trim()).toBe(
      words.t("fairness.bad"),
    );
  });
});
