// HTTP calls of the protocol. A refused request throws an ApiError with the server's stable code.

import type {
  EditedBoard, ChallengeForPasskey, Newcomer, ProviderInfo, WayThere, WaysInfo, Analysis, ArchivedGame, ArchivePage, BlockedInfo,
  ChallengeInfo, Clause, Clock, Fall, FeaturedInfo, FollowState, Games, Guide, Identity, Language, LeaderPage, Made, NoticeChoices,
  NoticesInfo, Numbers, PeoplePage, PersonInfo, RatingPoint, SeatRequest, SetArt, Setup, SideSet, Sought, Statistics, Step, Table,
  TableSummary, Talk, TalkLine, TvGame, View,
} from "./protocol";
import { ApiError } from "./refusal";
import { request, requestOnDevice, type Reply } from "./transport";

export { ApiError };

export const call = async <T>(path: string, body?: unknown, signal?: AbortSignal): Promise<T> => parsed(await request(path, body, signal));

function parsed<T>({ text, status }: Reply): T {
  try {
    return JSON.parse(text || "null") as T;
  } catch {
    throw new ApiError("not_json", "the server's answer was not understood", status);
  }
}

const at = (table: string) => `/api/tables/${encodeURIComponent(table)}`;

export const games = () => call<Games>("/api/games");
/** Fetches the numbers of figures and tiles in a set-up; `figures` and `sets` are those that differ from the printed ones. */
export const numbers = (setup: Setup, figures: Record<string, number>, sets: Record<string, number>, signal?: AbortSignal) =>
  call<Numbers>("/api/games/numbers", { setup, figures, sets }, signal);
/** Returns the URL of the art for a set, or for a table's custom tiles. */
export const artOf = (set: string) => `/api/art/${encodeURIComponent(set)}`;
export const ownArtOf = (id: string) => `${at(id)}/art/own`;
/** Fetches a set's coarse pictures and the positions of its segments. */
export const farArt = (place: string) => call<SetArt>(`${place}/far.json`);
/** Fetches what the tiles of a set show on each side. */
export const sides = (place: string) => call<SideSet>(`${place}/sides.json`);
/** Fetches what the position editor needs to know about a set-up's starting board, and where a tile fits. */
export const edit = (setup: Setup, tile: string | null) => call<EditedBoard>("/api/games/board", { setup, ...(tile !== null && { tile }) });
/** Fetches a table's set-up with a position of its game as the starting board. */
export const boardAt = (id: string, position: number) => call<Setup>(`${at(id)}/board?at=${position}`);
export const figures = () => call<Record<string, string>>("/api/art/figures.json");
export const rules = (language: Language) => call<Clause[]>(`/api/rules/${language}`);
/** Fetches a table's custom tile file. */
export const ownTiles = async (id: string) => (await request(`${at(id)}/tiles.toml`)).text;
export const tables = () => call<TableSummary[]>("/api/tables");
export const table = (id: string) => call<Table>(at(id));
export const join = (id: string, seat: number, name: string, colour: number | null) =>
  call<{ seat: number; token: string }>(`${at(id)}/join`, { seat, name, colour });
/** Changes the colour of the player's own seat before the game starts. */
export const chooseColour = (id: string, seat: number, colour: number, token: string | null) =>
  call<Table>(`${at(id)}/colour`, { seat, colour, token });
export const start = (id: string, token: string | null) => call<unknown>(`${at(id)}/start`, { token });
/** Associates a seat from a link with this browser's cookie on the server. */
export const claim = (id: string, token: string) => call<unknown>(`${at(id)}/claim`, { token });
/** Creates a link that opens the player's own seat on another device. */
export const seatLink = (id: string, seat: number, token: string | null) =>
  call<{ link: string }>(`${at(id)}/token`, { seat, token });
/** Revokes all other links and devices of the player's own seat. */
export const revoke = (id: string, seat: number, token: string | null) => call<Table>(`${at(id)}/revoke`, { seat, token });
export const view = (id: string, seq?: number) => call<View>(`${at(id)}/view${seq === undefined ? "" : `?at=${seq}`}`);
export const steps = (id: string, from: number, to: number) => call<Step[]>(`${at(id)}/events?from=${from}&to=${to}`);

/** A table's terms apart from its rules. */
export interface Wanted {
  clock?: Clock | null;
  fall?: Fall;
  undo?: boolean;
  rated?: boolean;
  access?: Access;
}

/** Access to a table. */
export interface Access {
  who: "public" | "link" | "invited";
  /** Names of the invited accounts. */
  names: string[];
  /** True if spectators are allowed. */
  spectators: boolean;
}

export const make = (setup: Setup, seats: SeatRequest[], plain: boolean | undefined, wanted: Wanted) =>
  call<Made>("/api/tables", asTable(setup, seats, plain, wanted));
/** Creates a table on this device, whose people share the screen. */
export const makeOnDevice = async (setup: Setup, seats: SeatRequest[], plain: boolean | undefined, wanted: Wanted) =>
  parsed<Made>(await requestOnDevice("/api/tables", asTable(setup, seats, plain, wanted)));
const asTable = (setup: Setup, seats: SeatRequest[], plain: boolean | undefined, { clock = null, fall, undo, rated, access }: Wanted) => ({
  setup, seats, public: access?.who === "public", plain, clock, fall, undo, rated: rated ?? false,
  spectators: access?.spectators ?? true, ...(access?.who === "invited" ? { invited: access.names } : {}),
});
/** Fetches the hints for a position. */
export const guide = (id: string, position: number) => call<Guide>(`${at(id)}/guide?at=${position}`);
/** Creates a table from a recorded game, for replay only. */
export const openRecord = (record: string, fixRotation = false) =>
  call<Table>("/api/records", fixRotation ? { record, fix_rotation: true } : { record });
/** Fetches the analysis of a position of a finished game, including the played answer. */
export const analysis = (id: string, position: number, millis: number, signal?: AbortSignal) =>
  call<Analysis>(`${at(id)}/analysis?at=${position}&millis=${millis}&given=true`, undefined, signal);

/** Fetches everything needed to continue a game elsewhere. */
export const transferOf = (id: string) => call<unknown>(`${at(id)}/transfer`);
/** Continues a game from elsewhere on the server. */
export const transfer = (game: unknown) => call<Made>("/api/transfers", game);
/** Fetches a game of the base game as a CarcassonneLab link. */
export const labLink = async (id: string): Promise<string> => (await request(`${at(id)}/record?format=link`)).text;
/** Fetches the record of a game as text. */
export const record = async (id: string): Promise<string> => (await request(`${at(id)}/record`)).text;
/** Analyses a position of a record with the engine in this browser. */
export const analysisOnDevice = async (record: string, position: number, millis: number, signal?: AbortSignal) =>
  parsed<Analysis>(await requestOnDevice("/api/analyse", { record, at: position, millis, given: true }, signal));

/** Fetches the signed-in identity, if any. */
export const identity = () => call<Identity>("/api/account");
/** Sets the colour for the account's next tables. */
export const setColour = (colour: number) => call<Identity>("/api/account/colour", { colour });
/** Creates an account; `take` adds this browser's games to it. */
export const signUp = (name: string, password: string, take: boolean) =>
  call<Identity>("/api/account", { name, password, claim: take });
export const signIn = (name: string, password: string, take: boolean) =>
  call<Identity>("/api/account/sign-in", { name, password, claim: take });
export const signOut = (everywhere: boolean) => call<Identity>("/api/account/sign-out", { everywhere });
/** Adds this browser's games to the account. */
export const claimGames = () => call<Identity>("/api/account/claim", {});

/** Fetches the account's sign-in methods. */
export const ways = () => call<WaysInfo>("/api/account/ways");
/** Proves the identity with the password. */
export const prove = (password: string) => call<WaysInfo>("/api/account/prove", { password });
/** Fetches a passkey challenge for an action. */
export const passkeyChallenge = (wish: { for: "add" | "sign_in" | "prove" } | { for: "sign_up"; name: string }) =>
  call<ChallengeForPasskey>("/api/account/passkeys/challenge", wish);
export const signUpByPasskey = (challenge: string, credential: unknown, take: boolean) =>
  call<Identity>("/api/account/passkeys/sign-up", { challenge, credential, claim: take });
export const signInByPasskey = (challenge: string, credential: unknown, take: boolean) =>
  call<Identity>("/api/account/passkeys/sign-in", { challenge, credential, claim: take });
export const proveByPasskey = (challenge: string, credential: unknown) =>
  call<WaysInfo>("/api/account/passkeys/prove", { challenge, credential });
export const addPasskey = (challenge: string, credential: unknown) => call<WaysInfo>("/api/account/passkeys", { challenge, credential });
export const renamePasskey = (passkey: number, name: string) => call<WaysInfo>("/api/account/passkeys/rename", { passkey, name });
export const removePasskey = (passkey: number) => call<WaysInfo>("/api/account/passkeys/remove", { passkey });

/** Fetches the sign-in providers. */
export const providers = () => call<ProviderInfo[]>("/api/providers");
/** Returns the URL to visit for signing in with a provider, linking it, or proving the identity. */
export const leave = (provider: string, what: "sign_in" | "link" | "prove", take: boolean) =>
  call<WayThere>("/api/account/openid/leave", { provider, for: what, claim: take });
/** Fetches details about a user who returned from a provider and has no account. */
export const newcomer = () => call<Newcomer>("/api/account/openid/newcomer");
export const signUpByProvider = (name: string) => call<Identity>("/api/account/openid/sign-up", { name });
export const detach = (issuer: string) => call<WaysInfo>("/api/account/openid/detach", { issuer });


/** Fetches the notification settings and what is available. */
export const notices = () => call<NoticesInfo>("/api/account/notices");
export const chooseNotices = (choices: NoticeChoices) => call<NoticesInfo>("/api/account/notices", choices);
/** Sets the email address; null removes it. */
export const setAddress = (address: string | null, password: string | null, language: NoticeChoices["language"]) =>
  call<NoticesInfo>("/api/account/notices/address", { address, password, language });

/** A push subscription in the form that the server expects. */
export interface Subscribed {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export const addDevice = (device: Subscribed) => call<NoticesInfo>("/api/account/notices/devices", device);
export const endDevice = (device: number) => call<NoticesInfo>("/api/account/notices/devices/end", { device });
/** This and the following calls use secrets from links in emails. */
export const confirmAddress = (secret: string) => call<{ address: string }>("/api/account/notices/confirm", { secret });
export const unsubscribeEmails = (secret: string) => call<{ address: string }>(`/api/unsubscribe/${encodeURIComponent(secret)}`, {});
export const recoveryOf = (secret: string) => call<{ name: string }>("/api/account/recovery/look", { secret });
export const recover = (secret: string, password: string) => call<Identity>("/api/account/recovery/password", { secret, password });
/** Sends a password recovery email, if the account exists. */
export const askRecovery = (who: string) => call<unknown>("/api/account/recovery", { who });

/** A chat message: a phrase by its id, or free text. */
export type Saying = { phrase: string } | { words: string };
/** Fetches older messages from a table's chat, or from the lobby's. */
export const olderMessages = (table: string | null, before: number) =>
  call<Talk>(`${table === null ? "/api" : at(table)}/talk?before=${before}`);
export const lobbyChat = (after: number | null) => call<Talk>(`/api/talk${after === null ? "" : `?after=${after}`}`);
export const sendToLobby = (said: Saying) => call<TalkLine>("/api/talk", said);
export const block = (name: string) => call<BlockedInfo[]>("/api/account/blocks", { name });
export const follow = (name: string) => call<FollowState>("/api/account/follows", { name });
export const unfollow = (name: string) => call<FollowState>("/api/account/follows/end", { name });
/** Fetches the running games of the players whom the account follows. */
export const followedGames = () => call<TableSummary[]>("/api/following");
/** The reported message, the player at a seat, a study, or a tournament. */
export interface Reported {
  study?: string;
  tournament?: string;
  table?: string;
  line?: number;
  seat?: number;
}
export const report = (what: Reported, reason: string, words: string) => call<unknown>("/api/reports", { ...what, reason, words });

/** A moderation action. */
export interface Act {
  act: string;
  name?: string;
  table?: string;
  /** The guest's seat, and whether to ban their address too. */
  seat?: number;
  with_address?: boolean;
  address?: string;
  ban?: number;
  line?: number;
  setting?: string;
  value?: string;
  to?: string;
  days?: number;
  report?: number;
  why: string;
}
export const moderate = (act: Act) => call<unknown>("/api/admin/act", act);

const asked = (query: Record<string, string>) => new URLSearchParams(Object.entries(query).filter(([, value]) => value !== "")).toString();
const person = (name: string) => `/api/people/${encodeURIComponent(name)}`;
/** Fetches finished games, newest first; filters are named as in the protocol. */
export const archive = (query: Record<string, string>) => call<ArchivePage>(`/api/archive?${asked(query)}`);
/** Returns the URL that lists the same games with their records, one per line. */
export const archiveLines = (query: Record<string, string>) => `/api/archive.ndjson?${asked(query)}`;
/** Fetches the result of a table's game. */
export const result = (id: string) => call<ArchivedGame>(`${at(id)}/result`);
/** Fetches a page of players; filters are named as in the protocol. */
export const people = (query: Record<string, string>) => call<PeoplePage>(`/api/people?${asked(query)}`);
export const personNamed = (name: string) => call<PersonInfo>(person(name));
export const ratingHistory = (name: string, query: Record<string, string>) =>
  call<RatingPoint[]>(`${person(name)}/history?${asked(query)}`);
export const statistics = (name: string) => call<Statistics>(`${person(name)}/statistics`);
export const leaders = (query: Record<string, string>) => call<LeaderPage>(`/api/leaderboard?${asked(query)}`);
export type { Sought };

/** Fetches a page of the public tables: those after `before` that match the filters. */
export const publicTables = (query: Record<string, string>) =>
  call<TableSummary[]>(`/api/tables?${new URLSearchParams({ public: "true", ...query })}`);
/** Fetches the game for the home page: a public one in progress, if any. */
export const featured = () => call<FeaturedInfo | null>("/api/featured");
/** Fetches the TV games: the best running public game of each game and kind of clock. */
export const tv = () => call<TvGame[]>("/api/tv");
interface Seek { setup: Setup; clock: Clock | null; rated: boolean; range: [number, number] | null; name: string; colour: number | null }
export const seek = (wish: Seek) =>
  call<Sought>("/api/seeks", wish);
export const acceptSeek = (seek: number, name: string, colour: number | null) =>
  call<Sought>(`/api/seeks/${seek}/accept`, { name, colour });
export const fillSeek = (level: string) => call<Sought>("/api/seeks/fill", { level });
export const leaveSeek = () => call<Sought>("/api/seeks/leave", {});
const challenged = (table: string) => `/api/challenges/${encodeURIComponent(table)}`;
export const challenges = () => call<ChallengeInfo[]>("/api/challenges");
export const challenge = (to: string[], setup: Setup, seats: SeatRequest[], plain: boolean, wanted: Wanted) =>
  call<Made>("/api/challenges", { to, table: { ...asTable(setup, seats, plain, wanted), public: false } });
export const acceptChallenge = (table: string, colour: number | null) => call<unknown>(`${challenged(table)}/accept`, { colour });
export const declineChallenge = (table: string) => call<ChallengeInfo[]>(`${challenged(table)}/decline`, {});
export const cancelChallenge = (table: string) => call<ChallengeInfo[]>(`${challenged(table)}/cancel`, {});
/** Accepts or declines a rematch; once all players accept, the next table is created. */
export const rematch = (id: string, agree: boolean, token: string | null) => call<Table>(`${at(id)}/rematch`, { agree, token });
