// Texts about tournaments.

import { t } from "../shared/i18n.svelte";
import type { MatchInfo, MatchStage, TournamentInfo, TournamentSummary } from "../shared/protocol";
import { clockText, expansionName, gameName } from "../shared/words";

type Settings = TournamentSummary["settings"];

/** Describes format and length: "Swiss, 5 rounds". */
export function formatText({ format, best_of }: Settings): string {
  const name = t(`tournament-format-${format.kind}`);
  const parts = [name];
  if (format.kind === "swiss") parts.push(t("tournament-rounds", { count: format.rounds }));
  if (format.kind === "round-robin" && format.cycles > 1) parts.push(t("tournament-cycles", { count: format.cycles }));
  if (format.kind === "groups") parts.push(t("tournament-groups", { count: format.groups }));
  if (best_of > 1) parts.push(t("tournament-best-of", { count: best_of }));
  return parts.join(", ");
}

/** Describes how games are played: game, expansions, clock; or that they are played in person. */
export function gameText({ game }: Pick<TournamentSummary, "game">): string {
  if (game === null) return t("tournament-in-person");
  const { setup, clock, rated } = game;
  return [
    [gameName(setup.game), ...setup.expansions.map(expansionName)].join(", "),
    ...(clock ? [clockText(clock)] : []),
    ...(rated ? [t("rated")] : []),
  ].join(" · ");
}

export function stageText(stage: MatchStage): string {
  if ("number" in stage) return t(`tournament-stage-${stage.stage}`, { number: stage.number + 1 });
  return t(`tournament-stage-${stage.stage}`);
}

/** Returns the name of a player by number; a bye if there is none. */
export function playerText({ players }: Pick<TournamentInfo, "players">, number: number | null): string {
  if (number === null) return t("tournament-bye");
  const player = players[number - 1];
  return player?.name ?? t("person-deleted");
}

/** Returns the points of the finished games: "70:61, 55:58". */
export const pointsText = ({ games }: Pick<MatchInfo, "games">): string =>
  games.flatMap(({ points }) => (points ? [points.join(":")] : [])).join(", ");

/** Returns how a match ended, or why it has not. */
export function outcomeText(shown: TournamentInfo, match: MatchInfo): string {
  if (match.second === null) return t("tournament-bye");
  if (match.outcome === null) return t(match.adjourned ? "tournament-adjourned" : "tournament-open");
  if (match.outcome === "draw") return t("tournament-drawn");
  if (match.outcome === "both-lose") return t("tournament-both-lose");
  return t("tournament-wins", { name: playerText(shown, match.outcome === "first-wins" ? match.first : match.second) });
}
