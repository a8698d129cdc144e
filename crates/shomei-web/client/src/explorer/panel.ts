/** The board of the place on show: its squares play moves, and the chosen move is marked on it. */
import type { Node, NodeMove } from "../api.ts";
import { clicked, mark, picture, squaresIn, squaresOf } from "../board.ts";
import { announce, fill, h } from "../dom.ts";
import { words } from "../words.ts";
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
  /** The first of two squares. */
  #picked: string | null = null;

  constructor(handlers: PanelHandlers) {
    this.#handlers = handlers;
  }

  show(node: Node): void {
    this.#node = node;
    this.#picked = null;
    fill(this.element, picture(node.board, `${words().board}. ${node.board?.title ?? ""}`));
    this.#squares = new Set(squaresIn(this.element).keys());
  }

  /** Marks the squares of a move, or the square that was clicked. */
  markMove(move: NodeMove | null): void {
    const names = move === null ? [] : squaresOf(move.mv, this.#squares);
    mark(this.element, this.#picked === null ? names : [this.#picked], "hinted");
  }

  /** A click on a square: plays the move that it decides, or asks for the other square. */
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
    announce(words().pickHint(square, moves.length));
  }
}
