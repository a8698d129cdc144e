/** The rows of a long table. Only visible rows exist on the page; all rows are printed. */
import { h } from "../dom.ts";
import { Heights } from "../virtual.ts";

/** The assumed height of a row in pixels before one is drawn. */
const USUAL = 150;

export class Rows {
  /** The scrolling frame of the table. */
  readonly frame = h("div", { class: "table-frame", tabindex: 0, role: "group" });
  readonly #count: number;
  readonly #make: (row: number) => HTMLElement;
  readonly #drawn: () => void;
  readonly #heights: Heights;
  readonly #print = matchMedia("print");
  readonly #above = spacer();
  readonly #body = h("tbody", { class: "rows-in-sight" });
  readonly #below = spacer();
  readonly #shown = new Map<number, HTMLElement>();
  /** The scroll position, which a table loses when it is taken off the page. */
  #top = 0;

  /** `make` builds a row. `drawn` is called when other rows become visible. */
  constructor(count: number, make: (row: number) => HTMLElement, drawn: () => void) {
    this.#count = count;
    this.#make = make;
    this.#drawn = drawn;
    this.#heights = new Heights(count, USUAL);
    this.frame.addEventListener("scroll", () => {
      this.#top = this.frame.scrollTop;
      this.draw();
    });
    new ResizeObserver(() => {
      if (this.frame.isConnected) {
        this.frame.scrollTop = this.#top;
        this.draw();
      }
    }).observe(this.frame);
    this.#print.addEventListener("change", () => {
      if (this.frame.isConnected) {
        this.draw();
      }
    });
  }

  /** The numbers of the visible rows. */
  get inSight(): number[] {
    return [...this.#shown.keys()].sort((a, b) => a - b);
  }

  /** Draws the table with these column titles. */
  begin(head: readonly string[], label: string): void {
    const columns = head.map((text) => h("th", { scope: "col" }, text));
    const header = h("tr", { "aria-rowindex": 1 }, ...columns);
    this.#shown.clear();
    this.#body.replaceChildren();
    this.frame.setAttribute("aria-label", label);
    this.frame.replaceChildren(
      h("table", { "aria-rowcount": this.#count + 1 }, h("thead", {}, header), this.#above, this.#body, this.#below),
    );
    this.draw();
    this.frame.scrollTop = this.#top;
  }

  /** Redraws a row if it is visible. */
  update(row: number): void {
    const old = this.#shown.get(row);
    if (old !== undefined) {
      const made = this.#row(row);
      this.#shown.set(row, made);
      old.replaceWith(made);
      this.#measure();
    }
  }

  draw(): void {
    const { first, end } = this.#print.matches
      ? { first: 0, end: this.#count }
      : this.#heights.visible(this.#top, this.frame.clientHeight);
    for (const [row, element] of this.#shown) {
      if (row < first || row >= end) {
        element.remove();
        this.#shown.delete(row);
      }
    }
    for (let row = first; row < end; row += 1) {
      const there = this.#shown.get(row);
      const made = there ?? this.#row(row);
      if (there === undefined) {
        this.#shown.set(row, made);
        // Rows that stay are not moved, so they keep the focus.
        this.#body.insertBefore(made, this.#body.children[row - first] ?? null);
      }
    }
    this.#measure();
    this.#drawn();
  }

  #row(row: number): HTMLElement {
    const made = this.#make(row);
    made.setAttribute("aria-rowindex", String(row + 2));
    return made;
  }

  #measure(): void {
    for (const [row, element] of this.#shown) {
      this.#heights.set(row, element.offsetHeight);
    }
    const rows = this.inSight;
    const [first, last] = [rows[0] ?? 0, rows.at(-1) ?? -1];
    stretch(this.#above, this.#heights.between(0, first));
    stretch(this.#below, this.#heights.between(last + 1, this.#count));
  }
}

/** Takes the space of rows that do not exist. */
function spacer(): HTMLElement {
  return h("tbody", { class: "spacer", "aria-hidden": "true" }, h("tr", {}, h("td", { colspan: 6 })));
}

function stretch(element: HTMLElement, height: number): void {
  element.hidden = height === 0;
  element.querySelector("td")?.style.setProperty("height", `${height}px`);
}
