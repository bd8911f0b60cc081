// Makes an element that overflows a tab stop, so that it can be scrolled with the keyboard.
import type { Attachment } from "svelte/attachments";

export const scrolling: Attachment<HTMLElement> = (box) => {
  const look = () => {
    if (box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1)
      box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  };
  const observer = new ResizeObserver(look);
  observer.observe(box);
  for (const child of box.children) observer.observe(child);
  return () => observer.disconnect();
};
