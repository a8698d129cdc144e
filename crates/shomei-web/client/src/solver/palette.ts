/** The pieces of a game, one of which is selected: it is placed by clicks on the board. */
import type { Game, Piece } from "../api.ts";
import { fill, h } from "../dom.ts";
import { drawing } from "../svg.ts";
import { inLanguage, message } from "../messages.ts";

/** The piece that empties a square. */
export const EMPTY = "";

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export class Palette {
  readonly element = h("div", { class: "palette", role: "radiogroup" });
  #pieces: readonly Piece[];
  #game: string;
  #selected: string;

  constructor(game: Game) {
    this.#game = game.name;
    this.#pieces = game.pieces;
    this.#selected = game.pieces[0]?.id ?? EMPTY;
  }

  /** The id of the selected piece, or [`EMPTY`]. */
  get selected(): string {
    return this.#selected;
  }

  set game(game: Game) {
    this.#game = game.name;
    this.#pieces = game.pieces;
    this.#selected = game.pieces[0]?.id ?? EMPTY;
    this.draw();
  }

  draw(): void {
    const choice = (id: string, name: string, index: number, content: Element | string) =>
      h(
        "button",
        {
          type: "button", role: "radio", class: "piece", "aria-checked": String(id === this.#selected), "aria-label": name,
          title: index < 9 ? `${name} (${index + 1})` : name, tabindex: id === this.#selected ? 0 : -1,
          click: () => this.select(id),
          keydown: (event) => this.#key(event as KeyboardEvent),
        },
        content,
      );
    const pieces = this.#pieces.map((piece, index) =>
      choice(piece.id, inLanguage(piece.name), index, this.picture(piece.id) ?? piece.id),
    );
    this.element.setAttribute("aria-label", message("setup-pieces", { game: this.#game }));
    fill(this.element, ...pieces, choice(EMPTY, message("setup-eraser"), pieces.length, "×"));
  }

  select(id: string): void {
    this.#selected = id;
    const hadFocus = this.element.contains(document.activeElement);
    this.draw();
    if (hadFocus) {
      this.element.querySelector<HTMLElement>("[aria-checked=true]")?.focus();
    }
  }

  /** Selects the piece with this number, from 1 on. Whether there is one. */
  selectNumber(number: number): boolean {
    const id = this.#ids[number - 1];
    if (id !== undefined) {
      this.select(id);
    }
    return id !== undefined;
  }

  /** The drawing of a piece. */
  picture(id: string): SVGElement | null {
    return drawing(this.#pieces.find((piece) => piece.id === id)?.svg ?? "");
  }

  /** The name of a piece, or of an empty square. */
  name(id: string): string {
    const piece = this.#pieces.find((each) => each.id === id);
    return piece !== undefined ? inLanguage(piece.name) : id === EMPTY ? message("setup-emptied") : id;
  }

  get #ids(): string[] {
    return [...this.#pieces.map((piece) => piece.id), EMPTY];
  }

  #key(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    const ids = this.#ids;
    const id = step === undefined ? undefined : ids[(ids.indexOf(this.#selected) + step + ids.length) % ids.length];
    if (id !== undefined) {
      event.preventDefault();
      this.select(id);
    }
  }
}
