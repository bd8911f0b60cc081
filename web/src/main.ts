import "./styles/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { failures } from "./state/failures.svelte";
import { router } from "./state/router.svelte";
import { screenSize } from "./state/screen.svelte";
import { session } from "./state/session.svelte";
import { settings } from "./state/settings.svelte";
import { allowSounds } from "./state/sounds.svelte";
import { words } from "./state/words.svelte";
import FailureNotice from "./ui/FailureNotice.svelte";

// Mounted separately from the app, so that it still works if the app fails.
failures.begin();
mount(FailureNotice, { target: document.body, props: { failures } });
settings.show();
router.begin();
screenSize.begin();
allowSounds();
await words.begin();
const target = document.getElementById("app");
if (target) mount(App, { target });
await session.begin();
if ("serviceWorker" in navigator && import.meta.env.PROD) {
  navigator.serviceWorker.register("/sw.js").catch(() => {}); // the page works without it
}
