"""Measures in the page whether everything that is shown has the room it needs."""

from playwright.async_api import Page

# Every finding is a line: what is wrong, and with what.
_MEASURE = """() => {
  const found = new Set();
  const root = document.documentElement;
  const open = [...document.querySelectorAll("dialog[open]")].at(-1);
  const top = open ?? document.querySelector("[data-testid=curtain]") ?? document.body;
  const shown = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !each.closest(".unseen, [inert]");
  const sticks = (each) => each && (getComputedStyle(each).position === "sticky"
    || sticks(each.parentElement));
  const call = (each) => {
    const words = each.getAttribute("aria-label") || each.innerText || each.value || "";
    return `${each.tagName.toLowerCase()}.${(each.getAttribute("class") ?? "").split(" ")[0]}`
      + ` "${words.trim().replace(/\\s+/g, " ").slice(0, 60)}"`;
  };
  const wordsOf = (each) => {
    const range = document.createRange();
    const own = [...each.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
    range.setStartBefore(own[0]);
    range.setEndAfter(own[0]);
    return range.getBoundingClientRect();
  };
  // A name that somebody chose may end in dots where the whole of it is shown on hover.
  const named = (each) => each.closest("[title]")?.title.includes(each.innerText.trim());
  if (root.scrollWidth > innerWidth) found.add(`page wider than its screen by ${
    root.scrollWidth - innerWidth}`);
  if (top.querySelector(".fixed-table") && root.scrollHeight > innerHeight)
    found.add("page higher than its screen");

  // Text that is cut, and words wider than their button.
  const texts = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  const holders = new Set();
  while (texts.nextNode())
    if (texts.currentNode.data.trim()) holders.add(texts.currentNode.parentElement);
  for (const holder of holders) {
    if (!shown(holder) || holder.closest("svg, select, script, style") || named(holder)) continue;
    for (let each = holder; each && each !== top; each = each.parentElement) {
      const style = getComputedStyle(each);
      if (style.display === "inline") continue;
      const clips = /hidden|clip/.test(style.overflowX);
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) break;
      if (each === holder && clips && each.scrollWidth > each.clientWidth + 1)
        found.add(`cut: ${call(each)}`);
      if (each === holder && /hidden|clip/.test(style.overflowY)
        && each.scrollHeight > each.clientHeight + 2) found.add(`cut below: ${call(each)}`);
      if (each.matches(".btn, .chip, .tool, .tag, label")) {
        const [box, words] = [each.getBoundingClientRect(), wordsOf(holder)];
        if (words.left < box.left - 1 || words.right > box.right + 1)
          found.add(`words wider than their frame: ${call(each)}`);
      }
    }
    // Cut by a frame further out that nobody can scroll.
    const words = wordsOf(holder);
    for (let each = holder.parentElement; each && each !== top; each = each.parentElement) {
      const style = getComputedStyle(each);
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) break;
      if (!/hidden|clip/.test(style.overflowX)) continue;
      const box = each.getBoundingClientRect();
      if (words.left < box.left - 1 || words.right > box.right + 1
        || words.top < box.top - 2 || words.bottom > box.bottom + 2) {
        if (words.top >= box.bottom - 2) break; // not shown at all
        found.add(`cut by ${each.className.split(" ")[0] || each.tagName}: ${call(holder)}`);
      }
    }
  }
  for (const each of top.querySelectorAll("select")) {
    if (!shown(each)) continue;
    const twin = each.cloneNode(true);
    twin.value = each.value;
    const chosen = each.selectedOptions[0];
    [...twin.options].forEach((option) => option.text === chosen?.text || option.remove());
    twin.style.cssText += "; position: absolute; width: max-content; min-width: 0; max-width: none";
    each.after(twin);
    if (twin.offsetWidth > each.offsetWidth + 1) found.add(`cut: ${call(each)} ${chosen?.text}`);
    twin.remove();
  }

  // What can be pressed: on the screen, large enough, and nothing on top of it.
  const PRESSED = "button, a[href], input, select, textarea, summary, [role=radio], [role=gridcell]"
    + "[data-fits], [role=gridcell][data-swaps]";
  for (const one of top.querySelectorAll(PRESSED)) {
    const each = one.closest("label") ?? one;
    if (!shown(each) || one.disabled) continue;
    const box = each.getBoundingClientRect();
    if (!box.width || getComputedStyle(each).display === "inline") continue;
    if (Math.min(box.width, box.height) < 23.5) found.add(`small target: ${call(one)} ${
      Math.round(box.width)} × ${Math.round(box.height)}`);
    let [left, right, high, low] = [box.left, box.right, box.top, box.bottom];
    let scrolls = !top.querySelector(".fixed-table");
    for (let frame = each.parentElement; frame; frame = frame.parentElement) {
      const style = getComputedStyle(frame);
      const inset = /^inset\\(([\\d.]+)px/.exec(style.clipPath);
      if (inset) high = Math.max(high, frame.getBoundingClientRect().top + Number(inset[1]));
      if (!/hidden|clip|auto|scroll/.test(style.overflowX + style.overflowY)) continue;
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) scrolls = true;
      const hole = frame.getBoundingClientRect();
      [left, right] = [Math.max(left, hole.left), Math.min(right, hole.right)];
      [high, low] = [Math.max(high, hole.top), Math.min(low, hole.bottom)];
    }
    [left, right] = [Math.max(left, 0), Math.min(right, innerWidth)];
    [high, low] = [Math.max(high, 0), Math.min(low, innerHeight)];
    const part = Math.max(0, right - left) * Math.max(0, low - high);
    if (part < 0.9 * box.width * box.height) {
      if (!scrolls) found.add(`not whole on the screen: ${call(one)}`);
      continue;
    }
    // Cards of a hand lie on each other: the left edge is free.
    const x = each.matches("[data-card]") ? left + 10 : (left + right) / 2;
    const hit = document.elementFromPoint(x, (high + low) / 2);
    // What scrolls goes on below a bar that sticks to the edge.
    if (hit && !hit.closest(".over") && !each.contains(hit) && !hit.contains(each)
      && !(scrolls && sticks(hit)))
      found.add(`covered: ${call(one)} by ${call(hit)}`);
  }
  return [...found];
}"""


async def faults_of_fit(page: Page) -> list[str]:
    """What is cut, covered, too small, or off the screen, a line for each."""
    found: list[str] = await page.evaluate(_MEASURE)
    return found
