import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Bundles } from "../../src/tab/bundles.ts";
import { Certificates } from "../../src/tab/certificates.ts";
import { TabFiles } from "../../src/tab/files.ts";
import { Questions } from "../../src/tab/questions.ts";
import type { Work } from "../../src/tab/calls.ts";
import type { Workers } from "../../src/tab/workers.ts";

/** Runs all pending promises. */
const settle = () => new Promise((wake) => setImmediate(wake));

const question = { game: "loa", rules: "", position: "P", ask: "win", seconds: 1, threads: 1, memory: 1 } as const;

const file = { kind: "bundle", name: "", line: [], blob: new Blob() } as const;

/** A worker with these replies, and whether it has ended. */
function worker(call: (work: Work) => Promise<unknown>): { workers: Workers; hasEnded: () => boolean } {
  let hasEnded = false;
  const take = () => ({ call, end: () => (hasEnded = true) });
  return { workers: { take } as unknown as Workers, hasEnded: () => hasEnded };
}

test("without a database, files last until the page is closed", async () => {
  const files = await TabFiles.open();
  const id = await files.add(file);
  assert.equal(await files.get(id), file);
});

test("the worker of a question ends with the last thing that it makes", async () => {
  const answered = (bundle: string | null) => ({ data: JSON.stringify({ en: { data: {}, words: "", certificates: [], bundle } }), files: [] });
  const files = await TabFiles.open();
  const asked = async (call: (work: Work) => Promise<unknown>) => {
    const { workers, hasEnded } = worker(call);
    const { end } = new Questions(workers, files, () => undefined).ask(question, {});
    return { kind: (await end).kind, hasEnded };
  };
  const open = await asked(async () => answered(null));
  assert.ok(open.kind === "answer" && open.hasEnded());
  const refused = await asked(async () => Promise.reject(new Error("no such game")));
  assert.ok(refused.kind === "failed" && refused.hasEnded());
  let made = (_bundle: unknown): void => undefined;
  const won = await asked(async ({ name }) => (name === "ask" ? answered("1") : new Promise((resolve) => (made = resolve))));
  assert.ok(won.kind === "answer" && !won.hasEnded());
  made(null);
  await settle();
  assert.ok(won.hasEnded());
});

test("a certificate of a bundle is opened once, as long as it is kept", async () => {
  const files = await TabFiles.open();
  const workers = { once: async () => new Uint8Array() } as unknown as Workers;
  const certificates = { add: (name: string, blob: Blob) => files.add({ kind: "certificate", name, line: [], blob }) };
  const bundles = new Bundles(workers, files, certificates as unknown as Certificates);
  const id = await bundles.add("x.zip", new Blob());
  const first = await bundles.open(id, "1.proof");
  assert.equal(await bundles.open(id, "1.proof"), first);
  assert.notEqual(await bundles.open(id, "2.proof"), first);
  mock.method(files, "get", async (wanted: string) => (wanted === first ? undefined : file));
  assert.notEqual(await bundles.open(id, "1.proof"), first);
});

test("a search for a position that was left begins again", async () => {
  const files = await TabFiles.open();
  const id = await files.add({ ...file, kind: "certificate" });
  let searches = 0;
  const once = (_work: Work, _report: unknown, signal: AbortSignal) => {
    searches += 1;
    return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  const certificates = new Certificates({ once } as unknown as Workers, files);
  let now = 0;
  mock.method(performance, "now", () => now);
  mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
  try {
    const find = async () => {
      const found = certificates.find(id, "P");
      await settle();
      mock.timers.tick(200);
      return (await found).state;
    };
    assert.deepEqual([await find(), searches], ["running", 1]);
    now = 10_000;
    mock.timers.tick(10_000);
    await settle();
    assert.deepEqual([await find(), searches], ["running", 2]);
    now = 20_000;
    mock.timers.tick(10_000);
  } finally {
    mock.timers.reset();
    mock.restoreAll();
  }
});
