// Applies the server's changes to a view, and hashes it for verification; see docs/protocol.md.

import type { Answer, Decision, Feature, View } from "../shared/protocol";
import type { AnswerDelta, FeatureDelta, ViewDelta } from "../shared/protocol.generated";

type Numbered = { id: number };

/** Returns the view after the changes. Unchanged parts stay the same objects. */
export function apply(view: View, delta: ViewDelta): View {
  const { decision, players, tiles, figures, features, bag, ...whole } = delta;
  const next = { ...view, ...whole } as View;
  if (decision) {
    const { stem, answers, ...rest } = decision;
    next.decision = { ...rest, answers: inFull(answers, stem ?? "") } as Decision;
  }
  if (players) {
    next.players = [...view.players];
    for (const player of players) next.players[player.seat] = { ...view.players[player.seat]!, ...(player as object) };
  }
  if (tiles) {
    next.tiles = [...view.tiles];
    for (const [number, tile] of tiles) next.tiles[number] = tile;
  }
  if (figures) next.figures = merged(view.figures, figures.gone, figures.put ?? []);
  if (features) {
    const before = new Map(view.features.map((feature) => [feature.id, feature]));
    const put = (features.put ?? []).map((changes) => grown(changes, before, view.players.length));
    next.features = merged(view.features, features.gone, put);
  }
  if (bag) {
    if ("counts" in bag) {
      const counts = new Map(bag.counts);
      const left = view.bag.tiles.map((tile, number) => ({ ...tile, count: counts.get(number) ?? tile.count }));
      next.bag = { left: bag.left, apart: bag.apart, tiles: left.filter((tile) => tile.count > 0) };
    } else {
      next.bag = bag;
    }
  }
  return next;
}

/** Merges a list sorted by id: drops removed items, adds or replaces changed ones. */
function merged<T extends Numbered>(before: T[], gone: number[] | undefined, put: T[]): T[] {
  const out = new Set([...(gone ?? []), ...put.map((one) => one.id)]);
  return [...before.filter((one) => !out.has(one.id)), ...put].sort((a, b) => a.id - b.id);
}

/** Applies the changes of a feature. */
function grown(changes: FeatureDelta, before: Map<number, Feature>, seats: number): Feature {
  const { joined, more, ...fields } = changes;
  const old = before.get(changes.id) ?? fresh(changes.id, seats);
  const feature = { ...old, ...(fields as object) } as Feature;
  if (joined || more) {
    const taken = (joined ?? []).flatMap((id) => before.get(id)?.segments ?? []);
    feature.segments = [...old.segments, ...taken, ...(more ?? [])].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  }
  return feature;
}

function fresh(id: number, seats: number): Feature {
  return {
    id, kind: "", complete: false, open: 0, tiles: 0, segments: [], figures: [], strength: new Array<number>(seats).fill(0),
    owners: [], worth: 0, terms: [], touches: [], marks: [], things: [],
  };
}

/** Expands abbreviated answers. */
function inFull(brief: AnswerDelta[], stem: string): Answer[] {
  const answers: Answer[] = [];
  for (const one of brief) {
    if (Array.isArray(one)) {
      const [x, y, turns] = one;
      for (const rotation of [...turns].map(Number)) {
        const word = `${stem}@${x},${y}r${rotation * 90}`;
        answers.push({ word, mode: "place", verb: "place", x, y, rotation } as Answer);
      }
    } else {
      answers.push({ ...("verb" in one ? {} : answers.at(-1)), ...one } as Answer);
    }
  }
  return answers;
}

/** Hashes of parts of views; a part stays the same object until it changes. */
const hashes = new WeakMap<object, { name: string; hash: number }>();
const encoder = new TextEncoder();

/** Returns the 32-bit FNV-1a hash of a text. */
function fnv(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of encoder.encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash;
}

function part(name: string, value: unknown): number {
  const kept = typeof value === "object" && value !== null ? value : null;
  const known = kept && hashes.get(kept);
  if (known?.name === name) return known.hash;
  const hash = fnv(name + JSON.stringify(value));
  if (kept) hashes.set(kept, { name, hash });
  return hash;
}

const WHOLE = [
  "seq", "turn", "over", "active", "setup", "decision", "captives", "pieces", "buildings", "named", "bag", "discarded",
  "taken_out", "aside", "stock", "half", "doubled", "winners", "team",
] as const;
const EACH = ["players", "figures", "features"] as const;

/** Returns the hash of a view: the sum of its parts' hashes. */
export function hashOf(view: View): number {
  let sum = 0;
  for (const name of WHOLE) sum += part(name, view[name] ?? null);
  for (const name of EACH) for (const one of view[name]) sum += part(name, one);
  view.tiles.forEach((tile, number) => (sum += part(`tiles${number}`, tile)));
  return sum >>> 0;
}
