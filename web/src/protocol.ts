// The messages between page and server, and what the HTTP API takes and gives.
// Made from src/alhambra/server/protocol by `make protocol`; change them there.

export const PROTOCOL = 3;
export const OLDEST_PROTOCOL = 2;

/** The kinds in the order of their points, as sheets list them. */
export const KINDS: readonly KindName[] = ["pavilion", "seraglio", "arcades", "chambers", "garden", "tower"];

/** The currencies in the order of the squares that sell for them. */
export const CURRENCIES: readonly CurrencyName[] = ["denar", "dirham", "ducat", "florin"];

/** An abandoned round of dealing, with the hashes whose salts were missing. */
export interface AbandonedShown {
  commitment: string;
  hashes: string[];
  missing: string[];
}

/** What a page needs to know before it begins. */
export interface About {
  version: string;
  protocol: number;
  levels: LevelShown[];
  counters: CounterName[];
  kinds: KindName[];
  currencies: CurrencyName[];
  cards: CardShown[];
  tiles: TileShown[];
  places: Record<ScoringName, number[][]>;
  take_worth: number;
  lessons: string[];
}

/** Play an action. With ``confirm``, the turn is confirmed at once if the action ends it. */
export interface Act {
  id: string;
  base: number;
  seat: number;
  type: "act";
  action: string;
  confirm?: boolean;
}

export type ActionText = string;

/** An action, and what it is worth to the seat to act. */
export interface AdviceShown {
  action: ActionText;
  happening: HappeningShown;
  strength: StrengthName;
  share: number;
  reason: HintReason;
}

/** A command was committed with this version, or refused for a reason. */
export interface Answer {
  type: "answer";
  version: number;
  id: string;
  reason: ReasonGiven | null;
}

/** Agree or refuse. If the asker refuses, the request is withdrawn. */
export interface AnswerUndo {
  id: string;
  base: number;
  seat: number;
  type: "answer_undo";
  agree: boolean;
}

/** Ask for the table as it was after this number of actions, and after each later one. */
export interface AskBoards {
  type: "ask_boards";
  since: number;
}

/** Ask for the best actions. */
export interface AskHint {
  id: string;
  base: number;
  seat: number;
  type: "ask_hint";
}

/** Ask for what happened from this ply on. */
export interface AskLog {
  type: "ask_log";
  since?: number;
}

/** Ask whether the last action of this turn was a blunder. */
export interface AskMissed {
  id: string;
  base: number;
  seat: number;
  type: "ask_missed";
}

/** Ask all other players to undo this seat's last action. */
export interface AskUndo {
  id: string;
  base: number;
  seat: number;
  type: "ask_undo";
}

/** At the end: an awarded tile that its new owner has not placed yet. */
export interface Award {
  tile: TileName;
  seat: number;
}

/** A tile left in the market goes to the player with the most of the square's currency. */
export interface Awarded {
  type: "awarded";
  seat: number;
  tile: TileName;
  square: number;
  currency: CurrencyName;
}

/** The table as everybody sees it. */
export interface Board {
  ply: number;
  seat: number;
  phase: PhaseName;
  market: (TileName | null)[];
  row: (CardName | null)[];
  players: PlayerShown[];
  dirk: DirkShown | null;
  awards: Award[];
  deck: number;
  bag: number;
  discard: CardName[];
  tiles_to_come: TileName[];
  steps: ActionText[];
  sheets: SheetShown[];
  forecast: SheetShown | null;
  chances: number[];
  window: ScoringWindow | null;
  before_turn: number[];
  places: number[];
  winners: number[];
}

/** Those fields of ``Board`` that have changed. */
export interface BoardChanges {
  ply?: number;
  seat?: number;
  phase?: PhaseName;
  market?: (TileName | null)[];
  row?: (CardName | null)[];
  players?: PlayerShownChanges[];
  dirk?: DirkShown | null;
  awards?: Award[];
  deck?: number;
  bag?: number;
  discard?: CardName[];
  tiles_to_come?: TileName[];
  steps?: ActionText[];
  sheets?: SheetShown[];
  forecast?: SheetShown | null;
  chances?: number[];
  window?: ScoringWindow | null;
  before_turn?: number[];
  places?: number[];
  winners?: number[];
}

/** The table after each of the latest actions, to show them once more. */
export interface Boards {
  type: "boards";
  version: number;
  boards: Board[];
}

/** The game of the strongest bot, which can be seen with the key ``invite``. */
export interface BotGame {
  game: string;
  invite: string;
}

/** A bot of a level. */
export interface BotSeat {
  kind: "bot";
  level: string;
  name?: string | null;
  counter?: CounterName | null;
}

/** A player bought a tile; an exact payment gives another action. */
export interface Bought {
  type: "bought";
  seat: number;
  tile: TileName;
  square: number;
  cards: CardName[];
  paid: number;
  exact: boolean;
}

/** A player built a tile from the reserve. */
export interface Built {
  type: "built";
  seat: number;
  tile: TileName;
  cell: Cell;
}

export type CardName = string;

/** A money card with its properties, so that pages do not parse names. */
export interface CardShown {
  name: CardName;
  currency: CurrencyName;
  value: number;
}

export type Cell = [number, number];

/** One of several exact purchases that can follow each other in this turn. */
export interface ChainLink {
  square: number;
  tile: TileName;
  cards: CardName[];
}

/** What every seat can expect at this version, for pages that follow the chances. */
export interface Chances {
  type: "chances";
  version: number;
  shares: number[];
}

/** What has changed since the state of version ``since``, which the page was sent before it. Fields that are missing are as they were; so is a player whose object is empty. */
export interface Change {
  type: "change";
  version: number;
  since: number;
  board: BoardChanges;
  own: OwnChanges;
  happenings: HappeningShown[];
  undo: UndoAsked | null;
  deadline: number | null;
}

/** New lines of chat; after joining or muting, the latest lines. */
export interface Chat {
  type: "chat";
  version: number;
  lines: ChatLine[];
}

/** A line of chat: plain text, never markup. */
export interface ChatLine {
  line: number;
  at: number;
  seat: number | null;
  name: string;
  text: string;
  yours: boolean;
  muted: boolean;
}

export type Clock = NoClock | TurnClock | DaysClock;

/** A clock: ``seconds`` for each turn; ``days`` are 86,400 each. */
export interface ClockShown {
  kind: "none" | "turn" | "days";
  seconds: number | null;
}

/** Commit to the salt of this person for the round of dealing, by its hash. */
export interface CommitSalt {
  id: string;
  type: "commit_salt";
  round: number;
  hash: string;
}

/** Confirm the end of the turn: refill, and let the next player begin. */
export interface Confirm {
  id: string;
  base: number;
  seat: number;
  type: "confirm";
}

export type CounterName = "bird" | "bone" | "petal" | "hexagon" | "arch" | "cross";

export type CurrencyName = "denar" | "dirham" | "ducat" | "florin";

/** In a hot-seat game: whose hand is open, and which seat the curtain waits for. */
export interface Curtain {
  type: "curtain";
  version: number;
  unlocked: number | null;
  waiting_for: number | null;
}

/** The days that can be played, and which of them you have. */
export interface DailyCalendar {
  today: string;
  next_in: number;
  first: string;
  streak: number;
  days: DailyTried[];
}

/** The deal of a day. Until you have finished it, there are no scores. */
export interface DailyDay {
  day: string;
  commitment: string;
  seed: string | null;
  mine: DailyMine | null;
  scores: number[];
  bot: number | null;
  bot_game: BotGame | null;
}

/** Your game of a day. ``points`` is null until you have finished it. */
export interface DailyMine {
  game: string;
  points: number | null;
  late: boolean;
  place: number | null;
}

/** A day whose deal you have begun. ``points`` is null until you have finished it. */
export interface DailyTried {
  day: string;
  points: number | null;
  late: boolean;
  game: string;
}

/** Days for each turn. */
export interface DaysClock {
  kind: "days";
  days: number;
}

export type DecisionName = "money" | "purchase" | "placing" | "redesign";

/** Dirk got tiles from the bag. */
export interface DirkDrew {
  type: "dirk_drew";
  tiles: TileName[];
}

/** The imaginary third player of a two-player game. */
export interface DirkShown {
  points: number;
  tiles: TileName[];
}

/** The duplicates that you have set up or play, the latest first. */
export interface DuplicateList {
  duplicates: DuplicateSummary[];
}

/** Somebody who plays a duplicate. ``result`` is null until it may be shown to you, and for a person for whom a bot has played. */
export interface DuplicatePlayer {
  name: string;
  yours: boolean;
  is_over: boolean;
  game: string | null;
  result: DuplicateResult | null;
}

/** How a person has played a duplicate. */
export interface DuplicateResult {
  place: number;
  points: number;
  table_place: number;
  by_scoring: Record<ScoringName, number>;
  kinds: Record<KindName, number>;
  wall: number;
  purchases: number;
  exact: number;
  city: PlacedTile[];
}

/** A new duplicate: the bots against which everybody plays, from the second seat on. */
export interface DuplicateSetup {
  levels: string[];
  /** Whether everybody may ask for hints. */
  coach?: boolean;
}

/** A duplicate. Results are shown (``open``) once you have ended your own game; to those who do not play once it is closed. */
export interface DuplicateShown {
  id: string;
  yours: boolean;
  levels: string[];
  coach: boolean;
  at: number;
  until: number;
  closed: boolean;
  open: boolean;
  commitment: string;
  seed: string | null;
  players: DuplicatePlayer[];
  next: string | null;
}

/** A duplicate in a list. */
export interface DuplicateSummary {
  id: string;
  at: number;
  closed: boolean;
  names: string[];
  stage: "new" | "playing" | "over";
}

/** The game is over. */
export interface Ended {
  type: "ended";
  points: number[];
  winners: number[];
}

/** The proof of fair dealing: commitments before the start, the seed after the end. */
export interface FairnessShown {
  scheme: "1" | "2";
  round: number;
  stage: "gathering" | "committing" | "revealing" | "dealt";
  commitment: string;
  salts: SaltShown[];
  waiting: number[];
  can_go_on: boolean;
  abandoned: AbandonedShown[];
  seed: string | null;
}

/** A frame that was not valid or not allowed. */
export interface Fault {
  type: "fault";
  version: number;
  reason: ReasonGiven;
}

/** A cell for the selected tile: the wall and the points it would give, or why not. */
export interface Fit {
  cell: Cell;
  wall: number | null;
  gain: number | null;
  sides: WallSide[];
  reason: ReasonGiven | null;
}

/** Ask for the chances of winning, now and after every change, or no longer. */
export interface FollowChances {
  type: "follow_chances";
  on: boolean;
}

export type Frame = ToPage[];

export type FromPage = Hello | SetSeat | SetOptions | Sit | Stand | Start | StartWithout | CommitSalt | RevealSalt | Act | TakeBack | Restart | Confirm | AskUndo | AnswerUndo | Leave | Return | Rematch | Say | Mute | Report | Look | AskLog | AskBoards | AskHint | AskMissed | FollowChances | Unlock | Ping;

/** What the review of a game found about you. */
export interface GameForm {
  game: string;
  accuracy: number;
  accuracy_error: number;
  error_rate: number;
  luck: number;
}

/** A finished game: its players, and everything that happened. */
export interface GameShown {
  table: TableShown;
  plies: number;
  turns: number[];
  if_scored: number[][];
  log: LogEntry[];
}

/** The statistics of a finished game. */
export interface GameStatistics {
  counts: boolean;
  turns: number;
  players: PlayerStatistics[];
  course: number[][];
}

/** A player gave a bought tile to Dirk. */
export interface Given {
  type: "given";
  seat: number;
  tile: TileName;
}

/** Another person at the same screen. */
export interface GuestSeat {
  kind: "guest";
  name: string;
  counter?: CounterName | null;
}

export type HappeningShown = Took | Bought | Built | Removed | Swapped | Passed | Placed | Reserved | Given | Reshuffled | RowRefilled | ScoringCardTurnedUp | MarketRefilled | Scored | DirkDrew | MarketRanDry | Awarded | NotAwarded | TurnBegan | Ended | TookBack | Restarted | UndoWished | UndoRefused | Undone | Replaced | Returned | Started;

/** The first message, which names the table. */
export interface Hello {
  type: "hello";
  protocol: number;
  table: string;
  invite?: string | null;
}

/** The answer to ``ask_hint``: up to three actions from the best on. The first ``leading`` may be the best; if they are ``equal``, it does not matter which. */
export interface Hint {
  type: "hint";
  version: number;
  id: string;
  advice: AdviceShown[];
  leading: number;
  equal: boolean;
}

/** A fact about the table: a code for translation (``hint.why.CODE``) and its parameters. ``rival`` counts from 0; tiles, kinds and currencies are named as in records. */
export interface HintReason {
  code: string;
  params: Record<string, string | number>;
}

/** A tile, and the cells it may go to. */
export interface IntoCells {
  tile: TileName;
  cells: Cell[];
}

export type KindName = "pavilion" | "seraglio" | "arcades" | "chambers" | "garden" | "tower";

/** A scoring of one kind; lists have an entry for each seat, then Dirk with two players. */
export interface KindScored {
  kind: KindName;
  counts: number[];
  places: number[];
  points: number[];
  unpaid: ("shared" | "behind" | null)[];
}

/** Let a bot play for this seat. */
export interface Leave {
  id: string;
  type: "leave";
  seat: number;
}

/** The legal actions of the seat, grouped by kind. */
export interface LegalShown {
  acting: boolean;
  takes: CardName[][];
  purchases: Purchase[];
  chain: ChainLink[];
  placements: Placement[];
  builds: IntoCells[];
  swaps: IntoCells[];
  removes: TileName[];
  can_pass: boolean;
}

/** A lesson in the list, with the learner's city in it. */
export interface LessonListed {
  name: string;
  city: PlacedTile[];
}

/** A lesson after a try. An action that is ``worse`` or refused has changed nothing. */
export interface LessonShown {
  aim: "money" | "buildings" | "city" | "wall" | "lead" | "last buildings";
  answer: "right" | "worse" | "done" | null;
  refused: ReasonGiven | null;
  solution: string | null;
  table: TableShown;
  state: State;
  prospects: Prospects | null;
}

/** A try at a lesson: the right actions so far, the one that is tried now, and the tile whose places are asked for. */
export interface LessonTried {
  played: string[];
  action?: string | null;
  look?: string | null;
}

/** All lessons in their order. */
export interface Lessons {
  lessons: LessonListed[];
}

/** A bot's level, from the weakest to the strongest. */
export interface LevelShown {
  key: string;
  title: string;
}

/** A whole turn as it was or could have been played. */
export interface LineShown {
  actions: ActionText[];
  happenings: HappeningShown[];
  shares: number[];
  margin: number;
}

/** What happened in the game, action by action. */
export interface Log {
  type: "log";
  version: number;
  entries: LogEntry[];
}

/** An action of the game and what followed it. */
export interface LogEntry {
  ply: number;
  action: ActionText;
  happenings: HappeningShown[];
}

/** Ask where the selected tile could go. The answer has the same ``id``. */
export interface Look {
  type: "look";
  id: string;
  seat: number;
  tile: string;
}

export type MarkName = "inaccuracy" | "mistake" | "blunder";

/** The market could not be filled: the game ends. */
export interface MarketRanDry {
  type: "market_ran_dry";
}

/** New tiles are on these squares. */
export interface MarketRefilled {
  type: "market_refilled";
  tiles: ([number, TileName])[];
}

/** Who you are, by your cookie. */
export interface Me {
  name: string;
  experienced: boolean;
}

/** The answer to ``ask_missed``: what would have been better, None unless it was a blunder. */
export interface Missed {
  type: "missed";
  version: number;
  id: string;
  missed: MissedShown | null;
}

/** What would have been better than a blunder. */
export interface MissedShown {
  better: AdviceShown;
  cost: number;
}

/** A finished game after ``ply`` actions, all hands open. */
export interface Moment {
  ply: number;
  plies: number;
  board: Board;
  hands: Purse[][];
}

/** Positions of a finished game in a row. */
export interface Moments {
  moments: Moment[];
}

/** Show or hide the chat of the person on a seat, or of the author of a line. */
export interface Mute {
  id: string;
  type: "mute";
  seat?: number | null;
  line?: number | null;
  muted: boolean;
}

/** Your reviewed games together. A game counts as much as it had open turns. */
export interface MyReviews {
  games: number;
  turns: number;
  accuracy: number | null;
  accuracy_error: number | null;
  error_rate: number;
  luck: number;
  marks: Record<MarkName, number>;
  decisions: Record<DecisionName, number>;
  form: GameForm[];
}

/** The host sits here. */
export interface MySeat {
  kind: "me";
  counter?: CounterName | null;
}

/** The statistics of all finished games of a person that count. */
export interface MyStatistics {
  games: number;
  won: number;
  points: number;
  best: number;
  by_scoring: Record<ScoringName, number>;
  walls: Record<ScoringName, number>;
  money_taken: number;
  purchases: number;
  exact: number;
  redesigns: number;
  reviews: MyReviews;
}

/** The name a person chooses. */
export interface NamedMe {
  name: string;
}

/** No time limit. */
export interface NoClock {
  kind: "none";
}

/** A tile stays in the market: a tie, or nobody holds any of the currency. */
export interface NotAwarded {
  type: "not_awarded";
  tile: TileName;
  square: number;
  currency: CurrencyName;
}

/** Another person may sit down here. */
export interface OpenSeat {
  kind: "open";
  counter?: CounterName | null;
}

/** How a table plays. */
export interface OptionsShown {
  public: boolean;
  clock: ClockShown;
  open_hands: boolean;
  undo: boolean;
  random_order: boolean;
  youngest: number | null;
  coach: "alone" | "agreed" | "never";
}

/** The game and ply that a table continues from. */
export interface OriginShown {
  game: string;
  ply: number;
}

/** What only this page sees. Without a seat, or behind a closed curtain, there is no hand. */
export interface Own {
  seat: number | null;
  hand: Purse[];
  to_come: number[][];
  legal: LegalShown | null;
  can_take_back: boolean;
  can_confirm: boolean;
  can_ask_undo: boolean;
}

/** Those fields of ``Own`` that have changed. */
export interface OwnChanges {
  seat?: number | null;
  hand?: Purse[];
  to_come?: number[][];
  legal?: LegalShown | null;
  can_take_back?: boolean;
  can_confirm?: boolean;
  can_ask_undo?: boolean;
}

/** An error in a page. It contains no names, links or ids of tables. */
export interface PageError {
  message: string;
  /** Where in the built files it happened, the innermost call first. */
  frames: string[];
  /** The name of the page's main script, which contains the hash of the build. */
  version: string;
  screen: "start" | "home" | "setup" | "rules" | "learn" | "lesson" | "puzzles" | "puzzle" | "daily" | "day" | "duplicates" | "duplicate" | "statistics" | "table" | "replay" | "review";
}

/** A player passed, because no other action was possible. */
export interface Passed {
  type: "passed";
  seat: number;
}

/** One way to pay; an exact one gives another action. */
export interface Payment {
  cards: CardName[];
  worth: number;
  exact: boolean;
}

export type PhaseName = "act" | "place" | "award" | "over" | "refill" | "reshuffle";

/** Ask for a ``pong``. */
export interface Ping {
  type: "ping";
}

/** A player placed a bought or awarded tile into the city. */
export interface Placed {
  type: "placed";
  seat: number;
  tile: TileName;
  cell: Cell;
}

export type PlacedTile = [TileName, number, number];

/** A waiting tile and where it may go. */
export interface Placement {
  tile: TileName;
  cells: Cell[];
  reserve: boolean;
  give: boolean;
}

/** A table that continues from a ply of a game, or after ``line``, other actions played from there. The order of deck and bag is drawn again, except with ``same_luck``. */
export interface PlayOn {
  ply: number;
  line?: string[];
  same_luck?: boolean;
  seats: SeatChoice[];
  options?: TableOptions;
  invite?: string | null;
}

/** The public part of a player's position. */
export interface PlayerShown {
  points: number;
  cards: number;
  hand: CardName[] | null;
  city: PlacedTile[];
  wall: WallSide[];
  reserve: TileName[];
  waiting: TileName[];
}

/** Those fields of ``PlayerShown`` that have changed. */
export interface PlayerShownChanges {
  points?: number;
  cards?: number;
  hand?: CardName[] | null;
  city?: PlacedTile[];
  wall?: WallSide[];
  reserve?: TileName[];
  waiting?: TileName[];
}

/** The statistics of one player in a game. */
export interface PlayerStatistics {
  seat: number;
  name: string;
  points: number;
  place: number;
  by_scoring: Record<ScoringName, number>;
  walls: Record<ScoringName, number>;
  money_taken: number;
  cards_taken: number;
  purchases: number;
  exact: number;
  paid: number;
  overpaid: number;
  redesigns: number;
  given: number;
}

/** The answer to ``ping``, with the server's time. */
export interface Pong {
  type: "pong";
  version: number;
  now: number;
}

/** For the selected tile: every cell around the city, every tile it could replace, and its removal if it is in the city. ``into`` is the word of the action, if one is possible now. ``forecast`` is the next scoring as it would be after the change that brings the seat most. */
export interface Prospects {
  type: "prospects";
  version: number;
  id: string;
  tile: TileName;
  into: "place" | "build" | null;
  fits: Fit[];
  swaps: Fit[];
  removal: Removal | null;
  forecast: SheetShown | null;
}

/** A tile that can be bought now, with every way to pay, exact ones first. */
export interface Purchase {
  square: number;
  tile: TileName;
  payments: Payment[];
}

/** The cards of one currency in a hand. */
export interface Purse {
  currency: CurrencyName;
  cards: CardName[];
  worth: number;
}

/** A puzzle that a person has not tried, about as difficult as the person is strong. */
export interface PuzzleChosen {
  puzzle: string | null;
}

/** A puzzle after a try. Only the best action is played. */
export interface PuzzleShown {
  theme: ThemeName;
  rating: number;
  answer: "best" | "worse" | null;
  cost: number | null;
  refused: ReasonGiven | null;
  solution: PuzzleSolution | null;
  own_rating: number | null;
  table: TableShown;
  state: State;
  hands: Purse[][];
  prospects: Prospects | null;
}

/** The best action of a puzzle, and why it is better than the second best. */
export interface PuzzleSolution {
  best: ActionText;
  second: ActionText;
  happening: HappeningShown;
  ahead: number;
  reasons: Why[];
}

/** How many puzzles of a theme there are, and how many of them a person has solved. */
export interface PuzzleThemeShown {
  theme: ThemeName;
  puzzles: number;
  solved: number;
}

/** A try at a puzzle: an action, or the tile whose places are asked for, or ``give_up`` to be shown the solution. */
export interface PuzzleTried {
  action?: string | null;
  look?: string | null;
  give_up?: boolean;
}

/** All puzzles in numbers, and how far a person has come. */
export interface Puzzles {
  themes: PuzzleThemeShown[];
  tried: number;
  solved: number;
  rating: number | null;
}

/** Why not: a code for translation, its parameters, and the English sentence. */
export interface ReasonGiven {
  code: string;
  params: Record<string, string | number>;
  sentence: string;
}

/** A record of a game, as text. */
export interface RecordSent {
  text: string;
}

/** The body of every error response. */
export interface Refusal {
  reason: ReasonGiven;
}

/** The page is older or newer than the server: it should be reloaded. */
export interface Reload {
  type: "reload";
  version: number;
  protocol: number;
}

/** Set up the next table with the same players. A second request returns the same table. */
export interface Rematch {
  id: string;
  type: "rematch";
}

/** The removal of the selected tile from the city: the wall that would remain, or why not. */
export interface Removal {
  wall: number | null;
  gain: number | null;
  sides: WallSide[];
  reason: ReasonGiven | null;
}

/** A player removed a tile to the reserve. */
export interface Removed {
  type: "removed";
  seat: number;
  tile: TileName;
  cell: Cell;
}

/** A bot plays for a player who left or ran out of time. */
export interface Replaced {
  type: "replaced";
  seat: number;
  level: string;
  cause: "left" | "time";
}

/** Report a line of chat to the operator of the server. */
export interface Report {
  id: string;
  type: "report";
  line: number;
}

/** A player put a bought or awarded tile into the reserve. */
export interface Reserved {
  type: "reserved";
  seat: number;
  tile: TileName;
}

/** The discard pile became the new deck. */
export interface Reshuffled {
  type: "reshuffled";
  cards: number;
}

/** Take back all steps of this turn. */
export interface Restart {
  id: string;
  base: number;
  seat: number;
  type: "restart";
}

/** A player took back all steps of the turn. */
export interface Restarted {
  type: "restarted";
  seat: number;
}

/** Take the seat back from the bot. */
export interface Return {
  id: string;
  type: "return";
  seat: number;
}

/** A player took the seat back from the bot. */
export interface Returned {
  type: "returned";
  seat: number;
}

/** Reveal the salt, after the hashes are frozen. */
export interface RevealSalt {
  id: string;
  type: "reveal_salt";
  round: number;
  salt: string;
}

/** A finished game, turn by turn. */
export interface Review {
  level: string;
  result: number[];
  turns: TurnReviewed[];
  seats: SeatReviewed[];
  moments: number[];
}

export type ReviewState = "none" | "waiting" | "running" | "done" | "failed" | "stopped";

/** How far a review is. */
export interface ReviewStatus {
  state: ReviewState;
  waiting: number;
  read: number;
  turns: number;
  seconds_left: number | null;
  curve: number[][];
  review: Review | null;
}

/** New cards are at these places of the row. */
export interface RowRefilled {
  type: "row_refilled";
  cards: ([number, CardName])[];
}

/** A person's part in a round of dealing. */
export interface SaltShown {
  seat: number | null;
  hash: string | null;
  salt: string | null;
}

/** A line of chat. */
export interface Say {
  id: string;
  type: "say";
  text: string;
}

/** A scoring took place. */
export interface Scored {
  type: "scored";
  sheet: SheetShown;
}

/** A scoring card came up while the row was refilled. */
export interface ScoringCardTurnedUp {
  type: "scoring_card_turned_up";
  scoring: ScoringName;
}

export type ScoringName = "A" | "B" | "C";

/** Where the next scoring card can be, as everybody can work it out: counted in money cards from the top of the deck. */
export interface ScoringWindow {
  free: number;
  within: number;
}

export type SeatChoice = MySeat | OpenSeat | GuestSeat | BotSeat;

/** A player's game in numbers: ``result = deal + luck - errors + others``. */
export interface SeatReviewed {
  result: number;
  deal: number;
  luck: number;
  errors: number;
  others: number;
  turns: number;
  marks: Record<MarkName, number>;
  error_rate: number;
  accuracy: number;
  accuracy_error: number;
}

/** A seat and its player. ``level`` is that of a bot, also of one that plays for a person. */
export interface SeatShown {
  kind: "open" | "person" | "guest" | "bot";
  name: string;
  counter: CounterName;
  level: string | null;
  replaced: boolean;
  present: boolean;
  yours: boolean;
  muted: boolean;
  coached: boolean;
}

/** The host changes the options before the start. */
export interface SetOptions {
  id: string;
  type: "set_options";
  options: TableOptions;
}

/** The host changes a seat before the start. */
export interface SetSeat {
  id: string;
  type: "set_seat";
  seat: number;
  to: SeatChoice;
}

/** Whose deal a table plays, to compare its game with those of others. */
export interface SharedDealShown {
  kind: "daily" | "duplicate";
  id: string;
}

/** A scoring, past or hypothetical. */
export interface SheetShown {
  scoring: ScoringName;
  kinds: KindScored[];
  walls: number[];
  points: number[];
}

/** Sit down on an open seat. */
export interface Sit {
  id: string;
  type: "sit";
  seat: number;
}

/** Give up the seat before the start. */
export interface Stand {
  id: string;
  type: "stand";
  seat: number;
}

/** Deal the cards as soon as the salts of all present persons have been revealed. */
export interface Start {
  id: string;
  type: "start";
}

/** Continue without the persons whose salts are missing. */
export interface StartWithout {
  id: string;
  type: "start_without";
}

/** The cards are dealt. */
export interface Started {
  type: "started";
  seat: number;
}

/** The whole game as this page may see it, with what happened since ``since``. */
export interface State {
  type: "state";
  version: number;
  since: number;
  board: Board;
  own: Own;
  happenings: HappeningShown[];
  undo: UndoAsked | null;
  deadline: number | null;
}

export type StrengthName = "strong" | "good" | "fair" | "weak" | "poor";

/** A player replaced a tile of the city with one from the reserve. */
export interface Swapped {
  type: "swapped";
  seat: number;
  tile: TileName;
  cell: Cell;
  old: TileName;
}

/** The seats and options of the table; sent when they changed. */
export interface TableMessage {
  type: "table";
  version: number;
  table: TableShown;
}

/** How a table plays. */
export interface TableOptions {
  public?: boolean;
  clock?: Clock;
  open_hands?: boolean;
  undo?: boolean;
  /** Draw the order of the seats by lot when the game starts. */
  random_order?: boolean;
  /** The seat that starts among those tied; with none the lowest. */
  youngest?: number | null;
  /** Whether hints may be asked for: by one person against bots, by everybody, by nobody. */
  coach?: "alone" | "agreed" | "never";
}

/** The seats and options of a new table. */
export interface TableSetup {
  seats: SeatChoice[];
  options?: TableOptions;
}

/** A table as one of its pages sees it. */
export interface TableShown {
  id: string;
  status: "open" | "playing" | "over";
  yours: boolean;
  seats: SeatShown[];
  options: OptionsShown;
  fairness: FairnessShown | null;
  invite: string | null;
  counts: boolean;
  coach: boolean;
  paused: boolean;
  spectators: number;
  origin: OriginShown | null;
  shared: SharedDealShown | null;
  next: string | null;
}

/** A table in a list. */
export interface TableSummary {
  id: string;
  status: "open" | "playing" | "over";
  names: string[];
  open_seats: number;
  seat: number | null;
  your_turn: boolean;
  turn: number | null;
  since: number | null;
  until: number | null;
  points: number[];
  places: number[];
  phase: PhaseName | null;
  scoring: ScoringName | null;
  chance: number;
  bag: number;
  city: PlacedTile[];
  shared: SharedDealShown | null;
  at: number;
}

/** The caller's tables, and the public ones that wait for players or can be watched. */
export interface Tables {
  mine: TableSummary[];
  public: TableSummary[];
}

/** Take back the last step of this turn. */
export interface TakeBack {
  id: string;
  base: number;
  seat: number;
  type: "take_back";
}

export type ThemeName = "exact" | "wall" | "denying" | "redesign" | "scoring" | "majority";

export type TileName = string;

/** A tile with its properties, so that pages do not parse names. */
export interface TileShown {
  name: TileName;
  kind: KindName;
  price: number;
  walls: ("n" | "e" | "s" | "w")[];
}

export type ToPage = Welcome | Reload | TableMessage | State | Change | Answer | Prospects | Log | Boards | Hint | Missed | Chances | Chat | Curtain | Fault | Pong;

/** A player took money from the row. */
export interface Took {
  type: "took";
  seat: number;
  cards: CardName[];
}

/** A player took back a step of the turn. */
export interface TookBack {
  type: "took_back";
  seat: number;
  action: ActionText;
}

/** A player's turn began. */
export interface TurnBegan {
  type: "turn_began";
  seat: number;
}

/** Seconds for each turn; it stops while no player is connected. */
export interface TurnClock {
  kind: "turn";
  seconds: number;
}

/** A turn beside the best there was. */
export interface TurnReviewed {
  number: number;
  ply: number;
  seat: number;
  played: LineShown;
  best: LineShown | null;
  value: number[];
  error: number;
  gap: number;
  standard_error: number;
  points: number;
  openness: number;
  mark: MarkName | null;
  marked: number | null;
  reasons: Why[];
  against: Why | null;
  luck: number[];
}

/** A request to all other players to undo a finished action. */
export interface UndoAsked {
  seat: number;
  ply: number;
  waiting: number[];
}

/** A player did not agree, or the asker gave up. */
export interface UndoRefused {
  type: "undo_refused";
  seat: number;
}

/** A player asked the others to undo finished actions. */
export interface UndoWished {
  type: "undo_wished";
  seat: number;
}

/** All agreed: the game went back. It no longer counts for statistics. */
export interface Undone {
  type: "undone";
  seat: number;
  ply: number;
}

/** In a hot-seat game: open the curtain for this seat, or close it with None. */
export interface Unlock {
  type: "unlock";
  seat?: number | null;
}

export type WallSide = [number, number, "n" | "e" | "s" | "w"];

/** The answer to hello. */
export interface Welcome {
  type: "welcome";
  version: number;
  protocol: number;
  name: string | null;
  now: number;
}

/** A difference between two turns that was measured: a code for translation (``why.CODE``), its parameters, and the English sentence. ``seat`` and ``rival`` count from 0; tiles, kinds and scorings are named as in records. */
export interface Why {
  code: string;
  params: Record<string, string | number>;
  sentence: string;
}
