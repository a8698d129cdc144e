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
const long = "position sfen lnsgk2nl/1r4g2/ppppp1ppp/5p3/9/9/9/9/9 b RB2GSN2P 1";

/** An engine, with its lines. */
async function start() {
  const locateFile = (file) => pathToFileURL(join(folder, file)).href;
  const engine = await createEngine({ locateFile, printErr: assert.fail });
  const lines = [];
  engine.addMessageListener((line) => lines.push(line));
  /** Calls `poll` until a line answers a `go`. */
  const answer = () => {
    for (let times = 0; times < 10_000; times += 1) {
      const at = lines.findIndex((line) => /^(checkmate|bestmove) /.test(line));
      if (at >= 0) {
        return lines.splice(0, at + 1).at(-1);
      }
      engine.poll();
    }
    return assert.fail("there is no answer");
  };
  const ask = (...commands) => {
    commands.forEach(engine.postMessage);
    return answer();
  };
  return { engine, lines, answer, ask };
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
  const { engine, ask } = await start();
  assert.match(ask(mate, "go mate infinite"), /^checkmate R\*1b$|^checkmate R\*\w+$/);
  assert.equal(ask(noMate, "go mate 5000"), "checkmate nomate");
  assert.match(ask("setoption name MateMode value shortest", mate, "go mate"), /^checkmate R\*\w+$/);
  engine.terminate();
});

test("a search ends at its time, at stop and at the next search", async () => {
  const { engine, lines, ask } = await start();
  assert.equal(ask(long, "go mate 60"), "checkmate timeout");
  engine.postMessage("go mate infinite");
  engine.poll();
  assert.equal(ask("stop"), "checkmate timeout");
  engine.postMessage("go mate infinite");
  engine.postMessage(mate);
  engine.postMessage("go mate infinite");
  assert.deepEqual(lines.splice(0), ["checkmate timeout"]);
  assert.match(ask(), /^checkmate R\*/);
  engine.postMessage(long);
  engine.postMessage("go mate infinite");
  engine.poll();
  engine.postMessage("quit");
  engine.poll();
  assert.deepEqual(lines, []);
});

test("what cannot be answered has a reason", async () => {
  const { engine, lines, ask } = await start();
  const refused = (commands, answer, reason) => {
    lines.length = 0;
    commands.forEach(engine.postMessage);
    while (!lines.some((line) => line === answer)) {
      engine.poll();
    }
    assert.match(lines[0], reason);
    lines.length = 0;
  };
  refused(["go mate"], "checkmate timeout", /^info string 局面がありません$/);
  refused(["position sfen 9/9 b - 1", "go mate"], "checkmate timeout", /^info string .*2 rows/);
  const mated = "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5b";
  refused([mated, "go mate"], "checkmate timeout", /^info string White is mated$/);
  refused([mate, "go mate soon"], "checkmate notimplemented", /^info string go mate: soon/);
  refused(["go btime 0 wtime 0"], "bestmove resign", /^info string /);
  engine.postMessage("setoption name USI_Hash value 0");
  assert.match(lines.shift(), /USI_Hash: 0 is not/);
  engine.postMessage("go infinite");
  assert.equal(lines.filter((line) => line.startsWith("bestmove")).length, 0);
  assert.equal(ask("stop"), "bestmove resign");
  engine.terminate();
});
