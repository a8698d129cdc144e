// Solves connect four on a small board: node solve.mjs, or node solve.mjs wide
import { Solver, check, conform } from "shomei";

const game = new URL(`connect-four.js#${process.argv[2] ?? "default"}`, import.meta.url);
const { positions } = await conform(game);
console.log(`the rules hold in ${positions} positions`);
const solver = new Solver({ game });
const { value, certificates } = await solver.ask({ ask: "value", proof: true });
console.log(`${value}, ${certificates.length} certificates`);
for (const { bytes } of certificates) {
  const { accepted, records } = await check(bytes, { game });
  console.log(accepted ? `accepted: ${records} records` : "rejected");
}
await solver.close();
