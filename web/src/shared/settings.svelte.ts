// Settings of this browser, kept in local storage and applied to the page's root element.

import type { Language } from "./protocol";
import type { Sound } from "./sounds";
import { load, save } from "./store";

export type Theme = "auto" | "light" | "dark";
/** Surface under the board. */
export type Surface = "wood" | "felt" | "slate";
/** Confirmation of moves: always, only if they cannot be undone, or never. */
export type Confirming = "always" | "undo" | "never";
/** Speed of other players' turns: instant, easy to follow, or slow enough to think along. */
export type Pace = "now" | "brisk" | "calm";
export const PACES: Pace[] = ["now", "brisk", "calm"];

/** Text sizes, with the factor on the size of everything; the largest is for a television seen from a sofa. */
export const TEXT_SIZES = { normal: 1, large: 1.25, tv: 1.6 };
export type TextSize = keyof typeof TEXT_SIZES;

interface Values {
  language: Language | null;
  theme: Theme;
  surface: Surface;
  size: TextSize;
  patterns: boolean;
  animation: boolean;
  spots: boolean;
  /** True to show hints, where allowed. */
  guide: boolean;
  /** True to show coordinates along the edges of the board. */
  coordinates: boolean;
  confirm: Confirming;
  /** Speed of other players' turns. */
  pace: Pace;
  /** Overall volume, 0 to 100. */
  volume: number;
  /** Sounds that are switched off. */
  muted: Sound[];
  /** True to play the turn alert while the page is hidden. */
  calls: boolean;
  /** True to vibrate, on devices that can. */
  touch: boolean;
  /** True to show tables in words instead of pictures. */
  text: boolean;
  /** True to let the server analyse games instead of this browser. */
  analyseOnServer: boolean;
  /** True to show the chat. */
  talk: boolean;
  name: string;
}

const DEFAULTS: Values = {
  language: null, theme: "auto", surface: "wood", size: "normal", patterns: true, animation: true, spots: true, guide: false,
  coordinates: false, confirm: "undo", pace: "brisk", volume: 50, muted: [], calls: true, touch: true, text: false,
  analyseOnServer: false, talk: true, name: "",
};

export const settings: Values = $state({ ...DEFAULTS, ...load<Partial<Values>>("settings", {}) });

/** Settings that decide how a page looks. */
export type Shown = Pick<Values, "theme" | "size" | "language">;

/** False on a page with settings that aren't the reader's. */
let kept = true;

/** Gives this page other settings than the reader's, which are neither used nor changed. */
export function replaceSettings(shown: Shown): void {
  kept = false;
  Object.assign(settings, DEFAULTS, shown);
}

const still = matchMedia("(prefers-reduced-motion: reduce)");
const motion = $state({ reduced: still.matches });
still.addEventListener("change", () => (motion.reduced = still.matches));

/** Returns whether animations are on: the setting, unless the system asks for reduced motion. */
export const moves = (): boolean => settings.animation && !motion.reduced;

/** Keeps storage and the root element in sync with the settings; called once, in the root component. */
export function follow(): void {
  $effect(() => {
    if (kept) save("settings", $state.snapshot(settings));
  });
  $effect(() => {
    const root = document.documentElement;
    if (settings.theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = settings.theme;
    root.style.setProperty("--text-size", `${TEXT_SIZES[settings.size] ?? 1}`);
    root.dataset.surface = settings.surface;
    root.dataset.motion = moves() ? "on" : "off";
    root.dataset.patterns = settings.patterns ? "on" : "off";
  });
}
