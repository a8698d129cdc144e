/** Errors and other texts of the server, in the language of the page as far as they can be. */
import { bytes } from "./words/numbers.ts";
import { NO_CONNECTION, Refused, STRANGE, type Trouble } from "./api.ts";
import { h, type Child } from "./dom.ts";
import { languageOf, lang, words } from "./words.ts";

/** Of a file that is not even sent; its message is how large one may be. */
const TOO_LARGE = "too-large";

/** What is thrown for a file larger than this. */
export function tooLarge(most: number): Refused {
  return new Refused({ type: TOO_LARGE, message: bytes(most) }, 413);
}

/** A text that the server has made; one in another language than the page's is marked as such. */
export function toldView(text: string): Child {
  return languageOf(text) === lang() ? text : originalView(text);
}

function originalView(text: string): HTMLElement {
  return h("span", { class: "original" }, `${words().original} `, h("span", { lang: languageOf(text) }, text));
}

/** Places as errors begin with them in English. */
const PLACES = /^(line|column|square|move|board)\b/;

/** An error in words, with its place and what was probably meant. */
export function troubleWords(trouble: Trouble): string {
  const { text, original } = toldOf(trouble);
  return original === null ? text : `${text} ${words().original} ${original}`;
}

/** The same for the page: what is in another language is marked as such. */
export function troubleView(trouble: Trouble): Child[] {
  const { text, original } = toldOf(trouble);
  return original === null ? [text] : [`${text} `, originalView(original)];
}

/** An error in the language of the page; `original` is what the library has said in another. */
function toldOf(trouble: Trouble): { text: string; original: string | null } {
  const w = words();
  if (trouble.type === NO_CONNECTION) {
    return { text: w.noConnection, original: null };
  }
  if (trouble.type === STRANGE) {
    return { text: w.strangeAnswer(trouble.message), original: null };
  }
  if (trouble.type === TOO_LARGE) {
    return { text: w.tooLarge(trouble.message), original: null };
  }
  const isForeign = trouble.message !== "" && languageOf(trouble.message) !== lang();
  const places = [
    w.place(trouble.line ?? null, trouble.column ?? null),
    trouble.square ? w.atSquare(trouble.square) : "",
    trouble.move ? w.atMove(trouble.move) : "",
  ].filter((text) => text !== "");
  const isTold = !isForeign && (lang() === "en" ? PLACES.test(trouble.message) : places.some((place) => trouble.message.includes(place)));
  const where = places.length > 0 && !isTold ? w.where(...places) : "";
  const message = isForeign ? w.trouble(trouble.type, where) : `${trouble.message}${where}`;
  const meant = trouble.suggestion ? ` ${w.suggestion(trouble.suggestion)}` : "";
  return { text: `${message}${meant}`, original: isForeign ? trouble.message : null };
}
