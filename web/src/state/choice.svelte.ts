// What the player has selected: a tile, cards, a cell. What can be done with it is read from the
// actions that the server lists; no rule of the game is implemented here.
import type {
  Cell,
  CurrencyName,
  Fit,
  Payment,
  Prospects,
  Purchase,
  ReasonGiven,
} from "../protocol";
import { at } from "../lib/outline";
import { later, type Cancel } from "../lib/timers";
import { cardOf, counted, includes, same, sorted, worth } from "../lib/pieces";
import type { Game } from "./game.svelte";
import { settings } from "./settings.svelte";

export type Picked =
  | { from: "market"; tile: string; square: number }
  | { from: "waiting"; tile: string }
  | { from: "reserve"; tile: string }
  | { from: "city"; tile: string; cell: Cell };

export interface Offer {
  what: "take" | "buy" | "remove";
  action: string;
  cards: string[];
  tile: string | null;
  exact: boolean;
}

/** How long the pointer or the focus stays on a tile before the server is asked about it. */
const DWELL = 250;

/** The currency in which a tile is paid. */
function currencyOf(purchase: Purchase): CurrencyName | null {
  const card = purchase.payments[0]?.cards[0];
  return card ? cardOf(card).currency : null;
}

/** Whether a turn that is over is confirmed without asking, as the player wants it: always, or if
 * nothing is turned up then. */
export function endsByItself({ board }: Game): boolean {
  const draws = [...(board?.market ?? []), ...(board?.row ?? [])].includes(null);
  return settings.kept.confirm === "never" || (settings.kept.confirm === "drawn" && !draws);
}

export class Choice {
  picked = $state.raw<Picked | null>(null);
  /** Cards of the hand that were chosen. */
  cards = $state.raw<string[]>([]);
  /** Places of the money row that were chosen. */
  places = $state.raw<number[]>([]);
  /** The cell that is hovered, focused or tapped. */
  aim = $state.raw<Cell | null>(null);
  /** The cell was tapped: a second tap, or the button, places the tile. */
  tapped = $state(false);
  /** Cells that market tiles were dropped on. A bought tile goes there once it can be placed. */
  plans = $state.raw<ReadonlyMap<string, Cell>>(new Map());
  /** A bought tile that no longer fits where it was dropped. */
  unplaced = $state<string | null>(null);
  /** Tiles that were bought by dropping them on a cell: undo takes back the place and the purchase. */
  private dropped = new Set<string>();
  private dwell: Cancel = () => {};

  constructor(private readonly game: Game) {}

  // What the server lists

  purchase = $derived.by((): Purchase | null => {
    const picked = this.picked;
    if (picked?.from !== "market") return null;
    return this.game.legal?.purchases.find((each) => each.square === picked.square) ?? null;
  });

  pickedSquare = $derived(this.picked?.from === "market" ? this.picked.square : null);

  /** The tiles of the market that the chosen cards would pay. */
  affordable = $derived.by((): Set<number> => {
    const purchases = this.game.legal?.purchases ?? [];
    if (!this.cards.length) return new Set(purchases.map((each) => each.square));
    return new Set(purchases.filter((each) => this.pays(each)).map((each) => each.square));
  });

  /** The squares that are marked as payable: a picked tile leaves the marks of the others alone. */
  payable = $derived.by((): Set<number> => {
    if (this.picked?.from !== "market") return this.affordable;
    return new Set(this.game.legal?.purchases.map((each) => each.square));
  });

  /** The squares that can be paid exactly. */
  exact = $derived.by((): Set<number> => {
    const purchases = this.game.legal?.purchases ?? [];
    const exact = purchases.filter((each) => each.payments.some((payment) => payment.exact));
    return new Set(exact.map((each) => each.square));
  });

  row = $derived.by((): string[] =>
    this.places
      .map((place) => this.game.board?.row[place])
      .filter((card): card is string => Boolean(card)),
  );

  /** Places of the row that can be added to the chosen ones. */
  takeable = $derived.by((): Set<number> => {
    const [row, takes] = [this.game.board?.row ?? [], this.game.legal?.takes ?? []];
    const free = row.flatMap((card, place) => {
      if (!card || this.places.includes(place)) return [];
      return takes.some((take) => includes(take, [...this.row, card])) ? [place] : [];
    });
    return new Set(free);
  });

  /** The cells where the picked tile may go now. */
  cells = $derived.by((): Set<string> => {
    const [legal, picked] = [this.game.legal, this.picked];
    if (!legal || !picked) return new Set();
    const lists =
      picked.from === "waiting" ? legal.placements : picked.from === "reserve" ? legal.builds : [];
    return new Set(
      lists
        .filter((each) => each.tile === picked.tile)
        .flatMap((each) => each.cells.map((cell) => at(...cell))),
    );
  });

  /** The cells whose tile the picked one of the reserve may replace. */
  swaps = $derived.by((): Set<string> => {
    const [legal, picked] = [this.game.legal, this.picked];
    if (!legal || picked?.from !== "reserve") return new Set();
    return new Set(
      legal.swaps
        .filter((each) => each.tile === picked.tile)
        .flatMap((each) => each.cells.map((cell) => at(...cell))),
    );
  });

  /** What the server said of each cell for the picked tile: the wall there, or why not. */
  fits = $derived.by((): Map<string, Fit> => {
    const prospects = this.game.prospects;
    if (!prospects || prospects.tile !== this.picked?.tile) return new Map();
    return new Map([...prospects.swaps, ...prospects.fits].map((fit) => [at(...fit.cell), fit]));
  });

  aimed = $derived(this.aim ? (this.fits.get(at(...this.aim)) ?? null) : null);
  removal = $derived.by(() =>
    this.picked?.from === "city" ? (this.game.prospects?.removal ?? null) : null,
  );

  /** What the tile that is looked at, or else the picked one, brings in the next scoring. */
  brought = $derived.by((): Prospects | null => {
    const { glanced, prospects } = this.game;
    if (this.game.again) return null;
    if (glanced) return glanced;
    const picked = this.picked;
    return picked && picked.from !== "city" && prospects?.tile === picked.tile ? prospects : null;
  });

  placement = $derived.by(() => {
    const picked = this.picked;
    if (picked?.from !== "waiting") return null;
    return this.game.legal?.placements.find((each) => each.tile === picked.tile) ?? null;
  });

  private pays(purchase: Purchase): boolean {
    const currency = currencyOf(purchase);
    if (!this.cards.every((card) => cardOf(card).currency === currency)) return false;
    return purchase.payments.some((payment) => includes(this.cards, payment.cards));
  }

  /** What the button does now. */
  offer = $derived.by((): Offer | null => {
    const [legal, picked] = [this.game.legal, this.picked];
    if (!legal) return null;
    if (this.row.length && legal.takes.some((take) => same(take, this.row))) {
      const cards = sorted(this.row);
      return { what: "take", action: `take ${cards.join(" ")}`, cards, tile: null, exact: false };
    }
    const purchase = this.purchase;
    if (purchase && this.cards.length && this.pays(purchase)) {
      const cards = sorted(this.cards);
      const listed = purchase.payments.find((payment) => same(payment.cards, cards));
      const action = `buy ${purchase.tile} ${cards.join(" ")}`;
      return { what: "buy", action, cards, tile: purchase.tile, exact: listed?.exact ?? false };
    }
    if (picked?.from === "city" && legal.removes.includes(picked.tile)) {
      return {
        what: "remove",
        action: `remove ${picked.tile}`,
        cards: [],
        tile: picked.tile,
        exact: false,
      };
    }
    return null;
  });

  // Choosing

  /** Clear the selection at the player's wish. */
  clear(): void {
    this.game.reconsider();
    this.forget();
  }

  private forget(): void {
    this.picked = null;
    this.cards = [];
    this.places = [];
    this.aim = null;
    void this.game.look(null);
  }

  /** The pointer is over this cell; while it stays there nothing changes. */
  point(cell: Cell | null): void {
    if (cell?.[0] !== this.aim?.[0] || cell?.[1] !== this.aim?.[1]) this.aim = cell;
  }

  /** A tile of the market is hovered or focused, or no longer. */
  regard(square: number | null): void {
    this.dwell();
    if (this.game.glanced) this.game.glance(null);
    const tile = square === null ? null : (this.game.board?.market[square] ?? null);
    if (tile === null || tile === this.picked?.tile) return this.game.glance(null);
    this.dwell = later(DWELL, () => this.game.glance(tile));
  }

  private pick(picked: Picked): void {
    this.regard(null);
    this.places = [];
    this.picked = picked;
    this.aim = null;
    this.tapped = false;
    this.game.reconsider();
    void this.game.look(picked.tile);
  }

  /** Pick a tile of the market, with the first way to pay unless the chosen cards already pay for it. */
  pickSquare(square: number): void {
    const tile = this.game.board?.market[square];
    if (!tile) return;
    if (this.picked?.from === "market" && this.picked.square === square) return this.clear();
    this.pick({ from: "market", tile, square });
    const purchase = this.purchase;
    if (!purchase) this.cards = [];
    else if (!this.cards.length || !this.pays(purchase))
      this.cards = purchase.payments[0]?.cards ?? [];
  }

  pay(payment: Payment): void {
    this.game.reconsider();
    this.cards = [...payment.cards];
  }

  /** Choose one more card of this name from the hand; after the last of them, choose none. */
  toggleCard(name: string, held: number): void {
    this.game.reconsider();
    const chosen = counted(this.cards).get(name) ?? 0;
    const others = this.cards.filter((card) => card !== name);
    const currency = cardOf(name).currency;
    const kept = others.filter((card) => cardOf(card).currency === currency);
    this.cards = chosen < held ? sorted([...kept, ...Array<string>(chosen + 1).fill(name)]) : kept;
    this.places = [];
    if (this.picked && this.picked.from !== "market") this.picked = null;
    const bought = this.purchase;
    if (this.picked?.from === "market" && (!bought || currencyOf(bought) !== currency))
      this.picked = null;
  }

  togglePlace(place: number): void {
    this.game.reconsider();
    if (this.picked || this.cards.length) this.clear();
    if (this.places.includes(place)) this.places = this.places.filter((each) => each !== place);
    else if (!this.places.length || this.takeable.has(place))
      this.places = [...this.places, place].sort();
    else this.places = [place];
  }

  pickWaiting(tile: string): void {
    if (!this.game.legal?.placements.some((each) => each.tile === tile)) return;
    this.cards = [];
    this.pick({ from: "waiting", tile });
  }

  pickReserve(tile: string): void {
    if (this.picked?.from === "reserve" && this.picked.tile === tile) return this.clear();
    this.cards = [];
    this.pick({ from: "reserve", tile });
  }

  pickCity(tile: string, cell: Cell): void {
    if (this.picked?.from === "city" && this.picked.tile === tile) return this.clear();
    this.cards = [];
    this.pick({ from: "city", tile, cell });
  }

  get worth(): number {
    return worth(this.cards);
  }

  // Doing

  private async act(action: string, plan?: [tile: string, cell: Cell]): Promise<boolean> {
    this.unplaced = null;
    // Before a turn is confirmed by itself, the coach may ask whether it is to be taken back.
    const checked = this.game.coach.checks;
    const confirm = settings.kept.confirm === "never" && !checked;
    if (!(await this.game.turn({ type: "act", action, confirm }))) return false;
    if (plan) {
      this.plans = new Map(this.plans).set(...plan);
      this.dropped.add(plan[0]);
    }
    await this.placePlanned();
    if (!checked && this.game.own?.can_confirm && endsByItself(this.game))
      await this.game.turn({ type: "confirm" });
    return true;
  }

  /** Take back the last step; a tile that was dropped on its cell goes back to the market. */
  async takeBack(): Promise<void> {
    const steps = this.game.board?.steps ?? [];
    const [word, tile = ""] = steps.at(-1)?.split(" ") ?? [];
    const both =
      word === "place" && this.dropped.has(tile) && steps.at(-2)?.startsWith(`buy ${tile} `);
    if ((await this.game.turn({ type: "take_back" })) && both)
      await this.game.turn({ type: "take_back" });
  }

  // The new state comes with the answer, and `refresh` drops what no longer exists.

  async doOffer(): Promise<void> {
    if (this.offer) await this.act(this.offer.action);
  }

  /** Buy the picked market tile and place it in this cell. If it does not fit there, nothing is bought. */
  async buyInto(cell: Cell): Promise<void> {
    const [picked, offer] = [this.picked, this.offer];
    if (picked?.from !== "market" || offer?.what !== "buy") return;
    const shown = this.game.prospects;
    const found = shown?.tile === picked.tile ? shown : await this.game.look(picked.tile);
    if (!found) return;
    const fit = found.fits.find((each) => at(...each.cell) === at(...cell));
    if (fit?.wall == null) this.game.refusal = fit?.reason ?? this.outside(cell);
    else await this.act(offer.action, [picked.tile, cell]);
  }

  /** Why a tile cannot go into a cell that the server says nothing about. */
  private outside(cell: Cell): ReasonGiven {
    const city = this.game.board?.players[this.game.me ?? 0]?.city ?? [];
    const fountain = cell[0] === 0 && cell[1] === 0; // not among the tiles of a city
    const taken = fountain || city.some(([, x, y]) => x === cell[0] && y === cell[1]);
    return { code: taken ? "cell_taken" : "apart", params: { cell: at(...cell) }, sentence: "" };
  }

  /** Place bought tiles where they were dropped, one after another, as far as they still fit. */
  private async placePlanned(): Promise<void> {
    const waiting = (this.game.legal?.placements ?? []).flatMap(({ tile, cells }) => {
      const cell = this.plans.get(tile);
      return cell ? [{ tile, cell, fits: cells.some((each) => at(...each) === at(...cell)) }] : [];
    });
    const next = waiting.find((each) => each.fits) ?? waiting[0];
    if (!next) return;
    this.plans = new Map([...this.plans].filter(([tile]) => tile !== next.tile));
    if (next.fits) await this.act(`place ${next.tile} ${next.cell[0]},${next.cell[1]}`);
    else {
      this.pickWaiting(next.tile);
      this.unplaced = next.tile;
    }
  }

  /** Put the picked tile into this cell, if it may go there. */
  async into(cell: Cell): Promise<boolean> {
    const [picked, key] = [this.picked, at(...cell)];
    if (!picked) return false;
    const place = `${picked.tile} ${cell[0]},${cell[1]}`;
    if (this.swaps.has(key)) return this.act(`swap ${place}`);
    if (!this.cells.has(key)) return false;
    return this.act(`${picked.from === "waiting" ? "place" : "build"} ${place}`);
  }

  async toReserve(): Promise<void> {
    if (this.placement?.reserve) await this.act(`reserve ${this.placement.tile}`);
    else if (this.offer?.what === "remove") await this.doOffer();
  }

  async give(): Promise<void> {
    if (this.placement?.give) await this.act(`give ${this.placement.tile}`);
  }

  async pass(): Promise<void> {
    await this.act("pass");
  }

  /** After a change: drop what no longer exists, and pick up the next waiting tile. */
  refresh(): void {
    const [board, legal, me] = [this.game.board, this.game.legal, this.game.me];
    this.aim = null;
    const bought = me === null ? [] : (board?.players[me]?.waiting ?? []);
    if ([...this.plans.keys()].some((tile) => !bought.includes(tile)))
      this.plans = new Map([...this.plans].filter(([tile]) => bought.includes(tile)));
    if (!board || !legal || me === null) return this.forget();
    const waiting = legal.placements[0];
    if (waiting) {
      const still =
        this.picked?.from === "waiting" &&
        legal.placements.some((each) => each.tile === this.picked?.tile);
      if (!still) this.pickWaiting(waiting.tile);
      else void this.game.look(this.picked?.tile ?? null);
      return;
    }
    const player = board.players[me];
    const picked = this.picked;
    const there =
      picked !== null &&
      ((picked.from === "market" && board.market[picked.square] === picked.tile) ||
        (picked.from === "reserve" && player?.reserve.includes(picked.tile)) ||
        (picked.from === "city" && player?.city.some(([name]) => name === picked.tile)));
    const hand = this.game.own?.hand.flatMap((purse) => purse.cards) ?? [];
    if (!includes(hand, this.cards)) this.cards = [];
    this.places = this.places.filter((place) => board.row[place]);
    if (!there) {
      this.picked = null;
      void this.game.look(null);
    } else void this.game.look(picked.tile);
  }
}
