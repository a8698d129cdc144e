/** The messages of the page in the reader's language. */
import { FluentBundle, FluentResource } from "@fluent/bundle";
import { CATALOGUES, type Messages } from "./messages/catalogues.ts";

export type Lang = keyof typeof CATALOGUES;
export type MessageId = keyof Messages;

/** Messages without arguments. */
export type PlainMessageId = { [I in MessageId]: Messages[I] extends [] ? I : never }[MessageId];

/** All languages of the page, the default one first. */
export const LANGUAGES = Object.keys(CATALOGUES) as Lang[];

const DEFAULT: Lang = "en";

const STORED = "shomei-lang";

let current: Lang = DEFAULT;

/** The languages of the server's texts. */
let served: readonly string[] = LANGUAGES;

const bundles = new Map<Lang, FluentBundle>();

function bundleOf(language: Lang): FluentBundle {
  const known = bundles.get(language);
  if (known !== undefined) {
    return known;
  }
  // Isolation marks would end up in copied texts; the style sheet isolates names instead.
  const made = new FluentBundle(language, { useIsolating: false });
  made.addResource(new FluentResource(CATALOGUES[language]));
  bundles.set(language, made);
  return made;
}

/** A message in the language of the page. */
export function message<I extends MessageId>(id: I, ...values: Messages[I]): string {
  return messageIn(current, id, ...values);
}

/** A message in a given language. */
export function messageIn<I extends MessageId>(language: Lang, id: I, ...values: Messages[I]): string {
  const bundle = bundleOf(language);
  const pattern = bundle.getMessage(id)?.value;
  // The compiler of the catalogues has checked that every language has every message.
  return pattern == null ? id : bundle.formatPattern(pattern, values[0] ?? null);
}

/**
 * The language for a reader: the stored choice, otherwise the first language that the browser
 * asks for and the page has.
 */
export function choose(stored: string | null, wanted: readonly string[]): Lang {
  const isKnown = (name: string): name is Lang => name in CATALOGUES;
  if (stored !== null && isKnown(stored)) {
    return stored;
  }
  return wanted.map((name) => name.toLowerCase().split("-")[0] ?? "").find(isKnown) ?? DEFAULT;
}

/** Uses the language that the reader has chosen, or that the browser asks for. */
export function startLang(): void {
  showLang(choose(storedLang(), navigator.languages));
}

/** Stores the reader's choice and uses it. */
export function storeLang(chosen: Lang): void {
  try {
    localStorage.setItem(STORED, chosen);
  } catch {
    // Without storage, the choice lasts until a reload.
  }
  showLang(chosen);
}

function storedLang(): string | null {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

function showLang(chosen: Lang): void {
  setLang(chosen);
  document.documentElement.lang = current;
}

/** Sets the language of all further messages. */
export function setLang(chosen: Lang): void {
  current = chosen;
}

export function lang(): Lang {
  return current;
}

/** The language after the current one, in the order of the list. */
export function nextLang(): Lang {
  return LANGUAGES[(LANGUAGES.indexOf(current) + 1) % LANGUAGES.length] ?? DEFAULT;
}

/** The name of a language in that language. */
export function languageName(language: Lang): string {
  return messageIn(language, "language-name");
}

/** A text of the server in each of its languages. */
export type Texts = Readonly<Record<string, string>>;

/** The text in the language of the page, or in English where the server lacks that language. */
export function inLanguage(texts: Texts): string {
  return texts[current] ?? texts[DEFAULT] ?? "";
}

/** Records which languages the server has. */
export function setServedLanguages(languages: readonly string[]): void {
  served = languages;
}

/** The language in which the server is asked: that of the page, or English where it lacks that. */
export function servedLang(): Lang {
  return served.includes(current) ? current : DEFAULT;
}

/**
 * The language of a text of the server. Japanese has letters of its own. A text without them is
 * English on a Japanese page, and otherwise in the language in which the server was asked.
 */
export function languageOf(text: string): Lang {
  if (/[\u3040-\u30ff\u4e00-\u9fff]/.test(text)) {
    return "ja";
  }
  return servedLang() === "ja" ? DEFAULT : servedLang();
}
