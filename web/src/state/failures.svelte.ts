// Handles errors of the page itself: shows a notice, offers to reload, and reports to the server.
import type { PageError, ReasonGiven } from "../protocol";
import { reasonOf, Refused, Unreachable } from "../lib/api";
import { described } from "../lib/failure";
import { router } from "./router.svelte";
import { session } from "./session.svelte";
import { words } from "./words.svelte";

const MOST_REPORTS = 5;
const VERSION = new URL(import.meta.url).pathname.split("/").at(-1) ?? "";

/** The page failed, or the server refused or did not answer something that nobody waited for. */
export type Failure = "page" | ReasonGiven;

/** What a person reads where they asked for something: why it was refused, or that nobody answered. */
export const complaintOf = (error: unknown): string => words.reason(reasonOf(error));

export class Failures {
  shown = $state.raw<Failure | null>(null);
  private reported = new Set<string>();

  constructor(private readonly post: (report: PageError) => void = send) {}

  /** Handle every error that nothing else has caught. */
  begin(): void {
    addEventListener("error", (event) => this.tell(event.error ?? new Error(event.message)));
    addEventListener("unhandledrejection", (event) => this.tell(event.reason));
  }

  /** Show it, and tell the server. */
  tell(error: unknown): void {
    if (error instanceof Refused || error instanceof Unreachable) this.shown = reasonOf(error);
    else if (this.report(error)) this.shown = "page";
  }

  /** Report an error to the server, once each and a few times at most. False if it does not come from this page. */
  report(error: unknown): boolean {
    const found = described(error);
    if (!found) return false;
    const key = `${found.message} ${found.frames[0]}`;
    if (this.reported.size < MOST_REPORTS && !this.reported.has(key)) {
      this.reported.add(key);
      this.post({
        ...found,
        version: VERSION,
        screen: session.about ? router.route.screen : "start",
      });
    }
    return true;
  }
}

function send(report: PageError): void {
  const options = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(report),
    keepalive: true,
  };
  fetch("/api/page-errors", options).catch(() => {}); // other code reports that the server cannot be reached
}

export const failures = new Failures();
