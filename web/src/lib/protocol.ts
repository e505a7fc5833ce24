// The server's protocol, version 1, as types. docs/protocol.md is the contract; nothing here decides a rule.

export const PROTOCOL = 1;

export type Language = "en" | "ru" | "uk";

export interface GameInfo {
  id: string;
  /** The part that is the game itself: `base` for Carcassonne. */
  part: string;
  expansions: string[];
  min_seats: number;
  max_seats: number;
  sets: string[];
}

export interface ExpansionInfo {
  id: string;
  game: string;
  clauses: string[];
  max_seats: number;
  sets: string[];
  /** What of it can be switched off. */
  elements?: string[];
}

export interface OptionInfo {
  name: string;
  /** The first is the default, where `default_with` does not apply. */
  values: string[];
  /** The default where another option has a certain value. */
  default_with?: { option: string; value: string; default: string };
  clause: string;
  /** The game that has it: names of options repeat between games. */
  game: string;
  part: string;
  /** No preset speaks of it. */
  open?: boolean;
}

/** A named list of option values; options that it does not name are at their default. */
export interface PresetInfo {
  id: string;
  game: string;
  name: Record<Language, string>;
  about: Record<Language, string>;
  options: Record<string, string>;
}

/** An option that is not as a preset has it. */
export interface Departure {
  option: string;
  value: string;
  /** Its value in the preset. */
  preset: string;
}

export interface Games {
  rules_version: number;
  games: GameInfo[];
  expansions: ExpansionInfo[];
  options: OptionInfo[];
  /** The rulebook of each game comes before its other presets. */
  presets: PresetInfo[];
  levels: string[];
  languages: Language[];
}

export interface Setup {
  game: string;
  expansions: string[];
  seats: number;
  options: Record<string, string>;
  first_seat?: number;
  /** Elements of the expansions that are switched off. */
  without?: string[];
  /** Copies of each tile set in play, where they are not those of the parts. */
  sets?: Record<string, number>;
  /** The players' own tile file; where the server shows a set-up, its hash. */
  own_tiles?: string;
}

export interface SeatRequest {
  type: "human" | "bot" | "open";
  name?: string;
  level?: string;
  millis?: number;
}

export interface SeatInfo {
  type: "human" | "bot" | "open";
  name?: string | null;
  level?: string | null;
  millis?: number | null;
  connected?: boolean;
}

export type Phase = "gathering" | "playing" | "finished";

export interface Table {
  table: string;
  phase: Phase;
  setup: Setup;
  /** The preset from which the set-up departs least, and where it departs. */
  preset?: { id: string; name: Record<Language, string>; departures: Departure[] } | null;
  seats: SeatInfo[];
  host: number | null;
  commitment?: string | null;
  seed?: string | null;
  /** Its game was brought as a record: nobody plays it here, and it may have been broken off. */
  imported?: boolean;
}

export interface TableSummary {
  table: string;
  phase: Phase;
  setup: Setup;
  seats: SeatInfo[];
  /** The seat that must answer. */
  turn?: number | null;
  updated?: string | number | null;
  imported?: boolean;
}

export interface Made {
  table: string;
  /** A maker who sits nowhere holds the table by a token without a seat. */
  tokens: { seat: number | null; token: string }[];
  link: string;
}

export interface Clause {
  id: string;
  part: string;
  title: string;
  text: string;
}

export interface TileKind {
  set: string;
  kind: string;
}

export interface PlacedTile extends TileKind {
  x: number;
  y: number;
  rotation: number;
  seat: number | null;
  turn: number;
  /** The ghosts on it; left out where there are none. */
  ghosts?: number;
}

/** A figure where it stands. */
export interface Figure {
  id: number;
  seat: number;
  figure: string;
  role: string;
  tile: number;
  segment: number;
  /** The corner of the tile, clockwise from the north-east, for a figure that stands on one. */
  corner?: number;
  /** The ghosts beside it; left out where there are none. */
  ghosts?: number;
}

/** A figure that another player holds. */
export interface Captive {
  id: number;
  seat: number;
  figure: string;
  by: number;
}

/** A piece that belongs to nobody: on a tile, on a segment, or beside the figure `id`. */
export interface Piece {
  piece: string;
  tile: number;
  segment?: number;
  id?: number;
}

/** What is built on a segment. */
export interface Building {
  tile: number;
  segment: number;
  height: number;
}

/** A segment with a name of its own: a quarter. */
export interface Named {
  tile: number;
  segment: number;
  name: string;
}

/** Which of these stand in an answer depends on its verb: see docs/protocol.md. */
export interface Answer {
  word: string;
  verb: string;
  x?: number;
  y?: number;
  rotation?: number;
  /** The tile of the hand that is placed, and its number there. */
  held?: TileKind;
  slot?: number;
  figure?: string;
  role?: string;
  tile?: number;
  segment?: number;
  corner?: number;
  id?: number;
  seat?: number;
  by?: number;
  to_tile?: number;
  to_segment?: number;
  ghosts?: number;
  piece?: string;
  height?: number;
}

/** A piece's walk: the tiles on which it has been, the present one last, and the steps that it has left. */
export interface Walk {
  piece: string;
  been: number[];
  left: number;
}

/** What scoring a complete feature gives: `feature` is its id. */
export interface Reward {
  feature: number;
  points: number;
  terms: Term[];
}

export interface Decision {
  seat: number | null;
  kind: string;
  tile?: TileKind | null;
  walk?: Walk | null;
  /** Tiles from which a figure can be taken. */
  reach?: number[];
  /** The complete feature that is decided, where something else may be done instead of scoring it. */
  reward?: Reward;
  answers: Answer[];
}

export interface Player {
  seat: number;
  score: number;
  projected: number;
  supply: Record<string, number>;
  tokens: Record<string, number>;
  /** The tiles in hand; null for one that is hidden from this viewer. */
  hand: (TileKind | null)[];
  by_kind: Record<string, number>;
}

export interface Term {
  clause: string;
  what: string;
  count: number;
  each: number;
}

/** A printed thing that a feature counts, or that is struck out of its count: `thing` is its number in the tile's art. */
export interface Thing {
  tile: number;
  thing: number;
  counts: boolean;
}

export interface Feature {
  id: number;
  kind: string;
  complete: boolean;
  open: number;
  tiles: number;
  segments: [number, number][];
  figures: number[];
  strength: number[];
  owners: number[];
  worth: number;
  terms: Term[];
  /** The features that it scores with, by their ids. */
  touches: number[];
  marks: string[];
  things: Thing[];
}

/** A team of all seats: its points together, those with which it wins, and how it ended. */
export interface Team {
  points: number;
  goal: number;
  outcome: "won" | "lost" | null;
}

export interface View {
  seq: number;
  turn: number;
  over: boolean;
  /** Whose turn it is, which need not be who must answer. */
  active: number | null;
  setup: Setup;
  decision: Decision;
  players: Player[];
  tiles: PlacedTile[];
  figures: Figure[];
  captives: Captive[];
  pieces: Piece[];
  buildings: Building[];
  named: Named[];
  features: Feature[];
  /** `apart`: tiles that lie apart, to be drawn when the rules call for one. */
  bag: { left: number; apart: number; tiles: (TileKind & { count: number; apart?: boolean })[] };
  discarded: TileKind[];
  /** Tiles that were taken out before the first turn. */
  taken_out: TileKind[];
  /** Tiles put aside, to be shuffled back later. */
  aside: TileKind[];
  /** Tokens that nobody holds yet. */
  stock: Record<string, number>;
  /** The half of the turn, and whether a second half will follow. */
  half: number;
  doubled: boolean;
  winners: number[];
  /** Of a game that all play as one team. */
  team?: Team;
}

export interface GameEvent {
  type: string;
  seat?: number;
  turn?: number;
  tile?: number | TileKind | null;
  set?: string;
  kind?: string;
  x?: number;
  y?: number;
  rotation?: number;
  figure?: string;
  id?: number;
  role?: string;
  segment?: number | null;
  from_tile?: number;
  from_segment?: number;
  by?: number;
  from?: number;
  piece?: string;
  height?: number;
  ghosts?: number;
  token?: string;
  change?: number;
  points?: number;
  finished?: boolean;
  final?: boolean;
  feature?: number | null;
  terms?: Term[];
  winners?: number[];
}

export interface Step {
  seq: number;
  seat: number | null;
  answer: string;
  events: GameEvent[];
}

/** A way in which the seat that acts can go on, and what can be expected of it. */
export interface Line {
  /** The answers of the seat in the rest of its turn. */
  answers: string[];
  /** Points by which the seat can expect to be ahead in the end; of a team, its points. */
  margin: number;
  /** Standard error of the margin over the draws that were tried. */
  error: number;
  samples: number;
  /** The points that each seat can expect in the end. */
  totals: number[];
  /** How play would go on; chance has no seat. */
  main: { seat: number | null; answer: string }[];
}

/** What the strongest computer player thinks of a position. */
export interface Analysis {
  at: number;
  seat: number;
  /** Every course of the rest of the game was looked at. */
  exact: boolean;
  evaluations: number;
  /** The answer that was given there, and the points that it gave away. */
  given: string | null;
  lost: number | null;
  /** The best first; that of the answer given is among them. */
  lines: Line[];
}

export interface ServerError {
  code: string;
  message: string;
}

export type ServerMessage =
  | { type: "welcome"; v: number; table: Table; you: number[]; seq: number; view: View | null; missed: Step[] }
  | ({ type: "update"; view: View } & Step)
  | { type: "table"; table: Table }
  | { type: "thinking"; seat: number; millis: number }
  | { type: "error"; error: ServerError; seq?: number | null }
  | { type: "pong" };

export type ClientMessage =
  | { type: "hello"; v: number; tokens: string[]; since: number | null }
  | { type: "answer"; seat: number; seq: number; word: string }
  | { type: "ping" };

export interface SegmentArt {
  kind: string;
  path: string;
  anchor: [number, number];
  /** How far the anchor lies from the border of the area. */
  room: number;
  /** Of a city: its gates, and where lamps burn in it when it is complete. */
  gates?: [number, number][];
  lamps?: [number, number][];
}

/** A printed thing: an animal, a fish, a town. */
export interface ThingArt {
  word: string;
  at: [number, number];
  size: number;
}

/** How much of a tile is drawn. */
export type Level = "far" | "middle" | "near";

export interface TileArt {
  /** An SVG document for each rotation. */
  far: [string, string, string, string];
  /** The edges that lie in mist while the tile is not turned, clockwise from the north. */
  mist?: number[];
  segments: SegmentArt[];
  things?: ThingArt[];
}

export interface SetArt {
  set: string;
  /** How far every picture reaches over the tile's square. */
  over: number;
  /** What stands once in the page: the owners' patterns. */
  defs: string;
  tiles: Record<string, TileArt>;
}
