import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { NO_CONNECTION, STRANGE, type Game } from "../../src/api.ts";
import { exportsOf } from "../../src/explorer/exports.ts";
import { tooLarge, troubleWords } from "../../src/trouble.ts";
import { rulesHelp } from "../../src/words/rules.ts";
import { languageOf, setLang, TABLES } from "../../src/words.ts";

afterEach(() => setLang("en"));

test("an error of the library is told in Japanese, with its place, and then in its own words", () => {
  setLang("ja");
  const error = { type: "input", message: "line 2, column 3: no piece", line: 2, column: 3, square: "d4" };
  assert.equal(troubleWords(error), "入力を読めません（2行3文字目、マス d4）。 原文： line 2, column 3: no piece");
  assert.equal(troubleWords({ type: "usage", message: "bad" }), "そのままでは受け付けられません。 原文： bad");
  assert.match(troubleWords({ type: "run", message: "x" }), /^問題が起きました。/);
  // What the server says in Japanese needs nothing else, and its place is told once.
  assert.equal(troubleWords({ type: "limit", message: "上限です。" }), "上限です。");
  assert.equal(troubleWords({ type: "input", message: "2行3文字目：駒ではありません", line: 2, column: 3 }), "2行3文字目：駒ではありません");
  assert.equal(troubleWords({ type: "input", message: "駒ではありません", square: "d4" }), "駒ではありません（マス d4）");
});

test("what was said in Japanese before the language was switched is marked as such", () => {
  assert.equal(troubleWords({ type: "limit", message: "上限です。" }), "A limit was reached. In its own words: 上限です。");
});

test("errors of browsers and networks have words of the page's own", () => {
  const network = { type: NO_CONNECTION, message: "Failed to fetch" };
  const strange = { type: STRANGE, message: "503" };
  assert.equal(troubleWords(network), TABLES.en.noConnection);
  assert.match(troubleWords(strange), /503/);
  assert.match(troubleWords(tooLarge(1 << 20).trouble), /larger than 1 MB/);
  setLang("ja");
  for (const trouble of [network, strange, tooLarge(1 << 20).trouble]) {
    assert.equal(languageOf(troubleWords(trouble)), "ja");
    assert.ok(!/fetch|larger|原文/.test(troubleWords(trouble)));
  }
});

test("rules that can be written are described in Japanese for every game of the page", () => {
  for (const name of ["loa", "othello", "shogi", "uttt"]) {
    const game = { name, rules_help: "English" } as Game;
    assert.equal(rulesHelp(game, "en"), "English");
    assert.equal(languageOf(rulesHelp(game, "ja")), "ja");
  }
  assert.equal(rulesHelp({ name: "nim", rules_help: "English" } as Game, "ja"), "English");
});

test("every file to take away says what it holds, once", () => {
  const form = (name: string) => ({ form: name, name: { en: `Line: ${name}`, ja: `手順：${name}` } });
  const game = { exports: [form("kif"), form("svg")] } as unknown as Game;
  assert.deepEqual(exportsOf(game).map(([name]) => name), ["kif", "svg", "proof"]);
  assert.equal(exportsOf(game)[0]?.[1], "Line: kif");
  setLang("ja");
  assert.ok(exportsOf(game).every(([, label]) => languageOf(label) === "ja"));
  assert.equal(exportsOf(undefined).length, 1);
});
