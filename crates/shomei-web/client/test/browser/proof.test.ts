import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import {
  addressAt, another, atPly, corpus, DIAGRAM_4, faultsOfAccess, insist, launch, open, ready, replacePage, scratch, serve, shomei, shoot,
  stopAll, type Server,
} from "./harness.ts";

const { folder, remove } = scratch();
const proof = join(folder, "d4.proof");
let browser: Browser;
let server: Server;

before(async () => {
  shomei("solve", "loa", DIAGRAM_4, "--proof", proof);
  server = await serve("explore", proof);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await stopAll();
  remove();
});

const PLIES = 23;

/** The number of plies of the longest line after a move, as the item shows it. */
async function longest(page: Page): Promise<number> {
  const lengths = await page.locator(".move:not(.silent) .fact").allInnerTexts();
  return Math.max(0, ...lengths.map((text) => Number(/^(\d+) plies$/.exec(text)?.[1] ?? 0)));
}

/** The item with the longest line, or the first if no item has a length. */
async function longestIndex(page: Page): Promise<number> {
  const items = await page.locator(".move:not(.silent)").allInnerTexts();
  const lengths = items.map((text) => Number(/(\d+) plies/.exec(text)?.[1] ?? 0));
  return lengths.indexOf(Math.max(...lengths));
}

test("Diagram 4 is accepted, and walked to its end by clicks", async () => {
  const { page, close } = await open(browser, server.address);
  await page.getByRole("heading", { name: "Black can force a win." }).waitFor();
  await page.locator(".badge", { hasText: "Accepted: all 3,949 positions" }).waitFor();
  await ready(page);
  assert.equal(await longest(page), PLIES - 1);
  await shoot(page, "diagram-4");
  for (let ply = 0; ply < PLIES; ply += 1) {
    await atPly(page, ply);
    await addressAt(page, ply);
    await page.locator(".move:not(.silent)").nth(await longestIndex(page)).click();
  }
  await atPly(page, PLIES);
  await addressAt(page, PLIES);
  await page.getByText("There are no further moves.").waitFor();
  assert.equal(await page.locator(".row").count(), PLIES + 1);
  await shoot(page, "diagram-4-end");
  // Every step is in the history of the browser.
  await page.goBack();
  await atPly(page, PLIES - 1);
  await page.goForward();
  await atPly(page, PLIES);
  await page.locator(".rows button", { has: page.locator(".number:text-is('12')") }).click();
  await atPly(page, 12);
  await close();
});

test("the same by keys alone", async () => {
  const { page, close } = await open(browser, server.address);
  await ready(page);
  for (let ply = 0; ply < PLIES; ply += 1) {
    await atPly(page, ply);
    for (let step = await longestIndex(page); step > 0; step -= 1) {
      await page.keyboard.press("ArrowDown");
    }
    await page.keyboard.press("ArrowRight");
  }
  await atPly(page, PLIES);
  await page.keyboard.press("Home");
  await atPly(page, 0);
  await page.keyboard.press("End");
  await atPly(page, PLIES);
  await page.keyboard.press("ArrowLeft");
  await atPly(page, PLIES - 1);
  await page.keyboard.press("g");
  await page.keyboard.type("7");
  await page.keyboard.press("Enter");
  await atPly(page, 7);
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await dialog.waitFor();
  assert.match(await dialog.innerText(), /Play to the end along the longest defence/);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await close();
});

test("keys that come faster than the server answers are all taken", async () => {
  const { page, close } = await open(browser, server.address);
  await atPly(page, 0);
  await page.keyboard.press("e");
  await atPly(page, PLIES);
  await Promise.all(Array.from({ length: 10 }, () => page.keyboard.press("ArrowLeft")));
  await atPly(page, PLIES - 10);
  await close();
});

test("the back button in a burst of keys ends at the place of the address", async () => {
  const { page, close } = await open(browser, server.address);
  // Nothing else asks for places afterwards.
  await ready(page);
  await page.keyboard.press("e");
  await atPly(page, PLIES);
  await addressAt(page, PLIES);
  // The server answers when the reader has gone back.
  let asked = 0;
  let leave: () => void = () => undefined;
  const left = new Promise<void>((resolve) => (leave = resolve));
  await page.route("**/node?**", async (route) => {
    asked += 1;
    await left;
    await route.continue().catch(() => undefined);
  });
  await page.evaluate(() => {
    for (let step = 0; step < 10; step += 1) {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true }));
    }
  });
  await addressAt(page, PLIES - 1);
  await page.goBack();
  await addressAt(page, PLIES);
  leave();
  // Some of the steps would be taken in that time, if those that were waiting were still wanted.
  await page.waitForTimeout(900);
  await addressAt(page, PLIES);
  assert.equal(await page.locator(".rows [aria-current=step] .number").innerText(), String(PLIES));
  assert.equal(asked, 1);
  await close();
});

test("the back button pressed in a burst ends where it leads", async () => {
  const { page, close } = await open(browser, server.address);
  await ready(page);
  await page.keyboard.press("e");
  await addressAt(page, PLIES);
  for (let ply = PLIES - 1; ply >= PLIES - 12; ply -= 1) {
    await page.keyboard.press("ArrowLeft");
    await atPly(page, ply);
    await addressAt(page, ply);
  }
  const links = await page.evaluate(() => history.length);
  // Faster than the server answers, and not one after the other.
  await page.route("**/node?**", async (route) => {
    await new Promise((wake) => setTimeout(wake, 100));
    await route.continue().catch(() => undefined);
  });
  await Promise.all(Array.from({ length: 9 }, () => page.evaluate(() => history.back())));
  await addressAt(page, PLIES - 3);
  await atPly(page, PLIES - 3);
  assert.equal(await page.evaluate(() => history.length), links);
  // The line ahead is still there, and so is the way forward.
  assert.equal(await page.locator(".row").count(), PLIES + 1);
  await page.evaluate(() => history.go(5));
  await addressAt(page, PLIES - 8);
  await atPly(page, PLIES - 8);
  await page.keyboard.press("ArrowRight");
  await atPly(page, PLIES - 7);
  await close();
});

test("two tabs walk one certificate and search it, each for itself", async () => {
  const tab = await open(browser, server.address);
  const first = tab.page;
  await ready(first);
  const second = await another(tab, server.address);
  await ready(second);
  await first.keyboard.press("e");
  await atPly(first, PLIES);
  await second.keyboard.press("ArrowRight");
  await atPly(second, 1);
  // Positions for both to look for: one of the line, and one that is nowhere.
  await first.keyboard.press("ArrowLeft");
  await first.keyboard.press("ArrowLeft");
  await atPly(first, PLIES - 2);
  const position = await first.locator(".as-text code").textContent();
  assert.ok(position !== null && position.length > 60);
  const look = async (page: Page, text: string) => {
    await page.getByText("Find a position").click();
    await page.locator(".find textarea").fill(text);
    await page.locator(".find button").click();
  };
  await Promise.all([look(first, DIAGRAM_4.replace(/x$/, "o")), look(second, position)]);
  await Promise.all([
    first.getByText("This position is not in the certificate.").waitFor(),
    second.locator(".find .state", { hasText: "Found." }).waitFor(),
  ]);
  await second.locator(".as-text code", { hasText: position }).waitFor({ state: "attached" });
  await atPly(first, PLIES - 2);
  // The same in both, the other way round.
  const ask = async (page: Page, text: string) => {
    await page.locator(".find textarea").fill(text);
    await page.locator(".find button").click();
  };
  await Promise.all([ask(first, DIAGRAM_4), ask(second, DIAGRAM_4)]);
  await Promise.all([atPly(first, 0), atPly(second, 0)]);
  await tab.close();
});

test("a busy server is asked again, and the page waits", async () => {
  const { page, close } = await open(browser, server.address);
  await ready(page);
  let refused = 0;
  await page.route("**/node?**", async (route) => {
    if (refused < 3) {
      refused += 1;
      await route.fulfill({ status: 429, json: { error: { type: "limit", message: "Too much is read." } } });
    } else {
      await route.continue();
    }
  });
  // A page on a busy machine can miss a key; repeated presses of this one lead to the same place.
  const end = page.locator(`.rows [aria-current=step] .number:text-is("${PLIES}")`);
  await insist(() => page.keyboard.press("e"), end);
  assert.equal(refused, 3);
  assert.equal(await page.locator(".explorer > .error").innerText(), "");
  await close();
});

test("a certificate that is gone, and a server that does not answer, have sentences in both languages", async () => {
  for (const [locale, gone, lost] of [
    ["en-GB", "Page not found", "The server does not answer."], ["ja-JP", "ページが見つかりません", "サーバーが応答しません。"],
  ] as const) {
    const tab = await open(browser, `${server.origin}/#/c/77/`, { locale });
    await tab.page.getByRole("heading", { name: gone }).waitFor();
    await tab.close();
    const { page, faults } = await open(browser, server.address, { locale });
    await page.locator(".check-accepted").waitFor();
    await atPly(page, 0);
    await page.route("**/node?**", (route) => route.abort());
    const complaint = page.locator(".explorer > .error", { hasText: lost });
    await insist(() => page.locator(".steer-forward").click(), complaint);
    assert.ok(!/fetch/i.test(await page.locator(".explorer > .error").innerText()));
    // The browser reports the failed connection; there are no other faults.
    assert.deepEqual(faults.filter((fault) => !fault.includes("ERR_FAILED")), []);
    await page.context().close();
  }
});

test("steps go on where the browser takes no new address", async () => {
  const { page, close } = await open(browser, server.address);
  await atPly(page, 0);
  await page.evaluate(() => {
    history.pushState = () => {
      throw new Error("too many");
    };
  });
  await page.keyboard.press("ArrowRight");
  await atPly(page, 1);
  await page.keyboard.press("ArrowRight");
  await atPly(page, 2);
  await close();
});

test("a switch of language keeps the line ahead", async () => {
  const { page, close } = await open(browser, server.address);
  await atPly(page, 0);
  await page.keyboard.press("e");
  await atPly(page, PLIES);
  await page.keyboard.press("Home");
  await atPly(page, 0);
  await page.keyboard.press("l");
  await page.getByText("検証済み").waitFor();
  await page.locator(".rows .name", { hasText: "開始" }).waitFor();
  assert.equal(await page.locator(".row").count(), PLIES + 1);
  await atPly(page, 0);
  await page.keyboard.press("End");
  await atPly(page, PLIES);
  await close();
});

test("what a dialog has asked for is not wanted when it is closed", async () => {
  const { page, close } = await open(browser, server.address);
  await ready(page);
  const others = page.getByRole("button", { name: "other lines" });
  for (let ply = 0; ply < PLIES && (await others.count()) === 0; ply += 1) {
    await page.keyboard.press("ArrowRight");
    await atPly(page, ply + 1);
  }
  // The server does not answer at all.
  await page.route("**/parents?**", () => undefined);
  await Promise.all([page.waitForRequest(/\/parents\?/), others.first().click()]);
  await page.getByRole("dialog").waitFor();
  await Promise.all([
    page.waitForEvent("requestfailed", (request) => request.url().includes("/parents?")),
    page.keyboard.press("Escape"),
  ]);
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await close();
});

test("a link leads to the place, and holds no token", async () => {
  const first = await open(browser, server.address);
  await atPly(first.page, 0);
  await first.page.keyboard.press("e");
  await atPly(first.page, PLIES);
  await addressAt(first.page, PLIES);
  await first.page.goBack();
  await atPly(first.page, 0);
  await first.page.goForward();
  await atPly(first.page, PLIES);
  const link = first.page.url();
  assert.ok(!link.includes("t="), link);
  await first.close();
  const second = await open(browser, link);
  await atPly(second.page, PLIES);
  assert.equal(await second.page.locator(".row").count(), PLIES + 1);
  await second.close();
});

test("the moves are a tree with level, size and position", async () => {
  const { page, close } = await open(browser, server.address);
  await atPly(page, 0);
  await page.keyboard.press("ArrowRight");
  await atPly(page, 1);
  const items = page.getByRole("treeitem");
  const count = await items.count();
  assert.ok(count > 20);
  const first = items.first();
  assert.equal(await first.getAttribute("aria-level"), "2");
  assert.equal(await first.getAttribute("aria-setsize"), String(count));
  assert.equal(await items.last().getAttribute("aria-posinset"), String(count));
  assert.equal(await items.nth(4).getAttribute("aria-posinset"), "5");
  assert.equal(await page.locator("[role=treeitem][tabindex='0']").count(), 1);
  const snapshot = await page.getByRole("tree", { name: "Moves" }).ariaSnapshot();
  assert.match(snapshot, /^- tree "Moves":\n {2}- treeitem ".* (answer|ends)/);
  assert.match(snapshot, /\[level=2\]|\[selected\]/);
  // Moves of which the certificate says nothing are not items: arrows do not walk them.
  await page.keyboard.press("Home");
  await atPly(page, 0);
  assert.equal(await items.count(), 1);
  assert.equal(await items.first().getAttribute("aria-setsize"), "1");
  assert.ok((await page.locator(".move.silent").count()) > 10);
  await close();
});

test("axe finds no serious fault, by day and by night", async () => {
  for (const colorScheme of ["light", "dark"] as const) {
    const { page, close } = await open(browser, server.address, { colorScheme });
    await page.locator(".badge", { hasText: "Accepted" }).waitFor();
    await atPly(page, 0);
    assert.deepEqual(await faultsOfAccess(page), []);
    await page.keyboard.press("e");
    await atPly(page, PLIES);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await atPly(page, PLIES - 2);
    await page.getByText("Find a position").click();
    await page.getByText("Board as text").click();
    await page.getByText("Export").click();
    await page.getByText("About this certificate").click();
    assert.deepEqual(await faultsOfAccess(page), []);
    await shoot(page, `diagram-4-open-${colorScheme}`, true);
    await close();
  }
});

test("a move is played by clicks on its squares", async () => {
  const { page, close } = await open(browser, server.address);
  await atPly(page, 0);
  await page.locator(".board [data-square=e4]").click();
  await page.locator(".board [data-square=d5]").click();
  await atPly(page, 1);
  await close();
});

test("a position is found, and the place of an error in it is marked", async () => {
  const { page, close } = await open(browser, server.address);
  await atPly(page, 0);
  await page.keyboard.press("e");
  await atPly(page, PLIES);
  for (let step = 0; step < 9; step += 1) {
    await page.keyboard.press("ArrowLeft");
  }
  await atPly(page, PLIES - 9);
  await page.keyboard.press("b");
  const position = await page.locator(".as-text code").innerText();
  await page.keyboard.press("Home");
  await atPly(page, 0);
  await page.keyboard.press("/");
  const field = page.locator(".find textarea");
  await field.fill(position);
  await page.keyboard.press("Enter");
  await page.locator(".find .state", { hasText: "Found." }).waitFor();
  await page.locator(".as-text code", { hasText: position }).waitFor({ state: "attached" });
  await field.fill(DIAGRAM_4.replace("oxx", "oqx"));
  await page.keyboard.press("Enter");
  await page.locator(".find textarea[aria-invalid=true]").waitFor();
  assert.equal(await page.locator(".find mark").innerText(), "q");
  assert.match(await page.locator(".find .error").innerText(), /d4/);
  await field.fill(DIAGRAM_4.replace(/x$/, "o"));
  await page.keyboard.press("Enter");
  await page.getByText("This position is not in the certificate.").waitFor();
  await close();
});

test("other lines to a position are listed, and lead there", async () => {
  const { page, close } = await open(browser, server.address);
  await ready(page);
  const others = page.getByRole("button", { name: "other lines" });
  for (let ply = 0; ply < PLIES && (await others.count()) === 0; ply += 1) {
    await page.keyboard.press("ArrowRight");
    await atPly(page, ply + 1);
  }
  await others.first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("link").nth(1).waitFor();
  assert.ok((await dialog.getByRole("link").count()) >= 2);
  const link = await dialog.getByRole("link").last().getAttribute("href");
  await dialog.getByRole("link").last().click();
  await page.waitForURL((url) => url.hash === link);
  await dialog.waitFor({ state: "detached" });
  await close();
});

test("the line and the board are files to keep", async () => {
  const { page, close } = await open(browser, server.address);
  await atPly(page, 0);
  await page.keyboard.press("e");
  await atPly(page, PLIES);
  await page.getByText("Export").click();
  const saved = async (name: string) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name }).click()]);
    return readFileSync(await download.path(), "utf8");
  };
  assert.match(await saved("List of moves: TXT"), /e4-d5/);
  assert.match(await saved("Board: SVG"), /^<svg/);
  assert.match(await saved("Whole certificate: PROOF"), /loa/);
  await close();
});

test("texts of a hostile server show as texts", async () => {
  const bad = `<img src=x onerror=alert(1)><script>alert(2)</script>`;
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-GB" });
  const page = await context.newPage();
  const ran: string[] = [];
  page.on("dialog", (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => ran.push(error.message));
  // Every text of an answer is replaced; a drawing gets a script, a handler and a link.
  const spoil = (value: unknown, key = ""): unknown => {
    if (typeof value === "string") {
      if (key === "svg") {
        return value.replace("</svg>", `<script>alert(3)</script><a href="javascript:alert(4)"><text>x</text></a><rect onclick="alert(5)" style="fill:red"/><foreignObject><b xmlns="http://www.w3.org/1999/xhtml">b</b></foreignObject></svg>`);
      }
      const kept = new Set(["path", "state", "says", "sizes", "claim", "mode", "mv", "game", "mover"]);
      return kept.has(key) ? value : bad;
    }
    if (Array.isArray(value)) {
      return value.map((each) => spoil(each, key));
    }
    if (typeof value === "object" && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, spoil(each, name)]));
    }
    return value;
  };
  await page.route("**/api/certificates/**", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: spoil(await response.json()) });
  });
  await replacePage(context);
  await page.goto(server.address);
  await atPly(page, 0);
  await page.getByText("About this certificate").click();
  await page.keyboard.press("ArrowRight");
  await atPly(page, 1);
  await page.locator(".board svg rect").first().click({ force: true });
  assert.ok((await page.getByText(bad).count()) > 5);
  assert.equal(await page.locator("img, main script, foreignObject, main svg a, [onclick], [style*=red]").count(), 0);
  assert.deepEqual(ran, []);
  await shoot(page, "hostile");
  await context.close();
});

test("a check that takes long says how far it is, and until then the claim is one", async () => {
  const { page, context, faults } = await open(browser, "about:blank");
  // The answers of a check of millions of records, one after the other.
  const of = 3_400_000;
  let check = { state: "running", records: 1_200_000, of, seconds: 1 };
  let isAway = false;
  await page.route(/\/api\/certificates\/0(\/check)?(\?|$)/, async (route) => {
    if (isAway) {
      await route.abort();
      return;
    }
    const response = await route.fetch();
    const isCheck = new URL(route.request().url()).pathname.endsWith("/check");
    const about: unknown = await response.json();
    await route.fulfill({ response, json: isCheck ? check : { ...(about as object), check } });
  });
  await page.goto(server.address);
  await page.getByText("Checked: 1.2 million of 3.4 million positions").first().waitFor();
  assert.equal(await page.locator(".claim .kind").innerText(), "Claim");
  assert.equal(await page.locator(".check progress").getAttribute("value"), "1200000");
  await shoot(page, "checking");
  // A question without an answer does not end the watch.
  isAway = true;
  await page.getByText("The server does not answer.").waitFor();
  isAway = false;
  await page.getByText("The server does not answer.").waitFor({ state: "hidden" });
  check = { state: "accepted", records: of, of, seconds: 2 };
  await page.locator(".badge", { hasText: "Accepted: all 3.4 million positions checked" }).waitFor();
  await page.locator(".claim .kind", { hasText: "Proof" }).waitFor();
  await context.close();
  // The browser reports the failed connection; there are no other faults.
  assert.deepEqual(faults.filter((fault) => !fault.includes("ERR_FAILED")), []);
});

test("an unfinished check begins again for a reader with the token", async () => {
  for (const hasToken of [true, false]) {
    const { page, close } = await open(browser, "about:blank");
    let check = { state: "unfinished", records: 1, of: 3, seconds: 1, reason: "no moves of 2", can_repeat: true };
    await page.route(/\/api\/certificates\/0(\/check)?(\?|$)/, async (route) => {
      if (route.request().method() === "POST") {
        check = { ...check, state: "running", reason: "", can_repeat: false };
      }
      const response = await route.fetch();
      const isCheck = new URL(route.request().url()).pathname.endsWith("/check");
      const about: unknown = await response.json();
      await route.fulfill({ response, json: isCheck ? check : { ...(about as object), check } });
    });
    await page.goto(hasToken ? server.address : server.origin);
    await page.locator(".check .reason", { hasText: "no moves of 2" }).waitFor();
    const again = page.getByRole("button", { name: "Check again" });
    if (hasToken) {
      await again.click();
      await page.locator(".badge", { hasText: "Checked: 1 of 3 positions" }).waitFor();
      check = { ...check, state: "accepted", records: 3 };
      await page.locator(".badge", { hasText: "Accepted: all 3 positions checked" }).waitFor();
    }
    assert.equal(await again.count(), 0);
    await close();
  }
});

test("a forged certificate is rejected in plain sight", async () => {
  const forged = join(folder, "forged <b onclick=alert(1)>.proof");
  const bytes = readFileSync(proof);
  // A bit in the middle: some record, whose checksum no longer fits.
  const middle = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
  writeFileSync(forged, bytes);
  const other = await serve("explore", forged);
  const { page, close } = await open(browser, other.address);
  await page.locator(".check-rejected").waitFor();
  await page.getByText("This file does not prove its claim.").waitFor();
  assert.notEqual(await page.locator(".check .reason").innerText(), "");
  assert.equal(await page.locator(".claim .kind").innerText(), "Claim");
  await shoot(page, "rejected");
  // In Japanese, the words of the library are marked as English.
  await page.keyboard.press("l");
  await page.getByText("このファイルは主張の証明になっていません。").waitFor();
  await page.locator(".check .reason [lang=en], .check .reason:not(:has([lang]))", { hasText: /./ }).first().waitFor();
  assert.equal(await page.locator(".claim .kind").innerText(), "主張");
  await close();
});

/** The numbers of the moves to a place from which a move leads back, the nearest to the root. */
async function toRepetition(page: Page, origin: string): Promise<number[]> {
  interface Move { child: number | null; back: number | null; finished: boolean }
  const waiting: number[][] = [[]];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const answer = await page.request.get(`${origin}/api/certificates/0/node?path=${path.join(".")}`);
    const { moves } = (await answer.json()) as { moves: Move[] };
    if (moves.some((move) => move.back !== null)) {
      return path;
    }
    const here = path;
    const open = moves.filter((move) => move.child !== null && !move.finished);
    waiting.push(...open.map((move) => [...here, move.child ?? 0]));
  }
  throw new Error("no move of the certificate leads back");
}

test("a disproof that goes round: repetitions are links to the ply on the line", async () => {
  const line = corpus("loa-cycles.txt").find((each) => each.endsWith("name=hold 2"));
  const [position = "", ...options] = (line ?? "").split(" ; ");
  const option = (name: string) => options.find((each) => each.startsWith(`${name}=`))?.split("=")[1] ?? "";
  const file = join(folder, "hold.proof");
  shomei("solve", "loa", position, "--attacker", option("attacker"), "--rules", option("rules"), "--proof", file);
  const other = await serve("explore", file);
  const { page, close } = await open(browser, other.address);
  await page.getByRole("heading", { name: "cannot force a win" }).waitFor();
  await page.locator(".badge", { hasText: "Accepted" }).waitFor();
  await atPly(page, 0);
  await page.locator(".move .fact", { hasText: "can repeat positions" }).first().waitFor();
  // Along the longest defence: there is none, since play goes round.
  await page.keyboard.press("e");
  const back = page.getByRole("link", { name: "The line returns to the position after ply" });
  const ply = /ply (\d+)/.exec(await back.innerText())?.[1];
  await shoot(page, "cycle-end");
  await back.click();
  await atPly(page, Number(ply));
  // By clicks to a move that leads back.
  await page.keyboard.press("Home");
  await atPly(page, 0);
  const path = await toRepetition(page, other.origin);
  for (const [done, child] of path.entries()) {
    await page.locator(".move:not(.silent)").nth(child).click();
    await atPly(page, done + 1);
  }
  const repeat = page.locator(".fact.repeat").first();
  await shoot(page, "cycle");
  const target = /ply (\d+)/.exec(await repeat.innerText())?.[1] ?? "0";
  await repeat.click();
  await atPly(page, Number(target));
  await close();
});

test("a line of 1,525 plies scrolls and jumps, and only its rows in sight exist", async () => {
  const plies = 1525;
  const nodes = Array.from({ length: plies }, (_, ply) => {
    const child = ply + 1 === plies ? "Won" : `n${ply + 1}`;
    return `n${ply} = ${ply % 2 === 0 ? "OR" : "AND"} { ${child} }`;
  });
  const file = join(folder, "long.proof");
  shomei("solve", "tree", "n0", "--attacker", "or", "--rules", nodes.join("  "), "--proof", file);
  const other = await serve("explore", file);
  const { page, close } = await open(browser, other.address);
  await atPly(page, 0);
  await page.keyboard.press("e");
  await atPly(page, plies);
  assert.ok((await page.locator(".row").count()) < 60);
  const jump = await page.evaluate(async () => {
    const input = document.querySelector<HTMLInputElement>("#ply");
    const began = performance.now();
    if (input !== null) {
      input.value = "1000";
      input.form?.requestSubmit();
    }
    while (document.querySelector(".rows [aria-current=step] .number")?.textContent !== "1000") {
      await new Promise((wake) => setTimeout(wake, 1));
    }
    return performance.now() - began;
  });
  console.log(`jump to ply 1,000 of ${plies}: ${jump.toFixed(0)} ms`);
  await atPly(page, 1000);
  const row = page.locator(".rows [aria-current=step]");
  assert.ok(await row.isVisible());
  const middle = await page.locator(".scroller").evaluate((list) => list.scrollTop / list.scrollHeight);
  assert.ok(middle > 0.6 && middle < 0.7, String(middle));
  // Scrolled by hand, other rows come; the place stays.
  await page.locator(".scroller").evaluate((list) => list.scrollTo(0, 0));
  await page.locator(".row .name", { hasText: "Start" }).waitFor();
  assert.ok((await page.locator(".row").count()) < 60);
  await page.locator(".rows button", { hasText: "n5" }).first().click();
  await atPly(page, 5);
  await close();
});

test("a thousand clicks leak no memory", async () => {
  const { page, context, close } = await open(browser, server.address);
  await atPly(page, 0);
  await page.keyboard.press("e");
  await atPly(page, PLIES);
  const devtools = await context.newCDPSession(page);
  const heap = async () => {
    await devtools.send("HeapProfiler.collectGarbage");
    const { metrics } = await devtools.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? 0;
  };
  await devtools.send("Performance.enable");
  // Twenty steps back, twenty forward; each is on show before the next.
  const clicks = (count: number) =>
    page.evaluate(async (clicks) => {
      const button = (name: string) => document.querySelector<HTMLElement>(`.steer-${name}`);
      const ply = () => document.querySelector(".rows [aria-current=step] .number")?.textContent;
      for (let click = 0; click < clicks; click += 1) {
        const before = ply();
        button(click % 40 < 20 ? "back" : "forward")?.click();
        while (ply() === before) {
          await new Promise((wake) => setTimeout(wake, 1));
        }
      }
    }, count);
  await clicks(80);
  const start = await heap();
  await clicks(1000);
  const end = await heap();
  console.log(`memory of scripts: ${(start / 1e6).toFixed(2)} MB, after 1,000 clicks ${(end / 1e6).toFixed(2)} MB`);
  assert.ok(end < start * 1.25 + 500_000, `${start} bytes, then ${end}`);
  await close();
});
