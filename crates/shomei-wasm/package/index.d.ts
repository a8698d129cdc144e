/** The names of the built-in games. */
export type BuiltinGame = "loa" | "othello" | "shogi" | "uttt";

/** The result of `winner` for a game that has ended without a winner. */
export const DRAW: "draw";

/**
 * A game of your own. A position contains everything that decides the rest of the game, the side to
 * move included. It has no history. Play that never ends is a win for neither side. Positions and moves
 * are made of null, booleans, numbers, bigints, strings, arrays and plain objects.
 *
 * Each method must always return the same for the same position, and must not change it.
 */
export interface OwnGame<Position = any, Move = any> {
  /** The side to move: 0 for the first, 1 for the second. Sides need not take turns. */
  toMove(position: Position): 0 | 1;
  /**
   * Every legal move, each once, always in the same order; at least one. If a side cannot move and the
   * game is not over, the only move is a pass.
   */
  moves(position: Position): Iterable<Move>;
  /** The position after a move, as a new value. */
  play(position: Position, move: Move): Position;
  /** The side that has won, 0 or 1, or "draw"; null while the game goes on. */
  winner(position: Position): number | "draw" | null | undefined;
  /** For positions of other types: a value of the types above that identifies the position. */
  key?(position: Position): unknown;
  /** The usual starting position, or a method that returns it. */
  start?: Position | (() => Position);
  /** `false` if play can never return to an earlier position, which saves time. */
  canRepeat?: boolean | (() => boolean);
  /** Two numbers, at least 1: the estimated work to prove a win of the attacker, and to refute it. */
  estimate?(position: Position): readonly [number, number];
  /** The position on one line; the default is JSON, with bigints such as `12n`. */
  format?(position: Position): string;
  /** The position of a text that `format` wrote. It throws an error for other texts. */
  parse?(text: string): Position;
  /** The text of a move, without spaces. */
  formatMove?(position: Position, move: Move): string;
  /** The name of the game; the default is that of its class, in lower case. */
  name?: string | (() => string);
  /** The names of the sides; the default is `["first", "second"]`. */
  sides?: readonly [string, string] | (() => readonly [string, string]);
  /** One line with every option that affects legal moves or results. */
  rules?: string | (() => string);
}

/** The memory and the algorithm of a solver. */
export interface SearchOptions {
  /** The name of the algorithm; the default is the best one for the game. */
  algorithm?: string;
  /** The memory of the table in bytes; the default is 64 MiB. It must be less than 2 GiB. */
  memory?: number;
}

/** A built-in game. */
export interface BuiltinOptions extends SearchOptions {
  /** The name of the game. */
  game: BuiltinGame;
  /** The rules; the default is the usual ones. */
  rules?: string;
}

/**
 * A game of your own: the address of a module whose default export is the game. To use a named export,
 * append its name: `new URL("./games.js#nim", import.meta.url)`.
 */
export interface ModuleOptions extends SearchOptions {
  game: URL;
}

/** The game of a solver. */
export type SolverOptions = BuiltinOptions | ModuleOptions;

/** The question about a position, and its limits. */
export interface QuestionOptions {
  /**
   * `win`: can a side force a win? `value`: win, draw or loss? `moves`: the result of every move.
   * `score` and `scores`: the same in points, in games with a score. The default is `win`.
   */
  ask?: "win" | "value" | "moves" | "score" | "scores";
  /** The side that must win; the default is the side to move. */
  side?: string;
  /** Also find the length of the shortest win. */
  shortest?: boolean;
  /** The maximum number of expanded nodes. */
  nodes?: number;
  /**
   * The maximum time in seconds. A method of your game that does not return ends the worker one second
   * later; the error has the kind `limit`.
   */
  seconds?: number;
  /** Whether certificates are wanted. The questions `moves` and `scores` have them in a `bundle` alone. */
  proof?: boolean;
  /**
   * Whether a bundle is wanted: one file with all certificates and the results that they prove. Then the
   * answer has no separate certificates.
   */
  bundle?: boolean;
}

/** A question about a position of a built-in game. */
export interface BuiltinQuestion extends QuestionOptions {
  /** The position, in any notation of the game. */
  position: string;
}

/** A question about a position of a game of your own. The default is the start of the game. */
export interface OwnQuestion<Position = any> extends QuestionOptions {
  /** The position, as an object of the game. */
  position?: Position;
  /** Instead of `position`, a text that `format` has written. */
  text?: string;
}

/** A question about a position. */
export type Question<Position = any> = BuiltinQuestion | OwnQuestion<Position>;

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
  /** The bundle, if it was wanted. */
  bundle?: Uint8Array;
  /** A text about known results that the certificates or the bundle do not prove. */
  warning?: string;
  [field: string]: unknown;
}

/** The extent of the random play of {@link conform}. */
export interface Sample<Position = any> {
  /** The positions from which to play; the default is the game's start. */
  positions?: Iterable<Position>;
  /** The number of lines of play; the default is 20. */
  lines?: number;
  /** The maximum number of plies of a line; the default is 200. */
  plies?: number;
  /** The seed of the random moves. */
  seed?: number;
}

/** The numbers of visited positions, of those in which the game was over, and of moves. */
export interface Coverage {
  positions: number;
  finished: number;
  moves: number;
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
  /** The place of the fault in the position; for a game of your own the position and the broken law. */
  place?: {
    line?: number;
    column?: number;
    square?: string;
    number?: number;
    move?: string;
    position?: string;
    law?: string;
  };
  /** The exception of a function of your game, with its own name, stack and fields. */
  cause?: unknown;
  /** The name that was probably meant. */
  suggestion?: string;
}

/**
 * An answer that is being searched, and its progress. If the question fails, the promise is rejected and
 * the iteration throws the same error.
 */
export interface Asking extends Promise<Answer>, AsyncIterable<Progress> {}

/** Solves positions of one game in a worker, one question after another. */
export interface Solver<Asked extends Question = BuiltinQuestion> extends AsyncDisposable {
  /**
   * Answers a question. The promise is rejected with a {@link ShomeiError}, or with the reason of
   * the signal. A stopped question that is being answered ends the worker at once, with its table; the
   * next question begins a new one.
   */
  ask(question: Asked, options?: { signal?: AbortSignal }): Asking;
  /** Forgets the results of earlier questions. */
  forget(): Promise<void>;
  /** Ends the worker and frees its memory. */
  close(): Promise<void>;
}

export const Solver: {
  /** @throws {ShomeiError} The options are wrong, or the game is an object, which cannot be sent to a worker. */
  new (options: BuiltinOptions): Solver<BuiltinQuestion>;
  new <Position = any>(options: ModuleOptions): Solver<OwnQuestion<Position>>;
  new (options: SolverOptions): Solver<Question>;
};

/** Checks a certificate or a bundle in a worker of its own; `game` is the module of your own game. */
export function check(
  bytes: ArrayBuffer | ArrayBufferView,
  options?: CheckLimits & { game?: URL; signal?: AbortSignal },
): Promise<Verdict>;

/**
 * Tests the game of a module for everything that the searches rely on, by random play. The promise is
 * rejected with a {@link ShomeiError} that names the broken law and the position.
 */
export function conform(game: URL, options?: Sample & { signal?: AbortSignal }): Promise<Coverage>;

/** The names of the games. */
export function games(): Promise<string[]>;
