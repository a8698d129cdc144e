// The examples: in an empty project of Node, and the page in Chromium.
//
// SHOMEI_PACKAGE names the folder of the package with the module. The client of the page has the
// library that drives the browser.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, extname, join, resolve } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const folder = process.env.SHOMEI_PACKAGE;
const examples = fileURLToPath(new URL("../../../examples/javascript/", import.meta.url));
const client = fileURLToPath(new URL("../../shomei-web/client/package.json", import.meta.url));
const own = mkdtempSync(join(tmpdir(), "shomei-examples-"));
after(() => rmSync(own, { recursive: true }));

const npm = (...args) => execFileSync("npm", args, { cwd: own, encoding: "utf8", stdio: "pipe" });
const [{ filename }] = JSON.parse(npm("pack", "--json", folder));
writeFileSync(join(own, "package.json"), '{ "type": "module" }');
npm("install", "--no-audit", "--no-fund", "--offline", `./${filename}`);
cpSync(examples, own, { recursive: true });

/** The number of lines of an example. */
function lines(name) {
  return readFileSync(join(examples, name), "utf8").trimEnd().split("\n").length;
}

test("the examples are short", () => {
  assert.ok(lines("solve.mjs") <= 15);
  assert.ok(lines("page.html") <= 30);
  assert.ok(lines("nim.js") <= 15);
  assert.ok(lines("connect-four.js") <= 40);
});

test("the script solves connect four and checks the certificates", () => {
  const printed = execFileSync("node", ["solve.mjs"], { cwd: own, encoding: "utf8" });
  const [rules, value, ...accepted] = printed.trimEnd().split("\n");
  assert.match(rules, /^the rules hold in \d{3} positions$/);
  assert.equal(value, "draw, 2 certificates");
  assert.equal(accepted.length, 2);
  assert.ok(accepted.every((line) => /^accepted: \d{3,} records$/.test(line)), printed);
});

/** Chromium: the path in CHROMIUM, otherwise one in the PATH. */
function browserProgram() {
  const names = process.env.CHROMIUM ? [process.env.CHROMIUM] : ["chromium", "chromium-browser", "google-chrome"];
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((at) => resolve(at, name))).find((path) => existsSync(path));
}

/** The file of a library of the client. */
function libraryOf(name) {
  try {
    return createRequire(client).resolve(name);
  } catch {
    return undefined;
  }
}

const executablePath = browserProgram();
const driver = libraryOf("playwright-core");
const playwright = driver && createRequire(client)(driver);
const bundler = libraryOf("vite");
const missing =
  (executablePath === undefined && "Chromium is not installed") ||
  (playwright === undefined && "playwright-core is not installed: npm ci in crates/shomei-web/client");

/** Serves the project. */
async function serve() {
  const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const file = join(own, decodeURIComponent(pathname));
    if (!file.startsWith(own) || !existsSync(file)) {
      return response.writeHead(404).end();
    }
    response.writeHead(200, { "content-type": types[extname(file)] ?? "text/plain" });
    return response.end(readFileSync(file));
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return server;
}

test("the page solves nim in a browser", { skip: missing, timeout: 120_000 }, async () => {
  const server = await serve();
  const browser = await playwright.chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    const faults = [];
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    await page.route("**/favicon.ico", (route) => route.fulfill({ status: 204 }));
    await page.goto(`http://127.0.0.1:${server.address().port}/page.html`);
    const output = page.locator("output");
    const solve = async (matches, expected) => {
      await page.fill("input", String(matches));
      await page.click("button");
      await output.filter({ hasText: expected }).waitFor();
      return output.innerText();
    };
    assert.match(await solve(21, "proved"), /^proved: 1 .*; the certificate is accepted$/);
    assert.match(await solve(20, "disproved"), /^disproved: .*; the certificate is accepted$/);
    // An exception of a game in the worker of a browser keeps its stack, and memory has a limit.
    const seen = await page.evaluate(async () => {
      const { Solver } = await import("shomei");
      const text = `import nim from "${new URL("nim.js", location)}";
        export default { ...nim, winner(p) { if (p[0] === 5) throw new TypeError("five"); return nim.winner(p); } };`;
      const game = new URL(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
      const solver = new Solver({ game });
      const failed = await solver.ask({}).catch((error) => error);
      const after = await solver.ask({ position: [4, 0] });
      const huge = await new Solver({ game: "loa", memory: 2 ** 40 }).ask({ position: "start" }).catch((error) => error);
      return {
        kind: failed.kind,
        isTyped: failed.cause instanceof TypeError,
        stack: failed.cause.stack,
        place: failed.place.position,
        answer: after.answer,
        huge: huge.kind,
      };
    });
    assert.deepEqual([seen.kind, seen.isTyped, seen.answer, seen.huge], ["game", true, "disproved", "limit"]);
    assert.match(seen.place, /^\[5,[01]\]$/);
    assert.match(seen.stack, /winner.*blob:/);
    assert.deepEqual(faults, []);
  } finally {
    await browser.close();
    server.close();
  }
});

const unbuilt = missing || (bundler === undefined && "vite is not installed: npm ci in crates/shomei-web/client");

test("a bundler finds the worker and the files of the package", { skip: unbuilt, timeout: 120_000 }, async () => {
  const script = `import { Solver, check } from "shomei";
    import * as checker from "shomei/checker";
    const solver = new Solver({ game: "othello" });
    solver.ask({ position: "F5", nodes: 10 }).then(({ stopped_by }) => (document.title = stopped_by));
    const nim = new Solver({ game: new URL("./nim.js", import.meta.url) });
    window.solve = () => nim.ask({ position: [5, 0] }).then(({ answer }) => answer);
    window.judge = () => checker.load().then(() => checker.check(new ArrayBuffer(3)).accepted);`;
  writeFileSync(join(own, "index.html"), `<!doctype html><script type="module" src="./main.js"></script>`);
  writeFileSync(join(own, "main.js"), script);
  const { build } = await import(pathToFileURL(bundler).href);
  await build({ root: own, base: "./", configFile: false, logLevel: "error" });
  const files = readdirSync(join(own, "dist", "assets"));
  for (const name of [/^shomei_wasm_bg-.*\.wasm$/, /^shomei_wasm_checker_bg-.*\.wasm$/, /^othello-.*\.weights$/, /^worker-.*\.js$/]) {
    assert.equal(files.filter((file) => name.test(file)).length, 1, `${name}: ${files}`);
  }
  for (const file of files.filter((name) => name.endsWith(".js"))) {
    const text = readFileSync(join(own, "dist", "assets", file), "utf8");
    assert.doesNotMatch(text, /\bfrom\s*"\.|\bimport\s*"\./, file);
  }
  const server = await serve();
  const browser = await playwright.chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/dist/index.html`);
    await page.waitForFunction(() => document.title === "nodes", undefined, { timeout: 60_000 });
    assert.equal(await page.evaluate(() => window.solve()), "proved");
    assert.equal(await page.evaluate(() => window.judge()), false);
  } finally {
    await browser.close();
    server.close();
  }
});
