/** Actions on the page for questions, for several tests. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { corpus } from "./harness.ts";

/** A line of a corpus by its name, up to the first `;`. */
export function position(file: string, name: string): string {
  const line = corpus(file).find((each) => each.endsWith(`name=${name}`));
  assert.ok(line !== undefined, name);
  return (line.split(" ; ")[0] ?? "").trim();
}

export async function choose(page: Page, game: string): Promise<void> {
  const tab = page.locator(".tab", { hasText: game });
  await tab.click();
  // A busy page can handle the click after the next command.
  await tab.locator("input:checked").waitFor({ state: "attached" });
}

export async function paste(page: Page, text: string): Promise<void> {
  await page.locator(".set-up textarea").fill(text);
}

/** Pastes a position and waits until it is on the board. */
export async function setUp(page: Page, game: string, text: string): Promise<void> {
  await start(page, game);
  const before = await page.locator(".board.editable svg").innerHTML();
  await paste(page, text);
  await page.waitForFunction((old) => document.querySelector(".board.editable svg")?.innerHTML !== old, before);
}

/** Asks, and waits until the question is on the page: the newest card is the first. */
export async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole("radio", { name: question }).check();
  await send(page);
}

export async function send(page: Page): Promise<void> {
  const cards = page.locator(".card");
  const before = await cards.count();
  await page.getByRole("button", { name: "Solve" }).click();
  await cards.nth(before).waitFor();
}

/** Opens a game with its first position on the board. */
export async function start(page: Page, game: string): Promise<void> {
  await choose(page, game);
  await page.locator(".board.editable [data-square]").first().waitFor();
  await page.getByRole("button", { name: "Initial position" }).click();
  await page.getByRole("button", { name: "Undo" }).and(page.locator(":enabled")).waitFor();
}

/** Cards in this state, whatever else is on the page. */
export const cardsIn = (page: Page, state: string) => page.locator(`.card[data-state=${state}]`);

/** Waits until a number of cards are in this state. */
export async function count(page: Page, state: string, wanted: number): Promise<void> {
  await page.waitForFunction(
    ([selector, number]) => document.querySelectorAll(selector).length === number,
    [`.card[data-state=${state}]`, wanted] as const,
  );
}

/** Stops whatever runs, the oldest first. */
export async function stopEach(page: Page): Promise<void> {
  const running = cardsIn(page, "running");
  for (let left = await running.count(); left > 0; left -= 1) {
    const stop = running.last().getByRole("button", { name: "Stop" });
    await stop.click();
    await count(page, "running", left - 1);
  }
}

/** Waits for the answer to the newest question, which says no more and no less than this. */
export async function answered(page: Page, words: string | RegExp): Promise<void> {
  const headline = page.locator(".card").first().locator(".headline");
  await headline.waitFor();
  const shown = await headline.innerText();
  if (typeof words === "string") {
    assert.equal(shown, words);
  } else {
    assert.match(shown, words);
  }
}

/** Drops files on the page: copies of one text, with these names. */
export async function drop(page: Page, file: string, ...names: string[]): Promise<void> {
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
