// The server's protocol as types, made from the server's own by scripts/types: not to be changed by hand.

/** A token of the caller's account. */
export type AccessToken = {
  /** Id of the token. */
  id: number,
  /** Name of the token. */
  name: string,
  /** Scopes of the token. */
  scopes: Array<Scope>,
  /** Creation time, in milliseconds since 1970. */
  created: number,
  /** Last recorded use, in milliseconds since 1970, updated at most once an hour; null if never used. */
  used: number | null,
  /** Expiry, in milliseconds since 1970; null if it never expires. */
  expires: number | null, };

/** An account as its owner sees it. */
export type AccountInfo = {
  /** Account name. */
  name: string,
  /** Role, which determines the account's permissions. */
  role: Role,
  /** Creation time in milliseconds since 1970. */
  created: number,
  /** Whether the account belongs to a program. */
  program: boolean,
  /** Recent ratings reset by a moderator, shown for 30 days. */
  ratings_reset: RatingsReset | null,
  /** Picture; null if none is chosen. */
  avatar: Avatar | null,
  /** Country code of ISO 3166-1 alpha-2; null if none is chosen. */
  flag: string | null,
  /** Colour, from 0 to 5, that the account would like at its next table; null if none is chosen. */
  colour: number | null, };

/** The address that a link confirmed or unsubscribed. */
export type AddressInfo = {
  /** The email address. */
  address: string, };

/** Rule about the players who may join a tournament. */
export type Admission = "open" | "organiser";

/** Counts for games against one opponent. */
export type AgainstCount = {
  /** Name of the opponent's account; null for a computer player. */
  name: string | null,
  /** Level of the computer player; null for an account. */
  level: string | null,
  /** Total number of games. */
  games: number,
  /** Games won alone or as a team. */
  won: number,
  /** Games with a tie for the win. */
  shared: number, };

/** The conditions for an alarm, for clients that add up games themselves. */
export type Alarm = {
  /** Minimum number of games. */
  games: number,
  /** Minimum number of counted decisions. */
  decisions: number,
  /** Minimum share of the engine's answers, 0 to 1. */
  share: number, };

/** Analysis of a position by the strongest computer player. */
export type Analysis = {
  /** Number of answers before the position. */
  at: number,
  /** The seat that must act. */
  seat: number,
  /** Whether the rest of the game was searched completely, so that the values are exact. */
  exact: boolean,
  /** Number of evaluated positions. */
  evaluations: number,
  /** The answer given in the game; null if it is not judged. */
  given: string | null,
  /**
   * Points lost by the given answer: the best margin minus the margin of the best line that contains the answer.
   */
  lost: number | null,
  /**
   * Chance to win lost by the given answer, 0 to 1: the chance after the best line minus that after the best line that contains it.
   */
  lost_wins: number | null,
  /**
   * Up to 8 lines, best first. The best line with the given answer is always included, as a ninth line if necessary.
   */
  lines: Array<Line>, };

/** One or several answers, in compact form. */
export type AnswerDelta = [number, number, string] | Record<string, unknown>;

/** A legal answer. */
export type AnswerView = {
  /** The answer's word in the notation. */
  word: string,
  /** The action by which answers are grouped; omitted for an answer without a target. */
  mode?: string, } & ({ "verb": "place",
  /** Column, growing to the east. */
  x: number,
  /** Row, growing to the south. */
  y: number,
  /** Quarter turns clockwise. */
  rotation: number,
  /** The tile, if the seat chooses from several in its hand. */
  held?: TileName,
  /** The tile's index in the hand. */
  slot?: number, } | { "verb": "deploy",
  /** The kind of figure. */
  figure: string,
  /** The figure's role on the segment. */
  role: string,
  /** The tile's index, in order of placement. */
  tile: number,
  /** The segment within the tile. */
  segment: number,
  /** The corner of the tile, clockwise from the north-east, if the figure is placed on a corner. */
  corner?: number, } | { "verb": "return" } & FigureView | { "verb": "move",
  /** The destination tile. */
  to_tile: number,
  /** The segment within the destination tile. */
  to_segment: number,
  /** The figure's id in this game. */
  id: number,
  /** The owner's seat. */
  seat: number,
  /** Word for the kind of figure. */
  figure: string,
  /** The figure's role on its segment. */
  role: string,
  /** The tile's index, in order of placement. */
  tile: number,
  /** The segment within the tile. */
  segment: number,
  /** The corner of the tile, clockwise from the north-east, if the figure stands on a corner. */
  corner?: number,
  /** The number of ghosts next to the figure. */
  ghosts?: number, }
  | { "verb": "capture" } & FigureView
  | { "verb": "haunt" } & FigureView
  | { "verb": "redeem" } & CaptiveView
  | { "verb": "lead" } & PieceView
  | { "verb": "withdraw" } & PieceView
  | { "verb": "build" } & BuildingView
  | { "verb": "clear",
  /** The tile's index, in order of placement. */
  tile: number,
  /** The number of ghosts on the tile. */
  ghosts: number, } | { "verb": "again" } | { "verb": "pass" } | { "verb": "draw",
  /** Id of the tile's set. */
  set: string,
  /** Id of the tile within its set. */
  kind: string, } | { "verb": "outcome",
  /** The outcome, as numbered by the decision. */
  number: number, } | { "verb": "first",
  /** The seat that goes first. */
  seat: number, });

/** An arbiter of a tournament. */
export type ArbiterInfo = {
  /** Number of the arbiter. */
  number: number,
  /** Name; null if the account was deleted. */
  name: string | null,
  /** Whether the arbiter can act; false after a dismissal. */
  active: boolean, };

/** One page of the archive. */
export type ArchivePage = {
  /** The games, newest first. */
  games: Array<ArchivedGame>,
  /** The value of `before` for the next page; null on the last page. */
  next: string | null, };

/** A finished game. */
export type ArchivedGame = {
  /** Name of the table. */
  table: string,
  /** The set-up; null if it cannot be parsed. */
  setup: Setup | null,
  /** Hash of the set-up; a search with it finds games with the same set-up. */
  alike: string,
  /** Game speed: `blitz`, `rapid`, `slow`, `days` or `none`. */
  speed: string,
  /** True if the game was rated. */
  rated: boolean,
  /** True if the game is public. */
  public: boolean,
  /**
   * True if the game was not played here but imported; its times are those of the import, and its players have no accounts.
   */
  imported: boolean,
  /** How the game ended: `over`, `resigned`, `time` or `aborted`. */
  how: string,
  /** Number of turns. */
  turns: number,
  /** Start, in milliseconds since 1970. */
  began: number,
  /** End, in milliseconds since 1970. */
  ended: number,
  /** Results by seat. */
  seats: Array<PlayedSeat>, };

/** An arrow from the middle of one cell to the middle of another, each as column and row. */
export type Arrow = [[number, number], [number, number], DrawnColour];

/** An entry of the audit log. */
export type AuditInfo = {
  /** Id of the entry. */
  id: number,
  /** Time, in milliseconds since 1970. */
  time: number,
  /** True if an account acted, false if the operator did. */
  by_account: boolean,
  /** Name of the moderator; null for the operator or a deleted account. */
  by: string | null,
  /** Action code. */
  act: string,
  /** True if the action concerned an account. */
  to_account: boolean,
  /** Name of the account; null if there was none or it was deleted. */
  name: string | null,
  /** Former name of the account. */
  former: string | null,
  /** The table concerned. */
  table: string | null,
  /** Id of the chat line concerned. */
  line: number | null,
  /** Id of the ban that was created or lifted. */
  ban: number | null,
  /** The setting with its value or, while a ban is active, its addresses or the guest's name. */
  detail: string | null,
  /** Id of the report that the action resolved. */
  report: number | null,
  /** End of the sanction, in milliseconds since 1970; null if it has none. */
  until: number | null,
  /** Reason for the action. */
  why: string, };

/**
 * A picture of an account: a figure of the games in one of the players' colours, in front of a background.
 */
export type Avatar = {
  /** Kind of figure. */
  figure: AvatarFigure,
  /** Colour of the figure, numbered like the colours of seats. */
  colour: number,
  /** Scenery behind the figure. */
  background: AvatarBackground, };

/** Background of an avatar. */
export type AvatarBackground = "field" | "city" | "road" | "river" | "forest" | "mountain";

/** Figure of an avatar. */
export type AvatarFigure = "follower" | "large" | "mayor" | "builder" | "pig" | "wagon" | "member" | "guard";

/** A changed bag. */
export type BagDelta = {
  /** Number of tiles left. */
  left: number,
  /** Number of tiles kept apart, which are drawn only when the rules call for one. */
  apart: number,
  /** Indices of kinds in the previous list, with their new counts; a kind with count 0 is removed. */
  counts: Array<[number, number]>, } | BagView;

/** Copies of one kind in the bag. */
export type BagTile = {
  /** Number of copies. */
  count: number,
  /** Whether these tiles are kept separate and drawn only when the rules call for one. */
  apart?: boolean,
  /** Id of the tile's set. */
  set: string,
  /** Id of the tile within its set. */
  kind: string, };

/** The tiles that are undrawn or in hands that the viewer cannot see. */
export type BagView = {
  /** Number of tiles in the bag and in the pile that is drawn before it. */
  left: number,
  /** Number of tiles kept apart, which are drawn only when the rules call for one. */
  apart: number,
  /** Number of tiles of each kind, including those in hidden hands; kinds without tiles are omitted. */
  tiles: Array<BagTile>, };

/** A ban on a guest, on addresses, or on both. */
export type BanInfo = {
  /** Id of the ban. */
  id: number,
  /** The addresses, in CIDR notation; null if only a guest is banned. */
  block: string | null,
  /** Name of the guest; null if only addresses are banned. */
  guest: string | null,
  /** The guest's table. */
  table: string | null,
  /** The guest's seat. */
  seat: number | null,
  /** Reason for the ban. */
  reason: string,
  /** Start, in milliseconds since 1970. */
  since: number,
  /** End, in milliseconds since 1970; null if permanent. */
  until: number | null, };

/** The rules of a set-up: the closest preset, and the departures from it. */
export type Basis = {
  /** The id of the preset. */
  id: string,
  /** The preset's name, by language. */
  name: Words,
  /** The options that differ from the preset; empty if there are none. */
  departures: Array<Departure>, };

/** An account that the signed-in account has blocked. */
export type BlockedInfo = {
  /** Name of the account. */
  name: string,
  /** Time of the block, in milliseconds since 1970. */
  since: number, };

/** A line of a board that cannot be, or something that is missing from it. */
export type BoardProblem = {
  /** Number of the line, from 1; 0 if the problem concerns the whole board. */
  line: number,
  /**
   * Stable code of the problem: `form`, `tile`, `copies`, `edges`, `taken`, `apart`, `far`, `segment`, `figure`, `supply`, `seat`,
   * `number`, `twice`, `hand`, `bag`, `piece`, `token`, `start` or `position`.
   */
  code: string,
  /** Description of the problem, in English. */
  text: string, };

/** A building on a segment. */
export type BuildingView = {
  /** The tile's index, in order of placement. */
  tile: number,
  /** The segment within the tile. */
  segment: number,
  /** Height in pieces; in an answer, the height after the piece is added. */
  height: number, };

/** A captive figure. */
export type CaptiveView = {
  /** The figure's id in this game. */
  id: number,
  /** The owner's seat. */
  seat: number,
  /** Word for the kind of figure. */
  figure: string,
  /** The captor's seat. */
  by: number, };

/** Challenge for an authenticator. */
export type ChallengeForPasskey = {
  /** Sealed challenge, to be sent back with the response. */
  challenge: string,
  /**
   * Options for the browser's `navigator.credentials`, in the format of `parseCreationOptionsFromJSON` and
   * `parseRequestOptionsFromJSON`.
   */
  options: Record<string, unknown>, };

/** An open challenge. */
export type ChallengeInfo = {
  /** The challenge's table. */
  table: TableSummary,
  /** Name of the challenging account. */
  by: string,
  /** The challenged account. */
  to: string,
  /** True if the signed-in account made the challenge. */
  own: boolean,
  /** Expiry, in milliseconds since 1970. */
  expires: number, };

/**
 * Event that is sent to a channel: `turn` and `challenge` for the account's own notifications, the others for those of a tournament.
 */
export type ChannelEvent = "turn" | "challenge" | "round" | "result" | "over";

/** Form of a channel. */
export type ChannelForm = "json" | "discord" | "telegram";

/** A webhook or a Telegram chat. */
export type ChannelInfo = {
  /** Id of the channel. */
  id: number,
  /** Form of the channel. */
  form: ChannelForm,
  /** Host of a webhook's URL, or name of a Telegram chat. */
  name: string,
  /** The tournament whose news it gets; null if it gets the account's own notifications. */
  tournament: string | null,
  /** Name of that tournament. */
  tournament_name: string | null,
  /** Events that it gets. */
  events: Array<ChannelEvent>,
  /** Language of its messages. */
  language: NoticeLanguage,
  /** Time at which it was added, in milliseconds since 1970. */
  created: number,
  /** Why the last message could not be sent; null if it was sent. */
  failure: string | null, };

/** The channels of an account, and those that the server offers. */
export type ChannelsInfo = {
  /** The forms that can be added; empty if the operator turned channels off. */
  offered: Array<ChannelForm>,
  /** The channels, the oldest first. */
  channels: Array<ChannelInfo>, };

/** A chapter: a position and the variations that follow it. */
export type Chapter = {
  /** The chapter's name. */
  name: string,
  /** The game up to the first position, as the text of a record without hashes. */
  record: string,
  /** The nodes, each after its parent. The first child of a node continues its main line. */
  nodes: Array<Node>,
  /** A comment of at most 4,000 characters. */
  comment?: string,
  /** A judgement of the answer. */
  glyph?: Glyph,
  /** Arrows on the board. */
  arrows?: Array<Arrow>,
  /** Highlighted cells and features. */
  marks?: Array<Mark>, };

/** A message about the chat at a table. */
export type ChatMessage = { "type": "talk" } & Talk | { "type": "said",
  /** The line. */
  line: TalkLine, };

/** Seats to which a browser's cookie gives access. */
export type ClaimedSeats = {
  /** Seat numbers, counted from 0. */
  seats: Array<number>, };

/** One numbered clause of the rules. */
export type Clause = {
  /** The clause's id, such as `BASE-11`, which code, tests and score lines cite. */
  id: string,
  /** The id of the clause's part: `base` for Carcassonne itself, otherwise a game or an expansion. */
  part: string,
  /** A short heading, without a full stop. */
  title: string,
  /** The clause's text: one paragraph, with no mark-up other than code spans. */
  text: string,
  /** The options that the clause offers. */
  options: Array<OptionText>, };

/** A message from a client over the socket. */
export type ClientMessage = { "type": "hello",
  /** Version of the protocol that the client speaks. */
  v: number,
  /** Secrets that open seats. */
  tokens: Array<string>,
  /** Number of answers that the client already has. */
  since: number | null, } | { "type": "answer",
  /** The answering seat. */
  seat: number,
  /** Number of answers in the game before this one. */
  seq: number,
  /** The answer as a word. */
  word?: string,
  /** Several words, instead of `word`. */
  words?: Array<string>, } | { "type": "preview",
  /** The seat that would answer. */
  seat: number,
  /** Number of answers in the game before the previewed ones. */
  seq: number,
  /** The answers' words, in order. */
  words: Array<string>, } | { "type": "guide",
  /** Number of answers so far. */
  seq: number, } | { "type": "undo",
  /** The seat whose answers are undone. */
  seat: number, } | { "type": "consent",
  /** True to accept. */
  agree: boolean,
  /**
   * Kind of the offer to accept, so that a player never accepts another offer than the one that they saw.
   */
  kind?: OfferKind, } | { "type": "resign",
  /** The seat that resigns. */
  seat: number, } | { "type": "abort" } | { "type": "end",
  /** The seat that offers it. */
  seat: number, } | { "type": "pause",
  /** The seat that offers it. */
  seat: number, } | { "type": "resume",
  /** The seat that resumes it. */
  seat: number, } | { "type": "replace",
  /** The absent player's seat. */
  seat: number, } | { "type": "return",
  /** The seat to take back. */
  seat: number, } | { "type": "talk" } | { "type": "say",
  /** Id of a phrase. */
  phrase?: string,
  /** Free text, instead of `phrase`. */
  words?: string, } | { "type": "ping" };

/** Time control of a game. */
export type Clock = { "type": "game",
  /** Initial time of each seat, in seconds: 5 to 86,400. */
  start: number,
  /** Increment at the end of a turn, in seconds: 0 to 3,600. */
  increment?: number, } | { "type": "turn",
  /** Time per turn, in seconds: 5 to 86,400. */
  seconds: number, } | { "type": "days",
  /** Time per turn, in days: 1 to 30. */
  days: number, };

/** A table's clocks at the time the message was sent. */
export type ClocksInfo = {
  /** Time left for each seat, in milliseconds; null for a computer player. */
  left: (number | null)[],
  /** The seat whose clock is running. */
  running: number | null, };

/** Number of games by outcome. */
export type CountInfo = {
  /** Total number of games. */
  games: number,
  /** Games won alone or as a team. */
  won: number,
  /** Games with a tie for the win. */
  shared: number, };

/** The puzzle of a day. */
export type DailyPuzzle = {
  /** The day in UTC, such as `2026-11-23`. */
  day: string,
  /** Id of the puzzle. */
  puzzle: string, };

/** Reasons why a part of a study is skipped. */
export type Damage = "chapter" | "record" | "chapters" | "node" | "id" | "parent" | "cycle" | "answer" | "nodes" | "notes";

/** A decision, with its answers in compact form. */
export type DecisionDelta = { seat: number | null, kind: string, own?: boolean, tile: TileName | null, walk: WalkView | null, reach?: Array<number>, reward?: RewardView,
  /** The name of the tile that the answers place, if they place one. */
  stem?: string, answers: Array<AnswerDelta>, };

/**
 * Kind of decision or, if the answer was not the best one, kind of mistake. Fields include the meadows of Hunters & Gatherers and The
 * Discovery.
 */
export type DecisionKind = "placement" | "figure_early" | "figure_late" | "figure_elsewhere" | "field_early" | "field_late" | "figure" | "other";

/** The pending decision. */
export type DecisionView = {
  /** The seat that must answer; null if chance must answer or the game is over. */
  seat: number | null,
  /** `place`, `deploy`, `chance`, `over`, or an expansion's word. */
  kind: string,
  /**
   * Whether the decision concerns the seat's own figures; set only where it could also concern other seats' figures.
   */
  own?: boolean,
  /** The tile in hand, or the tile just placed. */
  tile: TileName | null,
  /** The walk that a piece is making, if any. */
  walk: WalkView | null,
  /** If the decision is about taking a figure, the tiles from which one can be taken. */
  reach?: Array<number>,
  /**
   * The complete feature that the decision is about, if the player may do something else instead of scoring it.
   */
  reward?: RewardView,
  /** The legal answers. */
  answers: Array<AnswerView>, };

/** A default that depends on another option. */
export type DefaultOf = {
  /** The other option. */
  option: string,
  /** The other option's value. */
  value: string,
  /** The default in that case. */
  default: string, };

/** An option whose value differs from a preset. */
export type Departure = {
  /** The option's name. */
  option: string,
  /** The option's value in the set-up. */
  value: string,
  /** The option's value in the preset. */
  preset: string, };

/** A device subscribed to push notifications. */
export type DeviceInfo = {
  /** Id of the device. */
  id: number,
  /** Push endpoint, by which a browser recognises its own subscription. */
  endpoint: string,
  /** Browser name, if known; may be empty. */
  browser: string,
  /** Operating system name; may be empty. */
  system: string,
  /** Time at which the device was added, in milliseconds since 1970. */
  created: number, };

/** Colours of arrows and marks. */
export type DrawnColour = "green" | "red" | "blue" | "yellow";

/** A request about a starting board. */
export type Edit = {
  /**
   * The set-up with its board, which may be incomplete or wrong. Without a board, the board of a new game is returned.
   */
  setup: Setup,
  /** The tile whose places are wanted, as boards name it, such as `crfr`. */
  tile?: string, };

/** A starting board as far as it can be built, and what could be added to it. */
export type EditedBoard = {
  /** The text of the board, with normalized line endings. */
  board: string,
  /** Problems with the board. A game can begin with it if there are none. */
  problems: Array<BoardProblem>,
  /** The game that begins with the board or, if there are problems, the lines that can be built. */
  view: View,
  /** All kinds of tile of the set-up, with the numbers of tiles left. */
  tiles: Array<EditedTile>,
  /** Places where the requested tile fits, in every rotation. */
  places: Array<EditedPlace>,
  /** Segments and corners on which figures can stand. */
  spots: Array<EditedSpot>,
  /** Words for the neutral pieces, for `piece` lines. */
  pieces: Array<string>,
  /** The final scoring if the game ended with this board; empty if there are problems. */
  scoring: Array<EventView>,
  /** The points by seat after that scoring; empty if there are problems. */
  totals: Array<number>, };

/** A kind of figure that can stand on a segment. */
export type EditedFigure = {
  /** Word for the kind of figure, such as `large`. */
  figure: string,
  /** Its role on the segment, such as `knight`. */
  role: string,
  /** Both, as boards write it, such as `large-knight`. */
  word: string, };

/** A place where a tile fits. */
export type EditedPlace = {
  /** Column, growing to the east. */
  x: number,
  /** Row, growing to the south. */
  y: number,
  /** Quarter turns clockwise. */
  rotation: number, };

/** A segment on which figures can stand, or a corner of a tile. */
export type EditedSpot = {
  /** The tile's index. */
  tile: number,
  /** The segment within the tile. */
  segment: number,
  /** Word for the kind of segment. */
  kind: string,
  /** The corner of the tile, clockwise from the north-east, if figures stand on the corner. */
  corner?: number,
  /** The place's name in boards, such as `n@1,0`. */
  at: string,
  /**
   * The figures that can stand here. A board's line is `figure`, then the seat, one of these words and `at`, joined by colons:
   * `figure 0:knight:n@1,0`.
   */
  figures: Array<EditedFigure>, };

/** A kind of tile of a board's set-up. */
export type EditedTile = {
  /** Set and kind of the tile. */
  name: TileName,
  /** Its name in boards and answers. */
  word: string,
  /** Number of copies in the set-up. */
  copies: number,
  /** Number of copies that are neither on the board, nor in a hand, nor put aside. */
  derived: number,
  /** Number of copies that are left to draw: `derived`, or what a `bag` line says. */
  left: number,
  /** Whether players hold the tile instead of drawing it, as they do an abbey. */
  held: boolean, };

/** How a game ended. */
export type EndInfo = {
  /** How the game ended. */
  how: How,
  /** The seat that ended the game early, or offered to. */
  seat: number | null,
  /** True if all players agreed to end the game without a result; otherwise omitted. */
  agreed?: boolean,
  /** The winning seats. A seat that lost before the end of the game never wins. */
  winners: Array<number>, };

/** A game event. */
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
  | { "type": "withdrawn" } & PieceView
  | { "type": "built", seat: number, tile: number, segment: number, height: number, }
  | { "type": "tokens", seat: number, token: string, change: number, }
  | { "type": "ghosts", tile: number, ghosts: number, }
  | { "type": "aside", tile: TileName, }
  | { "type": "back" }
  | { "type": "left", tile: TileName, }
  | { "type": "scored", seat: number, points: number, kind: string, finished: boolean, final: boolean, feature: number | null, tile: number | null, segment: number | null, terms: Array<TermView>, }
  | { "type": "over", winners: Array<number>, };

/** An expansion of a game. */
export type ExpansionInfo = {
  /** The expansion's id in set-ups. */
  id: string,
  /** The game that the expansion extends. */
  game: string,
  /** The clauses of the expansion's rules. */
  clauses: Array<string>,
  /** Maximum number of seats with this expansion. */
  max_seats: number,
  /** Ids of the expansion's tile sets. */
  sets: Array<string>,
  /** Elements that can be disabled. */
  elements: Array<string>, };

/** Effect of a seat running out of time. */
export type Fall = "loses" | "computer";

/**
 * The changed fields of a feature. A new feature includes its kind; each field that it omits is false, 0 or empty, and its strength is 0
 * for each player.
 */
export type FeatureDelta = { id: number, kind?: string, complete?: boolean, open?: number, tiles?: number,
  /** All segments of the feature, if some were removed from it. */
  segments?: Array<[number, number]>,
  /** Ids of previous features whose segments all belong to this one now. */
  joined?: Array<number>,
  /** Segments added to the feature, other than those of joined features. */
  more?: Array<[number, number]>, figures?: Array<number>, strength?: Array<number>, owners?: Array<number>, worth?: number | null, terms?: Array<TermView>, touches?: Array<number>, marks?: Array<string>, things?: Array<ThingView>, };

/** A feature and its state. */
export type FeatureView = {
  /** The feature's id, valid only in this view. */
  id: number,
  /** Word for the kind of feature, such as `city`. */
  kind: string,
  /** Whether the feature is complete. */
  complete: boolean,
  /**
   * Number of joins that the feature still needs; for a feature completed by the places around its tile, the number of empty places.
   */
  open: number,
  /** Number of tiles that the feature covers. */
  tiles: number,
  /** The feature's segments, each as a tile index and the segment within the tile. */
  segments: Array<[number, number]>,
  /** Ids of the figures on the feature. */
  figures: Array<number>,
  /** The strength of each seat on the feature. */
  strength: Array<number>,
  /** The seats for which the feature would score. */
  owners: Array<number>,
  /**
   * Points for each owner if the game ended now. In a game that scores by taking followers back, points if one were taken back now; in a
   * team game, points for the team if the feature were complete. After the end of the game, the points scored. Null if hints are
   * withheld.
   */
  worth: number | null,
  /** The terms of the score. */
  terms: Array<TermView>,
  /** Ids of the features on which this one's score depends, such as a field's complete cities. */
  touches: Array<number>,
  /** The feature's marks, such as `inn` or `besieged`. */
  marks: Array<string>,
  /** The printed things that the feature counts or excludes. */
  things: Array<ThingView>, };

/**
 * The public table with the most visitors; ties go to the most recently changed one. Picked again every five seconds.
 */
export type FeaturedInfo = {
  /** The table, as in a list. */
  table: TableSummary,
  /** Number of visitors, both players and spectators. */
  watching: number,
  /** The score of each seat. */
  scores: Array<number>,
  /** Tiles left to draw. */
  left: number,
  /** The tiles on the table. */
  tiles: Array<TileView>, };

/** A figure on the table. */
export type FigureView = {
  /** The figure's id in this game. */
  id: number,
  /** The owner's seat. */
  seat: number,
  /** Word for the kind of figure. */
  figure: string,
  /** The figure's role on its segment. */
  role: string,
  /** The tile's index, in order of placement. */
  tile: number,
  /** The segment within the tile. */
  segment: number,
  /** The corner of the tile, clockwise from the north-east, if the figure stands on a corner. */
  corner?: number,
  /** The number of ghosts next to the figure. */
  ghosts?: number, };

/** Whether the account follows a player. */
export type FollowState = {
  /** Name of the player. */
  name: string,
  /** True if the account follows the player now. */
  followed: boolean, };

/** An account, as moderators find it. */
export type FoundAccount = {
  /** Name of the account, as displayed. */
  name: string,
  /** Creation time, in milliseconds since 1970. */
  created: number,
  /** Role of the account. */
  role: Role,
  /** True if the account belongs to a program. */
  program: boolean,
  /** True while the account is forbidden to chat. */
  muted: boolean,
  /** True while the account is forbidden to sign in. */
  banned: boolean, };

/** The accounts whose names begin with a prefix. */
export type FoundAccounts = {
  /** The accounts, by name. */
  accounts: Array<FoundAccount>,
  /** True if there are more; a longer prefix finds them. */
  more: boolean, };

/** A stand-alone game. */
export type GameInfo = {
  /** The game's id in set-ups. */
  id: string,
  /** The id of the game's own part, such as `base` for Carcassonne. */
  part: string,
  /** Ids of the game's expansions. */
  expansions: Array<string>,
  /** The clauses of the game's own part. */
  clauses: Array<string>,
  /** Minimum number of seats. */
  min_seats: number,
  /** Maximum number of seats without expansions. */
  max_seats: number,
  /** Ids of the game's tile sets. */
  sets: Array<string>, };

/** Part of a game, by the share of its tiles that were drawn before. */
export type GamePhase = "opening" | "middle" | "end";

/** Every decision of a game in which a seat had a choice. */
export type GameReview = {
  /** Number of evaluations per decision. */
  evaluations: number,
  /** The decisions, in order. */
  decisions: Array<ReviewedDecision>,
  /** How engine-like each seat played. */
  likeness: Array<Likeness>,
  /** Conditions for an alarm about a player's likeness over several games. */
  alarm: Alarm, };

/** The terms of the games of a tournament. */
export type GameTerms = {
  /** The set-up, with two seats. The first player of a game has the first turn. */
  setup: Setup,
  /** Time control; null if time is unlimited. */
  clock: Clock | null,
  /** Whether the results count toward the players' ratings. */
  rated: boolean,
  /** Whether tables give no hints while the game is played. */
  plain: boolean, };

/** Playable games and computer players. */
export type Games = {
  /** Levels of computer players, from weakest to strongest; only `master` uses a seat's `millis`. */
  levels: Array<string>,
  /** Languages of the client and the rule reference. */
  languages: [string, string, string],
  /** Clocks that the client offers. Other clocks can be used as well. */
  clocks: Array<OfferedClock>,
  /** Version of the rules: [`RULES_VERSION`]. */
  rules_version: number,
  /** The stand-alone games. */
  games: Array<GameInfo>,
  /** The expansions of all games. */
  expansions: Array<ExpansionInfo>,
  /** The options of all parts. */
  options: Array<OptionOfPart>,
  /** The presets of all games, the rulebook first. */
  presets: Array<PresetOfGame>, };

/** Judgements of answers, as in chess. */
export type Glyph = "!!" | "!" | "!?" | "?!" | "?" | "??";

/** Hints about the places on the map. */
export type Guide = {
  /** Number of answers so far. */
  seq: number,
  /**
   * Legal placements that would complete a feature, in the order of the answers; empty for a hand that the client can't see.
   */
  places: Array<GuidePlace>,
  /** All open places; empty when the game is over. */
  open: Array<GuideOpen>,
  /**
   * Number of unseen tiles that are still to be drawn or are in hands that the client can't see, not counting tiles that are apart or
   * aside.
   */
  left: number,
  /**
   * Number of tiles drawn until the client's next turn, including that turn's own tile; for a client without seats, the number drawn in
   * a whole round. Never exceeds the number of tiles left. Ignores double turns and tiles that fit nowhere.
   */
  draws: number, };

/** A feature that a placement would complete. */
export type GuideFeature = {
  /** The kind of feature. */
  kind: string,
  /** The feature's value, before any further action in that turn. */
  points: number,
  /**
   * Points for each seat with the majority; in The Discovery, the points for each follower if it were taken back; in a team game, the
   * points for the active seat. Empty if the feature is unoccupied, or if the team loses before the feature is scored.
   */
  gives: Array<GuideShare>,
  /** Ids of the current features that would become parts of this one. */
  features: Array<number>, };

/** An open place, and which tiles can fill it. */
export type GuideOpen = {
  /** Column, growing to the east. */
  x: number,
  /** Row, growing to the south. */
  y: number,
  /**
   * Number of remaining tiles that could legally be placed here if drawn now; river tiles are counted only where the river continues.
   */
  fit: number,
  /**
   * The chance that the next tile drawn could be placed here, with every unseen tile equally likely (during the river, every river tile
   * that can be drawn); null if no more tiles are drawn.
   */
  next: number | null,
  /**
   * The chance that at least one of the tiles drawn until the client's next turn could be placed here; null while there is still a river
   * to draw first.
   */
  soon: number | null,
  /** True if no tile that is unseen, in a hand, aside or apart can ever be placed here. */
  dead: boolean, };

/** A legal placement, and what it would complete. */
export type GuidePlace = {
  /** Column, growing to the east. */
  x: number,
  /** Row, growing to the south. */
  y: number,
  /** Quarter turns clockwise. */
  rotation: number,
  /** The tile's index in the hand, if the seat chooses among several. */
  slot?: number,
  /** Completed features, in the order of the tile's segments. */
  completes: Array<GuideFeature>, };

/** Points for a seat. */
export type GuideShare = {
  /** The seat, counted from 0. */
  seat: number,
  /** The seat's points; negative if ghosts cost more than the feature is worth. */
  points: number, };

/** Kind of ending. */
export type How = "over" | "resigned" | "time" | "aborted" | "stopped";

/** The signed-in account, if any. */
export type Identity = {
  /** The account; null for a guest. */
  account: AccountInfo | null,
  /** Number of tables that this browser's cookie opens and no account has claimed. */
  unclaimed: number,
  /** Whether the server sends email, so that forgotten passwords can be reset. */
  mail: boolean,
  /** Whether new accounts can be created. */
  registration: boolean,
  /** Whether the server supports passkeys. */
  passkeys: boolean, };

/** Points of one kind. */
export type KindCount = {
  /** Id of the game, such as `carcassonne`. */
  game: string,
  /** Kind of points. */
  kind: string,
  /** Total points across all games. */
  points: number,
  /** Number of games counted, with or without such points. */
  games: number, };

/** A leaderboard entry. */
export type LeaderInfo = {
  /** Position on the leaderboard, starting at 1. */
  place: number,
  /** Name of the account. */
  name: string,
  /** Current rating. */
  rating: number,
  /** Rating deviation. */
  deviation: number,
  /** Number of rated games. */
  games: number,
  /** True if there are too few games for a reliable rating. */
  provisional: boolean, };

/** A page of a leaderboard. */
export type LeaderPage = {
  /** The best ratings; provisional ones come last. */
  leaders: Array<LeaderInfo>,
  /** The value of `after` for the next page; null on the last page. */
  next: string | null, };

/** Level of a computer player, as spelled in the protocol. */
export type Level = "easy" | "medium" | "baron" | "thief" | "hard" | "master";

/** A player's counted decisions. */
export type Likeness = {
  /** Number of games. */
  games: number,
  /** Number of counted decisions. */
  decisions: number,
  /** Number of those in which the player gave the engine's answer. */
  matched: number, };

/** A line of play for the acting seat, with its expected result. */
export type Line = {
  /** The seat's answers in the rest of its turn. */
  answers: Array<string>,
  /** The seat's expected margin at the end, in points; in a team game, the team's expected points. */
  margin: number,
  /** Standard error of the margin over the sampled draws. */
  error: number,
  /** Number of sampled draws. */
  samples: number,
  /** Forecast of each seat's final points; in a team game, the team's points followed by zeros. */
  totals: Array<number>,
  /**
   * Each seat's chance to win, 0 to 1. A shared win counts as a part for each winner. In a team game all are the team's chance.
   */
  wins: Array<number>,
  /** Expected continuation, as far as the seat can know it; may be empty. */
  main: Array<MainStep>, };

/** A provider linked to the account. */
export type LinkInfo = {
  /** Issuer URL. */
  issuer: string,
  /** Provider id; null if the provider is no longer configured, in which case the link cannot be used. */
  provider: string | null,
  /** The provider's unique id for the user. */
  subject: string,
  /** Time of linking in milliseconds since 1970. */
  created: number,
  /** Last use in milliseconds since 1970. */
  used: number | null, };

/** The reason a link cannot be imported, for programs. */
export type LinkProblem = {
  /**
   * The reason: `damaged`, `version`, `seats`, `too_long`, `discard_fits`, `fits_nowhere`, `taken`, `touches_nothing`, `does_not_fit`,
   * `no_segment`, `occupied` or `no_follower`.
   */
  reason: string,
  /** Number of the move, counted from 1; absent if the problem is not in a move. */
  move?: number,
  /**
   * The only rotation in which the tile of this move fits, in degrees; a request with `fix_rotation` imports the link with it.
   */
  fits?: number, };

/** Changes to a list that is sorted by the ids of its elements. */
export type ListDelta<N, T> = {
  /** Ids of removed elements. */
  gone?: Array<N>,
  /** New or changed elements. */
  put?: Array<T>, };

/** Reason why a seat lost before the end of the game. */
export type Loss = "resigned" | "time";

/** A token that was just created; an account has at most 20. */
export type MadeAccessToken = {
  /** The token's data, without the secret. */
  token: AccessToken,
  /** The secret that a program sends. It is shown only once. */
  secret: string, };

/** A newly created table. */
export type MadeTable = {
  /** Table name. */
  table: string,
  /** Tokens for the creator's seats. */
  tokens: Array<MadeToken>,
  /** Path of the table's page. */
  link: string, };

/** Token for the creator of a table. */
export type MadeToken = {
  /** The seat; null for the token of a creator without a seat, which can only start the game. */
  seat: number | null,
  /** Secret token. */
  token: string, };

/** A webhook that was added. */
export type MadeWebhook = {
  /**
   * The secret that signs its messages, in the form of Standard Webhooks (`whsec_` and base64); shown only now. Null for Discord.
   */
  secret: string | null,
  /** The forms that can be added; empty if the operator turned channels off. */
  offered: Array<ChannelForm>,
  /** The channels, the oldest first. */
  channels: Array<ChannelInfo>, };

/** An answer in a main line. */
export type MainStep = {
  /** Seat that gives the answer; null for chance, whose draws are only probable ones. */
  seat: number | null,
  /** The answer. */
  answer: string, };

/** A highlighted cell, or the feature of one of its tile's segments. */
export type Mark = {
  /** Column and row of the cell. */
  at: [number, number],
  /** Number of the segment within the tile; absent for the whole cell. */
  segment?: number,
  /** Colour of the highlight. */
  colour: DrawnColour, };

/** A game of a match. */
export type MatchGame = {
  /** The points of the first and second player of the match; null without a result. */
  points: [number, number] | null,
  /** 1 or 2: the player who won whatever the points, such as after a resignation. */
  winner: number | null,
  /** The points that the first and the second player reported. */
  reports: [[number, number] | null, [number, number] | null],
  /** The table at which it is or was played. */
  table: string | null,
  /** Whether the game at that table was aborted, so that an arbiter must decide. */
  aborted: boolean, };

/** A match of a tournament. */
export type MatchInfo = {
  /** Number of the match. */
  number: number,
  /** The part of the tournament to which it belongs. */
  stage: MatchStage,
  /** Number of the first player, who begins the first game. */
  first: number | null,
  /** Number of the second player; null if the first one has a bye. */
  second: number | null,
  /** The games so far, including the current one. */
  games: Array<MatchGame>,
  /** How it ended; null while it is open. */
  outcome: MatchOutcome | null,
  /** The reason for a ruling. */
  reason: string | null,
  /** Whether it is interrupted. */
  adjourned: boolean, };

/** How a match ends. */
export type MatchOutcome = "first-wins" | "second-wins" | "draw" | "both-lose";

/** The part of a tournament to which a match belongs. */
export type MatchStage = { "stage": "league" }
  | { "stage": "group", "number": number }
  | { "stage": "winners", "number": number }
  | { "stage": "losers", "number": number }
  | { "stage": "final" }
  | { "stage": "second-final" }
  | { "stage": "third-place" };

/** Numbers of entries that moderators look at. */
export type ModerationCounts = {
  /** Number of open reports. */
  reports: number,
  /** Number of bans of guests and addresses in force. */
  bans: number, };

/** A segment with a name. */
export type NamedView = {
  /** The tile's index, in order of placement. */
  tile: number,
  /** The segment within the tile. */
  segment: number,
  /** The name, such as `castle`. */
  name: string, };

/** The terms of the games of a new tournament. */
export type NewGameTerms = {
  /** The set-up, with two seats. The first player of a game has the first turn. */
  setup: Setup,
  /** Time control; null or omitted if time is unlimited. */
  clock?: Clock,
  /** Whether the results count toward the players' ratings. */
  rated?: boolean,
  /** Whether tables give no hints while the game is played; true if omitted. */
  plain?: boolean, };

/**
 * A seat at a new table. Names have 1 to 32 characters. A bot thinks for `millis`, from 10 to 60,000 (1,000 by default).
 */
export type NewSeat = { "type": "human", name: string,
  /**
   * The person's colour, from 0 to 5; by default that of the seat's number, or the first one that no person has.
   */
  colour?: number, } | { "type": "bot", level: string, millis?: number, } | { "type": "open", };

/** A request to create a table. */
export type NewTable = {
  /** The game's set-up. */
  setup: Setup,
  /**
   * The seats, as many as the set-up has. `human` seats belong to the table's creator, and `open` seats wait for players. Without open
   * seats, the game starts at once.
   */
  seats: Array<NewSeat>,
  /** Whether the table is listed publicly. */
  public: boolean,
  /**
   * Whether it is a plain table, without hints while the game is played; by default true for a rated table, otherwise false.
   */
  plain?: boolean,
  /** Time control; without it, time is unlimited. */
  clock?: Clock,
  /** Effect of a seat running out of time: `loses` (the default) or `computer`. */
  fall?: Fall,
  /**
   * Whether answers can be undone if the other players agree. Defaults to false at plain and rated tables, and to true at all others.
   */
  undo?: boolean,
  /** Whether the result counts toward the players' ratings. */
  rated?: boolean,
  /** Whether people without a seat may watch while the game is being played. */
  spectators?: boolean,
  /**
   * Names of at most 16 accounts: only these and the table's creator may watch or take a seat. Not allowed for public tables. If
   * omitted, anyone with the link may do so.
   */
  invited?: Array<string>, };

/** A request for links that connect a Telegram chat. */
export type NewTelegramLink = {
  /** A tournament that the account organises; null or omitted for the account's own notifications. */
  tournament?: string,
  /** Language of the messages. */
  language?: NoticeLanguage, };

/** A new tournament. */
export type NewTournament = {
  /** Name, format and rules of the tournament. The server chooses `seed`. */
  settings: TournamentSettings,
  /**
   * The terms of the games, which are played at tables of the server; null or omitted if they are played in person.
   */
  game?: NewGameTerms,
  /** Players who may join: `open` if omitted. */
  joining?: Admission, };

/** A new webhook. */
export type NewWebhook = {
  /** `json` or `discord`. */
  form: ChannelForm,
  /** The URL to which messages are sent with POST: https, with a public host name. */
  url: string,
  /** A tournament that the account organises; null or omitted for the account's own notifications. */
  tournament?: string,
  /** Events that it gets: `turn` and `challenge`, or with a tournament `round`, `result` and `over`. */
  events: Array<ChannelEvent>,
  /** Language of messages to Discord. */
  language?: NoticeLanguage, };

/** A user who came from a provider and has no account yet. */
export type Newcomer = {
  /** Display name of the provider. */
  provider: string, };

/** An answer with the position after it. */
export type Node = {
  /** The node's id, unique within the chapter. */
  id: string,
  /** The id of the node before this one; null after the first position. */
  parent: string | null,
  /** The answers as words, including draws; usually one. */
  answers: Array<string>,
  /** The turn to which the last answer belongs. Readers compute it again. */
  turn: number,
  /** The seat that gives the last answer; null for chance. Readers compute it again. */
  seat: number | null,
  /** A comment of at most 4,000 characters. */
  comment?: string,
  /** A judgement of the answer. */
  glyph?: Glyph,
  /** Arrows on the board. */
  arrows?: Array<Arrow>,
  /** Highlighted cells and features. */
  marks?: Array<Mark>, };

/** Notification preferences of an account. */
export type NoticeChoices = {
  /** True to send emails. */
  mail: boolean,
  /** True to send pushes. */
  push: boolean,
  /** Hours without notifications, if any. */
  quiet: QuietHours | null,
  /** Time zone, by its name in the tz database. */
  zone: string,
  /** Language of emails and pushes. */
  language: NoticeLanguage, };

/** Languages for emails and pushes. */
export type NoticeLanguage = "en" | "ru" | "uk";

/** Notification settings of an account, and the channels that the server offers. */
export type NoticesInfo = {
  /** True if the server sends email. */
  mail_offered: boolean,
  /**
   * The server's public key for push services, in the form that browsers expect; null if the server does not send pushes.
   */
  push_key: string | null,
  /** The confirmed email address. */
  address: string | null,
  /** Address awaiting confirmation. */
  waiting: string | null,
  /** True if mail to the address bounced; no more is sent to it. */
  bounced: boolean,
  /** True if mail to the unconfirmed address bounced. */
  waiting_bounced: boolean,
  /** The notification preferences. */
  choices: NoticeChoices,
  /** Devices subscribed to push notifications. */
  devices: Array<DeviceInfo>, };

/** A number that players can change. */
export type NumberInfo = {
  /** The word for it in set-ups: a kind of figure, a tile set, or `copies`. */
  word: string,
  /** The number in the printed game. */
  printed: number,
  /** The chosen number. */
  count: number,
  /** Lowest possible number. */
  least: number,
  /**
   * Highest number that can be played. A lower number can be too large together with the others; `problem` reports that.
   */
  most: number, };

/** The numbers of figures and tiles in a set-up. */
export type Numbers = {
  /** The set-up with the chosen numbers, and with the hash of its custom tiles. */
  setup: Setup,
  /** The kinds of figure in play, and how many of each every seat has. */
  figures: Array<NumberInfo>,
  /** The printed tile sets in play, and how often each is used. */
  sets: Array<NumberInfo>,
  /** Number of copies of every tile drawn from the bag. */
  copies: NumberInfo,
  /** The reason the set-up can't be played with these numbers. */
  problem: NumbersProblem | null, };

/** The reason a set-up can't be played with its numbers of figures and tiles. */
export type NumbersProblem = {
  /** Kind of problem. */
  reason: Reason,
  /** Name of the exceeded limit, such as `figures` or `tower foundations`. */
  what: string | null,
  /** The number in the set-up. */
  count: number | null,
  /** The largest allowed number. */
  most: number | null,
  /** Description in English. */
  message: string, };

/** An offer that other players must accept. */
export type OfferInfo = {
  /** The seat that made the offer. */
  seat: number,
  /** Kind of the offer. */
  kind: OfferKind,
  /** Number of answers left if it is accepted: fewer than now after an undo. */
  to: number,
  /**
   * True if an undo would take back a draw that players have seen, so that all others must agree; otherwise one of them is enough.
   * Always false for other kinds, to which all others must agree.
   */
  drawn: boolean,
  /** Seats that can agree but have not done so yet. */
  waits: Array<number>, };

/** Kind of an offer that other players must accept. */
export type OfferKind = "undo" | "end" | "pause";

/** A clock that the client offers, with the speed of its games. */
export type OfferedClock = {
  /** Stable id, such as `game-600-15`, under which clients remember the clock. */
  id: string,
  /** The time control itself. */
  clock: Clock,
  /** Speed category in which games with this clock are rated. */
  speed: Speed, };

/** An option, with the part to which it belongs. */
export type OptionOfPart = {
  /** The option's name in set-ups. */
  name: string,
  /** The option's values, the default first. */
  values: Array<string>,
  /** The default that applies if another option has a certain value. */
  default_with?: DefaultOf,
  /** The clause that defines the option. */
  clause: string,
  /** The game that has the option. */
  game: string,
  /** The part of the game that has the option. */
  part: string,
  /** Whether all presets leave the option open. */
  open: boolean, };

/** An option as named in a clause. */
export type OptionText = {
  /** The option's name in set-ups, such as `small_city`. */
  name: string,
  /** The option's values; the first is the default. */
  values: Array<string>, };

/** A seat that lost before the end of the game. */
export type OutInfo = {
  /** The seat that lost. */
  seat: number,
  /** The reason for the loss. */
  loss: Loss, };

/** A passkey of the account. */
export type PasskeyInfo = {
  /** Passkey id. */
  id: number,
  /** Name given by the owner. */
  name: string,
  /** Domain for which the passkey was created; the passkey does not work on any other. */
  site: string,
  /** Creation time in milliseconds since 1970. */
  created: number,
  /** Last use in milliseconds since 1970. */
  used: number | null, };

/** A page of players. */
export type PeoplePage = {
  /** The players, at most as many as requested. */
  people: Array<PlayerInfo>,
  /** The value of `after` for the next page; null on the last page. */
  next: string | null, };

/** A line of the event stream. */
export type PersonEvent = { "type": "hello",
  /** Seats at which it is the player's turn. */
  asked: Array<Turn>,
  /** Open challenges made or received by the player. */
  challenges: Array<ChallengeInfo>,
  /** The player's seek. */
  seek: SeekInfo | null,
  /** All seeks, if lobby changes were requested. */
  seeks?: Array<SeekInfo>, } | { "type": "turn",
  /** Name of the table. */
  table: string,
  /** The player's seat. */
  seat: number,
  /** True if the turn began. */
  asked: boolean, } | { "type": "game_start",
  /** Name of the table. */
  table: string,
  /** The player's seat. */
  seat: number, } | { "type": "challenge",
  /** The open challenge. */
  challenge: ChallengeInfo, } | { "type": "challenge_taken",
  /** Name of the table. */
  table: string,
  /** The account that accepted. */
  by: string, } | { "type": "challenge_declined",
  /** Name of the table. */
  table: string,
  /** The account that declined. */
  by: string,
  /** True if the table was deleted. */
  gone: boolean, } | { "type": "challenge_canceled",
  /** Name of the table. */
  table: string, } | { "type": "seek_gone",
  /** Id of the seek. */
  seek: number, } | { "type": "rematch",
  /** The table of the previous game. */
  table: string, } | { "type": "tournament",
  /** Id of the tournament. */
  tournament: string, } | { "type": "lobby",
  /** New and changed public tables. */
  tables: Array<TableSummary>,
  /** Tables no longer listed. */
  gone: Array<string>,
  /** New seeks. */
  seeks: Array<SeekInfo>,
  /** Ids of seeks that ended. */
  seeks_gone: number[],
  /** True if there were more changes than listed, in which case the client should reload the lists. */
  more: boolean, };

/** Public profile of an account. Requests may give the name in any case. */
export type PersonInfo = {
  /** Name of the account. */
  name: string,
  /** Creation time of the account, in milliseconds since 1970. */
  created: number,
  /** True if this is the caller's account. */
  you: boolean,
  /** True if the caller's account follows this one. */
  followed: boolean,
  /** True if the account is a program. */
  program: boolean,
  /** Picture; null if none is chosen. */
  avatar: Avatar | null,
  /** Country code of ISO 3166-1 alpha-2; null if none is chosen. */
  flag: string | null,
  /** Ratings, most games first. */
  ratings: Array<RatingInfo>, };

/** Phase of a table. */
export type Phase = "gathering" | "playing" | "finished";

/** A neutral piece. */
export type PieceView = {
  /** Word for the piece, such as `dragon`. */
  piece: string,
  /** The tile's index, in order of placement. */
  tile: number,
  /** The segment within the tile, if the piece stands on one or next to a figure. */
  segment?: number,
  /** The id of the figure next to the piece, if it stands next to one. */
  id?: number, };

/** Result for a seat. */
export type PlayedSeat = {
  /** Name of the player; null for a computer player, a deleted account, or a record without names. */
  name: string | null,
  /** True if the player has an account. */
  account: boolean,
  /** Level of a computer player. */
  level: string | null,
  /** Points at the end of the game. */
  score: number,
  /** Rank, starting at 1. */
  rank: number,
  /** Outcome: `won`, `shared` or `lost`. */
  outcome: string,
  /** Points by kind of feature or other source. */
  by_kind: Record<string, number>,
  /** Rating before and after the game, if the game was rated. */
  rating: RatingChange | null, };

/** The changed fields of a player. */
export type PlayerDelta = { seat: number, score?: number, projected?: number | null, supply?: { [key in string]: number }, tokens?: { [key in string]: number }, hand?: Array<TileName | null>, by_kind?: { [key in string]: number }, };

/** A player in a list. */
export type PlayerInfo = {
  /** Name of the account. */
  name: string,
  /** True if this is the caller's account. */
  you: boolean,
  /** True if the account is a program. */
  program: boolean,
  /** Picture; null if none is chosen. */
  avatar: Avatar | null,
  /** Country code of ISO 3166-1 alpha-2; null if none is chosen. */
  flag: string | null,
  /** Current rating in the requested class; null without rated games. */
  rating: SeatRating | null,
  /** Number of public games, up to the newest 2,000. */
  games: number,
  /**
   * True if the player is online. Always false if one of the player and the caller has blocked the other.
   */
  online: boolean,
  /** A public table at which the player is playing and which the caller may watch. */
  playing: string | null,
  /** True if the caller can challenge the player, after signing in. */
  challenge: boolean,
  /** True if the caller's account follows the player. */
  followed: boolean, };

/** A player's state. */
export type PlayerView = {
  /** The seat, counted from 0. */
  seat: number,
  /** Points scored so far. */
  score: number,
  /** Points that the player would have if the game ended now; null if hints are withheld. */
  projected: number | null,
  /** Figures in the player's supply, by kind. */
  supply: { [key in string]: number },
  /** Tokens that the player holds, by kind. */
  tokens: { [key in string]: number },
  /** The tiles in the player's hand; null for each tile that is hidden from the viewer. */
  hand: Array<TileName | null>,
  /** Points so far, by kind of feature. */
  by_kind: { [key in string]: number }, };

/** A request for a position of a study. */
export type PositionRequest = {
  /** The record of a game, or a saved game of another program: its JSON, or its text. */
  record: unknown,
  /** Number of answers of the record before the further answers; by default, all of them. */
  at?: number,
  /** Further answers as words, including draws. */
  answers?: Array<string>, };

/** A tile that may be drawn, or another answer of chance. */
export type PossibleDraw = {
  /** The answer as a word. */
  word: string,
  /** The tile; null if the answer draws none. */
  tile: TileName | null,
  /** Number of undrawn tiles of this kind. */
  left: number, };

/** A preset for one game. */
export type PresetOfGame = {
  /** The preset's id. */
  id: string,
  /** The id of the game. */
  game: string,
  /** The preset's name, by language. */
  name: Words,
  /** The preset's description, by language. */
  about: Words,
  /** The options that differ from their default. */
  options: { [key in string]: string }, };

/** An OpenID Connect provider for signing in. */
export type ProviderInfo = {
  /** Id of the provider. */
  id: string,
  /** Display name. */
  name: string, };

/** Payload of a push, for the client's service worker. */
export type PushMessage = {
  /** The title of the notification. */
  title: string,
  /** The text of the notification. */
  body: string,
  /** The page that opens on click. */
  path: string,
  /** Tag: a newer notification replaces an older one with the same tag. */
  tag: string,
  /** Language of the texts. */
  language: NoticeLanguage, };

/** The first attempt of an account at a puzzle. */
export type PuzzleAttempt = {
  /** Id of the puzzle. */
  puzzle: string,
  /** Whether the turn was the best one. */
  right: boolean,
  /** Rating before the attempt. */
  before: number,
  /** Rating after the attempt. */
  after: number,
  /** Time, in milliseconds since 1970. */
  time: number, };

/** An account's rating for puzzles, and its attempts. */
export type PuzzleHistory = {
  /** Rating in points. */
  rating: number,
  /** Deviation of the rating, in points. */
  deviation: number,
  /** Number of rated attempts. */
  attempts: number,
  /** Number of puzzles solved at the first attempt. */
  solved: number,
  /** First attempts, newest first. */
  latest: Array<PuzzleAttempt>, };

/** Result of an attempt at a puzzle. */
export type PuzzleOutcome = {
  /** Whether the turn is the best one. */
  right: boolean,
  /** Whether the attempt changed ratings: only an account's first attempt at a puzzle does. */
  rated: boolean,
  /** The account's rating for puzzles after the attempt. */
  rating: number,
  /** Change of the account's rating by its first attempt. */
  change: number,
  /** The puzzle's rating after the attempt. */
  puzzle_rating: number, };

/** Quiet hours, in minutes after midnight. */
export type QuietHours = {
  /** Start of the quiet hours. */
  from: number,
  /** End of the quiet hours; on the next day if it is earlier than the start. */
  to: number, };

/** Rating change caused by a game. */
export type RatingChange = {
  /** Rating before the game. */
  before: number,
  /** Rating after the game. */
  after: number, };

/** An account's rating in one class: game, speed and size. */
export type RatingInfo = {
  /** Id of the game, such as `carcassonne`. */
  game: string,
  /** Game speed: `blitz`, `rapid`, `slow` or `days`. */
  speed: string,
  /** Game size: `two` players, or `more`. */
  size: string,
  /** Current rating. */
  rating: number,
  /** Rating deviation. */
  deviation: number,
  /** Number of rated games. */
  games: number,
  /** True if there are too few games for a reliable rating. */
  provisional: boolean,
  /** Last change, in milliseconds since 1970. */
  updated: number, };

/** A rating after a game. A history consists of the last 500 points, oldest first. */
export type RatingPointInfo = {
  /** Time, in milliseconds since 1970. */
  time: number,
  /** Rating after the game. */
  rating: number,
  /** Rating deviation. */
  deviation: number,
  /** The table, if it may be shown to the caller. */
  table: string | null, };

/** A ratings reset by a moderator. */
export type RatingsReset = {
  /** Time in milliseconds since 1970. */
  time: number,
  /** Reason given by the moderator. */
  reason: string, };

/** A study as far as it could be read. */
export type ReadStudy = {
  /** The study without its damaged parts. */
  study: Study,
  /** The parts that were skipped. */
  problems: Array<StudyProblem>, };

/** Kind of problem with the numbers of a set-up. */
export type Reason = "too_many" | "copies" | "no_start" | "other";

/** The account whose password a link resets. */
export type RecoveryInfo = {
  /** The name of the account. */
  name: string, };

/** Progress of a rematch. */
export type RematchInfo = {
  /** Seats whose players have agreed. */
  agreed: Array<number>,
  /** Seats whose players have not agreed yet. */
  waits: Array<number>,
  /** The new table, once all players have agreed. */
  table: string | null, };

/** A message that does not concern the game, sent to the client whose message it answers. */
export type ReplyMessage = { "type": "error",
  /** Error details. */
  error: ServerError,
  /** Number of answers sent to the client so far; null before the first hello. */
  seq: number | null, } | { "type": "pong" };

/** Context of a report when it was made. */
export type ReportContext = {
  /** Players at the table. */
  seats: Array<ReportSeat>,
  /** Chat lines before and after the reported one. */
  lines: Array<ReportedLine>,
  /** Whether a tournament is reported. */
  tournament: boolean, };

/** A report as seen by moderators. */
export type ReportInfo = {
  /** Id of the report. */
  id: number,
  /** Time of the report, in milliseconds since 1970. */
  time: number,
  /** The reporter; null for a guest or a deleted account. */
  reporter: string | null,
  /** The reported account; null for a guest. */
  about: string | null,
  /** The table, or the study or tournament if neither a seat nor a line is reported; null for the lobby. */
  table: string | null,
  /** The seat of the reported player. */
  seat: number | null,
  /** Id of the reported line. */
  line: number | null,
  /** Reason: `insult`, `spam`, `cheating`, `name` or `other`. */
  reason: string,
  /** The reporter's comment. */
  words: string,
  /** Context at the time of the report. */
  context: ReportContext,
  /** The action that resolved the report; null while it is open. */
  act: string | null, };

/** A seat at a table. */
export type ReportSeat = {
  /** The seat, counted from 0. */
  seat: number,
  /** The seat's occupant: a person, a computer player, or no one. */
  type: string | null,
  /** Name of a person. */
  name: string | null,
  /** True if the account has since been deleted. */
  deleted: boolean, };

/** A chat line around the reported one. */
export type ReportedLine = {
  /** Id of the line. */
  id: number,
  /** Seat of the author. */
  seat: number | null,
  /** Name of the author. */
  name: string | null,
  /** Id of a phrase. */
  phrase: string | null,
  /** Text of a line that is not a phrase. */
  words: string | null,
  /** Time, in milliseconds since 1970. */
  time: number,
  /** True if a spectator wrote the line. */
  apart: boolean,
  /** True if the account has since been deleted. */
  deleted: boolean, };

/** A decision of a game. */
export type ReviewedDecision = {
  /** Number of answers before this one. */
  at: number,
  /** Seat that decided. */
  seat: number,
  /** GamePhase of the game. */
  phase: GamePhase,
  /** Kind of decision or mistake. */
  kind: DecisionKind,
  /** Points given away; 0 for a best answer. */
  lost: number,
  /** By how much the chance to win became smaller, 0 to 1. */
  lost_wins: number,
  /** Points by which the best answer leads the second-best one; null if no other was examined. */
  lead: number | null, };

/** A complete feature that may be scored. */
export type RewardView = {
  /** The feature's id in this view. */
  feature: number,
  /** The points for scoring the feature. */
  points: number,
  /** The terms of the score. */
  terms: Array<TermView>, };

/** Permission level of an account. */
export type Role = "player" | "moderator" | "admin";

/** A stored change. */
export type SavedStudy = {
  /** Id of the study. */
  id: string,
  /** The new version. */
  version: number,
  /** Damaged parts of the document that were left out. */
  problems: Array<StudyProblem>, };

/** A permission that a token grants. */
export type Scope = "read" | "play" | "talk" | "tournament:write";

/** Counts for games that the account played from one seat. */
export type SeatCount = {
  /** Number of seats. */
  seats: number,
  /** The account's seat, counted from 0. */
  seat: number,
  /** Total number of games. */
  games: number,
  /** Games won alone or as a team. */
  won: number,
  /** Games with a tie for the win. */
  shared: number, };

/** A seat at a table. */
export type SeatInfo = {
  /** Kind of occupant. */
  type: SeatKind,
  /** The person's name; null if a record does not give it. */
  name: string | null,
  /** True if the name belongs to an account; otherwise omitted. */
  account?: boolean,
  /**
   * The account's rating for this game, speed and size when it took the seat; omitted if it had none, and for guests and computer
   * players.
   */
  rating?: SeatRating,
  /** True if the account of the seat's player was deleted, along with its name; otherwise omitted. */
  deleted?: boolean,
  /** The computer player's level. */
  level: Level | null,
  /** The computer player's thinking time in milliseconds; null if a record does not give it. */
  millis: number | null,
  /** True if a person in this seat is connected; omitted if unknown. */
  connected?: boolean,
  /** Milliseconds since the person left; omitted while the person is connected, or if unknown. */
  away?: number,
  /** Name of the person replaced by the computer player; omitted if it replaces no one. */
  stands_in_for?: string, };

/** Kind of occupant of a seat. */
export type SeatKind = "human" | "bot" | "open";

/**
 * An account's rating for the game, speed and size of its table, when it took its seat. It does not change during the game.
 */
export type SeatRating = {
  /** The rating, rounded. */
  value: number,
  /** True if there were too few games for a reliable rating. */
  provisional: boolean, };

/** Token for a seat. */
export type SeatToken = {
  /** The seat, counted from 0. */
  seat: number,
  /** Secret token. */
  token: string,
  /** Link that carries the token to another device. */
  link?: string, };

/** An open seek. */
export type SeekInfo = {
  /** Id of the seek. */
  seek: number,
  /** Name of the seeker. */
  name: string,
  /** True if the name belongs to an account. */
  account: boolean,
  /** The seeker's rating, if any. */
  rating: number | null,
  /** True if there are too few games for a reliable rating. */
  provisional: boolean,
  /** The wanted game. */
  setup: Setup,
  /** The clock; null if untimed. */
  clock: Clock | null,
  /** True if the game is rated. */
  rated: boolean,
  /** True if the table will have no hints while the game is played. */
  plain: boolean,
  /** Accepted range of opponents' ratings. */
  range: [number, number] | null,
  /** Start of the seek, in milliseconds since 1970. */
  since: number, };

/** The error object in a response. */
export type ServerError = {
  /** Stable, machine-readable code. */
  code: string,
  /** Human-readable description of the error. */
  message: string,
  /** Reason for the sanction; absent if the error does not involve one. */
  reason?: string,
  /** End of the sanction in milliseconds since 1970; absent if it is permanent. */
  until?: number,
  /** The problem with a link; absent unless the code is `bad_link`. */
  link?: LinkProblem, };

/** A session of the account. */
export type SessionInfo = {
  /** Session id. */
  id: number,
  /** Browser name, if reported; may be empty. */
  browser: string,
  /** Operating system; may be empty. */
  system: string,
  /** Creation time in milliseconds since 1970. */
  created: number,
  /** Last recorded use in milliseconds since 1970, updated at most once an hour. */
  used: number,
  /** Whether this is the current session. */
  current: boolean, };

/** Settings that moderators can change while the server runs. */
export type SettingsInfo = {
  /** True if registration is open. */
  registration: boolean,
  /** Minimum seconds between a person's chat lines at a table or in the lobby; 0 turns slow mode off. */
  slow_mode: number,
  /**
   * Account age, in days, required to post links. While this is set, guests cannot post links; null lets everyone post them.
   */
  links_after: number | null, };

/** A game's set-up. */
export type Setup = {
  /** `carcassonne`, `hunters`, `discovery` or `coop`. */
  game: string,
  /** Ids of the expansions in play, such as `inns-cathedrals`. */
  expansions: Array<string>,
  /** Number of seats at the table. */
  seats: number,
  /** Option values, such as `small_city` = `2`. Options with default values may be omitted. */
  options: { [key in string]: string },
  /** The first seat, if `first_player` is `host_seat` or `youngest`. */
  first_seat?: number,
  /** Disabled elements of the expansions, such as `mayors`. */
  without?: Array<string>,
  /**
   * Number of figures that every seat starts with, for each kind whose number differs from the rules, such as `pig` = 2.
   */
  figures?: { [key in string]: number },
  /**
   * Number of copies of each tile set in play; if empty, the sets of the parts in play are used once each.
   */
  sets?: { [key in string]: number },
  /**
   * Number of copies of every tile drawn from the bag, including custom tiles. Other tiles (a river, bonus tiles, the initial blocks of
   * a table) are never multiplied.
   */
  copies?: number,
  /**
   * A custom tile file of at most 64 KB. Its tiles are shuffled in with the others, or are the only ones if all `sets` are 0. Set-ups
   * sent by the server contain the file's hash (16 hexadecimal digits) instead.
   */
  own_tiles?: string,
  /**
   * The starting board: the position with which the game begins, as lines of text of at most 64 KB. In a set-up line, it is replaced by
   * its hash (16 hexadecimal digits).
   */
  board?: string, };

/** Counts for games with one set-up. */
export type SetupCount = {
  /** Id of the game, such as `carcassonne`. */
  game: string,
  /** Ids of the expansions. */
  expansions: Array<string>,
  /** Total number of games. */
  games: number,
  /** Games won alone or as a team. */
  won: number,
  /** Games with a tie for the win. */
  shared: number, };

/** A rated game whose players shared a network. */
export type SharedGameInfo = {
  /** Id of the game. */
  id: number,
  /** Name of the table. */
  table: string,
  /** End of the game, in milliseconds since 1970. */
  ended: number,
  /** Account names by seat; null for deleted accounts. */
  players: Array<string | null>, };

/** The position that a study's owner shows. */
export type ShownPlace = {
  /** The chapter, from 0. */
  chapter: number,
  /** Id of the node; null for the first position. */
  node: string | null, };

/** A segment of a tile. */
export type SideSegment = {
  /** Kind of segment. */
  kind: string,
  /** The segment's symbols that are not counted, such as its goods. */
  symbols: Array<string>,
  /** The segments of this tile that this segment covers, such as the waters of a river system. */
  covers: Array<number>, };

/**
 * A description of a set's tiles and what is on their sides, for clients that describe tiles in words.
 */
export type SideSet = {
  /** Id of the set. */
  set: string,
  /** The tiles, by id. */
  tiles: { [key in string]: SideTile }, };

/** A printed thing. */
export type SideThing = {
  /** Kind of thing. */
  word: string,
  /** The segments to which it belongs. */
  segments: Array<number>, };

/** A description of a tile in rotation 0. */
export type SideTile = {
  /**
   * The segment at each third of each side: twelve entries, clockwise from the western third of the north side. Empty for a tile that
   * fits any side.
   */
  ports: Array<number>,
  /** Segments of the tile, in the order of their numbers. */
  segments: Array<SideSegment>,
  /** Printed things, such as pennants or animals. Views refer to a thing by its index here. */
  things: Array<SideThing>,
  /** Symbols that act on the whole tile. */
  marks: Array<string>,
  /** The sides covered by mist, from 0 (north) to 3 (west). */
  mist: Array<number>, };

/** Result of seeking a game. */
export type Sought = {
  /** The seek, if more players are needed. */
  seek: SeekInfo | null,
  /** The table, if the game begins. */
  table: string | null, };

/** Category of a game based on its clock. */
export type Speed = "blitz" | "rapid" | "slow" | "days" | "none";

/** A line of the standings. */
export type StandingInfo = {
  /** The place; players whom nothing separates share it. */
  place: number,
  /** Number of the player. */
  player: number,
  /** Sum of the match points. */
  points: number,
  /** Number of matches won. */
  won: number,
  /** Number of matches drawn. */
  drawn: number,
  /** Number of matches lost. */
  lost: number,
  /** The tie-breaks, in the order of the settings. Points are in halves, products of points in quarters. */
  tie_breaks: number[], };

/** Statistics on an account's games. */
export type StatisticsInfo = {
  /** Counts over all games, up to the newest 2,000. */
  all: CountInfo,
  /** Counts by number of seats and by the account's own seat. */
  by_seat: Array<SeatCount>,
  /** Counts by set-up, most frequent first. */
  by_setup: Array<SetupCount>,
  /**
   * Counts by opponent, most frequent first. `won` counts the games in which this account ranked above the opponent, and `shared` the
   * ties.
   */
  against: Array<AgainstCount>,
  /** Points by game and kind. */
  points: Array<KindCount>, };

/** An accepted answer and its effects. */
export type Step = {
  /** Number of answers so far, including this one. */
  seq: number,
  /** The seat that gave the answer; null for chance. */
  seat: number | null,
  /** The answer as a word. */
  answer: string,
  /** Events caused by the answer. */
  events: Array<EventView>, };

/** The role in which a step was taken. */
export type StepRole = "player" | "organiser" | "arbiter" | "server";

/** A study: chapters with trees of variations. */
export type Study = {
  /** Version of the format: 1. */
  bastide_study: number,
  /** The study's name. */
  name: string,
  /** The chapters, in order. */
  chapters: Array<Chapter>, };

/** An event of a study. */
export type StudyEvent = { "type": "open",
  /** The current version. */
  version: number,
  /** The position that the owner shows, if known. */
  shown: ShownPlace | null, } | { "type": "changed",
  /** The new version. */
  version: number, } | { "type": "shown" } & ShownPlace | { "type": "gone" };

/** A study with its document. */
export type StudyInfo = {
  /** Id of the study. */
  id: string,
  /** Name of the owner's account. */
  owner: string,
  /** Whether the caller owns the study. */
  yours: boolean,
  /** The readers besides the owner. */
  visibility: Visibility,
  /** The current version. */
  version: number,
  /** Last change, in milliseconds since 1970. */
  updated: number,
  /** A moderator's reason for hiding the study from all but its owner; null if it is not hidden. */
  closed: string | null,
  /** The document, as `docs/studies.md` describes it. */
  study: Study, };

/** A position of a study. */
export type StudyPosition = {
  /** The game up to this position, as the text of a record without hashes. */
  record: string,
  /** The players' names by seat; may be empty. */
  players: Array<string>,
  /** The record's answers after `at`, as words. */
  rest: Array<string>,
  /** The last of the further answers, with its events; null if there are none. */
  step: Step | null,
  /** The position, with all hands. */
  view: View,
  /** Possible answers of chance; empty if a seat must answer. */
  draws: Array<PossibleDraw>, };

/** A part of a study that was skipped. */
export type StudyProblem = {
  /** The chapter's position in the document, from 0. */
  chapter: number,
  /** The chapter's name, if it has one. */
  name: string,
  /** The id of the node, if the problem is about one. */
  node: string | null,
  /** Why it was skipped. */
  problem: Damage,
  /** Number of nodes that were skipped for this reason, with all that follow them. */
  skipped: number,
  /** Details in English; may be empty. */
  detail: string, };

/** A study in a list, without its document. */
export type StudySummary = {
  /** Id of the study. */
  id: string,
  /** Name of the study. */
  name: string,
  /** Name of the owner's account. */
  owner: string,
  /** The readers besides the owner. */
  visibility: Visibility,
  /** Number of chapters. */
  chapters: number,
  /** Last change, in milliseconds since 1970. */
  updated: number, };

/** A table without its game. */
export type TableInfo = {
  /** Name in the table's URL. */
  table: string,
  /** Current phase of the table. */
  phase: Phase,
  /** The game's set-up. */
  setup: Setup,
  /** The preset closest to the set-up, and how the set-up departs from it. */
  preset: Basis | null,
  /** The occupants, by seat. */
  seats: Array<SeatInfo>,
  /**
   * The colours, from 0 to 5, of the seats and of the further figures of a seat in games for few players; omitted if every seat has the
   * colour of its number.
   */
  colours?: Array<number>,
  /** True if the table is listed publicly. */
  public: boolean,
  /** True for a plain table, which gives no hints while the game is being played. */
  plain: boolean,
  /**
   * Kinds of feature whose figures, strengths and owners the views of a plain table hide while the game is being played; omitted at
   * other tables.
   */
  hidden_kinds?: string[],
  /** The host's seat. */
  host: number | null,
  /** True if the game was imported from a record. It is not played here and may be unfinished. */
  imported: boolean,
  /**
   * Number of answers that the game had when it was transferred to this table from elsewhere. Its draws cannot be verified, and its
   * result does not count. Omitted for other games.
   */
  transferred?: number,
  /** Hash of the seed, published before the first draw. */
  commitment: string | null,
  /** Seed for the draw order, once the game is over. */
  seed: string | null,
  /** Terms of play besides the rules: clock, timeouts, undo, rating. */
  terms: Terms,
  /** True if the game can still be aborted without a result. */
  abortable: boolean,
  /**
   * Milliseconds after which a computer player can replace an absent player; null if that is not allowed.
   */
  absence: number | null,
  /** Number of undos so far. */
  undone: number,
  /** The offer that waits for other players. */
  offer: OfferInfo | null,
  /** True while the game is paused: clocks stand still, and no answers are accepted. */
  paused: boolean,
  /** Seats that lost before the end of the game and are played to the end by computer players. */
  out: Array<OutInfo>,
  /** How the game ended; null while it is being played, or if it was imported without a result. */
  end: EndInfo | null,
  /** True if only invited accounts may watch or take a seat. */
  invited: boolean,
  /** True if people without a seat may watch while the game is being played. */
  spectators: boolean,
  /** Number of spectators. */
  watching: number,
  /** Progress of a rematch; null until someone asks for one. */
  rematch: RematchInfo | null, };

/**
 * A message from a table to a client over the socket. Parts that are already JSON are not serialized again.
 */
export type TableMessage = { "type": "welcome",
  /** Protocol version used by the client. */
  v: number,
  /** Description of the table. */
  table: TableInfo,
  /** Seats that the client plays. */
  you: Array<number>,
  /** Number of answers so far. */
  seq: number,
  /** The newest position. */
  view: View,
  /** Hash of the view; sent in version 2 and later. */
  hash?: number,
  /** Updates that the client missed. */
  missed: Array<Step>,
  /** The clocks, if the table has any. */
  clocks?: ClocksInfo, } | { "type": "update",
  /** The position after the answer. */
  view: View,
  /** The clocks, if the table has any. */
  clocks?: ClocksInfo,
  /** Number of answers so far, including this one. */
  seq: number,
  /** The seat that gave the answer; null for chance. */
  seat: number | null,
  /** The answer as a word. */
  answer: string,
  /** Events caused by the answer. */
  events: Array<EventView>, } | { "type": "changes",
  /** Number of answers so far, including these. */
  seq: number,
  /** Number of answers before these. */
  from: number,
  /** The answers with their effects. */
  steps: Array<Step>,
  /** Changes to the view. */
  delta: ViewDelta,
  /** Hash of the view after these answers. */
  hash: number,
  /** The clocks, if the table has any. */
  clocks?: ClocksInfo, } | { "type": "preview",
  /** Number of answers before the previewed ones. */
  seq: number,
  /** The answers as words, in order. */
  words: Array<string>,
  /** The events that would happen. */
  events: Array<EventView>,
  /**
   * The position after these answers if the same seat must answer next; null if it is another seat's or chance's turn.
   */
  view: View | null, } | { "type": "guide" } & Guide | { "type": "table",
  /** The table's new description. */
  table: TableInfo,
  /** The clocks, if the table has any. */
  clocks?: ClocksInfo, } | { "type": "thinking",
  /** The computer player's seat. */
  seat: number,
  /** Thinking time in milliseconds. */
  millis: number, };

/** A table in a list. */
export type TableSummary = {
  /** Table name. */
  table: string,
  /** Phase of the game. */
  phase: Phase,
  /** Set-up; null if the stored set-up cannot be read. */
  setup: Setup | null,
  /** Seats. Presence is omitted because it is unknown for stored tables. */
  seats: Array<SeatInfo>,
  /** Colours, as in a table's description; omitted if every seat has the colour of its number. */
  colours?: Array<number>,
  /** Seat whose turn it is. */
  turn: number | null,
  /** Last change in milliseconds since 1970. */
  updated: number,
  /** Whether the game was imported from a record. */
  imported: boolean,
  /** Whether the game began elsewhere and was transferred to this table. */
  transferred: boolean,
  /** Whether this is a plain table, without hints while the game is running. */
  plain: boolean,
  /** Whether the result counts for ratings. */
  rated: boolean,
  /** Clock, if the game has one. */
  clock: Clock | null,
  /** Whether spectators may watch a running game. */
  spectators: boolean,
  /** Whether the table is invitation-only. */
  invited: boolean, };

/** Chat lines, oldest first. */
export type Talk = {
  /** The lines, oldest first. */
  lines: Array<TalkLine>,
  /** True if there are more lines: older ones or, if `after` was given, newer ones. */
  more: boolean,
  /** Ids of lobby lines that moderators removed, newest first, at most 100; omitted if there are none. */
  removed?: Array<number>, };

/** A chat line. */
export type TalkLine = {
  /** Id of the line. Later lines have greater ids. */
  id: number,
  /** The author's seat; null for spectators and in the lobby. */
  seat: number | null,
  /** Name of the author. */
  name: string,
  /** True if the name belongs to an account. */
  account: boolean,
  /** True if a spectator wrote the line, so that players don't see it before the game ends. */
  apart: boolean,
  /**
   * A phrase, which every client shows in its own language (`hello`, `luck`, `thanks`, `nice`, `oops`, `moment`, `back`, `played`,
   * `again`, `bye`); omitted if there is free text.
   */
  phrase?: string,
  /** Free text; omitted if there is a phrase. */
  words?: string,
  /** True if a moderator removed the line, which then has neither a phrase nor text; omitted otherwise. */
  removed?: boolean,
  /** Time, in milliseconds since 1970. */
  time: number, };

/** A team that consists of all seats. */
export type TeamView = {
  /** The team's points: the total across all seats. */
  points: number,
  /** The points needed to win. */
  goal: number,
  /** `won` or `lost`, when the game is over. */
  outcome: string | null,
  /**
   * Why the game is over: `goal` if the team has won, `ghosts` or `tiles` if these ran out; null if it was ended early.
   */
  reason: string | null, };

/** Links that connect a Telegram chat, once within an hour. */
export type TelegramLinkInfo = {
  /** Opens a chat with the bot. */
  chat: string,
  /** Adds the bot to a group; null for an account's own notifications. */
  group: string | null, };

/** One term of a score. */
export type TermView = {
  /** The clause that awards the points. */
  clause: string,
  /** Word for what is counted, such as `tiles`. */
  what: string,
  /** Number of items counted. */
  count: number,
  /** Points for each item. */
  each: number, };

/** A table's terms apart from the rules. */
export type Terms = {
  /** Time control; null if unlimited. */
  clock: Clock | null,
  /** Effect of a seat running out of time. */
  fall: Fall,
  /** True if answers can be undone when the other players agree. */
  undo: boolean,
  /** True if the result counts toward the players' ratings. */
  rated: boolean, };

/** A printed thing that a feature counts or excludes. */
export type ThingView = {
  /** The tile's index, in order of placement. */
  tile: number,
  /** The thing's index among the things printed on the tile. */
  thing: number,
  /** Whether the thing counts; otherwise it is excluded. */
  counts: boolean, };

/** A kind of tile. */
export type TileName = {
  /** Id of the tile's set. */
  set: string,
  /** Id of the tile within its set. */
  kind: string, };

/** A tile on the table. */
export type TileView = {
  /** Column, growing to the east. */
  x: number,
  /** Row, growing to the south. */
  y: number,
  /** Quarter turns clockwise. */
  rotation: number,
  /** The seat that placed the tile; null for a start tile. */
  seat: number | null,
  /** The turn in which the tile was placed; 0 for a start tile. */
  turn: number,
  /** The number of ghosts on the tile. */
  ghosts?: number,
  /** Id of the tile's set. */
  set: string,
  /** Id of the tile within its set. */
  kind: string, };

/**
 * An action in a tournament. Those of an arbiter are for its organiser and the arbiters; most need a reason, which everyone can read in
 * the log.
 */
export type TournamentAct = { "act": "join", } | { "act": "add", name: string,
  /** The rating by which the player is seeded; by default the account's rating for such games. */
  rating?: number, } | { "act": "withdraw",
  /** The player whom an arbiter removes; omitted to leave oneself. */
  player?: number, reason?: string, } | { "act": "return",
  /** The player whom an arbiter brings back; omitted to return oneself. */
  player?: number, reason?: string, } | { "act": "pair", } | { "act": "report", match: number,
  /** The points of the first and second player of the match. */
  points: [number, number], } | { "act": "enter", match: number,
  /** The points of the first and second player of the match. */
  points: [number, number],
  /** 1 or 2: the player of the match who wins whatever the points. */
  winner?: number, reason: string, }
  | { "act": "rule", match: number, outcome: MatchOutcome, reason: string, }
  | { "act": "reopen", match: number, reason: string, }
  | { "act": "adjourn", match: number,
  /** False to resume. */
  adjourned: boolean, reason: string, }
  | { "act": "replay", match: number, reason: string, }
  | { "act": "appoint", name: string, }
  | { "act": "dismiss", arbiter: number, };

/** A format of tournaments, which determines the pairings. */
export type TournamentFormat = { "kind": "swiss",
  /** Number of rounds, 1 to 30. */
  rounds: number, } | { "kind": "round-robin",
  /** Number of times, 1 to 4. */
  cycles: number, } | { "kind": "single-elimination",
  /** Whether the losers of the semifinals play for the third place. */
  third_place: boolean, } | { "kind": "double-elimination" } | { "kind": "groups",
  /** Number of groups, 2 to 16. */
  groups: number,
  /** Number of players of each group who reach the elimination, 1 to 4. */
  advance: number, };

/** A tournament: its players, the matches of a round, and the standings. */
export type TournamentInfo = {
  /** Number of steps so far; it increases with every change. */
  steps: number,
  /** Whether the caller is the organiser. */
  yours: boolean,
  /** Whether the caller can act as an arbiter: the organiser, or one of the arbiters. */
  arbiter: boolean,
  /** The arbiters beside the organiser. */
  arbiters: Array<ArbiterInfo>,
  /**
   * A moderator's reason for hiding the tournament from all but its organiser; null if it is not hidden.
   */
  closed: string | null,
  /** Number of the player that the caller is. */
  you: number | null,
  /** The players in the order in which they joined. */
  players: Array<TournamentPlayer>,
  /** Number of rounds paired so far. */
  rounds: number,
  /**
   * The round whose matches are listed: the one that was requested, or the current one; null before the start.
   */
  round: number | null,
  /** The matches of that round. */
  matches: Array<MatchInfo>,
  /** The standings, the best first. */
  standings: Array<StandingInfo>,
  /** Id of the tournament. */
  id: string,
  /** Name, format and rules. */
  settings: TournamentSettings,
  /** The terms of the games; null if they are played in person. */
  game: GameTerms | null,
  /** Players who may join. */
  joining: Admission,
  /** Name of the organiser's account; null if it was deleted. */
  organiser: string | null,
  /** Progress of the tournament. */
  phase: TournamentPhase,
  /** Number of players who have joined, including those who left. */
  entrants: number,
  /** Creation time, in milliseconds since 1970. */
  created: number, };

/** An entry of a tournament's log. */
export type TournamentLogEntry = {
  /** Number of the entry, from 1. */
  number: number,
  /** Time, in milliseconds since 1970. */
  time: number,
  /** The role in which it was done. */
  role: StepRole,
  /** Name of the account; null for the server or a deleted account. */
  by: string | null,
  /** The step that was taken. */
  step: TournamentStep,
  /** The reason given. */
  reason: string | null, };

/** Progress of a tournament. */
export type TournamentPhase = "joining" | "playing" | "between_rounds" | "over";

/** A player of a tournament. */
export type TournamentPlayer = {
  /** Number of the player. */
  number: number,
  /** Name; null if the account was deleted. */
  name: string | null,
  /** Whether the name belongs to an account. */
  account: boolean,
  /** The rating by which the player is seeded. */
  rating: number | null,
  /** Whether the player has left. */
  withdrawn: boolean, };

/** The order in which players are seeded. */
export type TournamentSeeding = "rating" | "joined" | "drawn";

/** The settings of a tournament. */
export type TournamentSettings = {
  /** Name of the tournament. */
  name: string,
  /** The format, which determines the pairings. */
  format: TournamentFormat,
  /** Number of games in a match: 1, 3 or 5. The match ends once a player has won more than half of them. */
  best_of: number,
  /** How a game with equal points ends. */
  ties: TournamentTies,
  /** Tie-breaks between players with equal match points, in this order. */
  tie_breaks: Array<TournamentTieBreak>,
  /** The order in which players are seeded. */
  seeding: TournamentSeeding,
  /** Seed of everything that is drawn by lot. */
  seed: number, };

/** A step of a tournament. */
export type TournamentStep = { "type": "join", player: number, }
  | { "type": "withdraw", player: number, }
  | { "type": "return", player: number, }
  | { "type": "pair", }
  | { "type": "report", match: number, side: number, points: [number, number], }
  | { "type": "enter", match: number, points: [number, number], winner: number | null, }
  | { "type": "rule", match: number, outcome: MatchOutcome, }
  | { "type": "reopen", match: number, }
  | { "type": "adjourn", match: number, adjourned: boolean, }
  | { "type": "replay", match: number, }
  | { "type": "appoint", arbiter: number, }
  | { "type": "dismiss", arbiter: number, };

/** A tournament in a list. */
export type TournamentSummary = {
  /** Id of the tournament. */
  id: string,
  /** Name, format and rules. */
  settings: TournamentSettings,
  /** The terms of the games; null if they are played in person. */
  game: GameTerms | null,
  /** Players who may join. */
  joining: Admission,
  /** Name of the organiser's account; null if it was deleted. */
  organiser: string | null,
  /** Progress of the tournament. */
  phase: TournamentPhase,
  /** Number of players who have joined, including those who left. */
  entrants: number,
  /** Creation time, in milliseconds since 1970. */
  created: number, };

/** A tie-break between players with equal match points. */
export type TournamentTieBreak = "direct" | "wins" | "buchholz" | "sonneborn-berger" | "points-difference";

/** How a game with equal points ends. */
export type TournamentTies = "draw" | "starter-loses";

/** A game with its seats and terms, to be continued at another table. */
export type Transfer = {
  /** Record of the game so far: a record as a JSON object, or a record or saved game as a string. */
  record: object | string,
  /**
   * The seats, as many as the record's set-up has. `human` seats belong to the creator of the new table; `open` seats are refused.
   */
  seats: Array<NewSeat>,
  /** Seats that have lost and are played to the end by computer players. */
  out?: Array<OutInfo>,
  /** Seats in which a computer player plays until the person returns. */
  replaced?: Array<number>,
  /** Whether the table is listed publicly while the game is played. */
  public?: boolean,
  /** Whether it is a plain table, without hints while the game is played. */
  plain?: boolean,
  /**
   * Effect of a seat running out of time: `loses` (the default) or `computer`. Transferred games have no clock.
   */
  fall?: Fall,
  /**
   * Whether answers can be undone if the other players agree. Defaults to false at plain tables, and to true at all others.
   */
  undo?: boolean,
  /** Whether people without a seat may watch while the game is being played. */
  spectators?: boolean,
  /**
   * Names of at most 16 accounts: only these and the table's creator may watch. Not allowed for public tables.
   */
  invited?: Array<string>, };

/** A seat whose turn it is. */
export type Turn = {
  /** Name of the table. */
  table: string,
  /** The seat to move. */
  seat: number, };

/**
 * A running public game on the TV: the one with the best players of its game and kind of clock. Picked again every five seconds.
 */
export type TvGame = {
  /** Id of the game. */
  game: string,
  /** Kind of clock: `live`, `days` or `none`. */
  clock: string,
  /**
   * Average rating of the players; those without a rating count as 0, provisional ratings as at most 1500.
   */
  rating: number,
  /** The table, as in a list. */
  table: TableSummary, };

/** A position as the viewer may see it. */
export type View = {
  /** Number of answers so far. */
  seq: number,
  /** The turn number. */
  turn: number,
  /** Whether the game is over. */
  over: boolean,
  /**
   * The seat whose turn it is, although a different seat may have to answer; null before the first turn and after the last.
   */
  active: number | null,
  /** The set-up, with custom tiles replaced by their hash. */
  setup: Setup,
  /** The pending decision. */
  decision: DecisionView,
  /** The players, by seat. */
  players: Array<PlayerView>,
  /** The tiles on the table, in the order in which they were placed. */
  tiles: Array<TileView>,
  /** The figures on the table. */
  figures: Array<FigureView>,
  /** The figures that are captives. */
  captives: Array<CaptiveView>,
  /** The neutral pieces in play. */
  pieces: Array<PieceView>,
  /** Buildings on the map. */
  buildings: Array<BuildingView>,
  /** The segments that have a name. */
  named: Array<NamedView>,
  /** The features on the table. */
  features: Array<FeatureView>,
  /** The undrawn tiles. */
  bag: BagView,
  /** Tiles that fitted nowhere. */
  discarded: Array<TileName>,
  /** Tiles taken out before the first turn. */
  taken_out: Array<TileName>,
  /** Tiles put aside, to be shuffled back later. */
  aside: Array<TileName>,
  /** Tokens still in the stock, by kind. */
  stock: { [key in string]: number },
  /** The half of the turn, 1 or 2. */
  half: number,
  /** Whether a second half of the turn will follow. */
  doubled: boolean,
  /** The seats that won; empty until the game is over. */
  winners: Array<number>,
  /** The team, in games in which all seats play as one. */
  team?: TeamView, };

/** The changes from one view to another. */
export type ViewDelta = {
  /** Number of answers so far. */
  seq: number, turn?: number, over?: boolean, active?: number | null, decision?: DecisionDelta,
  /** The changed fields of each player that changed. */
  players?: Array<PlayerDelta>,
  /** Tiles that are new or changed, with their indices. */
  tiles?: Array<[number, TileView]>, figures?: ListDelta<number, FigureView>, captives?: Array<CaptiveView>, pieces?: Array<PieceView>, buildings?: Array<BuildingView>, named?: Array<NamedView>, features?: ListDelta<number, FeatureDelta>, bag?: BagDelta, discarded?: Array<TileName>, taken_out?: Array<TileName>, aside?: Array<TileName>, stock?: { [key in string]: number }, half?: number, doubled?: boolean, winners?: Array<number>, team?: TeamView, };

/** The readers of a study besides its owner. */
export type Visibility = "private" | "link" | "public";

/** A walk of a neutral piece. */
export type WalkView = {
  /** Word for the piece, such as `dragon`. */
  piece: string,
  /** The visited tiles, ending with the current one. */
  been: Array<number>,
  /** Number of steps left. */
  left: number, };

/** Redirect to a provider. */
export type WayThere = {
  /** Authorization URL at the provider. */
  to: string, };

/** Sign-in methods of the account. */
export type WaysInfo = {
  /** Whether the account has a password. */
  password: boolean,
  /** Passkeys, oldest first, at most 20. */
  passkeys: Array<PasskeyInfo>,
  /** Linked providers, by issuer. */
  links: Array<LinkInfo>, };

/** A text in each of the project's languages. */
export type Words = {
  /** English. */
  en: string,
  /** Russian. */
  ru: string,
  /** Ukrainian. */
  uk: string, };
