// Games of users, in the same thread and in a worker.
//
// SHOMEI_PACKAGE names the folder of the package with the module.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const folder = process.env.SHOMEI_PACKAGE;
const examples = new URL("../../../examples/javascript/", import.meta.url);
const { DirectSolver, ShomeiError, check, conform, load } = await import(
  pathToFileURL(join(folder, "direct.js")).href
);
const there = await import(pathToFileURL(join(folder, "index.js")).href);
const { default: nim } = await import(new URL("nim.js", examples));
const { ConnectFour } = await import(new URL("connect-four.js", examples));
const early = thrown(() => new DirectSolver({ game: nim }));
await load();
const own = mkdtempSync(join(tmpdir(), "shomei-own-"));
after(() => rmSync(own, { recursive: true }));

/** The error of a call. */
function thrown(call) {
  try {
    call();
  } catch (error) {
    assert.ok(error instanceof ShomeiError, error.stack);
    return error;
  }
  return assert.fail("it is accepted");
}

/** The address of a module with this text. */
function module(name, text) {
  const file = join(own, name);
  writeFileSync(file, text);
  return pathToFileURL(file);
}

test("a call before the module is loaded says so", () => {
  assert.equal(early.kind, "usage");
  assert.match(early.message, /await load\(\)/);
});

test("nim is solved by the remainder of 4", () => {
  assert.ok(conform(nim).positions > 20);
  const solver = new DirectSolver({ game: nim });
  for (let matches = 1; matches <= 24; matches += 1) {
    const { answer, certificates } = solver.ask({ position: [matches, 0], proof: true });
    assert.equal(answer, matches % 4 === 0 ? "disproved" : "proved");
    assert.equal(check(certificates[0].bytes, { game: nim }).accepted, true);
  }
  const { line, length, length_proven } = solver.ask({ text: "[5, 0]", shortest: true });
  assert.deepEqual([line[0], length, length_proven], ["1", 3, true]);
  const { moves } = solver.ask({ ask: "moves", position: [6, 1] });
  assert.deepEqual(moves.map(({ move, value }) => [move, value]), [["2", "win"], ["1", "loss"], ["3", "loss"]]);
  solver.free();
});

test("connect four has its known values, with certificates that are accepted", () => {
  for (const [width, height, value] of [[4, 4, "draw"], [4, 5, "draw"], [5, 4, "draw"]].slice(0, process.env.SHOMEI_SLOW ? 3 : 1)) {
    const game = new ConnectFour(width, height);
    assert.ok(conform(game, { lines: 5 }).finished > 0);
    const answer = new DirectSolver({ game }).ask({ ask: "value", proof: true });
    assert.equal(answer.value, value);
    assert.equal(answer.certificates.length, 2);
    for (const { bytes } of answer.certificates) {
      assert.equal(check(bytes, { game: new ConnectFour(width, height) }).accepted, true);
      const other = check(bytes, { game: new ConnectFour(width, height + 1) });
      assert.equal(other.accepted, false);
      assert.match(other.reason, /rules/);
      assert.equal(check(bytes, { game: nim }).accepted, false);
      bytes[bytes.length >> 1] ^= 1;
      assert.equal(check(bytes, { game }).accepted, false);
    }
  }
});

test("a bundle proves the value of every move", () => {
  const solver = new DirectSolver({ game: nim });
  const { bundle, warning } = solver.ask({ ask: "moves", position: [6, 0], bundle: true });
  assert.equal(warning, undefined);
  const verdict = check(bundle, { game: nim });
  assert.equal(verdict.accepted, true, verdict.reason);
  assert.equal(verdict.bundle.question, "value-by-move");
  const missing = thrown(() => check(bundle));
  assert.match(missing.message, /nim/);
  const builtin = new DirectSolver({ game: "shogi" });
  const mate = "8k/9/8G/9/9/9/9/9/9 b Rr2b3g4s4n4l18p 1";
  const answer = builtin.ask({ position: mate, shortest: true, bundle: true });
  assert.equal(check(answer.bundle).accepted, true);
});

test("positions may be objects of a class that has a key and texts", () => {
  class Heap {
    constructor(matches, side) {
      Object.assign(this, { matches, side });
    }
  }
  const game = {
    name: "heap",
    sides: ["left", "right"],
    start: () => new Heap(7, 0),
    toMove: (heap) => heap.side,
    *moves(heap) {
      for (let taken = 1; taken <= Math.min(3, heap.matches); taken += 1) yield { taken };
    },
    play: (heap, { taken }) => new Heap(heap.matches - taken, 1 - heap.side),
    winner: (heap) => (heap.matches === 0 ? 1 - heap.side : undefined),
    estimate: (heap) => [1 + heap.matches, 1],
    key: (heap) => [heap.matches, heap.side],
    format: (heap) => `${heap.matches} ${game.sides[heap.side]}`,
    parse(text) {
      const [, matches, side] = /^(\d+) (left|right)$/.exec(text) ?? assert.fail("matches and a side");
      return new Heap(Number(matches), game.sides.indexOf(side));
    },
    formatMove: (_, { taken }) => `take${taken}`,
  };
  assert.ok(conform(game).positions > 5);
  const solver = new DirectSolver({ game, algorithm: "pn" });
  const answer = solver.ask({ proof: true, side: "left" });
  assert.deepEqual([answer.answer, answer.position, answer.line[0]], ["proved", "7 left", "take3"]);
  assert.equal(check(answer.certificates[0].bytes, { game }).accepted, true);
  const wrong = thrown(() => solver.ask({ text: "7 middle" }));
  assert.equal(wrong.kind, "input");
  assert.match(wrong.message, /parse\(\) threw AssertionError: matches and a side/);
  assert.equal(solver.ask({ text: "8 right" }).answer, "disproved");
  const side = thrown(() => solver.ask({ side: "lefd" }));
  assert.match(side.message, /left/);
  // Without the methods for texts it has no certificates, and says why.
  const { format: _, ...silent } = game;
  assert.match(thrown(() => new DirectSolver({ game: silent }).ask({})).message, /give the game format and parse/);
});

test("endless play is a win for neither side", () => {
  // The first side may walk in a circle or go home, where it wins; the second may only send it back.
  const edges = { a: ["b", "c"], b: ["a"], c: ["a", "d"], d: [] };
  const game = (home) => ({
    start: "a",
    toMove: (node) => (node === "a" ? 0 : 1),
    moves: (node) => edges[node],
    play: (_, node) => node,
    winner: (node) => (node === home ? 0 : null),
  });
  const answer = (home) => {
    assert.ok(conform(game(home)).positions >= 2);
    const { answer, certificates } = new DirectSolver({ game: game(home) }).ask({ proof: true });
    assert.equal(check(certificates[0].bytes, { game: game(home) }).accepted, true);
    return answer;
  };
  assert.equal(answer("d"), "disproved");
  assert.equal(answer("c"), "proved");
});

test("a function without an end is an exception of the game", () => {
  const moves = (position) => moves(position);
  const error = thrown(() => new DirectSolver({ game: { ...nim, moves } }).ask({}));
  assert.equal(error.kind, "game");
  assert.ok(error.cause instanceof RangeError);
  const solver = new DirectSolver({ game: { ...nim, moves: () => solver.ask({}).line } });
  assert.equal(thrown(() => solver.ask({})).kind, "game");
  assert.equal(new DirectSolver({ game: nim }).ask({}).answer, "proved");
});

test("an exception of a function keeps its stack, and the next question is answered", () => {
  let isBroken = true;
  const game = {
    ...nim,
    winner(position) {
      if (isBroken && position[0] === 3) {
        throw new RangeError("three matches");
      }
      return nim.winner(position);
    },
  };
  const solver = new DirectSolver({ game });
  for (const ask of [{}, { position: [2, 0] }, { position: [9, 0], proof: true }]) {
    const isReached = ask.position?.[0] !== 2;
    if (!isReached) {
      assert.equal(solver.ask(ask).answer, "proved");
      continue;
    }
    const error = thrown(() => solver.ask(ask));
    assert.equal(error.kind, "game");
    assert.match(error.message, /^winner\(\) threw RangeError: three matches \(in the position \[3,[01]\]\)$/);
    assert.match(error.place.position, /^\[3,[01]\]$/);
    assert.ok(error.cause instanceof RangeError);
    assert.match(error.cause.stack, /own\.test\.mjs/);
  }
  assert.equal(thrown(() => conform(game)).cause.message, "three matches");
  isBroken = false;
  assert.equal(solver.ask({}).answer, "proved");
  const { certificates } = solver.ask({ proof: true });
  isBroken = true;
  assert.equal(thrown(() => check(certificates[0].bytes, { game })).kind, "game");
});

test("each broken rule is reported with the position, by the kit and by a search", () => {
  let calls = 0;
  const games = [
    [{ moves: () => [1, 1] }, /moves\(\) returned the move 1 twice/],
    [{ moves: () => [] }, /moves\(\) returned no move although winner\(\) returned null/],
    [{ moves: () => 3 }, /moves\(\) returned 3: expected an array/],
    [{ moves: ([n]) => (calls++ % 2 ? [1, 2, 3] : [3, 2, 1]).filter((taken) => taken <= n) }, /the same moves in the same order/],
    [{ moves: ([n]) => [1, 2, 3].filter((taken) => taken <= n).map((taken) => new Date(taken)) }, /a move has a value of Date in it/],
    [{ toMove: () => true }, /toMove\(\) returned true: expected 0/],
    [{ winner: ([n]) => (n === 0 ? "first" : null) }, /winner\(\) returned "first": expected 0 or 1/],
    [{ winner: ([n]) => (n === 0 ? calls++ % 2 : null) }, /winner\(\) returned [01] and then [01]/],
    [{ play: () => undefined }, /play\(\) returned undefined for the move 1/],
    [{ play: (p, n) => Object.assign(p, [p[0] - n, 1 - p[1]]) }, /has changed the position/],
    [{ play: ([n, side], taken) => [n - taken, 1 - side, new Map()] }, /a position has a value of Map in it/],
    [{ play: ([n, side], taken) => [n - taken, 1 - side, NaN] }, /a position has the number NaN in it/],
    [{ key: () => undefined }, /key\(\) returned a value with undefined in it/],
    [{ formatMove: () => "a b" }, /formatMove\(\) returned "a b": expected a text without spaces/],
  ];
  for (const [change, message] of games) {
    const game = { ...nim, ...change };
    const broken = thrown(() => conform(game));
    assert.equal(broken.kind, "game");
    assert.match(broken.message, message);
    assert.ok(broken.place.position.length > 0);
    const failed = thrown(() => new DirectSolver({ game }).ask({ proof: true }));
    assert.equal(failed.kind, "game");
    assert.match(failed.message, message);
  }
  // Only the kit finds these.
  for (const [change, message] of [
    [{ key: ([n]) => n }, /^DifferentKeys: key\(\) returned \d+ for two positions/],
    [{ canRepeat: false, play: ([n, side]) => [n, 1 - side] }, /^Forward: /],
    [{ parse: () => [1, 0], format: ([n, side]) => `${n}-${side}` }, /^PositionText: read back as \[1,0\]/],
    [{ parse: () => [21, 0], format: () => "heap" }, /^TrailingText: /],
  ]) {
    const broken = thrown(() => conform({ ...nim, ...change }));
    assert.equal(broken.kind, "game");
    assert.match(broken.message, message);
  }
});

test("a game without its methods is refused, with the nearest name", () => {
  for (const [game, message, suggestion] of [
    [{ ...nim, toMove: undefined, to_move: () => 0 }, /has no method toMove\(position\); it has to_move/, "toMove"],
    [{}, /the object has no method toMove/, "toMove"],
    [class Nim {}, /Nim is a class or a function/],
    [null, /expected a name or an object, not null/],
    [{ ...nim, parse: 3 }, /parse of the object is not a function/],
    [{ ...nim, sides: "ab" }, /expected two names/],
    [{ ...nim, canRepeat: 1 }, /expected true or false/],
    [{ ...nim, name: 7 }, /expected a text on one line/],
    [{ ...nim, start: undefined }, /the game nim has no start/],
  ]) {
    const error = thrown(() => new DirectSolver({ game }).ask({}));
    assert.equal(error.kind, "usage");
    assert.match(error.message, message);
    assert.equal(error.suggestion, suggestion);
  }
  assert.match(thrown(() => new DirectSolver({ game: nim, rules: "x" })).message, /only a game that is opened by its name/);
  assert.match(thrown(() => new DirectSolver({ game: nim, speed: 1 })).message, /unknown field `speed`/);
  assert.match(thrown(() => conform(nim, { line: 1 })).message, /unknown field `line`/);
});

test("memory that cannot be had is a limit", () => {
  const error = thrown(() => new DirectSolver({ game: "loa", memory: 2 ** 40 }));
  assert.equal(error.kind, "limit");
  assert.match(error.message, /1099511627776 bytes are more than WebAssembly has/);
  const script = `
    import { DirectSolver, load } from ${JSON.stringify(pathToFileURL(join(folder, "direct.js")).href)};
    await load();
    const ask = (memory) => {
      try {
        return new DirectSolver({ game: "loa", memory }).ask({ position: "start", nodes: 10 }).answer;
      } catch ({ kind, message }) {
        return kind + ": " + message;
      }
    };
    console.log(ask(2 ** 29));
    console.log(ask(2 ** 24));`;
  const node = ["--wasm-max-mem-pages=2048", "--input-type=module", "--eval", script];
  const [refused, answer] = execFileSync("node", node, { encoding: "utf8" }).split("\n");
  assert.match(refused, /^limit: .*no memory for a table of \d+ bytes/);
  assert.equal(answer, "unknown");
});

test("the next question is answered after the memory has run out", () => {
  const index = pathToFileURL(join(folder, "index.js")).href;
  const script = `
    import { Solver } from ${JSON.stringify(index)};
    const game = new URL(${JSON.stringify(new URL("connect-four.js#wide", examples).href)});
    const solver = new Solver({ game, memory: 12e6 });
    await solver.ask({ side: "first", proof: true }).catch(({ kind, message }) => console.log(kind, message));
    console.log((await solver.ask({ nodes: 3 })).answer);
    await solver.close();`;
  const node = ["--wasm-max-mem-pages=300", "--input-type=module", "--eval", script];
  const [failed, answer] = execFileSync("node", node, { encoding: "utf8" }).split("\n");
  assert.match(failed, /^(run|limit) .*memory/);
  assert.equal(answer, "unknown");
});

test("a worker imports the module of a game", { timeout: 120_000 }, async () => {
  const game = new URL("nim.js", examples);
  assert.ok((await there.conform(game, { lines: 3 })).moves > 10);
  const solver = new there.Solver({ game });
  const [first, second] = await Promise.all([
    solver.ask({ proof: true }),
    solver.ask({ position: [8, 1], side: "second" }),
  ]);
  assert.deepEqual([first.answer, second.answer], ["proved", "disproved"]);
  assert.equal((await there.check(first.certificates[0].bytes, { game })).accepted, true);
  const without = there.check(first.certificates[0].bytes);
  await assert.rejects(without, /nim/);
  await solver.close();
});

test("an exception crosses the worker with its stack, and the next question is answered", { timeout: 120_000 }, async () => {
  const game = module(
    "broken.mjs",
    `import nim from ${JSON.stringify(new URL("nim.js", examples).href)};
    function refuse([matches]) {
      if (matches === 13) throw new TypeError("unlucky", { cause: 13 });
      if (matches === 14) throw { odd: () => 1 };
    }
    export const broken = { ...nim, winner: (p) => refuse(p) ?? nim.winner(p) };
    export const other = 3;`,
  );
  game.hash = "broken";
  const solver = new there.Solver({ game });
  await assert.rejects(solver.ask({}), (error) => {
    assert.ok(error instanceof there.ShomeiError);
    assert.equal(error.kind, "game");
    assert.match(error.place.position, /^\[1[34],[01]\]$/);
    return true;
  });
  await assert.rejects(solver.ask({ position: [13, 0] }), ({ cause, message }) => {
    assert.match(message, /^winner\(\) threw TypeError: unlucky/);
    assert.ok(cause instanceof TypeError);
    assert.match(cause.stack, /refuse.*broken\.mjs/);
    return true;
  });
  await assert.rejects(solver.ask({ position: [14, 0] }), { kind: "game" });
  assert.equal((await solver.ask({ position: [12, 0] })).answer, "disproved");
  await assert.rejects(solver.ask({ position: [() => 1] }), { kind: "usage" });
  assert.equal((await solver.ask({ text: "[11,0]" })).answer, "proved");
  await solver.close();
  game.hash = "brokn";
  await assert.rejects(there.conform(game), ({ kind, message }) => {
    assert.equal(kind, "usage");
    assert.match(message, /no export brokn; it has broken, other/);
    return true;
  });
  game.hash = "other";
  await assert.rejects(there.conform(game), /expected a name or an object, not 3/);
  await assert.rejects(there.conform(new URL("none.js", game)), /cannot be imported/);
});

test("a method that never returns ends at the limit", { timeout: 60_000 }, async () => {
  const game = module(
    "endless.mjs",
    `import nim from ${JSON.stringify(new URL("nim.js", examples).href)};
    export default { ...nim, winner(p) { while (p[0] === 3); return nim.winner(p); } };`,
  );
  const solver = new there.Solver({ game });
  const endless = solver.ask({ seconds: 0.2 });
  const next = solver.ask({ position: [2, 0], seconds: 5 });
  await assert.rejects(endless, { kind: "limit", message: /0\.2 seconds.*\(stopped_by: time\)$/ });
  assert.equal((await next).answer, "proved");
  await solver.close();
});

test("exceptions while a game is read are its own, and the solver can be used", async () => {
  const refuse = () => {
    throw new TypeError("no");
  };
  for (const name of ["name", "sides", "start", "toMove", "key"]) {
    const game = Object.defineProperty({ ...nim }, name, { get: refuse });
    const error = thrown(() => new DirectSolver({ game }).ask({}));
    assert.deepEqual([error.kind, error.message], ["game", `${name} of the game threw TypeError: no`]);
    assert.ok(error.cause instanceof TypeError);
  }
  assert.match(thrown(() => new DirectSolver({ game: { ...nim, start: refuse } }).ask({})).message, /^start of the game threw/);
  assert.match(thrown(() => conform(nim, { positions: 3 })).message, /^positions: expected an array, not 3/);
  assert.equal(thrown(() => conform(nim, null)).kind, "usage");
  assert.equal(thrown(() => conform(nim, { positions: (function* () { throw new Error("none"); })() })).kind, "usage");
  const solver = new DirectSolver({ game: nim });
  const nested = new DirectSolver({ game: { ...nim, moves: () => nested.free() } });
  assert.match(thrown(() => nested.ask({})).cause.message, /^the solver is answering a question/);
  const circular = [];
  circular.push(circular);
  assert.match(thrown(() => solver.ask({ position: circular })).message, /nested more than 200 levels deep, or circular/);
  const getter = Object.defineProperty({}, "part", { get: refuse, enumerable: true });
  assert.match(thrown(() => solver.ask({ position: getter })).message, /^a property of a position threw TypeError: no/);
  assert.match(thrown(() => solver.ask({}, 3)).message, /^progress: expected a function/);
  assert.equal(solver.ask({}).answer, "proved");
  solver.free();
  solver.free();
  for (const call of [() => solver.ask({}), () => solver.forget()]) {
    assert.deepEqual([thrown(call).kind, thrown(call).message], ["usage", "the solver is freed: make a new one"]);
  }
});

test("an exception crosses the worker with its name and its fields", { timeout: 60_000 }, async () => {
  const game = module(
    "fields.mjs",
    `import nim from ${JSON.stringify(new URL("nim.js", examples).href)};
    class Unlucky extends RangeError {
      name = "Unlucky";
      code = 13;
      where = [[3]];
      method() {}
      call = () => 1;
    }
    export default { ...nim, winner() { throw new Unlucky("three", { cause: new TypeError("inner") }); } };`,
  );
  const solver = new there.Solver({ game });
  await assert.rejects(solver.ask({}), ({ cause, message }) => {
    assert.match(message, /^winner\(\) threw Unlucky: three/);
    assert.ok(cause instanceof RangeError && cause.cause instanceof TypeError);
    assert.deepEqual([cause.name, cause.message, cause.code, cause.where], ["Unlucky", "three", 13, [[3]]]);
    assert.match(cause.stack, /fields\.mjs/);
    return true;
  });
  await solver.close();
});

test("an object is refused for a worker, with the way to use it", async () => {
  assert.match(thrownThere(() => new there.Solver({ game: nim })), /new URL\("\.\/game\.js", import\.meta\.url\)/);
  await assert.rejects(there.conform(nim), { kind: "usage" });
  const address = new URL("nim.js", examples);
  await assert.rejects(there.conform(address, { positions: [() => 1] }), { kind: "usage", message: /cannot be sent/ });
  await assert.rejects(there.conform(address, { lines: NaN }), { kind: "usage", message: /^lines: / });
  await assert.rejects(there.check(new Uint8Array(3), { game: nim }), { kind: "usage" });
});

function thrownThere(call) {
  try {
    call();
  } catch (error) {
    assert.equal(error.kind, "usage");
    return error.message;
  }
  return assert.fail("it is accepted");
}

test("a worker or a module of another version is refused", { timeout: 120_000 }, async () => {
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  for (const [file, expected] of [
    ["worker.js", /the worker has version 0\.0\.9 and the package/],
    ["direct.js", /the module has version .* and the package 0\.0\.9/],
  ]) {
    const copy = join(own, file.replace(".", "-"));
    cpSync(folder, copy, { recursive: true });
    const text = readFileSync(join(copy, file), "utf8");
    const changed = text.replace(`VERSION = "${version}"`, 'VERSION = "0.0.9"');
    assert.notEqual(changed, text);
    writeFileSync(join(copy, file), changed);
    const { Solver, games } = await import(pathToFileURL(join(copy, "index.js")).href);
    await assert.rejects(games(), { kind: "run", message: expected });
    const solver = new Solver({ game: "loa" });
    await assert.rejects(solver.ask({ position: "start", nodes: 1 }), { kind: "run", message: expected });
    await solver.close();
  }
  // A worker that does not name its version.
  const copy = join(own, "old");
  cpSync(folder, copy, { recursive: true });
  const text = readFileSync(join(copy, "worker.js"), "utf8");
  writeFileSync(join(copy, "worker.js"), text.replace("port.postMessage({ version: VERSION });", ""));
  const { games } = await import(pathToFileURL(join(copy, "index.js")).href);
  await assert.rejects(games(), /the worker has version unknown/);
  const cargo = readFileSync(fileURLToPath(new URL("../../../Cargo.toml", import.meta.url)), "utf8");
  assert.ok(cargo.includes(`version = "${version}"`));
  for (const file of ["index.js", "direct.js", "worker.js"]) {
    assert.ok(readFileSync(join(folder, file), "utf8").includes(`VERSION = "${version}"`), file);
  }
});
