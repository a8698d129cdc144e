/** Problems from files: one question after the other, as a table. */
import { troubleOf, type Board, type Game, type Limits } from "../api.ts";
import { picture } from "../board.ts";
import { announce, button, fill, h } from "../dom.ts";
import { troubleWords } from "../field.ts";
import { linkTo } from "../route.ts";
import { amount, bytes, seconds } from "../words/numbers.ts";
import { lang, words, type Lang } from "../words.ts";
import type { Item } from "./files.ts";
import { readProblem } from "./reading.ts";
import { ask, nodesOf, type Answered, type End, type Question, type Running } from "./question.ts";

export interface Row {
  readonly name: string;
  readonly board: Board | null;
  readonly state: "waiting" | "searching" | "answered" | "failed" | "stopped";
  readonly answered?: Answered;
  /** The language of the sentences of the answer. */
  readonly spoken?: Lang;
  readonly error?: string;
}

/** Until a question is asked again that the server had no room for, in milliseconds. */
const BUSY = 500;

/** What is asked of every file. */
export type Wish = Omit<Question, "position" | "game">;

/** A table as text: a field never holds what would end it. */
export function toTsv(rows: readonly Row[]): string {
  const clean = (text: string) => text.replace(/[\t\r\n]+/g, " ");
  const head = ["name", "position", "answer", "moves", "nodes", "seconds", "line", "error"];
  const lines = rows.map((row) => {
    const data = row.answered?.data;
    const fields = data === undefined
      ? ["", row.state, "", "", "", "", row.error ?? ""]
      : [data.position, answerWord(row), String(data.line.length), String(nodesOf(data)), data.seconds.toFixed(3), data.line.join(" "), ""];
    return [row.name, ...fields].map(clean).join("\t");
  });
  return `${[head.join("\t"), ...lines].join("\n")}\n`;
}

function answerWord(row: Row): string {
  const data = row.answered?.data;
  return data === undefined ? "" : String(data.score ?? data.value ?? data.answer);
}

export class Batch {
  readonly element = h("section", { class: "batch" });
  readonly #items: readonly Item[];
  /** The game that goes first in reading a file. */
  readonly #game: Game;
  readonly #wish: Wish;
  readonly #limits: Limits;
  readonly #remove: () => void;
  readonly #head = h("header", {});
  readonly #body = h("tbody", {});
  #rows: Row[];
  #current: Running | null = null;
  #isStopped = false;
  #isDone = false;

  constructor(items: readonly Item[], game: Game, wish: Wish, limits: Limits, remove: (batch: Batch) => void) {
    this.#items = items;
    this.#game = game;
    this.#wish = wish;
    this.#limits = limits;
    this.#remove = () => remove(this);
    this.#rows = items.map((item) => ({ name: item.name, board: null, state: "waiting" }));
    this.translate();
    void this.#run();
  }

  stop(): void {
    this.#isStopped = true;
    this.#current?.stop();
  }

  translate(): void {
    const w = words();
    const head = [w.name, w.boardShort, w.answer, w.moves, w.nodes, w.time].map((text) => h("th", { scope: "col" }, text));
    const table = h("table", {}, h("thead", {}, h("tr", {}, ...head)), this.#body);
    fill(this.element, this.#head, h("div", { class: "table-frame", tabindex: 0, role: "group", "aria-label": w.files }, table));
    fill(this.#body, ...this.#rows.map((row) => rowView(row)));
    this.#drawHead();
  }

  async #run(): Promise<void> {
    for (const [index, item] of this.#items.entries()) {
      await this.#solve(index, item);
    }
    this.#isDone = true;
    this.#drawHead();
    announce(words().filesDone(this.#items.length));
  }

  async #solve(index: number, item: Item): Promise<void> {
    if (this.#isStopped) {
      this.#set(index, { state: "stopped" });
      return;
    }
    this.#set(index, { state: "searching" });
    if (item.file.size > this.#limits.body) {
      this.#set(index, { state: "failed", error: words().tooLarge(bytes(this.#limits.body)) });
      return;
    }
    try {
      const { game, rules, read } = await readProblem(this.#game, this.#wish.rules, item);
      this.#set(index, { board: read.board });
      const end = await this.#end({ ...this.#wish, game: game.name, rules, position: read.position });
      if (end.kind === "answer") {
        this.#set(index, { state: "answered", answered: end.answer, spoken: end.lang });
      } else {
        this.#set(index, { state: "failed", error: end.kind === "lost" ? words().lost : troubleWords(end.trouble) });
      }
    } catch (error) {
      this.#set(index, { state: "failed", error: troubleWords(troubleOf(error)) });
    } finally {
      this.#current = null;
    }
  }

  /** Asks, again and again while the server is busy with other questions. */
  async #end(question: Question): Promise<End> {
    for (;;) {
      this.#current = ask(question, () => undefined);
      const end = await this.#current.end;
      if (end.kind !== "busy" || this.#isStopped) {
        return end;
      }
      await new Promise((wake) => setTimeout(wake, BUSY));
    }
  }

  #set(index: number, change: Partial<Row>): void {
    const row = this.#rows[index];
    if (row === undefined) {
      return;
    }
    const changed = { ...row, ...change };
    this.#rows[index] = changed;
    this.#body.children[index]?.replaceWith(rowView(changed));
    this.#drawHead();
  }

  #drawHead(): void {
    const w = words();
    const count = this.#items.length;
    const done = this.#rows.filter((row) => row.state !== "waiting" && row.state !== "searching").length;
    fill(
      this.#head,
      h("h3", {}, w.files),
      h("p", { class: "state", role: "status" }, this.#isDone ? w.filesDone(count) : w.filesProgress(done, count)),
      h("progress", { max: Math.max(count, 1), value: done, "aria-label": w.files }),
      h(
        "p",
        { class: "buttons" },
        this.#isDone ? button(w.clear, this.#remove) : button(w.stopAll, () => this.stop()),
        button(w.download, () => save("shomei.tsv", toTsv(this.#rows))),
      ),
    );
  }
}

function rowView(row: Row): HTMLElement {
  const w = words();
  const data = row.answered?.data;
  const certificates = row.answered?.certificates ?? [];
  const state = { waiting: w.waiting, searching: `${w.searching}…`, answered: "", failed: "", stopped: w.stopped }[row.state];
  return h(
    "tr",
    { class: `is-${row.state}` },
    h("th", { scope: "row" }, row.name),
    h("td", { class: "small-board" }, row.board !== null && picture(row.board, `${row.name}. ${row.board.title}`)),
    h(
      "td",
      {},
      row.answered === undefined ? state : h("span", { lang: row.spoken }, row.answered.words),
      ...(row.answered?.problems ?? []).map((problem) => h("span", { class: "error" }, problem)),
      row.error !== undefined && h("span", { class: "error" }, row.error),
      ...certificates.map(({ id }) => h("a", { class: "block", href: linkTo(String(id), []) }, w.openCertificate)),
    ),
    h("td", { class: "figure" }, data === undefined ? "" : String(data.line.length)),
    h("td", { class: "figure" }, data === undefined ? "" : amount(nodesOf(data), lang())),
    h("td", { class: "figure" }, data === undefined ? "" : w.secondsShort(seconds(data.seconds))),
  );
}

/** Saves a text as a file of the reader's. */
function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/tab-separated-values" }));
  const link = h("a", { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
