import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { NO_CONNECTION, STRANGE, type Game } from "../../src/api.ts";
import { exportsOf } from "../../src/explorer/exports.ts";
import { tooLarge, troubleText } from "../../src/trouble.ts";
import { rulesHelp } from "../../src/messages/rules.ts";
import { languageOf, message, setLang } from "../../src/messages.ts";

afterEach(() => setLang("en"));

test("an English error is introduced in Japanese with its place, then quoted", () => {
  setLang("ja");
  const error = { type: "input", message: "line 2, column 3: no piece", line: 2, column: 3, square: "d4" };
  assert.equal(troubleText(error), "入力を読めません（2行目3文字目、マスd4）。 原文： line 2, column 3: no piece");
  assert.equal(troubleText({ type: "usage", message: "bad" }), "この指定は使えません。 原文： bad");
  assert.match(troubleText({ type: "run", message: "x" }), /^エラーが起きました。/);
  // A Japanese message of the server is shown alone, with its place once.
  assert.equal(troubleText({ type: "limit", message: "上限です。" }), "上限です。");
  assert.equal(troubleText({ type: "input", message: "2行目3文字目：駒ではありません", line: 2, column: 3 }), "2行目3文字目：駒ではありません");
  assert.equal(troubleText({ type: "input", message: "駒ではありません", square: "d4" }), "駒ではありません（マスd4）");
});

test("a Japanese text after a switch to English is marked as such", () => {
  assert.equal(troubleText({ type: "limit", message: "上限です。" }), "A limit was reached. Original text: 上限です。");
});

test("errors of browsers and networks have messages of the page", () => {
  const network = { type: NO_CONNECTION, message: "Failed to fetch" };
  const strange = { type: STRANGE, message: "503" };
  assert.equal(troubleText(network), message("error-connection"));
  assert.match(troubleText(strange), /503/);
  assert.match(troubleText(tooLarge(1 << 20).trouble), /larger than 1 MB/);
  setLang("ja");
  for (const trouble of [network, strange, tooLarge(1 << 20).trouble]) {
    assert.equal(languageOf(troubleText(trouble)), "ja");
    assert.ok(!/fetch|larger|原文/.test(troubleText(trouble)));
  }
});

test("rules that can be written are described in Japanese for every game of the page", () => {
  for (const name of ["loa", "othello", "shogi", "uttt"]) {
    const game = { name, rules_help: "English" } as Game;
    assert.equal(languageOf(rulesHelp(game)), "en");
    setLang("ja");
    assert.equal(languageOf(rulesHelp(game)), "ja");
    setLang("en");
  }
  assert.equal(rulesHelp({ name: "nim", rules_help: "English" } as Game), "English");
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
