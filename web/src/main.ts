import "./styles/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { fetchEarly } from "./screens/later";
import { failures } from "./state/failures.svelte";
import { router } from "./state/router.svelte";
import { screenSize } from "./state/screen.svelte";
import { session } from "./state/session.svelte";
import { settings } from "./state/settings.svelte";
import { allowSounds } from "./state/sounds.svelte";
import { tableLists } from "./state/tables.svelte";
import { words } from "./state/words.svelte";
import FailureNotice from "./ui/FailureNotice.svelte";

// Mounted separately from the app, so that it still works if the app fails.
failures.begin();
mount(FailureNotice, { target: document.body, props: { failures } });
settings.show();
router.begin();
screenSize.begin();
allowSounds();
// Everything that the first screen needs is asked for at once.
fetchEarly(router.route.screen);
if (router.route.screen === "home") void tableLists.load();
const asked = session.begin();
await words.begin();
const target = document.getElementById("app");
if (target) mount(App, { target });
await asked;
if ("serviceWorker" in navigator && import.meta.env.PROD) {
  navigator.serviceWorker.register("/sw.js").catch(() => {}); // the page works without it
}
