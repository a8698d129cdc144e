/** The position editor. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { answered, choose, paste, send, start } from "./asking.ts";
import { faultsOfAccess, launch, open, serve, shoot, stopAll, type Server } from "./harness.ts";

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

const textOf = (page: Page) => page.locator(".set-up textarea").inputValue();

/** Waits until the text of the position is this. */
async function textIs(page: Page, wanted: string): Promise<void> {
  await page
    .waitForFunction((text) => document.querySelector<HTMLTextAreaElement>(".set-up textarea")?.value === text, wanted)
    .catch(async () => assert.equal(await textOf(page), wanted));
}

const square = (page: Page, name: string) => page.locator(`.board.editable [data-square="${name}"]`);
const hand = (page: Page, name: string) => page.locator(`.board.editable [data-hand="${name}"]`);
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

test("each game opens with an example that is solved within a second", async () => {
  const { page, close } = await open(browser, server.address);
  const wins = /^(Black|X) can force (a win|mate)\.$/;
  for (const game of ["Lines of Action", "Othello", "Tsume-shogi", "Ultimate tic-tac-toe"]) {
    await choose(page, game);
    await page.locator(".board.editable [data-piece]").first().waitFor({ state: "attached" });
    await send(page);
    await answered(page, wins);
    const figures = await page.locator(".card").first().locator(".figures").innerText();
    assert.match(figures, / · 0\.\d+ s$/);
    const example = await textOf(page);
    await press(page, "Initial position");
    await page.waitForFunction((text) => document.querySelector<HTMLTextAreaElement>(".set-up textarea")?.value !== text, example);
    await press(page, "Example");
    await textIs(page, example);
  }
  await close();
});

test("a position is cleared, its rest goes to the other hand, and all is undone", async () => {
  const { page, close } = await open(browser, server.address);
  await start(page, "Tsume-shogi");
  const first = await textOf(page);
  await press(page, "Clear");
  await textIs(page, "9/9/9/9/9/9/9/9/9 b - 1");
  await page.locator(".set-up .error", { hasText: "king" }).waitFor();
  await page.locator(".palette").getByRole("radio", { name: /White king/i }).click();
  await square(page, "5a").click();
  await textIs(page, "4k4/9/9/9/9/9/9/9/9 b - 1");
  await page.locator(".palette").getByRole("radio", { name: /Black gold/i }).click();
  await hand(page, "black").first().click({ position: { x: 5, y: 5 } });
  await textIs(page, "4k4/9/9/9/9/9/9/9/9 b G 1");
  await press(page, "Rest to the other hand");
  await textIs(page, "4k4/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1");
  await shoot(page, "editor");
  for (const text of ["4k4/9/9/9/9/9/9/9/9 b G 1", "4k4/9/9/9/9/9/9/9/9 b - 1", "9/9/9/9/9/9/9/9/9 b - 1", first]) {
    await press(page, "Undo");
    await textIs(page, text);
  }
  for (const game of ["Lines of Action", "Othello", "Ultimate tic-tac-toe"]) {
    await choose(page, game);
    await page.locator(".board.editable [data-piece]").first().waitFor({ state: "attached" });
    await press(page, "Clear");
    await page.waitForFunction(() => document.querySelector(".board.editable [data-piece]") === null);
    assert.equal(await page.getByRole("button", { name: "Rest to the other hand" }).count(), 0);
    await press(page, "Undo");
    await page.locator(".board.editable [data-piece]").first().waitFor({ state: "attached" });
  }
  await close();
});

test("pieces are dragged to squares, to hands and off the board", async () => {
  const { page, close } = await open(browser, server.address);
  await choose(page, "Tsume-shogi");
  await paste(page, "4k4/9/4G4/9/9/9/9/9/9 b S 1");
  await square(page, "5c").and(page.locator("[data-piece]")).waitFor();
  await square(page, "5c").dragTo(square(page, "4d"));
  await textIs(page, "4k4/9/9/5G3/9/9/9/9/9 b S 1");
  await square(page, "4d").dragTo(hand(page, "white").first(), { targetPosition: { x: 5, y: 5 } });
  await textIs(page, "4k4/9/9/9/9/9/9/9/9 b Sg 1");
  await hand(page, "black:S").dragTo(square(page, "5c"));
  await textIs(page, "4k4/9/4S4/9/9/9/9/9/9 b g 1");
  await square(page, "5c").dragTo(page.locator(".brand"));
  await textIs(page, "4k4/9/9/9/9/9/9/9/9 b g 1");
  assert.equal(await page.locator(".ghost").count(), 0);
  // A king cannot be in a hand: the position stays.
  await square(page, "5a").dragTo(hand(page, "black").first(), { targetPosition: { x: 5, y: 5 } });
  await page.locator(".set-up .error", { hasText: /\S/ }).first().waitFor();
  await textIs(page, "4k4/9/9/9/9/9/9/9/9 b g 1");
  await close();
});

test("a link with a wrong position shows it with its error", async () => {
  const { page, close } = await open(browser, server.address);
  await page.locator(".board.editable [data-square]").first().waitFor();
  await page.evaluate(() => (location.hash = "#game=loa&position=..%3F&ask=win"));
  await textIs(page, "..?");
  await page.locator(".set-up .error", { hasText: "begins no position" }).waitFor();
  assert.equal(await page.locator(".set-up mark").innerText(), ".");
  await close();
});

/** Holds the answer to the next request for a board until the result is called. */
async function holdFirstBoard(page: Page): Promise<() => void> {
  let arrive: () => void = () => undefined;
  const wanted = new Promise<void>((resolve) => (arrive = resolve));
  let isFirst = true;
  await page.route(/\/api\/board\b/, async (route) => {
    if (isFirst) {
      isFirst = false;
      await wanted;
    }
    await route.continue();
  });
  return arrive;
}

test("a text that is typed before a game's example arrives stays", async () => {
  const { page, close } = await open(browser, server.address);
  await page.locator(".board.editable [data-square]").first().waitFor();
  const arrive = await holdFirstBoard(page);
  await choose(page, "Tsume-shogi");
  const text = "4k4/9/4S4/9/9/9/9/9/9 b G 1";
  const held = page.waitForResponse(/\/api\/board\b/);
  await paste(page, text);
  arrive();
  await held;
  await textIs(page, text);
  await square(page, "5c").and(page.locator("[data-piece]")).waitFor();
  await textIs(page, text);
  await close();
});

test("moves are played by clicks, also with a choice of promotion", async () => {
  const { page, close } = await open(browser, server.address);
  await choose(page, "Tsume-shogi");
  await paste(page, "4k4/9/4S4/9/9/9/9/9/9 b G 1");
  await square(page, "5c").and(page.locator("[data-piece]")).waitFor();
  await page.getByRole("radio", { name: "play moves" }).check();
  assert.equal(await page.locator(".palette:visible").count(), 0);
  await square(page, "5c").click();
  await page.locator(".board.editable .hinted").waitFor();
  await square(page, "4b").click();
  await page.getByRole("dialog", { name: "Promote?" }).getByRole("button", { name: "Promote", exact: true }).click();
  await textIs(page, "4k4/5+S3/9/9/9/9/9/9/9 w G 1");
  await press(page, "Undo");
  await textIs(page, "4k4/9/4S4/9/9/9/9/9/9 b G 1");
  await hand(page, "black:G").click();
  await square(page, "5b").click();
  await textIs(page, "4k4/4G4/4S4/9/9/9/9/9/9 w - 1");
  await page.locator(".set-up .over", { hasText: /\S/ }).waitFor();
  await press(page, "Undo");
  await hand(page, "black:G").click();
  await square(page, "5c").click();
  await page.locator(".set-up .over", { hasText: "is not a legal move." }).waitFor();
  await shoot(page, "editor-play");
  await start(page, "Othello");
  await page.getByRole("radio", { name: "play moves" }).check();
  await square(page, "f5").click();
  await square(page, "f5").and(page.locator("[data-piece]")).waitFor({ state: "attached" });
  await start(page, "Lines of Action");
  await page.getByRole("radio", { name: "play moves" }).check();
  // The same by keys.
  await page.locator(".board.editable").focus();
  await square(page, "e1").click();
  await square(page, "e3").click();
  await square(page, "e3").and(page.locator("[data-piece=x]")).waitFor({ state: "attached" });
  assert.deepEqual(await faultsOfAccess(page), []);
  await close();
});

test("rules are selected or typed, and wrong rules mark their own field", async () => {
  const { page, close } = await open(browser, server.address);
  await choose(page, "Tsume-shogi");
  await page.locator(".board.editable [data-piece]").first().waitFor({ state: "attached" });
  const rules = page.getByLabel("Rules", { exact: true });
  assert.equal(await rules.locator("option").count(), 4);
  await rules.selectOption({ label: "All legal moves" });
  await rules.selectOption({ label: "Other rules" });
  const typed = page.getByLabel("Rules as text");
  assert.equal(await typed.inputValue(), "full");
  await typed.fill("nonsense");
  await typed.press("Enter");
  await page.locator(".rules .error", { hasText: "nonsense" }).waitFor();
  assert.equal(await typed.getAttribute("aria-invalid"), "true");
  assert.notEqual(await page.locator(".set-up textarea").getAttribute("aria-invalid"), "true");
  await page.getByRole("button", { name: "Solve" }).click();
  assert.ok(await typed.evaluate((field) => field === document.activeElement));
  assert.equal(await page.locator(".card").count(), 0);
  await shoot(page, "rules");
  await typed.fill("tsume");
  await typed.press("Enter");
  await page.locator(".rules .error:empty").waitFor({ state: "attached" });
  await send(page);
  await answered(page, /^Black can force (a win|mate)\.$/);
  // Another board size begins with its initial position.
  await choose(page, "Othello");
  await page.getByLabel("Rules", { exact: true }).selectOption({ label: "Standard, 6×6" });
  await page.waitForFunction(() => document.querySelectorAll(".board.editable [data-square]").length === 36);
  await close();
});

test("an invalid text stays invalid when other rules are selected", async () => {
  const { page, close } = await open(browser, server.address);
  await start(page, "Lines of Action");
  await paste(page, "nonsense");
  const error = page.locator(".set-up .position-side .error:not(:empty)");
  await error.first().waitFor();
  const refused = page.waitForResponse((response) => response.url().includes("/api/board") && response.status() === 422);
  await page.getByLabel("Rules", { exact: true }).selectOption({ label: "Sackson (original)" });
  await refused;
  await error.first().waitFor();
  await page.getByRole("button", { name: "Solve" }).click();
  await page.waitForFunction(() => document.activeElement === document.querySelector(".set-up textarea"));
  assert.equal(await page.locator(".card").count(), 0);
  await close();
});

test("rules of another size can be selected before a game's example arrives", async () => {
  const { page, close } = await open(browser, server.address);
  await page.locator(".board.editable [data-square]").first().waitFor();
  const arrive = await holdFirstBoard(page);
  await choose(page, "Othello");
  await page.getByLabel("Rules", { exact: true }).selectOption({ label: "Standard, 6×6" });
  const squares = page.locator(".board.editable [data-square]");
  await squares.first().waitFor();
  assert.equal(await squares.count(), 36);
  const held = page.waitForResponse(/\/api\/board\b/);
  arrive();
  await held;
  // Time for the page to handle the late answer.
  await page.waitForTimeout(200);
  assert.equal(await squares.count(), 36);
  await close();
});

test("without a position the page asks for one", async () => {
  const { page, close } = await open(browser, server.address);
  await choose(page, "Tsume-shogi");
  await page.locator(".board.editable [data-piece]").first().waitFor({ state: "attached" });
  await paste(page, "");
  await page.getByRole("button", { name: "Solve" }).click();
  await page.locator(".set-up .error", { hasText: "Enter a position, or place pieces on the board." }).waitFor();
  assert.equal(await page.locator(".card").count(), 0);
  await close();
});
