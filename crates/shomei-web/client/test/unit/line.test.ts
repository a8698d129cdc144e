import assert from "node:assert/strict";
import { test } from "node:test";
import type { Node, NodeMove } from "../../src/api.ts";
import { Places } from "../../src/explorer/places.ts";
import { formatPath, type Path } from "../../src/path.ts";
import { EMPTY, extended, knows, next } from "../../src/spine.ts";

const move = (mv: string) => ({ mv, name: mv.toUpperCase(), mover: "x" });

test("a line grows by the moves that are played", () => {
  const one = extended(EMPTY, [], 2, move("a"));
  const two = extended(one, [2], 0, move("b"));
  assert.deepEqual(two.path, [2, 0]);
  assert.deepEqual(two.moves.map((each) => each.name), ["A", "B"]);
});

test("going back keeps what lies ahead, another move replaces it", () => {
  const line = extended(extended(EMPTY, [], 2, move("a")), [2], 0, move("b"));
  assert.ok(knows(line, []) && knows(line, [2]) && !knows(line, [1]));
  assert.equal(next(line, [2]), 0);
  assert.equal(next(line, [2, 0]), null);
  assert.equal(next(line, [1]), null);
  assert.equal(extended(line, [], 2, move("a")), line);
  assert.deepEqual(extended(line, [], 1, move("c")).moves.map((each) => each.mv), ["c"]);
});

/** Answers as the server does, and counts the questions. */
function places(): { places: Places; asked: string[] } {
  const asked: string[] = [];
  const ask = async (_id: string, path: Path, withLine: boolean): Promise<Node> => {
    asked.push(`${formatPath(path)}${withLine ? " with line" : ""}`);
    const line = path.map((number) => move(`m${number}`));
    return {
      path: formatPath(path), ply: path.length, number: path.length, says: "choice", mover: "x", position: "", board: null,
      size: null, words: "", moves: [], ...(withLine ? { line } : {}),
    };
  };
  return { places: new Places("k", ask), asked };
}

const played = (child: number): NodeMove => ({
  mv: `m${child}`, name: `M${child}`, child, to: 1, says: "all", finished: false, out_of_plies: false, answer: null, size: null, back: null,
  also: false,
});

test("the line is asked for only where it is not known", async () => {
  const { places: all, asked } = places();
  await all.at([]);
  all.follow([], played(3), "x");
  await all.at([3]);
  await all.at([]);
  await all.at([3]);
  assert.deepEqual(asked, ["", "3"]);
  await all.at([7, 7]);
  assert.deepEqual(asked.slice(2), ["7.7 with line"]);
  assert.deepEqual(all.spine.moves.map((each) => each.name), ["M7", "M7"]);
});

test("a place from another line is asked for again, with its own line", async () => {
  const { places: all, asked } = places();
  await all.at([1]);
  await all.at([2]);
  await all.at([1]);
  assert.deepEqual(asked, ["1 with line", "2 with line", "1 with line"]);
  assert.deepEqual(all.spine.path, [1]);
});

test("old places are let go of", async () => {
  const { places: all, asked } = places();
  await all.at(Array<number>(200).fill(0));
  for (let ply = 0; ply < 200; ply += 1) {
    await all.at(Array<number>(ply).fill(0));
  }
  const before = asked.length;
  await all.at([]);
  assert.equal(asked.length, before + 1);
  await all.at([]);
  assert.equal(asked.length, before + 1);
});

test("after a switch of the language everything is fetched again", async () => {
  const { places: all, asked } = places();
  await all.at([4]);
  all.forgetAll();
  await all.at([4]);
  assert.deepEqual(asked, ["4 with line", "4 with line"]);
});

test("a place that comes after a switch of language leaves no line in the old one", async () => {
  const { places: all, asked } = places();
  const late = all.at([4]);
  all.forgetAll();
  await late;
  assert.deepEqual(all.spine.moves, []);
  await all.at([4]);
  assert.deepEqual(asked, ["4 with line", "4 with line"]);
});

test("a place that is no longer wanted changes no line", async () => {
  const { places: all } = places();
  await all.at([1]);
  const left = new AbortController();
  const late = all.at([2], left.signal);
  left.abort();
  await late;
  assert.deepEqual(all.spine.path, [1]);
});
