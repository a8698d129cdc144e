// The checker alone: a small module without searches. Every call blocks its thread.

import { bytesFrom, fieldsOf, isBundle } from "./arguments.js";
import * as module from "./checker/shomei_wasm_checker.js";
import { ShomeiError, usage } from "./errors.js";
import { codeOf, loader } from "./files.js";
import { shown } from "./values.js";

export { ShomeiError };

let isLoaded = false;

/** Loads the module. Call it once before `check`. */
export const load = loader(async () => {
  const code = await codeOf(new URL("./checker/shomei_wasm_checker_bg.wasm", import.meta.url));
  await module.default({ module_or_path: code });
  isLoaded = true;
});

/** Checks a certificate of a game of shomei. */
export function check(given, options) {
  const { seconds, positions, ...others } = fieldsOf(options, "options");
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw usage(`unknown field \`${unknown}\`, expected \`seconds\` or \`positions\``);
  }
  if (positions !== undefined && !(Number.isInteger(positions) && positions >= 0 && positions < 2 ** 32)) {
    throw usage(`positions: expected a whole number from 0 to ${2 ** 32 - 1}, not ${shown(positions)}`);
  }
  if (seconds !== undefined && !Number.isFinite(seconds)) {
    throw usage(`seconds: expected a finite number, not ${shown(seconds)}`);
  }
  const bytes = bytesFrom(given);
  if (isBundle(bytes)) {
    throw usage("this is a bundle: use `check` of `shomei`");
  }
  if (!isLoaded) {
    throw usage("the module is not loaded: await load() before the first call");
  }
  try {
    return JSON.parse(module.check(bytes, seconds, positions));
  } catch (thrown) {
    throw ShomeiError.of(thrown);
  }
}
