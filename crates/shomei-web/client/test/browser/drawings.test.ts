/** Drawings of boards: to the last disc, on dark pages, and of the games of another program. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import {
  atPly, launch, open, pythonWithPackage, ready, ROOT, run, scratch, serve, serveWith, SHOMEI, shomei, shoot, stopAll,
} from "./harness.ts";

/** Twelve empty squares. */
const ENDING = "-XXX--O-XXXXXOOX--OXOOOXOOOOXXOXOOOXXXOOOOOOOOX--OOOOOOX--O-X-XO X";

/** The program with Connect Four, which draws a grid, and Hex, which has its text. */
const BOARDS = join(dirname(SHOMEI), "examples/boards");

const { folder, remove } = scratch();
const proof = join(folder, "ending.proof");
let browser: Browser;

before(async () => {
  shomei("solve", "othello", ENDING, "--proof", proof);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await stopAll();
  remove();
});

/** Plays the first move that the certificate answers until there is none; the number of plies. */
async function playOn(page: Page): Promise<number> {
  for (let ply = 0; ; ply += 1) {
    await atPly(page, ply);
    const moves = page.locator(".move:not(.silent)");
    const end = page.getByText("There are no further moves.");
    await moves.first().or(end).waitFor();
    if ((await moves.count()) === 0) {
      return ply;
    }
    await moves.first().click();
  }
}

test("a proof of Othello is played to its last disc", async () => {
  const server = await serve("explore", proof);
  const { page, close } = await open(browser, server.address);
  await ready(page);
  const plies = await playOn(page);
  assert.ok(plies >= 10, String(plies));
  const title = await page.locator(".board svg").first().getAttribute("aria-label");
  assert.match(title ?? "", /No empty square|Neither side can move/);
  assert.match(await page.locator(".says").innerText(), /has won|draw/);
  await shoot(page, "othello-last-disc");
  await close();
});

test("a drawing has the colours of a dark page", async () => {
  const server = await serve("explore", proof);
  const { page, close } = await open(browser, server.address, { colorScheme: "dark" });
  await ready(page);
  const colours = await page.locator(".board svg text").first().evaluate((text) => ({
    text: getComputedStyle(text).fill,
    page: getComputedStyle(document.body).color,
  }));
  assert.equal(colours.text, colours.page);
  await shoot(page, "othello-dark");
  await close();
});

// `cargo xtask web` names the program under test and builds both programs.
const skip = process.env["SHOMEI"] === undefined && !existsSync(BOARDS);

test("a program with games of its own shows their grids and texts", { skip }, async () => {
  const server = await serveWith(BOARDS, "serve");
  const { page, close } = await open(browser, server.address);
  await page.locator(".tab", { hasText: "connect-four" }).click();
  // The board of the first game is larger. A text that is set before it goes belongs to that game.
  await page.locator(".set-up svg rect").nth(24).waitFor({ state: "detached" });
  await page.locator(".set-up textarea").fill("...../...../x.../xoo..".replace("x...", "x...."));
  await page.locator(".set-up svg rect").nth(19).waitFor();
  await page.locator('.set-up svg rect[fill="#f2c83a"]').nth(1).waitFor();
  await shoot(page, "connect-four");
  await page.getByRole("button", { name: "Solve" }).click();
  await page.locator(".card").getByRole("link").first().click();
  await page.locator(".badge", { hasText: "Accepted" }).waitFor();
  await page.locator(".explorer .board svg rect").nth(19).waitFor();
  await page.getByRole("link", { name: "Ask a question" }).click();
  await page.locator(".tab", { hasText: "hex" }).click();
  await page.locator(".set-up .text-board").waitFor();
  await close();
});

const python = pythonWithPackage();
const skipPython = python === null && "the Python package is not installed: PYTHON names an interpreter with it";

test("a game in Python is drawn, asked about and explored", { skip: skipPython }, async () => {
  const server = await run(python ?? "", join(ROOT, "examples/python/chomp_page.py"));
  const { page, close } = await open(browser, server.address);
  // The games of the program come first, so the page opens this one.
  await page.locator(".tab:has(input:checked)", { hasText: "chomp" }).waitFor();
  await page.locator('.set-up svg rect[fill="#7b4a2d"]').nth(11).waitFor();
  await page.getByText("in the notation of the game, such as 3/3/3/3 left").waitFor();
  assert.equal(await page.getByText("Rules", { exact: true }).count(), 0);
  await page.locator(".set-up textarea").fill("3/3/0/0 left");
  await page.locator('.set-up svg rect[fill="#f4ecd8"]').nth(5).waitFor();
  await shoot(page, "python-game");
  await page.getByRole("button", { name: "Solve" }).click();
  await page.locator(".card").getByRole("link").first().click();
  await ready(page);
  await page.locator('.explorer .board svg rect[fill="#7b4a2d"]').nth(5).waitFor();
  await page.keyboard.press("ArrowRight");
  await atPly(page, 1);
  await page.locator('.explorer .board svg rect[fill="#f4ecd8"]').nth(6).waitFor();
  await shoot(page, "python-proof");
  await close();
});
