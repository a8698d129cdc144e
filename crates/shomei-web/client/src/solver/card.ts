/** A question with what is known of it: numbers while it is searched, then the answer. */
import type { Board } from "../api.ts";
import { picture } from "../board.ts";
import { announce, button, fill, h } from "../dom.ts";
import { troubleWords } from "../field.ts";
import { sideName } from "../games.ts";
import { amount, seconds } from "../words/numbers.ts";
import { lang, words } from "../words.ts";
import { answerView } from "./answer.ts";
import { askLabel } from "./form.ts";
import { ask, type End, type Progress, type Question, type Running } from "./question.ts";
import { Trace } from "./trace.ts";

export class Card {
  readonly element = h("article", { class: "card" });
  readonly #question: Question;
  readonly #board: Board | null;
  readonly #running: Running;
  readonly #trace = new Trace();
  #progress: Progress | null = null;
  #end: End | null = null;
  #isStopping = false;

  constructor(question: Question, board: Board | null, remove: (card: Card) => void) {
    this.#question = question;
    this.#board = board;
    this.#remove = () => remove(this);
    this.#running = ask(question, (progress) => {
      const isFirst = this.#progress === null;
      this.#progress = progress;
      this.#trace.add(progress.pn, progress.dn);
      if (isFirst) {
        this.#draw();
      } else {
        this.#drawNumbers();
      }
    });
    this.#draw();
    void this.#running.end.then((end) => {
      this.#end = end;
      this.#draw();
      announce(this.#summary(end));
    });
  }

  readonly #remove: () => void;
  readonly #numbers = h("div", { class: "numbers" });

  get isRunning(): boolean {
    return this.#end === null;
  }

  /** Tells the server to stop; the page is told when it has. */
  stop(): void {
    this.#isStopping = true;
    this.#running.stop();
    this.#draw();
  }

  /** Shows it anew, in another language. */
  translate(): void {
    this.#draw();
  }

  #summary(end: End): string {
    const w = words();
    switch (end.kind) {
      case "answer":
        return end.answer.words;
      case "busy":
      case "failed":
        return `${w.failed}: ${troubleWords(end.trouble)}`;
      case "lost":
        return w.lost;
    }
  }

  #draw(): void {
    const w = words();
    const end = this.#end;
    const { game, side } = this.#question;
    const who = side === undefined ? "" : ` ${sideName(side, game)}.`;
    const label = `${askLabel(this.#question.ask)}${who}`;
    const body = h("div", { class: "card-body" }, h("h3", {}, label));
    if (end === null) {
      this.#drawNumbers();
      const state = this.#isStopping ? w.stopping : this.#progress === null ? w.waiting : w.searching;
      body.append(
        h("p", { class: "state" }, h("span", { class: "spinner", "aria-hidden": "true" }), `${state}…`),
        this.#numbers,
        button(w.stop, () => this.stop(), { disabled: this.#isStopping }),
      );
    } else {
      body.append(end.kind === "answer" ? answerView(end.answer, end.lang) : h("p", { class: "error" }, this.#summary(end)));
      body.append(button(w.remove, this.#remove, { class: "link" }));
    }
    fill(this.element, h("div", { class: "card-board" }, picture(this.#board, this.#board?.title ?? "")), body);
    this.element.dataset["state"] = end?.kind ?? "running";
    this.element.setAttribute("aria-label", label);
  }

  #drawNumbers(): void {
    const w = words();
    const progress = this.#progress;
    if (progress === null) {
      return;
    }
    const number = (value: number | null) => (value === null ? "…" : amount(value, lang()));
    const speed = progress.seconds > 0 ? progress.nodes / progress.seconds : 0;
    const rows: [string, string][] = [
      [w.proofNumber, number(progress.pn)],
      [w.disproofNumber, number(progress.dn)],
      [w.nodes, amount(progress.nodes, lang())],
      [w.time, `${w.secondsShort(seconds(progress.seconds))} · ${w.perSecond(amount(speed, lang()))}`],
    ];
    const list = rows.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)));
    fill(this.#numbers, h("dl", {}, ...list), this.#trace.element());
  }
}
