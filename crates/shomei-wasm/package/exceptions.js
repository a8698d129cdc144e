// Exceptions of a user's game as messages from a worker. A structured clone has no names of the user and
// no fields.

const KINDS = [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError];

/** The maximum depth of causes and fields that are exceptions. */
const DEEPEST = 8;

/** A value that can be sent, for an exception of any kind. */
export function pack(thrown) {
  try {
    return packed(thrown, 0);
  } catch {
    return { value: "an exception that cannot be read" };
  }
}

function packed(value, depth) {
  if (!(value instanceof Error) || depth > DEEPEST) {
    return { value: sendable(value) };
  }
  const fields = Object.keys(value).map((name) => [name, packed(value[name], depth + 1)]);
  return {
    kind: KINDS.findLast((kind) => value instanceof kind).name,
    name: String(value.name),
    message: String(value.message),
    stack: String(value.stack),
    cause: Object.hasOwn(value, "cause") ? packed(value.cause, depth + 1) : undefined,
    fields,
  };
}

function sendable(value) {
  try {
    return structuredClone(value);
  } catch {
    return String(value);
  }
}

/** The exception of a packed one. */
export function unpack({ value, kind, name, message, stack, cause, fields }) {
  if (kind === undefined) {
    return value;
  }
  const error = new (KINDS.find((known) => known.name === kind))(message, cause && { cause: unpack(cause) });
  Object.defineProperty(error, "stack", { value: stack, configurable: true, writable: true });
  if (error.name !== name) {
    Object.defineProperty(error, "name", { value: name, configurable: true, writable: true });
  }
  for (const [field, content] of fields) {
    const enumerable = true;
    Object.defineProperty(error, field, { value: unpack(content), configurable: true, enumerable, writable: true });
  }
  return error;
}
