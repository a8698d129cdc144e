// The package: installed into an empty project, in a worker of Node.
//
// SHOMEI_PACKAGE names the folder of the package with the module.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";

const folder = process.env.SHOMEI_PACKAGE;
const { ShomeiError, Solver, check, games } = await import(pathToFileURL(join(folder, "index.js")).href);

const mate = "8k/9/8G/9/9/9/9/9/9 b Rr2b3g4s4n4l18p 1";
const own = mkdtempSync(join(tmpdir(), "shomei-package-"));
after(() => rmSync(own, { recursive: true }));

test("the example of the page runs in an empty project", () => {
  const npm = (...args) => execFileSync("npm", args, { cwd: own, encoding: "utf8", stdio: "pipe" });
  const [{ filename }] = JSON.parse(npm("pack", "--json", folder));
  writeFileSync(join(own, "package.json"), '{ "type": "module" }');
  npm("install", "--no-audit", "--no-fund", "--offline", `./${filename}`);
  const page = readFileSync(join(folder, "README.md"), "utf8");
  writeFileSync(join(own, "example.js"), /```js\n([^]*?)```/.exec(page)[1]);
  const printed = execFileSync("node", ["example.js"], { cwd: own, encoding: "utf8" });
  assert.equal(printed, "proved 3 R*1b 1a2a 1b2b+\nlength true 1\nanswer true 3\n");
});

test("two solvers answer at once, and one answers one question after another", async () => {
  const shogi = new Solver({ game: "shogi" });
  const othello = new Solver({ game: "othello" });
  const [first, second, third] = await Promise.all([
    shogi.ask({ position: mate, proof: true }),
    shogi.ask({ position: "4k4/9/4P4/9/9/9/9/9/9 b G 1" }),
    othello.ask({ position: "F5", nodes: 1000 }),
  ]);
  assert.deepEqual([first.answer, second.answer, third.stopped_by], ["proved", "proved", "nodes"]);
  const verdict = await check(first.certificates[0].bytes);
  assert.equal(verdict.accepted, true);
  await Promise.all([shogi.close(), othello.close()]);
});

test("a signal stops a question, and the next one has a new worker", async () => {
  const solver = new Solver({ game: "othello" });
  const stop = new AbortController();
  const asking = solver.ask({ position: "F5" }, { signal: stop.signal });
  let expanded = 0;
  const watched = (async () => {
    for await (const report of asking) {
      assert.ok(report.expanded >= expanded && report.fill >= 0);
      expanded = report.expanded;
      stop.abort();
    }
  })();
  await Promise.all([asking, watched].map((end) => assert.rejects(end, { name: "AbortError" })));
  assert.ok(expanded > 0);
  const next = await solver.ask({ position: "F5", nodes: 10 });
  assert.equal(next.stopped_by, "nodes");
  await assert.rejects(solver.ask({ position: "F5" }, { signal: AbortSignal.abort() }), {
    name: "AbortError",
  });
  await solver.close();
});

test("no question waits for a worker that has ended", { timeout: 60_000 }, async () => {
  const solver = new Solver({ game: "othello" });
  const stop = new AbortController();
  const first = solver.ask({ position: "F5" }, { signal: stop.signal });
  for await (const _ of first) {
    break;
  }
  const second = solver.ask({ position: "F5", nodes: 10 });
  stop.abort();
  const third = solver.ask({ position: "F5", nodes: 10 });
  await assert.rejects(first, { name: "AbortError" });
  assert.equal((await second).stopped_by, "nodes");
  assert.equal((await third).stopped_by, "nodes");
  const waiting = solver.ask({ position: "F5" });
  const closed = solver.close();
  await assert.rejects(waiting, /closed/);
  await assert.rejects(solver.ask({ position: "F5" }), { kind: "usage" });
  await closed;
});

test("two readers of one question both end", { timeout: 60_000 }, async () => {
  const solver = new Solver({ game: "othello" });
  const asking = solver.ask({ position: "F5", seconds: 0.5 });
  const count = async () => {
    let reports = 0;
    for await (const _ of asking) {
      reports += 1;
    }
    return reports;
  };
  assert.ok((await Promise.all([count(), count()])).every((reports) => reports > 0));
  assert.equal((await asking).stopped_by, "time");
  assert.equal(await count(), 0);
  await solver.close();
});

test("errors are typed, and the solver goes on", async () => {
  const solver = new Solver({ game: "shogi" });
  const wrong = solver.ask({ position: "9/9 b - 1" });
  await assert.rejects(wrong, (error) => error instanceof ShomeiError && error.kind === "input");
  await assert.rejects(solver.ask({ position: mate, sekonds: 1 }), /unknown field `sekonds`/);
  await assert.rejects(async () => {
    for await (const _ of wrong) {
      assert.fail("a question that fails at once has no reports");
    }
  }, { kind: "input" });
  assert.equal((await solver.ask({ position: mate })).answer, "proved");
  await solver.close();
  const unknown = new Solver({ game: "shogy" });
  await assert.rejects(unknown.ask({ position: mate }), { kind: "usage", suggestion: "shogi" });
  const huge = new Solver({ game: "loa", memory: 8 * 2 ** 30 });
  await assert.rejects(huge.ask({ position: "start" }), ShomeiError);
});

test("damaged certificates have a reason", async () => {
  const verdict = await check(new TextEncoder().encode("no certificate"));
  assert.equal(verdict.accepted, false);
  assert.ok(verdict.reason.length > 0);
  const bundle = await check(new Uint8Array([0x50, 0x4b, 3, 4]));
  assert.equal(bundle.accepted, false);
});

test("the checker alone gives the same verdicts", async () => {
  const checker = await import(pathToFileURL(join(folder, "checker.js")).href);
  await checker.load();
  const solver = new Solver({ game: "shogi" });
  const { certificates } = await solver.ask({ position: mate, shortest: true, proof: true });
  for (const { bytes } of certificates) {
    assert.deepEqual(checker.check(bytes), await check(bytes));
    bytes[bytes.length >> 1] ^= 1;
    assert.deepEqual(checker.check(bytes), await check(bytes));
  }
  assert.throws(() => checker.check(new Uint8Array(), { seconds: -1 }), { kind: "usage" });
  await solver.close();
});

test("a limit that is not a number is refused", { timeout: 60_000 }, async () => {
  const solver = new Solver({ game: "othello" });
  for (const [field, value] of [
    ["nodes", NaN],
    ["seconds", Infinity],
    ["nodes", 10n],
    ["seconds", [1]],
  ]) {
    const error = await solver.ask({ position: "F5", [field]: value }).catch((thrown) => thrown);
    assert.deepEqual([error.kind, error.message.split(":")[0]], ["usage", field]);
  }
  const circular = { position: "F5" };
  circular.side = circular;
  await assert.rejects(solver.ask(circular), { kind: "usage", message: /^side: / });
  await assert.rejects(solver.ask({ position: "F5", seconds: () => 1 }), { kind: "usage" });
  await solver.close();
  assert.throws(() => new Solver({ game: "loa", memory: NaN }), { kind: "usage", message: /^memory: .*NaN/ });
  await assert.rejects(check(new Uint8Array(3), { seconds: NaN }), { kind: "usage", message: /^seconds: / });
});

test("a question that is stopped while it waits leaves the running one alone", { timeout: 60_000 }, async () => {
  const solver = new Solver({ game: "othello" });
  const [first, second] = [new AbortController(), new AbortController()];
  const running = solver.ask({ position: "F5", seconds: 1 }, { signal: first.signal });
  const waiting = solver.ask({ position: "F5" }, { signal: second.signal });
  const position = { position: "F5", nodes: 10 };
  const third = solver.ask(position);
  position.nodes = -1;
  second.abort();
  await assert.rejects(waiting, { name: "AbortError" });
  assert.equal((await running).stopped_by, "time");
  assert.equal((await third).stopped_by, "nodes");
  const stopped = solver.ask({ position: "F5" }, { signal: first.signal });
  const next = [1, 2].map(() => solver.ask({ position: "F5", nodes: 10 }));
  first.abort();
  await assert.rejects(stopped, { name: "AbortError" });
  assert.deepEqual((await Promise.all(next)).map(({ stopped_by }) => stopped_by), ["nodes", "nodes"]);
  await solver.close();
});

test("wrong arguments are refused", { timeout: 60_000 }, async () => {
  assert.throws(() => new Solver(null), { kind: "usage", message: /^options: expected an object, not null/ });
  const solver = new Solver({ game: "othello" });
  await assert.rejects(solver.ask({ position: "F5" }, null), { kind: "usage", message: /^options: / });
  await assert.rejects(solver.ask({ position: "F5" }, { signal: {} }), { kind: "usage", message: /^signal: / });
  await assert.rejects(solver.ask(null), { kind: "usage", message: /^question: / });
  await solver.close();
  for (const bytes of [undefined, null, 3, "text", [1, 2], {}]) {
    await assert.rejects(check(bytes), { kind: "usage", message: /^bytes: / });
  }
  await assert.rejects(check(new Uint8Array(3), null), { kind: "usage" });
});

test("a certificate may be a buffer or a part of one", async () => {
  const checker = await import(pathToFileURL(join(folder, "checker.js")).href);
  await checker.load();
  const solver = new Solver({ game: "shogi" });
  const { certificates } = await solver.ask({ position: mate, proof: true });
  const { bytes } = certificates[0];
  const buffer = new ArrayBuffer(bytes.length + 7);
  new Uint8Array(buffer).set(bytes, 4);
  for (const part of [new DataView(buffer, 4, bytes.length), new Uint8ClampedArray(buffer, 4, bytes.length)]) {
    assert.equal((await check(part)).accepted, true);
    assert.equal(checker.check(part).accepted, true);
  }
  assert.equal((await check(bytes.slice().buffer)).accepted, true);
  assert.throws(() => checker.check([1, 2]), { kind: "usage", message: /^bytes: / });
  assert.throws(() => checker.check(bytes, { second: 1 }), { kind: "usage", message: /unknown field `second`/ });
  assert.throws(() => checker.check(bytes, { positions: -1 }), { kind: "usage", message: /^positions: / });
  assert.throws(() => checker.check(bytes, { seconds: NaN }), { kind: "usage", message: /^seconds: / });
  const { bundle } = await solver.ask({ position: mate, bundle: true });
  const message = "this is a bundle: use `check` of `shomei`";
  assert.throws(() => checker.check(bundle), { kind: "usage", message });
  await solver.close();
});

test("a loop that ends early receives no more reports", { timeout: 60_000 }, async () => {
  const solver = new Solver({ game: "othello" });
  const asking = solver.ask({ position: "F5", seconds: 0.5 });
  const reader = asking[Symbol.asyncIterator]();
  assert.equal((await reader.next()).done, false);
  assert.equal((await reader.return()).done, true);
  await asking;
  assert.equal((await reader.next()).done, true);
  await solver.close();
});

test("a file that cannot be loaded is loaded by the next call", async () => {
  const copy = join(own, "incomplete");
  cpSync(folder, copy, { recursive: true });
  for (const [entry, file] of [["direct.js", "module/shomei_wasm_bg.wasm"], ["checker.js", "checker/shomei_wasm_checker_bg.wasm"]]) {
    renameSync(join(copy, file), join(copy, "away"));
    const { load, check: checkHere } = await import(pathToFileURL(join(copy, entry)).href);
    assert.throws(() => checkHere(new Uint8Array(3)), { kind: "usage", message: /await load\(\)/ });
    await assert.rejects(load(), { name: "ShomeiError", kind: "run", message: /cannot be loaded/ });
    renameSync(join(copy, "away"), join(copy, file));
    await load();
    assert.equal(checkHere(new Uint8Array(3)).accepted, false);
  }
});

test("weights that would have no effect are refused", async () => {
  const copy = join(own, "weights");
  cpSync(folder, copy, { recursive: true });
  const { DirectSolver, load, loadWeights } = await import(pathToFileURL(join(copy, "direct.js")).href);
  await load();
  new DirectSolver({ game: "othello" }).ask({ position: "F5", nodes: 10 });
  await assert.rejects(loadWeights(), /other weights are in use: set them before the first search/);
});

test("the package contains its licences", () => {
  const [{ files }] = JSON.parse(
    execFileSync("npm", ["pack", "--dry-run", "--json", folder], { cwd: own, encoding: "utf8", stdio: "pipe" }),
  );
  const paths = files.map(({ path }) => path);
  assert.ok(["LICENSE-MIT", "LICENSE-APACHE", "exceptions.js"].every((path) => paths.includes(path)), String(paths));
});

test("games are listed", async () => {
  assert.deepEqual(await games(), ["loa", "othello", "shogi", "uttt"]);
});
