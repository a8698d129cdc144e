/** A question with what is known of it: numbers while it is searched, then the answer. */
import { board as askBoard, type Board } from "../api.ts";
import { picture } from "../board.ts";
import { announce, button, fill, h } from "../dom.ts";
import { sideName } from "../games.ts";
import { troubleView, troubleWords } from "../trouble.ts";
import { amount, seconds } from "../words/numbers.ts";
import { lang, words, type Lang } from "../words.ts";
import { answerView } from "./answer.ts";
import { askLabel } from "./form.ts";
import { ask, retold, type End, type Progress, type Question, type Running } from "./question.ts";
import { MOST_STREAMS } from "./streams.ts";
import { Trace } from "./trace.ts";

/** A turn that has not come after so many milliseconds is told of. */
const NOTICED = 200;

function endView(end: End): HTMLElement {
  const w = words();
  switch (end.kind) {
    case "answer":
      return answerView(end.answer, end.lang);
    case "busy":
    case "failed":
      return h("p", { class: "error" }, `${w.failed}: `, ...troubleView(end.trouble));
    case "unasked":
      return h("p", { class: "hint" }, w.notAsked);
    case "lost":
      return h("p", { class: "error" }, w.lost);
  }
}

export class Card {
  readonly element = h("article", { class: "card", tabindex: -1 });
  readonly #question: Question;
  /** The drawing, and the language of its title. */
  #shown: { readonly lang: Lang; readonly board: Board | null };
  readonly #running: Running;
  readonly #trace = new Trace();
  #progress: Progress | null = null;
  #end: End | null = null;
  #isStopping = false;
  #later: ReturnType<typeof setTimeout> | undefined;
  /** Whether it waits for its turn, visibly. */
  #isWaiting = false;

  constructor(question: Question, board: Board | null, remove: (card: Card) => void) {
    this.#question = question;
    this.#remove = () => remove(this);
    this.#shown = { lang: lang(), board };
    this.#running = ask(question, { asked: () => this.#asked(), progress: (progress) => this.#hear(progress) });
    // Where it is its turn at once, that needs no words.
    this.#later = setTimeout(() => {
      this.#isWaiting = true;
      this.#draw();
      announce(words().turn(MOST_STREAMS));
    }, NOTICED);
    this.#draw();
    void this.#running.end.then((end) => {
      clearTimeout(this.#later);
      this.#end = end;
      this.#draw();
      announce(this.#summary(end));
    });
  }

  #asked(): void {
    clearTimeout(this.#later);
    this.#isWaiting = false;
    this.#draw();
  }

  #hear(progress: Progress): void {
    const isFirst = this.#progress === null;
    this.#progress = progress;
    this.#trace.add(progress.pn, progress.dn);
    if (isFirst) {
      this.#draw();
    } else {
      this.#drawNumbers();
    }
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

  /** Shows it anew, in another language: what the server has said is asked for again. */
  translate(): void {
    this.#draw();
    void this.#retell();
    void this.#redraw();
  }

  /** Shows anew what may have changed while the card was off the page. */
  again(): void {
    this.#draw();
  }

  async #retell(): Promise<void> {
    const end = this.#end;
    if (end?.kind === "answer" && end.lang !== lang()) {
      const told = await retold(end.id);
      if (told?.kind === "answer" && told.lang === lang()) {
        this.#end = told;
        this.#draw();
      }
    }
  }

  async #redraw(): Promise<void> {
    const spoken = lang();
    if (this.#shown.lang !== spoken) {
      try {
        const { game, rules, position } = this.#question;
        const { board } = await askBoard({ game, rules, position });
        if (spoken === lang()) {
          this.#shown = { lang: spoken, board };
          this.#draw();
        }
      } catch {
        // The drawing itself is right; its name stays in the language that it has.
      }
    }
  }

  #summary(end: End): string {
    const w = words();
    switch (end.kind) {
      case "answer":
        return end.answer.words;
      case "busy":
      case "failed":
        return `${w.failed}: ${troubleWords(end.trouble)}`;
      case "unasked":
        return w.notAsked;
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
        ...(this.#isWaiting ? [h("p", { class: "hint turn" }, w.turn(MOST_STREAMS))] : []),
        this.#numbers,
        button(w.stop, () => this.stop(), { disabled: this.#isStopping }),
      );
    } else {
      body.append(endView(end));
      body.append(button(w.remove, this.#remove, { class: "link" }));
    }
    const { board } = this.#shown;
    const hadFocus = this.element.contains(document.activeElement);
    fill(this.element, h("div", { class: "card-board" }, picture(board, board?.title ?? "")), body);
    if (hadFocus) {
      // The keyboard stays in the card: at what can be done with it now.
      (this.element.querySelector<HTMLElement>("button:not(:disabled), a") ?? this.element).focus({ preventScroll: true });
    }
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
