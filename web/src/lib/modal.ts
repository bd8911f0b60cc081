// A dialog shown over the page. Focus starts on its heading and returns to where it was.
import type { Attachment } from "svelte/attachments";

export const modal: Attachment<HTMLDialogElement> = (dialog) => {
  const before = document.activeElement;
  dialog.showModal?.();
  dialog.querySelector<HTMLElement>("[data-heading]")?.focus();
  return () => {
    dialog.close?.();
    if (before instanceof HTMLElement && before !== document.body && before.isConnected)
      before.focus();
  };
};
