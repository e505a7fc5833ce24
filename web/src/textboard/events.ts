// Announces steps of the game in full.

import { eventText } from "../game/event-text";
import { placeText } from "../shared/coordinates";
import { t } from "../shared/i18n.svelte";
import type { GameEvent, Step, View } from "../shared/protocol";
import { figureInRole, figureName, pieceName, scoredWhat, termsText } from "../shared/words";
import { spotText, tileText } from "./wording";

/** Events that only prepare the next decision, or that the next message describes anyway. */
const SILENT = ["first", "turn", "drawn"];

function announced(event: GameEvent, view: View, names: string[]): string {
  const name = names[event.seat ?? 0] ?? "";
  const { tile, segment } = event;
  const index = typeof tile === "number" ? tile : -1;
  const cell = view.tiles[index] ? placeText(view.tiles[index]!) : "";
  const spot = cell && typeof segment === "number" ? [spotText(view, index, segment), cell].filter(Boolean).join(", ") : cell;
  switch (event.type) {
    case "placed": {
      const { set = "", kind = "", x = 0, y = 0, rotation = 0 } = event;
      return t("text-event-placed", { name, place: placeText({ x, y }), degrees: rotation * 90, tile: tileText({ set, kind, rotation }) });
    }
    case "deployed":
    case "moved":
      return t(`text-event-${event.type}`, { name, figure: figureInRole(event.figure ?? "", event.role, event.seat), where: spot });
    case "returned":
      return t("text-event-returned", { name, figure: figureName(event.figure ?? "", event.seat), where: spot });
    case "led":
      return t("text-event-led", { piece: pieceName(event.piece ?? ""), where: spot });
    case "withdrawn":
      return t("text-event-withdrawn", { piece: pieceName(event.piece ?? ""), where: spot });
    case "scored": {
      const terms = termsText(event.terms);
      return [t("announce-scored", { name, what: scoredWhat(event), points: event.points ?? 0 }), terms].filter(Boolean).join(" ");
    }
    default:
      return spot ? `${eventText(event, names)}, ${spot}` : eventText(event, names);
  }
}

/** Returns the announcements of a step, one for each event that players see. */
export const stepTexts = (step: Step, view: View, names: string[]): string[] =>
  step.events
    .filter((event) => !SILENT.includes(event.type) && !(event.type === "scored" && event.points === 0))
    .map((event) => announced(event, view, names));
