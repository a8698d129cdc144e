// The checker alone: a small module without searches. Every call blocks its thread.

import * as module from "./checker/shomei_wasm_checker.js";
import { ShomeiError } from "./errors.js";
import { codeOf } from "./files.js";

export { ShomeiError };

let loading;

/** Loads the module. Call it once before `check`. */
export function load() {
  loading ??= codeOf("./checker/shomei_wasm_checker_bg.wasm").then((code) =>
    module.default({ module_or_path: code }),
  );
  return loading.then(() => {});
}

/** Checks a certificate of a game of shomei. */
export function check(given, { seconds, positions } = {}) {
  const bytes = given instanceof Uint8Array ? given : new Uint8Array(given);
  try {
    return JSON.parse(module.check(bytes, seconds, positions));
  } catch (thrown) {
    throw ShomeiError.of(thrown);
  }
}
