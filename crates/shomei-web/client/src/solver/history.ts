/** The positions before the last changes, for undo. */
import type { Read } from "../api.ts";
import type { Lang } from "../messages.ts";

/** The most positions that can be undone. */
const MOST = 200;

export interface ReadPosition {
  readonly read: Read;
  /** The language of its texts. */
  readonly lang: Lang;
}

export class History {
  #past: ReadPosition[] = [];

  get isEmpty(): boolean {
    return this.#past.length === 0;
  }

  clear(): void {
    this.#past = [];
  }

  /** Notes the position before a change to another one. */
  push(before: ReadPosition | null, after: Read): void {
    if (before !== null && before.read.position !== after.position) {
      this.#past = [...this.#past, before].slice(-MOST);
    }
  }

  /** Removes and returns the last position. */
  pop(): ReadPosition | undefined {
    const last = this.#past.at(-1);
    this.#past = this.#past.slice(0, -1);
    return last;
  }
}
