/** The tools of a place: the board as text, files to download, a link. */
import type { Game, Node } from "../api.ts";
import { button, fill, h } from "../dom.ts";
import type { Path } from "../path.ts";
import { amount } from "../messages/numbers.ts";
import { message } from "../messages.ts";
import { exportLinks } from "./exports.ts";

export interface ToolHandlers {
  /** Copies a text to the clipboard and announces the second text. */
  readonly copy: (text: string, done: string) => void;
  readonly copyLink: () => void;
  /** Shows the other lines to a position of the certificate. */
  readonly others: (number: number) => void;
}

export class Tools {
  readonly element = h("div", { class: "tools" });
  readonly #id: string;
  readonly #handlers: ToolHandlers;

  constructor(id: string, handlers: ToolHandlers) {
    this.#id = id;
    this.#handlers = handlers;
  }

  /** Opens or closes the text of the board. */
  toggleText(): void {
    this.element.querySelector("details")?.toggleAttribute("open");
  }

  show(node: Node, path: Path, game: Game | undefined): void {
    // Opened sections stay open at the next place.
    const [textWasOpen, linksWereOpen] = [...this.element.querySelectorAll("details")].map((details) => details.open);
    const text = h(
      "details",
      { class: "as-text", open: textWasOpen === true },
      h("summary", {}, message("board-as-text")),
      h("pre", { tabindex: 0 }, node.board?.text ?? message("board-no-picture")),
      h("p", {}, h("code", {}, node.position)),
      button(message("copy-button"), () => this.#handlers.copy(node.position, message("copy-done"))),
    );
    const links = h(
      "details",
      { class: "exports", open: linksWereOpen === true },
      h("summary", {}, message("export-title")),
      exportLinks(this.#id, path, game),
    );
    const buttons = [button(message("link-copy"), this.#handlers.copyLink), this.#ways(node)];
    fill(this.element, text, links, h("p", { class: "buttons" }, ...buttons));
  }

  /** A button that lists the moves to this place, if there is more than one. */
  #ways(node: Node): HTMLElement | null {
    const { number, size } = node;
    if (number === null || size === null || size.parents < 2) {
      return null;
    }
    return button(message("moves-to-here", { count: amount(size.parents) }), () => this.#handlers.others(number));
  }
}
