/** The real program and a real browser for the tests of this folder. */
import assert from "node:assert/strict";
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
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
/** So often something that may be done twice is tried. */
const TRIES = 4;

/** Diagram 4 of docs/references.md [2], as the README shows it: Black wins in 23 plies. */
export const DIAGRAM_4 = "...x....o.................oxx....o..ooo....ox................... x";

/** The lines of a corpus that say something. */
export function corpus(name: string): string[] {
  const text = readFileSync(join(ROOT, "corpus", name), "utf8");
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

/** A folder that is gone after the tests. */
export function scratch(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "shomei-page-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Runs the program to its end. */
export function shomei(...args: string[]): string {
  return execFileSync(SHOMEI, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

export interface Server {
  /** With the token, as the program has printed it. */
  readonly address: string;
  /** Without. */
  readonly origin: string;
}

const started: ChildProcess[] = [];

/** Ends every server of this process, so that a test that has failed leaves none behind. */
export async function stopAll(): Promise<void> {
  await Promise.all(started.splice(0).map(stop));
}

/** Starts `shomei explore` or `shomei serve` on a free port. */
export async function serve(...args: string[]): Promise<Server> {
  const [command = "", ...rest] = args;
  const child = spawn(SHOMEI, [command, "--no-open", ...rest], { stdio: ["ignore", "pipe", "pipe"] });
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
    child.on("exit", () => failed(new Error(`shomei ${args.join(" ")} has ended: ${errors}${output}`)));
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

/** The browser: CHROMIUM names it, else it is looked for. */
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
  /** What the page has complained about: scripts that failed, and what its policy has refused. */
  readonly faults: string[];
  /** Notes what another page of the window complains about, too. */
  watch(page: Page): void;
  /** Closes it; a page that has complained fails its test. */
  close(): Promise<void>;
}

/** A window that notes whatever goes wrong in the page. */
export async function open(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Tab> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-GB", ...options });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const faults: string[] = [];
  const watch = (watched: Page) => {
    watched.on("pageerror", (error) => faults.push(`script: ${error.message}`));
    watched.on("console", (message) => {
      // A refused position is an answer with status 422, of which the browser tells, too.
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
  await freshPage(context);
  await page.goto(address);
  const close = async () => {
    await context.close();
    assert.deepEqual(faults, []);
  };
  return { page, context, faults, watch, close };
}

/**
 * With PAGE=1, shows the page as it was built last, by a program that holds an older one: for work
 * on the page without building the program each time.
 */
export async function freshPage(context: BrowserContext): Promise<void> {
  if (process.env["PAGE"] !== "1") {
    return;
  }
  const folder = resolve("../assets");
  await context.route(/^http:\/\/127\.0\.0\.1:\d+\/(assets\/[^?]*)?(#.*)?$/, async (route) => {
    const { origin, pathname } = new URL(route.request().url());
    const path = pathname === "/" ? "/index.html" : pathname;
    const type = path.endsWith(".css") ? "text/css" : path.endsWith(".js") ? "text/javascript" : "text/html";
    // The policy of the page is the server's.
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

/** Keeps a picture of the window for people to look at. */
export async function shoot(page: Page, name: string, fullPage = false): Promise<void> {
  mkdirSync(ARTIFACTS, { recursive: true });
  await page.screenshot({ path: join(ARTIFACTS, `${name}.png`), fullPage });
}

/** Waits until the address names a place after so many plies: steps that follow quickly share one. */
export async function addressAt(page: Page, ply: number): Promise<void> {
  await page.waitForFunction((wanted) => {
    const path = location.hash.split("/")[3] ?? "";
    return (path === "" ? 0 : path.split(".").length) === wanted;
  }, ply);
}

/** Waits until the first place is on show with its lengths, which come later than the rest. */
export async function ready(page: Page): Promise<void> {
  await page.locator(".badge", { hasText: "Accepted" }).waitFor();
  await atPly(page, 0);
  await page.locator(".move .fact", { hasText: /\d (ply|plies)$/ }).first().waitFor();
}

/** Waits until a place is on show; the line says at which ply it is. */
export async function atPly(page: Page, ply: number): Promise<void> {
  await page.locator(`.rows [aria-current=step] .number:text-is("${ply}")`).waitFor();
}

/**
 * Does something until it shows: for what may be done twice, where a page on a busy machine can miss an event. The
 * last try says what is missing, and what the page shows instead.
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

/** The serious faults that axe finds in the page. */
export async function faultsOfAccess(page: Page): Promise<string[]> {
  const source = readFileSync(resolve("node_modules/axe-core/axe.min.js"), "utf8");
  // The policy of the page forbids scripts of others; what the protocol evaluates is not one.
  await page.evaluate(source);
  const found = (await page.evaluate("axe.run(document)")) as { violations: Violation[] };
  return found.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`);
}
