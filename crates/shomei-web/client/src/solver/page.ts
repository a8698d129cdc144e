/** The page for questions: a position, what is asked of it, and the answers. */
import { token, troubleOf, type About, type Game, type Trouble } from "../api.ts";
import { announce, fill, freshId, h } from "../dom.ts";
import { tooLarge, troubleView } from "../trouble.ts";
import { showKeys } from "../keys.ts";
import type { Page } from "../page.ts";
import { lang, words } from "../words.ts";
import { Batch } from "./batch.ts";
import { Card } from "./card.ts";
import { chosen, dropped, type Item } from "./files.ts";
import { AskForm, type Wanted } from "./form.ts";
import { readProblem } from "./reading.ts";
import { SetUp } from "./setup.ts";

export class Solver implements Page {
  readonly element = h("div", { class: "solver" });
  readonly #about: About;
  readonly #setUp: SetUp;
  readonly #form: AskForm;
  readonly #answers = h("div", { class: "cards" });
  readonly #games = h("div", { class: "games" });
  /** What is wrong with a file. */
  readonly #fault = h("p", { class: "error file-error", role: "alert" });
  #wrong: { readonly name: string; readonly trouble: Trouble } | null = null;
  #opened = 0;
  #shown: (Card | Batch)[] = [];

  constructor(about: About, game: Game) {
    this.#about = about;
    this.#setUp = new SetUp(game);
    this.#form = new AskForm(game, about.limits, (wanted) => void this.#ask(wanted));
    this.#acceptDrops();
    this.#draw();
    document.addEventListener("keydown", (event) => {
      const isTyping = event.target instanceof Element && event.target.closest("input,textarea,select,dialog") !== null;
      if (event.key === "?" && !isTyping && this.element.isConnected) {
        showKeys();
      }
    });
  }

  get title(): string {
    return "shomei";
  }

  async translate(): Promise<void> {
    this.#setUp.translate();
    this.#form.draw();
    this.#drawFault();
    for (const each of this.#shown) {
      each.translate();
    }
    this.#draw();
  }

  /** Comes back to the page, on which time has passed. */
  again(): void {
    this.#shown.forEach((each) => each.again());
  }

  /** Questions go on while a certificate is looked at. */
  close(): void {}

  #draw(): void {
    const w = words();
    this.#drawGames();
    const canAsk = token() !== "";
    fill(
      this.element,
      h("h1", { class: "hidden" }, w.toSolver),
      this.#games,
      h(
        "div",
        { class: "solver-grid" },
        this.#setUp.element,
        h(
          "section",
          { class: "asking" },
          h("h2", {}, w.ask),
          canAsk ? this.#form.element : h("p", { class: "error" }, w.noToken),
          this.#fileArea(),
        ),
      ),
      h("section", { class: "answers" }, h("h2", {}, w.questions), this.#answers),
    );
    this.#drawAnswers();
  }

  #drawGames(): void {
    const w = words();
    const name = freshId("game");
    const choices = this.#about.games
      .filter((game) => game.pieces.length > 0)
      .map((game) =>
        h(
          "label",
          { class: "tab" },
          h("input", {
            type: "radio", name, value: game.name, checked: game.name === this.#setUp.game.name,
            change: () => this.#switch(game),
          }),
          h("span", {}, game.title[lang()]),
        ),
      );
    fill(this.#games, h("fieldset", {}, h("legend", { class: "hidden" }, w.chooseGame), ...choices));
  }

  #switch(game: Game): void {
    this.#setUp.game = game;
    this.#form.game = game;
  }

  #fileArea(): HTMLElement {
    const w = words();
    const take = (input: HTMLInputElement) => {
      this.#take(chosen(input.files ?? []));
      input.value = "";
    };
    const picker = (label: string, attributes: Record<string, boolean>) => {
      const input: HTMLInputElement = h("input", { type: "file", ...attributes, change: () => take(input) });
      return h("label", { class: "button" }, label, input);
    };
    return h(
      "div",
      { class: "drop" },
      h("p", {}, w.dropHere),
      h("p", { class: "buttons" }, picker(w.chooseFiles, { multiple: true }), picker(w.chooseFolder, { webkitdirectory: true })),
      h("p", { class: "hint" }, w.filesHint),
      this.#fault,
    );
  }

  #acceptDrops(): void {
    this.element.addEventListener("dragover", (event) => {
      event.preventDefault();
      this.element.classList.add("dragging");
    });
    this.element.addEventListener("dragleave", (event) => {
      if (event.relatedTarget === null) {
        this.element.classList.remove("dragging");
      }
    });
    this.element.addEventListener("drop", (event) => {
      event.preventDefault();
      this.element.classList.remove("dragging");
      const transfer = event.dataTransfer;
      if (transfer !== null) {
        void dropped(transfer).then((items) => this.#take(items));
      }
    });
  }

  /** One file is set up, several are solved. */
  #take(items: readonly Item[]): void {
    const only = items[0];
    this.#wrong = null;
    this.#drawFault();
    if (only === undefined) {
      announce(words().nothingToRead);
    } else if (items.length === 1) {
      void this.#open(only);
    } else {
      const { game, rules } = this.#setUp;
      const wish = { ...this.#form.wanted, rules };
      this.#show(new Batch(items, game, wish, this.#about.limits, (batch) => this.#remove(batch)));
    }
  }

  /** Sets up the position of a file, and switches to its game. */
  async #open(item: Item): Promise<void> {
    this.#opened += 1;
    const mine = this.#opened;
    try {
      if (item.file.size > this.#about.limits.body) {
        throw tooLarge(this.#about.limits.body);
      }
      const { game, read } = await readProblem(this.#setUp.game, this.#setUp.rules, item);
      if (mine !== this.#opened) {
        return;
      }
      if (game.name !== this.#setUp.game.name) {
        this.#switch(game);
        this.#drawGames();
      }
      announce(`${game.title[lang()]}. ${words().fileMoves(read.moves.length)} ${words().useEnd}`);
      await this.#setUp.show(read.position);
    } catch (error) {
      if (mine === this.#opened) {
        this.#wrong = { name: item.name, trouble: troubleOf(error) };
        this.#drawFault();
      }
    }
  }

  #drawFault(): void {
    const wrong = this.#wrong;
    fill(this.#fault, ...(wrong === null ? [] : [`${wrong.name}: `, ...troubleView(wrong.trouble)]));
  }

  async #ask(wanted: Wanted): Promise<void> {
    const read = await this.#setUp.settled();
    const { game, rules } = this.#setUp;
    if (read !== null) {
      const question = { ...wanted, game: game.name, rules, position: read.position };
      this.#show(new Card(question, read.board, (card) => this.#remove(card)));
    }
  }

  #show(shown: Card | Batch): void {
    this.#shown = [shown, ...this.#shown];
    this.#drawAnswers();
    shown.element.scrollIntoView({ block: "nearest" });
  }

  #remove(shown: Card | Batch): void {
    this.#shown = this.#shown.filter((each) => each !== shown);
    this.#drawAnswers();
  }

  #drawAnswers(): void {
    const w = words();
    const none = h("p", { class: "hint" }, w.noQuestions);
    fill(this.#answers, ...(this.#shown.length === 0 ? [none] : this.#shown.map((each) => each.element)));
  }
}
