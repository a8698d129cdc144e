/** The game of a solver. */
export interface SolverOptions {
  /** The name of the game. */
  game: "loa" | "othello" | "shogi" | "uttt";
  /** The rules; the default is the usual ones. */
  rules?: string;
  /** The name of the algorithm; the default is the best one for the game. */
  algorithm?: string;
  /** The memory of the table in bytes; the default is 64 MiB. */
  memory?: number;
}

/** A question about a position. */
export interface Question {
  /** The position, in any notation of the game. */
  position: string;
  /**
   * `win`: can a side force a win? `value`: win, draw or loss? `moves`: the result of every move.
   * `score` and `scores`: the same in points, in games with a score. The default is `win`.
   */
  ask?: "win" | "value" | "moves" | "score" | "scores";
  /** The side that must win; the default is the side to move. */
  side?: string;
  /** Whether the length of a win matters. */
  shortest?: boolean;
  /** The maximum number of expanded nodes. */
  nodes?: number;
  /** The maximum time in seconds. */
  seconds?: number;
  /** Whether certificates are wanted. */
  proof?: boolean;
}

/** The state of a search. */
export interface Progress {
  /** The number of expanded nodes. */
  expanded: number;
  /** The used part of the table, from 0 to 1. */
  fill: number;
}

/** A certificate of an answer. */
export interface Certificate {
  /** `answer`: a side can force a win, or cannot. `length`: a win in fewer plies cannot be forced. */
  claim: "answer" | "length";
  /** The file. */
  bytes: Uint8Array;
}

/** The result of a move. */
export interface MoveResult {
  move: string;
  answer?: "proved" | "disproved" | "unknown";
  value?: "win" | "draw" | "loss" | null;
  [field: string]: unknown;
}

/** An answer. The page *JSON* of the manual describes all fields. */
export interface Answer {
  answer: "proved" | "disproved" | "unknown";
  attacker: string;
  position: string;
  /** The moves of a line of play. */
  line: string[];
  /** The plies of the win; `null` if there is none or it is not known. */
  length: number | null;
  length_proven?: boolean;
  value?: "win" | "draw" | "loss" | null;
  moves?: MoveResult[];
  /** The proof number and the disproof number; `null` is infinite. */
  pn?: number | null;
  dn?: number | null;
  expanded: number;
  generated: number;
  seconds: number;
  /** The limit that ended the search. */
  stopped_by: string | null;
  certificates: Certificate[];
  [field: string]: unknown;
}

/** The limits of a check. */
export interface CheckLimits {
  /** The maximum time in seconds. */
  seconds?: number;
  /** The maximum number of positions in memory, for a certificate. */
  positions?: number;
}

/** The verdict on a certificate or a bundle. */
export interface Verdict {
  accepted: boolean;
  /** Why it is rejected, with the place. */
  reason: string | null;
  /** Whether a limit was reached: then it may still be correct. */
  limit: boolean | null;
  claim?: string | null;
  position?: string | null;
  records?: number | null;
  [field: string]: unknown;
}

/** An error of shomei. */
export class ShomeiError extends Error {
  /** `usage` and `input`: the request is wrong; `limit`, `game` and `run`: it failed. */
  kind: "usage" | "input" | "limit" | "game" | "run";
  /** The place of the fault in the position. */
  place?: { line?: number; column?: number; square?: string; number?: number; move?: string };
  /** The name that was probably meant. */
  suggestion?: string;
}

/** An answer that is being searched, and its progress. An error is that of the promise alone. */
export interface Asking extends Promise<Answer>, AsyncIterable<Progress> {}

/** Solves positions of one game in a worker, one question after another. */
export class Solver implements AsyncDisposable {
  constructor(options: SolverOptions);
  /**
   * Answers a question. The promise is rejected with a {@link ShomeiError}, or with the reason of
   * the signal. A stopped question ends the worker at once, with its table and its other questions;
   * the next question begins a new one.
   */
  ask(question: Question, options?: { signal?: AbortSignal }): Asking;
  /** Forgets the results of earlier questions. */
  forget(): Promise<void>;
  /** Ends the worker and frees its memory. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Checks a certificate or a bundle in a worker of its own. */
export function check(
  bytes: Uint8Array,
  options?: CheckLimits & { signal?: AbortSignal },
): Promise<Verdict>;

/** The names of the games. */
export function games(): Promise<string[]>;
