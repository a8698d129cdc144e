/** Lists of problems in one text: one position per line, or several games in SGF. */
import type { Item } from "./files.ts";

/** The problems of a list; a text with at most one problem has no list. */
export function problemsIn(name: string, text: string): Item[] {
  const bare = text.replace(/^\ufeff/, "").trimStart();
  const found = bare.startsWith("(;") ? gamesIn(bare) : linesIn(bare);
  if (found.length < 2) {
    return [];
  }
  const stem = name === "" ? "" : `${name}:`;
  return found.map(({ number, text: problem }) => ({ name: `${stem}${number}`, readAs: "", file: new Blob([problem]) }));
}

interface Part {
  /** The number of the line or game, from 1 on. */
  readonly number: number;
  readonly text: string;
}

/**
 * The lines with a position. Comments, and options after ` ; `, are dropped as in the corpora of
 * the program.
 */
function linesIn(text: string): Part[] {
  const lines = text.split(/\r\n|\r|\n/).map((line, index) => ({ number: index + 1, text: (line.split(" ; ")[0] ?? "").trim() }));
  return lines.filter((line) => line.text !== "" && !line.text.startsWith("#"));
}

/** The games of a collection: trees of brackets, where a bracket in a property value is text. */
function gamesIn(text: string): Part[] {
  const games: string[] = [];
  let [depth, begin, isValue] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (isValue) {
      at += letter === "\\" ? 1 : 0;
      isValue = letter !== "]";
    } else if (letter === "[") {
      isValue = true;
    } else if (letter === "(") {
      begin = depth === 0 ? at : begin;
      depth += 1;
    } else if (letter === ")") {
      depth -= 1;
      if (depth === 0) {
        games.push(text.slice(begin, at + 1));
      }
    }
  }
  return games.map((game, index) => ({ number: index + 1, text: game }));
}
