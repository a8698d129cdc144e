import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { KEYS } from "../../src/keys.ts";
import { amount, bytes, part, seconds } from "../../src/words/numbers.ts";
import { choose, TABLES } from "../../src/words.ts";

/** Some texts are the same in both languages, and rightly so. */
const SAME = new Set(["side"]);

/** A text, with something in the place of what it is told. */
function sample(text: unknown): string {
  return typeof text === "function" ? String(text("7", "5", "3")) : String(text);
}

test("every text is there in both languages, and differs", () => {
  const { en, ja } = TABLES;
  assert.deepEqual(Object.keys(ja).sort(), Object.keys(en).sort());
  for (const [name, text] of Object.entries(en)) {
    const other = ja[name as keyof typeof ja];
    const [here, there] = [sample(text), sample(other)];
    assert.ok(here.trim() !== "" && there.trim() !== "", name);
    assert.ok(!/undefined|NaN|\[object/.test(here + there), name);
    assert.ok(SAME.has(name) || here !== there, name);
    assert.equal(typeof text, typeof other, name);
  }
});

test("Japanese texts are Japanese, and English ones are not", () => {
  const japanese = /[\u3040-\u30ff\u4e00-\u9fff\uff00-\uffef]/;
  for (const [name, text] of Object.entries(TABLES.ja)) {
    const isOther = name === "otherLanguage" || name === "side";
    assert.ok(isOther || japanese.test(sample(text)), name);
  }
  for (const [name, text] of Object.entries(TABLES.en)) {
    const isOther = name === "otherLanguage" || name === "keyLang";
    assert.ok(isOther || !japanese.test(sample(text)), name);
  }
});

test("every text is used", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const sources = files.filter((name) => !name.startsWith("words/")).map((name) => readFileSync(join("src", name), "utf8"));
  const source = sources.join("\n");
  for (const name of Object.keys(TABLES.en)) {
    assert.match(source, new RegExp(`\\.${name}\\b`), name);
  }
});

test("what a text is told stands in it", () => {
  for (const table of Object.values(TABLES)) {
    assert.match(table.checkRunning("1.2", "3.4 million"), /1\.2.*3\.4 million|3\.4 million.*1\.2/);
    assert.match(table.ply(3, 1525), /3.*1525/);
    assert.match(table.repeats(12), /12/);
    assert.ok(!table.repeats(0).includes("0"));
    assert.match(table.place(2, 5), /2.*5/);
    assert.equal(table.place(null, null), "");
  }
  assert.equal(TABLES.ja.side("black", "shogi"), "先手");
  assert.equal(TABLES.ja.side("black", "loa"), "黒");
  assert.equal(TABLES.en.side("<b>", "tree"), "<b>");
});

test("every key says what it does", () => {
  const all = KEYS.flatMap(({ keys }) => keys);
  assert.equal(new Set(all).size, all.length);
  for (const { label } of KEYS) {
    assert.ok(label(TABLES.en) !== "" && label(TABLES.ja) !== "");
  }
});

test("the reader's choice goes before the browser's wish", () => {
  assert.equal(choose(null, ["ja-JP", "en"]), "ja");
  assert.equal(choose(null, ["fr", "ja"]), "ja");
  assert.equal(choose(null, ["fr"]), "en");
  assert.equal(choose("en", ["ja"]), "en");
  assert.equal(choose("tlh", ["ja"]), "ja");
});

test("numbers are short where they are large", () => {
  assert.equal(amount(3996, "en"), "3,996");
  assert.equal(amount(1_234_567, "en"), "1.2 million");
  assert.equal(amount(34_000_000, "en"), "34 million");
  assert.equal(amount(1_234_567, "ja"), "123万");
  assert.equal(amount(9_007_199_254_740_992, "en"), "9 quadrillion");
  assert.deepEqual(part(1_200_000, 3_400_000, "en"), { value: "1.2", of: "3.4 million" });
  assert.deepEqual(part(1_200_000, 3_400_000, "ja"), { value: "120万", of: "340万" });
  assert.deepEqual(part(12, 3996, "en"), { value: "12", of: "3,996" });
  assert.equal(bytes(5267), "5.3 kB");
  assert.equal(bytes(12), "12 B");
  assert.equal(seconds(0.0456), "0.046");
  assert.equal(seconds(0.456), "0.46");
  assert.equal(seconds(61.7), "62");
});
