/** The worker that draws, edits and reads positions. */
import type { Query } from "../backend.ts";
import type { TabWorker, Workers } from "./workers.ts";

export class Positions {
  readonly #workers: Workers;
  #worker: TabWorker;

  constructor(workers: Workers) {
    this.#workers = workers;
    this.#worker = workers.take();
    workers.prepare();
  }

  /** Answers a request: see `Tab::answer` of shomei-web. */
  async answer<T>(what: string, query: Query, file: Blob | null = null): Promise<T> {
    if (this.#worker.hasEnded) {
      this.#worker = this.#workers.take();
    }
    const request = JSON.stringify({ what, ...query });
    return JSON.parse(await this.#worker.call<string>({ name: "answer", request, file })) as T;
  }
}
