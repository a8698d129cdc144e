// Checks of the arguments of a caller.

import { usage } from "./errors.js";
import { shown } from "./values.js";

/** The fields of an argument that may be missing. */
export function fieldsOf(given, name) {
  if (given === undefined) {
    return {};
  }
  if (given === null || typeof given !== "object") {
    throw usage(`${name}: expected an object, not ${shown(given)}`);
  }
  return given;
}

/**
 * Fields as JSON. JSON has no text for a function or a number such as NaN: without this check they would
 * be no limit.
 */
export function jsonOf(fields) {
  for (const [name, value] of Object.entries(fields)) {
    const isPlain = value === null || ["undefined", "boolean", "string"].includes(typeof value);
    if (!isPlain && !Number.isFinite(value)) {
      throw usage(`${name}: expected a finite number, a text or a boolean, not ${shown(value)}`);
    }
  }
  return JSON.stringify(fields);
}

/** The bytes of a buffer or of a view of one. */
export function bytesFrom(given) {
  if (ArrayBuffer.isView(given)) {
    return new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
  }
  // An `ArrayBuffer` of another realm has another class.
  if (Object.prototype.toString.call(given) !== "[object ArrayBuffer]") {
    throw usage(`bytes: expected an ArrayBuffer or a view of one, such as Uint8Array, not ${shown(given)}`);
  }
  return new Uint8Array(given);
}

/** Whether a file is a bundle, by its first bytes. */
export function isBundle(bytes) {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

/** A signal, if there is one. */
export function signalOf(given) {
  if (given !== undefined && typeof given?.throwIfAborted !== "function") {
    throw usage(`signal: expected an AbortSignal, not ${shown(given)}`);
  }
  return given;
}

/** The values of an argument that one can iterate over. */
export function listOf(given, name) {
  if (typeof given?.[Symbol.iterator] !== "function") {
    throw usage(`${name}: expected an array, not ${shown(given)}`);
  }
  try {
    return [...given];
  } catch (cause) {
    throw usage(`${name}: reading them threw ${cause}`, undefined, { cause });
  }
}
