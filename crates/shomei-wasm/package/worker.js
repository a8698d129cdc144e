// The worker of the package: it answers one request after another.

import { DirectSolver, ShomeiError, check, conform, games, load, loadWeights } from "./direct.js";
import { pack } from "./exceptions.js";
import { ofNode } from "./files.js";
import { importGame } from "./own.js";

const VERSION = "0.1.0";

const isBrowser = typeof self !== "undefined" && typeof self.postMessage === "function";
const port = isBrowser ? self : ofNode("worker_threads").parentPort;
let solver;

async function answer({ call, values }, progress) {
  switch (call) {
    case "open":
      if (values[0].game === "othello") {
        await loadWeights();
      }
      solver = new DirectSolver(await withGame(values[0]));
      return undefined;
    case "ask":
      return solver.ask(values[0], progress);
    case "forget":
      return solver.forget();
    case "check":
      return check(values[0], await withGame(values[1]));
    case "conform":
      return conform(...(await Promise.all([importGame(values[0]), values[1]])));
    case "games":
      return games();
    default:
      throw new Error(`the worker does not know the call ${call}`);
  }
}

/** The options with the game of a module, if they name one. */
async function withGame({ module, ...options }) {
  return module === undefined ? options : { ...options, game: await importGame(module) };
}

async function receive(message) {
  const { id } = message;
  try {
    await load();
    port.postMessage({ id, isBegun: true });
    const value = await answer(message, (progress) => port.postMessage({ id, progress }));
    const buffers = value?.certificates?.map?.(({ bytes }) => bytes.buffer) ?? [];
    port.postMessage({ id, value }, buffers);
  } catch (thrown) {
    const error = ShomeiError.of(thrown);
    const { message: text, kind, place, suggestion } = error;
    const cause = Object.hasOwn(error, "cause") ? pack(error.cause) : undefined;
    const isFatal = ShomeiError.isFatal(error);
    port.postMessage({ id, error: { text, kind, place, suggestion, cause, isFatal } });
  }
}

// The import of a game takes time: later requests wait for it.
let last = Promise.resolve();
const queue = (message) => (last = last.then(() => receive(message)));

port.postMessage({ version: VERSION });
if (isBrowser) {
  self.onmessage = ({ data }) => queue(data);
} else {
  port.on("message", queue);
}
