/** An error of shomei, with its kind and the place of the fault. */
export class ShomeiError extends Error {
  /**
   * @param {{error: string, error_type: string, error_place?: object, suggestion?: string}} data
   * @param {{cause?: unknown}} options The exception of a function of the user.
   */
  constructor(data, options) {
    super(data.error, options);
    this.name = "ShomeiError";
    this.kind = data.error_type;
    this.place = data.error_place;
    this.suggestion = data.suggestion;
  }

  /** The error that a call of the module has thrown. */
  static of(thrown) {
    if (thrown instanceof ShomeiError) {
      return thrown;
    }
    if (typeof thrown === "string") {
      return new ShomeiError(JSON.parse(thrown));
    }
    const error = breaksModule(thrown)
      ? `the module has failed (${thrown.message}): it may be out of memory or of stack, and cannot be used again`
      : String(thrown);
    return new ShomeiError({ error, error_type: "run" }, { cause: thrown });
  }

  /** Whether the module cannot be used after this error. */
  static isFatal(error) {
    return error.kind === "run" && breaksModule(error.cause);
  }
}

/** Whether an exception has left the module in the middle of a call. Firefox calls a full stack an internal error. */
function breaksModule(thrown) {
  return (
    thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError || thrown?.name === "InternalError"
  );
}

/** The error of a wrong argument. */
export function usage(error, suggestion, options) {
  return new ShomeiError({ error, error_type: "usage", suggestion }, options);
}
