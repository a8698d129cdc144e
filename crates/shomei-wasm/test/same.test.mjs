// The module gives the answers, node counts and certificates of the native program.
//
// SHOMEI names the native program, SHOMEI_WASM the folder with the module, SHOMEI_COUNT how many
// positions of each set are compared (10), and SHOMEI_LISTS a folder with further lists of positions,
// each with the name of its game.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const program = process.env.SHOMEI;
const folder = process.env.SHOMEI_WASM;
const most = Number(process.env.SHOMEI_COUNT ?? "10");
const corpus = fileURLToPath(new URL("../../../corpus/", import.meta.url));
const own = mkdtempSync(join(tmpdir(), "shomei-wasm-"));
after(() => rmSync(own, { recursive: true }));

const module = await import(pathToFileURL(join(folder, "shomei_wasm.js")).href);
module.initSync({ module: readFileSync(join(folder, "shomei_wasm_bg.wasm")) });
const weights = new URL("../../shomei-othello/weights/othello.weights", import.meta.url);
module.setWeights(readFileSync(weights));
const silent = () => {};

// Sets of positions, with the question of each.
const sets = [
  ["loa", "loa.txt", {}],
  ["loa", "loa-small.txt", {}],
  ["loa", "loa-cycles.txt", { shortest: true }],
  ["othello", "othello/discs-52.txt", {}],
  ["othello", "othello/discs-56.txt", { ask: "score" }],
  ["othello", "othello-small.txt", { ask: "moves" }],
  ["uttt", "uttt.txt", {}],
  ["uttt", "uttt-open.txt", { ask: "value" }],
  ["shogi", "shogi.txt", {}],
  ["shogi", "shogi/unique.txt", { shortest: true }],
];
const nodes = 20_000;
const lists = process.env.SHOMEI_LISTS;
for (const name of lists === undefined ? [] : readdirSync(lists)) {
  sets.push([name.split(".")[0], resolve(lists, name), {}]);
}

/** The positions of a list, with the rules of each. */
function positions(file) {
  const lines = readFileSync(resolve(corpus, file), "utf8").split("\n");
  const wanted = lines.filter((line) => line.trim() !== "" && !line.startsWith("#"));
  return wanted.slice(0, most).map((line) => {
    const [position, ...facts] = line.split(" ; ");
    const fact = (name) =>
      facts.find((text) => text.trim().startsWith(`${name}=`))?.trim().slice(name.length + 1);
    return { position, rules: fact("rules") ?? "", side: fact("attacker") };
  });
}

/** The answer of the native program, and its certificates. */
function native(game, { position, rules, side }, query) {
  const options = { value: ["--value"], moves: ["--moves"], score: ["--score"] }[query.ask] ?? [];
  if (query.shortest) options.push("--shortest");
  const about = query.ask === undefined && side ? ["--attacker", side] : [];
  const proof = join(own, "x.proof");
  if (query.ask !== "moves" && query.ask !== "score") options.push("--proof", proof, "--force");
  const command = ["solve", game, position, "--rules", rules, "--nodes", String(nodes), "--json"];
  let printed;
  try {
    printed = execFileSync(program, [...command, ...about, ...options], { stdio: "pipe" });
  } catch (error) {
    // The exit code is not 0 where the answer is not a win.
    printed = error.stdout;
  }
  const files = ["x.proof", "x.no-shorter.proof"].map((name) => join(own, name));
  const certificates = files.filter((file) => existsSync(file)).map((file) => readFileSync(file));
  files.forEach((file) => rmSync(file, { force: true }));
  return { data: JSON.parse(printed.toString().trim().split("\n").at(-1)), certificates };
}

const fields = ["answer", "value", "score", "length", "length_proven", "line", "pn", "dn"];
const counts = ["expanded", "generated", "evaluated", "table_hits"];

for (const [game, file, query] of sets) {
  test(`${file} ${JSON.stringify(query)}`, () => {
    let certificates = 0;
    for (const asked of positions(file)) {
      const expected = native(game, asked, query);
      const solver = new module.Solver(JSON.stringify({ game, rules: asked.rules }));
      const side = query.ask === undefined ? asked.side : undefined;
      const proof = query.ask !== "moves" && query.ask !== "score";
      const question = { ...query, side, position: asked.position, nodes, proof };
      const answered = solver.ask(JSON.stringify(question), silent);
      const data = JSON.parse(answered.data);
      for (const field of [...fields, ...counts]) {
        assert.deepEqual(data[field], expected.data[field], `${field} of ${asked.position}`);
      }
      const found = Array.from({ length: answered.certificates }, (_, n) => answered.certificate(n));
      for (const certificate of found) {
        const same = expected.certificates.some((bytes) => bytes.equals(certificate));
        assert.ok(same || query.ask === "value", asked.position);
        const verdict = JSON.parse(module.check(certificate, "{}"));
        assert.equal(verdict.accepted, true, verdict.reason);
        certificates += 1;
        // A changed byte is found.
        const changed = certificate.slice();
        changed[changed.length >> 1] ^= 1;
        assert.equal(JSON.parse(module.check(changed, "{}")).accepted, false);
      }
      assert.equal(found.length >= expected.certificates.length, true, asked.position);
      answered.free();
      solver.free();
    }
    assert.ok(certificates > 0 || query.ask === "moves" || query.ask === "score");
  });
}

test("errors have a kind and a place", () => {
  const error = (call) => {
    try {
      call();
    } catch (text) {
      return JSON.parse(text);
    }
    assert.fail("it is accepted");
  };
  const game = (request) => () => new module.Solver(JSON.stringify(request));
  assert.equal(error(game({ game: "ludo" })).error_type, "usage");
  assert.equal(error(game({ game: "shogy" })).suggestion, "shogi");
  assert.match(error(game({ game: "loa", speed: 3 })).error, /unknown field `speed`/);
  const solver = new module.Solver(JSON.stringify({ game: "shogi" }));
  const ask = (request) => () => solver.ask(JSON.stringify(request), silent);
  assert.deepEqual(error(ask({ position: "9/9/9/9/9/9/9/9/9 x - 1" })).error_kind, "input");
  assert.match(error(ask({ position: "startpos", seconds: -1 })).error, /seconds/);
  // The solver still answers.
  const mate = { position: "4k4/9/4P4/9/9/9/9/9/9 b G 1" };
  assert.equal(JSON.parse(solver.ask(JSON.stringify(mate), silent).data).answer, "proved");
});

test("a bundle is checked", () => {
  const file = join(own, "x.zip");
  const mate = "8k/9/8G/9/9/9/9/9/9 b Rr2b3g4s4n4l18p 1";
  execFileSync(program, ["compose", "check", "shogi", mate, "--proof", file], { stdio: "pipe" });
  const bytes = readFileSync(file);
  const verdict = JSON.parse(module.checkBundle(bytes, "{}"));
  assert.equal(verdict.accepted, true, verdict.reason);
  assert.equal(verdict.bundle.verdict, "unique but for the last move");
  bytes[bytes.length >> 1] ^= 1;
  assert.equal(JSON.parse(module.checkBundle(bytes, "{}")).accepted, false);
});

test("progress is reported", () => {
  const solver = new module.Solver(JSON.stringify({ game: "othello" }));
  const reports = [];
  const question = { position: "F5", seconds: 1 };
  const answered = solver.ask(JSON.stringify(question), (...report) => reports.push(report));
  assert.equal(JSON.parse(answered.data).stopped_by, "time");
  assert.ok(reports.length > 0 && reports.every(([expanded, fill]) => expanded > 0 && fill >= 0));
});

test("damaged weights are refused", () => {
  assert.throws(() => module.setWeights(new Uint8Array([1, 2, 3])), /the weights of Othello/);
});

test("games are listed", () => {
  assert.deepEqual(JSON.parse(module.games()), ["loa", "othello", "shogi", "uttt"]);
});

