/** What is asked of a position, and within which limits. */
import type { Game, Limits } from "../api.ts";
import { fill, freshId, h } from "../dom.ts";
import { sideName } from "../games.ts";
import { words } from "../words.ts";
import type { Ask } from "./question.ts";

export function askLabel(ask: Ask): string {
  const w = words();
  return {
    win: w.askWin, value: w.askValue, moves: w.askMoves, score: w.askScore, shortest: w.askShortest, others: w.askOthers,
  }[ask];
}

function askHint(ask: Ask): string {
  const w = words();
  return {
    win: w.askWinHint, value: w.askValueHint, moves: w.askMovesHint, score: w.askScoreHint, shortest: w.askShortestHint,
    others: w.askOthersHint,
  }[ask];
}

/** What can be asked of a game. In tsume-shogi there is no draw to tell from a loss. */
export function asksOf(game: Game): Ask[] {
  if (game.name === "shogi") {
    return ["win", "shortest", "others", "moves"];
  }
  return game.scored ? ["win", "value", "moves", "score", "shortest"] : ["win", "value", "moves", "shortest"];
}

/** Whether a question is about a side that the reader chooses. */
function hasSide(ask: Ask): boolean {
  return ask === "win" || ask === "shortest";
}

export interface Wanted {
  readonly ask: Ask;
  readonly side?: string;
  readonly seconds: number;
  readonly threads: number;
  readonly memory: number;
}

const MIB = 1 << 20;

/** The form. It keeps what was chosen while the page is shown anew. */
export class AskForm {
  readonly element: HTMLFormElement;
  readonly #limits: Limits;
  #game: Game;
  #ask: Ask = "win";
  #side = "";
  #seconds: number;
  #threads: number;
  #memory: number;

  constructor(game: Game, limits: Limits, send: (wanted: Wanted) => void) {
    this.#game = game;
    this.#limits = limits;
    this.#seconds = Math.min(60, limits.seconds);
    this.#threads = Math.min(1, limits.threads);
    this.#memory = Math.min(256, Math.floor(limits.memory / MIB));
    this.element = h("form", {
      class: "ask",
      submit: (event) => {
        event.preventDefault();
        send(this.wanted);
      },
    });
    this.draw();
  }

  get wanted(): Wanted {
    const numbers = { seconds: this.#seconds, threads: this.#threads, memory: this.#memory * MIB };
    const side = hasSide(this.#ask) && this.#side !== "" ? { side: this.#side } : {};
    return { ask: this.#ask, ...side, ...numbers };
  }

  set game(game: Game) {
    this.#game = game;
    this.#side = "";
    if (!asksOf(game).includes(this.#ask)) {
      this.#ask = "win";
    }
    this.draw();
  }

  draw(): void {
    const w = words();
    const name = freshId("ask");
    const choices = asksOf(this.#game).map((ask) => {
      const input = h("input", {
        type: "radio", name, value: ask, checked: ask === this.#ask,
        change: () => {
          this.#ask = ask;
          this.draw();
          this.element.querySelector<HTMLInputElement>(`input[value=${ask}]`)?.focus();
        },
      });
      return h("label", { class: "choice" }, input, h("span", {}, askLabel(ask)));
    });
    fill(
      this.element,
      h("fieldset", {}, h("legend", {}, w.question), ...choices, h("p", { class: "hint" }, askHint(this.#ask))),
      hasSide(this.#ask) && this.#sides(),
      this.#limitFields(),
      h("button", { type: "submit", class: "primary" }, w.solve),
    );
  }

  #sides(): HTMLElement {
    const w = words();
    const id = freshId("side");
    const option = (value: string, text: string) => h("option", { value, selected: value === this.#side }, text);
    const select = h(
      "select",
      { id, change: () => (this.#side = select.value) },
      option("", w.moverSide),
      ...this.#game.sides.map((side) => option(side, sideName(side, this.#game.name))),
    );
    return h("div", { class: "row" }, h("label", { for: id }, w.whichSide), select);
  }

  #limitFields(): HTMLElement {
    const w = words();
    const most = this.#limits;
    const number = (label: string, value: number, max: number, set: (value: number) => void) => {
      const id = freshId("limit");
      const input = h("input", {
        id, type: "number", min: 1, max, value, required: true,
        input: () => {
          if (input.validity.valid) {
            set(input.valueAsNumber);
          }
        },
      });
      return h("div", { class: "row" }, h("label", { for: id }, label), input, h("span", { class: "hint" }, `≤ ${max.toLocaleString("en")}`));
    };
    return h(
      "details",
      { class: "limits" },
      h("summary", {}, w.limits),
      number(w.seconds, this.#seconds, Math.floor(most.seconds), (value) => (this.#seconds = value)),
      number(w.threads, this.#threads, most.threads, (value) => (this.#threads = value)),
      number(w.memory, this.#memory, Math.floor(most.memory / MIB), (value) => (this.#memory = value)),
    );
  }
}
