// Presets in the set-up form: which one was chosen, and how the options differ from it. For an existing table the server reports this.

import type { Departure, Games, PresetInfo } from "../shared/protocol";
import { optionsInPlay, valueOf, type Choices } from "./setup";

export const presetsOf = (games: Games, game: string): PresetInfo[] => games.presets.filter((one) => one.game === game);

/** Returns the options of the parts in play that differ from a preset. */
export function departures(games: Games, choices: Choices, preset: PresetInfo): Departure[] {
  return optionsInPlay(games, choices)
    .filter((option) => !option.open)
    .map((option) => ({ option: option.name, value: valueOf(option, choices), preset: valueOf(option, preset) }))
    .filter((one, index, all) => one.value !== one.preset && all.findIndex((other) => other.option === one.option) === index);
}

/** Returns the chosen preset, or the closest one if none was chosen. */
export function presetOf(games: Games, choices: Choices): PresetInfo | undefined {
  const presets = presetsOf(games, choices.game);
  const chosen = presets.find((one) => one.id === choices.preset);
  if (chosen) return chosen;
  const distance = (preset: PresetInfo) => departures(games, choices, preset).length;
  return presets.reduce<PresetInfo | undefined>((best, one) => (best && distance(best) <= distance(one) ? best : one), undefined);
}

/** Sets all options to the preset's values, even for parts that are not in play yet; options that the preset leaves open stay unchanged. */
export function withPreset(games: Games, choices: Choices, preset: PresetInfo): Choices {
  const open = games.options.filter((option) => option.game === choices.game && option.open).map((option) => option.name);
  const kept = Object.entries(choices.options).filter(([name]) => open.includes(name));
  return { ...choices, preset: preset.id, options: { ...Object.fromEntries(kept), ...preset.options } };
}

/** Resets some options to the preset's values and makes it the chosen one. */
export function putBack(choices: Choices, preset: PresetInfo, departed: Departure[]): Choices {
  const back = departed.map((one) => [one.option, one.preset]);
  return { ...choices, preset: preset.id, options: { ...choices.options, ...Object.fromEntries(back) } };
}
