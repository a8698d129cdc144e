/** Problems from files: a table of questions that are asked one after the other. */
import { troubleOf, type Game, type Limits } from "../api.ts";
import { announce, button, fill, h } from "../dom.ts";
import { pause } from "../patience.ts";
import { save } from "../save.ts";
import { tooLarge } from "../trouble.ts";
import { message, servedLang } from "../messages.ts";
import { Boards } from "./boards.ts";
import type { Item } from "./files.ts";
import { ask, answerAgain, type End, type Question, type Running } from "./question.ts";
import { readProblem } from "./reading.ts";
import { Rows } from "./rows.ts";
import type { StoredBatch } from "./storage.ts";
import { rowView, stopped, toTsv, type Row } from "./table.ts";

/**
 * The pause before a question is repeated on a busy server, in milliseconds: the first and the
 * longest.
 */
const [BUSY, MOST_BUSY] = [500, 8000];

/** The time in milliseconds that rows must stay visible before their missing parts are fetched. */
const REST = 80;

const COLUMNS = ["batch-name", "batch-board", "batch-answer", "batch-moves", "batch-nodes", "batch-time"] as const;

/** The question about every file. */
export type Wish = Omit<Question, "position" | "game">;

export interface BatchHandlers {
  readonly remove: (batch: Batch) => void;
  /** Called when the stored form of the table has changed. */
  readonly changed: () => void;
}

export class Batch {
  readonly element = h("section", { class: "batch" });
  readonly #items: readonly Item[];
  /** The game that is tried first for every file. */
  readonly #game: Game;
  readonly #wish: Wish;
  readonly #limits: Limits;
  readonly #handlers: BatchHandlers;
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
  /** Questions whose answers the server can no longer give in another language. */
  readonly #unanswerable = new Set<string>();

  /** Solves files one after the other. A stored table shows its rows and solves nothing. */
  constructor(problems: readonly Item[] | StoredBatch, game: Game, wish: Wish, limits: Limits, handlers: BatchHandlers) {
    this.#game = game;
    this.#wish = wish;
    this.#limits = limits;
    this.#handlers = handlers;
    if ("kind" in problems) {
      this.#items = [];
      this.#rows = stopped(problems.rows);
      this.#done = this.#rows.length;
    } else {
      this.#items = problems;
      this.#rows = problems.map((item) => ({ name: item.name, state: "waiting" }));
    }
    this.#table = new Rows(this.#rows.length, (row) => this.#view(row), () => this.#fetchSoon());
    this.translate();
    if (!this.#isDone) {
      void this.#run();
    }
  }

  get stored(): StoredBatch {
    return { kind: "batch", game: this.#game.name, wish: this.#wish, rows: this.#rows };
  }

  stop(): void {
    this.#stop.abort();
    this.#current?.stop();
  }

  get #isDone(): boolean {
    return this.#done === this.#rows.length;
  }

  translate(): void {
    this.#drawHead();
    fill(this.element, this.#head, this.#table.frame);
    this.#table.begin(COLUMNS.map((id) => message(id)), message("batch-title"));
  }

  /** Updates what changed while the table was not on the page. */
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
      this.#handlers.changed();
      if (!this.#stop.signal.aborted) {
        this.#drawState();
      }
    }
    this.#drawHead();
    announce(message("batch-done", { of: this.#items.length }));
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
          this.#set(index, { state: "answered", answered: end.answer, language: end.lang });
          return end.id === null ? undefined : this.#set(index, { question: end.id });
        case "unasked":
        case "stopped":
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

  /** Asks a question, again while the server is busy. */
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

  /** Fetches the missing boards and translated answers of visible rows, one after the other. */
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
        await this.#askAgain(index, row.question);
      }
      this.#table.update(index);
    }
    this.#isFetching = false;
  }

  #lacking(): number | undefined {
    return this.#table.inSight.find((index) => {
      const { position, question, language } = this.#rows[index] ?? {};
      const lacksBoard = position !== undefined && this.#boards.get(position) === undefined;
      return lacksBoard || (question !== undefined && language !== servedLang() && !this.#unanswerable.has(question));
    });
  }

  async #askAgain(index: number, question: string): Promise<void> {
    const end = await answerAgain(question);
    if (end?.kind === "answer") {
      this.#set(index, { answered: end.answer, language: end.lang });
    } else {
      this.#unanswerable.add(question);
    }
  }

  #drawHead(): void {
    fill(
      this.#head,
      h("h3", {}, message("batch-title")),
      this.#state,
      this.#bar,
      h(
        "p",
        { class: "buttons" },
        this.#isDone
          ? button(message("batch-clear"), () => this.#handlers.remove(this))
          : button(message("batch-stop"), () => this.stop()),
        button(message("batch-download"), () => save("shomei.tsv", new Blob([toTsv(this.#rows)], { type: "text/tab-separated-values" }))),
      ),
    );
    this.#bar.setAttribute("aria-label", message("batch-title"));
    this.#drawState();
  }

  #drawState(): void {
    const count = this.#rows.length;
    const progress = { done: this.#done, of: count };
    fill(this.#state, this.#isDone ? message("batch-done", { of: count }) : message("batch-progress", progress));
    this.#bar.max = Math.max(count, 1);
    this.#bar.value = this.#done;
  }
}
