/** Trying again what a busy server has refused. */

/** The pauses between tries, in milliseconds: they grow, and after the last one the refusal counts. */
export const PAUSES: readonly number[] = [250, 500, 1000, 2000, 4000, 8000, 8000];

/** Kept after so many milliseconds; broken, with the signal's reason, when the signal comes first. */
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

/** Does something that changes nothing, again as long as it fails in a way that passes. */
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
