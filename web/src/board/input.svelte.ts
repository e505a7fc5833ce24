// Whether somebody plays with keys: numbers are shown to those alone.

const input = $state({ keys: false });

/** Whether the last thing that was pressed was a key of the board, not a finger or a mouse button. */
export const usesKeys = (): boolean => input.keys;

addEventListener("keydown", (event) => {
  const typing = (event.target as Element | null)?.closest?.("input, select, textarea, dialog");
  if (!typing && !event.ctrlKey && !event.metaKey && !event.altKey) input.keys = true;
}, { capture: true });
addEventListener("pointerdown", () => (input.keys = false), { capture: true });
