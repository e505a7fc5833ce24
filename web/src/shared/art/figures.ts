// Appearance of figures: shape and colour.

/** Offset of each additional guard's colour from its seat's own colour. Seats have such guards if there are few players. */
const FURTHER: Record<string, number> = { "second-guard": 2, "third-guard": 1, "fourth-guard": 3 };

/** Returns the colour of a figure: its seat's own, or one of the seat's additional colours. */
export const colourOf = (seat: number, figure: string): number => (seat + (FURTHER[figure] ?? 0)) % 6;

/** Returns the shape of a figure, whatever its colour. */
export const shapeOf = (figure: string): string => (figure in FURTHER ? figure.replace(/^[a-z]+-/, "") : figure);
