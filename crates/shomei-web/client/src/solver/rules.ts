/** The rules of the position: a list of known rules, and a field for all others. */
import type { Game, Trouble } from "../api.ts";
import { fill, freshId, h, option } from "../dom.ts";
import { message, type PlainMessageId } from "../messages.ts";
import { rulesHelp } from "../messages/rules.ts";
import { troubleView } from "../trouble.ts";

interface RuleChoice {
  readonly rules: string;
  readonly label: PlainMessageId;
}

const CHOICES: Readonly<Record<string, readonly RuleChoice[]>> = {
  loa: [{ rules: "olympiad", label: "rules-loa-olympiad" }, { rules: "sackson", label: "rules-loa-sackson" }],
  othello: [{ rules: "standard", label: "rules-othello-standard" }, { rules: "board=6", label: "rules-othello-six" }],
  shogi: [
    { rules: "tsume", label: "rules-shogi-tsume" },
    { rules: "tsume-mudaai", label: "rules-shogi-mudaai" },
    { rules: "full", label: "rules-shogi-full" },
  ],
  uttt: [{ rules: "standard", label: "rules-uttt-standard" }, { rules: "open", label: "rules-uttt-open" }],
};

/** The value of the list for rules that are typed. */
const OTHER = "other";

export class RulesField {
  readonly element = h("div", { class: "rules" });
  readonly #changed: () => void;
  #game: Game;
  #rules: string;
  #isOther: boolean;
  #trouble: Trouble | null = null;
  readonly #error = h("p", { class: "error", role: "alert", id: freshId("rules-error") });
  #input: HTMLInputElement | null = null;

  /** `changed` is called when the reader has selected or typed other rules. */
  constructor(game: Game, changed: () => void) {
    this.#game = game;
    this.#changed = changed;
    this.#rules = game.rules;
    this.#isOther = this.#choices.length === 0;
  }

  get rules(): string {
    return this.#rules;
  }

  /** Whether the rules are invalid. */
  get isWrong(): boolean {
    return this.#trouble !== null;
  }

  set game(game: Game) {
    this.#game = game;
    this.use(game.rules);
  }

  /** Shows these rules. */
  use(rules: string): void {
    this.#rules = rules;
    this.#isOther = !this.#choices.some((choice) => choice.rules === rules);
    this.#trouble = null;
    this.draw();
  }

  get #choices(): readonly RuleChoice[] {
    return CHOICES[this.#game.name] ?? [];
  }

  /** Draws the choices and the field; nothing for a game without a choice of rules. */
  draw(): void {
    if (this.#choices.length === 0 && this.#game.rules_help === "") {
      fill(this.element);
      return;
    }
    const [selectId, inputId, help] = [freshId("rules"), freshId("rules"), freshId("help")];
    const select: HTMLSelectElement = h(
      "select",
      { id: selectId, change: () => this.#select(select.value) },
      ...this.#choices.map(({ rules, label }) => option(rules, message(label), !this.#isOther && rules === this.#rules)),
      option(OTHER, message("rules-other"), this.#isOther),
    );
    const input: HTMLInputElement = h("input", {
      id: inputId, value: this.#rules, spellcheck: "false", autocomplete: "off", autocapitalize: "off",
      "aria-describedby": `${help} ${this.#error.id}`,
      change: () => this.#take(input.value.trim()),
    });
    this.#input = input;
    const label = message("setup-rules");
    fill(
      this.element,
      this.#choices.length > 0 && h("div", { class: "row" }, h("label", { for: selectId }, label), select),
      this.#isOther &&
        h("div", { class: "row" }, h("label", { for: inputId }, this.#choices.length > 0 ? message("rules-text") : label), input),
      this.#error,
      this.#isOther && h("pre", { id: help, class: "hint" }, rulesHelp(this.#game)),
    );
    this.complain(this.#trouble);
  }

  /** Shows an error of the rules; null removes it. */
  complain(trouble: Trouble | null): void {
    this.#trouble = trouble;
    fill(this.#error, ...(trouble === null ? [] : troubleView(trouble)));
    this.#input?.setAttribute("aria-invalid", String(trouble !== null));
  }

  focus(): void {
    this.element.querySelector<HTMLElement>(this.#isOther ? "input" : "select")?.focus();
  }

  #select(value: string): void {
    if (value !== OTHER) {
      this.#isOther = false;
      this.draw();
      this.#take(value);
      this.focus();
      return;
    }
    this.#isOther = true;
    this.draw();
    this.#input?.focus();
  }

  #take(rules: string): void {
    this.#trouble = null;
    this.complain(null);
    this.#rules = rules;
    this.#changed();
  }
}
