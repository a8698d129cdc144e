/** A row of the table of problems: on the page, and in a file. */
import type { Board, Position, Trouble } from "../api.ts";
import { picture } from "../board.ts";
import { h } from "../dom.ts";
import { certificateLink } from "../gone.ts";
import { toldView, troubleView, troubleWords } from "../trouble.ts";
import { amount, seconds } from "../words/numbers.ts";
import { lang, words, type Lang } from "../words.ts";
import { nodesOf, type Answered } from "./question.ts";

export interface Row {
  readonly name: string;
  /** Once it is read. */
  readonly position?: Position;
  readonly state: "waiting" | "searching" | "answered" | "failed" | "lost" | "stopped";
  readonly answered?: Answered;
  /** The number of the question that was answered. */
  readonly question?: string;
  /** The language of the sentences of the answer. */
  readonly spoken?: Lang;
  readonly trouble?: Trouble;
}

/** A table as text: a field never holds what would end it. */
export function toTsv(rows: readonly Row[]): string {
  const clean = (text: string) => text.replace(/[\t\r\n]+/g, " ");
  const head = ["name", "position", "answer", "moves", "nodes", "seconds", "line", "error"];
  const lines = rows.map((row) => {
    const data = row.answered?.data;
    const fields = data === undefined
      ? [row.position?.position ?? "", row.state, "", "", "", "", errorWords(row)]
      : [data.position, answerWord(row), String(data.line.length), String(nodesOf(data)), data.seconds.toFixed(3), data.line.join(" "), ""];
    return [row.name, ...fields].map(clean).join("\t");
  });
  return `${[head.join("\t"), ...lines].join("\n")}\n`;
}

function errorWords(row: Row): string {
  return row.state === "lost" ? words().lost : row.trouble === undefined ? "" : troubleWords(row.trouble);
}

function answerWord(row: Row): string {
  const data = row.answered?.data;
  return data === undefined ? "" : String(data.score ?? data.value ?? data.answer);
}

/** A row with its drawing, which may come later. */
export function rowView(row: Row, board: Board | null): HTMLElement {
  const w = words();
  const data = row.answered?.data;
  const certificates = row.answered?.certificates ?? [];
  const state = { waiting: w.waiting, searching: `${w.searching}…`, answered: "", failed: "", lost: "", stopped: w.stopped }[row.state];
  const error = row.state === "lost" ? [w.lost] : row.trouble === undefined ? [] : troubleView(row.trouble);
  return h(
    "tr",
    { class: `is-${row.state}` },
    h("th", { scope: "row" }, row.name),
    h("td", { class: "small-board" }, board !== null && picture(board, `${row.name}. ${board.title}`)),
    h(
      "td",
      {},
      row.answered === undefined ? state : h("span", { lang: row.spoken }, row.answered.words),
      ...(row.answered?.problems ?? []).map((problem) => h("span", { class: "error" }, `${w.beside} `, toldView(problem))),
      error.length > 0 && h("span", { class: "error" }, ...error),
      ...certificates.map(({ id }) => certificateLink(String(id), { class: "block" })),
    ),
    h("td", { class: "figure" }, data === undefined ? "" : String(data.line.length)),
    h("td", { class: "figure" }, data === undefined ? "" : amount(nodesOf(data), lang())),
    h("td", { class: "figure" }, data === undefined ? "" : w.secondsShort(seconds(data.seconds))),
  );
}
