// The server's protocol as the client names it. What is told over it is generated from the server's own types (protocol.generated.ts);
// here stand the client's names for that, and the shapes of the art. docs/protocol.md is the contract.

import type {
  AnswerView, DecisionView, EventView, NewSeat, SocketMessage, Step as SentStep, TableMessage, View as SentView,
} from "./protocol.generated";

export const PROTOCOL = 2;

export type Language = "en" | "ru" | "uk";

export type {
  AccessToken,
  ChallengeForPasskey,
  LinkInfo,
  Newcomer,
  PasskeyInfo,
  ProviderInfo,
  WayThere,
  WaysInfo,
  MadeAccessToken,
  Scope,
  Analysis,
  AuditInfo,
  BanInfo,
  BlockedInfo,
  ArchivePage,
  ArchivedGame,
  BuildingView as Building,
  CaptiveView as Captive,
  ChallengeInfo,
  Clause,
  ClientMessage,
  Clock,
  ClocksInfo,
  DefaultOf,
  Departure,
  ExpansionInfo,
  Fall,
  FeatureView as Feature,
  FeaturedInfo,
  FigureView as Figure,
  GameInfo,
  Guide,
  GuideFeature,
  GuideOpen,
  Games,
  Identity,
  LeaderInfo as Leader,
  LeaderPage,
  Line,
  MadeTable as Made,
  NamedView as Named,
  NoticeChoices,
  NoticesInfo,
  OptionOfPart as OptionInfo,
  PersonInfo,
  PersonEvent,
  Phase,
  PlayedSeat,
  PieceView as Piece,
  PlayerView as Player,
  ReportedLine,
  ReportInfo,
  SettingsInfo,
  SharedGameInfo,
  Role,
  PresetOfGame as PresetInfo,
  RatingInfo as Rating,
  RatingPointInfo as RatingPoint,
  RewardView as Reward,
  SeatInfo,
  SeekInfo,
  ServerError,
  SessionInfo,
  Sought,
  Setup,
  StatisticsInfo as Statistics,
  TableInfo as Table,
  TableSummary,
  Talk,
  TalkLine,
  TeamView as Team,
  TermView as Term,
  ThingView as Thing,
  TileName as TileKind,
  TileView as PlacedTile,
  WalkView as Walk,
} from "./protocol.generated";

type Keys<Union> = Union extends unknown ? keyof Union : never;
type Of<Union, Key extends PropertyKey> = Union extends unknown ? (Key extends keyof Union ? Union[Key] : never) : never;
/** One shape for all of a union: what only some of them have can be missing. Which have it their word tells: see docs/protocol.md. */
type Loose<Union> = Pick<Union, keyof Union> & { [Key in Exclude<Keys<Union>, keyof Union>]?: Of<Union, Key> };

export type Answer = Loose<AnswerView>;
export type GameEvent = Loose<EventView>;

/** What is asked, its answers in one shape. */
export type Decision = Pick<DecisionView, "seat" | "kind"> & Partial<Omit<DecisionView, "answers">> & { answers: Answer[] };
export type View = Omit<SentView, "decision"> & { decision: Decision };
export type Step = Omit<SentStep, "events"> & { events: GameEvent[] };

/** A seat of a table that is to be made. */
export type SeatRequest = Loose<NewSeat>;
export type ServerMessage = TableMessage | SocketMessage;

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
