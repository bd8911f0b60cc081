// The coach at a table: hints, the question after a blunder, and the chances of winning.
import type {
  AdviceShown,
  AskHint,
  AskMissed,
  Cell,
  Chances,
  FollowChances,
  HappeningShown,
  Hint,
  Missed,
  MissedShown,
  State,
} from "../protocol";
import { later, type Cancel } from "../lib/timers";
import { endsByItself } from "./choice.svelte";
import { freshId } from "./connection.svelte";
import type { Game } from "./game.svelte";
import { settings } from "./settings.svelte";

export type CoachQuestion = AskHint | AskMissed | FollowChances;

/** Where the board shows an advice. */
export interface Advised {
  square: number | null; // of the market
  places: readonly number[]; // of the money row
  cards: readonly string[]; // of the hand
  tile: string | null; // that is to be moved
  cell: Cell | null;
}

const NOWHERE: Advised = { square: null, places: [], cards: [], tile: null, cell: null };
/** A turn is not kept waiting longer than this for the answer whether it was a blunder. */
const PATIENCE = 4000;
const KEPT = 20; // chances of positions that are not shown yet

/** Where the board shows an action. */
function placesOf(happening: HappeningShown, row: readonly (string | null)[]): Advised {
  switch (happening.type) {
    case "took": {
      const wanted = [...happening.cards];
      const places = row.flatMap((card, place) => {
        const index = card === null ? -1 : wanted.indexOf(card);
        if (index >= 0) wanted.splice(index, 1);
        return index < 0 ? [] : [place];
      });
      return { ...NOWHERE, places };
    }
    case "bought":
      return { ...NOWHERE, square: happening.square, cards: happening.cards };
    case "placed":
    case "built":
    case "swapped":
      return { ...NOWHERE, tile: happening.tile, cell: happening.cell };
    case "removed":
      return { ...NOWHERE, cell: happening.cell };
    case "reserved":
    case "given":
      return { ...NOWHERE, tile: happening.tile };
    default:
      return NOWHERE;
  }
}

export class Coach {
  hint = $state.raw<Hint | null>(null);
  /** A hint was asked for and has not come yet. */
  waiting = $state(false);
  /** The hint is shown with the chances of each action. */
  numbers = $state(false);
  /** The last action was a blunder: should it be taken back? */
  missed = $state.raw<MissedShown | null>(null);
  private heard = $state.raw<Chances[]>([]);
  private quiet: boolean = $state(false);
  /** The player was asked in this turn. */
  private nudged = $state(false);
  private id = "";
  private confirms = false; // a turn may end by itself once the answer is there
  private patience: Cancel = () => {};
  private following = false;
  private unheard = false; // a hint was asked for before the connection broke

  constructor(private readonly game: Game) {
    this.quiet = remembered(game.id);
  }

  /** May it be used here, by me? */
  allowed = $derived.by(
    () =>
      this.game.table?.coach === true &&
      this.game.table.status === "playing" &&
      !this.game.watching,
  );
  /** Is there something to ask about? */
  canAsk = $derived.by(() => this.allowed && this.game.legal !== null);
  /** Are my actions checked for blunders? */
  checks = $derived.by(() => this.allowed && settings.kept.tutor && !this.quiet && !this.nudged);
  /** What is shown of the best action, or of the one that was missed. */
  private best = $derived.by(
    (): AdviceShown | null => this.hint?.advice[0] ?? this.missed?.better ?? null,
  );
  advised = $derived.by((): Advised =>
    this.best ? placesOf(this.best.happening, this.game.board?.row ?? []) : NOWHERE,
  );
  /** The advice is about a place in the city, not about market and money. */
  speaksOfCity = $derived(this.advised.cell !== null || this.advised.tile !== null);
  open = $derived(this.waiting || this.hint !== null);
  /** What every seat can expect of the position that is shown. */
  chances = $derived.by((): readonly number[] | null => {
    const shown = this.game.state?.version ?? 0;
    return this.heard.findLast((each) => each.version <= shown)?.shares ?? null;
  });
  showsChances = $derived.by(
    () => this.allowed && settings.kept.chances && this.game.board?.phase !== "over",
  );

  // Hints

  /** The bulb: words first, then numbers, then nothing. */
  press(): void {
    if (this.hint && !this.numbers) this.numbers = true;
    else if (this.open) this.close();
    else this.ask();
  }

  private ask(): void {
    this.game.hurry();
    if (!this.canAsk) return;
    this.forget();
    this.waiting = true;
    this.askHint();
  }

  private askHint(): void {
    const [seat, base] = [this.game.me, this.game.state?.version];
    if (seat === null || base === undefined) return this.close();
    this.id = freshId();
    this.game.tell({ type: "ask_hint", id: this.id, base, seat });
  }

  close(): void {
    this.id = "";
    this.waiting = false;
    this.hint = null;
    this.numbers = false;
  }

  // Take it back?

  private check(state: State): void {
    const seat = state.own.seat;
    if (seat === null) return;
    this.id = freshId();
    this.confirms = true;
    this.game.tell({ type: "ask_missed", id: this.id, base: state.version, seat });
    this.patience = later(PATIENCE, () => this.give());
  }

  /** No answer: the turn goes on. */
  private give(): void {
    this.id = "";
    this.goOn();
  }

  private goOn(): void {
    this.patience();
    if (this.confirms && this.game.own?.can_confirm && endsByItself(this.game))
      void this.game.turn({ type: "confirm" });
    this.confirms = false;
  }

  takeBack(): void {
    this.confirms = false;
    this.missed = null;
    void this.game.turn({ type: "take_back" });
  }

  keep(): void {
    this.missed = null;
    this.goOn();
  }

  /** Ask no more in this game. */
  hush(): void {
    this.quiet = true;
    remember(this.game.id);
    this.keep();
  }

  // What the server says

  receive(message: Hint | Missed | Chances): void {
    if (message.type === "chances") {
      this.heard = [...this.heard.slice(-KEPT), message];
      return;
    }
    if (message.id !== this.id) return;
    const shown = () => this.game.state?.version ?? 0;
    if (message.version > shown()) this.game.hurry(); // the player waits for it
    if (message.id !== this.id || message.version < shown()) return;
    this.id = "";
    if (message.type === "hint") {
      this.waiting = false;
      this.hint = message;
    } else if (message.missed) {
      this.patience();
      this.nudged = true;
      this.missed = message.missed;
    } else this.goOn();
  }

  /** A question was refused; the bar says why. */
  refused(): void {
    this.waiting = false;
    if (this.id) this.give();
  }

  /** The connection is back. What was asked before is not answered any more; it is asked again if the
   * position is still the same. */
  welcomed(): void {
    this.unheard = this.waiting;
  }

  /** A state is shown. Advice about another position is forgotten. */
  follow(happenings: readonly HappeningShown[], state: State, before: State | null): void {
    if (before?.board.ply !== state.board.ply || before.board.phase !== state.board.phase)
      this.forget();
    if (this.unheard && this.waiting) this.askHint();
    this.unheard = false;
    const mine = happenings.filter((each) => "seat" in each && each.seat === state.own.seat);
    if (mine.some((each) => each.type === "turn_began")) this.nudged = false;
    const acted = mine.some((each) => each.type !== "turn_began" && each.type !== "took_back");
    if (acted && state.own.can_take_back && this.checks) this.check(state);
  }

  private forget(): void {
    this.patience();
    this.confirms = false;
    this.missed = null;
    this.close();
  }

  /** Ask for the chances while they are shown; again after a lost connection. */
  subscribe(): void {
    const on = this.showsChances && (this.game.live?.status ?? "open") === "open";
    if (on !== this.following) this.game.tell({ type: "follow_chances", on });
    this.following = on;
  }
}

const KEY = "alhambra-quiet";

/** Whether the player wanted to be asked no more in this game. */
function remembered(game: string): boolean {
  try {
    return sessionStorage.getItem(KEY) === game;
  } catch {
    return false; // the page also works in a browser without storage
  }
}

function remember(game: string): void {
  try {
    sessionStorage.setItem(KEY, game);
  } catch {
    // as above: until the page is reloaded
  }
}
