/** An error of shomei, with its kind and the place of the fault in the position. */
export class ShomeiError extends Error {
  /** @param {{error: string, error_type: string, error_place?: object, suggestion?: string}} data */
  constructor(data) {
    super(data.error);
    this.name = "ShomeiError";
    this.kind = data.error_type;
    this.place = data.error_place;
    this.suggestion = data.suggestion;
  }

  /** The error that a call of the module has thrown. */
  static of(thrown) {
    if (typeof thrown === "string") {
      return new ShomeiError(JSON.parse(thrown));
    }
    // A trap: the module is out of memory or of stack, and cannot be used again.
    return new ShomeiError({ error: `the module has failed: ${thrown.message}`, error_type: "run" });
  }
}
