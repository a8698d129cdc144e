// The code of the guide runs, and prints the text below it.
//
// SHOMEI_PACKAGE names the folder of the package with the module.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, test } from "node:test";

const guide = readFileSync(new URL("../../../docs/guides/javascript.md", import.meta.url), "utf8");
const own = mkdtempSync(join(tmpdir(), "shomei-documents-"));
after(() => rmSync(own, { recursive: true }));

test("the code of the guide prints what the guide shows", { timeout: 120_000 }, () => {
  mkdirSync(join(own, "node_modules"));
  symlinkSync(resolve(process.env.SHOMEI_PACKAGE), join(own, "node_modules", "shomei"));
  writeFileSync(join(own, "package.json"), '{ "type": "module" }');
  const code = [];
  const expected = [];
  for (const [, language, text] of guide.matchAll(/^```(\w+)\n([^]*?)^```$/gm)) {
    // A block that begins with a name is a file.
    const file = /^\/\/ (\S+\.js)\n/.exec(text);
    if (language === "text") {
      expected.push(text);
    } else if (language === "js" && file !== null) {
      writeFileSync(join(own, file[1]), text);
    } else if (language === "js") {
      code.push(text, 'console.log("--");');
    }
  }
  writeFileSync(join(own, "guide.js"), code.join("\n"));
  const printed = execFileSync("node", ["guide.js"], { cwd: own, encoding: "utf8" });
  assert.deepEqual(printed.split("--\n").slice(0, -1), expected);
  assert.ok(expected.length >= 5);
});
