// Automatic reloads, at most one every five minutes: a reload that does not help must not repeat.
const KEY = "alhambra-reloaded";
const AGAIN_AFTER = 5 * 60_000;

/** May the page reload by itself now? Says yes once, then no for five minutes. */
export function mayReload(now = Date.now()): boolean {
  try {
    const last = sessionStorage.getItem(KEY);
    if (last !== null && now - Number(last) < AGAIN_AFTER) return false;
    sessionStorage.setItem(KEY, String(now));
    return true;
  } catch {
    return false; // without storage it could reload for ever
  }
}
