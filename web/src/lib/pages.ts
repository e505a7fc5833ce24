// The pages, each fetched when it is first gone to: whoever is sent a link to a game waits for nothing else.

import type { Component } from "svelte";
import type { Route } from "./route";

export interface Page {
  route: Route;
  component: Component<{ id: string }> | Component;
}

const PAGES: Record<Route["page"], () => Promise<{ default: Page["component"] }>> = {
  home: () => import("../pages/Home.svelte"),
  table: () => import("../pages/Table.svelte"),
  replay: () => import("../pages/Replay.svelte"),
  rules: () => import("../pages/Rules.svelte"),
  lost: () => import("../pages/Lost.svelte"),
};

export async function load(route: Route): Promise<Page> {
  return { route, component: (await PAGES[route.page]()).default };
}
