// The settings of this person, kept in the browser.
/** The values of the settings that are chosen from a list. */
export const OPTIONS = {
  theme: ["auto", "light", "dark"],
  speed: ["slow", "normal", "fast", "off"],
  confirm: ["always", "drawn", "never"],
} as const;
export type Theme = (typeof OPTIONS.theme)[number];
export type Speed = (typeof OPTIONS.speed)[number];
/** How the actions of other players follow one another. */
export type Pace = "step" | "calm" | "brisk" | "once";
/** When a player is asked before the turn ends; "drawn": only if something is turned up then. */
export type Confirm = (typeof OPTIONS.confirm)[number];

export interface Kept {
  language: string | null;
  theme: Theme;
  sound: boolean;
  speed: Speed; // of movements
  pace: Pace; // of the actions of other players
  confirm: Confirm;
  tutor: boolean; // ask “take it back?” after a blunder
  chances: boolean; // show the chances of winning
  shortcuts: boolean;
  learned: string[]; // lessons that are done
  hinted: string[]; // hints of the first game that are done
  notify: boolean;
  name: string; // as typed last; the server's name counts if it has one
}

/** What earlier versions kept. */
interface Older {
  autoConfirm: boolean;
}

const KEY = "alhambra";
const USUAL: Kept = {
  language: null,
  theme: "auto",
  sound: false,
  speed: "normal",
  pace: "calm",
  confirm: "always",
  tutor: false,
  chances: false,
  shortcuts: true,
  learned: [],
  hinted: [],
  notify: false,
  name: "",
};
/** How long an action of another player is shown, in milliseconds; in steps until a tap or a key. */
export const PACES: Record<Pace, number> = { step: Infinity, calm: 1200, brisk: 500, once: 0 };
const FACTORS: Record<Speed, number> = { slow: 2, normal: 1, fast: 0.5, off: 0 };

function read(): Kept {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept & Older>;
    const { autoConfirm, ...rest } = found;
    const kept: Kept = { ...USUAL, ...(autoConfirm ? { confirm: "never" } : {}), ...rest };
    if (!(kept.pace in PACES)) kept.pace = USUAL.pace; // it used to be a number that could not be chosen
    return kept;
  } catch {
    return { ...USUAL };
  }
}

export class Settings {
  kept = $state<Kept>(read());
  private systemDark = $state(false);

  constructor() {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    this.systemDark = dark.matches;
    dark.addEventListener?.("change", () => (this.systemDark = dark.matches));
  }

  set<Name extends keyof Kept>(name: Name, value: Kept[Name]): void {
    this.kept[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept));
    } catch {
      // The page also works in a browser without storage.
    }
    this.show();
  }

  /** Pass theme and speed to the style sheet. */
  show(): void {
    const root = document.documentElement;
    if (this.kept.theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = this.kept.theme;
    root.dataset.speed = this.kept.speed;
  }

  get dark(): boolean {
    if (this.kept.theme !== "auto") return this.kept.theme === "dark";
    return this.systemDark;
  }

  /** How long an action of another player is shown before the next one, whatever the motion setting. */
  get pace(): number {
    return document.hidden ? 0 : PACES[this.kept.pace];
  }

  /** How long a movement takes: its usual time scaled by the chosen speed, or 0 without motion. */
  lasting(milliseconds: number): number {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    return still ? 0 : milliseconds * FACTORS[this.kept.speed];
  }
}

export const settings = new Settings();
