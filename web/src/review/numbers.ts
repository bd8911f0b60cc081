// Chances and their changes in words.
import type { Words } from "../state/words.svelte";

/** A change of a chance in percents: "+8", "−20", "±0". */
export function signed(percents: number, language: string): string {
  const number = Math.round(percents);
  if (!number) return "±0";
  const said = new Intl.NumberFormat(language, { signDisplay: "always" }).format(number);
  return said.replace("-", "−");
}

/** A chance as a percentage; one that is not quite 0 or 1 is not said to be so. */
export function percentWords(chance: number, words: Words): string {
  if (chance > 0 && chance < 0.01) return `< ${words.percent(0.01)}`;
  if (chance < 1 && chance > 0.99) return `> ${words.percent(0.99)}`;
  return words.percent(chance);
}
