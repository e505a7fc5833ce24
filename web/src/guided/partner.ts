// The other seat of a guided game: plays the recorded answers, and agrees to every offer.

import type { View } from "../shared/protocol";
import { TableSocket } from "../table/socket";
import { follow, turnOf, wordsOf, type GuidedTurn } from "./steps";

export class Partner {
  private readonly socket: TableSocket;

  constructor(
    table: string,
    token: string,
    private readonly seat: number,
    private readonly turns: GuidedTurn[],
  ) {
    this.socket = new TableSocket(table, () => [token], {
      message: (message) => {
        if (message.type === "welcome" && message.view) this.play(message.view);
        const offer = message.type === "welcome" || message.type === "table" ? message.table.offer : null;
        if (offer?.waits.includes(this.seat)) this.socket.send({ type: "consent", agree: true, kind: offer.kind });
      },
      advance: (view) => this.play(view),
      clocks: () => {},
      link: () => {},
    });
  }

  close(): void {
    this.socket.close();
  }

  private play(view: View): void {
    const { seat } = this;
    if (view.over || view.decision.seat !== seat) return;
    const answer = follow(view.decision.answers, wordsOf(this.turns, seat, turnOf(view, seat)));
    if (answer) this.socket.send({ type: "answer", seat, seq: view.seq, word: answer.word });
  }
}
