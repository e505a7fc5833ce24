// What a person chose for this browser. Kept in local storage, applied to the page's root element.

import type { Language } from "./protocol";
import type { Sound } from "./sounds";
import { load, save } from "./store";

export type Theme = "auto" | "light" | "dark";
/** What the board lies on. */
export type Surface = "wood" | "felt" | "slate";
/** When an answer is asked for twice: always, only where it cannot be taken back, or never. */
export type Confirming = "always" | "undo" | "never";
/** How fast what others do is shown: as it comes, so that one can follow, or so that one can think along. */
export type Pace = "now" | "brisk" | "calm";
export const PACES: Pace[] = ["now", "brisk", "calm"];

interface Values {
  language: Language | null;
  theme: Theme;
  surface: Surface;
  patterns: boolean;
  animation: boolean;
  spots: boolean;
  /** What places do is shown, where that is allowed. */
  guide: boolean;
  /** Coordinates along the edges of the board. */
  coordinates: boolean;
  confirm: Confirming;
  /** How fast what others do is shown. */
  pace: Pace;
  /** Of all sounds together, 0 to 100. */
  volume: number;
  /** The sounds that are switched off. */
  muted: Sound[];
  /** Whether one's own turn is heard while the page is hidden. */
  calls: boolean;
  /** Whether the device shakes a little, where it can. */
  touch: boolean;
  /** Whether one hears what people say, and can say something. */
  talk: boolean;
  name: string;
}

const DEFAULTS: Values = {
  language: null, theme: "auto", surface: "wood", patterns: true, animation: true, spots: true, guide: false, coordinates: false,
  confirm: "undo", pace: "brisk", volume: 50, muted: [], calls: true, touch: true, talk: true, name: "",
};

export const settings: Values = $state({ ...DEFAULTS, ...load<Partial<Values>>("settings", {}) });

const still = matchMedia("(prefers-reduced-motion: reduce)");
const motion = $state({ reduced: still.matches });
still.addEventListener("change", () => (motion.reduced = still.matches));

/** Whether things may move: the setting, unless the system asks for stillness. */
export const moves = (): boolean => settings.animation && !motion.reduced;

/** Keeps storage and the root element in step with the settings; called once, inside the root component. */
export function follow(): void {
  $effect(() => save("settings", $state.snapshot(settings)));
  $effect(() => {
    const root = document.documentElement;
    if (settings.theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = settings.theme;
    root.dataset.surface = settings.surface;
    root.dataset.motion = moves() ? "on" : "off";
    root.dataset.patterns = settings.patterns ? "on" : "off";
  });
}
