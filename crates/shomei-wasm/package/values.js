// Texts of values. Equal values have equal texts, in every engine.

/** A value that has no text. The message names the part. */
export class Unwritable extends Error {}

/** The maximum depth of nested values. */
const DEEPEST = 200;

/**
 * The text of a value made of null, booleans, numbers, bigints, strings, arrays and plain objects: JSON,
 * and bigints as `12n`. The properties of an object are sorted.
 */
export function write(value, depth = 0) {
  switch (typeof value) {
    case "number":
      if (!Number.isFinite(value)) {
        throw new Unwritable(`the number ${value}`);
      }
      return String(value);
    case "string":
      return JSON.stringify(value);
    case "boolean":
      return String(value);
    case "bigint":
      return `${value}n`;
    case "object":
      return value === null ? "null" : writeParts(value, depth);
    default:
      throw new Unwritable(typeof value === "undefined" ? "undefined" : `a ${typeof value}`);
  }
}

function writeParts(value, depth) {
  if (depth > DEEPEST) {
    throw new Unwritable(`values nested more than ${DEEPEST} levels deep, or circular`);
  }
  if (Array.isArray(value)) {
    let text = "[";
    for (let at = 0; at < value.length; at += 1) {
      text += `${at === 0 ? "" : ","}${write(value[at], depth + 1)}`;
    }
    return `${text}]`;
  }
  // A plain object's prototype has no prototype of its own. Compare this way because each realm has its
  // own `Object.prototype`.
  const kind = Object.getPrototypeOf(value);
  if (kind !== null && Object.getPrototypeOf(kind) !== null) {
    throw new Unwritable(`a value of ${kind.constructor?.name || "a class"}`);
  }
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${write(value[name], depth + 1)}`).join(",")}}`;
}

/** Marks a bigint in a text that JSON reads. */
const MARK = "\u0000bigint";

/** The value of a text of {@link write}. */
export function read(text) {
  if (!/\dn/.test(text)) {
    return parsed(text, text);
  }
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|-?\d+n/g, (part) =>
    part.startsWith('"') ? part : JSON.stringify({ [MARK]: part.slice(0, -1) }),
  );
  return parsed(text, marked, (_, value) => (value?.[MARK] === undefined ? value : BigInt(value[MARK])));
}

function parsed(text, json, revive) {
  try {
    return JSON.parse(json, revive);
  } catch (cause) {
    const message = `${shown(text)} is not the text of a value: give the game methods format and parse`;
    throw new Error(message, { cause });
  }
}

/** A value in the form for a message. */
export function shown(value) {
  const most = 200;
  let text;
  try {
    text = write(value);
  } catch {
    text = describe(value);
  }
  return text.length <= most ? text : `${text.slice(0, most)}...`;
}

function describe(value) {
  if (typeof value === "object") {
    return `a value of ${Object.getPrototypeOf(value)?.constructor?.name ?? "an unknown class"}`;
  }
  return typeof value === "function" ? `a function ${value.name}`.trimEnd() : String(value);
}
