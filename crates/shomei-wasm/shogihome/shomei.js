// shomei as an engine of the web edition of ShogiHome: the interface `shogihome-wasm-engine/1`.
// It answers `go mate`. A search runs in slices, one per `poll`, which share the table.

import init, { Solver } from "./module.js";

/** The time of a slice in seconds: a command waits no longer. */
const SLICE = 0.05;
/** The time between two lines with the state of a search, in milliseconds. */
const REPORT = 1000;
const MIB = 1024 * 1024;

const manifest = {
  name: "shomei",
  author: "the shomei developers",
  options: [
    "name USI_Hash type spin default 256 min 1 max 1024",
    "name MateMode type combo default first var first var shortest",
    "name Mudaai type check default false",
  ],
};

/** The module from its address; Node reads the file. */
async function source(address) {
  if (!address.startsWith("file:")) {
    return fetch(address);
  }
  const { readFile } = await import("node:fs/promises");
  return readFile(new URL(address));
}

/** The text of an error of the module, which is JSON. */
function textOf(error) {
  try {
    return JSON.parse(error).error;
  } catch {
    return error instanceof Error ? error.message : String(error);
  }
}

class Engine {
  #listeners = new Set();
  #options = { USI_Hash: "256", MateMode: "first", Mudaai: "false" };
  #position = null;
  #solver = null;
  /** The search: its request and the time at which it began. */
  #search = null;
  /** Whether a `go` for a move of a game is unanswered until `stop`. */
  #owesMove = false;
  #isOver = false;

  addMessageListener = (listener) => void this.#listeners.add(listener);
  removeMessageListener = (listener) => void this.#listeners.delete(listener);

  /** Executes a line. */
  postMessage = (line) => {
    const [command, ...words] = line.trim().split(/\s+/);
    if (this.#isOver) {
      return;
    }
    switch (command) {
      case "usi":
        this.#print(`id name ${manifest.name}`);
        this.#print(`id author ${manifest.author}`);
        manifest.options.forEach((option) => this.#print(`option ${option}`));
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
        this.#answer("timeout");
        this.#payMove();
        break;
      case "quit":
        this.terminate();
        break;
      default:
    }
  };

  /** Continues the search for a slice. */
  poll = () => {
    if (this.#search === null) {
      return;
    }
    const { request, began, limit } = this.#search;
    const left = limit - (performance.now() - began) / 1000;
    if (left <= 0) {
      this.#answer("timeout");
      return;
    }
    let answer;
    try {
      const asked = JSON.stringify({ ...request, seconds: Math.min(SLICE, left) });
      const answered = this.#solver.ask(asked, () => {});
      answer = JSON.parse(answered.data);
      answered.free();
    } catch (error) {
      this.#refuse(textOf(error), "checkmate timeout");
      this.#search = null;
      return;
    }
    if (typeof answer.over === "string") {
      this.#print(`info string ${answer.over}`);
      this.#answer("timeout");
      return;
    }
    this.#report(answer);
    const isShortest = !request.shortest || answer.length_proven === true;
    if (answer.answer === "proved" && isShortest) {
      this.#answer(answer.line.join(" "));
    } else if (answer.answer === "disproved") {
      this.#answer("nomate");
    }
  };

  /** Ends the engine. It writes no further line. */
  terminate = () => {
    this.#isOver = true;
    this.#search = null;
    this.#listeners.clear();
    this.#forget();
  };

  #print(line) {
    this.#listeners.forEach((listener) => listener(line));
  }

  #set(words) {
    const [, name, , value = ""] = words;
    if (!Object.hasOwn(this.#options, name)) {
      return;
    }
    const [, min, max] = /min (\d+) max (\d+)/.exec(manifest.options[0]).map(Number);
    const isKnown = {
      USI_Hash: /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max,
      MateMode: ["first", "shortest"].includes(value),
      Mudaai: ["true", "false"].includes(value),
    };
    if (!isKnown[name]) {
      this.#print(`info string option ${name}: ${value} is not a value of this option`);
      return;
    }
    this.#options[name] = value;
    this.#forget();
  }

  #go(words) {
    this.#answer("timeout");
    this.#payMove();
    if (words[0] !== "mate") {
      this.#owesMove = words.includes("infinite") || words.includes("ponder");
      this.#print("info string shomei は詰みの探索だけに対応しています");
      if (!this.#owesMove) {
        this.#print("bestmove resign");
      }
      return;
    }
    const time = words[1] ?? "infinite";
    if (time !== "infinite" && !/^\d+$/.test(time)) {
      this.#refuse(`go mate: ${time} is not a time in milliseconds`, "checkmate notimplemented");
      return;
    }
    if (this.#position === null) {
      this.#refuse("局面がありません", "checkmate timeout");
      return;
    }
    try {
      this.#solver ??= new Solver(
        JSON.stringify({
          game: "shogi",
          rules: this.#options.Mudaai === "true" ? "tsume-mudaai" : "",
          memory: Number(this.#options.USI_Hash) * MIB,
        }),
      );
    } catch (error) {
      this.#refuse(textOf(error), "checkmate timeout");
      return;
    }
    const limit = time === "infinite" ? Infinity : Number(time) / 1000;
    const began = performance.now();
    const request = { position: this.#position, shortest: this.#options.MateMode === "shortest" };
    this.#search = { request, began, limit, nodes: 0, reported: began };
  }

  /** Prints the state of the search, once a second. */
  #report({ expanded }) {
    const search = this.#search;
    const now = performance.now();
    search.nodes += expanded;
    if (now - search.reported < REPORT) {
      return;
    }
    search.reported = now;
    const time = Math.round(now - search.began);
    const speed = Math.round((search.nodes * 1000) / time);
    this.#print(`info time ${time} nodes ${search.nodes} nps ${speed}`);
  }

  /** Ends the search with an answer, if there is one. */
  #answer(text) {
    if (this.#search !== null) {
      this.#search = null;
      this.#print(`checkmate ${text}`);
    }
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

  /** Drops the table; the next search makes one with the current options. */
  #forget() {
    this.#solver?.free();
    this.#solver = null;
  }
}

/** Loads the module and returns the engine. */
export default async function createEngine({ locateFile }) {
  const address = locateFile?.("shomei.wasm") ?? new URL("shomei.wasm", import.meta.url).href;
  await init({ module_or_path: await source(address) });
  return new Engine();
}
