/** More steps than that are not kept while the server answers. */
const MOST_WAITING = 32;

/** A step; `isWanted` says whether it is, still, after whatever it has waited for. */
export type Step = (isWanted: () => boolean) => Promise<void>;

/** Steps, taken one after the other: each begins where the one before has led. */
export class Steps {
  readonly #failed: (error: unknown) => void;
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;
  #generation = 0;

  /** `failed` hears of a step that has thrown; those behind it are taken all the same. */
  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  /** Kept when all steps so far are done. */
  get done(): Promise<void> {
    return this.#last;
  }

  /** Takes a step when those before it are done; the promise is kept when it is done itself. */
  take(step: Step): Promise<void> {
    if (this.#waiting >= MOST_WAITING) {
      return this.#last;
    }
    const generation = this.#generation;
    const isWanted = () => generation === this.#generation;
    this.#waiting += 1;
    this.#last = this.#last
      .then(() => (isWanted() ? step(isWanted) : undefined))
      .catch((error: unknown) => {
        if (isWanted()) {
          this.#failed(error);
        }
      })
      .finally(() => {
        if (isWanted()) {
          this.#waiting -= 1;
        }
      });
    return this.#last;
  }

  /** Forgets the steps that have not begun, and tells the one that has that it is not wanted. */
  clear(): void {
    this.#generation += 1;
    this.#waiting = 0;
  }
}
