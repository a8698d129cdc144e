import type { CheckLimits, Verdict } from "./index.js";

export { ShomeiError } from "./index.js";

/** Loads the module. Call it once before `check`. */
export function load(): Promise<void>;

/**
 * Checks a certificate of a game of shomei in the thread of the caller. The module of the checker is a
 * quarter of the size of the full module, and contains no search.
 */
export function check(bytes: ArrayBuffer | ArrayBufferView, limits?: CheckLimits): Verdict;
