// Tracks keyboard play: numbers are shown only then.

const input = $state({ keys: false });

/** Returns whether the last board input was a key rather than a finger or mouse button. */
export const usesKeys = (): boolean => input.keys;

addEventListener("keydown", (event) => {
  const typing = (event.target as Element | null)?.closest?.("input, select, textarea, dialog");
  if (!typing && !event.ctrlKey && !event.metaKey && !event.altKey) input.keys = true;
}, { capture: true });
addEventListener("pointerdown", () => (input.keys = false), { capture: true });
