// The websocket: says hello, keeps itself alive, and reconnects when it breaks.
import {
  OLDEST_PROTOCOL,
  PROTOCOL,
  type Frame,
  type FromPage,
  type Hello,
  type ReasonGiven,
  type ToPage,
} from "../protocol";
import { later, type Cancel } from "../lib/timers";

/** Refused: the server does not let this page in, and says why. */
export type Status = "connecting" | "open" | "lost" | "refused" | "outdated" | "closed";
export type Command = Extract<FromPage, { id: string; type: Exclude<FromPage["type"], "look"> }>;
type Unnumbered<C> = C extends Command ? Omit<C, "id"> : never;
export type NewCommand = Unnumbered<Command>;

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const WELCOME_WITHIN = 10_000;
const PING_EVERY = 6_000;
const PING_HIDDEN_EVERY = 20_000;
const PONG_WITHIN = 4_000;
/** The time to wait for an answer after the network has changed or the player has come back to the page:
 * phones and laptops that slept have lost the connection without a close event. */
const PROBE_WITHIN = 1_000;
/** Refusals of hello that are temporary. */
const PASSING = new Set([
  "too_fast",
  "table_moved_on",
  "hello_first",
  "busy",
  "not_saved",
  "not_loaded",
  "server_full",
]);

export function freshId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

/** Resolves a command that the player has withdrawn. */
export const WITHDRAWN: ReasonGiven = { code: "withdrawn", params: {}, sentence: "" };

interface Pending {
  message: Command;
  settle: (reason: ReasonGiven | null) => void;
}

export class Connection {
  status = $state<Status>("connecting");
  private socket: WebSocket | null = null;
  private pending = new Map<string, Pending>();
  private wait = FIRST_WAIT;
  private protocol = PROTOCOL;
  private timers: Cancel[] = [];

  constructor(
    private readonly address: string,
    private readonly table: string,
    private readonly invite: string | null,
    private readonly receive: (message: ToPage) => void,
  ) {}

  open(): void {
    this.forget();
    if (this.status !== "lost") this.status = "connecting";
    const socket = new WebSocket(this.address);
    this.socket = socket;
    this.timers.push(later(WELCOME_WITHIN, () => this.broken()));
    socket.onopen = () => {
      const hello: Hello = {
        type: "hello",
        protocol: this.protocol,
        table: this.table,
        invite: this.invite,
      };
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = (event) => this.read(JSON.parse(String(event.data)) as Frame);
    socket.onclose = () => {
      if (this.socket === socket) this.broken();
    };
    addEventListener("online", this.networkChanged);
    addEventListener("offline", this.networkChanged);
    document.addEventListener("visibilitychange", this.seenAgain);
    addEventListener("pageshow", this.shownAgain);
  }

  close(status: "closed" | "refused" | "outdated" = "closed"): void {
    this.status = status;
    removeEventListener("online", this.networkChanged);
    removeEventListener("offline", this.networkChanged);
    document.removeEventListener("visibilitychange", this.seenAgain);
    removeEventListener("pageshow", this.shownAgain);
    this.forget();
  }

  send(message: FromPage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Send a command; resolves with the reason if it is refused, or null once it is saved. Lost ones are resent. */
  command(wished: NewCommand): Promise<ReasonGiven | null> {
    const message = { ...wished, id: freshId() } as Command;
    return new Promise((settle) => {
      this.pending.set(message.id, { message, settle });
      if (this.status === "open") this.send(message);
    });
  }

  /** Do not send the commands of a turn that wait for the connection. One that had arrived before it broke
   * has been done: the state that comes with the next welcome shows it. */
  withdraw(): void {
    if (this.status !== "lost") return;
    for (const { message } of [...this.pending.values()])
      if ("base" in message) this.settled(message.id, WITHDRAWN);
  }

  private read(frame: Frame): void {
    for (const message of frame) {
      if (message.type === "welcome") this.welcomed();
      else if (message.type === "reload") this.mismatched(message.protocol);
      else if (message.type === "answer") this.settled(message.id, message.reason);
      else if (message.type === "fault") this.faulted(message.reason);
      this.receive(message);
    }
    if (this.status === "open") this.expectSilence(); // any message shows that the connection is alive
  }

  /** While servers are replaced one by one, a reconnect may lead to an older one: it is answered in its own
   * protocol. */
  private mismatched(protocol: number): void {
    if (protocol < OLDEST_PROTOCOL || protocol >= this.protocol) return this.close("outdated");
    this.protocol = protocol;
    this.broken();
  }

  private welcomed(): void {
    this.status = "open";
    this.protocol = PROTOCOL; // for the next connection
    this.wait = FIRST_WAIT;
    for (const { message } of this.pending.values()) this.send(message);
  }

  /** Before the welcome, a fault is the answer to hello. A page that was closed to make room would only
   * take the place of another if it came back by itself. */
  private faulted(reason: ReasonGiven): void {
    if (reason.code === "made_room") this.close("refused");
    else if (this.status !== "open" && !PASSING.has(reason.code)) this.close("refused");
  }

  private settled(id: string, reason: ReasonGiven | null): void {
    this.pending.get(id)?.settle(reason);
    this.pending.delete(id);
  }

  /** Report a lost connection at once: a dead one may never send a close event. */
  private broken(): void {
    this.status = "lost";
    this.forget();
    this.timers.push(later(this.wait * (0.8 + Math.random() * 0.4), () => this.open()));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  private networkChanged = (): void => {
    if (this.status === "open") this.probe(PROBE_WITHIN);
    else if (this.socket === null && navigator.onLine) this.open();
  };

  private seenAgain = (): void => {
    if (!document.hidden) this.cameBack();
  };

  /** Also a page that comes from the browser's back-forward cache, with the socket it had then. */
  private shownAgain = (event: PageTransitionEvent): void => {
    if (event.persisted) this.cameBack();
  };

  /** Reconnect soon if the connection was lost meanwhile, or an attempt to reconnect came to nothing. */
  private cameBack(): void {
    this.wait = FIRST_WAIT;
    if (this.socket === null) this.open();
    else this.probe(PROBE_WITHIN);
  }

  private expectSilence(): void {
    this.stopTimers();
    this.timers.push(
      later(document.hidden ? PING_HIDDEN_EVERY : PING_EVERY, () => this.probe(PONG_WITHIN)),
    );
  }

  /** Send a ping; without an answer in time the connection is lost. */
  private probe(within: number): void {
    this.stopTimers();
    this.send({ type: "ping" });
    this.timers.push(later(within, () => this.broken()));
  }

  /** Drop the socket, whatever its state, and ignore all its later events. */
  private forget(): void {
    this.stopTimers();
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
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
