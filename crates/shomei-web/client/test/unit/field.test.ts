import assert from "node:assert/strict";
import { test } from "node:test";
import { placeIn } from "../../src/field.ts";
import { troubleText } from "../../src/trouble.ts";

const marked = (text: string, place: Parameters<typeof placeIn>[1]) => {
  const at = placeIn(text, place);
  return at === null ? null : text.slice(at.from, at.to);
};

test("the place of an error is a character, a line or a move", () => {
  assert.equal(marked("..xQ..o", { column: 4 }), "Q");
  assert.equal(marked("ab\ncdQ\ne", { line: 2, column: 3 }), "Q");
  assert.equal(marked("ab\ncd\ne", { line: 2 }), "cd");
  assert.equal(marked("start moves e4-d5 z9-z8", { move: "z9-z8" }), "z9-z8");
});

test("a square is found in a position on one line", () => {
  const board = `${".".repeat(28)}Q${".".repeat(35)} x`;
  assert.equal(marked(board, { square: "e4" }), "Q");
  assert.equal(marked(` ${board}`, { square: "e4" }), "Q");
  const small = `${".".repeat(7)}Q${".".repeat(17)} x`;
  assert.equal(marked(small, { square: "c2" }), "Q");
  assert.equal(placeIn(small, { square: "f1" }), null);
  const boards = [..."abcdefghi"].map((name) => (name === "e" ? "........Q" : "........."));
  assert.equal(marked(`X;.........;${boards.join("/")}`, { square: "ei" }), "Q");
});

test("columns count characters, not units of 16 bits", () => {
  assert.equal(marked("𠮟玉Q", { column: 3 }), "Q");
  assert.equal(marked("𠮟玉Q", { column: 1 }), "𠮟");
});

test("the blanks around one line are not sent, those of a file are", () => {
  assert.equal(marked("  ..?", { column: 3 }), "?");
  assert.equal(marked("\n..?\n", { column: 3 }), "?");
  assert.equal(marked("  ab\n  c?", { line: 2, column: 4 }), "?");
});

test("a place after the end marks the end, a place that does not exist marks nothing", () => {
  assert.deepEqual(placeIn("abc", { column: 4 }), { from: 3, to: 3 });
  assert.deepEqual(placeIn("abc", { column: 40 }), { from: 3, to: 3 });
  assert.equal(placeIn("abc", { line: 3, column: 1 }), null);
  assert.equal(placeIn("abc", { square: "e4" }), null);
  assert.equal(placeIn("x".repeat(63), { square: "e4" }), null);
  assert.equal(placeIn("abc", { move: "x" }), null);
});

test("an error says where it is and what was meant", () => {
  const shown = troubleText({ type: "input", message: "line 2, column 3: no piece", line: 2, column: 3 });
  assert.equal(shown, "line 2, column 3: no piece");
  const words = troubleText({ type: "input", message: "no piece", line: 2, column: 3, suggestion: "loa" });
  assert.equal(words, "no piece (line 2, column 3) Did you mean “loa”?");
  assert.equal(troubleText({ type: "input", message: "two kings", square: "e4" }), "two kings (square e4)");
});
