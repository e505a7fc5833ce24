// The rule reference: fetched once per language, searched and split here.

import * as api from "../shared/api";
import type { Clause, Language } from "../shared/protocol";

const kept = new Map<Language, Promise<Clause[]>>();

export function clauses(language: Language): Promise<Clause[]> {
  let task = kept.get(language);
  if (!task) {
    task = api.rules(language);
    task.catch(() => kept.delete(language));
    kept.set(language, task);
  }
  return task;
}

const PART = "part=";

/** Returns the link to a whole part; other links name a clause. */
export const partLink = (part: string): string => PART + part;

/** Returns the part that a link names, or null for a clause. */
export const linkedPart = (link: string): string | null => (link.startsWith(PART) ? link.slice(PART.length) : null);

const fold = (text: string): string => text.toLocaleLowerCase().replaceAll("ё", "е").replaceAll("'", "’");

/** Returns the clauses that contain every word of the search, in the order of the rules. */
export function search(all: Clause[], wanted: string): Clause[] {
  const words = fold(wanted).split(/\s+/).filter(Boolean);
  return all.filter((clause) => {
    const text = fold(`${clause.id} ${clause.title} ${clause.text}`);
    return words.every((word) => text.includes(word));
  });
}

export interface Piece {
  type: "text" | "code" | "clause" | "found" | "choice" | "value";
  text: string;
  /** For a rule option: its name, and its values with the default first. */
  option?: string;
  values?: string[];
}

const CHOICE = /^(?:option )?([a-z_]+) = ([\w |]+)$/;

/**
 * Parses text in code marks: an option with its values, as in `option river = 1 | 2`; an option at a value, as in `river = 2`; or a value
 * of one of the clause's own options. Anything else is code.
 */
function coded(text: string, options: { name: string; values: string[] }[]): Piece {
  const [, option, values] = CHOICE.exec(text) ?? [];
  if (option && values) return { type: "choice", text, option, values: values.split(" | ") };
  const own = options.find((one) => one.values.includes(text));
  return own ? { type: "value", text, option: own.name } : { type: "code", text };
}

const CLAUSE = /\b([A-Z]{2,6}-\d{2}[a-z]?)\b/;

/** Splits a clause's text at code marks, clause references and search hits. */
export function pieces(text: string, find = "", options: { name: string; values: string[] }[] = []): Piece[] {
  return text.split("`").flatMap((part, index): Piece[] => {
    if (part === "") return [];
    if (index % 2 === 1) return [coded(part, options)];
    return part.split(CLAUSE).flatMap((piece, i): Piece[] => {
      if (piece === "") return [];
      return i % 2 === 1 ? [{ type: "clause", text: piece }] : marked(piece, find);
    });
  });
}

function marked(text: string, find: string): Piece[] {
  const wanted = fold(find.trim());
  if (wanted.length < 2) return [{ type: "text", text }];
  const folded = fold(text);
  const list: Piece[] = [];
  let from = 0;
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, from)) {
    if (at > from) list.push({ type: "text", text: text.slice(from, at) });
    list.push({ type: "found", text: text.slice(at, at + wanted.length) });
    from = at + wanted.length;
  }
  if (from < text.length) list.push({ type: "text", text: text.slice(from) });
  return list;
}
