/** A third language: one more directory in a copy of the catalogues, built as the page is built. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { launch, open, ROOT, scratch, serve, shoot, stopAll, type Server } from "./harness.ts";

const { folder, remove } = scratch();
const client = join(folder, "crates/shomei-web/client");
const locales = join(folder, "crates/shomei-messages/locales");
let browser: Browser;
let server: Server;

/** The English catalogue with capital letters; variables and selectors stay as they are. */
function invented(english: string): string {
  const lines = english.split("\n").map((line) => {
    const [, head = "", text = ""] = /^([a-z0-9-]+ =|\s+\*?\[[^\]]*\]|)(.*)$/.exec(line) ?? [];
    return line.startsWith("#") ? line : `${head}${text.replace(/\{[^}]*\}?|[^{]+/g, (part) => (part.startsWith("{") ? part : part.toUpperCase()))}`;
  });
  return lines.join("\n").replace(/^language-name = .*$/m, "language-name = Tlhingan");
}

before(async () => {
  mkdirSync(client, { recursive: true });
  for (const name of ["src", "test", "tools", "index.html", "package.json", "tsconfig.json", "vite.config.ts"]) {
    cpSync(resolve(name), join(client, name), { recursive: true });
  }
  symlinkSync(resolve("node_modules"), join(client, "node_modules"));
  cpSync(join(ROOT, "crates/shomei-messages/locales"), locales, { recursive: true });
  mkdirSync(join(locales, "tlh"));
  writeFileSync(join(locales, "tlh/page.ftl"), invented(readFileSync(join(locales, "en/page.ftl"), "utf8")));
  execFileSync("npm", ["run", "build"], { cwd: client, stdio: ["ignore", "pipe", "pipe"] });
  server = await serve("serve");
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await stopAll();
  remove();
});

test("one more directory adds a language to the page", async () => {
  const { page, close } = await open(browser, server.address, {}, join(folder, "crates/shomei-web/assets"));
  const languages = page.getByLabel("Language");
  await page.locator(".board.editable [data-square]").first().waitFor();
  assert.deepEqual(await languages.locator("option").allInnerTexts(), ["English", "日本語", "Tlhingan"]);
  await languages.selectOption("tlh");
  await page.getByRole("button", { name: "SOLVE", exact: true }).waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "tlh");
  // The server lacks this language, so its own texts are English.
  await page.locator(".tab", { hasText: "Lines of Action" }).waitFor();
  await shoot(page, "third-language");
  await page.reload();
  await page.getByText("WHAT DO YOU WANT TO KNOW?").waitFor();
  await page.getByLabel("LANGUAGE").selectOption("ja");
  await page.getByRole("button", { name: "解く" }).waitFor();
  await page.getByLabel("言語").selectOption("en");
  await page.getByRole("button", { name: "Solve", exact: true }).waitFor();
  await close();
});
