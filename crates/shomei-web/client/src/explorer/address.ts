/** Writes the current place into the address, for links and the back button. */

/** The shortest time between two changes of the address, in milliseconds. */
const EVERY = 80;

/** The time after which a refused change is tried again, in milliseconds. */
const REFUSED = 5000;

/**
 * Browsers refuse many changes in a short time. Of several quick steps, such as those of a key
 * that is held down, only the last one changes the address.
 */
export class Address {
  #changed = -Infinity;
  #later: ReturnType<typeof setTimeout> | undefined;

  /** Sets the address, at once or after a short pause. */
  become(link: string): void {
    this.keep();
    const change = () => {
      this.#changed = performance.now();
      try {
        history.pushState(null, "", link);
      } catch {
        // The browser refuses more changes for now. The place is shown anyway.
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

  /** Cancels a waiting change. */
  keep(): void {
    clearTimeout(this.#later);
  }
}
