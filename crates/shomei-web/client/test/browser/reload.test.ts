/**
 * Answers after a reload; certificates, lists and links that are dropped or pasted; rows of moves.
 */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { answered, ask, cardsIn, choose, count, drop, position, send, setUp, start } from "./asking.ts";
import { atPly, faultsOfAccess, launch, open, scratch, serve, shomei, shoot, stopAll, type Server } from "./harness.ts";

const { folder, remove } = scratch();
let browser: Browser;
let server: Server;

before(async () => {
  server = await serve("serve", "--threads", "2", "--questions", "2");
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await stopAll();
  remove();
});

const WINS = /^Black can force (a win|mate)\./;
const MATE = position("shogi.txt", "gold at the head");

/** Waits until the changes are stored, and loads the page again. */
async function reload(page: Page): Promise<void> {
  await page.reload();
  await page.locator(".board.editable [data-square]").first().waitFor();
}

test("answers survive a reload, with their boards and certificates", async () => {
  const { page, close } = await open(browser, server.address);
  await setUp(page, "Tsume-shogi", MATE);
  await ask(page, "Is there a mate?");
  await answered(page, WINS);
  await choose(page, "Othello");
  await send(page);
  await answered(page, WINS);
  await reload(page);
  assert.equal(await page.locator(".card").count(), 2);
  await answered(page, WINS);
  await page.locator(".card").last().locator(".headline", { hasText: WINS }).waitFor();
  await page.locator(".card .card-board svg").nth(1).waitFor();
  await shoot(page, "after-reload", true);
  assert.deepEqual(await faultsOfAccess(page), []);
  await page.getByRole("button", { name: "日本語" }).click();
  await page.locator(".card .headline", { hasText: /[ぁ-ん]/ }).nth(1).waitFor();
  await page.getByRole("button", { name: "English" }).click();
  await page.locator(".card").last().getByRole("link", { name: "Walk through the proof" }).click();
  await page.locator(".badge", { hasText: "Accepted" }).waitFor();
  await atPly(page, 0);
  await page.reload();
  await page.locator(".badge", { hasText: "Accepted" }).waitFor();
  await page.getByRole("link", { name: "Ask a question" }).click();
  await page.locator(".card").nth(1).waitFor();
  // A removed answer stays removed.
  await page.locator(".card").first().getByRole("button", { name: "Remove" }).click();
  await count(page, "answer", 1);
  await reload(page);
  await cardsIn(page, "answer").first().waitFor();
  assert.equal(await page.locator(".card").count(), 1);
  await page.getByRole("button", { name: "Ask again" }).click();
  await count(page, "answer", 2);
  await close();
});

test("a search that a reload stops is shown with what is known", async () => {
  const { page, close } = await open(browser, server.address);
  await start(page, "Lines of Action");
  await ask(page, "Can this side win?");
  await page.locator(".card").locator("dt:text-is('Proof number')").first().waitFor();
  await page.locator(".card .legend", { hasText: "Disproof number" }).waitFor();
  await shoot(page, "legend");
  await reload(page);
  await answered(page, "It is not known whether Black can force a win. The search was stopped.");
  await close();
});

test("certificates that the server has dropped are reported after a reload", async () => {
  const { page, close } = await open(browser, server.address);
  await setUp(page, "Tsume-shogi", MATE);
  await ask(page, "Is there a mate?");
  await answered(page, WINS);
  await page.route("**/api/certificates/**", (route) =>
    route.fulfill({ status: 404, json: { error: { type: "input", message: "there is no such certificate" } } }),
  );
  await reload(page);
  await page.locator(".card").getByText("This certificate is no longer kept. Ask the question again.").waitFor();
  await close();
});

test("answers of an earlier server are shown without certificates", async () => {
  const { page, context, close } = await open(browser, server.address);
  await setUp(page, "Tsume-shogi", MATE);
  await ask(page, "Is there a mate?");
  await answered(page, WINS);
  await page.waitForFunction(() => sessionStorage.getItem("shomei-answers")?.includes('"end":{"kind":"answer"') === true);
  const stored = await page.evaluate(() => sessionStorage.getItem("shomei-answers") ?? "");
  const old = stored.replace(/"token":"[^"]*"/, '"token":"another"');
  await context.addInitScript((text) => sessionStorage.setItem("shomei-answers", text), old);
  await reload(page);
  await answered(page, WINS);
  await page.locator(".card").getByText("This certificate is no longer kept.").waitFor();
  assert.equal(await page.locator(".card").getByRole("link").count(), 0);
  await close();
});

test("a table of problems survives a reload", async () => {
  const { page, close } = await open(browser, server.address);
  await start(page, "Tsume-shogi");
  const list = join(folder, "list.txt");
  writeFileSync(list, `# two problems\n${MATE}\n\n${position("shogi.txt", "gold in the corner")} ; proved\n`);
  await drop(page, list, "list.txt");
  await page.locator(".batch").getByText("All 2 done").waitFor();
  const rows = page.locator(".batch .rows-in-sight tr");
  assert.match(await rows.first().innerText(), /list\.txt:2[\s\S]*Black can force (a win|mate)\./);
  assert.match(await rows.nth(1).innerText(), /list\.txt:4[\s\S]*Black can force (a win|mate)\./);
  await reload(page);
  await page.locator(".batch").getByText("All 2 done").waitFor();
  await rows.nth(1).locator("svg").waitFor();
  assert.match(await rows.nth(1).innerText(), /Black can force (a win|mate)\./);
  await close();
});

/** Pastes a text at the focused element or at the page. */
async function pasteText(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

test("positions, lists and links can be pasted anywhere on the page", async () => {
  const { page, close } = await open(browser, server.address);
  await choose(page, "Tsume-shogi");
  await page.locator(".board.editable [data-piece]").first().waitFor({ state: "attached" });
  await pasteText(page, MATE);
  await page.waitForFunction((text) => document.querySelector<HTMLTextAreaElement>(".set-up textarea")?.value === text, MATE);
  await send(page);
  await answered(page, WINS);
  await pasteText(page, `${MATE}\n${MATE}\n${MATE}\n`);
  await page.locator(".batch").getByText("All 3 done").waitFor();
  // The same list, typed into the field.
  await page.locator(".set-up textarea").fill(`${MATE}\n${MATE}\n`);
  await page.locator(".batch").getByText("All 2 done").waitFor();
  await page.waitForFunction((text) => document.querySelector<HTMLTextAreaElement>(".set-up textarea")?.value === text, MATE);
  await choose(page, "Lines of Action");
  await pasteText(page, "(;GM[9];B[e1-e3])\n(;GM[9]C[\\]\\)];B[d1-d3])");
  await page.locator(".batch").first().getByText(/ of 2 done|All 2 done/).waitFor();
  await page.locator(".batch").first().getByRole("button", { name: "Stop" }).click();
  const link = await page.locator(".card").getByRole("link").first().getAttribute("href");
  await pasteText(page, `${server.origin}/${link ?? ""}0`);
  await page.locator(".badge", { hasText: "Accepted" }).waitFor();
  await atPly(page, 1);
  await close();
});

test("a dropped certificate opens in the explorer", async () => {
  const file = join(folder, "mate.proof");
  shomei("solve", "shogi", MATE, "--proof", file);
  const { page, close } = await open(browser, server.address);
  // The answer of a server that opens certificates.
  let sent: Buffer | null = null;
  await setUp(page, "Tsume-shogi", MATE);
  await send(page);
  await answered(page, WINS);
  const link = await page.locator(".card").first().getByRole("link").first().getAttribute("href");
  const id = /#\/c\/(\d+)\//.exec(link ?? "")?.[1] ?? "";
  await page.route("**/api/certificates?**", (route) => {
    sent = route.request().postDataBuffer();
    return route.fulfill({ status: 201, json: { id, address: `#/c/${id}/` } });
  });
  await drop(page, file, "mate.proof");
  await page.locator(".badge", { hasText: "Accepted" }).waitFor();
  assert.ok(sent !== null && readFileSync(file).equals(sent));
  // A server without this route.
  await page.unroute("**/api/certificates?**");
  await page.route("**/api/certificates?**", (route) =>
    route.fulfill({ status: 404, json: { error: { type: "input", message: "there is nothing at this address" } } }),
  );
  await page.getByRole("link", { name: "Ask a question" }).click();
  await drop(page, file, "mate.proof");
  await page.locator(".file-error", { hasText: "This server cannot open certificates." }).waitFor();
  await close();
});

test("the moves of a position are listed with the best first, and rows appear during the search", async () => {
  const { page, close } = await open(browser, server.address);
  await choose(page, "Othello");
  await page.locator(".board.editable [data-piece]").first().waitFor({ state: "attached" });
  await ask(page, "What is the result of each move?");
  const card = page.locator(".card").first();
  await card.locator(".headline").waitFor();
  const results = await card.locator("tbody td:nth-child(2)").allInnerTexts();
  assert.equal(results[0], "win");
  assert.ok(results.indexOf("loss") > 0 && results.lastIndexOf("win") < results.indexOf("loss"), results.join(" "));
  // A stream that sends rows before its answer.
  const row = (move: string, value: string) => ({
    move, value, line: [move], expanded: 1, leaf_nodes: 9251, seconds: 1, stopped_by: null,
  });
  const events = [["row", row("h5", "loss")], ["row", row("h1", "win")]] as const;
  await page.route("**/api/questions/*/events**", (route) =>
    route.fulfill({
      headers: { "content-type": "text/event-stream" },
      body: events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join(""),
    }),
  );
  await page.evaluate(() => {
    // The end of the stream is not a lost connection here: the rows stay visible.
    const listen = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (this: EventTarget, ...parts: Parameters<typeof listen>) {
      return this instanceof EventSource && parts[0] === "error" ? undefined : listen.apply(this, parts);
    } as typeof listen;
  });
  await send(page);
  const rows = page.locator(".card").first().locator("tbody tr");
  await rows.nth(1).waitFor();
  assert.deepEqual(await rows.locator("th").allInnerTexts(), ["h1", "h5"]);
  assert.match(await rows.first().innerText(), /9,252/);
  await shoot(page, "rows");
  await close();
});
