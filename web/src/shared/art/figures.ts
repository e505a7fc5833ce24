// What figures look like: a shape and a colour.

/** Guards of a seat's further colours, where few players have several each: by how many colours they lie apart from the seat's own. */
const FURTHER: Record<string, number> = { "second-guard": 2, "third-guard": 1, "fourth-guard": 3 };

/** The colour of a figure: its seat's, unless it is of one of the seat's further colours. */
export const colourOf = (seat: number, figure: string): number => (seat + (FURTHER[figure] ?? 0)) % 6;

/** What a figure looks like, whatever its colour. */
export const shapeOf = (figure: string): string => (figure in FURTHER ? figure.replace(/^[a-z]+-/, "") : figure);
