// The server's protocol. The types of messages are generated from the server's types (protocol.generated.ts); this file defines the
// client's names for them and the types of the art. docs/protocol.md is the contract.

import type {
  AnswerView, ChatMessage, DecisionView, EventView, NewSeat, Node as StudyNode, ReplyMessage, Step as SentStep,
  StudyPosition as SentPosition, TableMessage, View as SentView,
} from "./protocol.generated";

export const PROTOCOL = 2;

export type Language = "en" | "ru" | "uk";

export type {
  AccessToken,
  Admission,
  MatchInfo,
  MatchOutcome,
  MatchStage,
  NewTournament,
  TournamentAct,
  TournamentFormat,
  TournamentInfo,
  TournamentLogEntry,
  TournamentPlayer,
  TournamentSummary,
  TournamentTieBreak,
  ChallengeForPasskey,
  LinkInfo,
  LinkProblem,
  Newcomer,
  PasskeyInfo,
  ProviderInfo,
  WayThere,
  WaysInfo,
  MadeAccessToken,
  Scope,
  Analysis,
  DecisionKind,
  GamePhase,
  GameReview,
  AuditInfo,
  Avatar,
  AvatarBackground,
  AvatarFigure,
  BanInfo,
  BlockedInfo,
  ArchivePage,
  ArchivedGame,
  BuildingView as Building,
  CaptiveView as Captive,
  ChallengeInfo,
  BoardProblem,
  EditedBoard,
  EditedTile,
  ChannelEvent,
  ChannelForm,
  ChannelInfo,
  ChannelsInfo,
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
  FollowState,
  TvGame,
  FoundAccount,
  FoundAccounts,
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
  MadeWebhook,
  ModerationCounts,
  NewWebhook,
  NamedView as Named,
  NoticeChoices,
  NoticeLanguage,
  NumberInfo,
  Numbers,
  NumbersProblem,
  NoticesInfo,
  OptionOfPart as OptionInfo,
  PeoplePage,
  PersonInfo,
  PlayerInfo,
  PersonEvent,
  Phase,
  PlayedSeat,
  PieceView as Piece,
  PlayerView as Player,
  ReportedLine,
  ReportInfo,
  SettingsInfo,
  SharedGameInfo,
  SideSet,
  SideTile,
  TelegramLinkInfo,
  Role,
  PresetOfGame as PresetInfo,
  RatingInfo as Rating,
  RatingPointInfo as RatingPoint,
  RewardView as Reward,
  SeatInfo,
  SeatRating,
  SeekInfo,
  ServerError,
  SessionInfo,
  DailyPuzzle,
  PuzzleHistory,
  PuzzleOutcome,
  Sought,
  Chapter,
  Glyph,
  Node as StudyNode,
  PossibleDraw,
  ReadStudy,
  Study,
  SavedStudy,
  ShownPlace,
  StudyEvent,
  StudyInfo,
  StudySummary,
  Visibility,
  StudyProblem,
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
/** Merges the variants of a union; fields that only some variants have are optional. docs/protocol.md lists the fields by kind. */
type Loose<Union> = Pick<Union, keyof Union> & { [Key in Exclude<Keys<Union>, keyof Union>]?: Of<Union, Key> };

export type Answer = Loose<AnswerView>;
export type GameEvent = Loose<EventView>;

/** A decision, with its answers in one shape. */
export type Decision = Pick<DecisionView, "seat" | "kind"> & Partial<Omit<DecisionView, "answers">> & { answers: Answer[] };
export type View = Omit<SentView, "decision"> & { decision: Decision };
export type Step = Omit<SentStep, "events"> & { events: GameEvent[] };
export type StudyPosition = Omit<SentPosition, "view" | "step"> & { view: View; step: Step | null };

/** Annotations on a position of a study. */
export type Notes = Pick<StudyNode, "comment" | "glyph" | "arrows" | "marks">;

/** A seat of a table to be created. */
export type SeatRequest = Loose<NewSeat>;
export type ServerMessage = TableMessage | ReplyMessage | ChatMessage;

export interface SegmentArt {
  kind: string;
  path: string;
  anchor: [number, number];
  /** Distance from the anchor to the border of the area. */
  room: number;
  /** Cities only: gates, and positions of the lamps of a complete city. */
  gates?: [number, number][];
  lamps?: [number, number][];
}

/** A printed thing: an animal, a fish, a town. */
export interface ThingArt {
  word: string;
  at: [number, number];
  size: number;
}

/** Level of detail of a tile's picture. */
export type Level = "far" | "middle" | "near";

export interface TileArt {
  /** An SVG document per rotation. */
  far: [string, string, string, string];
  /** Misty sides of the unrotated tile, clockwise from the north. */
  mist?: number[];
  segments: SegmentArt[];
  things?: ThingArt[];
}

export interface SetArt {
  set: string;
  /** Distance by which every picture extends beyond the tile's square. */
  over: number;
  /** SVG definitions that the page includes once: the owners' patterns. */
  defs: string;
  tiles: Record<string, TileArt>;
}
