// Two ways to play a turn, drawn over the position it began in.
import type { HappeningShown, Moment, PlacedTile, PlayerShown, Purse } from "../protocol";

/** What only one of the two turns does is framed; what both do is gone. */
export type Frame = "played" | "better" | "gone";

export interface Frames {
  shown: "played" | "better"; // whose end the city shows
  squares: ReadonlyMap<number, Frame>;
  row: ReadonlyMap<number, Frame>;
  cards: ReadonlyMap<string, readonly (Frame | null)[]>; // by currency, in the order of the hand
  tiles: ReadonlySet<string>; // that the turn puts into the city
  bought: readonly string[]; // tiles of the turn
}

export interface Comparison {
  moment: Moment;
  frames: Frames;
}

type Turn = readonly HappeningShown[];

const bought = (turn: Turn) => turn.flatMap((each) => (each.type === "bought" ? [each] : []));
const taken = (turn: Turn) => turn.flatMap((each) => (each.type === "took" ? each.cards : []));

/** The pieces that each of the turns uses, found among the pieces there are. */
function framesOf(
  pieces: readonly (string | null)[],
  played: readonly string[],
  better: readonly string[],
): (Frame | null)[] {
  const left = { played: [...played], better: [...better] };
  const takes = (list: string[], piece: string): boolean => {
    const place = list.indexOf(piece);
    if (place < 0) return false;
    list.splice(place, 1);
    return true;
  };
  return pieces.map((piece) => {
    if (!piece) return null;
    const [first, second] = [takes(left.played, piece), takes(left.better, piece)];
    return first && second ? "gone" : first ? "played" : second ? "better" : null;
  });
}

const placesOf = (found: readonly (Frame | null)[]): Map<number, Frame> =>
  new Map(found.flatMap((frame, place) => (frame ? [[place, frame]] : [])));

/** A player's city and reserve at the end of a turn, nothing drawn. The longest wall is left out:
 * only the engine knows it. */
function after(player: PlayerShown, turn: Turn): PlayerShown {
  let city: PlacedTile[] = [...player.city];
  let reserve = [...player.reserve];
  const lifts = (tile: string) => (city = city.filter(([name]) => name !== tile));
  const sets = (tile: string, [x, y]: readonly [number, number]) => {
    city = [...city, [tile, x, y]];
    reserve = reserve.filter((name) => name !== tile);
  };
  for (const each of turn) {
    if (each.type === "removed") {
      lifts(each.tile);
      reserve = [...reserve, each.tile];
    } else if (each.type === "swapped") {
      lifts(each.old);
      sets(each.tile, each.cell);
      reserve = [...reserve, each.old];
    } else if (each.type === "placed" || each.type === "built") sets(each.tile, each.cell);
    else if (each.type === "reserved") reserve = [...reserve, each.tile];
  }
  return { ...player, city, reserve, waiting: [], wall: [] };
}

/** Both turns over the position they began in. The city shows the end of one of them. */
export function compare(
  start: Moment,
  seat: number,
  played: Turn,
  better: Turn,
  shown: "played" | "better",
): Comparison {
  const turn = shown === "played" ? played : better;
  const market = framesOf(
    start.board.market,
    bought(played).map((each) => each.tile),
    bought(better).map((each) => each.tile),
  );
  const paid = (each: Turn) => bought(each).flatMap(({ cards }) => cards);
  const hand = start.hands[seat] ?? [];
  const [paidPlayed, paidBetter] = [paid(played), paid(better)];
  const framed = (purse: Purse) => framesOf(purse.cards, paidPlayed, paidBetter);
  const players = start.board.players.map((player, at) =>
    at === seat ? after(player, turn) : player,
  );
  return {
    moment: { ...start, board: { ...start.board, players } },
    frames: {
      shown,
      bought: bought(turn).map(({ tile }) => tile),
      squares: placesOf(market),
      row: placesOf(framesOf(start.board.row, taken(played), taken(better))),
      cards: new Map(hand.map((purse) => [purse.currency, framed(purse)])),
      tiles: new Set(
        turn.flatMap((each) =>
          each.type === "placed" || each.type === "built" || each.type === "swapped"
            ? [each.tile]
            : [],
        ),
      ),
    },
  };
}
