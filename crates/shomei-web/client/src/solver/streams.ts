/**
 * The streams of events of running questions. A browser holds no more than six connections to one
 * server, whatever the number of tabs, and each stream is one: some are left for all the rest.
 */
import { anyLock, Turns, type Release } from "../turns.ts";

/** So many questions are asked at a time; later ones wait. */
export const MOST_STREAMS = 3;

const own = new Turns(MOST_STREAMS);

/** Waits until there may be one more stream, in this tab and in all others that the browser knows of. */
export async function streamTurn(signal: AbortSignal): Promise<Release> {
  const release = await own.take(signal);
  // Pages from other machines may have no locks; each then counts its own streams.
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
