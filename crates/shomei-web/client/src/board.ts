/** A board on the page: the server's drawing and its squares. */
import type { Board } from "./api.ts";
import { h } from "./dom.ts";
import { drawing } from "./svg.ts";
import { message } from "./messages.ts";

/** The middle of a square. */
export interface Square {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

export type Direction = "up" | "down" | "left" | "right";

/** The nearest square in a direction; the same square at the edge. */
export function neighbour(squares: readonly Square[], from: Square, direction: Direction): Square {
  const along = direction === "left" || direction === "right" ? "x" : "y";
  const across = along === "x" ? "y" : "x";
  const sign = direction === "right" || direction === "down" ? 1 : -1;
  let best = from;
  let least = Infinity;
  for (const square of squares) {
    const ahead = (square[along] - from[along]) * sign;
    // Distance across counts threefold, so that hands beside a board can be reached.
    const distance = ahead + 3 * Math.abs(square[across] - from[across]);
    if (ahead > 0.5 && distance < least) {
      best = square;
      least = distance;
    }
  }
  return best;
}

/** The squares in the text of a move, in order: `e4-d5` contains e4 and d5. */
export function squaresOf(mv: string, known: ReadonlySet<string>): string[] {
  const longest = Math.max(0, ...[...known].map((name) => name.length));
  const found: string[] = [];
  let at = 0;
  while (at < mv.length) {
    let length = Math.min(longest, mv.length - at);
    while (length > 0 && !known.has(mv.slice(at, at + length))) {
      length -= 1;
    }
    if (length > 0) {
      found.push(mv.slice(at, at + length));
    }
    at += Math.max(length, 1);
  }
  return found;
}

/** The drawing of a board, or its text if there is no drawing, or a sentence. */
export function picture(board: Board | null, label: string): HTMLElement {
  const image = board === null ? null : drawing(board.svg);
  if (board !== null && image === null && board.text.trim() !== "") {
    return h("pre", { class: "text-board", "aria-label": label, tabindex: 0 }, board.text);
  }
  if (board === null || image === null) {
    return h("p", { class: "no-picture" }, message("board-no-picture"));
  }
  image.setAttribute("role", "img");
  image.setAttribute("aria-label", label);
  image.setAttribute("class", "drawing");
  // One name for the whole picture is enough.
  for (const part of image.querySelectorAll("[role],[aria-label]")) {
    part.removeAttribute("role");
    part.removeAttribute("aria-label");
  }
  for (const title of image.querySelectorAll("title")) {
    title.remove();
  }
  return h("div", { class: "picture" }, image);
}

/** The squares of a drawing by name; hands are `hand:SIDE` and `hand:SIDE:PIECE`. */
export function squaresIn(root: Element): Map<string, Element> {
  const squares = new Map<string, Element>();
  for (const element of root.querySelectorAll("[data-square],[data-hand]")) {
    const hand = element.getAttribute("data-hand");
    squares.set(hand === null ? (element.getAttribute("data-square") ?? "") : `hand:${hand}`, element);
  }
  return squares;
}

/** The middles of the squares in pixels of the page. */
export function places(root: Element): Square[] {
  return [...squaresIn(root)].map(([name, element]) => {
    const box = element.getBoundingClientRect();
    return { name, x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });
}

/** The clicked square or hand. */
export function clicked(event: Event): string | null {
  const target = event.target instanceof Element ? event.target.closest("[data-square],[data-hand]") : null;
  if (target === null) {
    return null;
  }
  const hand = target.getAttribute("data-hand");
  return hand === null ? target.getAttribute("data-square") : `hand:${hand}`;
}

/** Marks these squares of a drawing and unmarks all others. */
export function mark(root: Element, names: readonly string[], className: string): void {
  for (const [name, element] of squaresIn(root)) {
    element.classList.toggle(className, names.includes(name));
  }
}
