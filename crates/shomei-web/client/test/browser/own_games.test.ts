/** Games without pieces and without a drawing, as users write them. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { answered, send } from "./asking.ts";
import { faultsOfAccess, launch, open, serve, shoot, stopAll, type Server } from "./harness.ts";

let browser: Browser;
let server: Server;

before(async () => {
  server = await serve("serve");
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await stopAll();
});

test("a game without pieces and drawings shows its text as the board and is set up as text", async () => {
  const { page, context, close } = await open(browser, server.origin);
  // The server as it answers about such a game: Othello without what is its own.
  await context.route("**/api/about**", async (route) => {
    const response = await route.fetch();
    const about = (await response.json()) as { games: { name: string }[] };
    const own = about.games.filter(({ name }) => name === "othello").map((game) => ({ ...game, pieces: [] }));
    await route.fulfill({ response, json: { ...about, games: own } });
  });
  await context.route(/\/api\/(board|certificates\/\d+\/node)\?/, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { board?: object };
    await route.fulfill({ response, json: { ...answer, board: { ...answer.board, svg: "" } } });
  });
  await page.goto("about:blank");
  await page.goto(server.address);
  await page.locator(".set-up .text-board", { hasText: "a b c d e f g h" }).waitFor();
  assert.equal(await page.locator(".palette:visible, .modes:visible").count(), 0);
  assert.equal(await page.getByRole("button", { name: "Clear" }).count(), 0);
  await shoot(page, "own-game");
  await send(page);
  await answered(page, "Black can force a win.");
  assert.deepEqual(await faultsOfAccess(page), []);
  await page.locator(".card").getByRole("link").first().click();
  await page.locator(".badge", { hasText: "Accepted" }).waitFor();
  await page.locator(".explorer .board .text-board", { hasText: "a b c d e f g h" }).first().waitFor();
  await close();
});
