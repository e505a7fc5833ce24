import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { speak } from "./lib/i18n.svelte";
import { load } from "./lib/pages";
import { route } from "./lib/router.svelte";
import { settings } from "./lib/settings.svelte";

const [first] = await Promise.all([load(route()), speak(settings.language)]);
mount(App, { target: document.getElementById("app")!, props: { first } });
