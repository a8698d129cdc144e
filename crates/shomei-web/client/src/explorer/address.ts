/** The address of the place on show, so that links can be sent and the back button works. */

/** Changes stand so many milliseconds apart. */
const EVERY = 80;

/** After so many milliseconds a change that the browser has refused is tried again. */
const REFUSED = 5000;

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
      try {
        history.pushState(null, "", link);
      } catch {
        // The browser refuses more changes for now; the place is on show all the same.
        this.#later = setTimeout(change, REFUSED);
      }
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
