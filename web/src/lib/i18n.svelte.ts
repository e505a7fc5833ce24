// Messages from Fluent files: one bundle a language, fetched when first wanted.

import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";
import type { Language } from "./protocol";
import { settings } from "./settings.svelte";

export const LANGUAGES: { id: Language; name: string }[] = [
  { id: "en", name: "English" },
  { id: "ru", name: "Русский" },
  { id: "uk", name: "Українська" },
];

const files = import.meta.glob<string>("../locales/*/index.ts", { import: "default" });

const bundles: Partial<Record<Language, FluentBundle>> = $state.raw({});
const shown = $state({ language: "en" as Language, version: 0, game: null as string | null });

/** The first of the browser's languages that we speak. */
export function preferred(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = LANGUAGES.find((l) => l.id === tag.slice(0, 2).toLowerCase());
    if (language) return language.id;
  }
  return "en";
}

export const language = (): Language => shown.language;

/**
 * Tells of which game the page speaks from now on. Games have words of their own for the same things: a message `figure-follower`
 * is looked for as `figure-follower-in-discovery` first.
 */
export function speakOf(game: string | null): void {
  shown.game = game;
}

async function bundle(id: Language): Promise<FluentBundle> {
  const known = bundles[id];
  if (known) return known;
  // Isolation marks are for mixed writing directions; all three languages run left to right.
  const made = new FluentBundle(id, { useIsolating: false });
  made.addResource(new FluentResource(await files[`../locales/${id}/index.ts`]!()));
  bundles[id] = made;
  return made;
}

/** Loads what is needed to speak the chosen language; the page waits for it once, at its start. */
export async function speak(wanted: Language | null): Promise<void> {
  const id = wanted ?? preferred(navigator.languages);
  await bundle(id);
  if (wanted !== null && wanted !== settings.language) return;
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

/** The message in the language shown. Its id where nobody has written it, which a test keeps from happening. */
export function t(id: string, args?: Args): string {
  const found = find(id);
  return found ? found.bundle.formatPattern(found.pattern!, args ?? null, []) : id;
}

/** The message if there is one, else the fallback: for words that a newer server may send. */
export const tOr = (id: string, fallback: string, args?: Args): string => (has(id) ? t(id, args) : fallback);

/** Joins with the language's own "and". */
export const list = (items: string[]): string => new Intl.ListFormat(shown.language, { type: "conjunction" }).format(items);
