// Presets in the set-up form: which one was chosen, and in what the choices depart from it. Of a table the server says so.

import type { Departure, Games, PresetInfo } from "../shared/protocol";
import { optionsInPlay, valueOf, type Choices } from "./setup";

export const presetsOf = (games: Games, game: string): PresetInfo[] => games.presets.filter((one) => one.game === game);

/** The options of the parts in play that are not as the preset has them. */
export function departures(games: Games, choices: Choices, preset: PresetInfo): Departure[] {
  return optionsInPlay(games, choices)
    .filter((option) => !option.open)
    .map((option) => ({ option: option.name, value: valueOf(option, choices), preset: valueOf(option, preset) }))
    .filter((one, index, all) => one.value !== one.preset && all.findIndex((other) => other.option === one.option) === index);
}

/** The preset that was chosen; for choices that name none, the one from which they depart least. */
export function presetOf(games: Games, choices: Choices): PresetInfo | undefined {
  const presets = presetsOf(games, choices.game);
  const chosen = presets.find((one) => one.id === choices.preset);
  if (chosen) return chosen;
  const distance = (preset: PresetInfo) => departures(games, choices, preset).length;
  return presets.reduce<PresetInfo | undefined>((best, one) => (best && distance(best) <= distance(one) ? best : one), undefined);
}

/** The choices with all options as the preset has them, also those of parts that are not in play yet; what it leaves open stays. */
export function withPreset(games: Games, choices: Choices, preset: PresetInfo): Choices {
  const open = games.options.filter((option) => option.game === choices.game && option.open).map((option) => option.name);
  const kept = Object.entries(choices.options).filter(([name]) => open.includes(name));
  return { ...choices, preset: preset.id, options: { ...Object.fromEntries(kept), ...preset.options } };
}

/** The choices with some options put back to what the preset has, which thereby is the chosen one. */
export function putBack(choices: Choices, preset: PresetInfo, departed: Departure[]): Choices {
  const back = departed.map((one) => [one.option, one.preset]);
  return { ...choices, preset: preset.id, options: { ...choices.options, ...Object.fromEntries(back) } };
}
