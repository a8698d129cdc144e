import type {
  Answer,
  BuiltinOptions,
  BuiltinQuestion,
  CheckLimits,
  Coverage,
  OwnGame,
  OwnQuestion,
  Progress,
  Question,
  Sample,
  SearchOptions,
  Verdict,
} from "./index.js";

export { DRAW, ShomeiError } from "./index.js";

/** A game of your own, in the same thread. */
export interface OwnOptions<Position = any> extends SearchOptions {
  game: OwnGame<Position>;
}

/** Loads the module. Call it once before the other functions. */
export function load(): Promise<void>;

/**
 * Loads the module and the weights of Othello's evaluation. Call it before the first question about
 * Othello; without them a search gives the same answers and needs more nodes.
 */
export function loadWeights(): Promise<void>;

/** Solves positions of one game with one table. Every call blocks its thread. */
export interface DirectSolver<Asked extends Question = BuiltinQuestion> {
  /**
   * Answers a question. `seconds` does not end a method of your game.
   *
   * @param progress Is called about ten times a second.
   * @throws {ShomeiError} The question is wrong, the memory is not available, or the game fails. After
   * such a failure the next question begins without the results of earlier ones.
   */
  ask(question: Asked, progress?: (progress: Progress) => void): Answer;
  /** Forgets the results of earlier questions. */
  forget(): void;
  /** Frees the memory. A second call does nothing. */
  free(): void;
}

export const DirectSolver: {
  /** @throws {ShomeiError} The options, the game, the rules or the algorithm are wrong. */
  new (options: BuiltinOptions): DirectSolver<BuiltinQuestion>;
  new <Position>(options: OwnOptions<Position>): DirectSolver<OwnQuestion<Position>>;
};

/** Checks a certificate or a bundle; `game` is a game of your own. */
export function check(bytes: ArrayBuffer | ArrayBufferView, options?: CheckLimits & { game?: OwnGame }): Verdict;

/**
 * Tests a game for everything that the searches rely on, by random play.
 *
 * @throws {ShomeiError} The broken law and the position.
 */
export function conform<Position>(game: OwnGame<Position>, options?: Sample<Position>): Coverage;

/** The names of the games. */
export function games(): string[];
