/** Places of a certificate as they come from the server, and the line that leads to the one on show. */
import { node as ask, type Node, type NodeMove } from "../api.ts";
import { formatPath, parsePath, type Path } from "../path.ts";
import { EMPTY, extended, knows, type Spine } from "../spine.ts";

/** So many places are kept, so that steps back and forth ask nothing. */
const KEPT = 48;

/** What is asked of the server; a test puts something else there. */
export type Ask = (id: string, path: Path, withLine: boolean, signal?: AbortSignal) => Promise<Node>;

export class Places {
  readonly #id: string;
  readonly #ask: Ask;
  #kept = new Map<string, Node>();
  #spine: Spine = EMPTY;
  /** Raised with every line that is forgotten: what was asked for before is not kept. */
  #lines = 0;

  constructor(id: string, question: Ask = ask) {
    this.#id = id;
    this.#ask = question;
  }

  get spine(): Spine {
    return this.#spine;
  }

  /** Forgets what the server has said about places; the line stays. */
  forget(): void {
    // What is under way goes into the old map, which nobody looks at.
    this.#kept = new Map();
  }

  /** Forgets the line, too: its names of moves were in another language. */
  forgetAll(): void {
    this.forget();
    this.#lines += 1;
    this.#spine = EMPTY;
  }

  /** Goes on with a move from a place, so that the line needs not be asked for. */
  follow(from: Path, move: NodeMove, mover: string | null): void {
    if (move.child !== null && knows(this.#spine, from)) {
      this.#spine = extended(this.#spine, from, move.child, { mv: move.mv, name: move.name, mover });
    }
  }

  /** The place at a path. Afterwards the line leads through it. */
  async at(path: Path, signal?: AbortSignal): Promise<Node> {
    const key = formatPath(path);
    const isOnLine = knows(this.#spine, path);
    const kept = this.#kept.get(key);
    if (kept !== undefined && isOnLine) {
      keep(this.#kept, key, kept);
      return kept;
    }
    const [store, lines] = [this.#kept, this.#lines];
    const node = await this.#ask(this.#id, path, !isOnLine, signal);
    if (lines !== this.#lines || signal?.aborted === true) {
      // It was forgotten before it came, or somebody has gone elsewhere.
      return node;
    }
    if (!isOnLine) {
      this.#spine = { path: parsePath(node.path) ?? path, moves: node.line ?? [] };
    }
    // The line is long, and kept once.
    const { line: _line, ...rest } = node;
    keep(store, key, rest);
    return rest;
  }
}

/** Keeps a place as the newest, and lets go of the oldest. */
function keep(kept: Map<string, Node>, key: string, node: Node): void {
  kept.delete(key);
  kept.set(key, node);
  const oldest = kept.keys().next();
  if (kept.size > KEPT && oldest.done !== true) {
    kept.delete(oldest.value);
  }
}
