// The websocket: what was sent is not lost when it breaks.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PROTOCOL, type ToPage } from "../src/protocol";
import { Connection } from "../src/state/connection.svelte";

class Line {
  static readonly OPEN = 1;
  static all: Line[] = [];
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onopen: () => void = () => {};
  onclose: () => void = () => {};
  onmessage: (event: { data: string }) => void = () => {};
  constructor() {
    Line.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.readyState = 3;
    this.onclose();
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
  expect(line().sent[0]).toMatchObject({ type: "hello", protocol: PROTOCOL, table: "Vb3", invite: "k9" });
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
  vi.advanceTimersByTime(20_000);
  expect(line().sent.at(-1)).toEqual({ type: "ping" });
  vi.advanceTimersByTime(8_000);
  expect(connection.status).toBe("lost");
});

test("another protocol asks for the page to be loaded anew", () => {
  line().hear({ type: "reload", version: 0, protocol: PROTOCOL + 1 });
  expect(connection.status).toBe("outdated");
  vi.advanceTimersByTime(60_000);
  expect(Line.all).toHaveLength(1);
});
