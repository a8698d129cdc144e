/** The verdicts of a workbench. */
import type { Child } from "../dom.ts";
import { lineView } from "../line.ts";
import { inLanguage, lang, message, type Texts } from "../messages.ts";

/** The verdict on a problem; see `docs/reference/json.md`. */
export interface Examined {
  readonly kind: "sound" | "flawed" | "no-win" | "open";
  readonly position: string;
  /** The plies of the shortest mate, if they are known. */
  readonly length: number | null;
  readonly length_text: Texts;
  /** The most serious flaw with an example, or that there is none. */
  readonly flaw_text?: Texts;
  /** The readable moves of the line in each language. */
  readonly line_names?: Readonly<Record<string, readonly string[]>>;
  readonly nodes: number;
  readonly seconds: number;
}

/** The verdict on a variant. */
export interface ExaminedVariant extends Examined {
  readonly change_text: Texts;
  /** The number of the variant, from 1 on, and the number of all variants. */
  readonly number: number;
  readonly of: number;
}

/** The class of a verdict for its colour; the words show it, too. */
export function classOf({ kind }: Examined): string {
  return { sound: "is-proved", flawed: "is-flawed", "no-win": "is-disproved", open: "is-unknown" }[kind];
}

/** The length of the mate, or that there is none, as a headline. */
export function headlineOf(examined: Examined): string {
  if (examined.kind === "no-win") {
    return message("compose-no-mate");
  }
  const { length } = examined;
  return length === null ? message("compose-open", { length: inLanguage(examined.length_text) }) : message("compose-mate", { plies: length });
}

/** The length of the mate, or that there is none, in a table. */
export function lengthOf(examined: Examined): string {
  return examined.kind === "no-win" ? message("compose-no-mate") : inLanguage(examined.length_text);
}

export function flawOf({ flaw_text }: Examined): string {
  return flaw_text === undefined ? "" : inLanguage(flaw_text);
}

/** The line of the mate in the language of the page. */
export function lineOf({ line_names }: Examined): Child {
  return lineView(line_names?.[lang()] ?? line_names?.["en"] ?? []);
}
