import assert from "node:assert/strict";
import { test } from "node:test";
import { checkText, isOpen } from "../../src/explorer/claim.ts";
import { chosen as chosenMove, facts } from "../../src/explorer/moves.ts";
import { actionOf } from "../../src/keys.ts";
import { remarks } from "../../src/solver/answer.ts";
import { byName, chosen, dropped, isHidden, MOST_FILES } from "../../src/solver/files.ts";
import { asksOf } from "../../src/solver/form.ts";
import type { Answered, AnswerData } from "../../src/solver/question.ts";
import { toTsv } from "../../src/solver/table.ts";
import { curve, thinned } from "../../src/solver/trace.ts";
import { setLang } from "../../src/messages.ts";
import type { Game, Node, NodeMove } from "../../src/api.ts";

const data: AnswerData = {
  game: "loa", position: "P", attacker: "black", answer: "proved", line: ["a", "b"], expanded: 12, seconds: 0.5,
};

const answer = (more: Partial<AnswerData>): Answered => ({
  data: { ...data, ...more }, words: "Black can force a win.", certificates: [],
});

test("facts in the sentences of the server are not repeated", () => {
  assert.deepEqual(remarks(answer({ length: 7, length_proven: true, stopped_by: "time", value: "win" })), []);
  assert.deepEqual(remarks(answer({ yozume: { verdict: "unique", others: [], open: [] } })), []);
});

test("remarks list other winning moves with their kinds, and the end of a game", () => {
  const others = [
    { number: 3, move: "G*5b", kind: "longer", line: [] },
    { number: 5, move: "R*1a", name: "R*11", kind: "last move", line: [] },
  ];
  const open = [{ number: 1, move: "S*2b" }, { number: 3, move: "R*1a", name: "▲１一飛打" }];
  assert.deepEqual(remarks(answer({ yozume: { verdict: "not decided", others, open }, over: "Black has no check" })), [
    "Other winning moves: move 3 G*5b (longer), move 5 R*11 (last move)",
    "Undecided moves: move 1 S*2b, move 3 ▲１一飛打",
    "The game is over: Black has no check.",
  ]);
  setLang("ja");
  assert.deepEqual(remarks(answer({ yozume: { verdict: "not decided", others: others.slice(1), open: open.slice(1) } })), [
    "ほかに勝つ手：5手目 R*11（最終手）",
    "未解決の手：3手目 ▲１一飛打",
  ]);
  setLang("en");
});

test("a table of answers holds one line a file, whatever names and errors hold", () => {
  const rows = [
    { name: "a\tb.kif", state: "answered", answered: { data, words: "", certificates: [] } },
    { name: "c.kif", state: "failed", trouble: { type: "input", message: "line 2\nno piece" } },
    { name: "d.kif", state: "stopped", position: { game: "loa", rules: "", position: "Q" } },
  ] as const;
  assert.deepEqual(toTsv(rows).split("\n"), [
    "name\tposition\tanswer\tmoves\tnodes\tseconds\tline\terror",
    "a b.kif\tP\tproved\t2\t12\t0.500\ta b\t",
    "c.kif\t\tfailed\t\t\t\t\tline 2 no piece",
    "d.kif\tQ\tstopped\t\t\t\t\t",
    "",
  ]);
});

test("files are ordered by name and number, without hidden files", () => {
  const names = ["p10.kif", "p2.kif", "P1.kif", "a/p3.kif"];
  assert.deepEqual([...names].sort(byName), ["a/p3.kif", "P1.kif", "p2.kif", "p10.kif"]);
  assert.ok(isHidden("a/.git/x") && isHidden(".x") && !isHidden("a/b.kif"));
});

/** A file or a folder of a drop; one without content cannot be read. */
function entry(path: string, content?: Blob | FileSystemEntry[]): FileSystemEntry {
  let left = Array.isArray(content) ? content : [];
  const readEntries = (found: (some: FileSystemEntry[]) => void) => {
    found(left);
    left = [];
  };
  const file = (found: (file: Blob) => void, failed: (error: Error) => void) =>
    content instanceof Blob ? found(content) : failed(new Error("not readable"));
  const name = path.split("/").at(-1);
  return { name, fullPath: path, isFile: !Array.isArray(content), file, createReader: () => ({ readEntries }) } as unknown as FileSystemEntry;
}

const drop = (...entries: FileSystemEntry[]) =>
  dropped({ items: entries.map((each) => ({ webkitGetAsEntry: () => each })), files: [] } as unknown as DataTransfer);

test("an unreadable file of a drop is named, and the others are read", async () => {
  const text = new Blob(["x"]);
  const found = await drop(entry("/d", [entry("/d/2.kif", text), entry("/d/locked.kif"), entry("/d/.git", [entry("/d/.git/x")])]), entry("/1.kif", text));
  assert.deepEqual(found.items.map(({ name }) => name), ["1.kif", "d/2.kif"]);
  assert.deepEqual([found.unread, found.isCut], [["d/locked.kif"], false]);
});

test("files beyond the limit are reported", async () => {
  const text = new Blob(["x"]);
  const names = Array.from({ length: MOST_FILES + 1 }, (_, number) => `${number}.kif`);
  const all = await drop(entry("/d", names.map((name) => entry(`/d/${name}`, text))));
  assert.deepEqual([all.items.length, all.isCut], [MOST_FILES, true]);
  const files = names.map((name) => ({ name }) as File);
  assert.ok(chosen(files).isCut && !chosen(files.slice(1)).isCut);
});

test("a game offers the questions that it can answer", () => {
  const game = { name: "othello", scored: true } as Game;
  assert.ok(asksOf(game).includes("score") && !asksOf(game).includes("others"));
  assert.ok(asksOf({ ...game, name: "shogi", scored: false }).includes("others"));
  assert.ok(!asksOf({ ...game, name: "loa", scored: false }).includes("score"));
});

test("a check shows its progress", () => {
  const check = { state: "running", records: 1_200_000, of: 3_400_000, seconds: 1, can_repeat: false } as const;
  assert.equal(checkText(check), "Checked: 1.2 million of 3.4 million positions");
  assert.equal(checkText({ ...check, state: "accepted" }), "Accepted: all 3.4 million positions checked");
  assert.ok(isOpen(check) && !isOpen({ ...check, state: "rejected" }));
});

const plain: NodeMove = {
  mv: "a", name: "A", child: 0, to: 4, says: "choice", finished: false, out_of_plies: false, answer: null,
  size: { longest_line: 20, as_tree: 3000, parents: 1 }, back: null, also: false,
};

test("a move shows its facts", () => {
  assert.deepEqual(facts(plain), ["20 plies", "tree of 3,000 positions"]);
  assert.deepEqual(facts({ ...plain, size: null }), []);
  assert.deepEqual(facts({ ...plain, finished: true, size: null }), ["ends the game"]);
  assert.deepEqual(facts({ ...plain, back: 4 }), ["repeats the position after ply 4"]);
  assert.deepEqual(facts({ ...plain, size: { longest_line: null, as_tree: null, parents: 2 } }), ["can repeat positions"]);
});

test("the next move of the line is selected, otherwise the first move of the certificate", () => {
  const moves = [{ ...plain, child: null }, { ...plain, child: 0 }, { ...plain, child: 1 }];
  const node = { moves } as unknown as Node;
  assert.equal(chosenMove(node, 1), moves[2]);
  assert.equal(chosenMove(node, null), moves[1]);
  assert.equal(chosenMove({ moves: [] } as unknown as Node, null), null);
});

test("keys of the system are left alone", () => {
  const press = { key: "ArrowRight", ctrlKey: false, metaKey: false, altKey: false };
  assert.equal(actionOf(press), "forward");
  assert.equal(actionOf({ ...press, altKey: true }), null);
  assert.equal(actionOf({ ...press, key: "E" }), "end");
  assert.equal(actionOf({ ...press, key: "z" }), null);
});

test("a trace spans the whole time in a bounded number of points", () => {
  let points: [number, number][] = [];
  for (let index = 0; index < 5000; index += 1) {
    points = thinned(points) as [number, number][];
    points.push([index, 1]);
    assert.ok(points.length <= 121);
  }
  assert.equal(points[0]?.[0], 0);
  assert.equal(points.at(-1)?.[0], 4999);
  assert.equal(curve([1], 1).split(" ").length, 1);
  assert.ok(!curve([0, 5, 4_294_967_295], 4_294_967_295).includes("NaN"));
});
