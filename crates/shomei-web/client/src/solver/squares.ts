/** A board whose squares are clicked, dragged, and reached by keys. */
import type { Board } from "../api.ts";
import { clicked, mark, neighbour, picture, places, squaresIn, type Direction } from "../board.ts";
import { announce, fill, h } from "../dom.ts";
import { message } from "../messages.ts";
import { acceptDrags } from "./drag.ts";
import { EMPTY } from "./palette.ts";

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right",
};

export interface SquareHandlers {
  /** A click or Enter on a square or hand. */
  readonly act: (square: string) => void;
  /** Delete on a square. */
  readonly remove: (square: string) => void;
  /** A piece was dragged; `to` is null outside the board. */
  readonly dropped: (from: string, to: string | null) => void;
  readonly undo: () => void;
  /** A digit selects a piece. Whether there is one with this number. */
  readonly digit: (number: number) => boolean;
  /** The picture of a piece that can be dragged, or null. */
  readonly picture: (piece: string) => Element | null;
  readonly name: (piece: string) => string;
}

export class Squares {
  readonly element = h("div", {
    class: "board editable",
    tabindex: 0,
    role: "application",
    click: (event) => this.#click(event),
    keydown: (event) => this.#key(event as KeyboardEvent),
    focus: () => this.#showCursor(),
    blur: () => this.#showMarks(),
  });
  readonly #handlers: SquareHandlers;
  #cursor: string | null = null;
  /** The first square of a move. */
  #from: string | null = null;
  /** The side whose pieces in hand have capital letters. */
  #firstSide = "";

  constructor(handlers: SquareHandlers) {
    this.#handlers = handlers;
    acceptDrags(this.element, { picture: (square) => handlers.picture(this.pieceAt(square)), dropped: handlers.dropped });
  }

  /** Starts with the board of another game. */
  begin(firstSide: string): void {
    this.#firstSide = firstSide;
    this.#cursor = null;
    this.#from = null;
  }

  get from(): string | null {
    return this.#from;
  }

  /** Marks the first square of a move; null removes the mark. */
  set from(square: string | null) {
    this.#from = square;
    this.#showMarks();
  }

  /** Shows a board, or that it is being fetched. */
  show(board: Board | null | undefined, label: string): void {
    this.element.setAttribute("aria-label", label);
    const loading = h("p", { class: "hint" }, message("page-loading"));
    fill(this.element, board === undefined ? loading : picture(board, board?.title ?? ""));
    if (document.activeElement === this.element) {
      this.#showCursor();
    } else {
      this.#showMarks();
    }
  }

  /** Marks the square of an error. */
  markWrong(square: string | null): void {
    mark(this.element, square === null ? [] : [square], "wrong");
  }

  /** The piece on a square or in a hand, or [`EMPTY`]. */
  pieceAt(square: string): string {
    const [, owner, kind] = /^hand:(\w+):(\w)$/.exec(square) ?? [];
    if (kind !== undefined) {
      return owner === this.#firstSide ? kind.toUpperCase() : kind.toLowerCase();
    }
    return squaresIn(this.element).get(square)?.getAttribute("data-piece") ?? EMPTY;
  }

  #click(event: Event): void {
    const square = clicked(event);
    if (square !== null) {
      this.#cursor = square;
      this.#handlers.act(square);
    }
  }

  #key(event: KeyboardEvent): void {
    const isUndo = event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
    if (!isUndo && (event.ctrlKey || event.metaKey || event.altKey)) {
      return;
    }
    if (isUndo) {
      this.#handlers.undo();
    } else if (!this.#plainKey(event.key)) {
      return;
    }
    event.preventDefault();
  }

  /** Whether a key without modifiers has a use here. */
  #plainKey(key: string): boolean {
    const cursor = this.#cursor;
    const direction = DIRECTIONS[key];
    if (direction !== undefined) {
      this.#move(direction);
    } else if (cursor !== null && (key === "Enter" || key === " ")) {
      this.#handlers.act(cursor);
    } else if (cursor !== null && (key === "Delete" || key === "Backspace")) {
      this.#handlers.remove(cursor);
    } else if (key === "Escape" && this.#from !== null) {
      this.from = null;
    } else {
      return /^[1-9]$/.test(key) && this.#handlers.digit(Number(key));
    }
    return true;
  }

  #move(direction: Direction): void {
    const squares = places(this.element);
    const from = squares.find((square) => square.name === this.#cursor) ?? squares[0];
    if (from !== undefined) {
      this.#cursor = this.#cursor === null ? from.name : neighbour(squares, from, direction).name;
      this.#showCursor();
    }
  }

  #showCursor(): void {
    const squares = squaresIn(this.element);
    if (this.#cursor === null || !squares.has(this.#cursor)) {
      this.#cursor = squares.keys().next().value ?? null;
    }
    this.#showMarks();
    if (this.#cursor !== null) {
      announce(message("setup-square", { square: this.#cursor, piece: this.#handlers.name(this.pieceAt(this.#cursor)) }));
    }
  }

  /** Marks the cursor and the first square of a move. */
  #showMarks(): void {
    const hasFocus = document.activeElement === this.element;
    mark(this.element, hasFocus && this.#cursor !== null ? [this.#cursor] : [], "cursor");
    mark(this.element, this.#from === null ? [] : [this.#from], "hinted");
  }
}
