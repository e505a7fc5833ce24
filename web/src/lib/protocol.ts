// The server's protocol, version 1, as types. docs/protocol.md is the contract; nothing here decides a rule.

export const PROTOCOL = 1;

export type Language = "en" | "ru" | "uk";

export interface GameInfo {
  id: string;
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
}

export interface OptionInfo {
  name: string;
  values: string[];
  clause: string;
  part: string;
}

export interface Games {
  rules_version: number;
  games: GameInfo[];
  expansions: ExpansionInfo[];
  options: OptionInfo[];
  levels: string[];
  languages: Language[];
}

export interface Setup {
  game: string;
  expansions: string[];
  seats: number;
  options: Record<string, string>;
  first_seat?: number;
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
  seats: SeatInfo[];
  host: number | null;
  commitment?: string | null;
  seed?: string | null;
}

export interface TableSummary {
  table: string;
  phase: Phase;
  setup: Setup;
  seats: SeatInfo[];
  /** The seat that must answer. */
  turn?: number | null;
  updated?: string | number | null;
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
}

export interface Answer {
  word: string;
  verb: string;
  x?: number;
  y?: number;
  rotation?: number;
  figure?: string;
  role?: string;
  tile?: number;
  segment?: number;
}

export interface Decision {
  seat: number | null;
  kind: string;
  tile?: TileKind | string | null;
  answers: Answer[];
}

export interface Player {
  seat: number;
  score: number;
  projected: number;
  supply: Record<string, number>;
  by_kind: Record<string, number>;
}

export interface Figure {
  id: number;
  seat: number;
  figure: string;
  role: string;
  tile: number;
  segment: number;
}

export interface Term {
  clause: string;
  what: string;
  count: number;
  each: number;
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
  touches: number[];
}

export interface View {
  seq: number;
  turn: number;
  over: boolean;
  setup: Setup;
  decision: Decision;
  players: Player[];
  tiles: PlacedTile[];
  figures: Figure[];
  features: Feature[];
  bag: { left: number; tiles: (TileKind & { count: number })[] };
  discarded: TileKind[];
  winners: number[];
}

export interface GameEvent {
  type: string;
  seat?: number;
  turn?: number;
  tile?: number | TileKind;
  set?: string;
  kind?: string;
  x?: number;
  y?: number;
  rotation?: number;
  figure?: string;
  id?: number;
  role?: string;
  segment?: number;
  points?: number;
  finished?: boolean;
  final?: boolean;
  feature?: number;
  terms?: Term[];
  winners?: number[];
}

export interface Step {
  seq: number;
  seat: number | null;
  answer: string;
  events: GameEvent[];
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
}

export interface TileArt {
  art: [string, string, string, string];
  segments: SegmentArt[];
}

export interface SetArt {
  set: string;
  defs: string;
  tiles: Record<string, TileArt>;
}
