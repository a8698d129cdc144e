/** The workers of the static edition. */
import { FAULT, Refused, type Trouble } from "../api.ts";
import { servedLang } from "../messages.ts";
import type { Call, Code, Reply, Work } from "./calls.ts";

/** A value in each language, by the code of the language. */
export type InEachLang<T> = Readonly<Record<string, T>>;

/** The value in the language of the page. */
export function inLang<T>(values: InEachLang<T>): T {
  return (values[servedLang()] ?? values["en"]) as T;
}

interface Waiting {
  readonly done: (result: unknown) => void;
  readonly failed: (error: Refused) => void;
  readonly report: (text: string) => void;
}

/** The error that the work in a worker has ended. */
function fault(reason: string): Refused {
  return new Refused({ type: FAULT, message: reason }, 500);
}

function refused(text: string): Refused {
  const { status, error } = JSON.parse(text) as { status: number; error: InEachLang<Trouble> };
  return new Refused(inLang(error), status);
}

export class TabWorker {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;
  #isRetired = false;
  /** Whether it can take no more calls. */
  hasEnded = false;

  constructor(code: Code) {
    this.#worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.#worker.addEventListener("message", ({ data }: MessageEvent<Reply>) => this.#take(data));
    this.#worker.addEventListener("error", (event) => this.end(event.message));
    this.#worker.postMessage(code);
  }

  /** Runs a call after the earlier ones. `report` receives its reports. */
  call<T>(work: Work, report: (text: string) => void = () => undefined): Promise<T> {
    if (this.hasEnded) {
      return Promise.reject(fault("ended"));
    }
    this.#last += 1;
    const id = this.#last;
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { done: (result) => resolve(result as T), failed: reject, report });
      this.#worker.postMessage({ ...work, id } satisfies Call);
    });
  }

  /** Terminates the worker after its calls. */
  retire(): void {
    this.#isRetired = true;
    if (this.#waiting.size === 0) {
      this.end();
    }
  }

  /** Terminates the worker at once. Its calls fail. */
  end(reason = "ended"): void {
    this.hasEnded = true;
    this.#worker.terminate();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    waiting.forEach(({ failed }) => failed(fault(reason)));
  }

  #take(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    if (waiting === undefined) {
      return;
    }
    if ("report" in reply) {
      return waiting.report(reply.report);
    }
    this.#waiting.delete(reply.id);
    if ("result" in reply) {
      waiting.done(reply.result);
    } else if ("refused" in reply) {
      waiting.failed(refused(reply.refused));
    } else {
      waiting.failed(fault(reply.fault));
      this.end(reply.fault);
    }
    if (this.#isRetired) {
      this.retire();
    }
  }
}

/** The time after which the next worker starts, in milliseconds: the work of the last one is first. */
const SPARE_AFTER = 500;

/** Starts workers. One is ready beforehand, because the start of a worker takes some time. */
export class Workers {
  readonly #code: Code;
  #spare: TabWorker | null = null;

  constructor(code: Code) {
    this.#code = code;
  }

  /** Starts a worker that waits for the next work. */
  prepare(): void {
    this.#spare ??= new TabWorker(this.#code);
  }

  take(): TabWorker {
    const spare = this.#spare;
    this.#spare = null;
    setTimeout(() => this.prepare(), SPARE_AFTER);
    return spare === null || spare.hasEnded ? new TabWorker(this.#code) : spare;
  }

  /** Runs one call in a worker of its own. */
  async once<T>(work: Work, report?: (text: string) => void, signal?: AbortSignal): Promise<T> {
    const worker = this.take();
    const left = new Promise<never>((_, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
    try {
      return await Promise.race([worker.call<T>(work, report), left]);
    } finally {
      worker.end();
    }
  }
}
