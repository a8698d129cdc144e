// Checked by the compiler of TypeScript, not run.

import { type Answer, type OwnGame, ShomeiError, Solver, check, conform, games } from "../package/index.js";
import * as checker from "../package/checker.js";
import { DRAW, DirectSolver, conform as conformHere, load, loadWeights } from "../package/direct.js";

async function example(signal: AbortSignal): Promise<Answer> {
  const solver = new Solver({ game: "shogi", rules: "tsume", memory: 2 ** 26 });
  const asking = solver.ask({ position: "...", ask: "moves", seconds: 1 }, { signal });
  for await (const { expanded, fill } of asking) {
    console.log(expanded + fill);
  }
  const answer = await asking;
  for (const { claim, bytes } of answer.certificates) {
    const verdict = await check(bytes, { seconds: 10 });
    console.log(claim === "length", verdict.accepted, verdict.reason?.length);
  }
  // @ts-expect-error An unknown question.
  await solver.ask({ position: "...", ask: "everything" });
  // @ts-expect-error An unknown game.
  new Solver({ game: "ludo" });
  await solver.close();
  return answer;
}

async function direct(): Promise<string[]> {
  await load();
  await loadWeights();
  await checker.load();
  const { accepted }: { accepted: boolean } = checker.check(new Uint8Array(), { seconds: 1 });
  console.log(accepted);
  const solver = new DirectSolver({ game: "loa" });
  try {
    return solver.ask({ position: "..." }, ({ expanded }) => console.log(expanded)).line;
  } catch (error) {
    return error instanceof ShomeiError ? [error.kind, error.suggestion ?? ""] : games();
  } finally {
    solver.free();
  }
}

class Nim implements OwnGame<[number, number], number> {
  start: [number, number] = [21, 0];
  toMove(position: [number, number]) {
    return position[1];
  }
  *moves(position: [number, number]) {
    yield* [1, 2, 3].filter((taken) => taken <= position[0]);
  }
  play([matches, side]: [number, number], taken: number): [number, number] {
    return [matches - taken, 1 - side];
  }
  winner([matches, side]: [number, number]) {
    return matches === 0 ? 1 - side : matches < 0 ? DRAW : null;
  }
}

function own(): number {
  const solver = new DirectSolver({ game: new Nim(), memory: 2 ** 20 });
  const { bundle } = solver.ask({ position: [20, 0], ask: "moves", bundle: true });
  // @ts-expect-error A position of another type.
  solver.ask({ position: "20" });
  // @ts-expect-error A game without its methods.
  new DirectSolver({ game: { toMove: () => 0 } });
  return conformHere(new Nim(), { positions: [[20, 0]], plies: 10 }).moves + (bundle?.length ?? 0);
}

async function ownModule(): Promise<string | undefined> {
  const game = new URL("file:///nim.js");
  try {
    const { positions } = await conform(game, { lines: 3 });
    const answer = await new Solver({ game }).ask({ position: [positions, 0], proof: true });
    return (await check(answer.certificates[0].bytes, { game })).accepted ? "accepted" : undefined;
  } catch (error) {
    return error instanceof ShomeiError && error.cause instanceof Error ? error.cause.stack : error instanceof ShomeiError ? error.place?.position : "";
  }
}

// @ts-expect-error An object cannot be sent to a worker.
new Solver({ game: new Nim() });

export { direct, example, own, ownModule };
