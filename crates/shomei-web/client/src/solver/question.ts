/** A question to the server: how it is sent, and what comes back while it is searched. */
import { address, isBusy, post, token, troubleOf, type Trouble } from "../api.ts";
import { Turns, type Release } from "../turns.ts";
import { lang, type Lang } from "../words.ts";
import { streamTurn } from "./streams.ts";

export type Ask = "win" | "value" | "moves" | "score" | "shortest" | "others";

export interface Question {
  readonly game: string;
  readonly rules: string;
  readonly position: string;
  readonly ask: Ask;
  /** The side that must win; the side to move where none is named. */
  readonly side?: string;
  readonly seconds: number;
  readonly threads: number;
  /** In bytes. */
  readonly memory: number;
}

export interface Progress {
  /** Null as long as a number is not known, or is infinite. */
  readonly pn: number | null;
  readonly dn: number | null;
  readonly nodes: number;
  readonly seconds: number;
}

export type Value = "win" | "draw" | "loss";

export interface MoveAnswer {
  readonly move: string;
  readonly name?: string;
  readonly value?: Value | null;
  readonly answer?: string;
  readonly line: readonly string[];
  readonly expanded: number;
  readonly seconds: number;
  readonly stopped_by: string | null;
}

export interface OtherSolution {
  readonly number: number;
  readonly move: string;
  /** The move for people. */
  readonly name?: string;
  readonly kind: string;
  readonly line: readonly string[];
}

/** Results as `docs/json.md` describes them: what the page shows of them. */
export interface AnswerData {
  readonly game: string;
  readonly position: string;
  readonly attacker: string;
  readonly answer: "proved" | "disproved" | "unknown";
  readonly value?: Value | null;
  readonly score?: number | null;
  readonly score_bounds?: readonly [number, number];
  readonly moves?: readonly MoveAnswer[];
  readonly line: readonly string[];
  /** The moves of the line for people. */
  readonly line_names?: readonly string[];
  readonly line_complete?: boolean;
  readonly length?: number | null;
  readonly length_proven?: boolean;
  readonly length_at_least?: number;
  readonly yozume?: {
    readonly verdict: string;
    readonly others: readonly OtherSolution[];
    readonly open: readonly { readonly number: number; readonly move: string }[];
  };
  readonly expanded: number;
  readonly leaf_nodes?: number;
  readonly seconds: number;
  readonly stopped_by?: string | null;
  readonly over?: string;
}

export interface Answered {
  readonly data: AnswerData;
  /** The answer in a sentence or two, in the language in which the question was asked. */
  readonly words: string;
  readonly certificates: readonly { readonly id: string | number; readonly name: string }[];
  /** What went wrong beside the answer: a certificate that could not be kept, say. */
  readonly problems?: readonly string[];
}

/** How a question ends. */
export type End =
  /** `id` is the number of the question, of which the answer can be heard again for a while. */
  | { readonly kind: "answer"; readonly answer: Answered; readonly lang: Lang; readonly id: string }
  | { readonly kind: "failed"; readonly trouble: Trouble }
  /** As much is being searched as the server allows. */
  | { readonly kind: "busy"; readonly trouble: Trouble }
  /** It was stopped before its turn came. */
  | { readonly kind: "unasked" }
  | { readonly kind: "lost" };

export interface Running {
  /** Asks the server to stop; the answer then says what was known. */
  stop(): void;
  readonly end: Promise<End>;
}

/** Who hears of a question. */
export interface Hearer {
  /** It was its turn, and it was sent. */
  readonly asked?: () => void;
  readonly progress?: (progress: Progress) => void;
}

/** Asks, and listens until the answer: the server searches only as long as somebody listens. */
export function ask(question: Question, hearer: Hearer = {}): Running {
  let id: string | null = null;
  const wantsStop = new AbortController();
  const sendStop = () => {
    if (id !== null) {
      // A question that has ended in the meantime need not be stopped.
      post(`/api/questions/${encodeURIComponent(id)}/stop`, {}, "", "application/json").catch(() => undefined);
    }
  };
  const send = async (): Promise<End> => {
    try {
      const made = await post<{ id: string }>("/api/questions", {}, JSON.stringify(question), "application/json");
      id = made.id;
    } catch (error) {
      return { kind: isBusy(error) ? "busy" : "failed", trouble: troubleOf(error) };
    }
    if (wantsStop.signal.aborted) {
      sendStop();
    }
    return listen(id, hearer.progress);
  };
  const run = async (): Promise<End> => {
    let release: Release;
    try {
      release = await streamTurn(wantsStop.signal);
    } catch {
      return { kind: "unasked" };
    }
    try {
      hearer.asked?.();
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

const retelling = new Turns(1);

/** The answer to a question that has ended, in the language of the page; null where the server has let go of it. */
export async function retold(id: string): Promise<End | null> {
  const release = await retelling.take();
  try {
    const end = await listen(id);
    return end.kind === "answer" ? end : null;
  } finally {
    release();
  }
}

function listen(id: string, progress?: (progress: Progress) => void): Promise<End> {
  const spoken = lang();
  const url = address(`/api/questions/${encodeURIComponent(id)}/events`, { token: token(), lang: spoken });
  const source = new EventSource(url);
  return new Promise((resolve) => {
    const on = <T>(name: string, take: (data: T) => void) =>
      source.addEventListener(name, (event: MessageEvent<string>) => take(JSON.parse(event.data) as T));
    const end = (how: End) => {
      source.close();
      resolve(how);
    };
    on<Progress>("progress", (numbers) => progress?.(numbers));
    on<Answered>("answer", (answer) => end({ kind: "answer", answer, lang: spoken, id }));
    on<{ error: Trouble }>("failed", ({ error }) => end({ kind: "failed", trouble: error }));
    source.addEventListener("error", () => end({ kind: "lost" }));
  });
}

/** The nodes of an answer: those of the search and those of the game's own in small remainders. */
export function nodesOf(data: AnswerData): number {
  return data.expanded + (data.leaf_nodes ?? 0);
}
