// Every test knows the pieces, as the page does once the server has told it about them.
import type { About } from "../src/protocol";
import { learnPieces } from "../src/lib/pieces";
import about from "./fixtures/about.json";

learnPieces(about as unknown as About);

// Nothing is laid out here, so nothing changes its size.
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
