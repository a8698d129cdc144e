/** More steps than that are not kept while the server answers. */
const MOST_WAITING = 32;

/** Steps, taken one after the other: each begins where the one before has led. */
export class Steps {
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;

  /** Takes a step when those before it are done; the promise is kept when it is done itself. */
  take(step: () => Promise<void>): Promise<void> {
    if (this.#waiting >= MOST_WAITING) {
      return this.#last;
    }
    this.#waiting += 1;
    this.#last = this.#last.then(step).finally(() => {
      this.#waiting -= 1;
    });
    return this.#last;
  }
}
