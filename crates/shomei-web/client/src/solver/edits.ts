/** Edits of a position by the server, which also draws positions that the game refuses. */
import { edit, type Position, type Read } from "../api.ts";
import { EMPTY } from "./palette.ts";

/**
 * Puts a piece on a square or into a hand. `current` is the piece there; the same piece again is
 * removed.
 */
export function putPiece(position: Position, square: string, piece: string, current: string): Promise<Read> {
  const [hand, owner] = square.split(":");
  if (hand === "hand") {
    // A piece is added to the hand; without a piece, the clicked kind loses one.
    return piece === EMPTY ? edit(position, square, null) : edit(position, `hand:${owner ?? ""}`, piece);
  }
  return edit(position, square, piece === EMPTY || piece === current ? null : piece);
}

/** Moves a piece to another square or hand, or off the board; null if nothing changes. */
export async function dragPiece(position: Position, from: string, to: string | null, piece: string): Promise<Read | null> {
  const target = to?.startsWith("hand:") === true ? to.split(":").slice(0, 2).join(":") : to;
  if (piece === EMPTY || (target !== null && from.startsWith(`${target}:`))) {
    return null;
  }
  const taken = await edit(position, from, null);
  return target === null ? taken : edit({ ...position, position: taken.position }, target, piece);
}

/**
 * Draws a position, also one that the game refuses: setting its side to move changes nothing else.
 */
export function draw(position: Position, mover: string): Promise<Read> {
  return edit(position, "mover", mover);
}
