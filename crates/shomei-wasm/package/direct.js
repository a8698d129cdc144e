// The module without a worker: every call blocks its thread. Use it in a worker of your own.

import { ShomeiError } from "./errors.js";
import * as module from "./module/shomei_wasm.js";

export { ShomeiError };

let loading;

/** Loads the module. Call it once before the other functions. */
export function load() {
  loading ??= read().then((source) => module.default({ module_or_path: source }));
  return loading.then(() => undefined);
}

/** The module's code: Node reads a file, a browser fetches it. */
async function read() {
  const address = new URL("./module/shomei_wasm_bg.wasm", import.meta.url);
  if (address.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return readFile(address);
  }
  return address;
}

function called(call) {
  try {
    return call();
  } catch (thrown) {
    throw ShomeiError.of(thrown);
  }
}

/** Solves positions of one game with one table. */
export class DirectSolver {
  #solver;

  constructor(options) {
    this.#solver = called(() => new module.Solver(JSON.stringify(options ?? {})));
  }

  /** Answers a question. Calls `progress` about ten times a second. */
  ask(question, progress = () => {}) {
    const report = (expanded, fill) => progress({ expanded, fill });
    const answered = called(() => this.#solver.ask(JSON.stringify(question ?? {}), report));
    const certificates = Array.from({ length: answered.certificates }, (_, number) => ({
      claim: answered.claim(number),
      bytes: answered.certificate(number),
    }));
    const answer = { ...JSON.parse(answered.data), certificates };
    answered.free();
    return answer;
  }

  /** Forgets the results of earlier questions. */
  forget() {
    this.#solver.forget();
  }

  /** Frees the memory. */
  free() {
    this.#solver.free();
  }
}

/** Checks a certificate or a bundle, by its first bytes. */
export function check(given, limits = {}) {
  const bytes = given instanceof Uint8Array ? given : new Uint8Array(given);
  const isBundle = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const call = isBundle ? module.checkBundle : module.check;
  return JSON.parse(called(() => call(bytes, JSON.stringify(limits))));
}

/** The names of the games. */
export function games() {
  return JSON.parse(module.games());
}
