/**
 * The appearance of the page: languages, narrow windows, paper; and the pictures of the documents.
 */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { atPly, corpus, DIAGRAM_4, launch, open, PICTURES, scratch, serve, shomei, shoot, stopAll, type Server } from "./harness.ts";

const { folder, remove } = scratch();
let browser: Browser;
let proof: Server;
let mate: Server;
let solver: Server;

before(async () => {
  const [d4, tsume] = [join(folder, "diagram-4.proof"), join(folder, "tsume.proof")];
  shomei("solve", "loa", DIAGRAM_4, "--proof", d4);
  const problem = corpus("shogi.txt").find((line) => line.endsWith("name=rook and silvers")) ?? "";
  shomei("solve", "shogi", (problem.split(" ; ")[0] ?? "").trim(), "--shortest", "--proof", tsume);
  proof = await serve("explore", d4);
  mate = await serve("explore", tsume);
  solver = await serve("serve", "--threads", "2", "--questions", "2");
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await stopAll();
  remove();
});

/** The visible text of the page. */
async function text(page: Page): Promise<string> {
  return page.locator("body").innerText();
}

test("the browser's language is taken, and can be switched for good", async () => {
  const { page, close } = await open(browser, mate.address, { locale: "ja-JP" });
  await page.getByText("検証済み").waitFor();
  await atPly(page, 0);
  assert.equal(await page.locator("html").getAttribute("lang"), "ja");
  const japanese = await text(page);
  assert.match(japanese, /手順/);
  assert.match(japanese, /▲/);
  assert.ok(!/\b(Moves|Line|Accepted|Start|force)\b/.test(japanese), japanese);
  await page.keyboard.press("e");
  await page.getByText("これより先の手はありません。").waitFor();
  await shoot(page, "japanese");
  await page.getByRole("button", { name: "English" }).click();
  await page.locator(".badge", { hasText: "Accepted" }).waitFor();
  // The moves and the texts about them come in answers of their own.
  await page.waitForFunction(() => !/[\u3040-\u30ff]/.test(document.body.innerText));
  await page.reload();
  await page.locator(".badge", { hasText: "Accepted" }).waitFor();
  await close();
});

test("the page for questions is Japanese, too", async () => {
  const { page, close } = await open(browser, solver.address, { locale: "ja-JP" });
  await page.locator(".board.editable [data-square]").first().waitFor();
  const japanese = await text(page);
  assert.ok(!/\b(Position|Question|Solve|Limits|Pieces|Black|White)\b/.test(japanese), japanese);
  await page.locator(".tab", { hasText: "詰将棋" }).click();
  await page.locator(".board.editable [data-hand]").first().waitFor();
  await shoot(page, "japanese-set-up");
  await close();
});

test("nothing is cut off at 390 pixels", async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
  const wide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);
  const explorer = await open(browser, proof.address, phone);
  await explorer.page.locator(".badge", { hasText: "Accepted" }).waitFor();
  await atPly(explorer.page, 0);
  assert.equal(await wide(explorer.page), 390);
  const board = await explorer.page.locator(".board svg").boundingBox();
  assert.ok(board !== null && board.width > 340, "the board is as wide as the window");
  const forward = await explorer.page.getByRole("button", { name: "Forward" }).boundingBox();
  assert.ok(forward !== null && forward.y + forward.height <= 844 && forward.height >= 40, "the steps are at the thumb");
  await explorer.page.getByRole("button", { name: "Forward" }).tap();
  await atPly(explorer.page, 1);
  await shoot(explorer.page, "phone");
  await shoot(explorer.page, "phone-whole", true);
  await explorer.close();
  const questions = await open(browser, solver.address, phone);
  await questions.page.locator(".board.editable [data-square]").first().waitFor();
  assert.equal(await wide(questions.page), 390);
  await shoot(questions.page, "phone-questions", true);
  await questions.close();
});

test("paper has the claim, the board and the whole line, and no controls", async () => {
  const { page, close } = await open(browser, proof.address);
  await page.locator(".badge", { hasText: "Accepted" }).waitFor();
  await atPly(page, 0);
  await page.keyboard.press("e");
  await atPly(page, 23);
  await page.emulateMedia({ media: "print" });
  await page.locator(".printed", { hasText: "23." }).waitFor();
  assert.match(await page.locator(".printed").innerText(), /^1\. e4-d5 2\. /);
  assert.ok(await page.locator(".board svg").isVisible());
  assert.ok(await page.locator(".printed-start svg").isVisible(), "the initial position is printed");
  await page.locator(".printed-start", { hasText: "Initial position" }).waitFor();
  await page.locator(".printed-caption", { hasText: "Position after ply 23" }).waitFor();
  assert.equal(await page.locator("button:visible, input:visible, summary:visible, [role=tree]:visible").count(), 0);
  await shoot(page, "paper", true);
  await page.emulateMedia({ media: "screen" });
  await page.locator(".printed").waitFor({ state: "hidden" });
  await close();
});

/**
 * Writes a picture of the documents if it is missing, or always with PICTURES=1. Nothing is
 * compared: people must look at the pictures.
 */
async function keep(page: Page, name: string): Promise<void> {
  mkdirSync(PICTURES, { recursive: true });
  const file = join(PICTURES, `${name}.png`);
  const bytes = await page.screenshot();
  // Fonts differ between machines, so a committed picture stays until PICTURES=1.
  if (!existsSync(file) || (process.env["PICTURES"] === "1" && !readFileSync(file).equals(bytes))) {
    assert.ok(bytes.length <= 200_000, `${name}: ${bytes.length} bytes`);
    writeFileSync(file, bytes);
  }
}

test("the pictures of the documents can be taken", async () => {
  const size = { viewport: { width: 1080, height: 690 } };
  const first = await open(browser, proof.address, size);
  await first.page.locator(".badge", { hasText: "Accepted" }).waitFor();
  await atPly(first.page, 0);
  await first.page.keyboard.press("e");
  await atPly(first.page, 23);
  await first.page.keyboard.press("Home");
  await atPly(first.page, 0);
  await first.page.keyboard.press("ArrowRight");
  await atPly(first.page, 1);
  await keep(first.page, "explorer");
  await first.close();

  const second = await open(browser, mate.address, { ...size, locale: "ja-JP", colorScheme: "dark" });
  await second.page.getByText("検証済み").waitFor();
  await atPly(second.page, 0);
  await second.page.keyboard.press("ArrowRight");
  await atPly(second.page, 1);
  await keep(second.page, "explorer-ja");
  await second.close();

  const third = await open(browser, solver.address, size);
  await third.page.locator(".tab", { hasText: "Othello" }).click();
  await third.page.locator(".board.editable [data-square=d4][data-piece]").waitFor();
  await keep(third.page, "questions");
  await third.close();

  const fourth = await open(browser, proof.address, { viewport: { width: 390, height: 760 } });
  await fourth.page.locator(".badge", { hasText: "Accepted" }).waitFor();
  await atPly(fourth.page, 0);
  await keep(fourth.page, "phone");
  await fourth.close();
});
