// Solves positions and checks certificates in a worker, so that the page stays responsive.

import { ShomeiError } from "./errors.js";

export { ShomeiError };

/** The result of `winner` for a game that has ended without a winner. */
export const DRAW = "draw";

const VERSION = "0.1.0";

/** A new worker with one interface for browsers and Node. */
async function start() {
  const address = new URL("./worker.js", import.meta.url);
  if (typeof Worker === "function") {
    const worker = new Worker(address, { type: "module" });
    return {
      post: (message) => worker.postMessage(message),
      listen(receive, fail) {
        worker.onmessage = ({ data }) => receive(data);
        worker.onerror = (event) => fail(event.message || "it cannot be loaded");
      },
      hold() {},
      stop: () => worker.terminate(),
    };
  }
  const node = await import("node:worker_threads");
  // A worker inherits the options of Node. This one refuses a worker that is a file.
  const isInline = process.execArgv.some((option) => option.startsWith("--input-type"));
  const worker = new node.Worker(address, isInline ? { execArgv: [] } : {});
  worker.unref();
  return {
    post: (message) => worker.postMessage(message),
    listen(receive, fail) {
      worker.on("message", receive);
      worker.on("error", (error) => fail(error.message));
      worker.on("exit", () => fail("it has ended"));
    },
    // A waiting question keeps Node alive, an idle worker does not.
    hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
    stop: () => void worker.terminate(),
  };
}

/** A worker that answers requests in their order. */
class Line {
  #open;
  #starting;
  #worker;
  #isClosed = false;
  #waiting = new Map();
  #next = 0;

  /** @param open The first request of each new worker, if there is one. */
  constructor(open) {
    this.#open = open;
  }

  async #start() {
    try {
      const worker = await start();
      worker.listen(
        (message) => this.#receive(worker, message),
        (text) => this.#fail(worker, { text: `the worker has failed: ${text}`, kind: "run" }),
      );
      if (this.#open !== undefined) {
        worker.post({ id: -1, ...this.#open });
      }
      this.#worker = worker;
      return worker;
    } catch (error) {
      this.#starting = undefined;
      throw errorOf({ text: `the worker cannot be started: ${error.message}`, kind: "run" });
    }
  }

  /** Requests a call. A stopped request ends the worker; the next one begins a new worker. */
  async request(call, values, { signal, progress } = {}) {
    for (;;) {
      signal?.throwIfAborted();
      if (this.#isClosed) {
        throw errorOf({ text: "the solver is closed", kind: "usage" });
      }
      const starting = (this.#starting ??= this.#start());
      const worker = await starting;
      // Another request may have ended this worker meanwhile.
      if (this.#starting === starting && !this.#isClosed) {
        signal?.throwIfAborted();
        return this.#post(worker, { call, values }, signal, progress);
      }
    }
  }

  async #post(worker, request, signal, progress) {
    const id = this.#next++;
    let stop;
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting.set(id, { worker, resolve, reject, progress });
        worker.hold(true);
        stop = () => {
          reject(signal.reason);
          this.#waiting.delete(id);
          const text = "another question in the same worker was stopped";
          this.#fail(worker, { text, kind: "run" });
        };
        signal?.addEventListener("abort", stop);
        worker.post({ id, ...request });
      });
    } catch (error) {
      const isRefused = error.name === "DataCloneError";
      const text = `the question cannot be sent to the worker: ${error.message}`;
      throw isRefused ? errorOf({ text, kind: "usage", cause: error }) : error;
    } finally {
      this.#waiting.delete(id);
      signal?.removeEventListener("abort", stop);
      if (this.#waiting.size === 0) {
        worker.hold(false);
      }
    }
  }

  #receive(worker, { id, value, error, progress, version }) {
    if (!worker.isOfThisVersion) {
      // The first message of a worker names its version.
      worker.isOfThisVersion = version === VERSION;
      if (!worker.isOfThisVersion) {
        const text =
          `the worker has version ${version ?? "unknown"} and the package ${VERSION}: serve files of one ` +
          "version, and clear the cache";
        this.#fail(worker, { text, kind: "run" });
      }
      return;
    }
    if (id === -1) {
      if (error) {
        this.#fail(worker, error);
      }
      return;
    }
    const request = this.#waiting.get(id);
    if (progress) {
      request?.progress?.(progress);
    } else if (error) {
      request?.reject(errorOf(error));
      if (error.kind === "run") {
        this.#fail(worker, error);
      }
    } else {
      request?.resolve(value);
    }
  }

  /** Ends a worker; all requests that wait for it fail. */
  #fail(worker, error) {
    worker.stop();
    if (this.#worker === worker) {
      this.#worker = undefined;
      this.#starting = undefined;
    }
    const waiting = [...this.#waiting.values()].filter((request) => request.worker === worker);
    waiting.forEach(({ reject }) => reject(errorOf(error)));
  }

  async end() {
    this.#isClosed = true;
    const worker = await this.#starting?.catch(() => undefined);
    if (worker !== undefined) {
      this.#fail(worker, { text: "the solver is closed", kind: "usage" });
    }
  }
}

function errorOf({ text, kind, place, suggestion, cause }) {
  const data = { error: text, error_type: kind, error_place: place, suggestion };
  return new ShomeiError(data, cause === undefined ? undefined : { cause });
}

/** The address of the module of a user's game. */
function addressOf(game) {
  if (game instanceof URL) {
    return game.href;
  }
  const text =
    "game: an object cannot be sent to a worker: give the address of a module that exports it, such as " +
    'new URL("./game.js", import.meta.url), or use "shomei/direct"';
  throw errorOf({ text, kind: "usage" });
}

/** Options for the worker, which imports the module of a user's game. */
function forWorker({ game, ...options } = {}) {
  return game === undefined || typeof game === "string"
    ? { ...options, game }
    : { ...options, module: addressOf(game) };
}

/** Solves positions of one game in a worker. */
export class Solver {
  #line;

  constructor(options) {
    this.#line = new Line({ call: "open", values: [forWorker(options)] });
  }

  /** Answers a question. The result is a promise, and iterates over the progress. */
  ask(question, { signal } = {}) {
    const readers = new Set();
    let isOver = false;
    const progress = (report) => readers.forEach((reader) => reader.add(report));
    const answer = this.#line.request("ask", [question], { signal, progress });
    const end = () => {
      isOver = true;
      readers.forEach((reader) => reader.end());
    };
    answer.then(end, end);
    return Object.assign(answer, {
      [Symbol.asyncIterator]() {
        const reader = new Reports();
        readers.add(reader);
        if (isOver) {
          reader.end();
        }
        return reader;
      },
    });
  }

  /** Forgets the results of earlier questions. */
  forget() {
    return this.#line.request("forget", []);
  }

  /** Ends the worker and frees its memory. */
  close() {
    return this.#line.end();
  }

  [Symbol.asyncDispose]() {
    return this.close();
  }
}

/** The reports of one question for one reader. Only the newest waits. */
class Reports {
  #newest;
  #isOver = false;
  #wakers = [];

  add(report) {
    this.#newest = report;
    this.#wake();
  }

  end() {
    this.#isOver = true;
    this.#wake();
  }

  #wake() {
    this.#wakers.splice(0).forEach((wake) => wake());
  }

  async next() {
    while (this.#newest === undefined && !this.#isOver) {
      await new Promise((wake) => this.#wakers.push(wake));
    }
    const value = this.#newest;
    this.#newest = undefined;
    return { value, done: value === undefined };
  }
}

async function once(call, values, options) {
  const line = new Line();
  try {
    return await line.request(call, values, options);
  } finally {
    await line.end();
  }
}

/** Checks a certificate or a bundle in a worker of its own. */
export async function check(bytes, { signal, ...options } = {}) {
  return once("check", [bytes, forWorker(options)], { signal });
}

/** Tests the user's game of a module for everything that the searches rely on. */
export async function conform(game, { signal, ...sample } = {}) {
  return once("conform", [addressOf(game), sample], { signal });
}

/** The names of the games. */
export function games() {
  return once("games", []);
}
