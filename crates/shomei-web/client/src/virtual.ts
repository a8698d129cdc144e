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
