// Appearance of figures: shape and colour.

/** Guards of a seat's further colours, if few players have several each: offset from the seat's own colour. */
const FURTHER: Record<string, number> = { "second-guard": 2, "third-guard": 1, "fourth-guard": 3 };

/** Returns the colour of a figure: its seat's, or one of the seat's further colours. */
export const colourOf = (seat: number, figure: string): number => (seat + (FURTHER[figure] ?? 0)) % 6;

/** Returns the shape of a figure, whatever its colour. */
export const shapeOf = (figure: string): string => (figure in FURTHER ? figure.replace(/^[a-z]+-/, "") : figure);
