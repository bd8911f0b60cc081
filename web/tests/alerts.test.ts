// Notifications: the setting is ticked only where the browser will notify.
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { settings } from "../src/state/settings.svelte";
import { words } from "../src/state/words.svelte";
import Preferences from "../src/ui/Preferences.svelte";
import { all, show } from "./show";

const tick = () => all("input[type=checkbox]").at(-1) as HTMLInputElement;
const says = () => all("[role=status]").at(-1)?.textContent;

beforeEach(async () => {
  await words.speak("en");
  settings.set("notify", false);
});
afterEach(() => {
  settings.set("notify", false);
  vi.unstubAllGlobals();
});

function notificationsAre(permission: string): void {
  vi.stubGlobal("Notification", {
    permission,
    requestPermission: () => Promise.resolve(permission),
  });
}

const soon = (look: () => void) =>
  vi.waitFor(() => {
    flushSync();
    look();
  });

test.each(["denied", "default", "missing"])(
  "where they are %s, it does not stay ticked, and says why",
  async (permission) => {
    if (permission === "missing") Reflect.deleteProperty(window, "Notification");
    else notificationsAre(permission);
    show(Preferences, {});
    tick().click();
    await soon(() => expect(says()).toContain("does not allow"));
    expect(tick().checked).toBe(false);
    expect(settings.kept.notify).toBe(false);
  },
);

test("where they are granted, it is ticked and kept", async () => {
  notificationsAre("granted");
  show(Preferences, {});
  tick().click();
  await soon(() => expect(settings.kept.notify).toBe(true));
  expect(tick().checked).toBe(true);
  expect(says()).toBe("");
});

test("a permission that was taken back unticks it", () => {
  settings.set("notify", true);
  notificationsAre("denied");
  show(Preferences, {});
  expect(tick().checked).toBe(false);
});
