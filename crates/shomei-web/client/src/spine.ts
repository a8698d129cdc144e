/**
 * The line: the moves from the root to the current place, and on to where the reader has been.
 * Going back keeps the moves ahead; another move replaces them.
 */
import { isPrefix, type Path } from "./path.ts";

export interface LineMove {
  /** The move in the game's own text. */
  readonly mv: string;
  /** The readable name of the move. */
  readonly name: string;
  /** The side that plays it. */
  readonly mover: string | null;
}

export interface Spine {
  readonly path: Path;
  readonly moves: readonly LineMove[];
}

export const EMPTY: Spine = { path: [], moves: [] };

/** Whether the spine contains the moves of a path. */
export function knows(spine: Spine, path: Path): boolean {
  return isPrefix(path, spine.path);
}

/** The spine after a move from a place on it. It stays the same if this is its next move. */
export function extended(spine: Spine, from: Path, child: number, move: LineMove): Spine {
  const path = [...from, child];
  if (knows(spine, path)) {
    return spine;
  }
  return { path, moves: [...spine.moves.slice(0, from.length), move] };
}

/** The number of the next child on the spine; null at its end or off it. */
export function next(spine: Spine, path: Path): number | null {
  return knows(spine, path) ? (spine.path[path.length] ?? null) : null;
}
