/** Questions, their events and their answers. */
import type { Trouble } from "../api.ts";
import { backend } from "../backend.ts";
import type { Lang } from "../messages.ts";

export type Ask = "win" | "value" | "moves" | "score" | "shortest" | "others";

export interface Question {
  readonly game: string;
  readonly rules: string;
  readonly position: string;
  readonly ask: Ask;
  /** The side that must win; by default the side to move. */
  readonly side?: string;
  readonly seconds: number;
  readonly threads: number;
  /** In bytes. */
  readonly memory: number;
}

/** A question of the composing view at a workbench of the server, whose questions share tables. */
export interface BenchQuestion {
  readonly game: string;
  readonly rules: string;
  readonly position: string;
  readonly ask: "judge" | "vary";
  readonly bench: string;
  readonly changes?: readonly string[];
  readonly seconds: number;
  readonly memory: number;
}

export interface Progress {
  /** Null if the number is unknown or infinite. */
  readonly pn: number | null;
  readonly dn: number | null;
  readonly nodes: number;
  readonly seconds: number;
}

export type GameValue = "win" | "draw" | "loss";

export interface MoveAnswer {
  readonly move: string;
  readonly name?: string;
  readonly value?: GameValue | null;
  readonly answer?: string;
  readonly line: readonly string[];
  readonly expanded: number;
  readonly leaf_nodes?: number;
  readonly seconds: number;
  readonly stopped_by: string | null;
}

export interface OtherSolution {
  readonly number: number;
  readonly move: string;
  /** The readable name of the move. */
  readonly name?: string;
  readonly kind: string;
  readonly line: readonly string[];
}

/** The fields of a result that the page shows; see `docs/reference/json.md`. */
export interface AnswerData {
  readonly game: string;
  readonly position: string;
  readonly attacker: string;
  readonly answer: "proved" | "disproved" | "unknown";
  readonly value?: GameValue | null;
  readonly score?: number | null;
  readonly score_bounds?: readonly [number, number];
  readonly moves?: readonly MoveAnswer[];
  readonly line: readonly string[];
  /** The readable names of the moves. */
  readonly line_names?: readonly string[];
  readonly line_complete?: boolean;
  readonly length?: number | null;
  readonly length_proven?: boolean;
  readonly length_at_least?: number;
  readonly yozume?: {
    readonly verdict: string;
    readonly others: readonly OtherSolution[];
    readonly open: readonly { readonly number: number; readonly move: string; readonly name?: string }[];
  };
  readonly expanded: number;
  readonly leaf_nodes?: number;
  readonly seconds: number;
  readonly stopped_by?: string | null;
  readonly over?: string;
}

export interface Answered {
  readonly data: AnswerData;
  /** The answer as one or more sentences in the language of the request. */
  readonly words: string;
  readonly certificates: readonly { readonly id: string | number; readonly name: string }[];
  /** The number of the bundle of all certificates. */
  readonly bundle?: string | null;
  /** Whether the server that had its certificates is gone. */
  readonly isGone?: boolean;
  /** Problems besides the answer, such as a certificate that could not be stored. */
  readonly problems?: readonly string[];
}

/** The end of a question. */
export type End =
  /**
   * `id` is the number of the question, whose answer can be fetched again for a while; null after a
   * restart of the server.
   */
  | { readonly kind: "answer"; readonly answer: Answered; readonly lang: Lang; readonly id: string | null }
  | { readonly kind: "failed"; readonly trouble: Trouble }
  /** The server runs the most searches that it allows. */
  | { readonly kind: "busy"; readonly trouble: Trouble }
  /** The question was stopped before its turn. */
  | { readonly kind: "unasked" }
  /** The search was stopped without a result. */
  | { readonly kind: "stopped" }
  | { readonly kind: "lost" };

export interface Running {
  /** Asks the server to stop. The answer then contains what is known. */
  stop(): void;
  readonly end: Promise<End>;
}

/** Receives the events of a question. `Row` is the form of its rows. */
export interface QuestionListener<Row = MoveAnswer> {
  /** The question is being sent. */
  readonly asked?: () => void;
  /** The number of the question at the server. */
  readonly numbered?: (id: string) => void;
  readonly progress?: (progress: Progress) => void;
  /** The result of one move, while others are searched. */
  readonly row?: (row: Row) => void;
}

/** Asks a question and listens until its end: see [`Backend.ask`]. */
export function ask<Row = MoveAnswer>(
  question: Question | BenchQuestion,
  listener: QuestionListener<Row> = {},
  id: string | null = null,
): Running {
  return backend().ask(question, listener, id);
}

/** The answer to a question that has ended, in the current language; null if it is not kept. */
export const answerAgain = (id: string) => backend().answerAgain(id);

/** The nodes of the search and of the game's leaf solver. */
export function nodesOf(counted: { readonly expanded: number; readonly leaf_nodes?: number }): number {
  return counted.expanded + (counted.leaf_nodes ?? 0);
}
