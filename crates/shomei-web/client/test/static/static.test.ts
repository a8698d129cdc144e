/** The static edition of the page in Chromium, from a plain server of files. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { answered, ask, cardsIn, choose, count, drop, paste, position, send, setUp, start, stopEach } from "../browser/asking.ts";
import { atPly, DIAGRAM_4, faultsOfAccess, insist, launch, open, scratch, shoot, shomei } from "../browser/harness.ts";
import { serveFiles, type FileServer } from "./files.ts";

const { folder, remove } = scratch();
let browser: Browser;
let server: FileServer;

/** A mate in one ply, and a problem of seven plies. */
const MATE = "8k/9/8P/9/9/9/9/9/9 b G 1";
const PROBLEM = position("shogi.txt", "rook and silvers");

const WINS = /^Black can force mate\./;

before(async () => {
  server = await serveFiles();
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await server?.close();
  remove();
});

const link = (page: Page, name: string) => page.locator(".card").first().getByRole("link", { name });

/** A certificate of the program. */
function certificate(name: string, game: string, text: string): string {
  const file = join(folder, name);
  shomei("solve", game, text, "--proof", file);
  return file;
}

/** Waits until the service worker has kept all files. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}

test("a pasted problem is solved, and its proof is walked, after a reload and without a network", async () => {
  const { page, context, close } = await open(browser, server.address);
  await page.locator(".board.editable [data-square]").first().waitFor();
  await kept(page);
  await setUp(page, "Tsume-shogi", PROBLEM);
  await ask(page, "What is the shortest mate?");
  await answered(page, /The shortest win takes 7 plies/);
  assert.deepEqual(await faultsOfAccess(page), []);
  await shoot(page, "static-answer", true);
  await link(page, "Walk through the proof").click();
  await page.locator(".badge", { hasText: "Accepted" }).waitFor();
  await atPly(page, 0);
  await page.locator(".move .fact", { hasText: /\d plies$/ }).first().waitFor();
  await page.getByRole("button", { name: "Play to the end" }).click();
  await atPly(page, 7);
  await page.reload();
  await page.locator(".badge", { hasText: "Accepted" }).waitFor();
  await atPly(page, 7);
  // The server is gone, and so is the network.
  await server.close();
  await context.setOffline(true);
  await page.reload();
  await page.locator(".badge", { hasText: "Accepted" }).waitFor();
  await page.getByRole("link", { name: "Ask a question" }).click();
  await answered(page, /The shortest win takes 7 plies/);
  await setUp(page, "Tsume-shogi", MATE);
  await ask(page, "Is there a mate?");
  await count(page, "answer", 2);
  await answered(page, WINS);
  await context.setOffline(false);
  await close();
  server = await serveFiles();
});

test("every question of every game is answered with certificates", async () => {
  const { page, close } = await open(browser, server.address);
  await choose(page, "Othello");
  await page.locator(".board.editable [data-square]").first().waitFor();
  await ask(page, "What is the score?");
  await answered(page, /./);
  await page.getByRole("radio", { name: "What is the result of each move?" }).check();
  await send(page);
  await count(page, "answer", 2);
  await page.locator(".card").first().locator("table tbody tr").first().waitFor();
  await choose(page, "Ultimate tic-tac-toe");
  await send(page);
  await count(page, "answer", 3);
  await choose(page, "Lines of Action");
  await page.getByRole("radio", { name: "Can this side win?" }).check();
  await send(page);
  await count(page, "answer", 4);
  await choose(page, "Tsume-shogi");
  await ask(page, "Are there other solutions?");
  await count(page, "answer", 5);
  await link(page, "All certificates as one bundle").click();
  await page.locator(".bundle .check-accepted").waitFor();
  await page.locator(".bundle .headline", { hasText: "Solution: unique" }).waitFor();
  await page.locator(".bundle-results tbody button").first().click();
  await page.locator(".explorer .badge", { hasText: "Accepted" }).waitFor();
  await close();
});

test("a search stops within 100 milliseconds, and two questions run in two workers", async () => {
  const { page, close } = await open(browser, server.address);
  await start(page, "Lines of Action");
  await ask(page, "Can this side win?");
  await send(page);
  await count(page, "running", 2);
  for (const card of [0, 1]) {
    await page.locator(".card").nth(card).locator("dt:text-is('Proof number')").waitFor();
  }
  // The board beside the running searches answers.
  await setUp(page, "Tsume-shogi", MATE);
  await count(page, "running", 2);
  const stopped = await page.evaluate(async () => {
    const card = document.querySelector<HTMLElement>(".card[data-state=running]");
    const [stop] = card?.getElementsByTagName("button") ?? [];
    const began = performance.now();
    stop?.click();
    while (card?.dataset["state"] === "running") {
      await new Promise((wake) => setTimeout(wake, 1));
    }
    return performance.now() - began;
  });
  assert.ok(stopped <= 100, `${stopped} ms`);
  await page.locator(".card").getByText("The search was stopped.").first().waitFor();
  await stopEach(page);
  await count(page, "stopped", 2);
  await close();
});

test("a dropped proof is verified in the tab, and a damaged one is rejected with the reason", async () => {
  const { page, close } = await open(browser, server.address);
  const file = certificate("diagram-4.proof", "loa", DIAGRAM_4);
  await page.locator(".drop").waitFor();
  await drop(page, file, "diagram-4.proof");
  await page.locator(".badge", { hasText: "Accepted" }).waitFor();
  const downloading = page.waitForEvent("download");
  await page.locator(".explorer a", { hasText: "Whole certificate: PROOF" }).evaluate((each: HTMLElement) => each.click());
  const copy = join(folder, "copy.proof");
  await (await downloading).saveAs(copy);
  assert.deepEqual(readFileSync(copy), readFileSync(file));
  const bytes = readFileSync(file);
  const damaged = join(folder, "damaged.proof");
  bytes.writeUInt8(bytes.readUInt8(Math.floor(bytes.length / 2)) ^ 0x10, Math.floor(bytes.length / 2));
  writeFileSync(damaged, bytes);
  await page.getByRole("link", { name: "Ask a question" }).click();
  await drop(page, damaged, "damaged.proof");
  await page.locator(".check-rejected .reason").waitFor();
  await shoot(page, "static-rejected");
  await close();
});

test("every damaged copy of a proof is refused or rejected with the reason", async () => {
  const { page, close } = await open(browser, server.address);
  await page.locator(".drop").waitFor();
  const whole = readFileSync(certificate("whole.proof", "loa", DIAGRAM_4));
  const copies = Array.from({ length: 8 }, (_, part) => {
    const copy = Buffer.from(whole);
    const at = Math.floor((whole.length * (2 * part + 1)) / 16);
    copy.writeUInt8(copy.readUInt8(at) ^ (1 << part), at);
    return copy;
  });
  for (const [number, bytes] of [...copies, whole.subarray(0, 200), whole.subarray(0, -1)].entries()) {
    const file = join(folder, `copy-${number}.proof`);
    writeFileSync(file, bytes);
    await drop(page, file, `copy-${number}.proof`);
    const refused = page.locator(".file-error", { hasText: `copy-${number}.proof` });
    const rejected = page.locator(".check-rejected .reason");
    await refused.or(rejected).waitFor();
    await page.evaluate(() => (location.hash = "#/"));
    await rejected.waitFor({ state: "detached" });
  }
  await close();
});

test("files that are nothing are refused with the reason, and the tab goes on", async () => {
  const { page, close } = await open(browser, server.address);
  await page.locator(".drop").waitFor();
  const magic = [0x89, 0x73, 0x68, 0x6f, 0x6d, 0x65, 0x69, 0x0a];
  const files = {
    "short.proof": magic, "noise.proof": [...magic, ...Array.from({ length: 4000 }, (_, at) => (at * 7919) % 251)],
  };
  for (const [name, bytes] of Object.entries(files)) {
    const file = join(folder, name);
    writeFileSync(file, Uint8Array.from(bytes));
    await drop(page, file, name);
    await page.locator(".file-error", { hasText: name }).waitFor();
  }
  const zip = join(folder, "noise.zip");
  writeFileSync(zip, Uint8Array.from([0x50, 0x4b, 0x03, 0x04, ...Array.from({ length: 4000 }, (_, at) => (at * 31) % 251)]));
  await drop(page, zip, "noise.zip");
  await page.locator(".bundle .check-rejected .reason").waitFor();
  await page.getByRole("link", { name: "Ask a question" }).click();
  await paste(page, "<img src=x onerror=alert(1)>");
  await page.locator(".set-up .error:not(:empty)").first().waitFor();
  await setUp(page, "Tsume-shogi", MATE);
  await ask(page, "Is there a mate?");
  await answered(page, WINS);
  await close();
});

test("a link opens a question", async () => {
  const text = encodeURIComponent(MATE);
  const { page, close } = await open(browser, `${server.address}#game=shogi&position=${text}&ask=shortest`);
  await page.locator(".card .headline").waitFor();
  await answered(page, /The shortest win takes 1 ply/);
  // The page makes such links, too.
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.locator("#live", { hasText: "copied" }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied, `${server.address}#game=shogi&position=${text}&ask=shortest`);
  await page.goto(`${server.address}#game=othello&position=start`);
  await page.locator(".tab input:checked").and(page.locator("[value=othello]")).waitFor();
  await page.goto(`${server.address}#game=ludo&position=x`);
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  await close();
});

test("a list of problems is solved", async () => {
  const { page, close } = await open(browser, server.address);
  await start(page, "Tsume-shogi");
  const list = join(folder, "list.txt");
  writeFileSync(list, `${MATE}\n${PROBLEM}\n`);
  await drop(page, list, "list.txt");
  await page.locator(".batch").getByText("All 2 done").waitFor();
  await close();
});

test("a composer's problem is judged and varied", async () => {
  const { page, close } = await open(browser, `${server.address}#/compose/${encodeURIComponent(PROBLEM)}`);
  await page.locator(".verdict[data-state=end] .headline").waitFor();
  await page.getByRole("button", { name: "Examine the variants" }).click();
  await page.locator(".variants tbody tr[class]").first().waitFor();
  await close();
});

test("the first answer comes from the kept files, and its time is printed", async () => {
  const { page, close } = await open(browser, server.address);
  await page.locator(".board.editable [data-square]").first().waitFor();
  await kept(page);
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      if (document.querySelector(".card .headline") !== null) {
        performance.mark("answered");
        seen.disconnect();
      }
    });
    seen.observe(document, { childList: true, subtree: true });
  });
  await page.goto("about:blank");
  await page.goto(`${server.address}#game=shogi&position=${encodeURIComponent(MATE)}&ask=win`);
  await page.locator(".card .headline").waitFor();
  const took = await page.evaluate(() => performance.getEntriesByName("answered")[0]?.startTime ?? NaN);
  console.log(`the first answer took ${Math.round(took)} ms`);
  await close();
});

test("answers are translated, also after a reload", async () => {
  const { page, close } = await open(browser, server.address);
  await setUp(page, "Tsume-shogi", MATE);
  await ask(page, "Is there a mate?");
  await answered(page, WINS);
  await page.waitForFunction(() => sessionStorage.getItem("shomei-answers")?.includes('"kind":"answer"') === true);
  await page.reload();
  await page.getByRole("button", { name: "日本語" }).click();
  await page.locator(".card .headline", { hasText: /[ぁ-ん]/ }).waitFor();
  await page.locator(".card .to-certificate a").click();
  await page.locator(".badge", { hasText: "検証済み" }).waitFor();
  await close();
});

test("nothing is cut off at 390 pixels, in both languages", async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
  for (const locale of ["en-GB", "ja-JP"]) {
    const { page, close } = await open(browser, `${server.address}#game=shogi&position=${encodeURIComponent(PROBLEM)}&ask=win`, { ...phone, locale });
    await page.locator(".card .headline").waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    await shoot(page, `static-phone-${locale.slice(0, 2)}`, true);
    await insist(() => page.locator(".card .to-certificate a").first().click(), page.locator(".explorer .badge"));
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    await close();
  }
});

test("a later visit begins with the answers of the last one", async () => {
  const { page, context, close, watch } = await open(browser, server.address);
  await setUp(page, "Tsume-shogi", MATE);
  await ask(page, "Is there a mate?");
  await answered(page, WINS);
  await page.waitForFunction(() => sessionStorage.getItem("shomei-answers")?.includes('"kind":"answer"') === true);
  const other = await context.newPage();
  watch(other);
  await other.goto(server.address);
  await cardsIn(other, "answer").first().waitFor();
  await close();
});

test("two tabs keep the answers of each other, and removed ones stay removed", async () => {
  const { page, context, close, watch } = await open(browser, server.address);
  const another = async () => {
    const made = await context.newPage();
    watch(made);
    await made.goto(server.address);
    await made.locator(".board.editable [data-square]").first().waitFor();
    return made;
  };
  const stored = (tab: Page, number: number) =>
    tab.waitForFunction((wanted) => (sessionStorage.getItem("shomei-answers")?.split('"kind":"answer"').length ?? 0) === wanted + 1, number);
  await setUp(page, "Tsume-shogi", MATE);
  await ask(page, "Is there a mate?");
  await answered(page, WINS);
  await stored(page, 1);
  const other = await another();
  await count(other, "answer", 1);
  await setUp(other, "Tsume-shogi", MATE);
  await ask(other, "Are there other solutions?");
  await count(other, "answer", 2);
  await stored(other, 2);
  await ask(page, "What is the shortest mate?");
  await count(page, "answer", 2);
  await stored(page, 2);
  await other.locator(".card").last().getByRole("button", { name: "Remove" }).click();
  await stored(other, 1);
  await other.close({ runBeforeUnload: true });
  await page.close({ runBeforeUnload: true });
  const last = await another();
  await count(last, "answer", 2);
  assert.deepEqual(await last.locator(".card h3").allInnerTexts(), ["What is the shortest mate?", "Are there other solutions?"]);
  await close();
});

test("the policy allows scripts of the page alone, and the page can be installed", async () => {
  const { page, close } = await open(browser, server.address);
  const policy = await page.locator("meta[http-equiv=content-security-policy]").getAttribute("content");
  assert.match(policy ?? "", /default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/);
  assert.doesNotMatch(policy ?? "", /unsafe-inline|'unsafe-eval'|https?:/);
  const manifest = (await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>("link[rel=manifest]");
    const { icons, ...rest } = (await (await fetch(link?.href ?? "")).json()) as { icons: { src: string }[]; display: string; start_url: string };
    const found = await Promise.all(icons.map(async ({ src }) => (await fetch(new URL(src, link?.href))).ok));
    return { ...rest, icons: found };
  })) as { icons: boolean[]; display: string; start_url: string };
  assert.deepEqual([manifest.display, manifest.start_url, manifest.icons], ["standalone", "./", [true, true, true]]);
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  assert.deepEqual(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito"), []);
  await close();
});
