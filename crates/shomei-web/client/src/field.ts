/** A field for positions that marks the place of an error and shows its message. */
import type { Place, Trouble } from "./api.ts";
import { fill, freshId, h } from "./dom.ts";
import { troubleView } from "./trouble.ts";

/** The part of a text that an error is about: `from` inclusive, `to` exclusive; null if unknown. */
export function placeIn(text: string, place: Place): { from: number; to: number } | null {
  const blanks = text.search(/\S/);
  if (blanks > 0 && !text.trim().includes("\n")) {
    // One line is sent without the blanks around it, a file as it is.
    const at = placeIn(text.slice(blanks), place);
    return at === null ? null : { from: blanks + at.from, to: blanks + at.to };
  }
  if (place.move) {
    const from = text.indexOf(place.move);
    return from < 0 ? null : { from, to: from + place.move.length };
  }
  if (place.line == null && place.column == null) {
    const at = place.square ? squareIn(text, place.square) : null;
    return at === null ? null : { from: at, to: at + 1 };
  }
  const lines = text.split("\n");
  const index = (place.line ?? 1) - 1;
  const line = lines[index];
  if (line === undefined) {
    return null;
  }
  const start = lines.slice(0, index).reduce((sum, each) => sum + each.length + 1, 0);
  if (place.column == null) {
    return { from: start, to: start + line.length };
  }
  // Columns count characters; strings count units of 16 bits.
  const characters = Array.from(line);
  const before = characters.slice(0, place.column - 1).join("").length;
  const marked = characters[place.column - 1] ?? "";
  return { from: start + before, to: start + before + marked.length };
}

/**
 * The index of a square in a position on one line: 64 squares from a1 on (or 25, 36, 49), or, in
 * ultimate tic-tac-toe, nine boards of nine cells after the second `;`.
 */
function squareIn(text: string, square: string): number | null {
  const [column, row] = [square.charCodeAt(0) - 97, square.charCodeAt(1)];
  const start = text.search(/\S/);
  const edge = Math.sqrt(text.slice(start).split(/\s/, 1)[0]?.length ?? 0);
  if (/^[a-h][1-8]$/.test(square) && [5, 6, 7, 8].includes(edge) && Math.max(column, row - 49) < edge) {
    return start + (row - 49) * edge + column;
  }
  const boards = text.indexOf(";", text.indexOf(";") + 1) + 1;
  const isThere = /^[a-i]{2}$/.test(square) && boards > 0 && /^([^/]{9}(\/|$)){9}/.test(text.slice(boards).trimEnd());
  return isThere ? boards + column * 10 + (row - 97) : null;
}

export interface Field {
  readonly element: HTMLElement;
  readonly input: HTMLTextAreaElement;
  /** Shows an error with its place; null removes it. */
  complain(trouble: Trouble | null): void;
}

export function field(label: string, hint: string, rows: number): Field {
  const [id, hintId, errorId] = [freshId("field"), freshId("hint"), freshId("error")];
  const input = h("textarea", {
    id, rows, spellcheck: "false", autocapitalize: "off", autocomplete: "off", "aria-describedby": `${hintId} ${errorId}`,
  });
  const marks = h("div", { class: "marks", "aria-hidden": "true" });
  const message = h("p", { id: errorId, class: "error", role: "alert" });
  const scroll = () => {
    marks.scrollTop = input.scrollTop;
    marks.scrollLeft = input.scrollLeft;
  };
  input.addEventListener("scroll", scroll);

  const complain = (trouble: Trouble | null) => {
    const at = trouble === null ? null : placeIn(input.value, trouble);
    input.setAttribute("aria-invalid", trouble === null ? "false" : "true");
    fill(message, ...(trouble === null ? [] : troubleView(trouble)));
    if (at === null) {
      fill(marks);
    } else {
      const text = input.value;
      // A place after the last character is marked as a blank.
      const marked = h("mark", {}, at.to > at.from ? text.slice(at.from, at.to) : " ");
      fill(marks, text.slice(0, at.from), marked, text.slice(at.to));
    }
    scroll();
  };
  input.addEventListener("input", () => complain(null));
  const element = h(
    "div",
    { class: "field" },
    h("label", { for: id }, label),
    h("div", { class: "marked" }, marks, input),
    h("p", { id: hintId, class: "hint" }, hint),
    message,
  );
  return { element, input, complain };
}
