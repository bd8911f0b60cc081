// An error in the page as it is reported to the server: what and where, nothing about who or which table.
import type { PageError } from "../protocol";

const MOST_FRAMES = 8;
const LONGEST_MESSAGE = 200;
/** Not errors of this page: browser extensions, foreign scripts, and a harmless warning about layout. */
const FOREIGN = /-extension:\/\/|^Script error\.?$|ResizeObserver loop/;

type Described = Pick<PageError, "message" | "frames">;

/** All that an error of Svelte says in a built page; the address ends with the error's code. */
const SVELTE_CODE = /https:\/\/svelte\.dev\/e\/([a-z_]+)\b/g;

/** The built files in a stack, as file, line and column. */
function framesOf(stack: string): string[] {
  const found = [...stack.matchAll(/\/(assets\/[\w.-]{1,80}:\d{1,7}:\d{1,7})\b/g)];
  return found.slice(0, MOST_FRAMES).map((match) => match[1] ?? "");
}

/** The error without addresses and quoted text, or null if it does not come from this page. */
export function described(error: unknown): Described | null {
  const {
    name,
    message,
    stack = "",
  } = error instanceof Error ? error : { name: "Thrown", message: typeof error };
  if (FOREIGN.test(message) || FOREIGN.test(stack)) return null;
  const said = `${name}: ${message.split("\n")[0]}`
    .replace(SVELTE_CODE, "$1")
    .replace(/\w+:\/\/\S*|\S*#\S*/g, "…")
    .replace(/"[^"]*"?|`[^`]*`?/g, "…");
  return { message: said.slice(0, LONGEST_MESSAGE), frames: framesOf(stack) };
}
