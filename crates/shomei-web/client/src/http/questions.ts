/** Sends questions to the server and receives their events. */
import { isBusy, troubleOf, type Trouble } from "../api.ts";
import { servedLang } from "../messages.ts";
import type {
  Answered, BenchQuestion, End, MoveAnswer, Progress, Question, QuestionListener, Running,
} from "../solver/question.ts";
import { Turns, type Release } from "../turns.ts";
import { address, post, token } from "./requests.ts";
import { streamTurn } from "./streams.ts";

/**
 * Sends a question and listens until its end, or only listens if it has a number. The server
 * searches only while a page listens.
 */
export function ask<Row = MoveAnswer>(
  question: Question | BenchQuestion,
  listener: QuestionListener<Row>,
  sent: string | null,
): Running {
  let id = sent;
  const wantsStop = new AbortController();
  const sendStop = () => {
    if (id !== null) {
      // A question that has ended meanwhile cannot be stopped.
      post(`/api/questions/${encodeURIComponent(id)}/stop`, { lang: servedLang() }, "", "application/json").catch(() => undefined);
    }
  };
  const send = async (): Promise<End> => {
    try {
      const made = await post<{ id: string }>("/api/questions", { lang: servedLang() }, JSON.stringify(question), "application/json");
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
  return { stop, end: sent === null ? run() : listen(sent, listener) };
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
