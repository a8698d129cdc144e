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
    const error =
      `the module has failed (${thrown?.message ?? thrown}): it may be out of memory or of stack, and ` +
      "cannot be used again";
    return new ShomeiError({ error, error_type: "run" }, { cause: thrown });
  }
}
