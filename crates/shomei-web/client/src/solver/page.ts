/** The page for questions: the position, the question and the answers. */
import { check, isGone, token, troubleOf, type About, type Game } from "../api.ts";
import { announce, button, fill, freshId, h, type Child } from "../dom.ts";
import { gameOf, isComposed, isPlayable } from "../games.ts";
import { noteGone } from "../gone.ts";
import { showKeys } from "../keys.ts";
import { inLanguage, message } from "../messages.ts";
import type { Page } from "../page.ts";
import { formatRoute, type LinkedQuestion } from "../route.ts";
import { serverText, tooLarge, troubleText, troubleView } from "../trouble.ts";
import { Batch } from "./batch.ts";
import { Card } from "./card.ts";
import { certificateAddress, isCertificate, placeIn } from "./certificates.ts";
import { chosen, dropped, MOST_FILES, type Chosen, type Item } from "./files.ts";
import { AskForm, type Wanted } from "./form.ts";
import { problemsIn } from "./lists.ts";
import type { Question } from "./question.ts";
import { readProblem } from "./reading.ts";
import { SetUp } from "./setup.ts";
import { restore, store, type Stored } from "./storage.ts";

/** Larger files are not read as lists of problems, in bytes. */
const MOST_OF_LIST = 32 << 20;

/** The number of unreadable files that are named. */
const SHOWN = 3;

/** The number of problems of a list of which at least one must be readable. */
const TRIED = 3;

/** The time in which changes are collected before they are stored, in milliseconds. */
const STORE_AFTER = 200;

export class Solver implements Page {
  readonly element = h("div", { class: "solver" });
  readonly #about: About;
  readonly #setUp: SetUp;
  readonly #form: AskForm;
  readonly #answers = h("div", { class: "cards" });
  readonly #games = h("div", { class: "games" });
  /** The errors of files. */
  readonly #fault = h("p", { class: "error file-error", role: "alert" });
  #faults: () => readonly Child[] = () => [];
  #opened = 0;
  #shown: (Card | Batch)[] = [];
  #storing: ReturnType<typeof setTimeout> | undefined;

  constructor(about: About, game: Game) {
    this.#about = about;
    this.#setUp = new SetUp(game, {
      openList: (text) => this.#takeList("", text),
      extra: (shown) => [
        isComposed(shown) && button(message("compose-this"), () => void this.#compose()),
        button(message("link-copy"), () => void this.#copyLink()),
      ],
    });
    this.#form = new AskForm(game, about.limits, (wanted) => void this.#ask(wanted));
    this.#acceptDrops();
    this.#acceptPastes();
    this.#restore();
    this.#draw();
    document.addEventListener("keydown", (event) => {
      if (event.key === "?" && !isTyping(event.target) && this.element.isConnected) {
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
    this.#showFaults(this.#faults);
    for (const each of this.#shown) {
      each.translate();
    }
    this.#draw();
  }

  /** Shows the position of a link, and asks the question that it names. */
  async follow(link: LinkedQuestion, game: Game): Promise<void> {
    this.#switch(game);
    this.#drawGames();
    await this.#setUp.paste(link.position, link.rules);
    if (link.ask !== null && this.#form.select(link.ask)) {
      await this.#ask(this.#form.wanted);
    }
  }

  /** Updates the page after it was hidden. */
  again(): void {
    this.#shown.forEach((each) => each.again());
  }

  /** Questions run on while the explorer is shown. */
  close(): void {}

  #draw(): void {
    this.#drawGames();
    const canAsk = token() !== "";
    fill(
      this.element,
      h("h1", { class: "hidden" }, message("solver-link")),
      this.#games,
      h(
        "div",
        { class: "solver-grid" },
        this.#setUp.element,
        h(
          "section",
          { class: "asking" },
          h("h2", {}, message("ask-title")),
          canAsk ? this.#form.element : h("p", { class: "error" }, message("ask-no-token")),
          this.#fileArea(),
        ),
      ),
      h("section", { class: "answers" }, h("h2", {}, message("answers-title")), this.#answers),
    );
    this.#drawAnswers();
  }

  #drawGames(): void {
    const name = freshId("game");
    const choices = this.#about.games
      .filter(isPlayable)
      .map((game) =>
        h(
          "label",
          { class: "tab" },
          h("input", {
            type: "radio", name, value: game.name, checked: game.name === this.#setUp.game.name,
            change: () => this.#switch(game),
          }),
          h("span", {}, inLanguage(game.title)),
        ),
      );
    fill(this.#games, h("fieldset", {}, h("legend", { class: "hidden" }, message("setup-game")), ...choices));
  }

  #switch(game: Game): void {
    this.#setUp.game = game;
    this.#form.game = game;
  }

  #fileArea(): HTMLElement {
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
      h("p", {}, message("drop-hint")),
      h(
        "p",
        { class: "buttons" },
        picker(message("choose-files"), { multiple: true }),
        picker(message("choose-folder"), { webkitdirectory: true }),
      ),
      h("p", { class: "hint" }, message("drop-kinds")),
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
      if (transfer === null) {
        return;
      }
      const text = transfer.getData("text/plain");
      if (transfer.files.length === 0 && text !== "") {
        this.#takeText(text);
      } else {
        void dropped(transfer).then((found) => this.#take(found));
      }
    });
  }

  /** Pasted files and links are taken anywhere, pasted positions outside of fields. */
  #acceptPastes(): void {
    document.addEventListener("paste", (event) => {
      const data = event.clipboardData;
      if (data === null || !this.element.isConnected) {
        return;
      }
      const text = data.getData("text/plain");
      if (data.files.length > 0) {
        event.preventDefault();
        this.#take(chosen(data.files));
      } else if (placeIn(text, location.href) !== null || (!takesText(event.target) && text.trim() !== "")) {
        event.preventDefault();
        this.#takeText(text);
      }
    });
  }

  /** Follows a link, or reads a text as a position or a list of problems. */
  #takeText(text: string): void {
    const place = placeIn(text, location.href);
    if (place !== null) {
      location.hash = place;
    } else {
      void this.#setUp.paste(text);
    }
  }

  /** Opens one file as a position, a list or a certificate, and several files as problems. */
  #take({ items, isCut, unread }: Chosen): void {
    const only = items[0];
    const named = unread.length > SHOWN ? [...unread.slice(0, SHOWN), "…"] : unread;
    this.#showFaults(() => [
      isCut && `${message("drop-most", { most: MOST_FILES })} `,
      named.length > 0 && message("drop-unread", { names: named.join(message("move-separator")) }),
    ]);
    if (only === undefined) {
      if (unread.length === 0) {
        announce(message("drop-empty"));
      }
    } else if (items.length === 1) {
      void this.#open(only);
    } else {
      this.#solveAll(items);
    }
  }

  #solveAll(items: readonly Item[]): void {
    const { game, rules } = this.#setUp;
    const wish = { ...this.#form.wanted, rules };
    this.#show(new Batch(items, game, wish, this.#about.limits, this.#batchHandlers));
  }

  /** Opens a text with several problems as a table. Whether it is one. */
  async #takeList(name: string, text: string): Promise<boolean> {
    const items = problemsIn(name, text);
    const { game, rules } = this.#setUp;
    for (const item of items.slice(0, TRIED)) {
      const isRead = await readProblem(game, rules, item).then(() => true, () => false);
      if (isRead) {
        this.#solveAll(items);
        return true;
      }
    }
    return false;
  }

  /** Opens a file. Of several files, the last one counts. */
  async #open(item: Item): Promise<void> {
    this.#opened += 1;
    const mine = this.#opened;
    try {
      if (await isCertificate(item.file)) {
        const address = await certificateAddress(item.name, item.file);
        if (mine === this.#opened) {
          location.hash = address;
        }
        return;
      }
      await this.#openPosition(item, () => mine === this.#opened);
    } catch (error) {
      const isList = item.file.size <= MOST_OF_LIST && (await this.#takeList(item.name, await item.file.text()));
      if (mine === this.#opened && !isList) {
        const trouble = troubleOf(error);
        this.#showFaults(() => [`${item.name}: `, ...troubleView(trouble)]);
      }
    }
  }

  /** Shows the position of a file and switches to its game. */
  async #openPosition(item: Item, isWanted: () => boolean): Promise<void> {
    if (item.file.size > this.#about.limits.body) {
      throw tooLarge(this.#about.limits.body);
    }
    const { game, read } = await readProblem(this.#setUp.game, this.#setUp.rules, item);
    if (!isWanted()) {
      return;
    }
    if (game.name !== this.#setUp.game.name) {
      this.#switch(game);
      this.#drawGames();
    }
    const before = this.#faults;
    this.#showFaults(() => [...before(), ...read.warnings.map((warning) => h("span", { class: "block" }, serverText(warning)))]);
    announce(`${inLanguage(game.title)}. ${message("setup-record-moves", { count: read.moves.length })}`);
    await this.#setUp.show(read.position);
  }

  #showFaults(faults: () => readonly Child[]): void {
    this.#faults = faults;
    fill(this.#fault, ...faults());
  }

  /** Opens the position in the composing view. */
  async #compose(): Promise<void> {
    const read = await this.#setUp.settled();
    if (read !== null) {
      location.hash = formatRoute({ page: "compose", position: read.position });
    }
  }

  /** Copies a link that opens the position and asks the selected question. */
  async #copyLink(): Promise<void> {
    const read = await this.#setUp.settled();
    if (read === null) {
      return;
    }
    const { game, rules } = this.#setUp;
    const { ask } = this.#form.wanted;
    const link = formatRoute({
      page: "question", game: game.name, rules: rules === game.rules ? null : rules, position: read.position, ask,
    });
    const text = new URL(link, location.href).href;
    await navigator.clipboard.writeText(text).then(
      () => announce(message("link-copied")),
      (error: unknown) => announce(troubleText(troubleOf(error))),
    );
  }

  async #ask(wanted: Wanted): Promise<void> {
    const read = await this.#setUp.settled();
    const { game, rules } = this.#setUp;
    if (read !== null) {
      const question = { ...wanted, game: game.name, rules, position: read.position };
      this.#show(new Card(question, read.board, this.#cardHandlers));
    }
  }

  get #cardHandlers() {
    return {
      remove: (card: Card) => this.#remove(card),
      changed: () => this.#storeSoon(),
      again: (question: Question) => this.#show(new Card(question, null, this.#cardHandlers)),
    };
  }

  get #batchHandlers() {
    return { remove: (batch: Batch) => this.#remove(batch), changed: () => this.#storeSoon() };
  }

  #show(shown: Card | Batch): void {
    this.#shown = [shown, ...this.#shown];
    this.#storeSoon();
    this.#drawAnswers();
    shown.element.scrollIntoView({ block: "nearest" });
  }

  #remove(shown: Card | Batch): void {
    this.#shown = this.#shown.filter((each) => each !== shown);
    this.#storeSoon();
    this.#drawAnswers();
  }

  #drawAnswers(): void {
    const none = h("p", { class: "hint" }, message("answers-none"));
    fill(this.#answers, ...(this.#shown.length === 0 ? [none] : this.#shown.map((each) => each.element)));
  }

  #storeSoon(): void {
    clearTimeout(this.#storing);
    this.#storing = setTimeout(() => this.#store(), STORE_AFTER);
  }

  #store(): void {
    store(this.#shown.map((each) => each.stored));
  }

  /** Shows the questions of this tab as they were before the page was loaded again. */
  #restore(): void {
    addEventListener("pagehide", () => this.#store());
    this.#shown = restore().flatMap((stored) => this.#restored(stored) ?? []);
    void this.#checkCertificates();
  }

  #restored(stored: Stored): Card | Batch | undefined {
    if (stored.kind === "card") {
      return new Card(stored.question, null, this.#cardHandlers, stored);
    }
    const game = gameOf(stored.game);
    return game === undefined ? undefined : new Batch(stored, game, stored.wish, this.#about.limits, this.#batchHandlers);
  }

  /** Finds out which certificates of cards the server has dropped. */
  async #checkCertificates(): Promise<void> {
    for (const card of this.#shown.filter((each) => each instanceof Card)) {
      for (const id of card.certificates) {
        await check(id).catch((error: unknown) => {
          if (isGone(error)) {
            noteGone(id);
            card.again();
          }
        });
      }
    }
  }
}

/** Whether an element takes a pasted text itself. */
function takesText(target: EventTarget | null): boolean {
  const field = "textarea,input:not([type=radio],[type=file]),[contenteditable]";
  return target instanceof Element && target.closest(field) !== null;
}

/** Whether an element can use a letter key itself. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input,textarea,select,dialog") !== null;
}
