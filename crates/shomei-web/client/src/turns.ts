/** Who may hold a connection for long: the others wait for their turn. */

/** Gives the turn back; a second time does nothing. */
export type Release = () => void;

/** So many turns at once; whoever has waited longest goes first. */
export class Turns {
  #free: number;
  #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  /** Kept when it is the caller's turn; broken when the signal comes first. */
  async take(signal?: AbortSignal): Promise<Release> {
    signal?.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
    } else {
      // Who gives a turn back hands it to the first in the line, so that nobody gets in between.
      await new Promise<void>((mine, given) => {
        const come = () => {
          signal?.removeEventListener("abort", leave);
          mine();
        };
        const leave = () => {
          this.#waiting = this.#waiting.filter((each) => each !== come);
          given(signal?.reason);
        };
        signal?.addEventListener("abort", leave, { once: true });
        this.#waiting.push(come);
      });
    }
    let isHeld = true;
    return () => {
      if (isHeld) {
        isHeld = false;
        this.#next();
      }
    };
  }

  #next(): void {
    const first = this.#waiting.shift();
    if (first === undefined) {
      this.#free += 1;
    } else {
      first();
    }
  }
}

/** What is used of the browser's locks, which all tabs of one server share. */
export interface Locks {
  request(name: string, options: { readonly signal: AbortSignal }, held: () => Promise<void> | undefined): Promise<unknown>;
}

/** One of so many locks, whichever is free first. */
export function anyLock(locks: Locks, name: string, most: number, signal?: AbortSignal): Promise<Release> {
  return new Promise((mine, given) => {
    const others = new AbortController();
    const leave = () => {
      others.abort();
      given(signal?.reason);
    };
    if (signal?.aborted === true) {
      return leave();
    }
    signal?.addEventListener("abort", leave, { once: true });
    const take = () => {
      if (others.signal.aborted) {
        // Another one was free at the same time: this one is given back at once.
        return undefined;
      }
      signal?.removeEventListener("abort", leave);
      others.abort();
      return new Promise<void>((release) => mine(release));
    };
    for (let lock = 0; lock < most; lock += 1) {
      // Those that are not needed any more are broken off.
      locks.request(`${name}-${lock}`, { signal: others.signal }, take).catch(() => undefined);
    }
    return undefined;
  });
}
