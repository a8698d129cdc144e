/** Files of any game: the one that is chosen goes first, then whichever reads them. */
import { readFile, Refused, troubleOf, type Game, type ReadFile, type Trouble } from "../api.ts";
import { gameOf } from "../games.ts";

export interface Problem {
  readonly game: Game;
  readonly rules: string;
  readonly read: ReadFile;
}

/** What reads a file; a test puts something else there. */
export type Reader = (game: string, rules: string, name: string, bytes: Blob) => Promise<ReadFile>;

/** Whether an error names a place. */
function hasPlace(trouble: Trouble): boolean {
  return [trouble.line, trouble.column, trouble.square, trouble.move].some((place) => place != null);
}

/**
 * Reads a file as one of the chosen game; where that game refuses it, the server finds out whose
 * it is. Of two refusals the one that names a place is thrown, since it says more.
 */
export async function readProblem(
  game: Game,
  rules: string,
  file: { readonly name: string; readonly file: Blob },
  find: (name: string) => Game | undefined = gameOf,
  reader: Reader = readFile,
): Promise<Problem> {
  try {
    return { game, rules, read: await reader(game.name, rules, file.name, file.file) };
  } catch (refusal) {
    if (!(refusal instanceof Refused) || refusal.status !== 422) {
      throw refusal;
    }
    try {
      const read = await reader("", "", file.name, file.file);
      const found = find(read.game);
      if (found !== undefined && found.pieces.length > 0 && found.name !== game.name) {
        return { game: found, rules: found.rules, read };
      }
    } catch (other) {
      throw hasPlace(troubleOf(other)) ? other : refusal;
    }
    throw refusal;
  }
}
