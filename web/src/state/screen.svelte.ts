// The size of the window, which decides the layout of the table.
export type Layout = "phone" | "middle" | "wide";

export function layoutFor(width: number, height: number): Layout {
  if (width >= 1100 && height >= 520) return "wide";
  if (width >= 760 || (width > height && width >= 560 && height < 520)) return "middle";
  return "phone";
}

export class Screen {
  width = $state(1440);
  height = $state(900);
  layout = $derived(layoutFor(this.width, this.height));

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
