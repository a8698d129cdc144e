// Prints the sizes of the module and of the checker, also compressed as servers do, and fails if one is
// above its limit.
//
// SHOMEI_WASM names the folder with the module, SHOMEI_CHECKER the folder with the checker.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

// In kB with Brotli, 10 % above the sizes of November 2026, which are 1,051 and 276.
const MODULES = [
  { name: "the module", folder: "SHOMEI_WASM", file: "shomei_wasm_bg.wasm", limit: 1150 },
  { name: "the checker", folder: "SHOMEI_CHECKER", file: "shomei_wasm_checker_bg.wasm", limit: 300 },
];

const sizes = MODULES.map(({ name, folder, file, limit }) => {
  const code = readFileSync(join(process.env[folder], file));
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24 };
  const compressed = Math.round(brotliCompressSync(code, { params }).length / 1000);
  const text = `${name} has ${Math.round(code.length / 1000)} kB, with Brotli ${compressed}`;
  if (compressed <= limit) {
    return text;
  }
  process.exitCode = 1;
  return `${text}, more than ${limit}`;
});
console.log(sizes.join("; "));
