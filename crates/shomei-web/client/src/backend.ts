/** What answers the requests of the page: a server, or workers of this tab. */
import type { Attributes } from "./dom.ts";
import type { BenchQuestion, End, MoveAnswer, Question, QuestionListener, Running } from "./solver/question.ts";

export type Query = Readonly<Record<string, string | number | undefined>>;

/** The part of `Storage` that is used. */
export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

export interface Backend {
  /**
   * Identifies the backend to which stored numbers of questions and certificates belong; empty if
   * it answers no questions of this page.
   */
  readonly token: string;
  /** Where the answers are stored. */
  readonly storage: TextStorage;
  /** The most questions at a time. */
  readonly most: number;
  /** Sends a read request. Throws errors as [`Refused`]. */
  get<T>(path: string, query: Query, signal?: AbortSignal): Promise<T>;
  post<T>(path: string, query: Query, body: Blob | string, type: string): Promise<T>;
  /** The attributes of a link that downloads a file. */
  download(path: string, query: Query): Attributes;
  /**
   * Asks a question and listens until its end. A question that has a number was sent before the page
   * was loaded again; the page then only listens.
   */
  ask<Row = MoveAnswer>(question: Question | BenchQuestion, listener: QuestionListener<Row>, id: string | null): Running;
  /** The answer to a question that has ended, in the current language; null if it is not kept. */
  answerAgain(id: string): Promise<End | null>;
}

let current: Backend | null = null;

export function setBackend(backend: Backend): void {
  current = backend;
}

export function backend(): Backend {
  if (current === null) {
    throw new Error("the page has no backend yet");
  }
  return current;
}
