/** Moves that the reader plays on the board of the editor. */
import { board, Refused, type Position, type Read } from "../api.ts";
import { message } from "../messages.ts";
import { candidates } from "./editing.ts";
import { chooseMove, type PlayableMove } from "./promotion.ts";

/** The legal moves between two squares, or through one square. The server knows which are legal. */
async function legalMoves(position: Position, from: string | null, to: string): Promise<PlayableMove[]> {
  const legal: PlayableMove[] = [];
  for (const mv of candidates(position.game, from, to)) {
    const text = `${position.position} moves ${mv}`;
    const read: Read | null = await board({ ...position, position: text }, mv).catch(unlessIllegal);
    if (read !== null && !legal.some((other) => other.read.position === read.position)) {
      legal.push({ mv, read });
    }
  }
  return legal;
}

/** Other errors than that of an illegal move do not say that the move is illegal. */
function unlessIllegal(error: unknown): null {
  if (error instanceof Refused && error.status === 422) {
    return null;
  }
  throw error;
}

/**
 * Plays the move between two squares: `illegal` if there is none, null if the reader selects none.
 */
export async function playMove(position: Position, from: string | null, to: string): Promise<PlayableMove | "illegal" | null> {
  const legal = await legalMoves(position, from, to);
  const [only, ...more] = legal;
  if (only === undefined) {
    return "illegal";
  }
  return more.length === 0 ? only : ((await chooseMove(legal)) ?? null);
}

/** The sentence that a move between two squares is illegal. */
export function illegalText(from: string | null, to: string): string {
  const squares = [from, to].filter((name) => name !== null).map((name) => name.replace(/^hand:/, ""));
  return message("setup-illegal", { move: squares.join("–") });
}
