/** Drags a piece from a square or hand of a board to another one. */
import { h } from "../dom.ts";

/** A movement of fewer pixels is a click. */
const FEWEST = 6;

export interface Drags {
  /** The picture of the piece on a square or in a hand; null if there is none. */
  readonly picture: (square: string) => Element | null;
  /** Called at the end; `to` is null outside the board. */
  readonly dropped: (from: string, to: string | null) => void;
}

interface Drag {
  readonly from: string;
  readonly x: number;
  readonly y: number;
  /** The piece under the pointer, once it has moved. */
  ghost: HTMLElement | null;
}

/** The square or hand at a point of the window, inside a board. */
function squareAt(board: Element, x: number, y: number): string | null {
  const found = document.elementFromPoint(x, y)?.closest("[data-square],[data-hand]") ?? null;
  if (found === null || !board.contains(found)) {
    return null;
  }
  const hand = found.getAttribute("data-hand");
  return hand === null ? found.getAttribute("data-square") : `hand:${hand}`;
}

/** Lets the reader drag pieces of a board with a mouse, a pen or a finger. */
export function acceptDrags(board: HTMLElement, drags: Drags): void {
  let drag: Drag | null = null;
  const end = () => {
    drag?.ghost?.remove();
    drag = null;
  };
  board.addEventListener("pointerdown", (event) => {
    const from = event.button === 0 ? squareAt(board, event.clientX, event.clientY) : null;
    if (from !== null && drags.picture(from) !== null) {
      drag = { from, x: event.clientX, y: event.clientY, ghost: null };
    }
  });
  addEventListener("pointermove", (event) => {
    if (drag === null) {
      return;
    }
    if (drag.ghost === null && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) >= FEWEST) {
      const picture = drags.picture(drag.from);
      drag.ghost = h("div", { class: "ghost", "aria-hidden": "true" }, picture);
      document.body.append(drag.ghost);
    }
    drag.ghost?.style.setProperty("left", `${event.clientX}px`);
    drag.ghost?.style.setProperty("top", `${event.clientY}px`);
  });
  addEventListener("pointerup", (event) => {
    const ended = drag;
    end();
    if (ended?.ghost != null) {
      const to = squareAt(board, event.clientX, event.clientY);
      if (to !== ended.from) {
        drags.dropped(ended.from, to);
      }
    }
  });
  addEventListener("pointercancel", end);
}
