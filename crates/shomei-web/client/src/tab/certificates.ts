/**
 * The certificates of this tab. Each has a worker that shows it and another one that checks it, so a
 * file that takes long delays nothing else.
 */
import { FAULT, Refused, type Certificate, type Check, type Find } from "../api.ts";
import type { Query } from "../backend.ts";
import { message, LANGUAGES } from "../messages.ts";
import { Turns } from "../turns.ts";
import type { TabFile, TabFiles } from "./files.ts";
import { inLang, type InEachLang, type TabWorker, type Workers } from "./workers.ts";

/** Lengths in files with at most this number of moves are counted at once: it takes milliseconds. */
const FEW = 100_000;

/** A search for a position ends if nothing has asked for it for this time, in milliseconds. */
const PATIENCE = 3000;

/** The most checks at a time, and the most certificates with a worker that shows them. */
const [MOST_CHECKS, MOST_SHOWN] = [2, 3];

/** The number of a certificate in its worker. */
const ONLY = 0;

interface Checking {
  state: InEachLang<Check> | null;
  hasEnded: boolean;
}

interface Finding {
  state: InEachLang<Find> | null;
  error: unknown;
  asked: number;
}

/** A certificate and the worker that shows it. */
interface Shown {
  readonly worker: TabWorker;
  readonly opening: Promise<unknown>;
  /** Whether its lengths were asked for. */
  lengths: "none" | "counted" | "failed";
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
  /** The one that was asked for last is the last. */
  readonly #shown = new Map<string, Shown>();

  constructor(workers: Workers, files: TabFiles) {
    this.#workers = workers;
    this.#files = files;
  }

  /** Adds a certificate, and returns its number. */
  async add(name: string, blob: Blob): Promise<string> {
    const shown = this.#begin({ name, line: [], blob });
    try {
      // A file that is not a certificate is refused before it is kept.
      await shown.opening;
    } catch (error) {
      shown.worker.end();
      throw error;
    }
    const id = await this.#files.add({ kind: "certificate", name, line: [], blob });
    this.#keep(id, shown);
    return id;
  }

  #begin({ name: title, line, blob: file }: Pick<TabFile, "name" | "line"> & { readonly blob: Blob }): Shown {
    const worker = this.#workers.take();
    const opening = worker.call({ name: "open", certificate: ONLY, title, line, file });
    return { worker, opening, lengths: "none" };
  }

  #keep(id: string, shown: Shown): void {
    this.#shown.delete(id);
    this.#shown.set(id, shown);
    for (const [oldest, { worker }] of this.#shown) {
      if (this.#shown.size <= MOST_SHOWN) {
        return;
      }
      worker.end();
      this.#shown.delete(oldest);
    }
  }

  async #file(id: string): Promise<TabFile & { readonly blob: Blob }> {
    const file = await this.#files.get(id);
    if (file === undefined || file.kind !== "certificate" || file.blob === null) {
      throw gone();
    }
    return { ...file, blob: file.blob };
  }

  async #open(id: string): Promise<Shown> {
    const file = await this.#file(id);
    const known = this.#shown.get(id);
    const shown = known === undefined || known.worker.hasEnded ? this.#begin(file) : known;
    this.#keep(id, shown);
    await shown.opening;
    return shown;
  }

  /** The description of a certificate, whose check begins. */
  async about(id: string, query: Query): Promise<Certificate> {
    const shown = await this.#open(id);
    this.#check(id, (await this.#file(id)).blob);
    let data = await answered<Certificate>(shown.worker, "certificate", query);
    const { state } = this.#stateOf(id, data.check);
    if (data.sizes === "making" && shown.lengths === "none" && (data.moves <= FEW || state === "accepted")) {
      shown.lengths = "counted";
      if (data.moves <= FEW) {
        await answered(shown.worker, "sizes", query);
        data = await answered<Certificate>(shown.worker, "certificate", query);
      } else {
        void this.#count(id, query);
      }
    }
    const isLeftOut = shown.lengths === "none" && (state === "rejected" || state === "unfinished");
    const sizes = data.sizes === "making" && (isLeftOut || shown.lengths === "failed") ? "failed" : data.sizes;
    return { ...data, id, sizes, check: this.#stateOf(id, data.check) };
  }

  /** Counts the lengths in another worker, which then shows the certificate. */
  async #count(id: string, query: Query): Promise<void> {
    const counted = this.#begin(await this.#file(id));
    try {
      await counted.opening;
      await answered(counted.worker, "sizes", query);
      this.#shown.get(id)?.worker.retire();
      counted.lengths = "counted";
      this.#keep(id, counted);
    } catch {
      // For example, the memory did not suffice. The page says that there are no lengths.
      counted.worker.end();
      const shown = this.#shown.get(id);
      if (shown !== undefined) {
        shown.lengths = "failed";
      }
    }
  }

  #stateOf(id: string, first: Check): Check {
    const checking = this.#checks.get(id);
    const state = checking?.state ?? null;
    return state === null ? { ...first, state: checking === undefined ? "waiting" : "running" } : inLang(state);
  }

  /** Begins the check of a certificate, unless it has begun. */
  #check(id: string, file: Blob): Checking {
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
      this.#check(id, (await this.#file(id)).blob);
    }
    return this.check(id);
  }

  /** A request about a place of a certificate. */
  async place<T>(what: string, id: string, query: Query): Promise<T> {
    return answered<T>((await this.#open(id)).worker, what, query);
  }

  /** The moves that lead to a record, in a worker of its own: it can read the whole file. */
  async parents<T>(id: string, query: Query, signal?: AbortSignal): Promise<T> {
    const { worker, opening } = this.#begin(await this.#file(id));
    signal?.addEventListener("abort", () => worker.end(), { once: true });
    try {
      await opening;
      return await answered<T>(worker, "parents", query);
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
      const searched = this.#search(key, finding, blob, position);
      // A short search has an answer at once.
      await Promise.race([searched, new Promise((wake) => setTimeout(wake, 200))]);
    }
    if (finding.error !== null) {
      this.#findings.delete(key);
      throw finding.error;
    }
    return finding.state === null ? { state: "running", records: 0, of: 0 } : inLang(finding.state);
  }

  async #search(key: string, finding: Finding, file: Blob, position: string): Promise<void> {
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
      if (left.signal.aborted) {
        // The next request begins the search again.
        this.#findings.delete(key);
      } else {
        finding.error = error;
      }
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
    const request = JSON.stringify({ ...query, id: ONLY });
    return new Blob([await worker.call<Uint8Array<ArrayBuffer>>({ name: "export", request })]);
  }
}

/** The answer to a request about the certificate of a worker. */
async function answered<T>(worker: TabWorker, what: string, query: Query): Promise<T> {
  const request = JSON.stringify({ what, ...query, id: ONLY });
  return JSON.parse(await worker.call<string>({ name: "answer", request, file: null })) as T;
}

/** The state of a check whose worker has ended, for example for lack of memory. */
function unfinished(error: unknown, last: InEachLang<Check> | null): InEachLang<Check> {
  const reason = error instanceof Refused && error.trouble.type !== FAULT ? error.trouble.message
    : message("error-fault", { reason: error instanceof Error ? error.message : String(error) });
  const numbers = last === null ? { records: 0, of: 0, seconds: 0 } : inLang(last);
  const state: Check = { ...numbers, state: "unfinished", reason, can_repeat: true };
  return Object.fromEntries(LANGUAGES.map((language) => [language, state]));
}
