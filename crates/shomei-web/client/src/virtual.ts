/** Which rows of a long list can be seen: only those exist on the page. */

export interface View {
  /** How far the list is scrolled, in pixels. */
  readonly scrollTop: number;
  /** How much of it can be seen. */
  readonly height: number;
  /** All rows have this height. */
  readonly row: number;
  readonly count: number;
}

/** Rows beyond the edges, so that a small scroll finds them there. */
export const BEYOND = 6;

/** The rows `first` up to, but without, `end`. */
export function visible(view: View): { first: number; end: number } {
  const first = Math.floor(view.scrollTop / view.row) - BEYOND;
  const end = Math.ceil((view.scrollTop + view.height) / view.row) + BEYOND;
  const within = (row: number) => Math.min(Math.max(row, 0), view.count);
  return { first: within(first), end: Math.max(within(first), within(end)) };
}

/** Where to scroll so that a row can be seen: nowhere if it can, else with the row in the middle. */
export function scrollFor(view: View, row: number): number {
  const top = row * view.row;
  if (top >= view.scrollTop && top + view.row <= view.scrollTop + view.height) {
    return view.scrollTop;
  }
  const most = Math.max(0, view.count * view.row - view.height);
  return Math.min(Math.max(0, Math.round(top - (view.height - view.row) / 2)), most);
}

/** The heights of the rows of a list, of which most have not been seen yet. */
export class Heights {
  readonly #known: Float64Array;
  #usual: number;
  #isMeasured = false;

  /** Rows that have not been seen are taken to be as high as the first that was, before that as `usual`. */
  constructor(count: number, usual: number) {
    this.#known = new Float64Array(count);
    this.#usual = usual;
  }

  /** Notes how high a row is; what cannot be measured now has no height and is left out. */
  set(row: number, height: number): void {
    if (height > 0 && row < this.#known.length) {
      if (!this.#isMeasured) {
        this.#isMeasured = true;
        this.#usual = height;
      }
      this.#known[row] = height;
    }
  }

  /** The height of the rows from one up to, but without, another. */
  between(first: number, end: number): number {
    let sum = 0;
    for (let row = first; row < end; row += 1) {
      sum += this.#of(row);
    }
    return sum;
  }

  /** The rows in sight, and some beyond: `first` up to, but without, `end`. */
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
