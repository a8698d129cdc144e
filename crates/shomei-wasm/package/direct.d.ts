import type { Answer, CheckLimits, Progress, Question, SolverOptions, Verdict } from "./index.js";

export { ShomeiError } from "./index.js";

/** Loads the module. Call it once before the other functions. */
export function load(): Promise<void>;

/** Solves positions of one game with one table. Every call blocks its thread. */
export class DirectSolver {
  /** @throws {ShomeiError} The game, the rules or the algorithm is unknown. */
  constructor(options: SolverOptions);
  /**
   * Answers a question.
   *
   * @param progress Is called about ten times a second.
   * @throws {ShomeiError} The question is wrong, or the memory is not available.
   */
  ask(question: Question, progress?: (progress: Progress) => void): Answer;
  /** Forgets the results of earlier questions. */
  forget(): void;
  /** Frees the memory. */
  free(): void;
}

/** Checks a certificate or a bundle. */
export function check(bytes: Uint8Array, limits?: CheckLimits): Verdict;

/** The names of the games. */
export function games(): string[];
