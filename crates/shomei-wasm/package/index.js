// Solves positions and checks certificates in a worker, so that the page stays responsive.

import { bytesFrom, fieldsOf, jsonOf, listOf, signalOf } from "./arguments.js";
import { ShomeiError, usage } from "./errors.js";
import { unpack } from "./exceptions.js";
import { ofNode } from "./files.js";

export { ShomeiError };

/** The result of `winner` for a game that has ended without a winner. */
export const DRAW = "draw";

const VERSION = "0.1.0";

/** The time in which a worker must answer after the time limit of a question, in milliseconds. */
const GRACE = 1000;

/** The longest time of a timer, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** A new worker with one interface for browsers and Node. */
function start() {
  if (typeof Worker === "function") {
    // Bundlers look for this expression.
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
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
  const node = ofNode("worker_threads");
  // A worker inherits the options of Node. This one refuses a worker that is a file.
  const isInline = process.execArgv.some((option) => option.startsWith("--input-type"));
  const here = import.meta.url;
  const worker = new node.Worker(new URL("./worker.js", here), isInline ? { execArgv: [] } : {});
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

/** The requests to a worker. It receives one after another. */
class Line {
  #open;
  #worker;
  #running;
  #waiting = [];
  #next = 0;
  #isClosed = false;

  /** @param open The first request of each new worker, if there is one. */
  constructor(open) {
    this.#open = open;
  }

  /**
   * Requests a call. A stopped request ends the worker if it is running; the next one begins a new worker.
   *
   * @param seconds The time limit of a call that may not observe it.
   */
  request(call, values, { signal, progress, seconds } = {}) {
    return new Promise((resolve, reject) => {
      signalOf(signal)?.throwIfAborted();
      if (this.#isClosed) {
        throw usage("the solver is closed");
      }
      const request = { id: this.#next++, call, values, progress, seconds };
      const stop = () => this.#stop(request, signal.reason);
      const settle = (end) => (result) => {
        signal?.removeEventListener("abort", stop);
        clearTimeout(request.timer);
        end(result);
      };
      Object.assign(request, { resolve: settle(resolve), reject: settle(reject) });
      signal?.addEventListener("abort", stop);
      this.#waiting.push(request);
      this.#advance();
    });
  }

  /** Posts the next request if none is running. */
  #advance() {
    if (this.#running !== undefined) {
      return;
    }
    this.#running = this.#waiting.shift();
    if (this.#running === undefined) {
      this.#worker?.hold(false);
      return;
    }
    try {
      this.#worker ??= this.#start();
      this.#worker.hold(true);
      const { id, call, values } = this.#running;
      this.#worker.post({ id, call, values });
    } catch (error) {
      this.#fail({ text: `the worker cannot be started: ${error.message}`, kind: "run" });
    }
  }

  #start() {
    const worker = start();
    const ifCurrent = (call) => (content) => worker === this.#worker && call(content);
    worker.listen(
      ifCurrent((message) => this.#receive(message)),
      ifCurrent((text) => this.#fail({ text: `the worker has failed: ${text}`, kind: "run" })),
    );
    if (this.#open !== undefined) {
      worker.post({ id: -1, ...this.#open });
    }
    return worker;
  }

  #receive({ id, value, error, progress, isBegun, version }) {
    if (!this.#worker.isOfThisVersion) {
      // The first message of a worker names its version.
      this.#worker.isOfThisVersion = version === VERSION;
      if (!this.#worker.isOfThisVersion) {
        const text =
          `the worker has version ${version ?? "unknown"} and the package ${VERSION}: serve files of one ` +
          "version, and clear the cache";
        this.#fail({ text, kind: "run" });
      }
      return;
    }
    const request = this.#running;
    if (id === -1 && error) {
      this.#fail(error);
    } else if (id !== request?.id) {
      return;
    } else if (isBegun) {
      this.#watch(request);
    } else if (progress) {
      request.progress?.(progress);
    } else if (error?.isFatal) {
      this.#fail(error);
    } else {
      this.#end();
      if (error) {
        request.reject(errorOf(error));
      } else {
        request.resolve(value);
      }
    }
  }

  /** Ends the worker if a request does not end in time: a method of a game may never return. */
  #watch(request) {
    const { seconds } = request;
    if (!(seconds >= 0 && 1000 * seconds <= LONGEST)) {
      return;
    }
    const text =
      `the worker has not answered ${GRACE / 1000} s after the limit of ${seconds} seconds: a method of the ` +
      "game does not return (stopped_by: time)";
    const fail = () => this.#fail({ text, kind: "limit" });
    // After a sleep of the computer the first timer ends at once, and the second gives time for an answer.
    request.timer = setTimeout(() => (request.timer = setTimeout(fail, GRACE)), 1000 * seconds);
  }

  /** Posts the next request; the running one has ended. */
  #end() {
    this.#running = undefined;
    queueMicrotask(() => this.#advance());
  }

  /** Ends the worker; the running request fails. */
  #fail(error) {
    this.#running?.reject(errorOf(error));
    this.#worker?.stop();
    this.#worker = undefined;
    this.#end();
  }

  #stop(request, reason) {
    request.reject(reason);
    if (request === this.#running) {
      this.#fail({ text: "the question was stopped", kind: "run" });
    } else {
      this.#waiting.splice(this.#waiting.indexOf(request), 1);
    }
  }

  async end() {
    this.#isClosed = true;
    const closed = { text: "the solver is closed", kind: "usage" };
    this.#waiting.splice(0).forEach(({ reject }) => reject(errorOf(closed)));
    this.#fail(closed);
  }
}

function errorOf({ text, kind, place, suggestion, cause }) {
  const data = { error: text, error_type: kind, error_place: place, suggestion };
  return new ShomeiError(data, cause && { cause: unpack(cause) });
}

/** The address of the module of a user's game. */
function addressOf(game) {
  if (game instanceof URL) {
    return game.href;
  }
  throw usage(
    "game: an object cannot be sent to a worker: give the address of a module that exports it, such as " +
      'new URL("./game.js", import.meta.url), or use "shomei/direct"',
  );
}

/** Options for the worker, which imports the module of a user's game. */
function forWorker({ game, ...options }) {
  jsonOf(options);
  return game === undefined || typeof game === "string"
    ? { ...options, game }
    : { ...options, module: addressOf(game) };
}

/** A copy of fields, as a worker receives them. */
function copyOf(fields, name) {
  try {
    return structuredClone(fields);
  } catch (cause) {
    throw usage(`the ${name} cannot be sent to the worker: ${cause.message}`, undefined, { cause });
  }
}

/** Solves positions of one game in a worker. */
export class Solver {
  #line;
  #isOwn;

  constructor(options) {
    const opened = forWorker(fieldsOf(options, "options"));
    this.#isOwn = opened.module !== undefined;
    this.#line = new Line({ call: "open", values: [opened] });
  }

  /** Answers a question. The result is a promise, and iterates over the progress. */
  ask(question, options) {
    const readers = new Set();
    const progress = (report) => readers.forEach((reader) => reader.add(report));
    const answer = this.#ask(question, options, progress);
    return Object.assign(answer, {
      [Symbol.asyncIterator]() {
        const reader = new Reports(answer, () => readers.delete(reader));
        readers.add(reader);
        return reader;
      },
    });
  }

  async #ask(question, options, progress) {
    const { signal } = fieldsOf(options, "options");
    const copy = copyOf(fieldsOf(question, "question"), "question");
    // The module observes the limit, except while a method of a user's game runs.
    const seconds = this.#isOwn ? copy.seconds : undefined;
    return this.#line.request("ask", [copy], { signal, progress, seconds });
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

/** The reports of one question for one reader. Only the newest waits. An error of the answer is thrown after it. */
class Reports {
  #newest;
  #isOver = false;
  #wakers = [];
  #answer;
  #leave;

  constructor(answer, leave) {
    this.#answer = answer;
    this.#leave = leave;
    const end = () => this.#end();
    answer.then(end, end);
  }

  add(report) {
    this.#newest = report;
    this.#wake();
  }

  #end() {
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
    if (value === undefined) {
      await this.#answer;
    }
    return { value, done: value === undefined };
  }

  /** Is called when a loop ends early. */
  async return() {
    this.#leave();
    this.#answer = undefined;
    this.#end();
    return { value: undefined, done: true };
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
export async function check(bytes, options) {
  const { signal, ...rest } = fieldsOf(options, "options");
  const seconds = rest.game === undefined ? undefined : rest.seconds;
  return once("check", [bytesFrom(bytes), forWorker(rest)], { signal, seconds });
}

/** Tests the user's game of a module for everything that the searches rely on. */
export async function conform(game, options) {
  const { signal, positions = [], ...sample } = fieldsOf(options, "options");
  const copy = copyOf({ ...sample, positions: listOf(positions, "positions") }, "options");
  return once("conform", [addressOf(game), copy], { signal });
}

/** The names of the games. */
export function games() {
  return once("games", []);
}
