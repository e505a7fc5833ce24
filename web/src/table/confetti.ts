// Confetti after a win: followers, tiles and pennants in the players' colours.

export type Shape = "follower" | "tile" | "pennant";
const SHAPES: Shape[] = ["follower", "tile", "pennant"];

export interface Confetto {
  seat: number;
  shape: Shape;
  /** Final position in percent of the window. */
  x: number;
  y: number;
  turn: number;
  /** Size in rem. */
  size: number;
  /** Milliseconds before it falls. */
  delay: number;
}

const COUNT = 54;
/** Irrational steps, whose multiples are spread evenly without looking like a grid. */
const STEPS = { x: 0.7548776662, y: 0.5698402909, turn: 0.6180339887, size: 0.7320508075 };
const part = (index: number, step: number) => (0.5 + index * step) % 1;

/** Returns the pieces, always the same, so that screenshots match. They take the colours of `seats` in turn. */
export const confetti = (seats: number[]): Confetto[] =>
  seats.length === 0
    ? []
    : Array.from({ length: COUNT }, (_, index) => ({
        seat: seats[index % seats.length]!,
        shape: SHAPES[Math.floor(part(index, STEPS.turn) * SHAPES.length)]!,
        x: Math.round(part(index, STEPS.x) * 96),
        y: Math.round(part(index, STEPS.y) * 92),
        turn: Math.round(part(index, STEPS.turn) * 120 - 60),
        size: 1.1 + Math.round(part(index, STEPS.size) * 12) / 10,
        delay: Math.round(part(index, STEPS.size) * 700),
      }));
