/**
 * The line on show: the moves from the root to the place that is shown, and on to where the reader
 * has been. Going back keeps what lies ahead, as a score sheet does; another move replaces it.
 */
import { isPrefix, type Path } from "./path.ts";

export interface LineMove {
  /** The move in the game's own text. */
  readonly mv: string;
  /** The move for people. */
  readonly name: string;
  /** Who plays it. */
  readonly mover: string | null;
}

export interface Spine {
  readonly path: Path;
  readonly moves: readonly LineMove[];
}

export const EMPTY: Spine = { path: [], moves: [] };

/** Whether the spine tells the moves of a path. */
export function knows(spine: Spine, path: Path): boolean {
  return isPrefix(path, spine.path);
}

/** The spine after a move from a place on it; nothing changes where the move is the next anyway. */
export function extended(spine: Spine, from: Path, child: number, move: LineMove): Spine {
  const path = [...from, child];
  if (knows(spine, path)) {
    return spine;
  }
  return { path, moves: [...spine.moves.slice(0, from.length), move] };
}

/** The number of the child that the spine goes on with; null at its end or beside it. */
export function next(spine: Spine, path: Path): number | null {
  return knows(spine, path) ? (spine.path[path.length] ?? null) : null;
}
