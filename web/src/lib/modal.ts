// A dialog shown over the page. Focus starts on its heading and returns to where it was.
import type { Attachment } from "svelte/attachments";

const dialogs: HTMLDialogElement[] = []; // the open ones, the topmost last
const listeners = new Set<() => void>();
const changed = (): void => listeners.forEach((listener) => listener());

export const modal: Attachment<HTMLDialogElement> = (dialog) => {
  const before = document.activeElement;
  dialog.showModal?.();
  dialog.querySelector<HTMLElement>("[data-heading]")?.focus();
  dialogs.push(dialog);
  changed();
  return () => {
    dialogs.splice(dialogs.indexOf(dialog), 1);
    changed();
    dialog.close?.();
    if (before instanceof HTMLElement && before !== document.body && before.isConnected)
      before.focus();
  };
};

/** Keeps a notice in the topmost dialog: browsers cover and disable whatever lies outside of it. */
export const aboveDialogs: Attachment<HTMLElement> = (notice) => {
  const home = notice.parentElement ?? document.body;
  const move = (): void => {
    const parent = dialogs.at(-1) ?? home;
    if (notice.parentElement !== parent) parent.append(notice);
  };
  move();
  listeners.add(move);
  return () => listeners.delete(move);
};
