// Tells the player that it is their turn: in the title, by sound, by a browser notification.
import { announcer } from "./announcer.svelte";
import { settings } from "./settings.svelte";
import { play } from "./sounds.svelte";
import { words } from "./words.svelte";

export function showTitle(myTurn: boolean): void {
  document.title = myTurn ? words.t("title.your_turn") : words.t("title");
}

export function alertMyTurn(): void {
  announcer.call(words.t("bar.your_turn"));
  play("oud");
  if (document.hidden && willNotify()) notify().catch(() => {});
}

/** Does the player wish to be notified, and does the browser still allow it? */
export function willNotify(): boolean {
  return settings.kept.notify && "Notification" in window && Notification.permission === "granted";
}

/** On phones only a service worker may notify; a click on it brings the page back. */
async function notify(): Promise<void> {
  const note = { body: words.t("bar.your_turn"), icon: "/icon.svg", tag: "turn" };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) return worker.showNotification(words.t("title"), note);
  const shown = new Notification(words.t("title"), note);
  shown.onclick = () => {
    focus();
    shown.close();
  };
}

/** Ask the browser whether we may notify; remember and return the answer. */
export async function requestNotifications(wished: boolean): Promise<boolean> {
  const may =
    wished && "Notification" in window && (await Notification.requestPermission()) === "granted";
  settings.set("notify", may);
  return may;
}
