import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { View } from "../src/shared/protocol";
import type { ViewDelta } from "../src/shared/protocol.generated";
import { apply, hashOf } from "../src/table/changes";

interface Recorded {
  setup: string;
  view: View;
  changes: { delta: ViewDelta; hash: number }[];
  last: View;
}

// The server's tests write this file and assert that it matches what the server sends.
const recorded = JSON.parse(readFileSync(new URL("recorded-changes.json", import.meta.url), "utf8")) as Recorded[];

describe("a view updated by changes", () => {
  it.each(recorded.map((game) => [game.setup, game] as const))("equals the server's, step by step: %s", (_, game) => {
    let view = game.view;
    expect(game.changes.length).toBeGreaterThan(0);
    for (const { delta, hash } of game.changes) {
      const before = JSON.stringify(view);
      const next = apply(view, delta);
      expect(JSON.stringify(view), "the view before stays as it was").toBe(before);
      expect(hashOf(next)).toBe(hash);
      view = next;
    }
    expect(JSON.stringify(view)).toBe(JSON.stringify(game.last));
  });

  it("has a different hash if it differs anywhere", () => {
    const { last } = recorded[0]!;
    const others: View[] = [
      { ...last, seq: last.seq + 1 },
      { ...last, tiles: [...last.tiles].reverse() },
      { ...last, features: last.features.slice(1) },
      { ...last, players: last.players.map((player) => ({ ...player, score: player.score + 1 })) },
    ];
    for (const other of others) expect(hashOf(other)).not.toBe(hashOf(last));
  });
});
