// The engine for ShogiHome. SHOMEI_SHOGIHOME names its folder.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const folder = process.env.SHOMEI_SHOGIHOME;
const { default: createEngine } = await import(pathToFileURL(join(folder, "shomei.js")).href);

const mate = "position sfen 8k/9/8G/9/9/9/9/9/9 b R 1";
const noMate = "position sfen 4k4/9/9/9/9/9/9/9/9 b P 1";
const slow = "position sfen 9/9/4k4/9/9/9/9/9/9 b RBGS 1";
const long = "position sfen lnsgk2nl/1r4g2/ppppp1ppp/5p3/9/9/9/9/9 b RB2GSN2P 1";

/** An engine, with its lines. */
async function start() {
  const locateFile = (file) => pathToFileURL(join(folder, file)).href;
  const engine = await createEngine({ locateFile, printErr: assert.fail });
  const lines = [];
  engine.addMessageListener((line) => lines.push(line));
  const isAnswer = (line) => /^(checkmate|bestmove) /.test(line);
  /** Executes commands, and returns the lines to the answer. */
  const linesOf = async (...commands) => {
    commands.forEach(engine.postMessage);
    while (!lines.some(isAnswer)) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return lines.splice(0, lines.findIndex(isAnswer) + 1);
  };
  const ask = async (...commands) => (await linesOf(...commands)).at(-1);
  return { engine, lines, linesOf, ask };
}

test("the options are those of engine.json", async () => {
  const manifest = JSON.parse(readFileSync(join(folder, "engine.json"), "utf8"));
  const { engine, lines } = await start();
  engine.postMessage("usi");
  assert.deepEqual(lines.slice(0, 2), [`id name ${manifest.name}`, `id author ${manifest.author}`]);
  const expected = manifest.options.map(({ name, type, min, max, vars, default: usual }) => {
    const bounds = min === undefined ? "" : ` min ${min} max ${max}`;
    const choices = (vars ?? []).map((word) => ` var ${word}`).join("");
    return `option name ${name} type ${type} default ${usual}${bounds}${choices}`;
  });
  assert.deepEqual(lines.slice(2), [...expected, "usiok"]);
  engine.terminate();
});

test("mates are found, and their absence is proved", async () => {
  const { engine, linesOf, ask } = await start();
  assert.match(await ask(mate, "go mate infinite"), /^checkmate R\*/);
  assert.equal(await ask(noMate, "go mate 5000"), "checkmate nomate");
  assert.equal(await ask(long, "go mate"), "checkmate nomate");
  const noCheck = "position sfen 4k4/9/9/9/9/9/9/9/P8 b - 1";
  const [reason, answer] = await linesOf(noCheck, "go mate");
  assert.match(reason, /^info string /);
  assert.equal(answer, "checkmate nomate");
  engine.terminate();
});

test("the shortest mate is found", { timeout: 120_000 }, async () => {
  const { engine, ask } = await start();
  engine.postMessage("setoption name MateMode value shortest");
  const line = await ask("position sfen 9/9/4k4/9/9/9/9/9/9 b RB2G 1", "go mate 100000");
  assert.equal(line.split(" ").length, 1 + 9, line);
  engine.terminate();
});

test("a search ends at its time, at stop and at the next search", async () => {
  const { engine, lines, ask } = await start();
  engine.postMessage("setoption name MateMode value shortest");
  assert.match(await ask(slow, "go mate 60"), /^checkmate /);
  engine.postMessage("go mate infinite");
  await new Promise((resolve) => setTimeout(resolve, 100));
  const began = performance.now();
  engine.postMessage("stop");
  assert.deepEqual(lines.splice(0), ["checkmate timeout"]);
  assert.ok(performance.now() - began < 100);
  engine.postMessage("go mate infinite");
  engine.postMessage(mate);
  engine.postMessage("go mate infinite");
  assert.deepEqual(lines.splice(0), ["checkmate timeout"]);
  assert.match(await ask(), /^checkmate R\*/);
  engine.postMessage(slow);
  engine.postMessage("go mate infinite");
  engine.postMessage("quit");
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.deepEqual(lines, []);
});

test("what cannot be answered has a reason", async () => {
  const { engine, lines, linesOf, ask } = await start();
  const refused = async (commands, answer, reason) => {
    const found = await linesOf(...commands);
    assert.match(found[0], reason);
    assert.equal(found.at(-1), answer);
  };
  await refused(["go mate"], "checkmate timeout", /^info string 局面がありません$/);
  await refused(["position sfen 9/9 b - 1", "go mate"], "checkmate timeout", /^info string .*2 rows/);
  const mated = "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5b";
  await refused([mated, "go mate"], "checkmate timeout", /^info string White is mated$/);
  await refused([mate, "go mate soon"], "checkmate notimplemented", /^info string go mate: soon/);
  await refused(["go btime 0 wtime 0"], "bestmove resign", /^info string /);
  engine.postMessage("setoption name USI_Hash value 0");
  assert.match(lines.shift(), /USI_Hash: 0 is not/);
  engine.postMessage("go infinite");
  assert.equal(lines.filter((line) => line.startsWith("bestmove")).length, 0);
  assert.equal(await ask("stop"), "bestmove resign");
  engine.terminate();
});

test("a module that cannot be loaded is an error", async () => {
  const locateFile = () => pathToFileURL(join(folder, "absent.wasm")).href;
  await assert.rejects(createEngine({ locateFile }), /absent\.wasm/);
});
