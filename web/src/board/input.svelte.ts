// Tracks the kind of input: numbers are shown only for the keyboard, names of choices only for touch.

const input = $state({ keys: false, touch: matchMedia("(pointer: coarse)").matches });

/** Returns whether the last board input was a key rather than a finger or mouse button. */
export const usesKeys = (): boolean => input.keys;

/** Returns whether the last board input was a finger; at first, whether the device has no finer pointer. */
export const usesTouch = (): boolean => input.touch && !input.keys;

addEventListener("keydown", (event) => {
  const typing = (event.target as Element | null)?.closest?.("input, select, textarea, dialog");
  if (!typing && !event.ctrlKey && !event.metaKey && !event.altKey) input.keys = true;
}, { capture: true });
addEventListener("pointerdown", () => (input.keys = false), { capture: true });
// Updated only after the click, since buttons move when names appear.
addEventListener("click", (event) => {
  const { pointerType } = event as PointerEvent;
  if (pointerType) setTimeout(() => (input.touch = pointerType === "touch"));
}, { capture: true });
