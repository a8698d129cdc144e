/** A cache of the places of a certificate, and the line to the current place. */
import { node as ask, type Node, type NodeMove } from "../api.ts";
import { formatPath, parsePath, type Path } from "../path.ts";
import { EMPTY, extended, knows, type Spine } from "../spine.ts";

/** The number of cached places. Steps back and forth then need no request. */
const CAPACITY = 48;

/** The request to the server, which tests replace. */
export type FetchNode = (id: string, path: Path, withLine: boolean, signal?: AbortSignal) => Promise<Node>;

export class Places {
  readonly #id: string;
  readonly #ask: FetchNode;
  #cache = new Map<string, Node>();
  #spine: Spine = EMPTY;
  /** Counts the forgotten lines. Answers to earlier requests are not stored. */
  #lines = 0;

  constructor(id: string, question: FetchNode = ask) {
    this.#id = id;
    this.#ask = question;
  }

  get spine(): Spine {
    return this.#spine;
  }

  /** Empties the cache. The line stays. */
  forget(): void {
    // Answers to running requests go into the old map.
    this.#cache = new Map();
  }

  /** Empties the cache and forgets the line, whose move names are in the old language. */
  forgetAll(): void {
    this.forget();
    this.#lines += 1;
    this.#spine = EMPTY;
  }

  /** Extends the line by a move, so that the line need not be fetched. */
  follow(from: Path, move: NodeMove, mover: string | null): void {
    if (move.child !== null && knows(this.#spine, from)) {
      this.#spine = extended(this.#spine, from, move.child, { mv: move.mv, name: move.name, mover });
    }
  }

  /** The place at a path. Afterwards the line passes through it. */
  async at(path: Path, signal?: AbortSignal): Promise<Node> {
    const key = formatPath(path);
    const isOnLine = knows(this.#spine, path);
    const cached = this.#cache.get(key);
    if (cached !== undefined && isOnLine) {
      store(this.#cache, key, cached);
      return cached;
    }
    const [cache, lines] = [this.#cache, this.#lines];
    const node = await this.#ask(this.#id, path, !isOnLine, signal);
    if (lines !== this.#lines || signal?.aborted === true) {
      // The cache was emptied or the request was cancelled meanwhile.
      return node;
    }
    if (!isOnLine) {
      this.#spine = { path: parsePath(node.path) ?? path, moves: node.line ?? [] };
    }
    // The line is long, so it is stored only once.
    const { line: _line, ...rest } = node;
    store(cache, key, rest);
    return rest;
  }
}

/** Stores a place as the newest entry and removes the oldest. */
function store(cache: Map<string, Node>, key: string, node: Node): void {
  cache.delete(key);
  cache.set(key, node);
  const oldest = cache.keys().next();
  if (cache.size > CAPACITY && oldest.done !== true) {
    cache.delete(oldest.value);
  }
}
