import assert from "node:assert/strict";
import { test } from "node:test";
import { neighbour, squaresOf, type Square } from "../../src/board.ts";

const grid: Square[] = [];
for (let row = 0; row < 8; row += 1) {
  for (let column = 0; column < 8; column += 1) {
    grid.push({ name: `${"abcdefgh"[column]}${8 - row}`, x: column * 40 + 20, y: row * 40 + 20 });
  }
}
const at = (name: string): Square => {
  const found = grid.find((square) => square.name === name);
  assert.ok(found);
  return found;
};

test("arrows walk over the squares and stop at the edge", () => {
  assert.equal(neighbour(grid, at("e4"), "up").name, "e5");
  assert.equal(neighbour(grid, at("e4"), "left").name, "d4");
  assert.equal(neighbour(grid, at("h1"), "right").name, "h1");
  assert.equal(neighbour(grid, at("h1"), "down").name, "h1");
});

test("a hand beside the board can be reached and left again", () => {
  const hand = { name: "hand:black:P", x: 400, y: 250 };
  const all = [...grid, hand];
  assert.equal(neighbour(all, at("h2"), "right").name, "hand:black:P");
  assert.equal(neighbour(all, hand, "left").name, "h2");
});

test("a move names its squares", () => {
  const known = new Set(grid.map((square) => square.name));
  assert.deepEqual(squaresOf("e4-d5", known), ["e4", "d5"]);
  assert.deepEqual(squaresOf("d8xd5", known), ["d8", "d5"]);
  assert.deepEqual(squaresOf("pass", known), []);
  const shogi = new Set(["7g", "7f", "5e"]);
  assert.deepEqual(squaresOf("7g7f+", shogi), ["7g", "7f"]);
  assert.deepEqual(squaresOf("G*5e", shogi), ["5e"]);
  assert.deepEqual(squaresOf("ei", new Set(["ei", "ia"])), ["ei"]);
  assert.deepEqual(squaresOf("e4", new Set()), []);
});
