/** A question: its numbers during the search, then its answer. */
import { board as askBoard, type Board } from "../api.ts";
import { backend } from "../backend.ts";
import { picture } from "../board.ts";
import { announce, button, fill, h } from "../dom.ts";
import { sideName } from "../games.ts";
import { troubleView, troubleText } from "../trouble.ts";
import { amount, seconds } from "../messages/numbers.ts";
import { lang, message, servedLang, type Lang } from "../messages.ts";
import { answerView, movesView } from "./answer.ts";
import { askLabel } from "./form.ts";
import {
  answerAgain, ask, type End, type MoveAnswer, type Progress, type Question, type Running,
} from "./question.ts";
import type { StoredCard } from "./storage.ts";
import { Trace } from "./trace.ts";

/** The waiting time after which the card shows that it waits, in milliseconds. */
const NOTICED = 200;

function endText(end: End): string {
  switch (end.kind) {
    case "answer":
      return end.answer.words;
    case "busy":
    case "failed":
      return `${message("ask-failed")} ${troubleText(end.trouble)}`;
    case "unasked":
      return message("ask-unasked");
    case "stopped":
      return message("ask-stopped");
    case "lost":
      return message("ask-lost");
  }
}

function endView(end: End): HTMLElement {
  if (end.kind === "answer") {
    return answerView(end.answer, end.lang);
  }
  if ("trouble" in end) {
    return h("p", { class: "error" }, `${message("ask-failed")} `, ...troubleView(end.trouble));
  }
  return h("p", { class: end.kind === "lost" ? "error" : "hint" }, endText(end));
}

export interface CardHandlers {
  readonly remove: (card: Card) => void;
  /** Called when the stored form of the card has changed. */
  readonly changed: () => void;
  /** Asks the same question again. */
  readonly again: (question: Question) => void;
}

export class Card {
  readonly element = h("article", { class: "card", tabindex: -1 });
  readonly #question: Question;
  readonly #handlers: CardHandlers;
  /** The board and the language of its title; null if it must be fetched. */
  #drawing: { readonly lang: Lang; readonly board: Board | null } | null;
  #running: Running | null = null;
  readonly #trace = new Trace();
  readonly #rows = new Map<string, MoveAnswer>();
  #progress: Progress | null = null;
  /** The number of the question at the server. */
  #id: string | null;
  #end: End | null;
  #isStopping = false;
  #later: ReturnType<typeof setTimeout> | undefined;
  /** Whether the card shows that it waits for its turn. */
  #isWaiting = false;
  readonly #numbers = h("div", { class: "numbers" });

  /** Asks a question. A stored card is shown with its end, or listens to the question again. */
  constructor(question: Question, board: Board | null, handlers: CardHandlers, stored?: StoredCard) {
    this.#question = question;
    this.#handlers = handlers;
    this.#drawing = stored === undefined ? { lang: lang(), board } : null;
    this.#id = stored?.id ?? null;
    this.#end = stored?.end ?? null;
    if (this.#end === null) {
      this.#run();
    }
    this.#draw();
    void this.#redraw();
  }

  get stored(): StoredCard {
    return { kind: "card", question: this.#question, id: this.#id, end: this.#end };
  }

  /** The certificates of the answer. */
  get certificates(): string[] {
    return this.#end?.kind === "answer" ? this.#end.answer.certificates.map(({ id }) => String(id)) : [];
  }

  #run(): void {
    const listener = {
      asked: () => this.#asked(),
      numbered: (id: string) => {
        this.#id = id;
        this.#handlers.changed();
      },
      progress: (progress: Progress) => this.#note(progress),
      row: (row: MoveAnswer) => {
        this.#rows.set(row.move, row);
        this.#drawNumbers();
      },
    };
    const running = ask(this.#question, listener, this.#id);
    this.#running = running;
    // A short wait is not shown.
    this.#later = setTimeout(() => {
      if (this.#id === null) {
        this.#isWaiting = true;
        this.#draw();
        announce(message("ask-turn", { most: backend().most }));
      }
    }, NOTICED);
    void running.end.then((end) => {
      clearTimeout(this.#later);
      this.#end = end;
      this.#draw();
      this.#handlers.changed();
      announce(endText(end));
    });
  }

  #asked(): void {
    clearTimeout(this.#later);
    this.#isWaiting = false;
    this.#draw();
  }

  #note(progress: Progress): void {
    const isFirst = this.#progress === null;
    this.#progress = progress;
    this.#trace.add(progress.pn, progress.dn);
    if (isFirst) {
      this.#draw();
    } else {
      this.#drawNumbers();
    }
  }

  /** Asks the server to stop the search. The end of the question follows. */
  stop(): void {
    this.#isStopping = true;
    this.#running?.stop();
    this.#draw();
  }

  /** Shows the card in another language. Texts of the server are fetched again. */
  translate(): void {
    this.#draw();
    void this.#askAgain();
    void this.#redraw();
  }

  /** Updates what changed while the card was not on the page. */
  again(): void {
    this.#draw();
  }

  async #askAgain(): Promise<void> {
    const end = this.#end;
    if (end?.kind === "answer" && end.id !== null && end.lang !== servedLang()) {
      const again = await answerAgain(end.id);
      if (again?.kind === "answer" && again.lang === servedLang()) {
        this.#end = again;
        this.#handlers.changed();
        this.#draw();
      }
    }
  }

  async #redraw(): Promise<void> {
    const language = lang();
    if (this.#drawing?.lang !== language) {
      try {
        const { game, rules, position } = this.#question;
        const { board } = await askBoard({ game, rules, position });
        if (language === lang()) {
          this.#drawing = { lang: language, board };
          this.#draw();
        }
      } catch {
        // The drawing itself is right; only its title stays in the old language.
      }
    }
  }

  #draw(): void {
    const end = this.#end;
    const { game, side } = this.#question;
    const who = side === undefined ? "" : ` ${sideName(side, game)}.`;
    const label = `${askLabel(this.#question.ask, game)}${who}`;
    const body = h("div", { class: "card-body" }, h("h3", {}, label));
    if (end === null) {
      this.#drawNumbers();
      const searching = this.#progress === null ? message("state-waiting") : message("state-searching");
      const state = this.#isStopping ? message("state-stopping") : searching;
      body.append(
        h("p", { class: "state" }, h("span", { class: "spinner", "aria-hidden": "true" }), state),
        ...(this.#isWaiting ? [h("p", { class: "hint turn" }, message("ask-turn", { most: backend().most }))] : []),
        this.#numbers,
        button(message("stop-button"), () => this.stop(), { disabled: this.#isStopping }),
      );
    } else {
      body.append(endView(end));
      body.append(
        h(
          "p",
          { class: "buttons" },
          button(message("card-again"), () => this.#handlers.again(this.#question), { class: "link" }),
          button(message("card-remove"), () => this.#handlers.remove(this), { class: "link" }),
        ),
      );
    }
    const shown = this.#drawing?.board ?? null;
    const board = this.#drawing === null ? h("div", { class: "board-space" }) : picture(shown, shown?.title ?? "");
    const hadFocus = this.element.contains(document.activeElement);
    fill(this.element, h("div", { class: "card-board" }, board), body);
    if (hadFocus) {
      // The focus stays in the card.
      (this.element.querySelector<HTMLElement>("button:not(:disabled), a") ?? this.element).focus({ preventScroll: true });
    }
    this.element.dataset["state"] = end?.kind ?? "running";
    this.element.setAttribute("aria-label", label);
  }

  #drawNumbers(): void {
    const progress = this.#progress;
    const rows = [...this.#rows.values()];
    const moves = rows.length > 0 && movesView(rows, this.#question.game);
    if (progress === null) {
      fill(this.#numbers, moves);
      return;
    }
    const number = (value: number | null) => (value === null ? "…" : amount(value));
    const speed = progress.seconds > 0 ? progress.nodes / progress.seconds : 0;
    const figures: [string, string][] = [
      [message("progress-pn"), number(progress.pn)],
      [message("progress-dn"), number(progress.dn)],
      [message("progress-nodes"), amount(progress.nodes)],
      [message("progress-time"), message("progress-speed", { seconds: seconds(progress.seconds), nodes: amount(speed) })],
    ];
    const list = figures.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)));
    fill(this.#numbers, h("dl", {}, ...list), this.#trace.element(), moves);
  }
}
