/** A dialog for two moves between the same squares: with and without promotion. */
import type { Read } from "../api.ts";
import { button, h } from "../dom.ts";
import { dialog } from "../keys.ts";
import { message } from "../messages.ts";

export interface PlayableMove {
  readonly mv: string;
  readonly read: Read;
}

/** The move that the reader selects; undefined if the dialog is closed. */
export function chooseMove(moves: readonly PlayableMove[]): Promise<PlayableMove | undefined> {
  return new Promise((resolve) => {
    const buttons = moves.map((move) => {
      const label = move.mv.endsWith("+") ? message("setup-promote") : message("setup-keep");
      return button(label, () => {
        resolve(move);
        shown.close();
      });
    });
    const shown = dialog(message("setup-promotion"), h("p", { class: "buttons" }, ...buttons));
    shown.addEventListener("close", () => resolve(undefined));
    buttons[0]?.focus();
  });
}
