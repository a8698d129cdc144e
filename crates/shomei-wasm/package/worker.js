// The worker of the package: it answers one request after another.

import { DirectSolver, check, games, load } from "./direct.js";

const isBrowser = typeof self !== "undefined" && typeof self.postMessage === "function";
const port = isBrowser ? self : (await import("node:worker_threads")).parentPort;
let solver;

async function answer({ call, values }, progress) {
  await load();
  switch (call) {
    case "open":
      solver = new DirectSolver(...values);
      return undefined;
    case "ask":
      return solver.ask(values[0], progress);
    case "forget":
      return solver.forget();
    case "check":
      return check(...values);
    case "games":
      return games();
    default:
      throw new Error(`the worker does not know the call ${call}: is it of another version?`);
  }
}

async function receive(message) {
  const { id } = message;
  try {
    const value = await answer(message, (progress) => port.postMessage({ id, progress }));
    const buffers = value?.certificates?.map?.(({ bytes }) => bytes.buffer) ?? [];
    port.postMessage({ id, value }, buffers);
  } catch (error) {
    const { message: text, kind, place, suggestion } = error;
    port.postMessage({ id, error: { text, kind: kind ?? "run", place, suggestion } });
  }
}

if (isBrowser) {
  self.onmessage = ({ data }) => receive(data);
} else {
  port.on("message", receive);
}
