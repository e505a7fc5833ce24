// The server's protocol as types, made from the server's own by scripts/types: not to be changed by hand.

/** A token of one's own account. */
export type AccessToken = {
  /** Its number. */
  id: number,
  /** What its owner calls it. */
  name: string,
  /** What it allows. */
  scopes: Array<Scope>,
  /** When it was made, in milliseconds since 1970. */
  created: number,
  /** When it was last used, to the hour; none: never. */
  used: number | null,
  /** When it ends; none: never. */
  expires: number | null, };

/** An account, as its owner sees it. */
export type AccountInfo = {
  /** Its name. */
  name: string,
  /** What it may do. */
  role: Role,
  /** When it was made, in milliseconds since 1970. */
  created: number,
  /** Whether it is a program's. */
  program: boolean,
  /** That a moderator reset its ratings, for 30 days. */
  ratings_reset: RatingsReset | null, };

/** The address that a link of a letter was about. */
export type AddressInfo = {
  /** The address. */
  address: string, };

/** Games against somebody. */
export type AgainstCount = {
  /** An account's name. */
  name: string | null,
  /** A computer player's level. */
  level: string | null,
  /** How many. */
  games: number,
  /** Of these, those that were won alone or as a team. */
  won: number,
  /** Those that were won together with others. */
  shared: number, };

/** What the strongest computer player thinks of a position. */
export type Analysis = {
  /** Answers before the position. */
  at: number,
  /** Who must act. */
  seat: number,
  /** Whether every course of the rest of the game was looked at, so that nothing is estimated. */
  exact: boolean,
  /** Positions that were evaluated. */
  evaluations: number,
  /** The answer that was given there; null where none is judged. */
  given: string | null,
  /** The points that it gave away: the best margin less that of the best line with it. */
  lost: number | null,
  /**
   * At most 8, the best first; the best line with the answer given is among them, as a ninth if need be.
   */
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
  ghosts: number, } | { "verb": "again" } | { "verb": "pass" } | { "verb": "draw",
  /** Its set. */
  set: string,
  /** Its id within the set. */
  kind: string, } | { "verb": "first",
  /** The seat. */
  seat: number, });

/** A page of the archive. */
export type ArchivePage = {
  /** The games, newest first. */
  games: Array<ArchivedGame>,
  /** What the next page is asked for `before`; none where there is none. */
  next: string | null, };

/** A game that ended. */
export type ArchivedGame = {
  /** Its table. */
  table: string,
  /** What was played; nothing where what is stored cannot be read. */
  setup: Setup | null,
  /** The same for all games that are played alike; the archive is searched by it. */
  alike: string,
  /** How fast it was: `blitz`, `rapid`, `slow`, `days` or `none`. */
  speed: string,
  /** Whether it counted for ratings. */
  rated: boolean,
  /** Whether everybody may find it. */
  public: boolean,
  /** How it ended: `over`, `resigned`, `time` or `aborted`. */
  how: string,
  /** Turns that it had. */
  turns: number,
  /** When it began, in milliseconds since 1970. */
  began: number,
  /** When it ended. */
  ended: number,
  /** What it came to for each seat. */
  seats: Array<PlayedSeat>, };

/** An entry of the audit log. */
export type AuditInfo = {
  /** Its number. */
  id: number,
  /** When, in milliseconds since 1970. */
  time: number,
  /** Whether an account did it, and not whoever keeps the server. */
  by_account: boolean,
  /** Who did it; nothing for whoever keeps the server, or an account that was deleted. */
  by: string | null,
  /** The word of what was done. */
  act: string,
  /** Whether it was done to an account. */
  to_account: boolean,
  /** To whom; nothing where it was done to no account, or to one that was deleted. */
  name: string | null,
  /** What they were called before. */
  former: string | null,
  /** To which table. */
  table: string | null,
  /** The number of the line of chat that it was about. */
  line: number | null,
  /** The number of the ban that was made or lifted. */
  ban: number | null,
  /**
   * The setting with its value; or, as long as a ban is in force, its addresses or what the guest was called.
   */
  detail: string | null,
  /** Which report it answered. */
  report: number | null,
  /** Until when it holds, in milliseconds since 1970; nothing where it has no end. */
  until: number | null,
  /** Why. */
  why: string, };

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

/** A ban of a guest, of addresses, or of both. */
export type BanInfo = {
  /** Its number. */
  id: number,
  /** The addresses, in CIDR notation; nothing where a guest alone is banned. */
  block: string | null,
  /** What the guest was called; nothing where addresses alone are banned. */
  guest: string | null,
  /** The table at which the guest sat. */
  table: string | null,
  /** The seat on which the guest sat. */
  seat: number | null,
  /** Why. */
  reason: string,
  /** Since when, in milliseconds since 1970. */
  since: number,
  /** Until when, in milliseconds since 1970; nothing where it has no end. */
  until: number | null, };

/** What a set-up plays by: the preset from which it departs least, and where it departs. */
export type Basis = {
  /** The id of the preset. */
  id: string,
  /** Its name. */
  name: Words,
  /** The options in which the set-up is not the preset; none where it is. */
  departures: Array<Departure>, };

/** Somebody whom one's own account has blocked. */
export type BlockedInfo = {
  /** Their name. */
  name: string,
  /** Since when, in milliseconds since 1970. */
  since: number, };

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

/** What an authenticator is to be asked, with the sealed challenge. */
export type ChallengeForPasskey = {
  /** The sealed challenge, which goes back with the answer. */
  challenge: string,
  /**
   * What the browser's `navigator.credentials` takes, in the form of `parseCreationOptionsFromJSON` and
   * `parseRequestOptionsFromJSON`.
   */
  options: Record<string, unknown>, };

/** A challenge that nobody has answered. */
export type ChallengeInfo = {
  /** The table at which it is to be played. */
  table: TableSummary,
  /** Who challenges. */
  by: string,
  /** Who is challenged. */
  to: string,
  /** Whether it is one's own. */
  own: boolean,
  /** Until when it can be taken, in milliseconds since 1970. */
  expires: number, };

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
  seq: number, } | { "type": "undo",
  /** Whose. */
  seat: number, } | { "type": "consent",
  /** Whether. */
  agree: boolean, } | { "type": "resign",
  /** Which. */
  seat: number, } | { "type": "abort" } | { "type": "replace",
  /** Their seat. */
  seat: number, } | { "type": "return",
  /** Which. */
  seat: number, } | { "type": "talk" } | { "type": "say",
  /** The word of a phrase. */
  phrase?: string,
  /** Words, instead. */
  words?: string, } | { "type": "ping" };

/** How long people may think. */
export type Clock = { "type": "game",
  /** Initial time of each seat, in seconds: 5 to 86,400. */
  start: number,
  /** Increment at the end of a turn, in seconds: 0 to 3,600. */
  increment?: number, } | { "type": "turn",
  /** In seconds: 5 to 86,400. */
  seconds: number, } | { "type": "days",
  /** In days: 1 to 30. */
  days: number, };

/** The clocks of a table at the moment at which they are told. */
export type ClocksInfo = {
  /** What each seat has left, in milliseconds; nothing for a computer player. */
  left: (number | null)[],
  /** The seat whose clock runs. */
  running: number | null, };

/** How many games, and how they came out. */
export type CountInfo = {
  /** How many. */
  games: number,
  /** Of these, those that were won alone or as a team. */
  won: number,
  /** Those that were won together with others. */
  shared: number, };

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

/** A device that takes pushes. */
export type DeviceInfo = {
  /** Its number. */
  id: number,
  /** Where pushes to it go, by which a browser knows itself again. */
  endpoint: string,
  /** Which browser it is, as far as it says; may be empty. */
  browser: string,
  /** Which system it runs on; may be empty. */
  system: string,
  /** When it was added, in milliseconds since 1970. */
  created: number, };

/** How a game ended. */
export type EndInfo = {
  /** How. */
  how: How,
  /** The seat through which it ended early. */
  seat: number | null,
  /** Who has won; seats that have lost before the end never have. */
  winners: Array<number>, };

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

/** What becomes of a seat whose time is used up. */
export type Fall = "loses" | "computer";

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

/** The public table that most people look at, or that changed last; chosen again every five seconds. */
export type FeaturedInfo = {
  /** The table. */
  table: TableSummary,
  /** How many look at it, players and spectators. */
  watching: number,
  /** The score of each seat. */
  scores: Array<number>,
  /** Tiles that are left to draw. */
  left: number,
  /** The tiles on the table. */
  tiles: Array<TileView>, };

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
  /**
   * The levels of computer players, from the weakest to the strongest; only `master` uses a seat's `millis`.
   */
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
  /**
   * Legal placements that would complete a feature, in the order of the answers; none of a hand that the client
   * can't see.
   */
  places: Array<GuidePlace>,
  /** All open places; none when the game is over. */
  open: Array<GuideOpen>,
  /**
   * Unseen tiles still to come: those to be drawn, and those in hands that the client can't see; not tiles apart or
   * aside.
   */
  left: number,
  /**
   * Tiles drawn until the client's next turn, its own included; a whole round for a client without seats, and never
   * more than there are. Ignores double turns and tiles that fit nowhere.
   */
  draws: number, };

/** A feature that a placement would complete. */
export type GuideFeature = {
  /** The kind of feature. */
  kind: string,
  /** Its worth, before anything else is done in that turn. */
  points: number,
  /**
   * Points for each seat with the majority; in The Discovery for each follower if it were taken back, in a team game
   * for the active seat. Empty where the feature is unoccupied, or the team loses before it scores.
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
  /**
   * Number of tiles left that could legally be placed here if drawn now; river tiles only where the river
   * continues.
   */
  fit: number,
  /**
   * The chance that the next tile drawn is one of them, with every unseen tile equally likely (during the river,
   * every river tile that can be drawn); null if no more tiles are drawn.
   */
  next: number | null,
  /**
   * The chance that one of the tiles is, that are drawn until it is the asker's turn again; null while a river is drawn first.
   */
  soon: number | null,
  /** Nothing that is unseen, in a hand, aside or apart can ever be placed here. */
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

/** How a game ended. */
export type How = "over" | "resigned" | "time" | "aborted" | "stopped";

/** Who is signed in, if anybody is. */
export type Identity = {
  /** The account; none for a guest. */
  account: AccountInfo | null,
  /** How many tables this browser opens that no account has claimed. */
  unclaimed: number,
  /** Whether the server sends letters, so that a forgotten password can be set anew. */
  mail: boolean,
  /** Whether accounts can be made. */
  registration: boolean,
  /** Whether this build of the server has passkeys. */
  passkeys: boolean, };

/** Points of one kind. */
export type KindCount = {
  /** The game's id. */
  game: string,
  /** The kind. */
  kind: string,
  /** The points of all games together. */
  points: number,
  /** How many games of it there were. */
  games: number, };

/** Somebody on a leaderboard. */
export type LeaderInfo = {
  /** The place, from 1 on. */
  place: number,
  /** The name. */
  name: string,
  /** The rating. */
  rating: number,
  /** By how much it may be wrong. */
  deviation: number,
  /** After how many games. */
  games: number,
  /** Whether these are too few to go by. */
  provisional: boolean, };

/** A page of a leaderboard. */
export type LeaderPage = {
  /** Those with the best ratings; after those with enough games come those with too few to go by. */
  leaders: Array<LeaderInfo>,
  /** What the next page is asked for `after`; none where there is none. */
  next: string | null, };

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
  /** The expected continuation, as far as the seat can know; may be empty. */
  main: Array<MainStep>, };

/** A provider by which one's own account signs in. */
export type LinkInfo = {
  /** Its address. */
  issuer: string,
  /** Its word; null where the server does not have that provider any more, so that it lets nobody in. */
  provider: string | null,
  /** The word that it has for whoever signs in. */
  subject: string,
  /** When it was attached, in milliseconds since 1970. */
  created: number,
  /** When somebody last came by it. */
  used: number | null, };

/** The changes of a list whose elements have numbers of their own, by which it is sorted. */
export type ListDelta<N, T> = {
  /** The numbers of those that are gone. */
  gone?: Array<N>,
  /** Those that are new or changed. */
  put?: Array<T>, };

/** By what a seat has lost that did not play to the end. */
export type Loss = "resigned" | "time";

/** A token that was just made; an account has at most 20. */
export type MadeAccessToken = {
  /** The token. */
  token: AccessToken,
  /** What a program sends. It is told this once. */
  secret: string, };

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
  /**
   * The seat; a maker who sits nowhere gets a token without one, which starts the game and opens nothing else.
   */
  seat: number | null,
  /** The secret. */
  token: string, };

/** An answer of a main line. */
export type MainStep = {
  /** The seat that gives it; null for chance, whose draws are only likely ones. */
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

/**
 * A seat of a new table. A name has 1 to 32 characters. A bot thinks for `millis`, 10 to 60,000, by default 1,000.
 */
export type NewSeat = { "type": "human", name: string, }
  | { "type": "bot", level: string, millis?: number, }
  | { "type": "open", };

/** What makes a table. */
export type NewTable = {
  /** What is played. */
  setup: Setup,
  /**
   * The seats, as many as the set-up has. `human` seats belong to the maker, `open` ones wait; without open seats
   * the game starts at once.
   */
  seats: Array<NewSeat>,
  /** Whether everybody may find the table in the list. */
  public: boolean,
  /**
   * Whether it is a plain table, without guides and without the list of tiles left while the game is played.
   */
  plain?: boolean,
  /** How long people may think; for ever where there is no clock. */
  clock?: Clock,
  /** Effect of a seat's time running out: `loses`, the default, or `computer`. */
  fall?: Fall,
  /**
   * Whether answers can be taken back if the others agree; by default true, but false at plain and rated tables.
   */
  undo?: boolean,
  /** Whether its result counts for the ratings of those who play. */
  rated?: boolean,
  /** Whether somebody may look who has no seat, while the game goes on. */
  spectators?: boolean,
  /**
   * Names of at most 16 accounts: only these and the maker may look and take a seat. Not at a public table; if left
   * out, anybody with the link may.
   */
  invited?: Array<string>, };

/** Somebody who came by a provider and has no account. */
export type Newcomer = {
  /** How the provider is called. */
  provider: string, };

/** How an account wants to be told things. */
export type NoticeChoices = {
  /** By letter. */
  mail: boolean,
  /** By push. */
  push: boolean,
  /** When not, if ever. */
  quiet: QuietHours | null,
  /** Its time zone, by the name of the tz database. */
  zone: string,
  /** In which language. */
  language: NoticeLanguage, };

/** The languages that people are written to in. */
export type NoticeLanguage = "en" | "ru" | "uk";

/** How an account is told things, and how it could be. */
export type NoticesInfo = {
  /** Whether the server sends letters. */
  mail_offered: boolean,
  /**
   * The public key by which the server is known to push services, as a browser asks for it; none where it sends no pushes.
   */
  push_key: string | null,
  /** The account's address. */
  address: string | null,
  /** An address that waits to be confirmed. */
  waiting: string | null,
  /** Whether mail to the address was returned; nothing more is sent there. */
  bounced: boolean,
  /** The same of the address that waits. */
  waiting_bounced: boolean,
  /** How it wants to be told things. */
  choices: NoticeChoices,
  /** The devices that take pushes. */
  devices: Array<DeviceInfo>, };

/** An offer to take answers back. */
export type OfferInfo = {
  /** Who asks. */
  seat: number,
  /** The number of answers that would be left. */
  to: number,
  /**
   * Whether a draw that was seen would be taken back, so that all others must agree; else one of them is enough.
   */
  drawn: boolean,
  /** Who can agree and has not yet. */
  waits: Array<number>, };

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

/** A seat that has lost before the end. */
export type OutInfo = {
  /** The seat. */
  seat: number,
  /** By what. */
  loss: Loss, };

/** A passkey of one's own account. */
export type PasskeyInfo = {
  /** Its number. */
  id: number,
  /** What its owner calls it. */
  name: string,
  /** The name of the site that it is for; at another it does not sign in. */
  site: string,
  /** When it was made, in milliseconds since 1970. */
  created: number,
  /** When somebody last signed in by it. */
  used: number | null, };

/** A line of the event stream. */
export type PersonEvent = { "type": "hello",
  /** Where the person is asked. */
  asked: Array<Turn>,
  /** Challenges that they made or got and that can be taken still. */
  challenges: Array<ChallengeInfo>,
  /** What they seek. */
  seek: SeekInfo | null,
  /** What all seek, to who asked for the lobby. */
  seeks?: Array<SeekInfo>, } | { "type": "turn",
  /** The table. */
  table: string,
  /** The seat. */
  seat: number,
  /** Whether. */
  asked: boolean, } | { "type": "game_start",
  /** The table. */
  table: string,
  /** The seat. */
  seat: number, } | { "type": "challenge",
  /** To what. */
  challenge: ChallengeInfo, } | { "type": "challenge_taken",
  /** The table. */
  table: string,
  /** Who. */
  by: string, } | { "type": "challenge_declined",
  /** The table. */
  table: string,
  /** Who. */
  by: string,
  /** Whether the table is gone with it. */
  gone: boolean, } | { "type": "challenge_canceled",
  /** The table. */
  table: string, } | { "type": "seek_gone",
  /** Its number. */
  seek: number, } | { "type": "rematch",
  /** The table at which they played. */
  table: string, } | { "type": "lobby",
  /** Public tables that are new or have changed. */
  tables: Array<TableSummary>,
  /** Tables that are not to be listed any more. */
  gone: Array<string>,
  /** Seeks that are new. */
  seeks: Array<SeekInfo>,
  /** Seeks that are over. */
  seeks_gone: number[],
  /** Whether more has changed than is told here, so that the lists are to be asked for again. */
  more: boolean, };

/** Profile of an account; requests for it ignore the case of the name. */
export type PersonInfo = {
  /** The name. */
  name: string,
  /** When the account was made, in milliseconds since 1970. */
  created: number,
  /** Whether it is whoever asks. */
  you: boolean,
  /** Whether the account is a program's. */
  program: boolean,
  /** The ratings, those with most games first. */
  ratings: Array<RatingInfo>, };

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

/** What a game came to for a seat. */
export type PlayedSeat = {
  /**
   * Who sat there; none of a computer player, of an account that was deleted, and where a record has no name.
   */
  name: string | null,
  /** Whether it was an account. */
  account: boolean,
  /** The level of a computer player. */
  level: string | null,
  /** The points. */
  score: number,
  /** From 1 on. */
  rank: number,
  /** How it came out: `won`, `shared` or `lost`. */
  outcome: string,
  /** Points by kind of feature, and by what else gives or takes some. */
  by_kind: Record<string, number>,
  /** The rating before the game and after it, where it was rated. */
  rating: RatingChange | null, };

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
  /** The options that differ from their default. */
  options: { [key in string]: string }, };

/** A provider by which one may sign in here. */
export type ProviderInfo = {
  /** Its word. */
  id: string,
  /** How it is called. */
  name: string, };

/** What a push tells the service worker of the client. */
export type PushMessage = {
  /** The heading. */
  title: string,
  /** The text below it. */
  body: string,
  /** The page that a click opens. */
  path: string,
  /** What it takes the place of: an older one about the same. */
  tag: string,
  /** The language that it is in. */
  language: NoticeLanguage, };

/** Quiet hours, in minutes after midnight. */
export type QuietHours = {
  /** When they begin. */
  from: number,
  /** When they end, on the next day if that is earlier. */
  to: number, };

/** How a game changed a rating. */
export type RatingChange = {
  /** Before. */
  before: number,
  /** After. */
  after: number, };

/** A rating. */
export type RatingInfo = {
  /** The game's id. */
  game: string,
  /** How fast: `blitz`, `rapid`, `slow` or `days`. */
  speed: string,
  /** Between `two`, or among `more`. */
  size: string,
  /** The rating. */
  rating: number,
  /** By how much it may be wrong. */
  deviation: number,
  /** After how many games. */
  games: number,
  /** Whether these are too few to go by. */
  provisional: boolean,
  /** When it last changed, in milliseconds since 1970. */
  updated: number, };

/** A rating after a game. A history has the last 500, the oldest first. */
export type RatingPointInfo = {
  /** When, in milliseconds since 1970. */
  time: number,
  /** The rating. */
  rating: number,
  /** By how much it may be wrong. */
  deviation: number,
  /** The table, if whoever asks may find it. */
  table: string | null, };

/** That a moderator reset the ratings of one's own account. */
export type RatingsReset = {
  /** When, in milliseconds since 1970. */
  time: number,
  /** Why. */
  reason: string, };

/** Whose password a link sets. */
export type RecoveryInfo = {
  /** The name of the account. */
  name: string, };

/** How far those who played have come to play again. */
export type RematchInfo = {
  /** The seats that want to. */
  agreed: Array<number>,
  /** The seats of people who have not said so yet. */
  waits: Array<number>,
  /** The table where they play, once all want to. */
  table: string | null, };

/** What there was to be seen when something was reported. */
export type ReportContext = {
  /** Who sat at the table. */
  seats: Array<ReportSeat>,
  /** What was said before and after. */
  lines: Array<ReportedLine>, };

/** A report, as moderators see it. */
export type ReportInfo = {
  /** Its number. */
  id: number,
  /** When it was made, in milliseconds since 1970. */
  time: number,
  /** Who made it; nothing for a guest, or an account that was deleted. */
  reporter: string | null,
  /** The account that it is about; nothing where it is about a guest. */
  about: string | null,
  /** The table; nothing in the lobby. */
  table: string | null,
  /** The seat of whoever it is about. */
  seat: number | null,
  /** The line that it is about. */
  line: number | null,
  /** The word of a reason. */
  reason: string,
  /** What the reporter says of it. */
  words: string,
  /** What there was to be seen. */
  context: ReportContext,
  /** What became of it; nothing as long as nobody has decided. */
  act: string | null, };

/** Who sat on a seat of a table. */
export type ReportSeat = {
  /** The seat. */
  seat: number,
  /** Whether it was a person, a computer player, or nobody. */
  type: string | null,
  /** What a person was called. */
  name: string | null,
  /** Whether the account was deleted since. */
  deleted: boolean, };

/** A line that was said before or after. */
export type ReportedLine = {
  /** Its number. */
  id: number,
  /** The seat of whoever said it. */
  seat: number | null,
  /** What they were called. */
  name: string | null,
  /** The word of a phrase. */
  phrase: string | null,
  /** Words. */
  words: string | null,
  /** When, in milliseconds since 1970. */
  time: number,
  /** Whether those said it who watched. */
  apart: boolean,
  /** Whether the account was deleted since. */
  deleted: boolean, };

/** A complete feature that is scored, or not. */
export type RewardView = {
  /** The feature. */
  feature: number,
  /** The points that scoring it gives. */
  points: number,
  /** Why. */
  terms: Array<TermView>, };

/** What an account may do. */
export type Role = "player" | "moderator" | "admin";

/** Something that a token allows. */
export type Scope = "read" | "play" | "talk";

/** Games on one seat. */
export type SeatCount = {
  /** How many seats there were. */
  seats: number,
  /** Which was theirs, from 0 on. */
  seat: number,
  /** How many. */
  games: number,
  /** Of these, those that were won alone or as a team. */
  won: number,
  /** Those that were won together with others. */
  shared: number, };

/** A seat of a table. */
export type SeatInfo = {
  /** Who sits there. */
  type: SeatKind,
  /** The person's name; a record may have none. */
  name: string | null,
  /** Whether the name is that of an account; left out where it is not. */
  account?: boolean,
  /**
   * Whether the account of whoever sat there was deleted, and its name with it; left out where it was not.
   */
  deleted?: boolean,
  /** The computer player's level. */
  level: Level | null,
  /** How long the computer player may think; a record does not say. */
  millis: number | null,
  /** Whether somebody is there now; left out where that is not known. */
  connected?: boolean,
  /**
   * How long the person has been away, in milliseconds; left out while they are here, or where it is not known.
   */
  away?: number,
  /** The person for whom a computer player plays; left out where there is none. */
  stands_in_for?: string, };

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

/** What somebody seeks. */
export type SeekInfo = {
  /** Its number. */
  seek: number,
  /** Who. */
  name: string,
  /** Whether the name is that of an account. */
  account: boolean,
  /** Their rating, where they have one. */
  rating: number | null,
  /** What they want to play. */
  setup: Setup,
  /** By which clock. */
  clock: Clock | null,
  /** Whether the result counts for ratings. */
  rated: boolean,
  /** The ratings that the others may have. */
  range: [number, number] | null,
  /** When they began to seek, in milliseconds since 1970. */
  since: number, };

/** A refusal as it is told. */
export type ServerError = {
  /** The code that programs go by. */
  code: string,
  /** The sentence that people read. */
  message: string,
  /** Why somebody keeps order so; left out where it is not about that. */
  reason?: string,
  /** Until when, in milliseconds since 1970; left out where it is for ever. */
  until?: number, };

/** A session of one's own account. */
export type SessionInfo = {
  /** Its number. */
  id: number,
  /** Which browser it is, as far as it says; may be empty. */
  browser: string,
  /** Which system it runs on; may be empty. */
  system: string,
  /** When it was made, in milliseconds since 1970. */
  created: number,
  /** When it was last used, to the hour. */
  used: number,
  /** Whether it is the one that asks. */
  current: boolean, };

/** The settings that moderators change while the server runs. */
export type SettingsInfo = {
  /** Whether accounts can be made. */
  registration: boolean,
  /** Seconds between two lines of one person at a table or in the lobby; 0: no slow mode. */
  slow_mode: number,
  /** Days after which an account may post links, and guests may not; nothing: everybody may. */
  links_after: number | null, };

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
  /**
   * How many times every tile is there that is drawn from the bag, own tiles too. What lies apart is there once: a river, bonus tiles,
   * the blocks with which a table begins.
   */
  copies?: number,
  /**
   * A tile file of the players' own, at most 64 KB; its tiles are shuffled in with the others, or are the only ones
   * if all `sets` are 0. A set-up that the server shows has the file's hash here, 16 hexadecimal digits.
   */
  own_tiles?: string, };

/** Games by one game and its expansions. */
export type SetupCount = {
  /** The game's id. */
  game: string,
  /** The expansions' ids. */
  expansions: Array<string>,
  /** How many. */
  games: number,
  /** Of these, those that were won alone or as a team. */
  won: number,
  /** Those that were won together with others. */
  shared: number, };

/** A rated game whose players came from one household. */
export type SharedGameInfo = {
  /** Its number. */
  id: number,
  /** The table. */
  table: string,
  /** When it ended, in milliseconds since 1970. */
  ended: number,
  /** The names of the accounts by seat; nothing of those that were deleted. */
  players: Array<string | null>, };

/** What the server says over the socket beside what the table does. */
export type SocketMessage = { "type": "error",
  /** Why. */
  error: ServerError,
  /** The last answer that the client was told of; null before the first hello. */
  seq: number | null, } | { "type": "talk" } & Talk | { "type": "said",
  /** What. */
  line: TalkLine, } | { "type": "pong" };

/** What became of a wish to play. */
export type Sought = {
  /** The seek, where somebody is still missing. */
  seek: SeekInfo | null,
  /** The table, where the game begins. */
  table: string | null, };

/** What somebody's games come to together. */
export type StatisticsInfo = {
  /** All of them, at most the newest 2,000. */
  all: CountInfo,
  /** By how many seats there were, and which was theirs. */
  by_seat: Array<SeatCount>,
  /** By set-up, those played most often first. */
  by_setup: Array<SetupCount>,
  /**
   * By whom they were played against, those most often met first: `won` is how often they came before them, `shared` beside them.
   */
  against: Array<AgainstCount>,
  /** Points by kind. */
  points: Array<KindCount>, };

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
  seed: string | null,
  /** What it is played by beside its rules. */
  terms: Terms,
  /** Whether the game can still be ended without a result. */
  abortable: boolean,
  /**
   * How long somebody must be away before a computer player can take their place, in milliseconds; nothing where that cannot be.
   */
  absence: number | null,
  /** How often answers were taken back. */
  undone: number,
  /** Answers that somebody asks to take back. */
  offer: OfferInfo | null,
  /** The seats that have lost before the end, and only finish the game. */
  out: Array<OutInfo>,
  /** How the game ended; nothing as long as it goes on, or where it was brought without an end. */
  end: EndInfo | null,
  /** Whether those alone may look, and take a seat, who are invited. */
  invited: boolean,
  /** Whether somebody may look who has no seat, while the game goes on. */
  spectators: boolean,
  /** How many look who have no seat. */
  watching: number,
  /** How far those who played have come to play again; nothing where nobody has asked for it. */
  rematch: RematchInfo | null, };

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
  missed: Array<Step>,
  /** The clocks, if the table has some. */
  clocks?: ClocksInfo, } | { "type": "update",
  /** The position after it. */
  view: View,
  /** The clocks, if the table has some. */
  clocks?: ClocksInfo,
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
  hash: number,
  /** The clocks, if the table has some. */
  clocks?: ClocksInfo, } | { "type": "preview",
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
  table: TableInfo,
  /** The clocks, if the table has some. */
  clocks?: ClocksInfo, } | { "type": "thinking",
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
  plain: boolean,
  /** Whether its result counts for ratings. */
  rated: boolean,
  /** Its clock, if it has one. */
  clock: Clock | null,
  /** Whether somebody may look who has no seat, while the game goes on. */
  spectators: boolean,
  /** Whether those alone may come who are invited. */
  invited: boolean, };

/** Lines that were said, the oldest first. */
export type Talk = {
  /** The lines. */
  lines: Array<TalkLine>,
  /** Whether there are more: older ones, or newer ones where those after a number were asked for. */
  more: boolean,
  /**
   * Numbers of lines of the lobby that moderators removed, newest first, at most 100; left out if there are none.
   */
  removed?: Array<number>, };

/** A line that was said. */
export type TalkLine = {
  /** Its number: later lines have greater ones. */
  id: number,
  /** The seat of whoever said it; nothing where they watch, or in the lobby. */
  seat: number | null,
  /** What they are called. */
  name: string,
  /** Whether the name is that of an account. */
  account: boolean,
  /** Whether those said it who watch: players do not hear it before the end. */
  apart: boolean,
  /**
   * A phrase that every client shows in its own language (`hello`, `luck`, `thanks`, `nice`, `oops`, `moment`,
   * `back`, `played`, `again`, `bye`); left out where there are words.
   */
  phrase?: string,
  /** Words; left out where there is a phrase. */
  words?: string,
  /**
   * Whether a moderator removed it, so that it has neither a phrase nor words; left out unless it is so.
   */
  removed?: boolean,
  /** When, in milliseconds since 1970. */
  time: number, };

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

/** What a table is played by beside its rules. */
export type Terms = {
  /** How long people may think; for ever where there is no clock. */
  clock: Clock | null,
  /** What becomes of a seat whose time is used up. */
  fall: Fall,
  /** Whether answers can be taken back, if the others agree. */
  undo: boolean,
  /** Whether the result counts for the ratings of those who play. */
  rated: boolean, };

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

/** A seat that is asked. */
export type Turn = {
  /** The table. */
  table: string,
  /** The seat. */
  seat: number, };

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

/** Where a browser goes to sign in. */
export type WayThere = {
  /** An address of the provider. */
  to: string, };

/** The ways to sign in to one's own account. */
export type WaysInfo = {
  /** Whether there is a password. */
  password: boolean,
  /** The passkeys, the oldest first, at most 20. */
  passkeys: Array<PasskeyInfo>,
  /** The providers, by their addresses. */
  links: Array<LinkInfo>, };

/** A sentence, or a part of one, in the languages of the project. */
export type Words = {
  /** English. */
  en: string,
  /** Russian. */
  ru: string,
  /** Ukrainian. */
  uk: string, };
