/** Edits of the text of a position, and the texts of moves on its board. */

/** The pieces of shogi without the kings, in the order of hands in SFEN. */
const TOTALS: Readonly<Record<string, number>> = { R: 2, B: 2, G: 4, S: 4, N: 4, L: 4, P: 18 };

/** The position without pieces, with the same side to move; null for other games. */
export function cleared(game: string, position: string): string | null {
  switch (game) {
    case "shogi":
      return `9/9/9/9/9/9/9/9/9 ${position.split(" ")[1] ?? "b"} - 1`;
    case "loa":
      return position.replace(/[xo](?=.* )/g, ".");
    case "othello":
      return position.replace(/[XO](?=.* )/g, "-");
    case "uttt":
      return `${position.charAt(0)};.........;${Array(9).fill(".........").join("/")}`;
    default:
      return null;
  }
}

/** Whether a game has hands. */
export function hasHands(game: string): boolean {
  return game === "shogi";
}

/**
 * An SFEN whose missing pieces are in the hand of the side that is not to move; null for other
 * texts.
 */
export function restToHand(sfen: string): string | null {
  const [board, mover, hands] = sfen.split(" ");
  if (board === undefined || hands === undefined || (mover !== "b" && mover !== "w")) {
    return null;
  }
  const held = new Map<string, number>();
  for (const [, count, kind = ""] of hands.matchAll(/(\d*)([a-zA-Z])/g)) {
    held.set(kind, (held.get(kind) ?? 0) + Number(count || 1));
  }
  const onBoard = (kind: string) => [...board].filter((letter) => letter.toUpperCase() === kind).length;
  const own = (kind: string) => (mover === "b" ? kind.toLowerCase() : kind);
  for (const [kind, total] of Object.entries(TOTALS)) {
    const rest = total - onBoard(kind) - (held.get(kind) ?? 0) - (held.get(kind.toLowerCase()) ?? 0);
    if (rest > 0) {
      held.set(own(kind), (held.get(own(kind)) ?? 0) + rest);
    }
  }
  const kinds = Object.keys(TOTALS);
  const text = [...kinds, ...kinds.map((kind) => kind.toLowerCase())].map((kind) => {
    const count = held.get(kind) ?? 0;
    return count === 0 ? "" : `${count > 1 ? count : ""}${kind}`;
  });
  return `${board} ${mover} ${text.join("") || "-"} 1`;
}

/** Whether a move of a game is one square. */
export function isOneSquare(game: string): boolean {
  return game === "othello" || game === "uttt";
}

/** The texts of the moves between two squares or hands of the board, legal or not. */
export function candidates(game: string, from: string | null, to: string): string[] {
  if (isOneSquare(game)) {
    return [to];
  }
  if (from === null || to.startsWith("hand:")) {
    return [];
  }
  if (game === "shogi") {
    const kind = /^hand:\w+:(\w)$/.exec(from)?.[1];
    return kind === undefined ? [`${from}${to}`, `${from}${to}+`] : [`${kind.toUpperCase()}*${to}`];
  }
  return [`${from}-${to}`, `${from}x${to}`];
}
