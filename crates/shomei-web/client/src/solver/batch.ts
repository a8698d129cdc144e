/** Problems from files: one question after the other, as a table. */
import { troubleOf, type Game, type Limits } from "../api.ts";
import { announce, button, fill, h } from "../dom.ts";
import { pause } from "../patience.ts";
import { tooLarge } from "../trouble.ts";
import { lang, words } from "../words.ts";
import { Boards } from "./boards.ts";
import type { Item } from "./files.ts";
import { ask, retold, type End, type Question, type Running } from "./question.ts";
import { readProblem } from "./reading.ts";
import { Rows } from "./rows.ts";
import { rowView, toTsv, type Row } from "./table.ts";

/** Until a question is asked again that the server had no room for, in milliseconds: it grows up to the second. */
const [BUSY, MOST_BUSY] = [500, 8000];

/** What comes later for rows in sight is fetched when they have stayed there for so many milliseconds. */
const REST = 80;

/** What is asked of every file. */
export type Wish = Omit<Question, "position" | "game">;

export class Batch {
  readonly element = h("section", { class: "batch" });
  readonly #items: readonly Item[];
  /** The game that goes first in reading a file. */
  readonly #game: Game;
  readonly #wish: Wish;
  readonly #limits: Limits;
  readonly #remove: () => void;
  readonly #head = h("header", {});
  readonly #state = h("p", { class: "state", role: "status" });
  readonly #bar = h("progress", {});
  readonly #boards = new Boards();
  readonly #table: Rows;
  readonly #rows: Row[];
  #done = 0;
  #current: Running | null = null;
  readonly #stop = new AbortController();
  #fetching: ReturnType<typeof setTimeout> | undefined;
  #isFetching = false;
  /** Answers that cannot be heard in the language of the page any more. */
  readonly #untold = new Set<string>();

  constructor(items: readonly Item[], game: Game, wish: Wish, limits: Limits, remove: (batch: Batch) => void) {
    this.#items = items;
    this.#game = game;
    this.#wish = wish;
    this.#limits = limits;
    this.#remove = () => remove(this);
    this.#rows = items.map((item) => ({ name: item.name, state: "waiting" }));
    this.#table = new Rows(items.length, (row) => this.#view(row), () => this.#fetchSoon());
    this.translate();
    void this.#run();
  }

  stop(): void {
    this.#stop.abort();
    this.#current?.stop();
  }

  get #isDone(): boolean {
    return this.#done === this.#items.length;
  }

  translate(): void {
    const w = words();
    this.#drawHead();
    fill(this.element, this.#head, this.#table.frame);
    this.#table.begin([w.name, w.boardShort, w.answer, w.moves, w.nodes, w.time], w.files);
  }

  /** Shows anew what may have changed while the table was off the page. */
  again(): void {
    this.#table.inSight.forEach((row) => this.#table.update(row));
  }

  #view(index: number): HTMLElement {
    const row = this.#rows[index] ?? { name: "", state: "waiting" };
    return rowView(row, (row.position && this.#boards.get(row.position)) ?? null);
  }

  async #run(): Promise<void> {
    for (const [index, item] of this.#items.entries()) {
      if (this.#stop.signal.aborted) {
        this.#set(index, { state: "stopped" });
      } else {
        await this.#solve(index, item);
      }
      this.#done += 1;
      if (!this.#stop.signal.aborted) {
        this.#drawState();
      }
    }
    this.#drawHead();
    announce(words().filesDone(this.#items.length));
  }

  async #solve(index: number, item: Item): Promise<void> {
    try {
      if (item.file.size > this.#limits.body) {
        throw tooLarge(this.#limits.body);
      }
      const { game, rules, read } = await readProblem(this.#game, this.#wish.rules, item);
      const position = { game: game.name, rules, position: read.position };
      this.#boards.put(position, read.board);
      this.#set(index, { position });
      const end = await this.#end(index, { ...this.#wish, ...position });
      switch (end.kind) {
        case "answer":
          return this.#set(index, { state: "answered", answered: end.answer, spoken: end.lang, question: end.id });
        case "unasked":
          return this.#set(index, { state: "stopped" });
        case "lost":
          return this.#set(index, { state: "lost" });
        default:
          return this.#set(index, { state: "failed", trouble: end.trouble });
      }
    } catch (error) {
      this.#set(index, { state: "failed", trouble: troubleOf(error) });
    } finally {
      this.#current = null;
    }
  }

  /** Asks, again and again while the server is busy with other questions. */
  async #end(index: number, question: Question): Promise<End> {
    for (let wait = BUSY; !this.#stop.signal.aborted; wait = Math.min(2 * wait, MOST_BUSY)) {
      this.#current = ask(question, { asked: () => this.#set(index, { state: "searching" }) });
      const end = await this.#current.end;
      if (end.kind !== "busy") {
        return end;
      }
      this.#set(index, { state: "waiting" });
      await pause(wait, this.#stop.signal).catch(() => undefined);
    }
    return { kind: "unasked" };
  }

  #set(index: number, change: Partial<Row>): void {
    const row = this.#rows[index];
    if (row !== undefined) {
      this.#rows[index] = { ...row, ...change };
      this.#table.update(index);
    }
  }

  #fetchSoon(): void {
    clearTimeout(this.#fetching);
    this.#fetching = setTimeout(() => void this.#fetch(), REST);
  }

  /** Fetches what rows in sight lack, one thing at a time: drawings, and answers in another language. */
  async #fetch(): Promise<void> {
    if (this.#isFetching) {
      return;
    }
    this.#isFetching = true;
    for (let index = this.#lacking(); index !== undefined; index = this.#lacking()) {
      const row = this.#rows[index];
      if (row?.position !== undefined && this.#boards.get(row.position) === undefined) {
        await this.#boards.fetch(row.position);
      } else if (row?.question !== undefined) {
        await this.#retell(index, row.question);
      }
      this.#table.update(index);
    }
    this.#isFetching = false;
  }

  #lacking(): number | undefined {
    return this.#table.inSight.find((index) => {
      const { position, question, spoken } = this.#rows[index] ?? {};
      const lacksBoard = position !== undefined && this.#boards.get(position) === undefined;
      return lacksBoard || (question !== undefined && spoken !== lang() && !this.#untold.has(question));
    });
  }

  async #retell(index: number, question: string): Promise<void> {
    const end = await retold(question);
    if (end?.kind === "answer") {
      this.#set(index, { answered: end.answer, spoken: end.lang });
    } else {
      this.#untold.add(question);
    }
  }

  #drawHead(): void {
    const w = words();
    fill(
      this.#head,
      h("h3", {}, w.files),
      this.#state,
      this.#bar,
      h(
        "p",
        { class: "buttons" },
        this.#isDone ? button(w.clear, this.#remove) : button(w.stopAll, () => this.stop()),
        button(w.download, () => save("shomei.tsv", toTsv(this.#rows))),
      ),
    );
    this.#bar.setAttribute("aria-label", w.files);
    this.#drawState();
  }

  #drawState(): void {
    const w = words();
    const count = this.#items.length;
    fill(this.#state, this.#isDone ? w.filesDone(count) : w.filesProgress(this.#done, count));
    this.#bar.max = Math.max(count, 1);
    this.#bar.value = this.#done;
  }
}

/** Saves a text as a file of the reader's. */
function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/tab-separated-values" }));
  const link = h("a", { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
