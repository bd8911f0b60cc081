// Copying a text, also where browsers offer no clipboard: over plain HTTP, as in a home network.

/** Copy the text, or show it so that it can be copied by hand. Returns whether it was copied. */
export async function copyText(text: string, label: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    if (!copySelection(text)) {
      prompt(label, text);
      return false;
    }
  }
  return true;
}

/** The way from before there was a clipboard: select a text and let the browser copy the selection. */
function copySelection(text: string): boolean {
  const field = document.createElement("textarea");
  field.className = "unseen";
  field.readOnly = true; // opens no keyboard on phones
  field.value = text;
  const focused = document.activeElement as HTMLElement | null;
  document.body.append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    focused?.focus({ preventScroll: true });
  }
}
