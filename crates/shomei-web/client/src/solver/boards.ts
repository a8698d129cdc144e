/** Drawings of positions in the language of the page, as many as are looked at. */
import { board as ask, type Board, type Position, type Read } from "../api.ts";
import { lang } from "../words.ts";

/** So many are kept. */
const KEPT = 100;

export class Boards {
  readonly #ask: (position: Position) => Promise<Read>;
  readonly #kept = new Map<string, Board | null>();

  constructor(question: (position: Position) => Promise<Read> = ask) {
    this.#ask = question;
  }

  /** The drawing; null where there is none, undefined where it has to be fetched. */
  get(position: Position): Board | null | undefined {
    return this.#kept.get(keyOf(position));
  }

  /** Keeps a drawing that somebody has got; the oldest goes. */
  put(position: Position, board: Board | null): void {
    const key = keyOf(position);
    this.#kept.delete(key);
    this.#kept.set(key, board);
    const oldest = this.#kept.keys().next();
    if (this.#kept.size > KEPT && oldest.done !== true) {
      this.#kept.delete(oldest.value);
    }
  }

  /** Fetches a drawing; one that cannot be had counts as none. */
  async fetch(position: Position): Promise<void> {
    const spoken = lang();
    const board = await this.#ask(position).then((read) => read.board, () => null);
    if (spoken === lang()) {
      this.put(position, board);
    }
  }
}

function keyOf({ game, rules, position }: Position): string {
  return [lang(), game, rules, position].join("\n");
}
