/** A row of the table of problems, on the page and in a TSV file. */
import type { Board, Position, Trouble } from "../api.ts";
import { picture } from "../board.ts";
import { h } from "../dom.ts";
import { certificateLink } from "../gone.ts";
import { serverText, troubleView, troubleText } from "../trouble.ts";
import { amount, seconds } from "../messages/numbers.ts";
import { message, type Lang } from "../messages.ts";
import { nodesOf, type Answered } from "./question.ts";

export interface Row {
  readonly name: string;
  /** Set once the file is read. */
  readonly position?: Position;
  readonly state: "waiting" | "searching" | "answered" | "failed" | "lost" | "stopped";
  readonly answered?: Answered;
  /** The number of the answered question. */
  readonly question?: string;
  /** The language of the answer's sentences. */
  readonly language?: Lang;
  readonly trouble?: Trouble;
}

/** The states of rows without a result. */
const UNFINISHED: ReadonlySet<string> = new Set(["waiting", "searching"]);

/** The rows after their page is gone. */
export function stopped(rows: readonly Row[]): Row[] {
  return rows.map((row) => (UNFINISHED.has(row.state) ? { ...row, state: "stopped" } : row));
}

/** The table as TSV. Tabs and line breaks in fields become blanks. */
export function toTsv(rows: readonly Row[]): string {
  const clean = (text: string) => text.replace(/[\t\r\n]+/g, " ");
  const head = ["name", "position", "answer", "moves", "nodes", "seconds", "line", "error"];
  const lines = rows.map((row) => {
    const data = row.answered?.data;
    const fields = data === undefined
      ? [row.position?.position ?? "", row.state, "", "", "", "", errorText(row)]
      : [data.position, answerText(row), String(data.line.length), String(nodesOf(data)), data.seconds.toFixed(3), data.line.join(" "), ""];
    return [row.name, ...fields].map(clean).join("\t");
  });
  return `${[head.join("\t"), ...lines].join("\n")}\n`;
}

function errorText(row: Row): string {
  return row.state === "lost" ? message("ask-lost") : row.trouble === undefined ? "" : troubleText(row.trouble);
}

function answerText(row: Row): string {
  const data = row.answered?.data;
  return data === undefined ? "" : String(data.score ?? data.value ?? data.answer);
}

/** A row with its board, which can arrive later. */
export function rowView(row: Row, board: Board | null): HTMLElement {
  const data = row.answered?.data;
  const certificates = row.answered?.certificates ?? [];
  const state = {
    waiting: message("state-waiting"), searching: message("state-searching"), stopped: message("state-stopped"),
    answered: "", failed: "", lost: "",
  }[row.state];
  const error = row.state === "lost" ? [message("ask-lost")] : row.trouble === undefined ? [] : troubleView(row.trouble);
  return h(
    "tr",
    { class: `is-${row.state}` },
    h("th", { scope: "row" }, row.name),
    h("td", { class: "small-board" }, board !== null && picture(board, `${row.name}. ${board.title}`)),
    h(
      "td",
      {},
      row.answered === undefined ? state : h("span", { lang: row.language }, row.answered.words),
      ...(row.answered?.problems ?? []).map((problem) =>
        h("span", { class: "error" }, `${message("answer-problem")} `, serverText(problem)),
      ),
      row.answered?.isGone === true && h("span", { class: "gone block" }, message("answer-gone")),
      error.length > 0 && h("span", { class: "error" }, ...error),
      ...certificates.map(({ id }) => certificateLink(String(id), { class: "block" })),
    ),
    h("td", { class: "figure" }, data === undefined ? "" : String(data.line.length)),
    h("td", { class: "figure" }, data === undefined ? "" : amount(nodesOf(data))),
    h("td", { class: "figure" }, data === undefined ? "" : message("figure-seconds", { seconds: seconds(data.seconds) })),
  );
}
