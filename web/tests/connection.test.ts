// The websocket: what was sent is not lost when it breaks.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { OLDEST_PROTOCOL, PROTOCOL, type State, type ToPage } from "../src/protocol";
import { Choice } from "../src/state/choice.svelte";
import { Connection } from "../src/state/connection.svelte";
import { Game } from "../src/state/game.svelte";
import three from "./fixtures/players-3.json";

class Line {
  static readonly OPEN = 1;
  static all: Line[] = [];
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onopen: () => void = () => {};
  onclose: (() => void) | null = () => {};
  onmessage: (event: { data: string }) => void = () => {};
  constructor() {
    Line.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  hear(...messages: object[]): void {
    this.onmessage({ data: JSON.stringify(messages) });
  }
}

const welcome = { type: "welcome", version: 1, protocol: PROTOCOL, name: null, now: 0 };
let heard: ToPage[];
let connection: Connection;
const line = () => Line.all.at(-1) as Line;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Line);
  Line.all = [];
  heard = [];
  connection = new Connection("ws://table", "Vb3", "k9", (message) => heard.push(message));
  connection.open();
  line().onopen();
});
afterEach(() => {
  connection.close();
  vi.useRealTimers();
});

test("it says hello first", () => {
  expect(line().sent[0]).toMatchObject({
    type: "hello",
    protocol: PROTOCOL,
    table: "Vb3",
    invite: "k9",
  });
  line().hear(welcome);
  expect(connection.status).toBe("open");
  expect(heard).toHaveLength(1);
});

test("a command that was not answered is sent again with the same id", async () => {
  line().hear(welcome);
  const answer = connection.command({ type: "start" });
  const [first] = line().sent.slice(-1);
  line().close();
  expect(connection.status).toBe("lost");
  vi.advanceTimersByTime(1000);
  expect(Line.all).toHaveLength(2);
  line().onopen();
  line().hear(welcome);
  expect(line().sent.at(-1)).toEqual(first);
  line().hear({ type: "answer", version: 2, id: first?.id, reason: null });
  expect(await answer).toBeNull();
  expect(connection.status).toBe("open");
});

test("it waits longer and longer before it tries again, but not when the network is back", () => {
  for (let tries = 1; tries <= 4; tries++) {
    line().close();
    vi.advanceTimersByTime(10_000);
  }
  expect(Line.all).toHaveLength(5);
  line().close();
  dispatchEvent(new Event("online"));
  expect(Line.all).toHaveLength(6);
});

test("a line that no longer answers is given up", () => {
  line().hear(welcome);
  const close = vi.spyOn(line(), "close").mockImplementation(() => {}); // a dead line does not even close
  vi.advanceTimersByTime(6_000);
  expect(line().sent.at(-1)).toEqual({ type: "ping" });
  vi.advanceTimersByTime(4_000);
  expect(close).toHaveBeenCalled();
  expect(connection.status).toBe("lost");
});

test("whatever is heard shows that the line is alive", () => {
  line().hear(welcome);
  for (let second = 0; second < 60; second += 3) {
    vi.advanceTimersByTime(3_000);
    line().hear({ type: "pong", version: 1, now: 0 });
  }
  expect(line().sent.filter((each) => each.type === "ping")).toHaveLength(0);
  expect(connection.status).toBe("open");
});

test("going offline is noticed within a second, unless the server still answers", () => {
  line().hear(welcome);
  dispatchEvent(new Event("offline"));
  expect(line().sent.at(-1)).toEqual({ type: "ping" });
  line().hear({ type: "pong", version: 1, now: 0 });
  vi.advanceTimersByTime(2_000);
  expect(connection.status).toBe("open"); // a server on this machine
  dispatchEvent(new Event("offline"));
  vi.advanceTimersByTime(1_000);
  expect(connection.status).toBe("lost");
});

test("back online while it is connecting, it opens no second socket", () => {
  line().hear(welcome);
  line().close();
  vi.advanceTimersByTime(1_000);
  expect(Line.all).toHaveLength(2);
  dispatchEvent(new Event("online"));
  dispatchEvent(new Event("online"));
  expect(Line.all).toHaveLength(2);
});

describe("back at the page", () => {
  const returns: [string, () => void][] = [
    ["from another app", () => document.dispatchEvent(new Event("visibilitychange"))],
    [
      "by the back button",
      () => dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true })),
    ],
  ];

  test.each(returns)("%s, a dead line is replaced within two seconds", (_, comeBack) => {
    line().hear(welcome);
    const close = vi.spyOn(line(), "close").mockImplementation(() => {}); // no close event ever comes
    comeBack();
    expect(line().sent.at(-1)).toEqual({ type: "ping" });
    vi.advanceTimersByTime(2_000);
    expect(close).toHaveBeenCalled();
    expect(Line.all).toHaveLength(2);
    line().onopen();
    line().hear(welcome);
    expect(connection.status).toBe("open");
  });

  test.each(returns)("%s, a line that answers is kept", (_, comeBack) => {
    line().hear(welcome);
    comeBack();
    line().hear({ type: "pong", version: 1, now: 0 });
    vi.advanceTimersByTime(2_000);
    expect(Line.all).toHaveLength(1);
    expect(connection.status).toBe("open");
  });

  test("a lost line is tried again at once, however long it has waited before", () => {
    for (let tries = 1; tries <= 6; tries++) {
      line().close();
      vi.advanceTimersByTime(10_000);
    }
    line().close();
    const before = Line.all.length;
    document.dispatchEvent(new Event("visibilitychange"));
    expect(Line.all).toHaveLength(before + 1);
    line().close();
    vi.advanceTimersByTime(1_000);
    expect(Line.all).toHaveLength(before + 2);
  });

  test("an attempt that hangs since before the sleep is given up within two seconds", () => {
    line().hear(welcome);
    line().close();
    vi.advanceTimersByTime(1_000);
    expect(Line.all).toHaveLength(2);
    document.dispatchEvent(new Event("visibilitychange"));
    vi.advanceTimersByTime(2_000);
    expect(Line.all).toHaveLength(3);
  });

  test("a page that is shown for the first time has all the time it needs", () => {
    dispatchEvent(Object.assign(new Event("pageshow"), { persisted: false }));
    vi.advanceTimersByTime(8_000);
    expect(Line.all).toHaveLength(1);
  });
});

test("a server that says no welcome is asked again", () => {
  vi.advanceTimersByTime(12_000);
  expect(Line.all).toHaveLength(2);
});

describe("a refused hello", () => {
  const refuse = (code: string) => {
    line().hear({ type: "fault", version: 0, reason: { code, params: {}, sentence: "" } });
    if (line().readyState === 1) line().close();
  };

  test("is not repeated, and can be tried again by hand", () => {
    refuse("no_such_table");
    expect(connection.status).toBe("refused");
    vi.advanceTimersByTime(600_000);
    dispatchEvent(new Event("online"));
    expect(Line.all).toHaveLength(1);
    connection.open();
    line().onopen();
    line().hear(welcome);
    expect(connection.status).toBe("open");
  });

  test.each(["too_fast", "busy", "not_saved", "not_loaded"])(
    "that may have passed a moment later is repeated: %s",
    (code) => {
      refuse(code);
      expect(connection.status).toBe("lost");
      vi.advanceTimersByTime(1_000);
      expect(Line.all).toHaveLength(2);
    },
  );

  test("a page that had to make room does not come back by itself", () => {
    line().hear(welcome);
    refuse("made_room");
    expect(connection.status).toBe("refused");
    vi.advanceTimersByTime(600_000);
    expect(Line.all).toHaveLength(1);
  });

  test("is something else than a fault later on", () => {
    line().hear(welcome);
    line().hear({
      type: "fault",
      version: 1,
      reason: { code: "not_understood", params: {}, sentence: "" },
    });
    expect(connection.status).toBe("open");
  });
});

test("what is done while the line is down is sent when it is back, and the page knows that it waits", async () => {
  const game = new Game("Vb3", "k9");
  game.open();
  line().onopen();
  line().hear(welcome);
  line().close();
  const done = game.do({ type: "start" });
  expect(game.held).toBe(true);
  vi.advanceTimersByTime(1_000);
  line().onopen();
  line().hear(welcome);
  const sent = line().sent.filter((each) => each.type === "start");
  expect(sent).toHaveLength(1);
  expect(game.held).toBe(false);
  line().hear({ type: "answer", version: 2, id: sent[0]?.id, reason: null });
  expect(await done).toBe(true);
  game.close();
});

describe("an action that waits for the line", () => {
  const { state } = (three as unknown as Record<"act", { state: State }>).act;
  let game: Game;
  const back = () => {
    vi.advanceTimersByTime(1_000);
    line().onopen();
    line().hear(welcome);
    return line().sent.filter((each) => each.type === "act");
  };

  beforeEach(() => {
    game = new Game("Vb3", "k9");
    game.open();
    line().onopen();
    line().hear(welcome, state);
  });
  afterEach(() => game.close());

  test.each(["after", "before"])("is withdrawn by Cancel: done %s the line broke", async (when) => {
    const choice = new Choice(game);
    choice.togglePlace(0);
    if (when === "after") line().close();
    const done = choice.doOffer();
    if (when === "before") line().close();
    expect(game.withdrawable).toBe(true);
    void game.do({ type: "say", text: "wait for me" });
    choice.clear();
    await done;
    expect(game.refusal).toBeNull();
    expect(game.withdrawable).toBe(false);
    expect(back()).toEqual([]);
    expect(line().sent.filter((each) => each.type === "say")).toHaveLength(1);
    choice.togglePlace(1);
    void choice.doOffer();
    expect(line().sent.at(-1)?.type).toBe("act");
  });

  test("is sent when nothing is cancelled, and cannot be withdrawn then", async () => {
    line().close();
    const doing = game.turn({ type: "act", action: "take b1", confirm: false });
    const [sent] = back();
    expect(game.withdrawable).toBe(false);
    new Choice(game).clear();
    line().hear({ type: "answer", version: 2, id: sent?.id, reason: null });
    expect(await doing).toBe(true);
  });
});

test.each([PROTOCOL + 1, OLDEST_PROTOCOL - 1])(
  "protocol %d asks for the page to be loaded anew",
  (protocol) => {
    line().hear({ type: "reload", version: 0, protocol });
    expect(connection.status).toBe("outdated");
    vi.advanceTimersByTime(60_000);
    expect(Line.all).toHaveLength(1);
  },
);

test("a server of the release before is greeted in its own protocol, the next one in this one", () => {
  const reconnected = () => {
    vi.advanceTimersByTime(1_000);
    line().onopen();
    return line().sent[0]?.protocol;
  };
  line().hear({ type: "reload", version: 0, protocol: OLDEST_PROTOCOL });
  expect(connection.status).toBe("lost");
  expect(reconnected()).toBe(OLDEST_PROTOCOL);
  line().hear({ ...welcome, protocol: OLDEST_PROTOCOL });
  expect(connection.status).toBe("open");
  line().onclose?.();
  expect(reconnected()).toBe(PROTOCOL);
});
