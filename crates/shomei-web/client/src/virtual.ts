/** The visible rows of a long list. Only they exist on the page. */

export interface View {
  /** The scroll position in pixels. */
  readonly scrollTop: number;
  /** The visible height in pixels. */
  readonly height: number;
  /** The height of every row in pixels. */
  readonly row: number;
  readonly count: number;
}

/** The number of extra rows beyond each edge, for small scrolls. */
export const BEYOND = 6;

/** The visible rows: `first` inclusive, `end` exclusive. */
export function visible(view: View): { first: number; end: number } {
  const first = Math.floor(view.scrollTop / view.row) - BEYOND;
  const end = Math.ceil((view.scrollTop + view.height) / view.row) + BEYOND;
  const within = (row: number) => Math.min(Math.max(row, 0), view.count);
  return { first: within(first), end: Math.max(within(first), within(end)) };
}

/**
 * The scroll position that shows a row: unchanged if it is visible, otherwise with the row in the
 * middle.
 */
export function scrollFor(view: View, row: number): number {
  const top = row * view.row;
  if (top >= view.scrollTop && top + view.row <= view.scrollTop + view.height) {
    return view.scrollTop;
  }
  const most = Math.max(0, view.count * view.row - view.height);
  return Math.min(Math.max(0, Math.round(top - (view.height - view.row) / 2)), most);
}

/** The heights of the rows of a list, most of which were never drawn. */
export class Heights {
  readonly #known: Float64Array;
  #usual: number;
  #isMeasured = false;

  /** Undrawn rows count as high as the first drawn row, and as `usual` before that. */
  constructor(count: number, usual: number) {
    this.#known = new Float64Array(count);
    this.#usual = usual;
  }

  /** Stores the height of a row. A height of 0 means that it cannot be measured now. */
  set(row: number, height: number): void {
    if (height > 0 && row < this.#known.length) {
      if (!this.#isMeasured) {
        this.#isMeasured = true;
        this.#usual = height;
      }
      this.#known[row] = height;
    }
  }

  /** The height of the rows from `first` inclusive to `end` exclusive. */
  between(first: number, end: number): number {
    let sum = 0;
    for (let row = first; row < end; row += 1) {
      sum += this.#of(row);
    }
    return sum;
  }

  /** The visible rows and some beyond: `first` inclusive, `end` exclusive. */
  visible(scrollTop: number, height: number): { first: number; end: number } {
    const count = this.#known.length;
    let row = 0;
    let top = 0;
    while (row < count && top + this.#of(row) <= scrollTop) {
      top += this.#of(row);
      row += 1;
    }
    const first = row;
    while (row < count && top < scrollTop + height) {
      top += this.#of(row);
      row += 1;
    }
    return { first: Math.max(0, first - BEYOND), end: Math.min(count, row + BEYOND) };
  }

  #of(row: number): number {
    return this.#known[row] || this.#usual;
  }
}
