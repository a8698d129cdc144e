/** The address of the place on show, so that links can be sent and the back button works. */

/** Changes stand so many milliseconds apart. */
const EVERY = 80;

/**
 * Browsers refuse many changes in a short time, so of steps that follow one another quickly, as
 * those of a key that is held, the last one counts.
 */
export class Address {
  #changed = -Infinity;
  #later: ReturnType<typeof setTimeout> | undefined;

  /** Makes a link the address, now or soon. */
  become(link: string): void {
    this.keep();
    const change = () => {
      this.#changed = performance.now();
      history.pushState(null, "", link);
    };
    const wait = this.#changed + EVERY - performance.now();
    if (wait <= 0) {
      change();
    } else {
      this.#later = setTimeout(change, wait);
    }
  }

  /** The address stays what it is: a change that was to come does not. */
  keep(): void {
    clearTimeout(this.#later);
  }
}
