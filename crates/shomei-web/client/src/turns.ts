/** Limits how many tasks run at a time. The others wait for their turn. */

/** Returns the turn. A second call has no effect. */
export type Release = () => void;

/** A fixed number of turns. The task that has waited longest is next. */
export class Turns {
  #free: number;
  #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  /** Resolves at the caller's turn. Rejects if the signal comes first. */
  async take(signal?: AbortSignal): Promise<Release> {
    signal?.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
    } else {
      // A returned turn goes directly to the first waiting task.
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

/** The part of the browser's locks that is used. All tabs of one server share them. */
export interface Locks {
  request(name: string, options: { readonly signal: AbortSignal }, held: () => Promise<void> | undefined): Promise<unknown>;
}

/** Takes the first of several locks that is free. */
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
        // Another lock was free at the same time, so this one is returned at once.
        return undefined;
      }
      signal?.removeEventListener("abort", leave);
      others.abort();
      return new Promise<void>((release) => mine(release));
    };
    for (let lock = 0; lock < most; lock += 1) {
      // Requests that are no longer needed are aborted.
      locks.request(`${name}-${lock}`, { signal: others.signal }, take).catch(() => undefined);
    }
    return undefined;
  });
}
