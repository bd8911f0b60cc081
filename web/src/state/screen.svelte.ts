// The size of the window, which decides the layout of the table.
/** "sideways" is a phone on its side, and a window as low as that; "upright" a tablet. */
export type Layout = "phone" | "sideways" | "upright" | "wide";

export function layoutFor(width: number, height: number): Layout {
  if (height < 520 && width >= 560 && width > height) return "sideways";
  if (width >= 960) return "wide";
  if (width >= 760) return height >= 800 ? "upright" : "sideways";
  return "phone";
}

export class Screen {
  width = $state(1440);
  height = $state(900);
  layout = $derived(layoutFor(this.width, this.height));
  /** Whether the wide table has only a tablet's width. */
  narrow = $derived(this.width < 1100);

  /** How much larger than usual everything is drawn: the --px of the styles. */
  px = $derived(Math.min(2.2, Math.max(0.82, Math.min(this.width / 1440, this.height / 900))));

  begin(): void {
    const measure = () => {
      this.width = innerWidth;
      this.height = innerHeight;
    };
    measure();
    addEventListener("resize", measure);
  }
}

export const screenSize = new Screen();
