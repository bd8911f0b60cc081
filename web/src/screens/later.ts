// Screens that are fetched when they are first shown.
import { withTexts } from "../review/texts";
import type { Route } from "../state/router.svelte";

export const screens = {
  table: () => import("./TableScreen.svelte"),
  setup: () => import("./Setup.svelte"),
  replay: () => import("./Replay.svelte"),
  review: () => withTexts(import("./Review.svelte")),
  statistics: () => withTexts(import("./Statistics.svelte")),
  rules: () => import("./Rules.svelte"),
  learn: () => import("./Learn.svelte"),
  lesson: () => import("./Lesson.svelte"),
  puzzles: () => import("./Puzzles.svelte"),
  puzzle: () => withTexts(import("./Puzzle.svelte")),
  daily: () => import("./Daily.svelte"),
  day: () => import("./Daily.svelte"),
  duplicates: () => import("./Duplicates.svelte"),
  duplicate: () => import("./Duplicate.svelte"),
};

/** Begin to fetch a screen before it can be shown. A failure is seen when it is. */
export function fetchEarly(screen: Route["screen"]): void {
  if (screen !== "home") screens[screen]().catch(() => {});
}
