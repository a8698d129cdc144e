/** The verdict on the position of the composing view, which is asked after every change. */
import { announce, fill, h } from "../dom.ts";
import { amount } from "../messages/numbers.ts";
import { message } from "../messages.ts";
import { figures } from "../solver/answer.ts";
import { ask, type BenchQuestion, type End, type Running } from "../solver/question.ts";
import { troubleView } from "../trouble.ts";
import { classOf, flawOf, headlineOf, lineOf, type Examined } from "./examined.ts";

/** The pause after a change before the question is sent, in milliseconds. */
const PAUSE = 150;

type State =
  | { readonly kind: "none" }
  | { readonly kind: "searching"; readonly nodes: number | null }
  | { readonly kind: "end"; readonly end: End };

export class Verdict {
  readonly element = h("section", { class: "verdict" });
  #state: State = { kind: "none" };
  #running: Running | null = null;
  #later: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.draw();
  }

  /** Asks for the verdict after a short pause. An earlier question is stopped. */
  judge(question: BenchQuestion): void {
    this.#stop();
    this.#show({ kind: "searching", nodes: null });
    this.#later = setTimeout(() => void this.#ask(question), PAUSE);
  }

  /** Shows no verdict. */
  clear(): void {
    this.#stop();
    this.#show({ kind: "none" });
  }

  #stop(): void {
    clearTimeout(this.#later);
    this.#running?.stop();
    this.#running = null;
  }

  async #ask(question: BenchQuestion): Promise<void> {
    const isCurrent = () => this.#running === running;
    const running = ask(question, {
      progress: ({ nodes }) => isCurrent() && this.#show({ kind: "searching", nodes }),
    });
    this.#running = running;
    const end = await running.end;
    if (isCurrent()) {
      this.#running = null;
      this.#show({ kind: "end", end });
      if (end.kind === "answer") {
        announce(end.answer.words);
      }
    }
  }

  #show(state: State): void {
    this.#state = state;
    this.draw();
  }

  draw(): void {
    const state = this.#state;
    this.element.dataset["state"] = state.kind;
    this.element.setAttribute("aria-label", message("compose-verdict"));
    switch (state.kind) {
      case "none":
        return fill(this.element, h("p", { class: "hint" }, message("compose-invalid")));
      case "searching":
        return fill(
          this.element,
          h("p", { class: "state" }, h("span", { class: "spinner", "aria-hidden": "true" }), message("state-searching")),
          state.nodes !== null && h("p", { class: "hint figures" }, message("figure-nodes", { nodes: amount(state.nodes) })),
        );
      case "end":
        return fill(this.element, ...endView(state.end));
    }
  }
}

function endView(end: End): HTMLElement[] {
  switch (end.kind) {
    case "answer":
      return [examinedView(end.answer.data as unknown as Examined)];
    case "busy":
    case "failed":
      return [h("p", { class: "error" }, ...troubleView(end.trouble))];
    default:
      return [h("p", { class: "error" }, message("ask-lost"))];
  }
}

function examinedView(examined: Examined): HTMLElement {
  return h(
    "div",
    { class: "answer-view" },
    h("p", { class: `headline ${classOf(examined)}` }, headlineOf(examined)),
    h("p", { class: "flaw" }, flawOf(examined)),
    lineOf(examined),
    figures(examined.nodes, examined.seconds),
  );
}
