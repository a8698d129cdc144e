/** The texts of the page, in the language of the reader. */
import { en } from "./words/en.ts";
import { ja } from "./words/ja.ts";
import type { Words } from "./words/table.ts";

export type Lang = "en" | "ja";

export const TABLES: Readonly<Record<Lang, Words>> = { en, ja };

const KEPT = "shomei-lang";

let current: Lang = "en";

/** The language for a reader: the one chosen earlier, else the first that the browser asks for and we have. */
export function choose(kept: string | null, wanted: readonly string[]): Lang {
  const known = (name: string): name is Lang => name in TABLES;
  if (kept !== null && known(kept)) {
    return kept;
  }
  return wanted.map((name) => name.toLowerCase().split("-")[0] ?? "").find(known) ?? "en";
}

/** Takes the language that the reader has chosen, or that the browser asks for. */
export function startLang(): void {
  setLang(choose(localStorage.getItem(KEPT), navigator.languages));
  document.documentElement.lang = current;
}

/** Remembers the reader's choice. */
export function keepLang(chosen: Lang): void {
  localStorage.setItem(KEPT, chosen);
  setLang(chosen);
  document.documentElement.lang = current;
}

/** The language of texts from now on. */
export function setLang(chosen: Lang): void {
  current = chosen;
}

export function lang(): Lang {
  return current;
}

export function words(): Words {
  return TABLES[current];
}

/** The language of a text of the server: Japanese ones have letters of their own. */
export function languageOf(text: string): Lang {
  return /[\u3040-\u30ff\u4e00-\u9fff]/.test(text) ? "ja" : "en";
}
