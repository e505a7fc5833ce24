// The player's own presets: whole set-ups saved in this browser under a name.

import { load, save } from "../shared/store";
import type { Choices } from "./setup";

export interface OwnPreset {
  name: string;
  choices: Choices;
}

const KEY = "own-presets";
/** Maximum number of presets across all games. */
export const MAX_OWN = 30;
/** Maximum length of a preset's name. */
export const MAX_NAME = 32;

const all = (): OwnPreset[] => load<OwnPreset[]>(KEY, []);

/** Returns the presets of a game, by name. */
export const ownPresets = (game: string): OwnPreset[] =>
  all().filter(({ choices }) => choices.game === game).sort((a, b) => a.name.localeCompare(b.name));

const isOther = (game: string, name: string) => (one: OwnPreset) => one.name !== name || one.choices.game !== game;

/** Saves a set-up. It replaces one with the same game and name; beyond the maximum, the oldest preset is dropped. */
export function saveOwn(name: string, choices: Choices): OwnPreset[] {
  const called = name.trim().slice(0, MAX_NAME);
  if (called !== "") save(KEY, [...all().filter(isOther(choices.game, called)), { name: called, choices }].slice(-MAX_OWN));
  return ownPresets(choices.game);
}

export function removeOwn(name: string, game: string): OwnPreset[] {
  save(KEY, all().filter(isOther(game, name)));
  return ownPresets(game);
}
