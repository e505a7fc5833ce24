// Parses commands typed on the text board (docs/text-board.md). Numbers, English words and their short forms work in every language.

export const COMMANDS = [
  "hand", "places", "turn", "confirm", "back", "rotate", "pass", "tile", "features", "scores", "bag", "last", "undo", "pause", "resume",
  "board", "help",
] as const;
export type Name = (typeof COMMANDS)[number];

/** Short forms, the same in every language. */
const SHORT: Record<string, Name> = {
  h: "hand", p: "places", place: "places", t: "turn", c: "confirm", ok: "confirm", b: "back", r: "rotate", "-": "pass", x: "tile",
  f: "features", s: "scores", g: "bag", l: "last", u: "undo", "?": "help",
};

export type Command =
  | { name: Name; rest: string[] }
  /** A choice by its number. */
  | { name: "number"; number: number }
  /** A choice by a word, such as a kind of feature. */
  | { name: "word"; word: string }
  | { name: "nothing" };

function nameOf(word: string, wordsOf: (name: Name) => string[]): Name | null {
  const plain = COMMANDS.find((name) => name === word) ?? SHORT[word];
  return plain ?? COMMANDS.find((name) => wordsOf(name).includes(word)) ?? null;
}

/** Parses a line; `wordsOf` returns the words of a command in the shown language. */
export function parse(text: string, wordsOf: (name: Name) => string[] = () => []): Command {
  const words = text.trim().toLocaleLowerCase().replaceAll(/[:,;°]/g, " ").replaceAll("−", "-").split(/\s+/).filter(Boolean);
  const [first, ...rest] = words;
  if (first === undefined) return { name: "nothing" };
  if (/^\d+$/.test(first)) return { name: "number", number: Number(first) };
  const name = nameOf(first, wordsOf);
  return name ? { name, rest } : { name: "word", word: words.join(" ") };
}

/** Returns the leading whole numbers of a command's arguments. */
export const numbersOf = (rest: string[]): number[] => rest.filter((word) => /^-?\d+$/.test(word)).map(Number);
