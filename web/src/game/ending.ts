// Applies endings other than the rules' own (resignation, time, abort) to positions, so that the screens need not know about them.

import type { Table, View } from "../shared/protocol";

/** Returns a position of a table, marked as over if the table is. */
export function ended(view: View, table: Table | null): View {
  const end = table?.end;
  if (!end || end.how === "stopped") return view;
  if (end.how === "over") return view.over && !same(end.winners, view.winners) ? { ...view, winners: end.winners } : view;
  const team = view.team && { ...view.team, outcome: view.team.outcome ?? (end.how === "aborted" ? null : "lost") };
  return { ...view, over: true, active: null, decision: { seat: null, kind: "over", answers: [] }, winners: end.winners, team };
}

const same = (one: number[], other: number[]): boolean => String(one) === String(other);

/**
 * Returns notes about an ending other than the winners, each as a message id with the seat that it names: how the game ended, and who was
 * out before.
 */
export function endNotes(table: Table | null, view: View | null): { message: string; seat: number | null }[] {
  const out = (table?.out ?? []).map(({ seat, loss }) => ({ message: `out-${loss}`, seat: seat as number | null }));
  const end = table?.end;
  const { reason = null, outcome = null } = view?.team ?? {};
  if (reason && outcome) out.push({ message: `team-reason-${reason}`, seat: null });
  if (!end || !["resigned", "time", "aborted"].includes(end.how)) return out;
  return [...out, { message: end.agreed ? "end-agreed" : `end-${end.how}`, seat: end.seat }];
}

/** Returns the seats played on this screen, without those that a computer player has taken over. */
export const playedBy = (you: number[], table: Table | null): number[] => you.filter((seat) => table?.seats[seat]?.type !== "bot");
