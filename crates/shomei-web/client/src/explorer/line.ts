/** The line as a scrolling list. Only visible rows exist on the page. */
import { fill, h } from "../dom.ts";
import { numbered } from "../line.ts";
import type { LineMove, Spine } from "../spine.ts";
import { scrollFor, visible, type View } from "../virtual.ts";
import { message } from "../messages.ts";

/** The height of a row in pixels, as in the style sheet. */
export const ROW = 30;

export interface LineList {
  readonly element: HTMLElement;
  /** Shows a line and marks the current ply; row 0 is the start. */
  show(spine: Spine, ply: number): void;
}

/** A list that follows the size of its window and print events until the signal. */
export function lineList(go: (ply: number) => void, end: AbortSignal): LineList {
  let spine: Spine = { path: [], moves: [] };
  // There are no rows before the first place is shown.
  let ply = -1;
  let drawn = "";
  const rows = h("ol", { class: "rows" });
  const scroller = h("div", { class: "scroller", tabindex: 0, scroll: () => draw(false) }, rows);
  // The whole line for paper.
  const printed = h("p", { class: "printed" });
  const element = h("div", { class: "line" }, scroller, printed);
  const size = new ResizeObserver(() => draw(true));
  size.observe(scroller);
  end.addEventListener("abort", () => size.disconnect());

  const view = (): View => ({
    scrollTop: scroller.scrollTop,
    height: scroller.clientHeight,
    row: ROW,
    count: spine.moves.length + 1,
  });

  function draw(always: boolean): void {
    if (ply < 0) {
      return;
    }
    const { first, end } = visible(view());
    const range = `${first}-${end}`;
    if (!always && range === drawn) {
      return;
    }
    drawn = range;
    rows.style.setProperty("height", `${(spine.moves.length + 1) * ROW}px`);
    const made: HTMLElement[] = [];
    for (let row = first; row < end; row += 1) {
      made.push(rowOf(row, spine.moves[row - 1], row === ply, spine.moves.length + 1, go));
    }
    fill(rows, ...made);
  }

  function show(line: Spine, at: number): void {
    const isSame = line === spine;
    spine = line;
    ply = at;
    scroller.setAttribute("aria-label", message("line-label"));
    rows.style.setProperty("height", `${(spine.moves.length + 1) * ROW}px`);
    scroller.scrollTop = scrollFor(view(), ply);
    draw(true);
    if (!isSame) {
      printed.textContent = "";
    }
  }

  const print = matchMedia("print");
  const write = () => {
    // A line break never splits a move.
    const moves = print.matches ? numbered(spine.moves.map(({ name }) => name)) : [];
    fill(printed, ...moves.flatMap((text) => [h("span", {}, text), " "]));
  };
  print.addEventListener("change", write, { signal: end });
  return { element, show };
}

function rowOf(
  row: number,
  move: LineMove | undefined,
  isHere: boolean,
  count: number,
  go: (ply: number) => void,
): HTMLElement {
  const name = move?.name ?? message("line-start");
  const element = h(
    "li",
    { class: `row mover-${row % 2}`, "aria-setsize": count, "aria-posinset": row + 1 },
    h(
      "button",
      { type: "button", class: isHere ? "here" : "", "aria-current": isHere && "step", tabindex: -1, click: () => go(row) },
      h("span", { class: "number" }, String(row)),
      h("span", { class: "name" }, name),
    ),
  );
  element.style.setProperty("top", `${row * ROW}px`);
  return element;
}
