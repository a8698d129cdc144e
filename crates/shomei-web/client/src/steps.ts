/** The most waiting steps. Further steps are dropped. */
const MOST_WAITING = 32;

/** A step. `isWanted` returns false once the step was cancelled. */
export type Step = (isWanted: () => boolean) => Promise<void>;

/** Runs steps one after the other. Each begins with the result of the one before. */
export class Steps {
  readonly #failed: (error: unknown) => void;
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;
  #generation = 0;

  /** `failed` receives the error of a step. Later steps still run. */
  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  /** Resolves when all steps so far are done. */
  get done(): Promise<void> {
    return this.#last;
  }

  /** Runs a step after those before it. Resolves when the step is done. */
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

  /** Cancels all steps: waiting steps are dropped, and `isWanted` of a running one is false. */
  clear(): void {
    this.#generation += 1;
    this.#waiting = 0;
  }
}
