// The server's protocol as types, made from the server's own by scripts/types: not to be changed by hand.

/** What the strongest computer player thinks of a position. */
export type Analysis = {
  /** Answers before the position. */
  at: number,
  /** Who must act. */
  seat: number,
  /** Whether every course of the rest of the game was looked at. */
  exact: boolean,
  /** Positions that were evaluated. */
  evaluations: number,
  /** The answer that was given there. */
  given: string | null,
  /** The points that it gave away. */
  lost: number | null,
  /** The best first; that of the answer given is among them. */
  lines: Array<Line>, };

/** An answer, or several, in brief. */
export type AnswerDelta = [number, number, string] | Record<string, unknown>;

/** A legal answer. */
export type AnswerView = {
  /** Its word. */
  word: string,
  /** What kind of thing it does, by which answers are gathered; left out for one that points at nothing. */
  mode?: string, } & ({ "verb": "place",
  /** East. */
  x: number,
  /** South. */
  y: number,
  /** Quarter turns clockwise. */
  rotation: number,
  /** The tile, where the seat chooses among those of its hand. */
  held?: TileName,
  /** Its number in the hand. */
  slot?: number, } | { "verb": "deploy",
  /** The kind of figure. */
  figure: string,
  /** What it becomes. */
  role: string,
  /** The tile. */
  tile: number,
  /** The segment within the tile. */
  segment: number,
  /** The corner of the tile, clockwise from the north-east, for a figure that goes onto one. */
  corner?: number, } | { "verb": "return" } & FigureView | { "verb": "move",
  /** The tile that it goes to. */
  to_tile: number,
  /** The segment within that tile. */
  to_segment: number,
  /** Its number. */
  id: number,
  /** Its owner. */
  seat: number,
  /** Its kind. */
  figure: string,
  /** What it is where it stands. */
  role: string,
  /** The tile. */
  tile: number,
  /** The segment within the tile. */
  segment: number,
  /** The corner of the tile, clockwise from the north-east, for a figure that stands on one. */
  corner?: number,
  /** The ghosts beside it. */
  ghosts?: number, }
  | { "verb": "capture" } & FigureView
  | { "verb": "haunt" } & FigureView
  | { "verb": "redeem" } & CaptiveView
  | { "verb": "lead" } & PieceView
  | { "verb": "build" } & BuildingView
  | { "verb": "clear",
  /** The tile. */
  tile: number,
  /** The ghosts on it now. */
  ghosts: number, } | { "verb": "pass" } | { "verb": "draw",
  /** Its set. */
  set: string,
  /** Its id within the set. */
  kind: string, } | { "verb": "first",
  /** The seat. */
  seat: number, });

/** A bag whose counts changed. */
export type BagDelta = {
  /** How many are left. */
  left: number,
  /** How many lie apart. */
  apart: number,
  /**
   * Kinds by their numbers in the list as it was, and how many are there now; those with none leave the list.
   */
  counts: Array<[number, number]>, } | BagView;

/** Copies of one kind in the bag. */
export type BagTile = {
  /** How many. */
  count: number,
  /** They lie apart, to be drawn when the rules call for one. */
  apart?: boolean,
  /** Its set. */
  set: string,
  /** Its id within the set. */
  kind: string, };

/** The tiles that nobody has drawn, or nobody whose hand the viewer sees. */
export type BagView = {
  /** How many. */
  left: number,
  /** How many lie apart, to be drawn when the rules call for one. */
  apart: number,
  /**
   * How many of each kind, those in hands that are hidden from the viewer included; kinds that are used up are left out.
   */
  tiles: Array<BagTile>, };

/** What a set-up plays by: the preset from which it departs least, and where it departs. */
export type Basis = {
  /** The id of the preset. */
  id: string,
  /** Its name. */
  name: Words,
  /** The options in which the set-up is not the preset; none where it is. */
  departures: Array<Departure>, };

/** What is built on a segment. */
export type BuildingView = {
  /** The tile. */
  tile: number,
  /** The segment within the tile. */
  segment: number,
  /** Pieces; in an answer, those that will be there. */
  height: number, };

/** A figure that is a captive. */
export type CaptiveView = {
  /** Its number. */
  id: number,
  /** Its owner. */
  seat: number,
  /** Its kind. */
  figure: string,
  /** Who holds it. */
  by: number, };

/** The seats that a browser's cookie opens. */
export type ClaimedSeats = {
  /** By number. */
  seats: Array<number>, };

/** One numbered clause of the rules. */
export type Clause = {
  /** The clause's id, which code, tests and score lines cite: `BASE-11`. */
  id: string,
  /**
   * The id of the part that brings the clause: `base` for Carcassonne itself, another game's or an expansion's own.
   */
  part: string,
  /** A short heading, without a full stop. */
  title: string,
  /** What the clause says: one paragraph, whose only mark-up is code marks. */
  text: string,
  /** The options that the clause gives to the set-up. */
  options: Array<OptionText>, };

/** What a client sends over the socket. */
export type ClientMessage = { "type": "hello",
  /** The version of the protocol. */
  v: number,
  /** Secrets that open seats. */
  tokens: Array<string>,
  /** The number of answers that the client knows. */
  since: number | null, } | { "type": "answer",
  /** Who gives it. */
  seat: number,
  /** The number of answers before it. */
  seq: number,
  /** Its word. */
  word?: string,
  /** Those of several, instead. */
  words?: Array<string>, } | { "type": "preview",
  /** Who would give them. */
  seat: number,
  /** The number of answers before them. */
  seq: number,
  /** Their words. */
  words: Array<string>, } | { "type": "guide",
  /** The number of answers before it. */
  seq: number, } | { "type": "ping" };

/** A decision, with its answers in brief. */
export type DecisionDelta = { seat: number | null, kind: string, own?: boolean, tile: TileName | null, walk: WalkView | null, reach?: Array<number>, reward?: RewardView,
  /** The tile's word, where answers place it. */
  stem?: string, answers: Array<AnswerDelta>, };

/** The pending decision. */
export type DecisionView = {
  /** Who must answer; nobody where chance must, or the game is over. */
  seat: number | null,
  /** `place`, `deploy`, `chance`, `over`, or a word for what an expansion asks. */
  kind: string,
  /** Whether it is about the seat's own figures, where others' might be asked for. */
  own?: boolean,
  /** The tile in hand, or the tile just placed. */
  tile: TileName | null,
  /** The walk of a piece that is under way. */
  walk: WalkView | null,
  /** The tiles from which a figure can be taken, where that is asked. */
  reach?: Array<number>,
  /** The complete feature that is decided, where something else may be done instead of scoring it. */
  reward?: RewardView,
  /** The legal answers. */
  answers: Array<AnswerView>, };

/** A default that depends on another option. */
export type DefaultOf = {
  /** The other option. */
  option: string,
  /** Its value. */
  value: string,
  /** The default then. */
  default: string, };

/** An option in which a set-up is not a preset. */
export type Departure = {
  /** The option. */
  option: string,
  /** Its value in the set-up. */
  value: string,
  /** Its value in the preset. */
  preset: string, };

/** Something that happened. */
export type EventView = { "type": "first", seat: number, }
  | { "type": "turn", seat: number, turn: number, }
  | { "type": "drawn", tile: TileName, }
  | { "type": "taken", seat: number, tile: TileName | null, }
  | { "type": "takenout", tile: TileName, }
  | { "type": "discarded", tile: TileName, }
  | { "type": "placed", seat: number, tile: number, set: string, kind: string, x: number, y: number, rotation: number, }
  | { "type": "deployed", seat: number, figure: string, id: number, role: string, tile: number, segment: number, }
  | { "type": "returned", seat: number, figure: string, id: number, tile: number, segment: number, }
  | { "type": "moved", seat: number, figure: string, id: number, role: string, tile: number, segment: number, from_tile: number, from_segment: number, }
  | { "type": "captured", seat: number, figure: string, id: number, tile: number, segment: number, by: number, }
  | { "type": "redeemed", seat: number, figure: string, id: number, from: number, }
  | { "type": "haunted", seat: number, figure: string, id: number, tile: number, segment: number, ghosts: number, }
  | { "type": "enlisted", seat: number, figure: string, }
  | { "type": "led" } & PieceView
  | { "type": "built", seat: number, tile: number, segment: number, height: number, }
  | { "type": "tokens", seat: number, token: string, change: number, }
  | { "type": "ghosts", tile: number, ghosts: number, }
  | { "type": "aside", tile: TileName, }
  | { "type": "back" }
  | { "type": "left", tile: TileName, }
  | { "type": "scored", seat: number, points: number, kind: string, finished: boolean, final: boolean, feature: number | null, tile: number | null, segment: number | null, terms: Array<TermView>, }
  | { "type": "over", winners: Array<number>, };

/** An expansion. */
export type ExpansionInfo = {
  /** Its id. */
  id: string,
  /** The game that it belongs to. */
  game: string,
  /** Its clauses. */
  clauses: Array<string>,
  /** Most seats when it is in play. */
  max_seats: number,
  /** Its tile sets. */
  sets: Array<string>,
  /** What of it can be switched off. */
  elements: Array<string>, };

/**
 * Of a feature the fields that changed. One that was not there before has a kind; what it leaves out is false, 0 or empty, and its
 * strength is 0 for each player.
 */
export type FeatureDelta = { id: number, kind?: string, complete?: boolean, open?: number, tiles?: number,
  /** All its segments, where some of them are not its own any more. */
  segments?: Array<[number, number]>,
  /** Features as they were before, all of whose segments it has now. */
  joined?: Array<number>,
  /** Segments that it has now and had not before, beside those of joined features. */
  more?: Array<[number, number]>, figures?: Array<number>, strength?: Array<number>, owners?: Array<number>, worth?: number, terms?: Array<TermView>, touches?: Array<number>, marks?: Array<string>, things?: Array<ThingView>, };

/** A feature. */
export type FeatureView = {
  /** Its number, good for this view only. */
  id: number,
  /** Its kind. */
  kind: string,
  /** Whether it is complete. */
  complete: boolean,
  /** Joins that it waits for. */
  open: number,
  /** Tiles that it covers. */
  tiles: number,
  /** Its segments: tile and segment within the tile. */
  segments: Array<[number, number]>,
  /** The figures on it. */
  figures: Array<number>,
  /** How strong each seat is on it. */
  strength: Array<number>,
  /** The seats that it would score for. */
  owners: Array<number>,
  /**
   * Points for each of these if the game ended now, or, where followers are taken back to score, if that was done now; after the
   * end what was scored.
   */
  worth: number,
  /** Why. */
  terms: Array<TermView>,
  /** The features that it scores with: a field's complete cities. */
  touches: Array<number>,
  /** Its marks: `inn`, `besieged`. */
  marks: Array<string>,
  /** The printed things that count for it, or are struck out of its count. */
  things: Array<ThingView>, };

/** A figure on the table. */
export type FigureView = {
  /** Its number. */
  id: number,
  /** Its owner. */
  seat: number,
  /** Its kind. */
  figure: string,
  /** What it is where it stands. */
  role: string,
  /** The tile. */
  tile: number,
  /** The segment within the tile. */
  segment: number,
  /** The corner of the tile, clockwise from the north-east, for a figure that stands on one. */
  corner?: number,
  /** The ghosts beside it. */
  ghosts?: number, };

/** A game that stands alone. */
export type GameInfo = {
  /** Its id. */
  id: string,
  /** The id of the part that is the game itself: `base` for Carcassonne. */
  part: string,
  /** The expansions that it takes. */
  expansions: Array<string>,
  /** The clauses of the game itself. */
  clauses: Array<string>,
  /** Fewest seats. */
  min_seats: number,
  /** Most seats without expansions. */
  max_seats: number,
  /** Its tile sets. */
  sets: Array<string>, };

/** What can be played, and with whom. */
export type Games = {
  /** The levels of computer players, from the weakest to the strongest. */
  levels: Array<string>,
  /** The languages of the client and of the rule reference. */
  languages: [string, string, string],
  /** [`RULES_VERSION`]. */
  rules_version: number,
  /** The games. */
  games: Array<GameInfo>,
  /** The expansions. */
  expansions: Array<ExpansionInfo>,
  /** The options of all parts. */
  options: Array<OptionOfPart>,
  /** The presets of all games, the rulebook first. */
  presets: Array<PresetOfGame>, };

/** What a position tells of its places. */
export type Guide = {
  /** Answers given so far. */
  seq: number,
  /** The legal placements that would complete something. */
  places: Array<GuidePlace>,
  /** Every open place. */
  open: Array<GuideOpen>,
  /**
   * Tiles that are still to come and that whoever asks has not seen: those to be drawn, and those in hands that are hidden from them.
   */
  left: number,
  /** Tiles that are drawn until it is the asker's turn again, their own included. */
  draws: number, };

/** A feature that a placement would complete. */
export type GuideFeature = {
  /** The kind of feature. */
  kind: string,
  /** What it would be worth. */
  points: number,
  /**
   * Who would get what, if nobody else came onto it; nobody, where nobody is on it yet, or where the team loses before it scores.
   */
  gives: Array<GuideShare>,
  /** The features of the present position that would be parts of it, by their ids. */
  features: Array<number>, };

/** An open place, and what can come to lie there. */
export type GuideOpen = {
  /** East. */
  x: number,
  /** South. */
  y: number,
  /** How many of the tiles left could be placed here, if they were drawn now. */
  fit: number,
  /** The chance that the next tile drawn is one of them; null where no tile is drawn any more. */
  next: number | null,
  /**
   * The chance that one of the tiles is, that are drawn until it is the asker's turn again; null while a river is drawn first.
   */
  soon: number | null,
  /** Nothing that is left can ever lie here. */
  dead: boolean, };

/** A legal placement, and what it would complete. */
export type GuidePlace = {
  /** East. */
  x: number,
  /** South. */
  y: number,
  /** Quarter turns clockwise. */
  rotation: number,
  /** The tile's number in the hand, where the seat chooses among several. */
  slot?: number,
  /** What it would complete, by the order of the tile's segments. */
  completes: Array<GuideFeature>, };

/** Points for a seat. */
export type GuideShare = {
  /** The seat. */
  seat: number,
  /** Its points; ghosts can make them fewer than none. */
  points: number, };

/** A computer player's level, as the protocol spells it. */
export type Level = "easy" | "medium" | "baron" | "thief" | "hard" | "master";

/** A way in which the seat that acts can go on, and what can be expected of it. */
export type Line = {
  /** The answers of the seat in the rest of its turn. */
  answers: Array<string>,
  /** Points by which the seat can expect to be ahead in the end; of a team, its points. */
  margin: number,
  /** Standard error of the margin over the draws that were tried. */
  error: number,
  /** Those draws. */
  samples: number,
  /** The points that each seat can expect in the end. */
  totals: Array<number>,
  /** How play would go on. */
  main: Array<MainStep>, };

/** The changes of a list whose elements have numbers of their own, by which it is sorted. */
export type ListDelta<N, T> = {
  /** The numbers of those that are gone. */
  gone?: Array<N>,
  /** Those that are new or changed. */
  put?: Array<T>, };

/** A table that was made. */
export type MadeTable = {
  /** Its name. */
  table: string,
  /** What opens the maker's seats. */
  tokens: Array<MadeToken>,
  /** Its page. */
  link: string, };

/** A token of whoever made a table. */
export type MadeToken = {
  /** The seat; a maker who sits nowhere holds the table by a token without one. */
  seat: number | null,
  /** The secret. */
  token: string, };

/** An answer of a main line. */
export type MainStep = {
  /** Who gives it; chance has no seat. */
  seat: number | null,
  /** Its word. */
  answer: string, };

/** A segment with a name of its own. */
export type NamedView = {
  /** The tile. */
  tile: number,
  /** The segment within the tile. */
  segment: number,
  /** The name: `castle`. */
  name: string, };

/** A seat of a new table. */
export type NewSeat = { "type": "human", name: string, }
  | { "type": "bot", level: string, millis?: number, }
  | { "type": "open", };

/** What makes a table. */
export type NewTable = {
  /** What is played. */
  setup: Setup,
  /** Who shall sit where. */
  seats: Array<NewSeat>,
  /** Whether everybody may find the table in the list. */
  public: boolean,
  /** Whether it is a plain table: nobody is helped while its game goes on. */
  plain?: boolean, };

/** An option, with the part that it belongs to. */
export type OptionOfPart = {
  /** Its name. */
  name: string,
  /** Its values, the default first. */
  values: Array<string>,
  /** The default where another option has a certain value. */
  default_with?: DefaultOf,
  /** Its clause. */
  clause: string,
  /** The game that has it. */
  game: string,
  /** The part of the game that has it. */
  part: string,
  /** Whether no preset speaks of it. */
  open: boolean, };

/** An option as its clause names it. */
export type OptionText = {
  /** The option's name in a set-up: `small_city`. */
  name: string,
  /** Its values; the first is the default. */
  values: Array<string>, };

/** How far a table has come. */
export type Phase = "gathering" | "playing" | "finished";

/** A piece that belongs to nobody. */
export type PieceView = {
  /** Its word: `dragon`. */
  piece: string,
  /** The tile. */
  tile: number,
  /** The segment within the tile, where it stands on one. */
  segment?: number,
  /** The figure that it stands beside, by number. */
  id?: number, };

/** Of a player the fields that changed. */
export type PlayerDelta = { seat: number, score?: number, projected?: number, supply?: { [key in string]: number }, tokens?: { [key in string]: number }, hand?: Array<TileName | null>, by_kind?: { [key in string]: number }, };

/** A player. */
export type PlayerView = {
  /** The seat. */
  seat: number,
  /** Points. */
  score: number,
  /** Points if the game ended now. */
  projected: number,
  /** Figures in supply, by kind. */
  supply: { [key in string]: number },
  /** What the player holds beside figures, by kind. */
  tokens: { [key in string]: number },
  /** The tiles in the player's hand; nothing for one that is hidden. */
  hand: Array<TileName | null>,
  /** Points so far, by kind of feature. */
  by_kind: { [key in string]: number }, };

/** A preset, as a game has it. */
export type PresetOfGame = {
  /** Its id. */
  id: string,
  /** The game. */
  game: string,
  /** Its name, by language. */
  name: Words,
  /** What it is, by language. */
  about: Words,
  /** The options that are not as by default. */
  options: { [key in string]: string }, };

/** A complete feature that is scored, or not. */
export type RewardView = {
  /** The feature. */
  feature: number,
  /** The points that scoring it gives. */
  points: number,
  /** Why. */
  terms: Array<TermView>, };

/** A seat of a table. */
export type SeatInfo = {
  /** Who sits there. */
  type: SeatKind,
  /** The person's name; a record may have none. */
  name: string | null,
  /** The computer player's level. */
  level: Level | null,
  /** How long the computer player may think; a record does not say. */
  millis: number | null,
  /** Whether somebody is there now; left out where that is not known. */
  connected?: boolean, };

/** What kind of occupant a seat has. */
export type SeatKind = "human" | "bot" | "open";

/** A token for a seat. */
export type SeatToken = {
  /** The seat. */
  seat: number,
  /** The secret. */
  token: string,
  /** The link that carries it to another device. */
  link?: string, };

/** A refusal as it is told. */
export type ServerError = {
  /** The code that programs go by. */
  code: string,
  /** The sentence that people read. */
  message: string, };

/** What is played. */
export type Setup = {
  /** `carcassonne`, `hunters`, `discovery` or `coop`. */
  game: string,
  /** Ids of the expansions in play: `inns-cathedrals`. */
  expansions: Array<string>,
  /** Seats at the table. */
  seats: number,
  /** Options that differ from their default, or all of them: `small_city` = `2`. */
  options: { [key in string]: string },
  /** The seat that begins, where `first_player` is `host_seat` or `youngest`. */
  first_seat?: number,
  /** Elements of the expansions that are switched off: `mayors`. */
  without?: Array<string>,
  /** Figures of each kind that every seat begins with, where the number differs: `pig` = 2. */
  figures?: { [key in string]: number },
  /** Copies of each tile set in play, if they are not those of the parts, once each. */
  sets?: { [key in string]: number },
  /** A tile file of the players' own, whose tiles are shuffled in with the others. */
  own_tiles?: string, };

/** What the server says over the socket beside what the table does. */
export type SocketMessage = { "type": "error",
  /** Why. */
  error: ServerError,
  /** The last answer that the client was told of; null before the first hello. */
  seq: number | null, } | { "type": "pong" };

/** An accepted answer and what it did. */
export type Step = {
  /** The number of answers after it. */
  seq: number,
  /** Who gave it; nobody where chance did. */
  seat: number | null,
  /** Its word. */
  answer: string,
  /** What happened. */
  events: Array<EventView>, };

/** A table without its game. */
export type TableInfo = {
  /** Its name. */
  table: string,
  /** How far it has come. */
  phase: Phase,
  /** What is played. */
  setup: Setup,
  /** The preset from which the set-up departs least, and where it departs. */
  preset: Basis | null,
  /** Who sits where. */
  seats: Array<SeatInfo>,
  /** Whether everybody may find it in the list. */
  public: boolean,
  /** Whether it is a plain table: nobody is helped while its game goes on. */
  plain: boolean,
  /** The seat of the host. */
  host: number | null,
  /** Whether its game was brought as a record: nobody plays it here, and it may have been broken off. */
  imported: boolean,
  /** The hash of the seed, told before the first draw. */
  commitment: string | null,
  /** What the draw order was made from, once the game is over. */
  seed: string | null, };

/**
 * What a table says over the socket. What is JSON already, and what only the socket knows of, is not made again for it.
 */
export type TableMessage = { "type": "welcome",
  /** [`VERSION`]. */
  v: number,
  /** The table. */
  table: TableInfo,
  /** The client's seats. */
  you: Array<number>,
  /** Answers given so far. */
  seq: number,
  /** The newest position. */
  view: View,
  /** Its hash, from version 2 on. */
  hash?: number,
  /** Updates after those that the client knows. */
  missed: Array<Step>, } | { "type": "update",
  /** The position after it. */
  view: View,
  /** The number of answers after it. */
  seq: number,
  /** Who gave it; nobody where chance did. */
  seat: number | null,
  /** Its word. */
  answer: string,
  /** What happened. */
  events: Array<EventView>, } | { "type": "changes",
  /** The number of answers after them. */
  seq: number,
  /** The number of answers before them. */
  from: number,
  /** The answers, and what they did. */
  steps: Array<Step>,
  /** What of the view has changed. */
  delta: ViewDelta,
  /** The hash of the view after them. */
  hash: number, } | { "type": "preview",
  /** The number of answers before them. */
  seq: number,
  /** Their words. */
  words: Array<string>,
  /** What would happen. */
  events: Array<EventView>,
  /**
   * The position after them, where the same seat would be asked; nothing where it would be another's turn, or chance's.
   */
  view: View | null, } | { "type": "guide" } & Guide | { "type": "table",
  /** As it is now. */
  table: TableInfo, } | { "type": "thinking",
  /** Whose seat it has. */
  seat: number,
  /** How long it may think, in milliseconds. */
  millis: number, };

/** A table in a list. */
export type TableSummary = {
  /** Its name. */
  table: string,
  /** How far it has come. */
  phase: Phase,
  /** What is played; nothing where what is stored cannot be read. */
  setup: Setup | null,
  /** Who sits where; whether they are there is not known. */
  seats: Array<SeatInfo>,
  /** The seat that must answer. */
  turn: number | null,
  /** When it last changed, in milliseconds since 1970. */
  updated: number,
  /** Whether its game was brought as a record. */
  imported: boolean,
  /** Whether it is a plain table: nobody is helped while its game goes on. */
  plain: boolean, };

/** A team of all seats. */
export type TeamView = {
  /** Its points: those of all seats together. */
  points: number,
  /** The points with which it wins. */
  goal: number,
  /** `won` or `lost`, when over. */
  outcome: string | null, };

/** One term of a score. */
export type TermView = {
  /** The clause that gives the points. */
  clause: string,
  /** What is counted. */
  what: string,
  /** How many. */
  count: number,
  /** Points for each. */
  each: number, };

/** A printed thing that a feature counts. */
export type ThingView = {
  /** The tile. */
  tile: number,
  /** Its number among the things of the tile's art. */
  thing: number,
  /** Whether it counts; otherwise it is struck out. */
  counts: boolean, };

/** A kind of tile. */
export type TileName = {
  /** Its set. */
  set: string,
  /** Its id within the set. */
  kind: string, };

/** A tile on the table. */
export type TileView = {
  /** East. */
  x: number,
  /** South. */
  y: number,
  /** Quarter turns clockwise. */
  rotation: number,
  /** Who placed it; nobody placed a start tile. */
  seat: number | null,
  /** In which turn; 0 for a start tile. */
  turn: number,
  /** The ghosts on it. */
  ghosts?: number,
  /** Its set. */
  set: string,
  /** Its id within the set. */
  kind: string, };

/** Everything that may be shown of a position. */
export type View = {
  /** Answers given so far. */
  seq: number,
  /** The turn's number. */
  turn: number,
  /** Whether the game is over. */
  over: boolean,
  /**
   * Whose turn it is, which need not be who must answer; nobody's before the first turn and after the last.
   */
  active: number | null,
  /** The set-up, with own tiles by their hash. */
  setup: Setup,
  /** What is asked. */
  decision: DecisionView,
  /** The players, by seat. */
  players: Array<PlayerView>,
  /** The tiles in the order of placing. */
  tiles: Array<TileView>,
  /** The figures on the table. */
  figures: Array<FigureView>,
  /** The figures that are captives. */
  captives: Array<CaptiveView>,
  /** The pieces that belong to nobody and are in play. */
  pieces: Array<PieceView>,
  /** What is built on the map. */
  buildings: Array<BuildingView>,
  /** The segments that have a name of their own. */
  named: Array<NamedView>,
  /** The features. */
  features: Array<FeatureView>,
  /** The tiles that nobody has drawn. */
  bag: BagView,
  /** Tiles that fitted nowhere. */
  discarded: Array<TileName>,
  /** Tiles that were taken out before the first turn. */
  taken_out: Array<TileName>,
  /** Tiles put aside, to be shuffled back later. */
  aside: Array<TileName>,
  /** Tokens that nobody holds yet, by kind. */
  stock: { [key in string]: number },
  /** The half of the turn, 1 or 2. */
  half: number,
  /** Whether a second half will follow. */
  doubled: boolean,
  /** The winners, when over. */
  winners: Array<number>,
  /** The team, in a game that all seats play as one. */
  team?: TeamView, };

/** The changes from one view to another. */
export type ViewDelta = {
  /** Answers given so far. */
  seq: number, turn?: number, over?: boolean, active?: number | null, decision?: DecisionDelta,
  /** Of each player that changed the fields that did. */
  players?: Array<PlayerDelta>,
  /** Tiles that are new or changed, with their numbers. */
  tiles?: Array<[number, TileView]>, figures?: ListDelta<number, FigureView>, captives?: Array<CaptiveView>, pieces?: Array<PieceView>, buildings?: Array<BuildingView>, named?: Array<NamedView>, features?: ListDelta<number, FeatureDelta>, bag?: BagDelta, discarded?: Array<TileName>, taken_out?: Array<TileName>, aside?: Array<TileName>, stock?: { [key in string]: number }, half?: number, doubled?: boolean, winners?: Array<number>, team?: TeamView, };

/** A piece's walk, step by step. */
export type WalkView = {
  /** The piece. */
  piece: string,
  /** The tiles on which it has been, the present one last. */
  been: Array<number>,
  /** Steps that it has left. */
  left: number, };

/** A sentence, or a part of one, in the languages of the project. */
export type Words = {
  /** English. */
  en: string,
  /** Russian. */
  ru: string,
  /** Ukrainian. */
  uk: string, };
