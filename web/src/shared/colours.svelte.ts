// Colours of the table on the page, where players chose others than those of their seats' numbers.

export const COLOURS = 6;

const shown = $state({ colours: [] as number[] });

/** Sets the colours of the table on the page, and returns what resets them: without any, every seat has the colour of its number. */
export function showColours(colours: number[] = []): () => void {
  shown.colours = colours;
  return () => (shown.colours = []);
}

/** Returns the colour of a seat, or of a further figure in games for few players. */
export const colourOfSeat = (seat: number): number => shown.colours[seat % COLOURS] ?? seat % COLOURS;
