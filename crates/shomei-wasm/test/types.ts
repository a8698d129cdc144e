// Checked by the compiler of TypeScript, not run.

import { type Answer, type OwnGame, ShomeiError, type SolverOptions, Solver, check, conform, games } from "../package/index.js";
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

type Heap = [matches: number, side: 0 | 1];

class Nim implements OwnGame<Heap, number> {
  start: Heap = [21, 0];
  toMove(position: Heap) {
    return position[1];
  }
  *moves(position: Heap) {
    yield* [1, 2, 3].filter((taken) => taken <= position[0]);
  }
  play([matches, side]: Heap, taken: number): Heap {
    return [matches - taken, side === 0 ? 1 : 0];
  }
  winner([matches, side]: Heap) {
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
  const other: Pick<OwnGame, "toMove"> = {
    // @ts-expect-error A side that is not 0 or 1.
    toMove: () => 2,
  };
  console.log(other);
  // @ts-expect-error A built-in game has no usual position.
  new DirectSolver({ game: "loa" }).ask({});
  // @ts-expect-error A position of a built-in game is a text.
  void new Solver({ game: "loa" }).ask({ position: [20, 0] });
  return conformHere(new Nim(), { positions: [[20, 0]], plies: 10 }).moves + (bundle?.length ?? 0);
}

/** A solver of either kind, with a file as an `ArrayBuffer`. */
async function either(options: SolverOptions, file: ArrayBuffer): Promise<boolean> {
  const solver: Solver = new Solver({ game: "loa" });
  await solver.close();
  await new Solver(options).ask({ position: "...", text: "..." });
  // @ts-expect-error Expected the bytes of a file.
  checker.check([1, 2, 3]);
  return (await check(file)).accepted && checker.check(new DataView(file)).accepted;
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

export { direct, either, example, own, ownModule };
