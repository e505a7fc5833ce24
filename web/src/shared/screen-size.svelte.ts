// The sizes at which pages change their layout, the same as in their style sheets, and the size of a rem.

import { tick } from "svelte";
import { MediaQuery } from "svelte/reactivity";
import { settings } from "./settings.svelte";

/** A phone held sideways, where everything is beside the board. */
const sideways = new MediaQuery("(orientation: landscape) and (max-height: 30rem)");
const narrow = new MediaQuery("(max-width: 56rem)");

export const isSideways = (): boolean => sideways.current;
/** Whether panels are shown beside the board, not on request. */
export const isWide = (): boolean => !narrow.current && !sideways.current;

/** The size of a rem in pixels, which depends on the window and on the chosen text size. Created by a component. */
export class Rem {
  #pixels = $state(parseFloat(getComputedStyle(document.documentElement).fontSize));

  constructor(width: () => number) {
    $effect(() => {
      void [settings.size, width()];
      // The setting is applied to the page by another effect.
      void tick().then(() => (this.#pixels = parseFloat(getComputedStyle(document.documentElement).fontSize)));
    });
  }

  get pixels(): number {
    return this.#pixels;
  }
}
