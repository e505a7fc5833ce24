// Messages from Fluent files, in one bundle per language. Languages, and messages that only some pages need, are fetched on demand.

import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";
import type { Language } from "./protocol";
import { settings } from "./settings.svelte";

export const LANGUAGES: { id: Language; name: string }[] = [
  { id: "en", name: "English" },
  { id: "ru", name: "Русский" },
  { id: "uk", name: "Українська" },
];

/** Messages loaded with the pages that need them. */
export type Part =
  | "site" | "replay" | "room" | "text" | "guided" | "puzzles" | "lessons" | "tournaments" | "insights" | "editor" | "study" | "setup"
  | "device";

/** Message files by path; the text board, the set-up, the tables on this device and the studies add their own. */
export const files = import.meta.glob<string>(["../locales/*/*.ts", "!../locales/*/{text,setup,device,study}.ts"], { import: "default" });

const bundles: Partial<Record<Language, FluentBundle>> = {};
const fetched: Record<string, Promise<void>> = {};
const learnt = new Set<"index" | Part>(["index"]);
/** The shown language, and the language chosen last, which may still be loading. */
let [spoken, chosen]: (Language | null)[] = [null, null];
const shown = $state({ language: "en" as Language, version: 0, game: null as string | null });

/** Returns the first of the browser's languages that we have. */
export function preferred(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = LANGUAGES.find((l) => l.id === tag.slice(0, 2).toLowerCase());
    if (language) return language.id;
  }
  return "en";
}

export const language = (): Language => shown.language;

/** Sets the game of the page. Games can have their own messages: `figure-follower` is looked up as `figure-follower-in-discovery` first. */
export function speakOf(game: string | null): void {
  shown.game = game;
}

function fetchPart(id: Language, part: "index" | Part): Promise<void> {
  const name = `../locales/${id}/${part}.ts`;
  return (fetched[name] ??= files[name]!().then(
    (text) => {
      // Isolation marks are for mixed writing directions; all three languages are written from left to right.
      bundles[id] ??= new FluentBundle(id, { useIsolating: false });
      bundles[id].addResource(new FluentResource(text));
    },
    (problem) => {
      // The next use fetches it again.
      delete fetched[name];
      throw problem;
    },
  ));
}

const fetchAll = (id: Language) => Promise.all([...learnt].map((part) => fetchPart(id, part)));

/** Loads the messages of a page in the shown language and in one that is loading. Languages loaded later include them too. */
export async function loadPart(part: Part): Promise<void> {
  learnt.add(part);
  await Promise.all([spoken, chosen].map((id) => id && fetchAll(id)));
}

/** Loads the chosen language; the page waits for it once, at startup. */
export async function speak(wanted: Language | null): Promise<void> {
  const id = wanted ?? preferred(navigator.languages);
  chosen = id;
  await fetchAll(id);
  if (wanted !== null && wanted !== settings.language) return;
  spoken = id;
  shown.language = id;
  shown.version += 1;
  document.documentElement.lang = id;
}

export type Args = Record<string, FluentVariable>;

function find(id: string): { bundle: FluentBundle; pattern: NonNullable<ReturnType<FluentBundle["getMessage"]>>["value"] } | null {
  void shown.version;
  const bundle = bundles[shown.language];
  for (const wanted of shown.game === null ? [id] : [`${id}-in-${shown.game}`, id]) {
    const message = bundle?.getMessage(wanted);
    if (bundle && message?.value) return { bundle, pattern: message.value };
  }
  return null;
}

export const has = (id: string): boolean => find(id) !== null;

/** Returns a message in the shown language, or its id if the message is missing (a test ensures that none is). */
export function t(id: string, args?: Args): string {
  const found = find(id);
  return found ? found.bundle.formatPattern(found.pattern!, args ?? null, []) : id;
}

/** Returns a message if it exists, otherwise the fallback, which is needed for ids from a newer server. */
export const tOr = (id: string, fallback: string, args?: Args): string => (has(id) ? t(id, args) : fallback);

/** Joins items with the language's own "and". */
export const list = (items: string[]): string => new Intl.ListFormat(shown.language, { type: "conjunction" }).format(items);
