/** The form for a question and its limits. */
import type { Game, Limits } from "../api.ts";
import { fill, freshId, h, option } from "../dom.ts";
import { sideName } from "../games.ts";
import { message, type PlainMessageId } from "../messages.ts";
import { whole } from "../messages/numbers.ts";
import type { Ask } from "./question.ts";

const LABELS: Readonly<Record<Ask, PlainMessageId>> = {
  win: "ask-win", value: "ask-value", moves: "ask-moves", score: "ask-score", shortest: "ask-shortest", others: "ask-others",
};

/** Shogi has its own terms for some questions. */
const SHOGI_LABELS: Partial<Readonly<Record<Ask, PlainMessageId>>> = {
  win: "ask-win-shogi", shortest: "ask-shortest-shogi",
};

const HINTS: Readonly<Record<Ask, PlainMessageId>> = {
  win: "ask-win-hint", value: "ask-value-hint", moves: "ask-moves-hint", score: "ask-score-hint",
  shortest: "ask-shortest-hint", others: "ask-others-hint",
};

/** The label of a question about a game. */
export function askLabel(ask: Ask, game: string): string {
  return message((game === "shogi" ? SHOGI_LABELS[ask] : undefined) ?? LABELS[ask]);
}

/** The questions about a game. Tsume-shogi does not distinguish a draw from a loss. */
export function asksOf(game: Game): Ask[] {
  if (game.name === "shogi") {
    return ["win", "shortest", "others", "moves"];
  }
  return game.scored ? ["win", "value", "moves", "score", "shortest"] : ["win", "value", "moves", "shortest"];
}

/** Whether the reader selects a side for the question. */
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

/** The form. It keeps its values when it is redrawn. */
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

  /** Selects a question. Whether the game has it. */
  select(wanted: string): boolean {
    const ask = asksOf(this.#game).find((each) => each === wanted);
    this.#ask = ask ?? this.#ask;
    this.draw();
    return ask !== undefined;
  }

  draw(): void {
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
      return h("label", { class: "choice" }, input, h("span", {}, askLabel(ask, this.#game.name)));
    });
    fill(
      this.element,
      h("fieldset", {}, h("legend", {}, message("ask-legend")), ...choices, h("p", { class: "hint" }, message(HINTS[this.#ask]))),
      hasSide(this.#ask) && this.#sides(),
      this.#limitFields(),
      h("button", { type: "submit", class: "primary" }, message("ask-solve")),
    );
  }

  #sides(): HTMLElement {
    const id = freshId("side");
    const select = h(
      "select",
      { id, change: () => (this.#side = select.value) },
      option("", message("ask-side-mover"), this.#side === ""),
      ...this.#game.sides.map((side) => option(side, sideName(side, this.#game.name), side === this.#side)),
    );
    return h("div", { class: "row" }, h("label", { for: id }, message("ask-side")), select);
  }

  #limitFields(): HTMLElement {
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
      return h("div", { class: "row" }, h("label", { for: id }, label), input, h("span", { class: "hint" }, `≤ ${whole(max)}`));
    };
    return h(
      "details",
      { class: "limits" },
      h("summary", {}, message("ask-limits")),
      number(message("ask-seconds"), this.#seconds, Math.floor(most.seconds), (value) => (this.#seconds = value)),
      most.threads > 1 && number(message("ask-threads"), this.#threads, most.threads, (value) => (this.#threads = value)),
      number(message("ask-memory"), this.#memory, Math.floor(most.memory / MIB), (value) => (this.#memory = value)),
    );
  }
}
