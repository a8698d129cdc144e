/** The choices beside the board: what clicks do, the side to move, the board of the next move. */
import type { Game } from "../api.ts";
import { fill, freshId, h, option } from "../dom.ts";
import { sideName } from "../games.ts";
import { message } from "../messages.ts";
import { hasHands, isOneSquare } from "./editing.ts";

/** What clicks on the board do. */
export type Mode = "edit" | "play";

interface Choice<T extends string> {
  readonly value: T;
  readonly text: string;
}

/** Radio buttons in one line. */
export function radios<T extends string>(
  legend: string,
  choices: readonly Choice<T>[],
  current: string | null,
  change: (value: T) => void,
): HTMLElement {
  const name = freshId("choice");
  const labels = choices.map(({ value, text }) =>
    h(
      "label",
      { class: "choice" },
      h("input", { type: "radio", name, value, checked: value === current, change: () => change(value) }),
      h("span", {}, text),
    ),
  );
  return h("fieldset", { class: "inline" }, h("legend", {}, legend), ...labels);
}

/** The choice of what clicks do, with a hint. */
export class ModeBar {
  readonly element = h("div", { class: "modes" });
  readonly hint = h("p", { class: "hint" });
  mode: Mode = "edit";
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  draw(game: Game, isShown: boolean): void {
    const choices: readonly Choice<Mode>[] = [
      { value: "edit", text: message("setup-mode-edit") }, { value: "play", text: message("setup-mode-play") },
    ];
    fill(this.element, radios(message("setup-mode"), choices, this.mode, (mode) => this.#choose(mode)));
    const editHint = hasHands(game.name) ? message("setup-hint-hands") : message("setup-hint", { game: game.name });
    const playHint = isOneSquare(game.name) ? message("setup-hint-play-square") : message("setup-hint-play");
    fill(this.hint, this.mode === "edit" ? editHint : playHint);
    this.element.hidden = !isShown;
    this.hint.hidden = !isShown;
  }

  #choose(mode: Mode): void {
    this.mode = mode;
    this.#changed();
    this.element.querySelector<HTMLElement>("input:checked")?.focus();
  }
}

export function moverChoice(game: Game, mover: string | null, change: (side: string) => void): HTMLElement {
  const choices = game.sides.map((side) => ({ value: side, text: sideName(side, game.name) }));
  return radios(message("setup-mover"), choices, mover, change);
}

/** In ultimate tic-tac-toe a move can have to be in one of the nine boards. */
export function targetChoice(position: string, change: (board: string | null) => void): HTMLElement {
  const id = freshId("target");
  const current = position.split(";")[1]?.search(/[@xo]/) ?? -1;
  const select = h(
    "select",
    { id, change: () => change(select.value === "" ? null : select.value) },
    option("", message("setup-any-board"), current < 0),
    ...Array.from("abcdefghi", (board, index) => option(board, board, index === current)),
  );
  return h("div", { class: "row" }, h("label", { for: id }, message("setup-target")), select);
}
