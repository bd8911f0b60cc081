// One tab stop for a group; the arrow keys move inside it.
import type { Attachment } from "svelte/attachments";

const FORWARD = new Set(["ArrowRight", "ArrowDown"]);
const BACKWARD = new Set(["ArrowLeft", "ArrowUp"]);

export const roving: Attachment<HTMLElement> = (group) => {
  const stops = () => [...group.querySelectorAll<HTMLElement>("[data-stop]")];

  function settle(current?: HTMLElement): void {
    const all = stops();
    const chosen = current ?? all.find((stop) => stop.tabIndex === 0) ?? all[0];
    for (const stop of all) stop.tabIndex = stop === chosen ? 0 : -1;
  }

  function onKey(event: KeyboardEvent): void {
    const all = stops();
    const index = all.indexOf(event.target as HTMLElement);
    if (index < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    let next = -1;
    if (FORWARD.has(event.key)) next = (index + 1) % all.length;
    else if (BACKWARD.has(event.key)) next = (index - 1 + all.length) % all.length;
    else if (event.key === "Home") next = 0;
    else if (event.key === "End") next = all.length - 1;
    const stop = all[next];
    if (!stop) return;
    event.preventDefault();
    settle(stop);
    stop.focus();
  }

  const onFocus = (event: FocusEvent) => {
    const stop = event.target as HTMLElement;
    if (stop.matches("[data-stop]")) settle(stop);
  };
  // A new button is a tab stop by default, so every change has to be handled.
  const observer = new MutationObserver(() => settle());
  settle();
  observer.observe(group, { childList: true, subtree: true });
  group.addEventListener("keydown", onKey);
  group.addEventListener("focusin", onFocus);
  return () => {
    observer.disconnect();
    group.removeEventListener("keydown", onKey);
    group.removeEventListener("focusin", onFocus);
  };
};
