/** Questions in workers of this tab. */
import { troubleOf } from "../api.ts";
import { servedLang } from "../messages.ts";
import type {
  Answered, BenchQuestion, End, Progress, Question, QuestionListener, Running,
} from "../solver/question.ts";
import { Turns, type Release } from "../turns.ts";
import type { AnswerFiles, CheckedBundle } from "./calls.ts";
import type { TabFiles } from "./files.ts";
import { inLang, type InEachLang, type TabWorker, type Workers } from "./workers.ts";

/** The most questions at a time. Each has a worker with memory of its own. */
export const MOST_QUESTIONS = Math.min(Math.max((globalThis.navigator?.hardwareConcurrency || 2) - 1, 2), 4);

type Report<Row> = { readonly progress: Progress } | { readonly row: InEachLang<Row> };

/** Receives the bundle of an answer, which is made after the answer. */
export type TakeBundle = (id: string, bundle: Promise<CheckedBundle | null>) => void;

export class Questions {
  readonly #workers: Workers;
  readonly #files: TabFiles;
  readonly #takeBundle: TakeBundle;
  readonly #turns = new Turns(MOST_QUESTIONS);

  constructor(workers: Workers, files: TabFiles, takeBundle: TakeBundle) {
    this.#workers = workers;
    this.#files = files;
    this.#takeBundle = takeBundle;
  }

  /** Asks a question when it is its turn. To stop it, its worker is terminated. */
  ask<Row>(question: Question | BenchQuestion, listener: QuestionListener<Row>): Running {
    const stopped = new AbortController();
    const run = async (): Promise<End> => {
      let release: Release;
      try {
        release = await this.#turns.take(stopped.signal);
      } catch {
        return { kind: "unasked" };
      }
      listener.asked?.();
      const worker = this.#workers.take();
      const end = new Promise<End>((resolve) => {
        stopped.signal.addEventListener("abort", () => resolve({ kind: "stopped" }), { once: true });
      });
      try {
        return await Promise.race([end, this.#answer(worker, question, listener)]);
      } catch (error) {
        worker.end();
        return { kind: "failed", trouble: troubleOf(error) };
      } finally {
        if (stopped.signal.aborted) {
          worker.end();
        }
        release();
      }
    };
    return { stop: () => stopped.abort(), end: run() };
  }

  async #answer<Row>(worker: TabWorker, question: Question | BenchQuestion, listener: QuestionListener<Row>): Promise<End> {
    const report = (text: string) => {
      const event = JSON.parse(text) as Report<Row>;
      if ("progress" in event) {
        listener.progress?.(event.progress);
      } else {
        listener.row?.(inLang(event.row));
      }
    };
    const found = await worker.call<AnswerFiles>({ name: "ask", question: JSON.stringify(question) }, report);
    const data = JSON.parse(found.data) as InEachLang<Answered>;
    const ids: string[] = [];
    for (const { name, line, bytes } of found.files) {
      ids.push(await this.#files.add({ kind: "certificate", name, line, blob: new Blob([bytes]) }));
    }
    const bundle = inLang(data).bundle == null ? null : await this.#bundle(worker);
    if (bundle === null) {
      worker.end();
    }
    const kept = ({ certificates, ...more }: Answered): Answered => ({
      ...more, bundle, certificates: certificates.map(({ name }, index) => ({ name, id: ids[index] ?? "" })),
    });
    const answer = Object.fromEntries(Object.entries(data).map(([lang, each]) => [lang, kept(each)]));
    const id = await this.#files.add({ kind: "answer", name: "", line: [], blob: null, answer });
    return { kind: "answer", answer: inLang(answer), lang: servedLang(), id };
  }

  /** The number of the bundle of the last answer of a worker, which makes it now. */
  async #bundle(worker: TabWorker): Promise<string> {
    const id = await this.#files.add({ kind: "bundle", name: `shomei.zip`, line: [], blob: null });
    const made = worker.call<CheckedBundle | null>({ name: "bundle" });
    const ended = made.finally(() => worker.end());
    this.#takeBundle(id, ended);
    return id;
  }

  /** The answer with this number in the current language. */
  async again(id: string): Promise<End | null> {
    const answer = (await this.#files.get(id))?.answer;
    return answer === undefined ? null : { kind: "answer", answer: inLang(answer), lang: servedLang(), id };
  }
}
