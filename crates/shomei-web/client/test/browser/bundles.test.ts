/** Bundles: dropped on the page, and offered with answers. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { answered, ask, drop, position, setUp } from "./asking.ts";
import { atPly, faultsOfAccess, launch, open, scratch, serve, shomei, shoot, stopAll, type Server } from "./harness.ts";

const { folder, remove } = scratch();
let browser: Browser;
let server: Server;

/** A mate in one ply, and an Othello position with seven empty squares. */
const MATE = "8k/9/8P/9/9/9/9/9/9 b G 1";
const OTHELLO = "XXXXXXXXXOOOOOOXXOOXXOXXXOXOXXOXXXOXOXXXXXXOXX---XXXX---XXXXX-O- O";

const [moves, solution, othello, changed] = ["moves.zip", "solution.zip", "othello.zip", "changed.zip"].map((name) => join(folder, name)) as [
  string, string, string, string,
];

before(async () => {
  shomei("solve", "shogi", MATE, "--moves", "--proof", moves);
  shomei("compose", "check", "shogi", "7k1/9/7P1/9/9/9/9/9/9 b G2g 1", "--proof", solution);
  shomei("solve", "othello", OTHELLO, "--score", "--proof", othello);
  const bytes = readFileSync(moves);
  bytes.write("R", bytes.indexOf("results"));
  writeFileSync(changed, bytes);
  server = await serve("serve", "--threads", "2", "--questions", "2");
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await stopAll();
  remove();
});

/** Drops a bundle, and waits for the end of its check. */
async function check(page: Page, file: string, state: string): Promise<void> {
  await page.locator(".drop").waitFor();
  await drop(page, file, "a bundle.zip");
  await page.locator(`.bundle .check-${state}`).waitFor();
}

const row = (page: Page, move: string) => page.locator(".bundle-results tbody tr").filter({ has: page.locator("th", { hasText: move }) });

test("a dropped bundle is checked, and its certificates are walked", async () => {
  const { page, close } = await open(browser, server.address);
  await check(page, moves, "accepted");
  await page.locator(".bundle h1", { hasText: "The value of each move" }).waitFor();
  await page.locator(".bundle .board-side svg").first().waitFor();
  assert.equal(await row(page, "G*1b").locator("td").first().innerText(), "mate");
  assert.equal(await row(page, "G*2a").locator("td").first().innerText(), "no mate");
  assert.ok((await row(page, "This position").locator("td").first().innerText()) === "mate");
  assert.deepEqual(await faultsOfAccess(page), []);
  await shoot(page, "bundle", true);
  // The address shows it after a reload.
  assert.match(page.url(), /#\/b\/\d+$/);
  await page.reload();
  await page.locator(".bundle .check-accepted").waitFor();
  await page.getByRole("button", { name: "日本語" }).click();
  await page.locator(".bundle h1", { hasText: "各手の結果" }).waitFor();
  await row(page, "▲１二金").waitFor();
  await page.locator(".badge", { hasText: "検証済み" }).waitFor();
  await row(page, "▲２一金").locator("button").first().click();
  await page.locator(".explorer .badge", { hasText: "検証済み" }).waitFor();
  await atPly(page, 0);
  // The second click opens the same certificate.
  const first = page.url();
  await page.goBack();
  await row(page, "▲２一金").locator("button").first().click();
  await page.locator(".explorer .badge", { hasText: "検証済み" }).waitFor();
  assert.equal(page.url(), first);
  await close();
});

test("a bundle about a solution has a verdict and a line, and one about a score two certificates", async () => {
  const { page, close } = await open(browser, server.address);
  await check(page, solution, "accepted");
  await page.locator(".bundle h1", { hasText: "Is the line the only solution for Black" }).waitFor();
  await page.locator(".bundle .headline", { hasText: "Solution: unique" }).waitFor();
  await page.locator(".bundle .answer-line", { hasText: "1. G*2b" }).waitFor();
  await page.getByRole("link", { name: "Ask a question" }).click();
  await check(page, othello, "accepted");
  assert.equal(await row(page, "This position").locator("button").count(), 2);
  await close();
});

test("a lost request does not end the watch of a bundle, and the title follows the language", async () => {
  const { page, close } = await open(browser, server.address);
  await check(page, moves, "accepted");
  let lost = 0;
  await page.route("**/api/bundles/**", (route) => {
    lost += 1;
    return lost === 1 ? route.fulfill({ status: 422, body: "" }) : route.continue();
  });
  await page.reload();
  await page.locator(".bundle .check-accepted").waitFor();
  assert.ok(lost > 1);
  assert.equal(await page.locator(".bundle .error").innerText(), "");
  const title = await page.title();
  await page.getByRole("button", { name: "日本語" }).click();
  await page.locator(".bundle h1", { hasText: "各手の結果" }).waitFor();
  assert.notEqual(await page.title(), title);
  await close();
});

test("a changed bundle is rejected with the place", async () => {
  const { page, close } = await open(browser, server.address);
  await check(page, changed, "rejected");
  await page.locator(".bundle .reason", { hasText: "manifest.json" }).waitFor();
  assert.equal(await page.locator(".bundle-results").count(), 0);
  assert.deepEqual(await faultsOfAccess(page), []);
  await shoot(page, "bundle-rejected", true);
  await page.goto(`${page.url().split("#")[0] ?? ""}#/b/999`);
  await page.locator(".bundle .error").waitFor();
  await close();
});

test("every answer has a bundle, which the command line accepts", async () => {
  const { page, close } = await open(browser, server.address);
  await setUp(page, "Tsume-shogi", position("shogi.txt", "rook and silvers"));
  await ask(page, "What is the shortest mate?");
  await answered(page, /The shortest win takes 7 plies/);
  await page.locator(".card").first().getByRole("link", { name: "All certificates as one bundle" }).click();
  await page.locator(".bundle .check-accepted").waitFor();
  // The win, and that none is shorter.
  assert.equal(await row(page, "This position").locator("button").count(), 2);
  assert.equal(await row(page, "This position").locator("td").first().innerText(), "mate in 7 plies");
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download the bundle" }).click();
  const file = join(folder, "downloaded.zip");
  await (await downloading).saveAs(file);
  assert.match(shomei("verify", file), /accepted: 2 certificates prove the results/);
  await close();
});

test("the command explore shows a bundle", async () => {
  const explorer = await serve("explore", solution);
  const { page, close } = await open(browser, explorer.address);
  await page.locator(".bundle .check-accepted").waitFor();
  await page.locator(".bundle .hint", { hasText: "solution.zip" }).waitFor();
  await row(page, "This position").locator("button").first().click();
  await page.locator(".explorer .badge", { hasText: "Accepted" }).waitFor();
  await close();
});

test("nothing of a bundle is cut off at 390 pixels", async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
  for (const locale of ["en-GB", "ja-JP"]) {
    const { page, close } = await open(browser, server.address, { ...phone, locale });
    await check(page, solution, "accepted");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    await shoot(page, `bundle-phone-${locale.slice(0, 2)}`, true);
    await close();
  }
});
