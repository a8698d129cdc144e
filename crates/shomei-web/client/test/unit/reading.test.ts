import assert from "node:assert/strict";
import { test } from "node:test";
import { Refused, type Game, type ReadFile, type Trouble } from "../../src/api.ts";
import { readProblem } from "../../src/solver/reading.ts";

const game = (name: string, rules: string): Game => ({ name, rules, pieces: [{}] }) as unknown as Game;
const [loa, shogi] = [game("loa", "8"), game("shogi", "mate")];
const find = (name: string) => [loa, shogi].find((each) => each.name === name);
const file = { name: "a.kif", file: new Blob(["text"]) };

/** A server on which these games read the file, and the requests that it received. */
function server(reads: Record<string, string>, troubles: Record<string, Partial<Trouble>> = {}) {
  const asked: string[] = [];
  const reader = async (name: string, rules: string): Promise<ReadFile> => {
    asked.push(`${name}/${rules}`);
    const found = reads[name];
    if (found === undefined) {
      throw new Refused({ type: "input", message: `no ${name}`, ...troubles[name] }, 422);
    }
    return { game: found, position: "P" } as unknown as ReadFile;
  };
  return { asked, reader };
}

test("the game that is chosen goes first, with its rules", async () => {
  const { asked, reader } = server({ loa: "loa", "": "shogi" });
  assert.equal((await readProblem(loa, "6", file, find, reader)).game, loa);
  assert.deepEqual(asked, ["loa/6"]);
});

test("where that game refuses a file, the game that reads it is found, with its own rules", async () => {
  const { asked, reader } = server({ "": "shogi" });
  const { game: found, rules } = await readProblem(loa, "6", file, find, reader);
  assert.deepEqual([found, rules], [shogi, "mate"]);
  assert.deepEqual(asked, ["loa/6", "/"]);
});

test("of two errors the one with a place is thrown, otherwise that of the selected game", async () => {
  await assert.rejects(readProblem(loa, "", file, find, server({}, { "": { line: 3 } }).reader), /no $/);
  await assert.rejects(readProblem(loa, "", file, find, server({}).reader), /no loa/);
  await assert.rejects(readProblem(loa, "", file, find, server({ "": "tree" }).reader), /no loa/);
});
