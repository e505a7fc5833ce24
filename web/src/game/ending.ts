// How a game looks that did not end by its rules alone: the screens need not know how that came about.

import type { Table, View } from "../shared/protocol";

/** A position of a table, over where the table says that the game is. */
export function ended(view: View, table: Table | null): View {
  const end = table?.end;
  if (!end || end.how === "stopped") return view;
  if (end.how === "over") return view.over && !same(end.winners, view.winners) ? { ...view, winners: end.winners } : view;
  const team = view.team && { ...view.team, outcome: view.team.outcome ?? (end.how === "aborted" ? null : "lost") };
  return { ...view, over: true, active: null, decision: { seat: null, kind: "over", answers: [] }, winners: end.winners, team };
}

const same = (one: number[], other: number[]): boolean => String(one) === String(other);

/** What is to be told of an end beside who has won: how it came, and who had lost before; as messages with the seat that they name. */
export function endNotes(table: Table | null): { message: string; seat: number | null }[] {
  const out = (table?.out ?? []).map(({ seat, loss }) => ({ message: `out-${loss}`, seat: seat as number | null }));
  const end = table?.end;
  return end && ["resigned", "time", "aborted"].includes(end.how) ? [...out, { message: `end-${end.how}`, seat: end.seat }] : out;
}

/** The seats that a person at this screen plays: not those for which a computer player does. */
export const playedBy = (you: number[], table: Table | null): number[] => you.filter((seat) => table?.seats[seat]?.type !== "bot");
