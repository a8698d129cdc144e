// shomei as an engine of the web edition of ShogiHome: the interface `shogihome-wasm-engine/1`.
// It answers `go mate`. A worker searches, so that a command is executed at once.

/** The time between two lines with the state of a search, in milliseconds. */
const REPORT = 1000;
const MIB = 1024 * 1024;
const NAME = "shomei";
const AUTHOR = "the shomei developers";

const isNode = typeof process !== "undefined" && process.versions?.node !== undefined;

/** The options, with the test of a value. */
const OPTIONS = {
  USI_Hash: {
    usual: "256",
    line: "type spin default 256 min 1 max 1024",
    has: (value) => /^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= 1024,
  },
  MateMode: {
    usual: "first",
    line: "type combo default first var first var shortest",
    has: (value) => ["first", "shortest"].includes(value),
  },
  Mudaai: {
    usual: "false",
    line: "type check default false",
    has: (value) => ["true", "false"].includes(value),
  },
};

/** A worker that searches. `receive` gets its messages until it ends. */
async function startWorker(code, receive) {
  const address = new URL("./search.js", import.meta.url);
  const fail = (reason) => receive({ error: reason });
  let worker;
  if (isNode) {
    const { Worker } = await import("node:worker_threads");
    worker = new Worker(address);
    worker.on("message", receive);
    worker.on("error", (error) => fail(error.message));
  } else {
    worker = new Worker(new URL("./search.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => receive(data);
    worker.onerror = (event) => fail(event.message || "the worker cannot be loaded");
  }
  worker.postMessage({ code });
  return worker;
}

class Engine {
  #code;
  #listeners = new Set();
  #options = Object.fromEntries(Object.entries(OPTIONS).map(([name, { usual }]) => [name, usual]));
  #position = null;
  /** The worker, as a promise; null before the first search and after a stop. */
  #worker = null;
  /** The search that has no answer yet. */
  #search = null;
  /** Whether a `go` for a move of a game is unanswered until `stop`. */
  #owesMove = false;
  #isOver = false;

  constructor(code) {
    this.#code = code;
  }

  addMessageListener = (listener) => void this.#listeners.add(listener);
  removeMessageListener = (listener) => void this.#listeners.delete(listener);

  /** Starts the worker. Rejects if the module cannot be loaded. */
  open() {
    return new Promise((resolve, reject) => {
      let isReady = false;
      const receive = (message) => {
        if (started !== this.#worker) {
          return;
        }
        if (isReady) {
          this.#receive(message);
        } else if (message.isReady) {
          isReady = true;
          this.#rest();
          resolve();
        } else {
          this.#endWorker();
          reject(new Error(message.error));
        }
      };
      const started = startWorker(this.#code, receive);
      this.#worker = started;
      started.catch(reject);
    });
  }

  /** Executes a line. */
  postMessage = (line) => {
    const [command, ...words] = line.trim().split(/\s+/);
    if (this.#isOver) {
      return;
    }
    switch (command) {
      case "usi":
        this.#print(`id name ${NAME}`);
        this.#print(`id author ${AUTHOR}`);
        for (const [name, option] of Object.entries(OPTIONS)) {
          this.#print(`option name ${name} ${option.line}`);
        }
        this.#print("usiok");
        break;
      case "isready":
        this.#print("readyok");
        break;
      case "setoption":
        this.#set(words);
        break;
      case "position":
        this.#position = line.trim();
        break;
      case "go":
        this.#go(words);
        break;
      case "stop":
        this.#stop();
        this.#payMove();
        break;
      case "quit":
        this.terminate();
        break;
      default:
    }
  };

  /** Ends the engine. It writes no further line. */
  terminate = () => {
    this.#isOver = true;
    this.#search = null;
    this.#listeners.clear();
    this.#endWorker();
  };

  #print(line) {
    this.#listeners.forEach((listener) => listener(line));
  }

  #set([, name, , value = ""]) {
    if (!Object.hasOwn(OPTIONS, name)) {
      return;
    }
    if (!OPTIONS[name].has(value)) {
      this.#print(`info string option ${name}: ${value} is not a value of this option`);
      return;
    }
    this.#options[name] = value;
  }

  #go(words) {
    this.#stop();
    this.#payMove();
    if (words[0] !== "mate") {
      this.#owesMove = words.includes("infinite") || words.includes("ponder");
      this.#print("info string shomeiは詰みの探索だけに対応しています");
      if (!this.#owesMove) {
        this.#print("bestmove resign");
      }
      return;
    }
    const time = words[1] ?? "infinite";
    if (time !== "infinite" && !/^\d+$/.test(time)) {
      this.#refuse(`go mate: ${time} is not a time in milliseconds`, "checkmate notimplemented");
    } else if (this.#position === null) {
      this.#refuse("局面がありません", "checkmate timeout");
    } else {
      this.#begin(time === "infinite" ? undefined : Number(time) / 1000);
    }
  }

  async #begin(seconds) {
    const began = performance.now();
    const search = { began, reported: began };
    this.#search = search;
    const options = {
      game: "shogi",
      rules: this.#options.Mudaai === "true" ? "tsume-mudaai" : "",
      memory: Number(this.#options.USI_Hash) * MIB,
    };
    const shortest = this.#options.MateMode === "shortest";
    const question = { position: this.#position, seconds, shortest };
    try {
      if (this.#worker === null) {
        await this.open();
      }
      const worker = await this.#worker;
      if (this.#search === search) {
        worker.ref?.();
        worker.postMessage({ options, question });
      }
    } catch (error) {
      if (this.#search === search) {
        this.#fail(error.message);
      }
    }
  }

  #receive({ expanded, fill, answer, error }) {
    if (this.#search === null) {
      return;
    }
    if (error !== undefined) {
      this.#fail(error);
    } else if (answer === undefined) {
      this.#report(expanded, fill);
    } else {
      this.#end(answer);
    }
  }

  /** Lets a script of Node end while the worker has no work. */
  #rest() {
    this.#worker?.then((worker) => worker.unref?.());
  }

  /** Prints the answer of a search. */
  #end(answer) {
    this.#rest();
    if (typeof answer.over === "string") {
      this.#print(`info string ${answer.over}`);
    } else if (answer.length_proven === false) {
      this.#print("info string 時間切れのため、最短とは限りません");
    }
    const hasMate = answer.answer === "proved" && answer.line.length > 0;
    const noMate = answer.answer === "disproved" ? "nomate" : "timeout";
    this.#answer(hasMate ? answer.line.join(" ") : noMate);
  }

  /** Prints the state of the search, once a second. */
  #report(nodes, fill) {
    const now = performance.now();
    if (now - this.#search.reported < REPORT) {
      return;
    }
    this.#search.reported = now;
    const time = Math.round(now - this.#search.began);
    const speed = Math.round((nodes * 1000) / time);
    const full = Math.round(fill * 1000);
    this.#print(`info time ${time} nodes ${nodes} nps ${speed} hashfull ${full}`);
  }

  /** Ends the search with an answer, if there is one. */
  #answer(text) {
    if (this.#search !== null) {
      this.#search = null;
      this.#print(`checkmate ${text}`);
    }
  }

  /** Ends the search and its worker; the next search starts another one. */
  #stop() {
    if (this.#search !== null) {
      this.#endWorker();
      this.#answer("timeout");
    }
  }

  /** Reports that the search has failed. Its worker may be out of memory. */
  #fail(reason) {
    this.#endWorker();
    this.#print(`info string ${reason}`);
    this.#answer("timeout");
  }

  #endWorker() {
    this.#worker?.then((worker) => worker.terminate()).catch(() => {});
    this.#worker = null;
  }

  #payMove() {
    if (this.#owesMove) {
      this.#owesMove = false;
      this.#print("bestmove resign");
    }
  }

  #refuse(reason, answer) {
    this.#print(`info string ${reason}`);
    this.#print(answer);
  }
}

/** Loads the module and returns the engine. */
export default async function createEngine({ locateFile }) {
  const code = locateFile?.("shomei.wasm") ?? new URL("shomei.wasm", import.meta.url).href;
  const engine = new Engine(code);
  await engine.open();
  const { postMessage, addMessageListener, removeMessageListener, terminate } = engine;
  return { postMessage, addMessageListener, removeMessageListener, terminate };
}
