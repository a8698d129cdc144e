import type { CheckLimits, Verdict } from "./index.js";

export { ShomeiError } from "./index.js";

/** Loads the module. Call it once before `check`. */
export function load(): Promise<void>;

/**
 * Checks a certificate of a game of shomei in the thread of the caller. The module of the checker has a
 * quarter of the size of the whole one, and contains no search.
 */
export function check(bytes: Uint8Array | ArrayBuffer, limits?: CheckLimits): Verdict;
