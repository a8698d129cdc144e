/** Errors and other texts of the server, in the language of the page where possible. */
import { bytes } from "./messages/numbers.ts";
import { FAULT, MISSING, NO_CONNECTION, Refused, STRANGE, UNSUPPORTED, type Trouble } from "./api.ts";
import { h, type Child } from "./dom.ts";
import { lang, languageOf, message } from "./messages.ts";

/** The type of the error about a file that is too large to send; its message is the limit. */
const TOO_LARGE = "too-large";

/** The error for a file larger than this number of bytes. */
export function tooLarge(most: number): Refused {
  return new Refused({ type: TOO_LARGE, message: bytes(most) }, 413);
}

/** A text of the server. A text in another language than the page's is marked as such. */
export function serverText(text: string): Child {
  return languageOf(text) === lang() ? text : originalView(text);
}

function originalView(text: string): HTMLElement {
  return h("span", { class: "original" }, `${message("error-original")} `, h("span", { lang: languageOf(text) }, text));
}

/** The places with which English error messages begin. */
const PLACES = /^(line|column|square|move|board)\b/;

/** An error as one text, with its place and the suggested correction. */
export function troubleText(trouble: Trouble): string {
  const { text, original } = localized(trouble);
  return original === null ? text : `${text} ${message("error-original")} ${original}`;
}

/** An error as elements. A part in another language is marked as such. */
export function troubleView(trouble: Trouble): Child[] {
  const { text, original } = localized(trouble);
  return original === null ? [text] : [`${text} `, originalView(original)];
}

/**
 * An error in the language of the page. `original` is the server's text if it is in another
 * language.
 */
function localized(trouble: Trouble): { text: string; original: string | null } {
  switch (trouble.type) {
    case NO_CONNECTION:
      return { text: message("error-connection"), original: null };
    case STRANGE:
      return { text: message("error-status", { status: trouble.message }), original: null };
    case UNSUPPORTED:
      return { text: message("certificate-unsupported"), original: null };
    case FAULT:
      return { text: message("error-fault", { reason: trouble.message }), original: null };
    case MISSING:
      return { text: message("setup-missing", { game: trouble.message }), original: null };
    case TOO_LARGE:
      return { text: message("error-file-size", { most: trouble.message }), original: null };
  }
  const isForeign = trouble.message !== "" && languageOf(trouble.message) !== lang();
  const places = placesOf(trouble);
  const hasPlace = lang() === "en" ? PLACES.test(trouble.message) : places.some((place) => trouble.message.includes(place));
  const where = places.length > 0 && (isForeign || !hasPlace)
    ? message("place-list", { places: places.join(message("place-separator")) })
    : "";
  const own = isForeign ? message("error-foreign", { type: trouble.type, where }) : `${trouble.message}${where}`;
  const meant = trouble.suggestion ? ` ${message("error-suggestion", { name: trouble.suggestion })}` : "";
  return { text: `${own}${meant}`, original: isForeign ? trouble.message : null };
}

/** A square of shogi as Japanese records write it (５三 for 5c); other names do not change. */
function squareName(square: string): string {
  const [file, rank] = [square.charCodeAt(0), square.charCodeAt(1)];
  const isTranslated = lang() === "ja" && /^[1-9][a-i]$/.test(square);
  return isTranslated ? String.fromCharCode(file + 0xfee0) + "一二三四五六七八九".charAt(rank - 97) : square;
}

function placesOf({ line, column, square, move }: Trouble): string[] {
  const places: string[] = [];
  if (line != null && column != null) {
    places.push(message("place-line-column", { line, column }));
  } else if (line != null) {
    places.push(message("place-line", { line }));
  } else if (column != null) {
    places.push(message("place-column", { column }));
  }
  if (square) {
    places.push(message("place-square", { square: squareName(square) }));
  }
  if (move) {
    places.push(message("place-move", { move }));
  }
  return places;
}
