// The reader's progress in the lessons, kept in this browser.

import { load, save } from "../shared/store";

/** Maximum number of steps of a lesson. */
const MAX_STEPS = 5;

/** Returns the stored progress without anything that is damaged: for each lesson the numbers of the solved steps. */
export function readProgress(stored: unknown): Record<string, number[]> {
  if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return {};
  const isStep = (one: unknown): one is number => Number.isInteger(one) && (one as number) >= 0 && (one as number) < MAX_STEPS;
  return Object.fromEntries(Object.entries(stored).flatMap(([id, steps]) => {
    const solved = Array.isArray(steps) ? [...new Set(steps.filter(isStep))] : [];
    return /^[a-z-]+$/.test(id) && solved.length > 0 ? [[id, solved]] : [];
  }));
}

export class Progress {
  private solved: Record<string, number[]> = $state.raw(readProgress(load<unknown>("lessons", {})));

  /** Stores that a step is solved. */
  add(id: string, step: number): void {
    if (this.isSolved(id, step)) return;
    this.solved = { ...this.solved, [id]: [...(this.solved[id] ?? []), step] };
    save("lessons", this.solved);
  }

  isSolved(id: string, step: number): boolean {
    return this.solved[id]?.includes(step) ?? false;
  }

  /** Returns the number of solved steps. */
  count(id: string, steps: number): number {
    return (this.solved[id] ?? []).filter((step) => step < steps).length;
  }

  isDone(id: string, steps: number): boolean {
    return this.count(id, steps) === steps;
  }

  /** Returns the first step that is not solved; the first one if all are. */
  next(id: string, steps: number): number {
    return Math.max(0, Array.from({ length: steps }, (_, step) => step).findIndex((step) => !this.isSolved(id, step)));
  }
}
