/**
 * Paths in a certificate: the numbers of the children from the root on. The text of a path joins
 * them with dots, `0.3.0`; that of the root is empty.
 */
export type Path = readonly number[];

/** The server refuses longer paths. */
const MOST_PLIES = 10_000;

/** Parses the text of a path; null if it is not one. */
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

/** Whether the first path is a prefix of the second. */
export function isPrefix(first: Path, second: Path): boolean {
  return first.length <= second.length && first.every((number, ply) => number === second[ply]);
}

export function samePath(first: Path, second: Path): boolean {
  return first.length === second.length && isPrefix(first, second);
}
