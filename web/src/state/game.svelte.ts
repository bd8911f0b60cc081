// A table as received from the server: its seats, the game, the log and the chat.
import type {
  Board,
  ChatLine,
  Curtain,
  LogEntry,
  Look,
  Prospects,
  ReasonGiven,
  State,
  TableShown,
  ToPage,
  HappeningShown,
} from "../protocol";
import { changedState } from "../lib/changed-state";
import { later, type Cancel } from "../lib/timers";
import { isLanding, lastSet, sinceTurn, loggedTurns } from "../lib/logged-turns";
import { Coach, type CoachQuestion } from "./coach.svelte";
import { Connection, freshId, liveAddress, WITHDRAWN, type NewCommand } from "./connection.svelte";

type Distributed<C, K extends string> = C extends unknown ? Omit<C, K> : never;
type TurnCommand = Distributed<Extract<NewCommand, { base: number }>, "base" | "seat">;
type TableCommand = Exclude<NewCommand, { base: number }>;

/** Happenings that remove lines from the log, so that it has to be loaded again. */
const REWRITES = new Set<HappeningShown["type"]>(["took_back", "restarted", "undone"]);

/** Pace of the other players' actions that leaves time on a running clock, in milliseconds. */
const BRISK = 500;
const USUAL_PACE = 1200;
/** A deadline later than this does not press. */
const LONG = 10 * 60_000;

export type Listener = (happenings: HappeningShown[], state: State, before: State | null) => void;

export interface Wire {
  send(
    message:
      | Look
      | CoachQuestion
      | { type: "ask_log" | "ask_boards"; since: number }
      | { type: "unlock"; seat: number | null },
  ): void;
  command(wished: NewCommand): Promise<ReasonGiven | null>;
}

/** Is it this player's turn, to act or to confirm? */
export const isMyTurn = (state: State | null): boolean =>
  state !== null && (state.own.legal !== null || state.own.can_confirm);

export class Game {
  table = $state.raw<TableShown | null>(null);
  state = $state.raw<State | null>(null);
  log = $state.raw<LogEntry[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  unread = $state(0);
  curtain = $state.raw<Curtain | null>(null);
  prospects = $state.raw<Prospects | null>(null);
  /** What a tile brings that is only looked at. */
  glanced = $state.raw<Prospects | null>(null);
  /** The latest refusal, to be shown until something else is done. */
  refusal = $state.raw<ReasonGiven | null>(null);
  /** Why this table cannot be shown at all. */
  closed = $state.raw<ReasonGiven | null>(null);
  /** How many commands have not been answered yet. */
  unanswered = $state(0);
  /** The server's clock minus ours. */
  ahead = 0;
  /** How long an action of another player is shown before the next one, in milliseconds; without end
   * if each waits for a tap or a key. */
  pace: () => number = () => 0;
  /** How many changes are known but not shown yet. */
  behind = $state(0);
  /** A spectator's choice of the city that is shown large. */
  watched = $state<number | null>(null);
  /** While earlier actions are shown once more: the table as it was then. */
  again = $state.raw<Board | null>(null);
  private boards: Board[] = [];
  private onagain: (happenings: HappeningShown[], before: Board) => void = () => {};
  private queue: (State | Curtain)[] = [];
  /** The state received last, which may not be shown yet. */
  private newest: State | null = null;
  /** Until when the shown state stays, by `performance.now`: the date can jump. */
  private until = 0;
  private timer: Cancel | null = null;
  private listening = false;
  private chatReaders = 0;
  private lookId: string | null = null;
  private glanceId: string | null = null;
  private looked: (found: Prospects | null) => void = () => {};
  private listeners = new Set<Listener>();
  private version = 0;
  /** What was added to the log since it was loaded. */
  private added: { version: number; entry: LogEntry }[] = [];
  /** The version for which a command of my turn was sent that is not answered yet. */
  private underway = $state<number | null>(null);

  readonly coach: Coach;

  constructor(
    readonly id: string,
    readonly invite: string | null,
    private wire: Wire | null = null,
  ) {
    this.coach = new Coach(this);
  }

  /** The connection, whose status the page shows. */
  live = $state.raw<Connection | null>(null);

  board = $derived(this.again ?? this.state?.board ?? null);
  own = $derived(this.state?.own ?? null);
  legal = $derived(this.again ? null : (this.state?.own.legal ?? null));
  /** The seat whose hand is open here. */
  me = $derived(this.state?.own.seat ?? null);
  seats = $derived(this.table?.seats ?? []);
  names = $derived(this.seats.map((seat) => seat.name));
  /** Nobody at this page has a seat. */
  watching = $derived(!this.seats.some((seat) => seat.yours));
  /** The seat whose city is shown large: mine, or for spectators the chosen one, or the seat to act. */
  shown = $derived(this.me ?? this.mineWaiting ?? this.watched ?? this.board?.seat ?? 0);
  turns = $derived(loggedTurns(this.log));
  /** What the others did since I last acted; for spectators the last round. */
  since = $derived(sinceTurn(this.turns, this.me ?? this.mineWaiting, this.seats.length));
  /** The tiles that each player placed last, until that player's next turn. */
  lastSet = $derived.by(() => {
    const ply = this.again?.ply;
    const seen = ply === undefined ? this.log : this.log.filter((entry) => entry.ply <= ply);
    return lastSet(ply === undefined ? this.turns : loggedTurns(seen), this.seats.length);
  });
  /** The connection is lost and a command of mine waits for it. */
  held = $derived(this.unanswered > 0 && this.live?.status === "lost");
  /** An action of mine waits for the connection, and can still be withdrawn. */
  withdrawable = $derived(this.held && this.underway !== null);
  myTurn = $derived(isMyTurn(this.state));

  get mineWaiting(): number | null {
    const seat = this.curtain?.waiting_for ?? null;
    if (seat !== null) return seat;
    const mine = this.seats.findIndex((each) => each.yours);
    return mine < 0 ? null : mine;
  }

  open(): void {
    const connection = new Connection(liveAddress(), this.id, this.invite, (message) =>
      this.receive(message),
    );
    this.wire = connection;
    this.live = connection;
    connection.open();
  }

  close(): void {
    this.stopTimer();
    this.live?.close();
  }

  /** Say hello again: as a person with a new name, or after a refusal. Unanswered commands are sent again. */
  reconnect(): void {
    this.closed = null;
    this.live?.open();
  }

  /** Register a function that is called with every change and what happened. */
  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  receive(message: ToPage): void {
    switch (message.type) {
      case "welcome":
        this.ahead = message.now - Date.now();
        this.coach.welcomed();
        break;
      case "table":
        this.table = message.table;
        this.closed = null;
        break;
      case "state":
        this.stateArrived(message);
        break;
      case "change":
        // A change to a state that this page does not have would be a fault: it asks for everything again.
        if (this.newest?.version === message.since)
          this.stateArrived(changedState(this.newest, message));
        else this.reconnect();
        break;
      case "prospects":
        if (message.id === this.glanceId) this.glanced = message;
        if (message.id !== this.lookId) break;
        this.prospects = message;
        this.looked(message);
        break;
      case "log":
        this.hurry();
        this.added = this.added.filter(({ version }) => version > message.version);
        this.log = [...message.entries, ...this.added.map(({ entry }) => entry)];
        break;
      case "chat": {
        const changed = new Map(message.lines.map((line) => [line.line, line]));
        const known = new Set(this.chat.map((line) => line.line));
        const fresh = message.lines.filter((line) => !known.has(line.line));
        this.chat = [...this.chat.map((line) => changed.get(line.line) ?? line), ...fresh];
        if (this.listening && !this.chatReaders)
          this.unread += fresh.filter((line) => !line.yours && !line.muted).length;
        this.listening = true; // messages from before this page was opened are not unread
        break;
      }
      case "curtain":
        this.arrived(message);
        break;
      case "hint":
      case "missed":
      case "chances":
        this.coach.receive(message);
        break;
      case "boards":
        this.showAgain(message.boards);
        break;
      case "fault":
        this.coach.refused();
        if (this.table && this.live?.status !== "refused") this.refusal = message.reason;
        else this.closed = message.reason;
        break;
    }
  }

  private stateArrived(state: State): void {
    this.newest = state;
    this.arrived(state);
  }

  /** Actions of others are shown one after another, my own at once. */
  private arrived(news: State | Curtain): void {
    this.stopAgain();
    const mine =
      news.type === "state" &&
      news.happenings.some(
        (happening) =>
          "seat" in happening &&
          happening.seat === news.own.seat &&
          happening.type !== "turn_began",
      );
    if (mine || !this.state) this.hurry();
    if (!this.queue.length && this.wait() === 0) return this.take(news);
    this.queue.push(news);
    this.behind = this.queue.length;
    this.plan();
  }

  /** How much longer the shown state stays, in milliseconds. */
  private wait(): number {
    return Math.max(0, this.until - performance.now());
  }

  private plan(): void {
    const wait = this.wait();
    if (this.timer || !this.queue.length) return;
    const landing = this.isNextLanding() ? USUAL_PACE / 2 : Infinity;
    const most = Math.min(this.isPressed() ? BRISK : Infinity, landing);
    if (Math.min(wait, most) < Infinity)
      this.timer = later(Math.min(wait, most), () => this.next());
  }

  /** Whether my clock runs while the page still shows what others did. */
  private isPressed(): boolean {
    const newest = this.queue.findLast((news) => news.type === "state");
    if (!newest || newest.type !== "state" || newest.deadline === null) return false;
    return isMyTurn(newest) && newest.deadline - this.ahead - Date.now() < LONG;
  }

  private next(): void {
    this.stopTimer();
    const news = this.queue.shift();
    this.behind = this.queue.length;
    try {
      if (news) this.take(news);
    } finally {
      this.plan(); // the next one is shown even if showing this one failed
    }
  }

  private take(news: State | Curtain): void {
    if (news.type === "curtain") this.curtain = news;
    else this.takeState(news);
  }

  private stopTimer(): void {
    this.timer?.();
    this.timer = null;
  }

  /** Show everything received at once. */
  hurry(): void {
    this.stopAgain();
    this.stopTimer();
    this.until = 0;
    for (const news of this.queue.splice(0)) this.take(news);
    this.behind = 0;
    this.until = 0;
  }

  /** A tap or a key: the next action if each waits for one, otherwise everything. */
  skip(): void {
    if (this.again || this.pace() !== Infinity) return this.hurry();
    if (this.queue.length) this.next();
  }

  /** Whether the next change only puts a new tile somewhere: that is not waited for. */
  private isNextLanding(): boolean {
    const news = this.queue[0];
    return news?.type === "state" && isLanding(news.happenings);
  }

  // Once more

  /** Show the actions after this one again. `onstep` is called before each of them. */
  playAgain(since: number, onstep: (happenings: HappeningShown[], before: Board) => void): void {
    this.hurry();
    this.onagain = onstep;
    this.wire?.send({ type: "ask_boards", since });
  }

  private showAgain(boards: Board[]): void {
    if (this.queue.length) return; // something new has happened
    this.stopAgain();
    this.boards = boards;
    this.stepAgain();
  }

  private stepAgain(): void {
    this.stopTimer();
    const board = this.boards.shift();
    if (!board) return this.stopAgain();
    const happenings = this.log
      .filter((entry) => entry.ply === board.ply)
      .flatMap((entry) => entry.happenings);
    if (this.again) this.onagain(happenings, this.again);
    this.again = board;
    const pace = this.pace();
    const usual = pace > 0 && pace < Infinity ? pace : USUAL_PACE;
    this.timer = later(isLanding(happenings) ? usual / 2 : usual, () => this.stepAgain());
  }

  private stopAgain(): void {
    if (!this.again) return;
    this.stopTimer();
    this.boards = [];
    this.again = null;
  }

  private takeState(state: State): void {
    const before = this.state;
    const first = before === null;
    const missed = !first && state.since !== this.version;
    this.state = state;
    this.version = state.version;
    if (!first && !isMyTurn(before) && isMyTurn(state)) this.refusal = null; // my turn begins with what can be done
    if (this.prospects && this.prospects.version !== state.version) this.prospects = null;
    if (this.glanced && this.glanced.version !== state.version) this.glanced = null;
    const rewritten = state.happenings.some((happening) => REWRITES.has(happening.type));
    if (first || missed || rewritten) {
      // What was taken back is not shown until the log comes: the same action may be done again.
      if (rewritten) this.log = this.log.filter((entry) => entry.ply <= state.board.ply);
      this.wire?.send({ type: "ask_log", since: 0 });
    } else if (state.happenings.length) {
      const action = state.board.steps.at(-1) ?? "";
      const entry = { ply: state.board.ply, action, happenings: state.happenings };
      this.added.push({ version: state.version, entry });
      this.log = [...this.log, entry];
    }
    const happenings = first || missed ? [] : state.happenings;
    const acted = happenings.some(
      (each) => "seat" in each && each.seat !== state.own.seat && each.type !== "turn_began",
    );
    // That a new tile is put somewhere belongs to its purchase.
    const pace = isLanding(happenings) ? this.pace() / 2 : this.pace();
    this.until = acted ? performance.now() + pace : 0;
    this.coach.follow(happenings, state, before);
    for (const listener of this.listeners) listener(happenings, state, before);
  }

  /** The chat is in sight: nothing in it is unread until the returned function is called. */
  readChat(): () => void {
    this.chatReaders += 1;
    this.unread = 0;
    return () => (this.chatReaders -= 1);
  }

  /** Ask where a tile could go; the answer is `prospects`. Resolves with null if another question replaces it. */
  look(tile: string | null): Promise<Prospects | null> {
    this.prospects = null;
    this.lookId = null;
    this.looked(null);
    if (tile === null || this.me === null || !this.wire) return Promise.resolve(null);
    this.lookId = freshId();
    this.wire.send({ type: "look", id: this.lookId, seat: this.me, tile });
    return new Promise((resolve) => (this.looked = resolve));
  }

  /** Ask what a tile would bring that is not picked; the answer is `glanced`. */
  glance(tile: string | null): void {
    this.glanced = null;
    this.glanceId = null;
    if (tile === null || this.me === null || !this.wire) return;
    this.glanceId = freshId();
    this.wire.send({ type: "look", id: this.glanceId, seat: this.me, tile });
  }

  /** Do something in my turn. A second press before the first has had an effect is ignored. */
  async turn(command: TurnCommand, seat = this.me): Promise<boolean> {
    this.hurry();
    if (seat === null || !this.state || !this.wire || this.underway === this.state.version)
      return false;
    const base = this.state.version;
    this.underway = base;
    const done = await this.send({ ...command, seat, base } as NewCommand);
    if (this.underway === base) this.underway = null;
    return done;
  }

  /** Do something at the table. */
  async do(command: TableCommand): Promise<boolean> {
    return this.send(command);
  }

  private async send(command: NewCommand): Promise<boolean> {
    if (!this.wire) return false;
    this.unanswered += 1;
    this.refusal = null;
    const reason = await this.wire.command(command);
    this.unanswered -= 1;
    this.refusal = reason === WITHDRAWN ? null : reason;
    return reason === null;
  }

  /** The player does something else: an earlier refusal is no longer shown, and an action that still
   * waits for the connection is not sent. */
  reconsider(): void {
    this.refusal = null;
    this.live?.withdraw();
  }

  /** Ask the coach something. */
  tell(question: CoachQuestion): void {
    this.wire?.send(question);
  }

  unlock(seat: number | null): void {
    this.wire?.send({ type: "unlock", seat });
  }
}
