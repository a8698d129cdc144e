// The worker of the engine: it answers one question after another. Ending it stops a search at once.

import init, { Solver } from "./module.js";

const isBrowser = typeof self !== "undefined" && typeof self.postMessage === "function";
const port = isBrowser ? self : (await import("node:worker_threads")).parentPort;
/** The solver, and the options with which it was opened. */
let solver = null;
let opened = "";

/** The module from its address; Node reads the file. */
async function codeOf(address) {
  if (!address.startsWith("file:")) {
    return address;
  }
  const { readFile } = await import("node:fs/promises");
  return readFile(new URL(address));
}

function answer({ options, question }) {
  const wanted = JSON.stringify(options);
  if (wanted !== opened) {
    solver?.free();
    solver = null;
    solver = new Solver(wanted);
    opened = wanted;
  }
  const report = (expanded, fill) => port.postMessage({ expanded, fill });
  const answered = solver.ask(JSON.stringify(question), report);
  const data = JSON.parse(answered.data);
  answered.free();
  return data;
}

/** The text of an error of the module, which is JSON. */
function textOf(error) {
  return typeof error === "string" ? JSON.parse(error).error : error.message;
}

async function receive(message) {
  try {
    if (message.code !== undefined) {
      await init({ module_or_path: await codeOf(message.code) });
      port.postMessage({ isReady: true });
    } else {
      port.postMessage({ answer: answer(message) });
    }
  } catch (error) {
    port.postMessage({ error: textOf(error) });
  }
}

if (isBrowser) {
  self.onmessage = ({ data }) => receive(data);
} else {
  port.on("message", receive);
}
