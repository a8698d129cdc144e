import assert from "node:assert/strict";
import { test } from "node:test";
import { Refused } from "../../src/api.ts";
import { setBackend, type Backend } from "../../src/backend.ts";
import { playMove } from "../../src/solver/play.ts";

const position = { game: "loa", rules: "", position: "P" };

/** A backend that refuses every request with this status. */
const refusing = (status: number) =>
  ({ get: () => Promise.reject(new Refused({ type: "input", message: "refused" }, status)) }) as unknown as Backend;

test("a move is illegal only if the server says so", async () => {
  setBackend(refusing(422));
  assert.equal(await playMove(position, "e1", "e3"), "illegal");
  for (const status of [0, 500]) {
    setBackend(refusing(status));
    await assert.rejects(playMove(position, "e1", "e3"), { message: "refused" });
  }
});
