import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { atPly, corpus, DIAGRAM_4, faultsOfAccess, launch, open, ROOT, scratch, serve, shomei, shoot, stopAll, type Server } from "./harness.ts";

const { folder, remove } = scratch();
let browser: Browser;
let server: Server;

before(async () => {
  server = await serve("serve");
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await stopAll();
  remove();
});

/** A line of a corpus by its name, up to the first `;`. */
function position(file: string, name: string): string {
  const line = corpus(file).find((each) => each.endsWith(`name=${name}`));
  assert.ok(line !== undefined, name);
  return (line.split(" ; ")[0] ?? "").trim();
}

async function choose(page: Page, game: string): Promise<void> {
  await page.locator(".tab", { hasText: game }).click();
}

async function paste(page: Page, text: string): Promise<void> {
  await page.locator(".set-up textarea").fill(text);
}

/** Pastes a position and waits until it is on the board. */
async function setUp(page: Page, game: string, text: string): Promise<void> {
  await choose(page, game);
  await page.locator(".board.editable [data-square]").first().waitFor();
  const before = await page.locator(".board.editable svg").innerHTML();
  await paste(page, text);
  await page.waitForFunction((old) => document.querySelector(".board.editable svg")?.innerHTML !== old, before);
}

async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole("radio", { name: question }).check();
  await page.getByRole("button", { name: "Solve" }).click();
}

/** Waits for the answer to the newest question, which says no more and no less than this. */
async function answered(page: Page, words: string): Promise<void> {
  const headline = page.locator(".card").first().locator(".headline");
  await headline.waitFor();
  assert.equal(await headline.innerText(), words);
}

const WINS = "Black can force a win.";

const MATE = position("shogi.txt", "rook and silvers");

const SHORTEST = `${WINS} The shortest win takes 7 plies.`;

test("a tsume problem is pasted and solved, and its certificate walked", async () => {
  const { page, close } = await open(browser, server.address);
  assert.ok(!page.url().includes("t="), "the token leaves the address");
  await setUp(page, "Tsume-shogi", MATE);
  await ask(page, "What is the shortest win?");
  const card = page.locator(".card").first();
  await answered(page, SHORTEST);
  await shoot(page, "tsume-solved", true);
  await card.getByRole("link", { name: "Walk through the proof" }).first().click();
  await page.getByText("Accepted").waitFor();
  await atPly(page, 0);
  await page.keyboard.press("e");
  await page.getByText("No move follows.").waitFor();
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
  await choose(page, "Lines of Action");
  await page.locator(".board.editable [data-square]").first().waitFor();
  await paste(page, DIAGRAM_4);
  await page.getByRole("button", { name: "Solve" }).click();
  await answered(page, "Black can force a win.");
  await close();
});

test("other solutions of a problem", async () => {
  const { page, close } = await open(browser, server.address);
  await setUp(page, "Tsume-shogi", position("shogi.txt", "gold in the corner"));
  await ask(page, "Are there other solutions?");
  await answered(page, `${WINS} The shortest win takes 1 ply. There is no other solution.`);
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
    await page.getByText("Accepted").waitFor();
    // This form holds one position, and no line.
    await atPly(page, 0);
    await page.getByText("Export").click();
    await page.getByRole("link", { name: "Position: OBF", exact: true }).waitFor();
    await page.goBack();
    await answered(page, DRAW);
  }
  await ask(page, "What is each move worth?");
  const moves = page.locator(".card").first();
  await moves.locator("td", { hasText: "draw" }).first().waitFor();
  await ask(page, "What is the score?");
  await answered(page, "With best play the score is 0 for Black.");
  await close();
});

test("a board is set up by clicks and by keys", async () => {
  const { page, close } = await open(browser, server.address);
  await choose(page, "Lines of Action");
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

test("an error stands beside the field, with its place marked in it", async () => {
  const { page, close } = await open(browser, server.address);
  await choose(page, "Lines of Action");
  await page.locator(".board.editable [data-square]").first().waitFor();
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

test("a long question tells its numbers, and is stopped", async () => {
  const { page, close } = await open(browser, server.address);
  await choose(page, "Lines of Action");
  await page.locator(".board.editable [data-square]").first().waitFor();
  await ask(page, "Can this side win?");
  const card = page.locator(".card").first();
  await card.getByText("Proof number", { exact: true }).waitFor();
  await card.locator(".trace polyline[points*=' ']").first().waitFor({ state: "attached" });
  await shoot(page, "searching", true);
  await card.getByRole("button", { name: "Stop" }).click();
  await answered(page, "It is not known whether Black can force a win. The search was stopped.");
  await close();
});

test("a question beyond the limits is refused with words", async () => {
  const { page, close } = await open(browser, server.address);
  await choose(page, "Lines of Action");
  await page.locator(".board.editable [data-square]").first().waitFor();
  for (let question = 0; question < 3; question += 1) {
    await ask(page, "Can this side win?");
  }
  await page.locator(".card[data-state=busy] .error").waitFor();
  // The last first: each goes when it is clicked, and those before it keep their places.
  const stops = await page.getByRole("button", { name: "Stop" }).all();
  for (const stop of stops.reverse()) {
    await stop.click();
  }
  await page.locator(".card[data-state=running]").first().waitFor({ state: "detached" });
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
  await choose(page, "Tsume-shogi");
  await page.locator(".board.editable [data-square]").first().waitFor();
  await page.locator("input[webkitdirectory]").setInputFiles(place);
  const batch = page.locator(".batch");
  await batch.getByText("All 5 done").waitFor();
  const names = await batch.locator("tbody th").allInnerTexts();
  assert.deepEqual(names, ["1.kif", "2.kif", "3.kif", "10.kif", "notes.kif"].map((name) => `problems/${name}`));
  const rows = batch.locator("tbody tr");
  for (const index of [0, 1, 2, 3]) {
    assert.match(await rows.nth(index).innerText(), /Black can force a win\./);
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

/** Drops files on the page: copies of one text, with these names. */
async function drop(page: Page, file: string, ...names: string[]): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([data, copies]) => {
      const made = new DataTransfer();
      for (const name of copies) {
        made.items.add(new File([new Uint8Array(data)], name));
      }
      return made;
    },
    [[...readFileSync(file)], names] as const,
  );
  await page.locator(".drop").dispatchEvent("drop", { dataTransfer: transfer });
}

/** A record of a problem of tsume-shogi. */
function record(name: string): string {
  const file = join(folder, name);
  shomei("solve", "shogi", MATE, "--record", file);
  return file;
}

test("files that are dropped are taken, one as a position, several as problems", async () => {
  const { page, close } = await open(browser, server.address);
  await choose(page, "Tsume-shogi");
  await page.locator(".board.editable [data-square]").first().waitFor();
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
  const rows = page.locator(".batch tbody tr");
  await page.locator(".batch").getByText("All 2 done").waitFor();
  for (const row of await rows.all()) {
    assert.match(await row.innerText(), /Black can force a win\./);
  }
  await drop(page, file, "1.kif");
  await page.locator(".board.editable [data-hand]").first().waitFor();
  assert.ok(await page.getByRole("radio", { name: "Tsume-shogi" }).isChecked());
  const before = await page.locator(".set-up textarea").inputValue();
  assert.match(before, /^4k4\/9\/2S3S2/);
  // A file that nothing reads is told of where it was dropped, and changes nothing else.
  const words = join(folder, "words.txt");
  writeFileSync(words, "just words\nand more\n");
  await drop(page, words, "words.txt");
  await page.locator(".file-error", { hasText: "words.txt: " }).waitFor();
  assert.equal(await page.locator(".set-up textarea").inputValue(), before);
  assert.equal(await page.locator(".set-up mark").count(), 0);
  await ask(page, "Can this side win?");
  await answered(page, WINS);
  await close();
});

test("pieces that are placed faster than the server answers are all placed", async () => {
  const { page, close } = await open(browser, server.address);
  await choose(page, "Lines of Action");
  await page.locator(".board.editable [data-square=d4]").waitFor();
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
