// What pressing and dragging tiles and cards does at the table.
import type { Cell } from "../protocol";
import { Drag, type Drop } from "../lib/drag.svelte";
import type { Choice } from "../state/choice.svelte";
import type { Game } from "../state/game.svelte";

const cellOf = (drop: Drop | null): Cell | null =>
  drop?.on === "cell" ? [Number(drop.data.x), Number(drop.data.y)] : null;

export class Gestures {
  readonly drag = new Drag();

  constructor(
    private readonly game: Game,
    private readonly choice: Choice,
  ) {}

  /** Returns whether the press may become a drag. */
  readonly pressTile = (
    event: PointerEvent,
    tile: string,
    from: "waiting" | "reserve" | "city",
    cell?: Cell,
  ): boolean => {
    const { game, choice } = this;
    if (!game.legal) return false;
    if (from === "city" && (!game.legal.acting || (choice.picked && choice.picked.from !== "city")))
      return false;
    const begin = () => {
      if (choice.picked?.tile === tile) return;
      if (from === "waiting") choice.pickWaiting(tile);
      else if (from === "reserve") choice.pickReserve(tile);
      else if (cell) choice.pickCity(tile, cell);
    };
    this.drag.watch(event, { what: "tile", name: tile }, begin, this.pointAt, this.dropTile);
    return true;
  };

  readonly pressSquare = (event: PointerEvent, square: number): void => {
    const { game, choice } = this;
    const tile = game.board?.market[square];
    if (!tile || !game.legal?.acting) return;
    const begin = () => choice.pickedSquare !== square && choice.pickSquare(square);
    const drop = (target: Drop) => target.on !== "square" && this.dropTile(target);
    this.drag.watch(event, { what: "tile", name: tile }, begin, this.pointAt, drop);
  };

  readonly pressPlace = (event: PointerEvent, place: number): void => {
    const { game, choice } = this;
    const card = game.board?.row[place];
    if (!card || !game.legal) return;
    const begin = () => !choice.places.includes(place) && choice.togglePlace(place);
    const drop = (target: Drop) => target.on === "hand" && void choice.doOffer();
    this.drag.watch(event, { what: "card", name: card }, begin, () => {}, drop);
  };

  readonly pressCard = (event: PointerEvent, card: string): void => {
    const { game, choice } = this;
    if (!game.legal || event.pointerType === "touch") return;
    const begin = () => !choice.cards.includes(card) && choice.toggleCard(card, 9);
    const drop = (target: Drop) => {
      if (target.on !== "square") return;
      const [square, cards] = [Number(target.data.square), choice.cards];
      if (choice.pickedSquare !== square) choice.pickSquare(square);
      if (choice.offer?.what === "buy" && cards.join() === choice.cards.join())
        void choice.doOffer();
    };
    this.drag.watch(event, { what: "card", name: card }, begin, () => {}, drop);
  };

  /** A double click: its two clicks have chosen the card and put it back. */
  readonly takeAtOnce = (place: number): void => {
    if (!this.game.legal) return;
    if (!this.choice.places.includes(place)) this.choice.togglePlace(place);
    void this.choice.doOffer();
  };

  private readonly pointAt = (drop: Drop | null): void => this.choice.point(cellOf(drop));

  private readonly dropTile = (drop: Drop): void => {
    const { choice } = this;
    const cell = cellOf(drop);
    if (choice.picked?.from === "market") void (cell ? choice.buyInto(cell) : choice.doOffer());
    else if (cell) void choice.into(cell);
    else if (drop.on === "reserve") void choice.toReserve();
    else if (drop.on === "dirk") void choice.give();
  };
}
