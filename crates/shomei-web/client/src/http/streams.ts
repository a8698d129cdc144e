/**
 * The event streams of running questions. A browser opens at most six connections to one server
 * in all tabs together, and each stream is one. Some must stay free for other requests.
 */
import { anyLock, Turns, type Release } from "../turns.ts";

/** The most questions at a time. Later ones wait. */
export const MOST_STREAMS = 3;

const own = new Turns(MOST_STREAMS);

/** Waits until one more stream is allowed, in this tab and in all other tabs. */
export async function streamTurn(signal: AbortSignal): Promise<Release> {
  const release = await own.take(signal);
  // Pages from other machines can lack locks. Each tab then counts its own streams.
  const locks = globalThis.navigator?.locks;
  if (locks === undefined) {
    return release;
  }
  try {
    const unlock = await anyLock(locks, "shomei-stream", MOST_STREAMS, signal);
    return () => {
      unlock();
      release();
    };
  } catch (error) {
    release();
    throw error;
  }
}
