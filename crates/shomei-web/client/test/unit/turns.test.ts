import assert from "node:assert/strict";
import { test } from "node:test";
import { PAUSES, patiently, pause } from "../../src/patience.ts";
import { anyLock, Turns, type Locks, type Release } from "../../src/turns.ts";

/** Runs all pending promises. */
const settle = () => new Promise((wake) => setImmediate(wake));

test("a fixed number of tasks run at a time, the others in the order of arrival", async () => {
  const turns = new Turns(2);
  const begun: number[] = [];
  const ends: Release[] = [];
  const begin = async (number: number) => {
    const release = await turns.take();
    begun.push(number);
    ends.push(release);
  };
  for (let number = 0; number < 5; number += 1) {
    void begin(number);
  }
  await settle();
  assert.deepEqual(begun, [0, 1]);
  ends[1]?.();
  ends[1]?.();
  await settle();
  assert.deepEqual(begun, [0, 1, 2]);
  ends[0]?.();
  ends[2]?.();
  await settle();
  assert.deepEqual(begun, [0, 1, 2, 3, 4]);
});

test("a task that stops waiting takes no turn", async () => {
  const turns = new Turns(1);
  const release = await turns.take();
  const impatient = new AbortController();
  const left = turns.take(impatient.signal);
  const patient = turns.take();
  impatient.abort(new Error("gone"));
  await assert.rejects(left, /gone/);
  release();
  (await patient)();
  await assert.rejects(turns.take(AbortSignal.abort(new Error("never"))), /never/);
  (await turns.take())();
});

/** Locks as browsers have them. */
class Fake implements Locks {
  readonly held = new Set<string>();
  #waiting: { name: string; begin: () => void }[] = [];

  request(name: string, options: { readonly signal: AbortSignal }, held: () => Promise<void> | undefined): Promise<unknown> {
    return new Promise((done, failed) => {
      const begin = () => {
        options.signal.removeEventListener("abort", leave);
        this.held.add(name);
        void Promise.resolve(held()).then(() => {
          this.held.delete(name);
          const next = this.#waiting.findIndex((each) => each.name === name);
          if (next >= 0) {
            this.#waiting.splice(next, 1)[0]?.begin();
          }
          done(undefined);
        });
      };
      const waiter = { name, begin };
      const leave = () => {
        this.#waiting = this.#waiting.filter((each) => each !== waiter);
        failed(new Error("left"));
      };
      options.signal.addEventListener("abort", leave);
      // As in a browser, a lock is given later than it is asked for.
      setImmediate(() => (this.held.has(name) ? this.#waiting.push(waiter) : options.signal.aborted || begin()));
    });
  }

  get waiting(): number {
    return this.#waiting.length;
  }
}

test("one of several locks is held, and only one", async () => {
  const locks = new Fake();
  const first = await anyLock(locks, "x", 2);
  await settle();
  assert.equal(locks.held.size, 1);
  await anyLock(locks, "x", 2);
  await settle();
  assert.equal(locks.held.size, 2);
  let isThird = false;
  const third = anyLock(locks, "x", 2).then((release) => ((isThird = true), release));
  const impatient = new AbortController();
  const left = anyLock(locks, "x", 2, impatient.signal);
  await settle();
  await settle();
  assert.equal(isThird, false);
  impatient.abort(new Error("gone"));
  await assert.rejects(left, /gone/);
  assert.equal(locks.waiting, 2);
  first();
  await third;
  await settle();
  assert.equal(locks.held.size, 2);
  assert.equal(locks.waiting, 0);
});

test("what a busy server refuses is asked again after pauses that grow", async () => {
  const waited: number[] = [];
  const wait = async (milliseconds: number) => void waited.push(milliseconds);
  let left = 3;
  const work = async () => {
    left -= 1;
    if (left >= 0) {
      throw new Error("busy");
    }
    return "done";
  };
  const isBusy = (error: unknown) => error instanceof Error && error.message === "busy";
  assert.equal(await patiently(work, isBusy, undefined, wait), "done");
  assert.deepEqual(waited, PAUSES.slice(0, 3));
  assert.ok(PAUSES.every((each, index) => each >= (PAUSES[index - 1] ?? 0)) && (PAUSES.at(-1) ?? 0) > (PAUSES[0] ?? 0));
  left = 100;
  await assert.rejects(patiently(work, isBusy, undefined, wait), /busy/);
  assert.equal(left, 100 - PAUSES.length - 1);
  // Other errors count at once.
  waited.length = 0;
  await assert.rejects(patiently(() => Promise.reject(new Error("wrong")), isBusy, undefined, wait), /wrong/);
  assert.deepEqual(waited, []);
});

test("a pause ends when it is aborted", async () => {
  const impatient = new AbortController();
  const long = pause(3_600_000, impatient.signal);
  impatient.abort(new Error("gone"));
  await assert.rejects(long, /gone/);
  await assert.rejects(pause(1, impatient.signal), /gone/);
  await pause(1);
});
