/** The certificates of this tab: one worker shows them, and each check has a worker of its own. */
import { FAULT, Refused, type Certificate, type Check, type Find } from "../api.ts";
import type { Query } from "../backend.ts";
import { message, LANGUAGES } from "../messages.ts";
import { Turns } from "../turns.ts";
import type { TabFile, TabFiles } from "./files.ts";
import { inLang, type InEachLang, type TabWorker, type Workers } from "./workers.ts";

/** Lengths of this number of records are counted at once, which takes less than a second. */
const FEW = 100_000;

/** A search for a position ends if nothing has asked for it for this time, in milliseconds. */
const PATIENCE = 3000;

/** The most checks at a time. */
const MOST_CHECKS = 2;

interface Checking {
  state: InEachLang<Check> | null;
  hasEnded: boolean;
}

interface Finding {
  state: InEachLang<Find> | null;
  error: unknown;
  asked: number;
}

/** The worker that shows certificates and positions, and what it has opened. */
interface Views {
  readonly worker: TabWorker;
  readonly opened: Map<string, Promise<unknown>>;
  readonly sizes: Set<string>;
}

/** The error that a file is not kept. */
export function gone(): Refused {
  return new Refused({ type: "input", message: message("answer-gone") }, 404);
}

export class Certificates {
  readonly #workers: Workers;
  readonly #files: TabFiles;
  readonly #checks = new Map<string, Checking>();
  readonly #turns = new Turns(MOST_CHECKS);
  readonly #findings = new Map<string, Finding>();
  #views: Views | null = null;

  constructor(workers: Workers, files: TabFiles) {
    this.#workers = workers;
    this.#files = files;
  }

  get #shown(): Views {
    if (this.#views === null || this.#views.worker.hasEnded) {
      this.#views = { worker: this.#workers.take(), opened: new Map(), sizes: new Set() };
    }
    return this.#views;
  }

  /** Answers a request in the worker that shows certificates and positions. */
  async view<T>(what: string, query: Query, file: Blob | null = null): Promise<T> {
    const request = JSON.stringify({ what, ...query });
    return JSON.parse(await this.#shown.worker.call<string>({ name: "answer", request, file })) as T;
  }

  /** Adds a certificate, and returns its number. */
  async add(name: string, blob: Blob): Promise<string> {
    // A file that is not a certificate is refused before it is kept.
    const work = { name: "open", certificate: 0, title: name, line: [], file: blob } as const;
    await this.#shown.worker.call<string>(work);
    return this.#files.add({ kind: "certificate", name, line: [], blob });
  }

  async #file(id: string): Promise<TabFile & { readonly blob: Blob }> {
    const file = await this.#files.get(id);
    if (file === undefined || file.kind !== "certificate" || file.blob === null) {
      throw gone();
    }
    return { ...file, blob: file.blob };
  }

  async #open(id: string): Promise<Views> {
    const file = await this.#file(id);
    const views = this.#shown;
    let opening = views.opened.get(id);
    if (opening === undefined) {
      const { name: title, line, blob } = file;
      opening = views.worker.call({ name: "open", certificate: Number(id), title, line, file: blob });
      views.opened.set(id, opening);
    }
    await opening;
    return views;
  }

  /** The description of a certificate, whose check begins. */
  async about(id: string, query: Query): Promise<Certificate> {
    const views = await this.#open(id);
    const checking = this.#begin(id, (await this.#file(id)).blob);
    const asked = { ...query, id: Number(id) };
    let data = await this.view<Certificate>("certificate", asked);
    const isRejected = checking.hasEnded && this.#stateOf(id, data.check).state === "rejected";
    if (data.sizes === "making" && !isRejected && !views.sizes.has(id) && (data.records <= FEW || checking.hasEnded)) {
      views.sizes.add(id);
      await this.view("sizes", asked);
      data = await this.view<Certificate>("certificate", asked);
    }
    const sizes = data.sizes === "making" && isRejected ? "failed" : data.sizes;
    return { ...data, sizes, check: this.#stateOf(id, data.check) };
  }

  #stateOf(id: string, first: Check): Check {
    const checking = this.#checks.get(id);
    const state = checking?.state ?? null;
    return state === null ? { ...first, state: checking === undefined ? "waiting" : "running" } : inLang(state);
  }

  /** Begins the check of a certificate, unless it has begun. */
  #begin(id: string, file: Blob): Checking {
    const known = this.#checks.get(id);
    if (known !== undefined) {
      return known;
    }
    const checking: Checking = { state: null, hasEnded: false };
    this.#checks.set(id, checking);
    const take = (text: string) => (checking.state = JSON.parse(text) as InEachLang<Check>);
    const run = async () => {
      const release = await this.#turns.take();
      try {
        take(await this.#workers.once<string>({ name: "check", file }, take));
      } catch (error) {
        checking.state = unfinished(error, checking.state);
      } finally {
        checking.hasEnded = true;
        release();
      }
    };
    void run();
    return checking;
  }

  /** The state of the check of a certificate. */
  async check(id: string): Promise<Check> {
    await this.#file(id);
    const first: Check = { state: "waiting", records: 0, of: 0, seconds: 0, can_repeat: false };
    return this.#stateOf(id, first);
  }

  /** Begins an unfinished check again. */
  async checkAgain(id: string): Promise<Check> {
    const { state } = await this.check(id);
    if (state === "unfinished") {
      this.#checks.delete(id);
      this.#begin(id, (await this.#file(id)).blob);
    }
    return this.check(id);
  }

  /** A request about a place of a certificate. */
  async place<T>(what: string, id: string, query: Query): Promise<T> {
    await this.#open(id);
    return this.view<T>(what, { ...query, id: Number(id) });
  }

  /** The moves that lead to a record, in a worker of its own: it can read the whole file. */
  async parents<T>(id: string, query: Query, signal?: AbortSignal): Promise<T> {
    const { name: title, line, blob } = await this.#file(id);
    const worker = this.#workers.take();
    signal?.addEventListener("abort", () => worker.end(), { once: true });
    try {
      await worker.call({ name: "open", certificate: 0, title, line, file: blob });
      const request = JSON.stringify({ what: "parents", ...query, id: 0 });
      return JSON.parse(await worker.call<string>({ name: "answer", request, file: null })) as T;
    } finally {
      worker.end();
    }
  }

  /** Begins the search for a position, or returns the state of a running one. */
  async find(id: string, position: string): Promise<Find> {
    const { blob } = await this.#file(id);
    const key = `${id} ${position}`;
    const known = this.#findings.get(key);
    const finding = known ?? { state: null, error: null, asked: 0 };
    finding.asked = performance.now();
    if (known === undefined) {
      this.#findings.set(key, finding);
      const searched = this.#search(finding, blob, position);
      // A short search has an answer at once.
      await Promise.race([searched, new Promise((wake) => setTimeout(wake, 200))]);
    }
    if (finding.error !== null) {
      this.#findings.delete(key);
      throw finding.error;
    }
    return finding.state === null ? { state: "running", records: 0, of: 0 } : inLang(finding.state);
  }

  async #search(finding: Finding, file: Blob, position: string): Promise<void> {
    const left = new AbortController();
    const watch = setInterval(() => {
      if (performance.now() - finding.asked > PATIENCE) {
        left.abort();
      }
    }, PATIENCE);
    const take = (text: string) => (finding.state = JSON.parse(text) as InEachLang<Find>);
    try {
      take(await this.#workers.once<string>({ name: "find", file, position }, take, left.signal));
    } catch (error) {
      finding.error = error;
    } finally {
      clearInterval(watch);
    }
  }

  /** The line or the board at a place as a file, or the certificate itself. */
  async exported(id: string, query: Query): Promise<Blob> {
    if (query["form"] === "proof") {
      return (await this.#file(id)).blob;
    }
    const { worker } = await this.#open(id);
    const request = JSON.stringify({ ...query, id: Number(id) });
    return new Blob([await worker.call<Uint8Array<ArrayBuffer>>({ name: "export", request })]);
  }
}

/** The state of a check whose worker has ended, for example for lack of memory. */
function unfinished(error: unknown, last: InEachLang<Check> | null): InEachLang<Check> {
  const reason = error instanceof Refused && error.trouble.type !== FAULT ? error.trouble.message
    : message("error-fault", { reason: error instanceof Error ? error.message : String(error) });
  const numbers = last === null ? { records: 0, of: 0, seconds: 0 } : inLang(last);
  const state: Check = { ...numbers, state: "unfinished", reason, can_repeat: true };
  return Object.fromEntries(LANGUAGES.map((language) => [language, state]));
}
