/** A cache of boards in the language of the page. */
import { board as ask, type Board, type Position, type Read } from "../api.ts";
import { lang } from "../messages.ts";

/** The number of cached boards. */
const CAPACITY = 100;

export class Boards {
  readonly #ask: (position: Position) => Promise<Read>;
  readonly #cache = new Map<string, Board | null>();

  constructor(question: (position: Position) => Promise<Read> = ask) {
    this.#ask = question;
  }

  /** The board; null if the position has none, undefined if it is not cached. */
  get(position: Position): Board | null | undefined {
    return this.#cache.get(keyOf(position));
  }

  /** Stores a board and removes the oldest one. */
  put(position: Position, board: Board | null): void {
    const key = keyOf(position);
    this.#cache.delete(key);
    this.#cache.set(key, board);
    const oldest = this.#cache.keys().next();
    if (this.#cache.size > CAPACITY && oldest.done !== true) {
      this.#cache.delete(oldest.value);
    }
  }

  /** Fetches a board. An error counts as no board. */
  async fetch(position: Position): Promise<void> {
    const language = lang();
    const board = await this.#ask(position).then((read) => read.board, () => null);
    if (language === lang()) {
      this.put(position, board);
    }
  }
}

function keyOf({ game, rules, position }: Position): string {
  return [lang(), game, rules, position].join("\n");
}
