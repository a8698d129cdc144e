/** The variants of a problem with their verdicts, row by row as the server finds them. */
import { announce, button, fill, framedTable, h } from "../dom.ts";
import { inLanguage, message, type PlainMessageId } from "../messages.ts";
import { radios } from "../solver/choices.ts";
import { ask, type BenchQuestion, type End, type Running } from "../solver/question.ts";
import { troubleView } from "../trouble.ts";
import { classOf, flawOf, lengthOf, type Examined, type ExaminedVariant } from "./examined.ts";

const CHANGES = ["move", "add", "remove", "exchange", "hand", "shift", "mirror"] as const;

type Change = (typeof CHANGES)[number];

const LABELS: Readonly<Record<Change, PlainMessageId>> = {
  move: "compose-change-move", add: "compose-change-add", remove: "compose-change-remove",
  exchange: "compose-change-exchange", hand: "compose-change-hand", shift: "compose-change-shift",
  mirror: "compose-change-mirror",
};

/** Which rows are shown. */
const FILTERS = ["all", "mates", "sound"] as const;

type Filter = (typeof FILTERS)[number];

const FILTER_LABELS: Readonly<Record<Filter, PlainMessageId>> = {
  all: "compose-show-all", mates: "compose-show-mates", sound: "compose-show-sound",
};

export interface VariantsHandlers {
  /** The question about the variants of the shown position; null if it is not legal. */
  readonly question: () => Promise<BenchQuestion | null>;
  readonly show: (position: string) => void;
}

export class Variants {
  readonly element = h("div", { class: "variants" });
  readonly #handlers: VariantsHandlers;
  readonly #state = h("p", { class: "state", role: "status" });
  readonly #rows = h("tbody", {});
  /** The changes that the reader has selected. */
  readonly #changes = new Set<Change>(["move", "remove", "exchange", "hand"]);
  #filter: Filter = "all";
  #found: ExaminedVariant[] = [];
  /** The problem of the list. */
  #root: string | null = null;
  /** The position on the board. */
  #shown = "";
  #running: Running | null = null;
  #end: End | null = null;

  constructor(handlers: VariantsHandlers) {
    this.#handlers = handlers;
    this.draw();
  }

  /** Marks the row of the position on the board. */
  mark(position: string): void {
    this.#shown = position;
    for (const row of this.element.querySelectorAll<HTMLTableRowElement>("tr[data-position]")) {
      this.#markRow(row);
    }
  }

  stop(): void {
    this.#running?.stop();
  }

  async #find(): Promise<void> {
    const question = await this.#handlers.question();
    if (question === null) {
      return;
    }
    this.stop();
    this.#found = [];
    this.#end = null;
    this.#root = question.position;
    const isCurrent = () => this.#running === running;
    const running = ask<ExaminedVariant>(
      { ...question, changes: CHANGES.filter((change) => this.#changes.has(change)) },
      { row: (row) => isCurrent() && this.#add(row) },
    );
    this.#running = running;
    this.draw();
    const end = await running.end;
    if (isCurrent()) {
      this.#running = null;
      this.#end = end;
      const hadFocus = this.element.contains(document.activeElement);
      this.draw();
      if (hadFocus) {
        this.element.querySelector<HTMLElement>(".buttons button")?.focus({ preventScroll: true });
      }
      announce(this.#stateText());
    }
  }

  #add(row: ExaminedVariant): void {
    this.#found.push(row);
    if (isShown(row, this.#filter)) {
      this.#rows.append(this.#row(row));
    }
    fill(this.#state, this.#stateText());
  }

  draw(): void {
    const isRunning = this.#running !== null;
    fill(
      this.element,
      this.#changeChoice(),
      h(
        "p",
        { class: "buttons" },
        isRunning
          ? button(message("stop-button"), () => this.stop())
          : button(message("compose-vary"), () => void this.#find(), { class: "primary" }),
      ),
      this.#end?.kind === "failed" || this.#end?.kind === "busy"
        ? h("p", { class: "error" }, ...troubleView(this.#end.trouble))
        : this.#state,
      this.#root !== null && this.#filterChoice(),
      this.#root !== null && this.#table(this.#root),
    );
    fill(this.#state, this.#stateText());
  }

  #stateText(): string {
    if (this.#root === null) {
      return "";
    }
    const done = this.#found.length;
    const of = this.#found.at(-1)?.of ?? 0;
    const sound = this.#found.filter(({ kind }) => kind === "sound").length;
    const counts = { done, of, sound };
    if (this.#end?.kind === "lost") {
      return message("ask-lost");
    }
    const isCut = this.#running === null && done < of;
    return isCut ? message("compose-cut", counts) : message("compose-progress", counts);
  }

  #changeChoice(): HTMLElement {
    const choices = CHANGES.map((change) => {
      const input = h("input", {
        type: "checkbox", value: change, checked: this.#changes.has(change),
        change: () => (input.checked ? this.#changes.add(change) : this.#changes.delete(change)),
      });
      return h("label", { class: "choice" }, input, h("span", {}, message(LABELS[change])));
    });
    return h("fieldset", { class: "inline" }, h("legend", {}, message("compose-changes")), ...choices);
  }

  #filterChoice(): HTMLElement {
    const choices = FILTERS.map((value) => ({ value, text: message(FILTER_LABELS[value]) }));
    return radios(message("compose-show"), choices, this.#filter, (filter) => {
      this.#filter = filter;
      this.#fillRows();
    });
  }

  #table(root: string): HTMLElement {
    const titles = [message("compose-change"), message("compose-length"), message("compose-flaw")];
    const first = h("tr", { "data-position": root }, h("th", { scope: "row", colspan: 3 }, this.#link(message("compose-itself"), root)));
    this.#markRow(first);
    this.#fillRows();
    return framedTable(message("compose-variants"), titles, h("tbody", {}, first), this.#rows);
  }

  #fillRows(): void {
    fill(this.#rows, ...this.#found.filter((row) => isShown(row, this.#filter)).map((row) => this.#row(row)));
  }

  #row(row: ExaminedVariant): HTMLTableRowElement {
    const made = h(
      "tr",
      { class: classOf(row), "data-position": row.position },
      h("th", { scope: "row" }, this.#link(row.change_text, row.position)),
      h("td", { class: "length" }, lengthOf(row)),
      h("td", {}, flawOf(row)),
    );
    this.#markRow(made);
    return made;
  }

  #markRow(row: HTMLTableRowElement): void {
    row.querySelector("button")?.setAttribute("aria-pressed", String(row.dataset["position"] === this.#shown));
  }

  #link(text: string | ExaminedVariant["change_text"], position: string): HTMLButtonElement {
    return button(typeof text === "string" ? text : inLanguage(text), () => this.#handlers.show(position), { class: "link" });
  }
}

function isShown(row: Examined, filter: Filter): boolean {
  return filter === "all" || row.kind === "sound" || (filter === "mates" && row.kind === "flawed");
}
