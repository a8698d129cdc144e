// The module without a worker: every call blocks its thread. Use it in a worker of your own.

import { bytesFrom, fieldsOf, isBundle, jsonOf, listOf } from "./arguments.js";
import { ShomeiError, usage } from "./errors.js";
import { bytesOf, codeOf, loader } from "./files.js";
import * as module from "./module/shomei_wasm.js";
import { DRAW, OwnRules } from "./own.js";
import { shown } from "./values.js";

export { DRAW, ShomeiError };

const VERSION = "0.1.0";

let isLoaded = false;

/** Loads the module. Call it once before the other functions. */
export const load = loader(async () => {
  const code = await codeOf(new URL("./module/shomei_wasm_bg.wasm", import.meta.url));
  await module.default({ module_or_path: code });
  const found = module.version?.() ?? "unknown";
  if (found !== VERSION) {
    const error = `the module has version ${found} and the package ${VERSION}: serve files of one version`;
    throw new ShomeiError({ error, error_type: "run" });
  }
  isLoaded = true;
});

/**
 * Loads the weights of Othello's evaluation. Call it before the first question about Othello;
 * without them a search gives the same answers and needs more nodes.
 */
export const loadWeights = loader(async () => {
  await load();
  const bytes = await bytesOf(new URL("./othello.weights", import.meta.url));
  called(() => module.setWeights(bytes));
});

function called(call) {
  if (!isLoaded) {
    throw usage("the module is not loaded: await load() before the first call");
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
  #isBusy = false;

  constructor(options) {
    const { game, ...rest } = fieldsOf(options, "options");
    this.#isOwn = isOwn(game);
    const rules = this.#isOwn ? new OwnRules(game) : undefined;
    const request = jsonOf({ ...rest, game: rules?.name ?? game });
    this.#solver = called(() =>
      rules === undefined ? new module.Solver(request) : new module.OwnSolver(rules, request),
    );
  }

  /** Answers a question. Calls `progress` about ten times a second. */
  ask(question, progress = () => {}) {
    if (typeof progress !== "function") {
      throw usage(`progress: expected a function, not ${shown(progress)}`);
    }
    const report = (expanded, fill) => progress({ expanded, fill });
    const fields = fieldsOf(question, "question");
    return this.#use((solver) => {
      if (!this.#isOwn) {
        return contentOf(solver.ask(jsonOf(fields), report));
      }
      const { position, text, ...rest } = fields;
      return contentOf(solver.ask(jsonOf({ ...rest, position: text }), position, report));
    });
  }

  /** Forgets the results of earlier questions. */
  forget() {
    this.#use((solver) => solver.forget());
  }

  /** Frees the memory. A second call does nothing. */
  free() {
    if (this.#solver !== undefined) {
      this.#use((solver) => solver.free());
      this.#solver = undefined;
    }
  }

  #use(call) {
    if (this.#solver === undefined) {
      throw usage("the solver is freed: make a new one");
    }
    if (this.#isBusy) {
      throw usage("the solver is answering a question: it cannot be used until it has returned");
    }
    this.#isBusy = true;
    try {
      return called(() => call(this.#solver));
    } finally {
      this.#isBusy = false;
    }
  }
}

/** The content of an answer of the module, which is freed. */
function contentOf(answered) {
  const certificates = Array.from({ length: answered.certificates }, (_, number) => ({
    claim: answered.claim(number),
    bytes: answered.certificate(number),
  }));
  const { bundle, warning } = answered;
  const answer = {
    ...JSON.parse(answered.data),
    certificates,
    ...(bundle && { bundle }),
    ...(warning !== undefined && { warning }),
  };
  answered.free();
  return answer;
}

/** Checks a certificate or a bundle, by its first bytes. */
export function check(given, options) {
  const { game, ...limits } = fieldsOf(options, "options");
  const bytes = bytesFrom(given);
  const request = jsonOf(limits);
  const rules = isOwn(game) ? new OwnRules(game) : undefined;
  const judge = () => {
    if (rules === undefined) {
      return isBundle(bytes) ? module.checkBundle(bytes, request) : module.check(bytes, request);
    }
    return isBundle(bytes)
      ? module.checkOwnBundle(rules, bytes, request)
      : module.checkOwn(rules, bytes, request);
  };
  return JSON.parse(called(judge));
}

/** Tests a user's game for everything that the searches rely on. */
export function conform(game, options) {
  const { positions = [], ...sample } = fieldsOf(options, "options");
  const rules = new OwnRules(game);
  const roots = listOf(positions, "positions");
  const request = jsonOf(sample);
  return called(() => {
    const coverage = JSON.parse(module.conform(rules, roots, request));
    if (rules.hasKey) {
      rules.refuseSharedKeys(roots);
    }
    return coverage;
  });
}

/** The names of the games. */
export function games() {
  return JSON.parse(called(() => module.games()));
}
