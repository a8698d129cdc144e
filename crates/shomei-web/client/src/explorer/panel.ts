/** The board of the current place. Clicks on squares play moves; the selected move is marked. */
import type { Node, NodeMove } from "../api.ts";
import { clicked, mark, picture, squaresIn, squaresOf } from "../board.ts";
import { announce, fill, h } from "../dom.ts";
import { message } from "../messages.ts";
import { answered } from "./moves.ts";

export interface PanelHandlers {
  readonly play: (move: NodeMove) => void;
  readonly choose: (move: NodeMove) => void;
}

export class BoardPanel {
  readonly element = h("div", { class: "board", click: (event) => this.#pick(clicked(event)) });
  readonly #handlers: PanelHandlers;
  #node: Node | null = null;
  #squares: ReadonlySet<string> = new Set();
  /** The first of two clicked squares. */
  #picked: string | null = null;

  constructor(handlers: PanelHandlers) {
    this.#handlers = handlers;
  }

  show(node: Node): void {
    this.#node = node;
    this.#picked = null;
    fill(this.element, picture(node.board, `${message("board-label")}. ${node.board?.title ?? ""}`));
    this.#squares = new Set(squaresIn(this.element).keys());
  }

  /** Marks the squares of a move, or the clicked square. */
  markMove(move: NodeMove | null): void {
    const names = move === null ? [] : squaresOf(move.mv, this.#squares);
    mark(this.element, this.#picked === null ? names : [this.#picked], "hinted");
  }

  /** Plays the only move through the clicked square, or waits for a second square. */
  #pick(square: string | null): void {
    const node = this.#node;
    if (square === null || node === null) {
      return;
    }
    const through = (wanted: readonly string[]) =>
      answered(node).filter((move) => wanted.every((name) => squaresOf(move.mv, this.#squares).includes(name)));
    const both = this.#picked === null || this.#picked === square ? [] : through([this.#picked, square]);
    const moves = both.length > 0 ? both : through([square]);
    const [only, ...more] = moves;
    if (only !== undefined && more.length === 0 && (both.length === 1 || squaresOf(only.mv, this.#squares).length === 1)) {
      this.#handlers.play(only);
      return;
    }
    this.#picked = only === undefined ? null : square;
    if (only !== undefined) {
      this.#handlers.choose(only);
    }
    announce(message("moves-pick", { square, count: moves.length }));
  }
}
