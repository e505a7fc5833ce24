import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { speak } from "./shared/i18n.svelte";
import { load } from "./pages";
import { route } from "./shared/router.svelte";
import { settings } from "./shared/settings.svelte";

// The language comes first, so that the messages of the page are fetched in it at once.
const spoken = speak(settings.language);
const [first] = await Promise.all([load(route()), spoken]);
mount(App, { target: document.getElementById("app")!, props: { first } });
