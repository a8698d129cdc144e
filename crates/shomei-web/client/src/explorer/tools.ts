/** What can be taken along from a place: the board as text, files, a link. */
import type { Game, Node } from "../api.ts";
import { button, fill, h } from "../dom.ts";
import type { Path } from "../path.ts";
import { amount } from "../words/numbers.ts";
import { lang, words } from "../words.ts";
import { exportLinks } from "./exports.ts";

export interface ToolHandlers {
  /** Puts a text on the clipboard, and says so with the second text. */
  readonly copy: (text: string, done: string) => void;
  readonly copyLink: () => void;
  /** Shows where else a record is named. */
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

  /** Opens or closes the board as text. */
  toggleText(): void {
    this.element.querySelector("details")?.toggleAttribute("open");
  }

  show(node: Node, path: Path, game: Game | undefined): void {
    const w = words();
    // What was open stays open from place to place.
    const [textWasOpen, linksWereOpen] = [...this.element.querySelectorAll("details")].map((details) => details.open);
    const text = h(
      "details",
      { class: "as-text", open: textWasOpen === true },
      h("summary", {}, w.boardAsText),
      h("pre", { tabindex: 0 }, node.board?.text ?? w.noPicture),
      h("p", {}, h("code", {}, node.position)),
      button(w.copy, () => this.#handlers.copy(node.position, w.copied)),
    );
    const links = h(
      "details",
      { class: "exports", open: linksWereOpen === true },
      h("summary", {}, w.exports),
      exportLinks(this.#id, path, game),
    );
    fill(this.element, text, links, h("p", { class: "buttons" }, button(w.copyLink, this.#handlers.copyLink), this.#ways(node)));
  }

  /** Where several moves lead to the place, a button that lists them. */
  #ways(node: Node): HTMLElement | null {
    const { number, size } = node;
    if (number === null || size === null || size.parents < 2) {
      return null;
    }
    return button(words().reachedBy(amount(size.parents, lang())), () => this.#handlers.others(number));
  }
}
