/** The initial position of the certificate, which is printed beside the current one. */
import type { Node } from "../api.ts";
import { picture } from "../board.ts";
import { fill, h } from "../dom.ts";
import { message } from "../messages.ts";
import type { Path } from "../path.ts";

export class PrintedStart {
  readonly element = h("figure", { class: "printed-start" });
  readonly caption = h("p", { class: "printed-caption" });
  /** Fetches a place. */
  readonly #ask: (path: Path) => Promise<Node>;
  #isKnown = false;

  constructor(ask: (path: Path) => Promise<Node>) {
    this.#ask = ask;
  }

  /** Forgets the drawing, whose texts are in another language. */
  forget(): void {
    this.#isKnown = false;
  }

  /** Called when a place is shown. The initial position is fetched once. */
  async follow(node: Node, path: Path): Promise<void> {
    this.element.hidden = path.length === 0;
    fill(this.caption, path.length === 0 ? message("line-first") : message("line-after", { ply: path.length }));
    if (this.#isKnown) {
      return;
    }
    this.#isKnown = true;
    try {
      const { board } = path.length === 0 ? node : await this.#ask([]);
      fill(this.element, picture(board, message("line-first")), h("figcaption", {}, message("line-first")));
    } catch {
      // It is only printed, so the next place tries again.
      this.#isKnown = false;
    }
  }
}
