/** Repeats requests that a busy server has refused. */

/** The pauses between attempts in milliseconds. After the last one the error is thrown. */
export const PAUSES: readonly number[] = [250, 500, 1000, 2000, 4000, 8000, 8000];

/** Resolves after a time in milliseconds. Rejects with the signal's reason if that comes first. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((wake, broken) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", give);
      wake();
    }, milliseconds);
    const give = () => {
      clearTimeout(timer);
      broken(signal?.reason);
    };
    if (signal?.aborted === true) {
      give();
    } else {
      signal?.addEventListener("abort", give, { once: true });
    }
  });
}

/** Runs a read-only task, again while it fails with a temporary error. */
export async function patiently<T>(
  work: () => Promise<T>,
  passes: (error: unknown) => boolean,
  signal?: AbortSignal,
  wait: typeof pause = pause,
): Promise<T> {
  for (const milliseconds of PAUSES) {
    try {
      return await work();
    } catch (error) {
      if (!passes(error)) {
        throw error;
      }
    }
    await wait(milliseconds, signal);
  }
  return work();
}
