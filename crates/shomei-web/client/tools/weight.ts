/**
 * Measures the size of the page and the time of its first paint.
 *
 * A page above the limit fails. The time is only printed, since it depends on the machine.
 * machine and on what else it does.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { launch, open, serve, stopAll } from "../test/browser/harness.ts";

/** Compressed, in bytes. */
const MOST = 150_000;

const ASSETS = "../assets";

function weight(): number {
  let sum = 0;
  for (const entry of readdirSync(ASSETS, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) {
      const bytes = readFileSync(join(entry.parentPath, entry.name));
      const packed = gzipSync(bytes, { level: 9 }).length;
      console.log(`${entry.name}: ${bytes.length} bytes, ${packed} compressed`);
      sum += packed;
    }
  }
  return sum;
}

const sum = weight();
console.log(`page: ${sum} bytes compressed, at most ${MOST}`);

const server = await serve("serve");
const browser = await launch();
const paints: number[] = [];
for (let run = 0; run < 5; run += 1) {
  const { page, close } = await open(browser, server.address);
  await page.locator(".board.editable [data-square]").first().waitFor();
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN);
  paints.push(Math.round(paint));
  await close();
}
await browser.close();
await stopAll();
const middle = [...paints].sort((a, b) => a - b)[2] ?? NaN;
console.log(`first paint from this machine: ${middle} ms (five runs: ${paints.join(", ")})`);
if (sum > MOST) {
  process.exitCode = 1;
}
