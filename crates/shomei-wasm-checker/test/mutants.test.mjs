// The checker judges changed certificates as the other checkers do.
//
// SHOMEI_CHECKER names the folder with the module, SHOMEI_MUTANTS the certificates that the tests of the
// second checker have kept: the first word of a name is their verdict.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const folder = process.env.SHOMEI_CHECKER;
const mutants = process.env.SHOMEI_MUTANTS;
const module = await import(pathToFileURL(join(folder, "shomei_wasm_checker.js")).href);
module.initSync({ module: readFileSync(join(folder, "shomei_wasm_checker_bg.wasm")) });

test("changed certificates", () => {
  const counts = { accepted: 0, rejected: 0 };
  for (const name of readdirSync(mutants).filter((name) => /^(accepted|rejected)-/.test(name))) {
    const expected = name.split("-")[0];
    const verdict = JSON.parse(module.check(readFileSync(join(mutants, name)), 60, undefined));
    const found = verdict.accepted ? "accepted" : "rejected";
    assert.equal(found, expected, `${name}: ${verdict.reason}`);
    assert.equal(verdict.reason === null, verdict.accepted, name);
    counts[found] += 1;
  }
  console.log(`${counts.accepted} accepted, ${counts.rejected} rejected`);
  assert.ok(counts.accepted > 0 && counts.rejected > 0);
});
