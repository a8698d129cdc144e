/**
 * Paths in a certificate: the numbers of the children chosen from the root. Their text joins them
 * with dots, `0.3.0`; the text of the root's path is empty.
 */
export type Path = readonly number[];

/** The server walks no longer ones. */
const MOST_PLIES = 10_000;

/** The path that a text stands for; null where it is none. */
export function parsePath(text: string): Path | null {
  if (text === "") {
    return [];
  }
  const parts = text.split(".");
  if (parts.length > MOST_PLIES || !parts.every((part) => /^\d{1,6}$/.test(part))) {
    return null;
  }
  return parts.map(Number);
}

export function formatPath(path: Path): string {
  return path.join(".");
}

/** Whether the first path leads to the second, or is the same. */
export function isPrefix(first: Path, second: Path): boolean {
  return first.length <= second.length && first.every((number, ply) => number === second[ply]);
}

export function samePath(first: Path, second: Path): boolean {
  return first.length === second.length && isPrefix(first, second);
}
