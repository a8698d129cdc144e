/** The composing view. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { position, setUp } from "./asking.ts";
import { corpus, faultsOfAccess, launch, open, serve, shoot, stopAll, type Server } from "./harness.ts";

let browser: Browser;
let server: Server;

before(async () => {
  server = await serve("serve", "--threads", "2", "--questions", "2");
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await stopAll();
});

const MATE = position("shogi.txt", "rook and silvers");

/** A mate in three plies with other solutions, and one that is sound. */
const [FLAWED, SOUND] = [problem("shogi/yozume.txt", "equal 1"), problem("shogi/unique.txt", "unique 1")];

function problem(file: string, name: string): string {
  const lines = corpus(file);
  const found = lines.find((line) => line.endsWith(`name=${name}`)) ?? lines[0] ?? "";
  return (found.split(" ; ")[0] ?? "").trim();
}

/** Shows a problem in the composing view. */
async function compose(page: Page, sfen: string): Promise<void> {
  await page.goto(`${page.url().split("#")[0] ?? ""}#/compose/${encodeURIComponent(sfen)}`);
  await page.waitForFunction((text) => document.querySelector<HTMLTextAreaElement>(".composer textarea")?.value === text, sfen);
}

async function verdict(page: Page, words: string | RegExp): Promise<void> {
  await page.locator(".verdict .headline", { hasText: words }).waitFor();
}

const square = (page: Page, name: string) => page.locator(`.editable [data-square="${name}"]`);

test("every change of the board is judged", async () => {
  const { page, close } = await open(browser, server.address);
  await setUp(page, "Tsume-shogi", MATE);
  await page.getByRole("button", { name: "Compose" }).click();
  await verdict(page, "Mate in 7 plies");
  assert.match(page.url(), /#\/compose\/.*%20b%20/);
  assert.deepEqual(await faultsOfAccess(page), []);
  await shoot(page, "composer", true);
  // Without its first piece in hand the verdict can differ; the board is the same.
  const field = page.locator(".composer textarea");
  const before = await field.inputValue();
  await page.getByRole("radio", { name: "Empty square" }).click();
  await page.locator('.editable [data-hand="black:R"], .editable [data-hand^="black:"]').first().click();
  await page.waitForFunction((old) => document.querySelector<HTMLTextAreaElement>(".composer textarea")?.value !== old, before);
  const hand = (text: string) => text.split(" ")[2] ?? "";
  assert.equal((await field.inputValue()).split(" ")[0], before.split(" ")[0]);
  assert.notEqual(hand(await field.inputValue()), hand(before));
  await page.locator(".verdict[data-state=end]").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await verdict(page, "Mate in 7 plies");
  // An invalid position has an explanation in place of a verdict.
  const king = page.locator(".editable [data-piece=k]").first();
  await square(page, (await king.getAttribute("data-square")) ?? "").click();
  await page.locator(".verdict[data-state=none]").waitFor();
  await close();
});

test("the address shows a problem after a reload, in both languages", async () => {
  const { page, close } = await open(browser, server.address);
  await page.locator(".board.editable [data-square]").first().waitFor();
  await compose(page, SOUND);
  await verdict(page, /^Mate in \d+ pl/);
  await page.locator(".verdict .flaw", { hasText: "完全 (kanzen)" }).waitFor();
  await page.reload();
  await page.locator(".verdict .flaw", { hasText: "完全 (kanzen)" }).waitFor();
  await page.getByRole("button", { name: "日本語" }).click();
  await verdict(page, /^\d+手詰$/);
  await page.locator(".verdict .answer-line", { hasText: "▲" }).waitFor();
  await compose(page, FLAWED);
  await page.locator(".verdict .flaw", { hasText: "余詰" }).waitFor();
  await page.getByRole("button", { name: "変更した図を調べる" }).click();
  await page.locator(".variants .state", { hasText: "図を検討" }).waitFor();
  assert.deepEqual(await faultsOfAccess(page), []);
  await close();
});

test("variants are listed with their verdicts, and a click shows one", async () => {
  const { page, close } = await open(browser, server.address);
  await page.locator(".board.editable [data-square]").first().waitFor();
  await compose(page, SOUND);
  await page.getByRole("checkbox", { name: "exchange a piece" }).uncheck();
  await page.getByRole("button", { name: "Examine the variants" }).click();
  const state = page.locator(".variants .state");
  await page.waitForFunction(() => {
    const [, done, of] = /^(\d+) of (\d+) variants/.exec(document.querySelector(".variants .state")?.textContent ?? "") ?? [];
    return done !== undefined && done === of;
  });
  const all = Number(/^(\d+)/.exec(await state.innerText())?.[1]);
  const rows = page.locator(".variants tr[data-position]");
  assert.equal(await rows.count(), all + 1);
  assert.equal(await rows.filter({ hasText: "exchange" }).count(), 0);
  await page.getByRole("radio", { name: "with a mate" }).check();
  const mates = page.locator(".variants tr", { hasText: /\d+ (ply|plies)/ });
  assert.equal(await mates.count() + 1, await rows.count());
  assert.ok((await mates.count()) > 0 && (await mates.count()) < all);
  // The chosen variant has the same verdict on the board.
  const variant = mates.first();
  const words = await variant.locator("td").first().innerText();
  await variant.getByRole("button").click();
  await page.locator(".variants tr", { has: page.locator("[aria-pressed=true]") }).and(page.locator("[data-position]")).waitFor();
  const chosen = (await variant.getAttribute("data-position")) ?? "";
  await page.waitForFunction((text) => document.querySelector<HTMLTextAreaElement>(".composer textarea")?.value === text, chosen);
  await page.locator(".verdict[data-state=end]").waitFor();
  assert.equal(await page.locator(".verdict .headline").innerText(), `Mate in ${words}`);
  await shoot(page, "composer-variants", true);
  assert.deepEqual(await faultsOfAccess(page), []);
  await page.getByRole("button", { name: "The problem itself" }).click();
  await page.locator(".verdict .flaw", { hasText: "完全 (kanzen)" }).waitFor();
  await close();
});

test("a list of variants can be stopped, and goes on while the board is judged", async () => {
  const { page, close } = await open(browser, server.address);
  await page.locator(".board.editable [data-square]").first().waitFor();
  await compose(page, SOUND);
  await verdict(page, "Mate in 3 plies");
  // Added pieces make a long list.
  await page.getByRole("checkbox", { name: "add a piece" }).check();
  await page.getByRole("button", { name: "Examine the variants" }).click();
  const row = page.locator(".variants tbody:last-child tr");
  await row.first().waitFor();
  await row.first().getByRole("button").click();
  await page.locator(".verdict[data-state=end]").waitFor();
  const count = await row.count();
  await row.nth(count).waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.locator(".variants .state", { hasText: "the others were not reached" }).waitFor();
  await close();
});

test("nothing of the composing view is cut off at 390 pixels", async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
  const { page, close } = await open(browser, server.address, phone);
  await page.locator(".board.editable [data-square]").first().waitFor();
  await compose(page, FLAWED);
  await page.locator(".verdict[data-state=end]").waitFor();
  await page.getByRole("button", { name: "Examine the variants" }).click();
  await page.locator(".variants tr[data-position]").nth(5).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  await shoot(page, "composer-phone", true);
  await close();
});
