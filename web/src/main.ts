import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { embedSettings, isEmbedded } from "./shared/embedding";
import { fetchFont, useCachedFont } from "./shared/font";
import { speak } from "./shared/i18n.svelte";
import { load } from "./pages";
import { route } from "./shared/router.svelte";
import { replaceSettings, settings } from "./shared/settings.svelte";
import { HAS_SERVER } from "./shared/site";
import { setDevice } from "./shared/transport";

useCachedFont();
setDevice(() => import("./device/transport"));
const embedded = isEmbedded(route());
if (embedded) replaceSettings(embedSettings(location.search));
// The language comes first, so that the page's messages are fetched in that language straight away.
const spoken = speak(settings.language);
const [first] = await Promise.all([load(route()), spoken]);
mount(App, { target: document.getElementById("app")!, props: { first } });
// What a first visit does not need comes when the page has been shown and used for a moment.
const LATER_MS = 5000;
if (!embedded) setTimeout(() => void import("./shared/offline.svelte").then(({ startOffline }) => startOffline(), () => {}), LATER_MS);
// Pages with a board fetch the text face after the board. A static site has to load the engine before the first board.
if (!["table", "replay", "guided", "puzzles", "lesson", "editor", "study", "embed", "overlay"].includes(route().page)) {
  if (HAS_SERVER) fetchFont();
  else {
    setTimeout(fetchFont, LATER_MS);
    void load({ page: "table", table: "" }).catch(() => {});
  }
}
