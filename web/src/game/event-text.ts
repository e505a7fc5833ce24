// Describes an event that is not a score.

import { placeText } from "../shared/coordinates";
import { list, t, tOr } from "../shared/i18n.svelte";
import type { GameEvent } from "../shared/protocol";
import { figureInRole, figureName, pieceName, tileName, tokenName } from "../shared/words";

/** Returns the acting seat: for a prisoner, the captor. */
export const actorOf = (event: GameEvent): number | undefined => (event.type === "captured" ? event.by : event.seat);

export function eventText(event: GameEvent, names: string[]): string {
  const nameOf = (seat: number | undefined) => names[seat ?? 0] ?? "";
  const name = nameOf(event.seat);
  const figure = figureName(event.figure ?? "follower", event.seat);
  switch (event.type) {
    case "placed":
      return t("event-placed", { name, place: placeText({ x: event.x ?? 0, y: event.y ?? 0 }) });
    case "deployed":
      return t("event-deployed", { name, figure: figureInRole(event.figure ?? "follower", event.role, event.seat) });
    case "moved":
      return t("event-moved", { name, figure: figureInRole(event.figure ?? "follower", event.role) });
    case "returned":
      return t("event-returned", { name, figure });
    case "captured":
      return t("event-captured", { name: nameOf(event.by), other: name, figure });
    case "redeemed":
      return t("event-redeemed", { name, other: nameOf(event.from), figure });
    case "haunted":
      return t("event-haunted", { figure: t("figure-of", { role: figure, name }), count: event.ghosts ?? 1 });
    case "ghosts":
      return t("ghosts-on-tile", { count: event.ghosts ?? 0 });
    case "enlisted":
      return t("event-enlisted", { name, figure });
    case "led":
      return t("event-led", { piece: pieceName(event.piece ?? "") });
    case "withdrawn":
      return t("event-withdrawn", { piece: pieceName(event.piece ?? "") });
    case "built":
      return t("event-built", { name, count: event.height ?? 1 });
    case "tokens":
      return t("event-tokens", { name, token: tokenName(event.token ?? ""), count: event.change ?? 0 });
    case "aside":
      return t("event-aside");
    case "back":
      return t("event-back");
    case "left":
      return t("event-left");
    case "discarded":
      return t("event-discarded");
    case "drawn":
      return t("event-bonus");
    case "taken":
      return event.tile && typeof event.tile === "object"
        ? t("event-taken", { name, tile: tileName(event.tile) })
        : t("event-taken-hidden", { name });
    case "takenout":
      return t("event-takenout");
    default:
      if (event.winners?.length === 0) return t("team-lost");
      return tOr("won-team", t("won", { names: list((event.winners ?? []).map(nameOf)), count: event.winners?.length ?? 1 }));
  }
}
