/** Reads files of any game: the selected game is tried first, then all games. */
import { readFile, Refused, troubleOf, type Game, type ReadFile, type Trouble } from "../api.ts";
import { gameOf, isPlayable } from "../games.ts";

export interface Problem {
  readonly game: Game;
  readonly rules: string;
  readonly read: ReadFile;
}

/** The request that reads a file, which tests replace. */
export type Reader = (game: string, rules: string, name: string, bytes: Blob) => Promise<ReadFile>;

/** Whether an error names a place. */
function hasPlace(trouble: Trouble): boolean {
  return [trouble.line, trouble.column, trouble.square, trouble.move].some((place) => place != null);
}

/**
 * Reads a file as one of the selected game, and if that game refuses it, as one of any game. Of
 * two errors the one with a place is thrown.
 */
export async function readProblem(
  game: Game,
  rules: string,
  file: { readonly name: string; readonly readAs?: string; readonly file: Blob },
  find: (name: string) => Game | undefined = gameOf,
  reader: Reader = readFile,
): Promise<Problem> {
  const name = file.readAs ?? file.name;
  try {
    return { game, rules, read: await reader(game.name, rules, name, file.file) };
  } catch (refusal) {
    if (!(refusal instanceof Refused) || refusal.status !== 422) {
      throw refusal;
    }
    try {
      const read = await reader("", "", name, file.file);
      const found = find(read.game);
      if (found !== undefined && isPlayable(found) && found.name !== game.name) {
        return { game: found, rules: found.rules, read };
      }
    } catch (other) {
      throw hasPlace(troubleOf(other)) ? other : refusal;
    }
    throw refusal;
  }
}
