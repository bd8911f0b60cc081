// The websocket: said hello to, kept alive, and healed when it breaks.
import { PROTOCOL, type Frame, type FromPage, type Hello, type ReasonGiven, type ToPage } from "../protocol";

import { later, type Cancel } from "../lib/timers";

export type Status = "connecting" | "open" | "lost" | "outdated" | "closed";
export type Command = Extract<FromPage, { id: string; type: Exclude<FromPage["type"], "look"> }>;
type Unnumbered<C> = C extends Command ? Omit<C, "id"> : never;
export type NewCommand = Unnumbered<Command>;

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const PING_EVERY = 20_000;
const PONG_WITHIN = 8_000;

export function freshId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function salt(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

interface Pending {
  message: Command;
  settle: (reason: ReasonGiven | null) => void;
}

export class Connection {
  status = $state<Status>("connecting");
  private socket: WebSocket | null = null;
  private pending = new Map<string, Pending>();
  private wait = FIRST_WAIT;
  private timers: Cancel[] = [];
  private readonly salt = salt();

  constructor(
    private readonly address: string,
    private readonly table: string,
    private readonly invite: string | null,
    private readonly receive: (message: ToPage) => void,
  ) {}

  open(): void {
    this.stopTimers();
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      const hello: Hello = { type: "hello", protocol: PROTOCOL, table: this.table, invite: this.invite, salt: this.salt };
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = (event) => this.read(JSON.parse(String(event.data)) as Frame);
    socket.onclose = () => {
      if (this.socket === socket) this.broken();
    };
    addEventListener("online", this.hurry);
  }

  close(): void {
    this.status = "closed";
    removeEventListener("online", this.hurry);
    this.stopTimers();
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  send(message: FromPage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Send a command; resolves with why not, or null once it is kept. Lost ones are sent again. */
  command(wished: NewCommand): Promise<ReasonGiven | null> {
    const message = { ...wished, id: freshId() } as Command;
    return new Promise((settle) => {
      this.pending.set(message.id, { message, settle });
      this.send(message);
    });
  }

  get waiting(): boolean {
    return this.pending.size > 0;
  }

  private read(frame: Frame): void {
    for (const message of frame) {
      if (message.type === "welcome") this.welcomed();
      else if (message.type === "reload") this.outdated();
      else if (message.type === "answer") this.settled(message.id, message.reason);
      else if (message.type === "pong") this.expectSilence();
      this.receive(message);
    }
  }

  private welcomed(): void {
    this.status = "open";
    this.wait = FIRST_WAIT;
    for (const { message } of this.pending.values()) this.send(message);
    this.expectSilence();
  }

  private settled(id: string, reason: ReasonGiven | null): void {
    this.pending.get(id)?.settle(reason);
    this.pending.delete(id);
  }

  private outdated(): void {
    this.close();
    this.status = "outdated";
  }

  private broken(): void {
    if (this.status === "closed" || this.status === "outdated") return;
    this.status = "lost";
    this.stopTimers();
    this.timers.push(later(this.wait * (0.8 + Math.random() * 0.4), () => this.open()));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  private hurry = (): void => {
    if (this.status === "lost") this.open();
  };

  private expectSilence(): void {
    this.stopTimers();
    const ask = () => {
      this.send({ type: "ping" });
      this.timers.push(later(PONG_WITHIN, () => this.socket?.close()));
    };
    this.timers.push(later(PING_EVERY, ask));
  }

  private stopTimers(): void {
    this.timers.forEach((cancel) => cancel());
    this.timers = [];
  }
}

/** The address of the websocket of the server this page came from. */
export function liveAddress(): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`;
}
