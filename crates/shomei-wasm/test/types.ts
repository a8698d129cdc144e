// Checked by the compiler of TypeScript, not run.

import { type Answer, ShomeiError, Solver, check, games } from "../package/index.js";
import { DirectSolver, load } from "../package/direct.js";

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
  const solver = new DirectSolver({ game: "loa" });
  try {
    return solver.ask({ position: "..." }, ({ expanded }) => console.log(expanded)).line;
  } catch (error) {
    return error instanceof ShomeiError ? [error.kind, error.suggestion ?? ""] : games();
  } finally {
    solver.free();
  }
}

export { direct, example };
