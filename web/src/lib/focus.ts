// Keyboard focus never falls back to the body: when the focused element disappears, focus moves on.
import { untrack } from "svelte";
import type { Attachment } from "svelte/attachments";

export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Move focus to what `next` returns whenever the focused element was removed, and at the start. */
export function keepFocus(next: () => HTMLElement | null): Attachment<HTMLElement> {
  return () => {
    let last: Element | null = null;
    const settle = () => {
      // An open dialog holds the focus, and gives it back itself.
      if (!isFocusLost() || last?.isConnected || document.querySelector("dialog[open]")) return;
      next()?.focus({ preventScroll: true });
    };
    const remember = (event: FocusEvent) => (last = event.target as Element);
    const observer = new MutationObserver(settle);
    addEventListener("focusin", remember);
    observer.observe(document.body, { childList: true, subtree: true });
    untrack(settle);
    return () => {
      observer.disconnect();
      removeEventListener("focusin", remember);
    };
  };
}
