// Compares the time of the module with that of the native program on the positions of `shomei bench`.
//
// SHOMEI names the native program, built with --release, SHOMEI_WASM the folder with the module, and
// SHOMEI_ROUNDS how often each position is searched (3). The least time of a position counts.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const program = process.env.SHOMEI;
const folder = process.env.SHOMEI_WASM;
const rounds = Number(process.env.SHOMEI_ROUNDS ?? "3");
const nodes = Number(process.env.SHOMEI_NODES ?? "300000");
const bench = fileURLToPath(new URL("../../shomei-cli/bench/", import.meta.url));

const module = await import(pathToFileURL(join(folder, "shomei_wasm.js")).href);
module.initSync({ module: readFileSync(join(folder, "shomei_wasm_bg.wasm")) });
const weights = new URL("../../shomei-othello/weights/othello.weights", import.meta.url);
module.setWeights?.(readFileSync(weights));

/** The answer of the native program. */
function native(game, position) {
  const command = ["solve", game, position, "--nodes", `${nodes}`, "--memory", "64MiB", "--json"];
  try {
    return JSON.parse(execFileSync(program, command, { stdio: "pipe" }).toString());
  } catch (error) {
    // The exit code is not 0 where the answer is not a win.
    return JSON.parse(error.stdout.toString());
  }
}

/** The answer of the module. */
function compiled(game, position) {
  const solver = new module.Solver(JSON.stringify({ game, memory: 64 << 20 }));
  const answer = solver.ask(JSON.stringify({ position, nodes }), () => {});
  const data = JSON.parse(answer.data);
  answer.free();
  solver.free();
  return data;
}

// A module can be built for some of the games.
const played = JSON.parse(module.games());
for (const game of ["loa", "othello", "shogi", "uttt"].filter((name) => played.includes(name))) {
  const lines = readFileSync(join(bench, `${game}.txt`), "utf8").split("\n");
  const positions = lines.filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const total = { native: 0, compiled: 0, expanded: 0 };
  for (const position of positions) {
    const best = { native: Infinity, compiled: Infinity };
    for (let round = 0; round < rounds; round += 1) {
      const [first, second] = [native(game, position), compiled(game, position)];
      if (first.expanded !== second.expanded) {
        throw new Error(`${game} ${position}: ${first.expanded} and ${second.expanded} nodes`);
      }
      best.native = Math.min(best.native, first.seconds);
      best.compiled = Math.min(best.compiled, second.seconds);
      total.expanded += first.expanded / rounds;
    }
    total.native += best.native;
    total.compiled += best.compiled;
  }
  const ratio = total.compiled / total.native;
  const seconds = `${total.compiled.toFixed(2)} s compiled, ${total.native.toFixed(2)} s native`;
  console.log(`${game}: ${ratio.toFixed(2)} (${Math.round(total.expanded)} nodes; ${seconds})`);
}
