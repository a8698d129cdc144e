import assert from "node:assert/strict";
import { test } from "node:test";
import { BEYOND, Heights, scrollFor, visible } from "../../src/virtual.ts";

const list = { scrollTop: 0, height: 300, row: 30, count: 1526 };

test("only the rows in sight and a few beyond exist", () => {
  assert.deepEqual(visible(list), { first: 0, end: 10 + BEYOND });
  assert.deepEqual(visible({ ...list, scrollTop: 15_000 }), { first: 500 - BEYOND, end: 510 + BEYOND });
  const { first, end } = visible({ ...list, scrollTop: 1526 * 30 - 300 });
  assert.equal(end, 1526);
  assert.ok(end - first <= 10 + BEYOND + 1);
});

test("short and empty lists have no rows beyond their end", () => {
  assert.deepEqual(visible({ ...list, count: 3 }), { first: 0, end: 3 });
  assert.deepEqual(visible({ ...list, count: 0 }), { first: 0, end: 0 });
  assert.deepEqual(visible({ ...list, count: 3, scrollTop: 90_000 }), { first: 3, end: 3 });
});

test("a row that can be seen stays where it is, another comes to the middle", () => {
  assert.equal(scrollFor(list, 4), 0);
  assert.equal(scrollFor({ ...list, scrollTop: 60 }, 9), 60);
  const top = scrollFor(list, 1000);
  assert.equal(top, 1000 * 30 - 135);
  assert.equal(scrollFor({ ...list, scrollTop: top }, 1000), top);
});

test("the first and the last row do not scroll past the ends", () => {
  assert.equal(scrollFor({ ...list, scrollTop: 9000 }, 0), 0);
  assert.equal(scrollFor(list, 1525), 1526 * 30 - 300);
  assert.equal(scrollFor({ ...list, count: 2 }, 1), 0);
});

test("rows of different heights: visible rows, and the space of the others", () => {
  const heights = new Heights(5000, 150);
  assert.deepEqual(heights.visible(0, 0), { first: 0, end: BEYOND });
  // A height of 0 is ignored.
  heights.set(0, 0);
  assert.equal(heights.between(0, 10), 1500);
  heights.set(0, 100);
  assert.equal(heights.between(0, 10), 1000);
  heights.set(1, 300);
  assert.equal(heights.between(0, 3), 500);
  assert.equal(heights.between(0, 5000), 4999 * 100 + 300);
  assert.deepEqual(heights.visible(400, 1000), { first: 0, end: 12 + BEYOND });
  assert.deepEqual(heights.visible(100_200, 1000), { first: 1000 - BEYOND, end: 1010 + BEYOND });
  assert.deepEqual(heights.visible(1e9, 1000), { first: 5000 - BEYOND, end: 5000 });
  assert.deepEqual(new Heights(0, 150).visible(0, 900), { first: 0, end: 0 });
});
