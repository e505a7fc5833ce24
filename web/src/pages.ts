// The pages, each loaded when first opened: a visitor with a link to a game loads nothing else.

import type { Component } from "svelte";
import { loadPart, type Part } from "./shared/i18n.svelte";
import type { Route } from "./shared/route";

export interface Page {
  route: Route;
  component: Component<{ id: string }> | Component;
}

type Loader = () => Promise<{ default: Page["component"] }>;

const lost: Loader = () => import("./pages/Lost.svelte");

/** Pages that need a server. The condition is written out, because the bundler then drops their files from a static site. */
const PAGES_WITH_SERVER: Partial<Record<Route["page"], Loader>> = import.meta.env.MODE === "static" ? {} : {
  account: () => import("./pages/Account.svelte"),
  admin: () => import("./pages/Admin.svelte"),
  person: () => import("./pages/Person.svelte"),
  people: () => import("./pages/People.svelte"),
  following: () => import("./pages/Following.svelte"),
  tv: () => import("./pages/Tv.svelte"),
  watch: () => import("./pages/Watch.svelte"),
  embed: () => import("./pages/Embed.svelte"),
  overlay: () => import("./pages/Embed.svelte"),
  archive: () => import("./pages/Archive.svelte"),
  leaderboard: () => import("./pages/Leaderboard.svelte"),
  confirm: () => import("./pages/Confirm.svelte"),
  recover: () => import("./pages/Recover.svelte"),
  unsubscribe: () => import("./pages/Unsubscribe.svelte"),
  lobby: () => import("./pages/Lobby.svelte"),
  tournaments: () => import("./pages/Tournaments.svelte"),
  tournament: () => import("./pages/Tournament.svelte"),
  wall: () => import("./pages/Wall.svelte"),
};

const PAGES: Partial<Record<Route["page"], Loader>> = {
  home: () => import("./pages/Home.svelte"),
  table: () => import("./pages/Table.svelte"),
  replay: () => import("./pages/Replay.svelte"),
  rules: () => import("./pages/Rules.svelte"),
  guided: () => import("./pages/Guided.svelte"),
  editor: () => import("./pages/Editor.svelte"),
  study: () => import("./pages/Study.svelte"),
  puzzles: () => import("./pages/Puzzles.svelte"),
  insights: () => import("./pages/Insights.svelte"),
  lessons: () => import("./pages/Lessons.svelte"),
  lesson: () => import("./pages/Lesson.svelte"),
  ...PAGES_WITH_SERVER,
};

/** Pages that need other extra messages than those around the tables; a table needs only the common ones. */
const WORDS: Partial<Record<Route["page"], Part[]>> = {
  table: [], embed: [], overlay: [], rules: [], lost: [], replay: ["replay"], guided: ["guided"], puzzles: ["puzzles", "replay"],
  editor: ["editor"], study: ["replay"], insights: ["site", "insights"], lessons: ["lessons"], lesson: ["lessons"],
  tournaments: ["site", "tournaments"], tournament: ["site", "tournaments"], wall: ["site", "tournaments"],
  watch: ["site", "tournaments"],
};

/** Loads a page and its messages. */
export async function load(route: Route): Promise<Page> {
  const parts = WORDS[route.page] ?? ["site"];
  const [page] = await Promise.all([(PAGES[route.page] ?? lost)(), ...parts.map(loadPart)]);
  return { route, component: page.default };
}
