/** Sends a question to the server and receives its events. */
import { address, isBusy, post, token, troubleOf, type Trouble } from "../api.ts";
import { Turns, type Release } from "../turns.ts";
import { servedLang, type Lang } from "../messages.ts";
import { streamTurn } from "./streams.ts";

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

/** Sends a question and listens until its end. The server searches only while a page listens. */
export function ask<Row = MoveAnswer>(question: Question | BenchQuestion, listener: QuestionListener<Row> = {}): Running {
  let id: string | null = null;
  const wantsStop = new AbortController();
  const sendStop = () => {
    if (id !== null) {
      // A question that has ended meanwhile cannot be stopped.
      post(`/api/questions/${encodeURIComponent(id)}/stop`, {}, "", "application/json").catch(() => undefined);
    }
  };
  const send = async (): Promise<End> => {
    try {
      const made = await post<{ id: string }>("/api/questions", {}, JSON.stringify(question), "application/json");
      id = made.id;
      listener.numbered?.(id);
    } catch (error) {
      return { kind: isBusy(error) ? "busy" : "failed", trouble: troubleOf(error) };
    }
    if (wantsStop.signal.aborted) {
      sendStop();
    }
    return listen(id, listener);
  };
  const run = async (): Promise<End> => {
    let release: Release;
    try {
      release = await streamTurn(wantsStop.signal);
    } catch {
      return { kind: "unasked" };
    }
    try {
      listener.asked?.();
      return await send();
    } finally {
      release();
    }
  };
  const stop = () => {
    wantsStop.abort();
    sendStop();
  };
  return { stop, end: run() };
}

/** Listens to a question that was sent before the page was loaded again. */
export function resume(id: string, listener: QuestionListener = {}): Running {
  const stop = () => {
    post(`/api/questions/${encodeURIComponent(id)}/stop`, {}, "", "application/json").catch(() => undefined);
  };
  return { stop, end: listen(id, listener) };
}

/**
 * The time after which a broken stream counts as lost, in milliseconds. A page that is being left
 * loses its streams first, and has ended after this time.
 */
const LEAVING = 300;

const asking = new Turns(1);

/**
 * The answer to a question that has ended, in the current language; null if the server has dropped
 * it.
 */
export async function answerAgain(id: string): Promise<End | null> {
  const release = await asking.take();
  try {
    const end = await listen(id);
    return end.kind === "answer" ? end : null;
  } finally {
    release();
  }
}

function listen<Row>(id: string, listener: QuestionListener<Row> = {}): Promise<End> {
  const language = servedLang();
  const url = address(`/api/questions/${encodeURIComponent(id)}/events`, { token: token(), lang: language });
  const source = new EventSource(url);
  return new Promise((resolve) => {
    const on = <T>(name: string, take: (data: T) => void) =>
      source.addEventListener(name, (event: MessageEvent<string>) => take(JSON.parse(event.data) as T));
    const end = (how: End) => {
      source.close();
      resolve(how);
    };
    on<Progress>("progress", (numbers) => listener.progress?.(numbers));
    on<Row>("row", (row) => listener.row?.(row));
    on<Answered>("answer", (answer) => end({ kind: "answer", answer, lang: language, id }));
    on<{ error: Trouble }>("failed", ({ error }) => end({ kind: "failed", trouble: error }));
    source.addEventListener("error", () => {
      source.close();
      setTimeout(() => resolve({ kind: "lost" }), LEAVING);
    });
  });
}

/** The nodes of the search and of the game's leaf solver. */
export function nodesOf(counted: { readonly expanded: number; readonly leaf_nodes?: number }): number {
  return counted.expanded + (counted.leaf_nodes ?? 0);
}
