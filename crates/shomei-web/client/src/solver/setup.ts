/** The position editor: clicks, drags and keys on a board, or any text that the game reads. */
import {
  board as askBoard, edit, MISSING, readFile, Refused, troubleOf, type Game, type Position, type Read, type Trouble,
} from "../api.ts";
import { announce, button, fill, h, type Child } from "../dom.ts";
import { field, type Field } from "../field.ts";
import { lang, message } from "../messages.ts";
import { Steps } from "../steps.ts";
import { ModeBar, moverChoice, targetChoice } from "./choices.ts";
import { cleared, hasHands, isOneSquare, restToHand, withSameSet } from "./editing.ts";
import { dragPiece, draw, putPiece } from "./edits.ts";
import { exampleOf } from "./examples.ts";
import { History, type ReadPosition } from "./history.ts";
import { EMPTY, Palette } from "./palette.ts";
import { illegalText, playMove } from "./play.ts";
import { RulesField } from "./rules.ts";
import { Squares } from "./squares.ts";

/** The pause in typing after which the text is read, in milliseconds. */
const PAUSE = 350;

export interface SetUpOptions {
  /** Opens a pasted text as a list of problems. Whether it is one. */
  readonly openList?: (text: string) => Promise<boolean>;
  /** Called when another position is shown. */
  readonly changed?: (read: Read) => void;
  /** Further buttons. */
  readonly extra?: (game: Game) => readonly Child[];
  /** Whether edits keep the set of pieces: the defender's hand takes or gives the difference. */
  readonly keepsSet?: boolean;
  /** An element below the board. */
  readonly below?: HTMLElement;
  /** The first position, in place of the example. */
  readonly first?: string | null;
}

export class SetUp {
  readonly element = h("section", { class: "set-up" });
  readonly #options: SetUpOptions;
  #game: Game;
  #shown: ReadPosition | null = null;
  readonly #history = new History();
  /** The side to move, also of positions that the game refuses. */
  #mover = "";
  #asked = 0;
  #asking: Promise<void> = Promise.resolve();
  /** Edits of squares. Each begins with the position after the one before. */
  readonly #edits = new Steps((error) => this.#complain(troubleOf(error), false));
  #typing: ReturnType<typeof setTimeout> | undefined;
  /** Whether the text in the field is invalid. The board then shows the last valid position. */
  #isWrong = false;

  readonly #board: Squares;
  readonly #palette: Palette;
  readonly #rules: RulesField;
  readonly #movers = h("div", { class: "movers" });
  readonly #modes = new ModeBar(() => {
    this.#board.from = null;
    this.#drawModes();
    this.#drawRead();
  });
  readonly #undo = button("", () => this.#change(() => this.#takeBack()));
  readonly #state = h("p", { class: "hint over", role: "status" });
  #field: Field;

  constructor(game: Game, options: SetUpOptions = {}) {
    this.#game = game;
    this.#options = options;
    this.#palette = new Palette(game);
    this.#rules = new RulesField(game, () => void this.#useRules());
    this.#field = this.#newField();
    this.#board = new Squares({
      act: (square) => this.#act(square, this.#palette.selected),
      remove: (square) => this.#modes.mode === "edit" && this.#act(square, EMPTY),
      dropped: (from, to) => this.#change(() => this.#drag(from, to)),
      undo: () => this.#change(() => this.#takeBack()),
      digit: (number) => this.#palette.selectNumber(number),
      picture: (piece) => (this.#modes.mode === "edit" ? this.#palette.picture(piece) : null),
      name: (piece) => this.#palette.name(piece),
    });
    this.#board.begin(game.sides[0] ?? "");
    this.#mover = game.sides[0] ?? "";
    this.draw();
    if (options.first == null) {
      this.#open();
    } else {
      void this.show(options.first);
    }
  }

  get game(): Game {
    return this.#game;
  }

  get rules(): string {
    return this.#rules.rules;
  }

  /** The position for a question, after all input is read; null if it is invalid. */
  async settled(): Promise<Read | null> {
    if (this.#typing !== undefined) {
      this.#asking = this.#take(this.#field.input.value);
    }
    await this.#asking;
    await this.#edits.done;
    if (this.#rules.isWrong) {
      this.#rules.focus();
      return null;
    }
    if (this.#field.input.value.trim() === "") {
      this.#field.complain({ type: MISSING, message: this.#game.name });
    } else if (!this.#isWrong && this.#read !== null && !this.#read.refused) {
      return this.#read;
    }
    this.#field.input.focus();
    return null;
  }

  /** Starts with another game. */
  set game(game: Game) {
    this.#forgetInput();
    this.#game = game;
    this.#palette.game = game;
    this.#rules.game = game;
    this.#modes.mode = "edit";
    this.#board.begin(game.sides[0] ?? "");
    this.#mover = game.sides[0] ?? "";
    this.#shown = null;
    this.#history.clear();
    this.#field = this.#newField();
    this.draw();
    this.#open();
  }

  /** Draws the form. */
  draw(): void {
    const text = this.#field.input.value;
    this.#field = this.#newField();
    this.#field.input.value = text;
    this.#palette.draw();
    this.#rules.draw();
    this.#drawModes();
    this.#drawRead();
    this.#undo.textContent = message("setup-undo");
    const buttons = [
      this.#undo,
      this.#canEdit && button(message("setup-clear"), () => this.#change(() => this.#rewrite(cleared))),
      hasHands(this.#game.name) &&
        button(message("setup-rest"), () => this.#change(() => this.#rewrite((_, position) => restToHand(position)))),
      button(message("setup-start"), () => void this.show(this.#game.start ?? "")),
      exampleOf(this.#game) !== null && button(message("setup-example"), () => this.#open()),
      ...(this.#options.extra?.(this.#game) ?? []),
    ];
    fill(
      this.element,
      h("h2", {}, message("setup-title")),
      h(
        "div",
        { class: "set-up-grid" },
        h("div", { class: "board-side" }, this.#board.element, this.#options.below, this.#modes.hint, h("div", { class: "buttons" }, ...buttons)),
        h(
          "div",
          { class: "position-side" },
          this.#modes.element,
          this.#movers,
          this.#palette.element,
          this.#field.element,
          this.#state,
          this.#rules.element,
        ),
      ),
    );
  }

  /** Shows the form in another language. Texts and drawings of the server are fetched again. */
  translate(): void {
    this.draw();
    const read = this.#read;
    const text = this.#field.input.value;
    if (this.#typing !== undefined || (this.#isWrong && text.trim() !== "")) {
      this.#asking = this.#take(text);
    } else if (read?.refused) {
      // A refused position comes from an edit and has no other text.
      this.#field.complain({ type: "input", message: read.refused });
    } else if (read !== null) {
      this.#asking = this.#ask(() => askBoard(this.#position(read.position)), "kept");
    }
  }

  /** Shows a position in place of the input. */
  async show(position: string): Promise<void> {
    this.#forgetInput();
    // A question that is asked at once is about this position.
    this.#asking = this.#ask(() => askBoard(this.#position(position)), "replaced");
    await this.#asking;
  }

  /** Reads a text as if it were typed into the field, under other rules if they are given. */
  async paste(text: string, rules: string | null = null): Promise<void> {
    this.#forgetInput();
    if (rules !== null) {
      this.#rules.use(rules);
    }
    this.#field.input.value = text;
    this.#asking = this.#take(text);
    await this.#asking;
  }

  get #read(): Read | null {
    return this.#shown?.read ?? null;
  }

  #forgetInput(): void {
    clearTimeout(this.#typing);
    this.#typing = undefined;
    this.#edits.clear();
  }

  /** Shows the example of the game, or its initial position. */
  #open(): void {
    if (this.#rules.rules !== this.#game.rules) {
      this.#rules.use(this.#game.rules);
    }
    void this.show(exampleOf(this.#game) ?? this.#game.start ?? "");
  }

  #newField(): Field {
    const { reads, start } = this.#game;
    const forms = reads.join(message("move-separator"));
    const hint = this.#canEdit
      ? message("setup-position-hint", { count: reads.length, forms })
      : message("setup-position-own", { example: start ?? "" });
    const made = field(message("setup-position"), hint, 3);
    made.input.addEventListener("input", () => {
      // An answer to an earlier request would replace the text.
      this.#asked += 1;
      clearTimeout(this.#typing);
      this.#typing = setTimeout(() => {
        this.#asking = this.#take(made.input.value);
      }, PAUSE);
    });
    return made;
  }

  #position(position: string): Position {
    return { game: this.#game.name, rules: this.#rules.rules, position };
  }

  /**
   * Reads the position under other rules. A position of another board size is replaced by the
   * initial one.
   */
  async #useRules(): Promise<void> {
    this.#forgetInput();
    // The field is empty until the first position arrives.
    const typed = this.#field.input.value.trim();
    const isInvalid = typed !== "" && (this.#read === null || this.#isWrong);
    const read = async () => {
      try {
        return await askBoard(this.#position(typed || (this.#game.start ?? "")));
      } catch (error) {
        if (!(error instanceof Refused) || error.trouble.type !== "input" || isInvalid) {
          throw error;
        }
        return askBoard(this.#position("start"));
      }
    };
    this.#asking = this.#ask(read, "replaced");
    await this.#asking;
  }

  /** Reads the input: one line as a position, several lines as a file or a list of problems. */
  async #take(text: string): Promise<void> {
    clearTimeout(this.#typing);
    this.#typing = undefined;
    const bare = text.trim();
    if (bare === "") {
      this.#field.complain(null);
      return;
    }
    // The reader's own text stays unchanged.
    await this.#ask(() => (bare.includes("\n") ? this.#takeLines(text) : askBoard(this.#position(bare))), "kept");
    if (this.#isWrong && bare.includes("\n") && (await this.#options.openList?.(text)) === true) {
      this.#restoreText();
    }
  }

  async #takeLines(text: string): Promise<Read> {
    const read = await readFile(this.#game.name, this.#rules.rules, "", new Blob([text]));
    return askBoard(this.#position(read.position));
  }

  /** Puts the text of the shown position back into the field. */
  #restoreText(): void {
    this.#isWrong = false;
    this.#field.complain(null);
    this.#field.input.value = this.#read?.position ?? "";
  }

  /** Shows the answer to a request. Of several requests, only the last one counts. */
  async #ask(question: () => Promise<Read>, text: "kept" | "replaced"): Promise<void> {
    this.#asked += 1;
    const mine = this.#asked;
    try {
      const read = await question();
      if (mine === this.#asked) {
        this.#showRead(read, text === "replaced");
      }
    } catch (error) {
      if (mine === this.#asked) {
        // The text of the field is unchanged, so one that was invalid still is.
        this.#isWrong ||= text === "kept" || this.#read === null;
        this.#complain(troubleOf(error), error instanceof Refused);
      }
    }
  }

  #showRead(read: Read, replacesText: boolean): void {
    this.#history.push(this.#shown, read);
    this.#shown = { read, lang: lang() };
    this.#mover = read.mover ?? this.#mover;
    this.#isWrong = false;
    this.#board.from = null;
    this.#rules.complain(null);
    this.#field.complain(null);
    if (replacesText) {
      this.#field.input.value = read.position;
    }
    this.#drawRead();
    if (read.refused) {
      this.#field.complain({ type: "input", message: read.refused });
    }
    this.#options.changed?.(read);
  }

  /** Shows the position before the last change. */
  async #takeBack(): Promise<void> {
    const last = this.#history.pop();
    if (last === undefined) {
      return;
    }
    // The undone position is not noted again.
    this.#shown = null;
    if (last.lang === lang()) {
      this.#asked += 1;
      this.#showRead(last.read, true);
    } else {
      await this.#ask(() => draw(this.#position(last.read.position), last.read.mover ?? this.#mover), "replaced");
    }
  }

  /**
   * Shows an error: at the rules if they are invalid, otherwise beside the field and on the board.
   */
  #complain(trouble: Trouble, isAboutText: boolean): void {
    if (trouble.type === "usage") {
      this.#rules.complain(trouble);
      return;
    }
    this.#field.complain(isAboutText ? trouble : { type: trouble.type, message: trouble.message });
    this.#board.markWrong(trouble.square ?? null);
  }

  #drawRead(): void {
    const read = this.#read;
    const keys = this.#canEdit ? message("setup-keys-hint", { game: this.#game.name }) : "";
    this.#board.show(read === null ? undefined : read.board, `${message("board-label")}. ${keys}`);
    this.#board.element.classList.toggle("playing", this.#modes.mode === "play");
    this.#undo.disabled = this.#history.isEmpty;
    fill(this.#state, read?.over ?? "");
    this.#drawMovers();
  }

  #drawMovers(): void {
    const { name } = this.#game;
    const movers = moverChoice(this.#game, this.#mover, (side) => {
      this.#mover = side;
      this.#change(() => this.#edit("mover", side));
    });
    const target = (board: string | null) => this.#change(() => this.#edit("target", board));
    fill(this.#movers, this.#canEdit && movers, name === "uttt" && targetChoice(this.#read?.position ?? "", target));
  }

  #drawModes(): void {
    this.#modes.draw(this.#game, this.#canEdit);
    this.#palette.element.hidden = this.#modes.mode === "play" || !this.#canEdit;
  }

  /** Whether pieces can be placed: games without pieces are set up as text. */
  get #canEdit(): boolean {
    return this.#game.pieces.length > 0;
  }

  /** Places a piece on a square, or plays a move through it. */
  #act(square: string, piece: string): void {
    if (this.#canEdit) {
      // The piece that is selected now counts, even if earlier edits are still running.
      this.#change(() => (this.#modes.mode === "edit" ? this.#put(square, piece) : this.#playThrough(square)));
    }
  }

  #change(edit: () => Promise<void>): void {
    void this.#edits.take(edit);
  }

  async #put(square: string, piece: string): Promise<void> {
    const current = this.#board.pieceAt(square);
    await this.#replace((position) => putPiece(position, square, piece, current));
    announce(message("setup-changed", { square, piece: this.#palette.name(this.#board.pieceAt(square)) }));
  }

  async #drag(from: string, to: string | null): Promise<void> {
    const piece = this.#board.pieceAt(from);
    await this.#replace((position) => dragPiece(position, from, to, piece));
    announce(message("setup-changed", { square: to ?? from, piece: this.#palette.name(to === null ? EMPTY : piece) }));
  }

  async #edit(square: string, piece: string | null): Promise<void> {
    await this.#replace((position) => edit(position, square, piece));
  }

  /** Replaces the text of the position, which can be one that the game refuses. */
  async #rewrite(change: (game: string, position: string) => string | null): Promise<void> {
    await this.#replace(async (position) => {
      const text = change(position.game, position.position);
      return text === null ? null : draw({ ...position, position: text }, this.#mover);
    });
  }

  /** Replaces the shown position; null leaves it as it is. */
  async #replace(change: (position: Position) => Promise<Read | null>): Promise<void> {
    const shown = this.#read;
    if (shown !== null) {
      await this.#ask(async () => {
        const read = (await change(this.#position(shown.position))) ?? shown;
        const same = this.#options.keepsSet === true ? withSameSet(shown.position, read.position) : null;
        return same === null ? read : draw(this.#position(same), this.#mover);
      }, "replaced");
    }
  }

  /** Selects the first square of a move, or plays the move to the second. */
  async #playThrough(square: string): Promise<void> {
    const position = this.#read?.position;
    const from = this.#board.from;
    const isEmpty = this.#board.pieceAt(square) === EMPTY;
    if (position === undefined) {
      return;
    }
    if (!isOneSquare(this.#game.name) && (from === null || from === square)) {
      this.#board.from = from === square || isEmpty ? null : square;
      return;
    }
    const played = await playMove(this.#position(position), from, square);
    if (played === null) {
      return;
    }
    if (played === "illegal") {
      // Another piece becomes the first square.
      this.#board.from = isEmpty || isOneSquare(this.#game.name) ? null : square;
      fill(this.#state, illegalText(from, square));
      return;
    }
    this.#asked += 1;
    this.#showRead(played.read, true);
    announce(`${played.mv}. ${played.read.board?.title ?? ""}`);
  }
}
