import assert from "node:assert/strict";
import { test } from "node:test";
import { formatRoute, linkTo, parseRoute, takeToken } from "../../src/route.ts";

test("an address names a place, and is read back", () => {
  assert.deepEqual(parseRoute(""), { page: "start" });
  assert.deepEqual(parseRoute("#/"), { page: "start" });
  const place = { page: "certificate", id: "k3", path: [0, 12, 0] } as const;
  assert.equal(formatRoute(place), "#/c/k3/0.12.0");
  assert.deepEqual(parseRoute("#/c/k3/0.12.0"), place);
  assert.deepEqual(parseRoute(linkTo("k3", [])), { page: "certificate", id: "k3", path: [] });
  assert.deepEqual(parseRoute("#/c/k3"), { page: "certificate", id: "k3", path: [] });
});

test("an address names a problem in the composing view", () => {
  const problem = { page: "compose", position: "7k1/9/7P1/9/9/9/9/9/9 b G2g 1" } as const;
  assert.ok(!formatRoute(problem).slice("#/compose/".length).includes("/"));
  assert.deepEqual(parseRoute(formatRoute(problem)), problem);
  assert.deepEqual(parseRoute("#/compose"), { page: "compose", position: null });
  assert.equal(formatRoute({ page: "compose", position: null }), "#/compose");
  assert.deepEqual(parseRoute("#/compose/%"), { page: "compose", position: "%" });
});

test("an address names a position for a question", () => {
  const link = { page: "question", game: "shogi", rules: null, position: "8k/9/8+P/9/9/9/9/9/9 b G 1", ask: "win" } as const;
  assert.deepEqual(parseRoute(formatRoute(link)), link);
  assert.deepEqual(parseRoute("#game=shogi&position=8k/9/8+P/9/9/9/9/9/9 b G 1&ask=win"), link);
  const rules = { ...link, rules: "full", ask: null };
  assert.deepEqual(parseRoute(formatRoute(rules)), rules);
  assert.deepEqual(parseRoute("#game=shogi"), { page: "unknown" });
  assert.deepEqual(takeToken(formatRoute(link)).token, null);
});

test("other addresses are unknown", () => {
  for (const hash of ["#/x", "#/compose/a/b", "#/c/", "#/c/a/b", "#/c/a/0/1", "#/c/../0", "#/c/<b>/0", "#/c/%2e/"]) {
    assert.deepEqual(parseRoute(hash), { page: "unknown" }, hash);
  }
});

test("the token leaves the address", () => {
  assert.deepEqual(takeToken("#t=abc123"), { token: "abc123", hash: "#/" });
  assert.deepEqual(takeToken("#/c/k/0.1&t=abc"), { token: "abc", hash: "#/c/k/0.1" });
  assert.deepEqual(takeToken("#t=abc&/c/k/0"), { token: "abc", hash: "#/c/k/0" });
  assert.deepEqual(takeToken("#/c/k/0.1"), { token: null, hash: "#/c/k/0.1" });
  assert.deepEqual(takeToken(""), { token: null, hash: "" });
});
