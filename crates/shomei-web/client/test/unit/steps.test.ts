import assert from "node:assert/strict";
import { test } from "node:test";
import { Steps } from "../../src/steps.ts";

/** A step that waits for a release. */
function gate(): { step: () => Promise<void>; open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { step: () => opened, open };
}

test("the error of a step is reported, and later steps still run", async () => {
  const errors: unknown[] = [];
  const taken: number[] = [];
  const steps = new Steps((error) => errors.push(error));
  void steps.take(async () => {
    throw new Error("refused");
  });
  await steps.take(async () => void taken.push(2));
  assert.deepEqual(errors.map(String), ["Error: refused"]);
  assert.deepEqual(taken, [2]);
});

test("what is forgotten is not taken, and what has begun hears of it", async () => {
  const taken: string[] = [];
  const steps = new Steps(() => taken.push("error"));
  const { step, open } = gate();
  void steps.take(async (isWanted) => {
    assert.ok(isWanted());
    await step();
    taken.push(isWanted() ? "wanted" : "not wanted");
    throw new Error("too late to tell anybody");
  });
  void steps.take(async () => void taken.push("waiting"));
  await Promise.resolve();
  steps.clear();
  void steps.take(async () => void taken.push("next"));
  open();
  await steps.done;
  assert.deepEqual(taken, ["not wanted", "next"]);
});

test("of very many steps the first ones are kept, and again as many after they are forgotten", async () => {
  const steps = new Steps(() => undefined);
  const { step, open } = gate();
  let taken = 0;
  const many = () => {
    for (let index = 0; index < 100; index += 1) {
      void steps.take(async () => void (taken += 1));
    }
  };
  void steps.take(step);
  many();
  steps.clear();
  many();
  open();
  await steps.done;
  assert.equal(taken, 32);
});
