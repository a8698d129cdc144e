import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { answered, ask, cardsIn, choose, count, drop, paste, position, send, setUp, start, stopEach } from "./asking.ts";
import {
  another, atPly, DIAGRAM_4, faultsOfAccess, launch, open, ROOT, scratch, serve, shomei, shoot, stopAll, type Server,
} from "./harness.ts";

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

const WINS = "Black can force mate.";

const MATE = position("shogi.txt", "rook and silvers");

const SHORTEST = `${WINS} The shortest win takes 7 plies. This is proven.`;

test("a tsume problem is pasted and solved, and its certificate walked", async () => {
  const { page, close } = await open(browser, server.address);
  assert.ok(!page.url().includes("t="), "the token leaves the address");
  await setUp(page, "Tsume-shogi", MATE);
  await ask(page, "What is the shortest mate?");
  const card = page.locator(".card").first();
  await answered(page, SHORTEST);
  await shoot(page, "tsume-solved", true);
  await card.getByRole("link", { name: "Walk through the proof" }).first().click();
  await page.locator(".badge", { hasText: "Accepted" }).waitFor();
  await atPly(page, 0);
  await page.keyboard.press("e");
  await page.getByText("There are no further moves.").waitFor();
  assert.ok((await page.locator(".row").count()) > 3);
  await shoot(page, "tsume-walked");
  // The question is still there.
  await page.getByRole("link", { name: "Ask a question" }).click();
  await answered(page, SHORTEST);
  assert.deepEqual(await faultsOfAccess(page), []);
  await close();
});

test("a question that is sent at once is about what was typed", async () => {
  const { page, close } = await open(browser, server.address);
  await start(page, "Lines of Action");
  await paste(page, DIAGRAM_4);
  await send(page);
  await answered(page, "Black can force a win.");
  await close();
});

test("other solutions of a problem", async () => {
  const { page, close } = await open(browser, server.address);
  await setUp(page, "Tsume-shogi", position("shogi.txt", "gold in the corner"));
  await ask(page, "Are there other solutions?");
  const judged = "There is no other solution. Composers' verdict: 完全 (kanzen).";
  await answered(page, `Black can force mate. The shortest win takes 1 ply. This is proven. ${judged}`);
  await close();
});

const DRAW = "It is a draw: neither side can force a win.";

test("a draw in Othello has two certificates", async () => {
  const file = join(ROOT, "corpus/othello/discs-56.txt");
  const drawn = /^(\d+): draw/m.exec(shomei("solve", "othello", `@${file}`, "--value"))?.[1];
  const line = readFileSync(file, "utf8").split("\n")[Number(drawn) - 1] ?? "";
  const { page, close } = await open(browser, server.address);
  await setUp(page, "Othello", (line.split(" ; ")[0] ?? "").trim());
  await ask(page, "Win, draw or loss?");
  const card = page.locator(".card").first();
  await answered(page, DRAW);
  const links = card.getByRole("link", { name: "Walk through the proof" });
  assert.equal(await links.count(), 2);
  await shoot(page, "draw", true);
  for (const index of [0, 1]) {
    await links.nth(index).click();
    await page.getByRole("heading", { name: "cannot" }).waitFor();
    await page.locator(".badge", { hasText: "Accepted" }).waitFor();
    // This form holds one position, and no line.
    await atPly(page, 0);
    await page.getByText("Export").click();
    for (const name of ["Line: GGF", "Every position of the line: OBF", "Board: SVG", "Whole certificate: PROOF"]) {
      await page.getByRole("link", { name, exact: true }).waitFor();
    }
    await page.goBack();
    await answered(page, DRAW);
  }
  await ask(page, "What is the result of each move?");
  const moves = page.locator(".card").first();
  await moves.locator("td", { hasText: "draw" }).first().waitFor();
  await ask(page, "What is the score?");
  await answered(page, "With best play the score is 0 for Black.");
  await close();
});

test("a board is set up by clicks and by keys", async () => {
  const { page, close } = await open(browser, server.address);
  await start(page, "Lines of Action");
  const square = (name: string) => page.locator(`.board.editable [data-square=${name}]`);
  await square("a1").waitFor();
  await page.getByRole("radio", { name: "White" }).first().waitFor();
  await square("d4").click();
  await page.locator(".board.editable [data-square=d4][data-piece]").waitFor();
  // The same piece again takes it away.
  await square("d4").click();
  await page.locator(".board.editable [data-square=d4]:not([data-piece])").waitFor({ state: "attached" });
  const board = page.locator(".board.editable");
  await board.focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("2");
  await page.keyboard.press("Enter");
  const placed = page.locator(".board.editable .cursor[data-piece]");
  await placed.waitFor();
  assert.equal(await placed.getAttribute("data-square"), "e5");
  await page.keyboard.press("Delete");
  await page.locator(".board.editable .cursor:not([data-piece])").waitFor();
  await page.locator(".movers").getByRole("radio", { name: "White" }).check();
  await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>(".set-up textarea")?.value.endsWith(" o"));
  await shoot(page, "set-up");
  assert.deepEqual(await faultsOfAccess(page), []);
  await close();
});

test("pieces of shogi go to hands and back", async () => {
  const { page, close } = await open(browser, server.address);
  await setUp(page, "Tsume-shogi", MATE);
  const text = () => page.locator(".set-up textarea").inputValue();
  await page.locator(".palette").getByRole("radio", { name: "gold", exact: false }).first().click();
  await page.locator(".board.editable [data-hand=black]").first().click({ position: { x: 5, y: 5 } });
  await page.locator(".board.editable [data-hand='black:G']").waitFor();
  assert.match(await text(), / b RG /);
  await page.locator(".palette").getByRole("radio", { name: "Empty" }).click();
  await page.locator(".board.editable [data-hand='black:G']").click();
  await page.locator(".board.editable [data-hand='black:G']").waitFor({ state: "detached" });
  assert.match(await text(), / b R /);
  await close();
});

test("an error is shown beside the field, with its place marked in it", async () => {
  const { page, close } = await open(browser, server.address);
  await start(page, "Lines of Action");
  await paste(page, DIAGRAM_4.replace("oxx", "oqx"));
  await page.locator(".set-up textarea[aria-invalid=true]").waitFor();
  assert.equal(await page.locator(".set-up mark").innerText(), "q");
  assert.match(await page.locator(".set-up .error").first().innerText(), /d4/);
  await shoot(page, "error");
  // Nothing is asked about the position that the board still shows.
  await page.getByRole("button", { name: "Solve" }).click();
  assert.ok(await page.locator(".set-up textarea").evaluate((field) => field === document.activeElement));
  assert.equal(await page.locator(".card").count(), 0);
  await paste(page, DIAGRAM_4);
  await page.locator(".set-up textarea[aria-invalid=false]").waitFor();
  assert.equal(await page.locator(".set-up mark").count(), 0);
  await close();
});

test("a long question shows its numbers and can be stopped", async () => {
  const { page, close } = await open(browser, server.address);
  await start(page, "Lines of Action");
  await ask(page, "Can this side win?");
  const card = page.locator(".card").first();
  await card.locator("dt:text-is('Proof number')").waitFor();
  await card.locator(".trace polyline[points*=' ']").first().waitFor({ state: "attached" });
  await shoot(page, "searching", true);
  // By the keyboard, which is left in the card.
  await card.getByRole("button", { name: "Stop" }).focus();
  await page.keyboard.press("Enter");
  await answered(page, "It is not known whether Black can force a win. The search was stopped.");
  await page.locator(".card:focus-within").waitFor();
  await close();
});

test("a question beyond the limits is refused with words", async () => {
  const { page, close } = await open(browser, server.address);
  await start(page, "Lines of Action");
  for (let question = 0; question < 2; question += 1) {
    await ask(page, "Can this side win?");
    // It has begun before the next one is asked.
    await cardsIn(page, "running").first().locator("dt:text-is('Proof number')").waitFor();
  }
  await ask(page, "Can this side win?");
  await cardsIn(page, "busy").locator(".error", { hasText: "Other questions use all threads" }).waitFor();
  assert.equal(await cardsIn(page, "running").count(), 2);
  await stopEach(page);
  await close();
});

test("without the token the page says what to do", async () => {
  const { page, close } = await open(browser, server.origin);
  await page.getByText("open the page with the address that the server printed").waitFor();
  assert.equal(await page.getByRole("button", { name: "Solve" }).count(), 0);
  await close();
});

/** A folder of problems in Shift-JIS, and one file that is none. */
function problems(): string {
  const place = join(folder, "problems");
  mkdirSync(place);
  const names = ["gold at the head", "gold in the corner", "knight alone", "a gold is lured"];
  names.forEach((name, index) => {
    const file = join(place, `${index === 3 ? 10 : index + 1}.kif`);
    shomei("solve", "shogi", position("shogi.txt", name), "--record", file);
    assert.throws(() => new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file)), "a KIF file is Shift-JIS");
  });
  writeFileSync(join(place, "notes.kif"), "just words\n");
  writeFileSync(join(place, ".hidden"), "x");
  return place;
}

test("a folder of KIF files in Shift-JIS becomes a table in the order of names", async () => {
  const place = problems();
  const { page, close } = await open(browser, server.address);
  await start(page, "Tsume-shogi");
  await page.locator("input[webkitdirectory]").setInputFiles(place);
  const batch = page.locator(".batch");
  await batch.getByText("All 5 done").waitFor();
  const names = await batch.locator(".rows-in-sight th").allInnerTexts();
  assert.deepEqual(names, ["1.kif", "2.kif", "3.kif", "10.kif", "notes.kif"].map((name) => `problems/${name}`));
  const rows = batch.locator(".rows-in-sight tr");
  for (const index of [0, 1, 2, 3]) {
    assert.match(await rows.nth(index).innerText(), /Black can force mate\./);
    assert.equal(await rows.nth(index).locator("svg").count(), 1);
  }
  assert.notEqual(await rows.nth(4).locator(".error").innerText(), "");
  await batch.scrollIntoViewIfNeeded();
  await shoot(page, "folder", true);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "TSV" }).click()]);
  const table = readFileSync(await download.path(), "utf8").split("\n");
  assert.equal(table.length, 7);
  assert.match(table[1] ?? "", /^problems\/1\.kif\t4k4\S* b G\S* 1\tproved\t1\t\d/);
  assert.deepEqual(await faultsOfAccess(page), []);
  await close();
});

/** A record of a problem of tsume-shogi. */
function record(name: string): string {
  const file = join(folder, name);
  shomei("solve", "shogi", MATE, "--record", file);
  return file;
}

test("files that are dropped are taken, one as a position, several as problems", async () => {
  const { page, close } = await open(browser, server.address);
  await start(page, "Tsume-shogi");
  const file = record("one.kif");
  await drop(page, file, "1.kif");
  await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>(".set-up textarea")?.value.startsWith("4k4/9/2S3S2"));
  await drop(page, file, "1.kif", "2.kif");
  await page.locator(".batch").getByText("All 2 done").waitFor();
  await close();
});

test("a record of a game that is not open opens it", async () => {
  const { page, close } = await open(browser, server.address);
  await choose(page, "Othello");
  await page.locator(".board.editable [data-square=d4][data-piece]").waitFor();
  const file = record("other.kif");
  await drop(page, file, "1.kif", "2.kif");
  await page.locator(".batch").getByText("All 2 done").waitFor();
  for (const index of [0, 1]) {
    assert.match(await page.locator(".batch .rows-in-sight tr").nth(index).innerText(), /Black can force mate\./);
  }
  await drop(page, file, "1.kif");
  await page.locator(".board.editable [data-hand]").first().waitFor();
  assert.ok(await page.getByRole("radio", { name: "Tsume-shogi" }).isChecked());
  const before = await page.locator(".set-up textarea").inputValue();
  assert.match(before, /^4k4\/9\/2S3S2/);
  // A file that no game reads is reported at the drop area and changes nothing else.
  const words = join(folder, "words.txt");
  writeFileSync(words, "just words\nand more\n");
  await drop(page, words, "words.txt");
  await page.locator(".file-error", { hasText: "words.txt: " }).waitFor();
  assert.equal(await page.locator(".set-up textarea").inputValue(), before);
  assert.equal(await page.locator(".set-up mark").count(), 0);
  await ask(page, "Is there a mate?");
  await answered(page, WINS);
  await close();
});

test("pieces that are placed faster than the server answers are all placed", async () => {
  const { page, close } = await open(browser, server.address);
  await start(page, "Lines of Action");
  await page.locator(".board.editable [data-square=b1][data-piece]").waitFor();
  await page.route("**/api/edit?**", async (route) => {
    await new Promise((wake) => setTimeout(wake, 150));
    await route.continue();
  });
  const names = ["d4", "e5", "f3", "c6"];
  await page.evaluate((squares) => {
    for (const square of squares) {
      document.querySelector(`.board.editable [data-square=${square}]`)?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    }
  }, names);
  for (const square of names) {
    await page.locator(`.board.editable [data-square=${square}][data-piece]`).waitFor();
  }
  await close();
});

test("a page asks three questions at a time, and the others wait their turn", async () => {
  const roomy = await serve("serve", "--threads", "8", "--questions", "8", "--memory", "2GiB");
  const tab = await open(browser, roomy.address);
  const { page } = tab;
  await start(page, "Lines of Action");
  for (let question = 0; question < 5; question += 1) {
    await ask(page, "Can this side win?");
  }
  const turns = cardsIn(page, "running").locator(".turn", { hasText: "waits for its turn" });
  await turns.nth(1).waitFor();
  await cardsIn(page, "running").locator("dt:text-is('Proof number')").nth(2).waitFor();
  assert.equal(await turns.count(), 2);
  await shoot(page, "turns", true);
  // Everything else still works, in this tab and in another one, whose questions also wait.
  await start(page, "Othello");
  await page.locator(".board.editable [data-square=d4][data-piece]").waitFor();
  const second = await another(tab, roomy.address);
  await start(second, "Lines of Action");
  await ask(second, "Can this side win?");
  await second.locator(".card .turn").waitFor();
  await second.getByRole("button", { name: "Stop" }).click();
  await second.locator(".card[data-state=unasked]", { hasText: "Stopped before it was asked." }).waitFor();
  // A question that ends makes room for a waiting one. The newest card is the first.
  await page.locator(".card").last().getByRole("button", { name: "Stop" }).click();
  await count(page, "answer", 1);
  await cardsIn(page, "running").locator("dt:text-is('Proof number')").nth(2).waitFor();
  assert.equal(await turns.count(), 1);
  await page.locator(".card").first().getByRole("button", { name: "Stop" }).click();
  await count(page, "unasked", 1);
  await stopEach(page);
  await count(page, "answer", 4);
  await tab.close();
});

/** Drops a number of files with the same text. */
async function dropMany(page: Page, count: number, text: string): Promise<void> {
  await page.evaluate(
    ([number, content]) => {
      const transfer = new DataTransfer();
      for (let file = 1; file <= number; file += 1) {
        transfer.items.add(new File([content], `${file}.txt`));
      }
      document.querySelector(".drop")?.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true }));
    },
    [count, text] as const,
  );
}

test("of five thousand files only the rows in sight are on the page", async () => {
  const files = 5000;
  const { page, close } = await open(browser, server.address);
  await start(page, "Tsume-shogi");
  const plain = await page.locator("*").count();
  await dropMany(page, files, position("shogi.txt", "gold at the head"));
  const batch = page.locator(".batch");
  const rows = batch.locator(".rows-in-sight tr");
  const frame = batch.locator(".table-frame");
  await rows.nth(2).getByText("Black can force mate.").waitFor();
  await rows.first().locator("svg").waitFor();
  const elements = async () => (await page.locator("*").count()) - plain;
  const most = 60 * (await rows.first().locator("*").count());
  assert.ok((await rows.count()) < 40, `${await rows.count()} rows`);
  assert.ok((await elements()) < most, `${await elements()} elements`);
  assert.equal(await batch.locator("table").getAttribute("aria-rowcount"), String(files + 1));
  // Down to the end and up again.
  await frame.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await rows.locator("th", { hasText: `${files}.txt` }).waitFor();
  assert.equal(await rows.last().getAttribute("aria-rowindex"), String(files + 1));
  assert.ok((await rows.count()) < 40 && (await elements()) < most);
  await frame.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
  await rows.locator("th", { hasText: /^25\d\d\.txt$/ }).first().waitFor();
  await batch.getByRole("button", { name: "Stop" }).click();
  await batch.getByText(`All ${files.toLocaleString("en")} done`).waitFor();
  await frame.evaluate((element) => element.scrollTo(0, 0));
  // Drawings of rows that come back are there again.
  await rows.locator("th", { hasText: /^1\.txt$/ }).waitFor();
  await rows.first().locator("svg").waitFor();
  assert.ok((await rows.count()) < 40 && (await elements()) < most);
  await shoot(page, "five-thousand");
  // Paper does not scroll.
  await page.emulateMedia({ media: "print" });
  await rows.nth(files - 1).waitFor({ state: "attached" });
  assert.equal(await rows.count(), files);
  await page.emulateMedia({ media: "screen" });
  await rows.nth(40).waitFor({ state: "detached" });
  assert.deepEqual(await faultsOfAccess(page), []);
  await close();
});

test("the certificates of more than eight answers are all there", async () => {
  const { page, close } = await open(browser, server.address);
  await start(page, "Tsume-shogi");
  const files = 12;
  await dropMany(page, files, position("shogi.txt", "gold at the head"));
  await page.locator(".batch").getByText(`All ${files} done`).waitFor();
  const frame = page.locator(".batch .table-frame");
  for (const file of [1, 6, files]) {
    const row = page.locator(".batch .rows-in-sight tr", { has: page.locator(`th:text-is("${file}.txt")`) });
    await frame.evaluate((element, part) => element.scrollTo(0, part * element.scrollHeight), (file - 1) / files);
    await row.getByRole("link", { name: "Walk through the proof" }).click();
    await page.locator(".badge", { hasText: "Accepted" }).waitFor();
    await atPly(page, 0);
    await page.goBack();
    // The table is where it was.
    await row.waitFor();
  }
  await close();
});

test("a row or a card whose certificate is gone says so", async () => {
  const { page, close } = await open(browser, server.address);
  await start(page, "Tsume-shogi");
  await dropMany(page, 2, position("shogi.txt", "gold at the head"));
  await page.locator(".batch").getByText("All 2 done").waitFor();
  await paste(page, MATE);
  await ask(page, "Is there a mate?");
  await answered(page, WINS);
  const card = page.locator(".card").first();
  const row = page.locator(".batch .rows-in-sight tr").first();
  const address = page.url();
  let status = 404;
  await page.route("**/api/certificates/**", (route) =>
    route.fulfill({ status, json: { error: { type: "input", message: "there is no such certificate" } } }),
  );
  await card.getByRole("link", { name: "Walk through the proof" }).click();
  await card.getByText("This certificate is no longer kept. Ask the question again.").waitFor();
  assert.equal(await card.getByRole("link", { name: "Walk through the proof" }).count(), 0);
  status = 410;
  await row.getByRole("link", { name: "Walk through the proof" }).click();
  await row.getByText("This certificate is no longer kept.").waitFor();
  assert.equal(page.url(), address);
  assert.deepEqual(await faultsOfAccess(page), []);
  await page.getByRole("button", { name: "日本語" }).click();
  await card.getByText("この証明は残っていません。もう一度質問してください。").waitFor();
  // An old address shows the same sentence.
  await page.evaluate(() => (location.hash = "#/c/99/"));
  await page.getByRole("heading", { name: "この証明は残っていません。" }).waitFor();
  await page.getByRole("link", { name: "質問する" }).first().click();
  await card.locator(".headline").waitFor();
  await close();
});

/** Latin words in a Japanese page that are not names, numbers or texts of games. */
async function latin(page: Page): Promise<string[]> {
  const text = await page.evaluate(() => {
    const copy = document.body.cloneNode(true) as HTMLElement;
    // Parts marked as English are intended; boards and their texts belong to the game.
    copy.querySelectorAll("[lang=en], svg, pre, code, textarea, .marks").forEach((part) => part.remove());
    const labels = [...copy.querySelectorAll("[aria-label], [title]")];
    const walker = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    while (walker.nextNode() !== null) {
      texts.push(walker.currentNode.nodeValue ?? "");
    }
    return [...texts, ...labels.flatMap((part) => [part.getAttribute("aria-label"), part.getAttribute("title")])].join("\n");
  });
  const known = /^(shomei|English|Enter|Delete|SFEN|BOD|KIF|KI2|CSA|JKF|SGF|OBF|GGF|MiB|TSV|TXT|SVG|kB|MB|txt|proof|PROOF|KIFU|standard|olympiad|tsume)$/;
  return [...new Set(text.match(/[A-Za-z]{3,}/g) ?? [])].filter((word) => !known.test(word));
}

test("a Japanese page is Japanese in the four games and in every state", async () => {
  const { page, close } = await open(browser, server.address, { locale: "ja-JP" });
  const solve = page.getByRole("button", { name: "解く" });
  const wrong: Record<string, string> = {
    "ラインズ・オブ・アクション": DIAGRAM_4.replace("oxx", "oqx"),
    "オセロ": `${"-".repeat(60)}Q--- X`,
    "詰将棋": "4k4/9/4Q4/9/9/9/9/9/9 b G 1",
    "アルティメット三目並べ": "X;.........;Q",
  };
  for (const [name, text] of Object.entries(wrong)) {
    await page.locator(".tab", { hasText: name }).click();
    await page.locator(".board.editable [data-square]").first().waitFor();
    await page.getByLabel("ルール").selectOption("other");
    await page.locator(".ask summary").click();
    assert.deepEqual(await latin(page), [], name);
    await paste(page, text);
    await page.locator(".set-up textarea[aria-invalid=true]").waitFor();
    const error = await page.locator(".set-up .error").first().innerText();
    assert.match(error, /[\u3040-\u30ff]/, error);
    assert.deepEqual(await latin(page), [], name);
    // The error is still there, and its place, in another language and back.
    await page.getByRole("button", { name: "English" }).click();
    await page.locator(".set-up textarea[aria-invalid=true]").waitFor();
    assert.doesNotMatch(await page.locator(".set-up .error").first().innerText(), /[\u3040-\u30ff]/);
    await page.getByRole("button", { name: "日本語" }).click();
    await page.locator(".set-up .error", { hasText: /[\u3040-\u30ff]/ }).first().waitFor();
  }
  // A finished position, limits, a busy server, a question that is stopped.
  await page.locator(".tab", { hasText: "ラインズ" }).click();
  await page.getByRole("button", { name: "初期局面" }).click();
  await page.locator(".board.editable [data-square=b1][data-piece]").waitFor();
  for (let question = 0; question < 2; question += 1) {
    await solve.click();
    await page.locator(".card").nth(question).waitFor();
    await cardsIn(page, "running").first().locator("dt:text-is('証明数')").waitFor();
  }
  await solve.click();
  await cardsIn(page, "busy").locator(".error").waitFor();
  assert.deepEqual(await latin(page), []);
  for (const left of [1, 0]) {
    await cardsIn(page, "running").last().getByRole("button", { name: "中止" }).click();
    await count(page, "running", left);
  }
  await cardsIn(page, "answer").nth(1).waitFor();
  assert.deepEqual(await latin(page), []);
  // A network that fails.
  await page.route("**/api/questions*", (route) => route.fulfill({ status: 410, body: "no json" }));
  await solve.click();
  await cardsIn(page, "failed").locator(".error", { hasText: "410" }).waitFor();
  assert.deepEqual(await latin(page), []);
  await page.unroute("**/api/questions*");
  // A solved problem, its certificate, and both again after a switch of language and back.
  await page.locator(".tab", { hasText: "詰将棋" }).click();
  await page.locator(".board.editable [data-hand]").first().waitFor();
  await page.getByRole("button", { name: "初期局面" }).click();
  await dropMany(page, 2, position("shogi.txt", "gold at the head"));
  await page.locator(".batch").getByText("全2問終了").waitFor();
  assert.deepEqual(await latin(page), []);
  const over = page.locator(".set-up .over");
  const board = page.locator(".board.editable svg text");
  await over.getByText("先手に王手をかける手がないため").waitFor();
  await page.getByRole("button", { name: "English" }).click();
  await over.getByText("Black has no check").waitFor();
  await board.filter({ hasText: "Black to move" }).waitFor();
  const row = page.locator(".batch .rows-in-sight tr").first();
  await row.getByText("Black can force mate.").waitFor();
  await cardsIn(page, "answer").first().getByText("The search was stopped.").waitFor();
  await page.getByRole("button", { name: "日本語" }).click();
  await over.getByText("先手に王手をかける手がないため").waitFor();
  await board.filter({ hasText: "先手番" }).waitFor();
  await row.getByText("詰み：先手（攻方）が玉方を詰ます。").waitFor();
  await cardsIn(page, "answer").first().getByText("探索を中止しました。").waitFor();
  await cardsIn(page, "answer").nth(1).getByText("探索を中止しました。").waitFor();
  await row.getByRole("link", { name: "証明をたどる" }).click();
  await page.locator(".check-accepted").waitFor();
  await atPly(page, 0);
  for (const summary of ["この証明について", "局面検索", "盤面（テキスト）", "書き出し"]) {
    await page.getByText(summary).first().click();
  }
  assert.deepEqual(await latin(page), []);
  await shoot(page, "japanese-answer", true);
  await close();
});
