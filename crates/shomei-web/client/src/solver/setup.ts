/** A position that is set up: by clicking or keys on a board, or as any text that the game reads. */
import {
  board as askBoard, edit, readFile, Refused, troubleOf, type Game, type Piece, type Position, type Read, type Trouble,
} from "../api.ts";
import { clicked, mark, neighbour, picture, places, squaresIn, type Direction } from "../board.ts";
import { announce, button, fill, freshId, h } from "../dom.ts";
import { field, type Field } from "../field.ts";
import { sideName } from "../games.ts";
import { Steps } from "../steps.ts";
import { drawing } from "../svg.ts";
import { rulesHelp } from "../words/rules.ts";
import { lang, words } from "../words.ts";

/** The piece that empties a square. */
const EMPTY = "";

/** Text is read when the reader has not typed for so many milliseconds. */
const PAUSE = 350;

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right",
};

export class SetUp {
  readonly element = h("section", { class: "set-up" });
  #game: Game;
  #rules: string;
  #read: Read | null = null;
  #piece: string;
  #cursor: string | null = null;
  #asked = 0;
  #asking: Promise<void> = Promise.resolve();
  /** Changes of squares: each begins with the position that the one before has made. */
  readonly #edits = new Steps((error) => this.#complain(troubleOf(error), false));
  #typing: ReturnType<typeof setTimeout> | undefined;
  /** Whether the text in the field is no position; the board then shows the last one that was. */
  #isWrong = false;

  readonly #board = h("div", {
    class: "board editable",
    tabindex: 0,
    role: "application",
    click: (event) => this.#click(event),
    keydown: (event) => this.#key(event as KeyboardEvent),
    focus: () => this.#showCursor(),
    blur: () => mark(this.#board, [], "cursor"),
  });
  readonly #palette = h("div", { class: "palette", role: "radiogroup" });
  readonly #movers = h("div", { class: "movers" });
  readonly #state = h("p", { class: "hint over" });
  #field: Field;

  constructor(game: Game) {
    this.#game = game;
    this.#rules = game.rules;
    this.#piece = game.pieces[0]?.id ?? EMPTY;
    this.#field = this.#newField();
    this.draw();
    void this.#ask(() => askBoard(this.#position(game.start ?? "")));
  }

  get game(): Game {
    return this.#game;
  }

  /** The position that can be asked about, when all that was typed is read; null where it is wrong. */
  async settled(): Promise<Read | null> {
    if (this.#typing !== undefined) {
      this.#asking = this.#take(this.#field.input.value);
    }
    await this.#asking;
    await this.#edits.done;
    const isRight = !this.#isWrong && !this.#read?.refused;
    if (!isRight) {
      this.#field.input.focus();
    }
    return isRight ? this.#read : null;
  }

  get rules(): string {
    return this.#rules;
  }

  /** Begins anew with another game. */
  set game(game: Game) {
    clearTimeout(this.#typing);
    this.#typing = undefined;
    this.#edits.clear();
    this.#game = game;
    this.#rules = game.rules;
    this.#piece = game.pieces[0]?.id ?? EMPTY;
    this.#cursor = null;
    this.#read = null;
    this.#field = this.#newField();
    this.draw();
    void this.#ask(() => askBoard(this.#position(game.start ?? "")));
  }

  /** Shows the form anew. */
  draw(): void {
    const w = words();
    const text = this.#field.input.value;
    this.#field = this.#newField();
    this.#field.input.value = text;
    const rulesId = freshId("rules");
    const help = freshId("help");
    const rules = h("input", {
      id: rulesId, value: this.#rules, spellcheck: "false", autocomplete: "off", "aria-describedby": help,
      change: () => {
        this.#rules = rules.value.trim();
        void this.#ask(() => askBoard(this.#position(this.#field.input.value || (this.#game.start ?? ""))));
      },
    });
    this.#board.setAttribute("aria-label", `${w.board}. ${w.boardKeysHint}`);
    this.#drawPalette();
    this.#drawRead();
    fill(
      this.element,
      h("h2", {}, w.setUp),
      h(
        "div",
        { class: "set-up-grid" },
        h("div", { class: "board-side" }, this.#board, h("p", { class: "hint" }, w.setUpHint)),
        h(
          "div",
          { class: "position-side" },
          this.#movers,
          this.#palette,
          this.#field.element,
          h("p", { class: "buttons" }, button(w.startPosition, () => this.#start())),
          h(
            "details",
            { class: "rules" },
            h("summary", {}, w.rules),
            h("div", { class: "row" }, h("label", { for: rulesId }, w.rules), rules),
            h("pre", { id: help, class: "hint" }, rulesHelp(this.#game, lang())),
          ),
          this.#state,
        ),
      ),
    );
  }

  /** Shows the form in another language: what the server has said and drawn is asked for again. */
  translate(): void {
    this.draw();
    const read = this.#read;
    const text = this.#field.input.value;
    if (this.#typing !== undefined || (this.#isWrong && text.trim() !== "")) {
      this.#asking = this.#take(text);
    } else if (read?.refused) {
      // It comes of a change of a square, and no text stands for it.
      this.#field.complain({ type: "input", message: read.refused });
    } else if (read !== null) {
      this.#asking = this.#ask(() => askBoard(this.#position(read.position)), false);
    }
  }

  /** Shows a position, in the place of what is being typed. */
  async show(position: string): Promise<void> {
    clearTimeout(this.#typing);
    this.#typing = undefined;
    this.#edits.clear();
    // A question that is asked at once is about this position.
    this.#asking = this.#ask(() => askBoard(this.#position(position)));
    await this.#asking;
  }

  #newField(): Field {
    const w = words();
    const made = field(w.position, w.positionHint, 3);
    made.input.addEventListener("input", () => {
      clearTimeout(this.#typing);
      this.#typing = setTimeout(() => {
        this.#asking = this.#take(made.input.value);
      }, PAUSE);
    });
    return made;
  }

  #position(position: string): Position {
    return { game: this.#game.name, rules: this.#rules, position };
  }

  #start(): void {
    void this.#ask(() => askBoard(this.#position(this.#game.start ?? "")));
  }

  /** Reads what was typed or pasted: one line as a position, several as a file. */
  async #take(text: string): Promise<void> {
    clearTimeout(this.#typing);
    this.#typing = undefined;
    const bare = text.trim();
    if (bare === "") {
      return;
    }
    await this.#ask(
      () => (bare.includes("\n") ? this.#takeLines(text) : askBoard(this.#position(bare))),
      // The text is the reader's own: it stays as it is.
      false,
    );
  }

  async #takeLines(text: string): Promise<Read> {
    const read = await readFile(this.#game.name, this.#rules, "", new Blob([text]));
    return askBoard(this.#position(read.position));
  }

  /** Shows the position that comes; of several that were asked for, the last. */
  async #ask(question: () => Promise<Read>, writes = true): Promise<void> {
    this.#asked += 1;
    const mine = this.#asked;
    try {
      const read = await question();
      if (mine !== this.#asked) {
        return;
      }
      this.#read = read;
      this.#isWrong = false;
      this.#field.complain(null);
      if (writes) {
        this.#field.input.value = read.position;
      }
      this.#drawRead();
      if (read.refused) {
        this.#field.complain({ type: "input", message: read.refused });
      }
    } catch (error) {
      if (mine === this.#asked) {
        this.#isWrong = true;
        this.#complain(troubleOf(error), error instanceof Refused);
      }
    }
  }

  /** Shows an error beside the field, and on the board where it names a square. */
  #complain(trouble: Trouble, isAboutText: boolean): void {
    this.#field.complain(isAboutText ? trouble : { type: trouble.type, message: trouble.message });
    mark(this.#board, trouble.square ? [trouble.square] : [], "wrong");
  }

  #drawRead(): void {
    const w = words();
    const read = this.#read;
    fill(this.#board, read === null ? h("p", { class: "hint" }, w.loading) : picture(read.board, read.board?.title ?? ""));
    if (document.activeElement === this.#board) {
      this.#showCursor();
    }
    fill(this.#state, read?.over ?? "");
    this.#drawMovers();
  }

  #drawMovers(): void {
    const w = words();
    const game = this.#game;
    const name = freshId("mover");
    const choices = game.sides.map((side) =>
      h(
        "label",
        { class: "choice" },
        h("input", {
          type: "radio", name, value: side, checked: this.#read?.mover === side,
          change: () => this.#change(() => this.#edit("mover", side)),
        }),
        h("span", {}, sideName(side, game.name)),
      ),
    );
    const legend = h("legend", {}, w.toMove);
    fill(this.#movers, h("fieldset", { class: "inline" }, legend, ...choices), game.name === "uttt" && this.#targets());
  }

  /** In ultimate tic-tac-toe a side may be sent to one of the nine boards. */
  #targets(): HTMLElement {
    const w = words();
    const id = freshId("target");
    const current = this.#read?.position.split(";")[1]?.search(/[@xo]/) ?? -1;
    const option = (value: string, text: string, isIt: boolean) => h("option", { value, selected: isIt }, text);
    const select = h(
      "select",
      { id, change: () => this.#change(() => this.#edit("target", select.value === "" ? null : select.value)) },
      option("", w.anyBoard, current < 0),
      ...Array.from("abcdefghi", (board, index) => option(board, board, index === current)),
    );
    return h("div", { class: "row" }, h("label", { for: id }, w.target), select);
  }

  #drawPalette(): void {
    const w = words();
    const choice = (id: string, name: string, index: number, content: Element | string) =>
      h(
        "button",
        {
          type: "button", role: "radio", class: "piece", "aria-checked": String(id === this.#piece), "aria-label": name,
          title: index < 9 ? `${name} (${index + 1})` : name, tabindex: id === this.#piece ? 0 : -1,
          click: () => this.#choose(id),
          keydown: (event) => this.#paletteKey(event as KeyboardEvent),
        },
        content,
      );
    const pieces = this.#game.pieces.map((piece: Piece, index) =>
      choice(piece.id, piece.name[lang()], index, drawing(piece.svg) ?? piece.id),
    );
    this.#palette.setAttribute("aria-label", w.pieces);
    fill(this.#palette, ...pieces, choice(EMPTY, w.eraser, pieces.length, "×"));
  }

  #choose(id: string): void {
    this.#piece = id;
    const hadFocus = this.#palette.contains(document.activeElement);
    this.#drawPalette();
    if (hadFocus) {
      this.#palette.querySelector<HTMLElement>("[aria-checked=true]")?.focus();
    }
  }

  get #ids(): string[] {
    return [...this.#game.pieces.map((piece) => piece.id), EMPTY];
  }

  #paletteKey(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const ids = this.#ids;
    const id = step === undefined ? undefined : ids[(ids.indexOf(this.#piece) + step + ids.length) % ids.length];
    if (id !== undefined) {
      event.preventDefault();
      this.#choose(id);
    }
  }

  #click(event: Event): void {
    const square = clicked(event);
    if (square !== null) {
      this.#cursor = square;
      // What is chosen now counts, even where other squares are still being changed.
      const piece = this.#piece;
      this.#change(() => this.#put(square, piece));
    }
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const [cursor, piece] = [this.#cursor, this.#piece];
    const direction = DIRECTIONS[event.key];
    const digit = /^[1-9]$/.test(event.key) ? this.#ids[Number(event.key) - 1] : undefined;
    if (direction !== undefined) {
      this.#move(direction);
    } else if (cursor !== null && (event.key === "Enter" || event.key === " ")) {
      this.#change(() => this.#put(cursor, piece));
    } else if (cursor !== null && (event.key === "Delete" || event.key === "Backspace")) {
      this.#change(() => this.#put(cursor, EMPTY));
    } else if (digit !== undefined) {
      this.#choose(digit);
    } else {
      return;
    }
    event.preventDefault();
  }

  #move(direction: Direction): void {
    const squares = places(this.#board);
    const from = squares.find((square) => square.name === this.#cursor) ?? squares[0];
    if (from !== undefined) {
      this.#cursor = this.#cursor === null ? from.name : neighbour(squares, from, direction).name;
      this.#showCursor();
    }
  }

  #showCursor(): void {
    const squares = squaresIn(this.#board);
    if (this.#cursor === null || !squares.has(this.#cursor)) {
      this.#cursor = squares.keys().next().value ?? null;
    }
    if (this.#cursor !== null) {
      mark(this.#board, [this.#cursor], "cursor");
      const piece = squares.get(this.#cursor)?.getAttribute("data-piece");
      announce(words().squareChanged(words().squareNow(this.#cursor), this.#pieceName(piece ?? EMPTY)));
    }
  }

  #pieceName(id: string): string {
    return this.#game.pieces.find((piece) => piece.id === id)?.name[lang()] ?? (id === EMPTY ? words().emptied : id);
  }

  #change(edit: () => Promise<void>): void {
    void this.#edits.take(edit);
  }

  /** Puts a piece on a square; the piece that stands there already is taken away. */
  async #put(square: string, piece: string): Promise<void> {
    const stands = squaresIn(this.#board).get(square)?.getAttribute("data-piece") ?? EMPTY;
    const [hand, owner] = square.split(":");
    if (hand === "hand") {
      // With a piece, one more of its kind; without, one less of the kind that was clicked.
      await this.#edit(piece === EMPTY ? square : `hand:${owner ?? ""}`, piece === EMPTY ? null : piece);
      return;
    }
    const wanted = piece === stands ? EMPTY : piece;
    await this.#edit(square, wanted === EMPTY ? null : wanted);
    announce(words().squareChanged(square, this.#pieceName(wanted)));
  }

  async #edit(square: string, piece: string | null): Promise<void> {
    const position = this.#read?.position;
    if (position !== undefined) {
      await this.#ask(() => edit(this.#position(position), square, piece));
    }
  }
}
