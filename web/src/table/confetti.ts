// What rains down when somebody has won: followers, tiles and pennants in the players' colours.

export type Shape = "follower" | "tile" | "pennant";
const SHAPES: Shape[] = ["follower", "tile", "pennant"];

export interface Confetto {
  seat: number;
  shape: Shape;
  /** Where it comes to rest, in parts of a hundred of the window. */
  x: number;
  y: number;
  turn: number;
  /** In rem. */
  size: number;
  /** Milliseconds before it falls. */
  delay: number;
}

const COUNT = 54;
/** Steps by irrational parts spread evenly and look like no grid. */
const STEPS = { x: 0.7548776662, y: 0.5698402909, turn: 0.6180339887, size: 0.7320508075 };
const part = (index: number, step: number) => (0.5 + index * step) % 1;

/** The same every time, so that a picture of it is one. `seats` in the order in which they take their turn in colour. */
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
