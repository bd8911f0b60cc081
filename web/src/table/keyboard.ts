// The keys of the table, and where its focus goes.
import { flushSync } from "svelte";
import type { Choice } from "../state/choice.svelte";
import type { FirstGame } from "../state/first-game.svelte";
import type { Game } from "../state/game.svelte";
import { settings } from "../state/settings.svelte";
import type CityPanel from "./CityPanel.svelte";
import type { Open } from "./TableDialogs.svelte";

interface Controls {
  game: Game;
  choice: Choice;
  first: FirstGame | null;
  city: CityPanel | undefined;
  toggleWall: () => void;
  open: (dialog: Open) => void;
}

function focusOn(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus();
}

/** The first of these that exists gets the focus when nothing else has it. */
export function focusTarget(game: Game, choice: Choice): HTMLElement | null {
  const acting =
    game.board?.phase === "act"
      ? ["button[data-square][tabindex='0']", "button[data-square]", "[data-place]"]
      : [];
  const placing = choice.placement ? ["[role=grid] [tabindex='0']"] : [];
  const mine = game.myTurn ? [...placing, ...acting] : [];
  const places = ["[data-testid=curtain] button", ...mine, "[data-testid=do]", "[data-testid=bar]"];
  return places.map((each) => document.querySelector<HTMLElement>(each)).find(Boolean) ?? null;
}

/** Carry out the command of the key, unless the key is typed into a field. */
export function handleKey(event: KeyboardEvent, controls: Controls): void {
  const { game, choice, first } = controls;
  if ((event.target as HTMLElement).matches("input, textarea, select")) return;
  if (event.key === "Escape") return cancel(game, choice, first);
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    if (game.own?.can_confirm) void game.turn({ type: "confirm" });
    else void choice.doOffer();
    return;
  }
  if (!settings.kept.shortcuts || event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.toLowerCase();
  const shortcut = /^[1-4]$/.test(key)
    ? () => pickSquare(choice, Number(key) - 1)
    : shortcuts(controls, event.shiftKey)[key];
  if (!shortcut) return;
  shortcut();
  event.preventDefault();
}

/** What was opened last is closed first. */
function cancel({ coach }: Game, choice: Choice, first: FirstGame | null): void {
  if (coach.missed) coach.keep();
  else if (coach.open) coach.close();
  else if (first?.moment) first.dismiss([first.moment]);
  else choice.clear();
}

function pickSquare(choice: Choice, square: number): void {
  choice.pickSquare(square);
  flushSync();
  focusOn(`button[data-square='${square}']`);
}

function shortcuts(
  { game, choice, city, toggleWall, open }: Controls,
  shift: boolean,
): Record<string, () => void> {
  return {
    m: () => focusOn("[data-place][tabindex='0']"),
    h: () => focusOn("[data-card][tabindex='0']"),
    c: () => city?.focusCity(),
    n: () => city?.walkLegal(1),
    p: () => city?.walkLegal(-1),
    r: () =>
      choice.placement ? void choice.toReserve() : focusOn("[data-drop='reserve'] [data-stop]"),
    g: () => void choice.give(),
    z: () => {
      if (game.own?.can_take_back) void game.turn({ type: shift ? "restart" : "take_back" });
    },
    t: () => game.coach.press(),
    w: toggleWall,
    s: () => open({ what: "forecast" }),
    "?": () => open({ what: "help" }),
  };
}
