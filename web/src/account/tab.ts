// The tabs of the account page. The selected one is in the address: `/account#security`.

import { go, hash } from "../shared/router.svelte";
import { load, save } from "../shared/store";

export const TABS = ["profile", "security", "notifications", "api"] as const;
export type Tab = (typeof TABS)[number];

/** Returns the selected tab: the first one if the address names none. */
export const selectedTab = (): Tab => TABS.find((tab) => `#${tab}` === hash()) ?? TABS[0];

export const select = (tab: Tab): void => go(`/account#${tab}`, true);

/** Remembers the tab while the page is left for a sign-in provider, which returns to an address without it. */
export const keep = (): void => save("account-tab", hash());

/** Returns to the remembered tab, and removes the provider's result from the address. */
export const comeBack = (): void => go(`/account${load("account-tab", "")}`, true);
