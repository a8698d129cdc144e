import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import type { Position, Read } from "../../src/api.ts";
import { Boards } from "../../src/solver/boards.ts";
import { setLang } from "../../src/messages.ts";

afterEach(() => setLang("en"));

const position = (text: string): Position => ({ game: "loa", rules: "", position: text });

const drawn = (text: string) => ({ svg: "<svg/>", text, title: "" });

function server() {
  const asked: string[] = [];
  const ask = async ({ position: text }: Position): Promise<Read> => {
    asked.push(text);
    if (text === "bad") {
      throw new Error("no position");
    }
    return { position: text, mover: null, over: null, board: drawn(text) };
  };
  return { asked, ask };
}

test("drawings are fetched once, and a position without one is not asked for again", async () => {
  const { asked, ask } = server();
  const boards = new Boards(ask);
  assert.equal(boards.get(position("a")), undefined);
  await boards.fetch(position("a"));
  await boards.fetch(position("bad"));
  assert.deepEqual(boards.get(position("a")), drawn("a"));
  assert.equal(boards.get(position("bad")), null);
  assert.equal(boards.get({ ...position("a"), rules: "sackson" }), undefined);
  assert.deepEqual(asked, ["a", "bad"]);
});

test("the oldest drawings go", () => {
  const boards = new Boards(server().ask);
  for (let number = 0; number < 300; number += 1) {
    boards.put(position(String(number)), drawn(""));
  }
  const kept = Array.from({ length: 300 }, (_, number) => boards.get(position(String(number))) !== undefined);
  assert.equal(kept.filter(Boolean).length, 100);
  assert.ok(kept.slice(200).every(Boolean));
});

test("in another language a drawing is another one, and one that comes too late is not taken", async () => {
  const { ask } = server();
  let answer: () => void = () => undefined;
  const slow = new Promise<void>((wake) => (answer = wake));
  const boards = new Boards(async (asked) => (await slow, ask(asked)));
  const fetching = boards.fetch(position("a"));
  setLang("ja");
  answer();
  await fetching;
  assert.equal(boards.get(position("a")), undefined);
  await boards.fetch(position("a"));
  assert.deepEqual(boards.get(position("a")), drawn("a"));
  setLang("en");
  assert.equal(boards.get(position("a")), undefined);
});
