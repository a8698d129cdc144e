import assert from "node:assert/strict";
import { test } from "node:test";
import { candidates, cleared, restToHand, withSameSet } from "../../src/solver/editing.ts";
import { placeIn } from "../../src/solver/certificates.ts";
import { problemsIn } from "../../src/solver/lists.ts";
import type { TextStorage } from "../../src/backend.ts";
import type { Wish } from "../../src/solver/batch.ts";
import { merged, restore, store, type Stored, type StoredCard } from "../../src/solver/storage.ts";
import { bestFirst } from "../../src/solver/answer.ts";
import type { Answered } from "../../src/solver/question.ts";

test("a cleared position keeps its size and its side to move", () => {
  assert.equal(cleared("shogi", "4k4/9/9/9/9/9/9/9/9 w G 1"), "9/9/9/9/9/9/9/9/9 w - 1");
  assert.equal(cleared("loa", `${"x".repeat(25)} o`), `${".".repeat(25)} o`);
  assert.equal(cleared("othello", `${"X".repeat(36)} O`), `${"-".repeat(36)} O`);
  assert.match(cleared("uttt", `O;.@.......;${Array(9).fill("XO.......").join("/")}`) ?? "", /^O;\.{9};(\.{9}\/){8}\.{9}$/);
  assert.equal(cleared("nim", "3"), null);
});

test("the rest of the pieces goes to the hand of the side that is not to move", () => {
  assert.equal(restToHand("4k4/9/9/9/9/9/9/9/9 b G 1"), "4k4/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1");
  assert.equal(restToHand("4k4/4+P4/9/9/9/9/9/9/9 w - 1"), "4k4/4+P4/9/9/9/9/9/9/9 w 2R2B4G4S4N4L17P 1");
  assert.equal(restToHand("4k4/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1"), "4k4/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1");
  assert.equal(restToHand("nonsense"), null);
});

test("moves are written as each game reads them", () => {
  assert.deepEqual(candidates("shogi", "7g", "7f"), ["7g7f", "7g7f+"]);
  assert.deepEqual(candidates("shogi", "hand:white:p", "5e"), ["P*5e"]);
  assert.deepEqual(candidates("shogi", "7g", "hand:black"), []);
  assert.deepEqual(candidates("loa", "e1", "e3"), ["e1-e3", "e1xe3"]);
  assert.deepEqual(candidates("othello", null, "f5"), ["f5"]);
});

const textsOf = async (name: string, text: string) =>
  Promise.all(problemsIn(name, text).map(async (item) => [item.name, await item.file.text()]));

test("a list has one problem per line or per game", async () => {
  assert.deepEqual(await textsOf("a.txt", "# list\none ; x=1\r\n\ntwo\n"), [["a.txt:2", "one"], ["a.txt:4", "two"]]);
  assert.deepEqual(await textsOf("", "one\n"), []);
  const games = "(;GM[9]C[a (b\\] ;)];B[e1-e3](;W[a])(;W[b]))\n (;GM[9])";
  assert.deepEqual(await textsOf("g.sgf", games), [
    ["g.sgf:1", "(;GM[9]C[a (b\\] ;)];B[e1-e3](;W[a])(;W[b]))"],
    ["g.sgf:2", "(;GM[9])"],
  ]);
});

test("only links to certificates of this server are followed", () => {
  const base = "http://127.0.0.1:8000/#/";
  assert.equal(placeIn(" http://127.0.0.1:8000/#/c/3/0.1\n", base), "#/c/3/0.1");
  assert.equal(placeIn("#/c/3/", base), "#/c/3/");
  assert.equal(placeIn("http://example.org/#/c/3/0.1", base), null);
  assert.equal(placeIn("http://127.0.0.1:8000/", base), null);
  assert.equal(placeIn("4k4/9/9 b G 1", base), null);
});

/** A storage with room for this number of characters. */
function storage(room: number): TextStorage & { text: string | null } {
  return {
    text: null,
    getItem() {
      return this.text;
    },
    setItem(_key, value) {
      if (value.length > room) {
        throw new Error("full");
      }
      this.text = value;
    },
  };
}

const question = { game: "loa", rules: "", position: "P", ask: "win", seconds: 1, threads: 1, memory: 1 } as const;
const answer: Answered = {
  data: { game: "loa", position: "P", attacker: "black", answer: "proved", line: [], expanded: 1, seconds: 1 },
  words: "", certificates: [{ id: 1, name: "" }],
};
const card = (id: string, more: Partial<Answered> = {}): StoredCard => ({
  kind: "card", question, id, end: { kind: "answer", lang: "en", id, answer: { ...answer, ...more } },
});

test("answers are stored as far as there is room, and lose their certificates with the server", () => {
  const items = ["a", "b", "c", "d"].map((id) => card(id));
  const roomy = storage(1e6);
  store(items, roomy, "token");
  assert.deepEqual(restore(roomy, "token"), items);
  const small = storage(JSON.stringify(items).length * 0.7);
  store(items, small, "token");
  assert.deepEqual(restore(small, "token"), items.slice(0, 2));
  const [first] = restore(roomy, "another");
  assert.ok(first?.kind === "card" && first.id === null && first.end?.kind === "answer");
  assert.equal(first.end.id, null);
  assert.deepEqual(first.end.answer.certificates, []);
  assert.equal(first.end.answer.isGone, true);
  assert.deepEqual(restore(storage(0), "token"), []);
});

test("an answer that has only a bundle loses it with the server, too", () => {
  const roomy = storage(1e6);
  store([card("a", { certificates: [], bundle: "1" }), card("b", { certificates: [] })], roomy, "token");
  const kept = restore(roomy, "another").map((item) => item.kind === "card" && item.end?.kind === "answer" && item.end.answer);
  assert.deepEqual(kept.map((each) => each && [each.bundle, each.isGone]), [[null, true], [null, false]]);
});

test("the changes of a tab leave the answers of other tabs as they are", () => {
  const [a, b, c] = [card("a"), card("b"), card("c")];
  assert.deepEqual(merged([b, a], [a], [c, a]), [c, b, a]);
  assert.deepEqual(merged([b, a], [b, a], [b]), [b]);
  // Another tab has removed the answer, has translated it, or has solved more rows.
  assert.deepEqual(merged([b], [a], [c, a]), [c, b]);
  const translated = card("a", { words: "白" });
  assert.deepEqual(merged([translated], [a], [c, a]), [c, translated]);
  assert.deepEqual(merged([b, a], [a], [translated]), [b, translated]);
  assert.deepEqual(merged([b], [a], [translated]), [b]);
  const batch = (...rows: (string | undefined)[]): Stored => ({
    kind: "batch", game: "loa", wish: { ask: "win", seconds: 1, threads: 1, memory: 1 } as Wish,
    rows: rows.map((id, row) => ({ name: `${row}`, state: id === undefined ? "stopped" : "answered", ...(id === undefined ? {} : { question: id }) })),
  });
  assert.deepEqual(merged([batch("1", "2")], [batch("1", undefined)], [c, batch("1", undefined)]), [c, batch("1", "2")]);
  assert.deepEqual(merged([batch("1", undefined)], [batch("1", undefined)], [batch("1", "2")]), [batch("1", "2")]);
});

test("moves are ordered from the best to the worst", () => {
  const move = (name: string, value: "win" | "draw" | "loss" | null, plies: number) => ({
    move: name, value, line: Array<string>(plies).fill("x"), expanded: 1, seconds: 1, stopped_by: null,
  });
  const moves = [
    move("short loss", "loss", 2), move("open", null, 0), move("long win", "win", 9), move("draw", "draw", 4),
    move("long loss", "loss", 8), move("short win", "win", 3),
  ];
  const order = ["short win", "long win", "draw", "open", "long loss", "short loss"];
  assert.deepEqual(bestFirst(moves).map(({ move: name }) => name), order);
});

test("an edit with the same set of pieces changes the defender's hand", () => {
  const before = "7k1/9/7P1/9/9/9/9/9/9 b G2gp 1";
  const after = (edited: string) => withSameSet(before, edited);
  // A removed piece goes there, and an added one comes from there.
  assert.equal(after("7k1/9/9/9/9/9/9/9/9 b G2gp 1"), "7k1/9/9/9/9/9/9/9/9 b G2g2p 1");
  assert.equal(after("7k1/9/6+PP1/9/9/9/9/9/9 b G2gp 1"), "7k1/9/6+PP1/9/9/9/9/9/9 b G2g 1");
  assert.equal(after("7k1/9/7P1/9/9/9/9/9/9 b 2G2gp 1"), "7k1/9/7P1/9/9/9/9/9/9 b 2Ggp 1");
  // A piece that is not there is new.
  assert.equal(after("7k1/9/7PS/9/9/9/9/9/9 b G2gp 1"), null);
  // Moved pieces and edits of the defender's hand change nothing else.
  assert.equal(after("7k1/7P1/9/9/9/9/9/9/9 b G2gp 1"), null);
  assert.equal(after("7k1/9/7P1/9/9/9/9/9/9 b Gg 1"), null);
  // White attacks: the other hand.
  assert.equal(withSameSet("7K1/9/9/7p1/9/9/9/9/9 w g2G 1", "7K1/9/9/9/9/9/9/9/9 w g2G 1"), "7K1/9/9/9/9/9/9/9/9 w 2GPg 1");
});
