/** The real program and a real browser for the tests of this folder. */
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Locator, type Page } from "playwright-core";

/** Commands start in the client's folder. */
export const ROOT = resolve("../../..");
export const ARTIFACTS = resolve("test/artifacts");
export const PICTURES = join(ROOT, "docs/pictures");

/** The program under test. */
export const SHOMEI = resolve(process.env["SHOMEI"] ?? join(ROOT, "target/release/shomei"));

const PATIENCE = Number(process.env["PATIENCE"] ?? 20_000);
/** The number of attempts at an action that can be repeated. */
const TRIES = 4;

/** Diagram 4 of docs/references.md [2], as the README shows it: Black wins in 23 plies. */
export const DIAGRAM_4 = "...x....o.................oxx....o..ooo....ox................... x";

/** The lines of a corpus without comments and empty lines. */
export function corpus(name: string): string[] {
  const text = readFileSync(join(ROOT, "corpus", name), "utf8");
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

/** A temporary folder. */
export function scratch(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "shomei-page-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Runs the program to its end. */
export function shomei(...args: string[]): string {
  return execFileSync(SHOMEI, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

export interface Server {
  /** The address with the token, as the program prints it. */
  readonly address: string;
  /** Without. */
  readonly origin: string;
}

const started: ChildProcess[] = [];

/** Ends every server of this process, also after a failed test. */
export async function stopAll(): Promise<void> {
  await Promise.all(started.splice(0).map(stop));
}

/** Starts `shomei explore` or `shomei serve` on a free port. */
export function serve(...args: string[]): Promise<Server> {
  return serveWith(SHOMEI, ...args);
}

/** Starts a command of a program with games of its own. */
export function serveWith(program: string, ...args: string[]): Promise<Server> {
  const [command = "", ...rest] = args;
  return run(program, command, "--no-open", ...rest);
}

/** Runs a program that prints the address of its server. */
export async function run(program: string, ...args: string[]): Promise<Server> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  started.push(child);
  let errors = "";
  child.stderr.on("data", (text: Buffer) => (errors += text.toString()));
  const address = await new Promise<string>((found, failed) => {
    let output = "";
    child.stdout.on("data", (text: Buffer) => {
      output += text.toString();
      const line = /http:\/\/\S+/.exec(output);
      if (line !== null) {
        found(line[0]);
      }
    });
    child.on("exit", () => failed(new Error(`${program} ${args.join(" ")} has ended: ${errors}${output}`)));
  });
  return { address, origin: new URL(address).origin };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode === null) {
    const gone = new Promise((done) => child.once("exit", done));
    child.kill("SIGINT");
    await gone;
  }
}

/** An interpreter with the Python package: the one in PYTHON, that of `cargo xtask python`, or `python3`. */
export function pythonWithPackage(): string | null {
  const named = process.env["PYTHON"];
  const candidates = named === undefined ? [join(ROOT, "target/python/test/bin/python"), "python3"] : [named];
  const hasPackage = (python: string) =>
    spawnSync(python, ["-c", "import shomei; shomei.serve"], { stdio: "ignore" }).status === 0;
  return candidates.find(hasPackage) ?? null;
}

/** The browser: the path in CHROMIUM, otherwise one in the PATH. */
function program(): string {
  const names = process.env["CHROMIUM"] === undefined ? ["chromium", "chromium-browser", "google-chrome"] : [process.env["CHROMIUM"]];
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const found = names.flatMap((name) => folders.map((folder) => resolve(folder, name))).find((path) => existsSync(path));
  assert.ok(found !== undefined, `none of ${names.join(", ")} is installed`);
  return found;
}

export function launch(...more: string[]): Promise<Browser> {
  const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];
  return chromium.launch({ executablePath: program(), args: ["--no-sandbox", ...quiet, ...more] });
}

export interface Tab {
  readonly page: Page;
  readonly context: BrowserContext;
  /** The faults of the page: failed scripts, and requests that its policy refused. */
  readonly faults: string[];
  /** Records the faults of another page of the window. */
  watch(page: Page): void;
  /** Closes the window. A fault of the page fails the test. */
  close(): Promise<void>;
}

/** Opens a window that records the faults of its page. */
export async function open(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
  assets = ownAssets(),
): Promise<Tab> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-GB", ...options });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const faults: string[] = [];
  const watch = (watched: Page) => {
    watched.on("pageerror", (error) => faults.push(`script: ${error.message}`));
    watched.on("console", (message) => {
      // A refused position is an answer with status 422, which the browser reports.
      if (message.type() === "error" && !/status of 4(22|29|04|10)/.test(message.text())) {
        faults.push(`console: ${message.text()}`);
      }
    });
    watched.on("dialog", (dialog) => {
      faults.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  };
  watch(page);
  await replacePage(context, assets);
  await page.goto(address);
  const close = async () => {
    await context.close();
    assert.deepEqual(faults, []);
  };
  return { page, context, faults, watch, close };
}

/** With PAGE=1 the tests show the page as it was built last, without a new build of the program. */
function ownAssets(): string | null {
  return process.env["PAGE"] === "1" ? resolve("../assets") : null;
}

/** Replaces the files of the page by those of a folder; null keeps those of the program. */
export async function replacePage(context: BrowserContext, folder = ownAssets()): Promise<void> {
  if (folder === null) {
    return;
  }
  await context.route(/^http:\/\/127\.0\.0\.1:\d+\/(assets\/[^?]*)?(#.*)?$/, async (route) => {
    const { origin, pathname } = new URL(route.request().url());
    const path = pathname === "/" ? "/index.html" : pathname;
    const type = path.endsWith(".css") ? "text/css" : path.endsWith(".js") ? "text/javascript" : "text/html";
    // The security policy of the page is the server's.
    const response = await route.fetch({ url: `${origin}/` });
    const headers = { ...response.headers(), "content-type": `${type}; charset=utf-8` };
    await route.fulfill({ status: 200, headers, body: readFileSync(join(folder, path)) });
  });
}

/** The page in another tab of the same window: tabs share their connections. */
export async function another(tab: Tab, address: string): Promise<Page> {
  const page = await tab.context.newPage();
  tab.watch(page);
  await page.goto(address);
  return page;
}

/** Saves a screenshot for inspection. */
export async function shoot(page: Page, name: string, fullPage = false): Promise<void> {
  mkdirSync(ARTIFACTS, { recursive: true });
  await page.screenshot({ path: join(ARTIFACTS, `${name}.png`), fullPage });
}

/** Waits until the address names a place at this ply. Quick steps share one address. */
export async function addressAt(page: Page, ply: number): Promise<void> {
  await page.waitForFunction((wanted) => {
    const path = location.hash.split("/")[3] ?? "";
    return (path === "" ? 0 : path.split(".").length) === wanted;
  }, ply);
}

/** Waits until the first place is shown with its lengths, which arrive last. */
export async function ready(page: Page): Promise<void> {
  await page.locator(".badge", { hasText: "Accepted" }).waitFor();
  await atPly(page, 0);
  await page.locator(".move .fact", { hasText: /\d (ply|plies)$/ }).first().waitFor();
}

/** Waits until the line marks this ply. */
export async function atPly(page: Page, ply: number): Promise<void> {
  await page.locator(`.rows [aria-current=step] .number:text-is("${ply}")`).waitFor();
}

/**
 * Repeats an action until its result is visible, since a page on a busy machine can miss an event. The
 * last attempt reports what is missing and what the page shows instead.
 */
export async function insist(act: () => Promise<void>, shows: Locator): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await act();
    try {
      return await shows.waitFor({ timeout: PATIENCE / TRIES });
    } catch (error) {
      if (tries === TRIES) {
        const text = await shows.page().locator("main").innerText();
        throw new Error(`the page shows: ${text.slice(0, 2000)}`, { cause: error });
      }
    }
  }
}

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** The serious accessibility faults that axe finds. */
export async function faultsOfAccess(page: Page): Promise<string[]> {
  const source = readFileSync(resolve("node_modules/axe-core/axe.min.js"), "utf8");
  // The policy of the page does not apply to scripts that the protocol evaluates.
  await page.evaluate(source);
  const found = (await page.evaluate("axe.run(document)")) as { violations: Violation[] };
  return found.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`);
}
