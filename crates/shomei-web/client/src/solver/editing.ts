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

/** The parts of an SFEN; null for other texts. */
function partsOf(sfen: string): { board: string; mover: "b" | "w"; held: Map<string, number> } | null {
  const [board, mover, hands] = sfen.split(" ");
  if (board === undefined || hands === undefined || (mover !== "b" && mover !== "w")) {
    return null;
  }
  const held = new Map<string, number>();
  for (const [, count, kind = ""] of hands.matchAll(/(\d*)([a-zA-Z])/g)) {
    held.set(kind, (held.get(kind) ?? 0) + Number(count || 1));
  }
  return { board, mover, held };
}

/** The number of pieces of each kind on the board and in both hands. */
function countsOf(sfen: string): Record<string, number> | null {
  const parts = partsOf(sfen);
  if (parts === null) {
    return null;
  }
  const { board, held } = parts;
  const onBoard = (kind: string) => [...board].filter((letter) => letter.toUpperCase() === kind).length;
  const count = (kind: string) => onBoard(kind) + (held.get(kind) ?? 0) + (held.get(kind.toLowerCase()) ?? 0);
  return Object.fromEntries(Object.keys(TOTALS).map((kind) => [kind, count(kind)]));
}

/**
 * An SFEN with this number of pieces of each kind: the hand of the side that is not to move takes
 * or gives the difference, as far as it can; null for other texts.
 */
function withCounts(sfen: string, wanted: Readonly<Record<string, number>>): string | null {
  const [parts, counts] = [partsOf(sfen), countsOf(sfen)];
  if (parts === null || counts === null) {
    return null;
  }
  const { board, mover, held } = parts;
  const kinds = Object.keys(TOTALS);
  for (const kind of kinds) {
    const own = mover === "b" ? kind.toLowerCase() : kind;
    held.set(own, Math.max(0, (held.get(own) ?? 0) + (wanted[kind] ?? 0) - (counts[kind] ?? 0)));
  }
  const text = [...kinds, ...kinds.map((kind) => kind.toLowerCase())].map((kind) => {
    const count = held.get(kind) ?? 0;
    return count === 0 ? "" : `${count > 1 ? count : ""}${kind}`;
  });
  return `${board} ${mover} ${text.join("") || "-"} 1`;
}

/**
 * An SFEN whose missing pieces are in the hand of the side that is not to move; null for other
 * texts.
 */
export function restToHand(sfen: string): string | null {
  return withCounts(sfen, TOTALS);
}

/**
 * The SFEN after an edit with the same set of pieces as before: the defender's hand takes or gives
 * the difference. An edit of that hand changes the set. Null if nothing is to be changed.
 */
export function withSameSet(before: string, after: string): string | null {
  const counts = countsOf(before);
  if (counts === null || isSameButDefender(before, after)) {
    return null;
  }
  const same = withCounts(after, counts);
  return same === null || sameCounts(countsOf(after), countsOf(same)) ? null : same;
}

/** Whether two positions differ only in the hand of the side that is not to move. */
function isSameButDefender(before: string, after: string): boolean {
  const [one, other] = [before, after].map((sfen) => {
    const parts = partsOf(sfen);
    const isOwn = (kind: string) => (kind === kind.toUpperCase()) === (parts?.mover === "b");
    const own = [...(parts?.held ?? [])].filter(([kind]) => isOwn(kind)).sort();
    return JSON.stringify([parts?.board, parts?.mover, own]);
  });
  return one === other;
}

function sameCounts(one: Record<string, number> | null, other: Record<string, number> | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
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
