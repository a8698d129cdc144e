import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, test } from "node:test";
import { FluentBundle, FluentResource } from "@fluent/bundle";
import { KEYS } from "../../src/keys.ts";
import { CATALOGUES } from "../../src/messages/catalogues.ts";
import { amount, bytes, seconds } from "../../src/messages/numbers.ts";
import {
  choose, inLanguage, lang, LANGUAGES, languageName, languageOf, message, messageIn, nextLang, servedLang, setLang, setServedLanguages,
  startLang, storeLang,
} from "../../src/messages.ts";
import { faultsOf, moduleOf, readCatalogues, sourcesIn } from "../../tools/messages.js";

const LOCALES = "../../shomei-messages/locales";

afterEach(() => {
  setLang("en");
  setServedLanguages(LANGUAGES);
});

test("the compiled catalogues are those of the directories, and every message is used", () => {
  const catalogues = readCatalogues(LOCALES);
  assert.deepEqual(faultsOf(catalogues, sourcesIn("src")), []);
  assert.equal(readFileSync("src/messages/catalogues.ts", "utf8"), moduleOf(catalogues), "outdated: npm run messages");
  assert.deepEqual(LANGUAGES, catalogues.map(({ lang }) => lang));
});

test("a browser that stores nothing has a language", () => {
  const replaced = {
    document: { value: { documentElement: {} } },
    navigator: { value: { languages: ["ja"] } },
    localStorage: {
      get: () => {
        throw new Error("blocked");
      },
    },
  };
  const before = Object.keys(replaced).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const [name, property] of Object.entries(replaced)) {
    Object.defineProperty(globalThis, name, { ...property, configurable: true });
  }
  try {
    startLang();
    assert.equal(lang(), "ja");
    storeLang("en");
    assert.equal(lang(), "en");
  } finally {
    for (const [name, property] of before) {
      Reflect.deleteProperty(globalThis, name);
      if (property !== undefined) {
        Object.defineProperty(globalThis, name, property);
      }
    }
  }
});

/** Every message of every language, formatted with numbers for its variables. */
function formatted(): { lang: string; id: string; text: string }[] {
  return readCatalogues(LOCALES).flatMap(({ lang, text, messages }) => {
    const bundle = new FluentBundle(lang, { useIsolating: false });
    bundle.addResource(new FluentResource(text));
    return [...messages].map(([id, variables]) => {
      const errors: Error[] = [];
      const pattern = bundle.getMessage(id)?.value;
      assert.ok(pattern != null, id);
      const made = bundle.formatPattern(pattern, Object.fromEntries(variables.map((name) => [name, 7])), errors);
      assert.deepEqual(errors, [], id);
      assert.notEqual(made.trim(), "", id);
      return { lang, id, text: made };
    });
  });
}

test("every message can be formatted in every language", () => {
  const messages = formatted();
  assert.ok(messages.length > 300);
  assert.ok(messages.every(({ text }) => !text.includes("{")));
});

test("Japanese messages are Japanese, and English ones are not", () => {
  const japanese = /[\u3040-\u30ff\u4e00-\u9fff\uff00-\uffef、。（）：]/;
  for (const { lang, id, text } of formatted()) {
    assert.equal(japanese.test(text), lang === "ja", `${lang}: ${id}: ${text}`);
  }
});

test("Japanese messages use the terms of composers and one style", () => {
  const { ja } = CATALOGUES;
  assert.doesNotMatch(ja, /攻め方|玉側|2歩|止められました|価値/);
  // A sentence to the reader ends politely; labels are not sentences.
  for (const { lang, id, text } of formatted()) {
    if (lang === "ja" && text.endsWith("。") && !/^(error-foreign|answer-over|rules-help-)/.test(id)) {
      assert.match(text, /(です|ます|ません|ました|ませんでした|か|ください)(（[^）]*）)?。$/, `${id}: ${text}`);
    }
  }
});

/** A temporary directory of catalogues: the text of each language. */
function locales(texts: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "shomei-locales-"));
  for (const [lang, text] of Object.entries(texts)) {
    mkdirSync(join(folder, lang));
    writeFileSync(join(folder, lang, "page.ftl"), text);
  }
  return folder;
}

function faultsIn(texts: Readonly<Record<string, string>>, sources: string): string[] {
  const folder = locales(texts);
  try {
    return faultsOf(readCatalogues(folder), sources);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("faulty catalogues are refused", () => {
  const en = "one-text = One { $a }\ntwo-texts = Two\n";
  const used = '"one-text" "two-texts"';
  assert.deepEqual(faultsIn({ en, ja: en }, used), []);
  assert.deepEqual(faultsIn({ en, ja: "one-text = { $a }\n" }, used), ["two-texts is missing in: ja"]);
  assert.deepEqual(faultsIn({ en, ja: `${en}three-texts = 3\n` }, `${used} "three-texts"`), ["three-texts is missing in: en"]);
  assert.deepEqual(faultsIn({ en, ja: en }, '"one-text"'), ["two-texts is not used by any source"]);
  assert.deepEqual(faultsIn({ en, ja: en.replace("$a", "$b") }, used), ["one-text has different variables: en: a; ja: b"]);
  assert.match(faultsIn({ en: "one-text = { $a\n" }, used)[0] ?? "", /en\/page\.ftl: the message one-text has a syntax error/);
  assert.match(faultsIn({ en: `${en}two-texts = 2\n` }, used)[0] ?? "", /two-texts occurs twice/);
  assert.match(faultsIn({ en: "one = 1\n" }, used)[0] ?? "", /one is not an identifier/);
  assert.match(faultsIn({ en: `${en}} lost\n` }, used)[0] ?? "", /line 3: expected a message/);
  assert.match(faultsIn({ ja: en }, used)[0] ?? "", /no en\/page\.ftl/);
});

test("one more directory is one more language", () => {
  const folder = locales({ en: "one-text = One\n", ja: "one-text = 一\n", tlh: "one-text = wa'\n" });
  const made = moduleOf(readCatalogues(folder));
  rmSync(folder, { recursive: true });
  assert.match(made, /"one-text": \[\];/);
  assert.match(made, /"tlh": "one-text = wa'"/);
});

test("a message contains its arguments, in the form of its language", () => {
  assert.equal(message("check-running", { value: "1.2", of: "3.4 million" }), "Checked: 1.2 of 3.4 million positions");
  assert.equal(message("move-longest", { plies: 1 }), "1 ply");
  assert.equal(message("move-longest", { plies: 1525 }), "1,525 plies");
  assert.equal(message("place-line-column", { line: 2, column: 5 }), "line 2, column 5");
  assert.equal(messageIn("ja", "answer-other", { number: 3, move: "▲５二金打", kind: "last-move" }), "3手目 ▲５二金打（最終手）");
  assert.equal(messageIn("en", "answer-other", { number: 3, move: "G*5b", kind: "new-kind" }), "move 3 G*5b (new-kind)");
  setLang("ja");
  assert.equal(message("move-longest", { plies: 5 }), "5手");
});

test("every key has a description", () => {
  const all = KEYS.flatMap(({ keys }) => keys);
  assert.equal(new Set(all).size, all.length);
  for (const { label } of KEYS) {
    assert.notEqual(messageIn("en", label), messageIn("ja", label));
  }
});

test("the reader's choice has priority over the browser's languages", () => {
  assert.equal(choose(null, ["ja-JP", "en"]), "ja");
  assert.equal(choose(null, ["fr", "ja"]), "ja");
  assert.equal(choose(null, ["fr"]), "en");
  assert.equal(choose("en", ["ja"]), "en");
  assert.equal(choose("tlh", ["ja"]), "ja");
  assert.equal(languageName("ja"), "日本語");
  assert.equal(nextLang(), "ja");
  setLang("ja");
  assert.equal(nextLang(), "en");
});

test("a language that the server lacks gets its English texts", () => {
  setLang("ja");
  assert.equal(servedLang(), "ja");
  assert.equal(languageOf("no piece"), "en");
  setServedLanguages(["en"]);
  assert.equal(servedLang(), "en");
  assert.equal(inLanguage({ en: "Black" }), "Black");
  assert.equal(inLanguage({ en: "Black", ja: "先手" }), "先手");
});

test("large numbers are short", () => {
  assert.equal(amount(3996), "3,996");
  assert.equal(amount(1_234_567), "1.2 million");
  assert.equal(amount(34_000_000), "34 million");
  assert.equal(bytes(5267), "5.3 kB");
  assert.equal(bytes(12), "12 B");
  assert.equal(seconds(0.0456), "0.046");
  assert.equal(seconds(0.456), "0.46");
  assert.equal(seconds(61.7), "62");
  setLang("ja");
  assert.equal(amount(1_234_567), "123万");
});
