import assert from "node:assert/strict";
import { test } from "node:test";
import { formatPath, isPrefix, parsePath, samePath } from "../../src/path.ts";

test("a path is read back as it is written", () => {
  for (const text of ["", "0", "0.3.0", "12.0.999999"]) {
    assert.equal(formatPath(parsePath(text) ?? [-1]), text);
  }
});

test("what is not a path is none", () => {
  for (const text of [".", "0.", ".0", "a", "0..1", "-1", "1e3", "0,1", " 0", "9999999", "0".repeat(20)]) {
    assert.equal(parsePath(text), null, text);
  }
});

test("a path has more plies than any certificate's line, but not without end", () => {
  const long = Array<number>(1525).fill(0).join(".");
  assert.equal(parsePath(long)?.length, 1525);
  assert.equal(parsePath("0.".repeat(9_999) + "0")?.length, 10_000);
  assert.equal(parsePath("0.".repeat(10_000) + "0"), null);
});

test("a prefix leads to a path", () => {
  assert.ok(isPrefix([], [1, 2]) && isPrefix([1], [1, 2]) && isPrefix([1, 2], [1, 2]));
  assert.ok(!isPrefix([1, 2, 3], [1, 2]) && !isPrefix([2], [1, 2]));
  assert.ok(samePath([1, 2], [1, 2]) && !samePath([1], [1, 2]));
});
