// The art of the Python package as one sheet of symbols, put into the page when it is built.
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ART = fileURLToPath(new URL("../src/alhambra/drawing/art/", import.meta.url));
const APART = new Set(["ui.svg", "band.svg"]);

function squeezed(text) {
  return text
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/>\s+</g, "><")
    .replace(/\s+/g, " ")
    .trim();
}

/** All drawings as <symbol>s; the small glyphs of the interface begin with `ui-`. */
export function sprite() {
  const drawings = readdirSync(ART).filter((name) => name.endsWith(".svg") && !APART.has(name));
  const symbols = drawings.sort().map((name) => {
    const found = /<svg[^>]*viewBox="([^"]+)"[^>]*>([\s\S]*)<\/svg>/.exec(
      readFileSync(ART + name, "utf8"),
    );
    if (!found) throw new Error(`${name} is not an SVG with a view box`);
    return `<symbol id="${name.slice(0, -4)}" viewBox="${found[1]}">${found[2]}</symbol>`;
  });
  const glyphs = /<svg[^>]*>([\s\S]*)<\/svg>/.exec(readFileSync(ART + "ui.svg", "utf8"))[1];
  const sheet = symbols.join("") + glyphs.replaceAll('<symbol id="', '<symbol id="ui-');
  return squeezed(
    `<svg class="sprite" xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true">${sheet}</svg>`,
  );
}

export function spritePlugin() {
  return {
    name: "alhambra-sprite",
    transformIndexHtml: (html) => html.replace("<!-- sprite -->", sprite()),
  };
}
