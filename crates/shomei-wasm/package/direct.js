// The module without a worker: every call blocks its thread. Use it in a worker of your own.

import { ShomeiError } from "./errors.js";
import { bytesOf, codeOf } from "./files.js";
import * as module from "./module/shomei_wasm.js";
import { DRAW, OwnRules } from "./own.js";

export { DRAW, ShomeiError };

const VERSION = "0.1.0";

let loading;
let loadingWeights;
let isLoaded = false;

/** Loads the module. Call it once before the other functions. */
export function load() {
  loading ??= open();
  return loading;
}

async function open() {
  await module.default({ module_or_path: await codeOf("./module/shomei_wasm_bg.wasm") });
  const found = module.version?.() ?? "unknown";
  if (found !== VERSION) {
    const error = `the module has version ${found} and the package ${VERSION}: serve files of one version`;
    throw new ShomeiError({ error, error_type: "run" });
  }
  isLoaded = true;
}

/**
 * Loads the weights of Othello's evaluation. Call it before the first question about Othello;
 * without them a search gives the same answers and needs more nodes.
 */
export function loadWeights() {
  loadingWeights ??= load().then(async () => {
    const bytes = await bytesOf("./othello.weights");
    called(() => module.setWeights(bytes));
  });
  return loadingWeights;
}

function called(call) {
  if (!isLoaded) {
    const error = "the module is not loaded: await load() before the first call";
    throw new ShomeiError({ error, error_type: "usage" });
  }
  try {
    return call();
  } catch (thrown) {
    throw ShomeiError.of(thrown);
  }
}

/** Whether a game is a user's object, not a name. */
const isOwn = (game) => game !== undefined && typeof game !== "string";

/** Solves positions of one game with one table. */
export class DirectSolver {
  #solver;
  #isOwn;

  constructor(options = {}) {
    const { game, ...rest } = options;
    this.#isOwn = isOwn(game);
    this.#solver = called(() => {
      if (!this.#isOwn) {
        return new module.Solver(JSON.stringify(options));
      }
      const rules = new OwnRules(game);
      return new module.OwnSolver(rules, JSON.stringify({ ...rest, game: rules.name }));
    });
  }

  /** Answers a question. Calls `progress` about ten times a second. */
  ask(question, progress = () => {}) {
    const report = (expanded, fill) => progress({ expanded, fill });
    const answered = called(() => {
      if (!this.#isOwn) {
        return this.#solver.ask(JSON.stringify(question ?? {}), report);
      }
      const { position, text, ...rest } = question ?? {};
      return this.#solver.ask(JSON.stringify({ ...rest, position: text }), position, report);
    });
    const certificates = Array.from({ length: answered.certificates }, (_, number) => ({
      claim: answered.claim(number),
      bytes: answered.certificate(number),
    }));
    const { bundle, warning } = answered;
    const answer = { ...JSON.parse(answered.data), certificates, ...(bundle && { bundle, warning }) };
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
export function check(given, { game, ...limits } = {}) {
  const bytes = given instanceof Uint8Array ? given : new Uint8Array(given);
  const isBundle = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const request = JSON.stringify(limits);
  const judge = () => {
    if (!isOwn(game)) {
      return isBundle ? module.checkBundle(bytes, request) : module.check(bytes, request);
    }
    const rules = new OwnRules(game);
    return isBundle ? module.checkOwnBundle(rules, bytes, request) : module.checkOwn(rules, bytes, request);
  };
  return JSON.parse(called(judge));
}

/** Tests a user's game for everything that the searches rely on. */
export function conform(game, { positions = [], ...sample } = {}) {
  const rules = new OwnRules(game);
  const roots = [...positions];
  const coverage = JSON.parse(called(() => module.conform(rules, roots, JSON.stringify(sample))));
  if (rules.hasKey) {
    rules.refuseSharedKeys(roots);
  }
  return coverage;
}

/** The names of the games. */
export function games() {
  return JSON.parse(called(() => module.games()));
}
