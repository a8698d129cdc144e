/** An answer as people read it. */
import { h, type Child } from "../dom.ts";
import { certificateLink } from "../gone.ts";
import { toldView } from "../trouble.ts";
import { amount, seconds } from "../words/numbers.ts";
import { lang, words, type Lang } from "../words.ts";
import { nodesOf, type Answered, type AnswerData, type Value } from "./question.ts";

function valueWord(value: Value | null | undefined, answer: string | undefined): string {
  const w = words();
  if (value != null) {
    return { win: w.win, draw: w.draw, loss: w.loss }[value];
  }
  return answer === "proved" ? w.win : answer === "disproved" ? "–" : w.open;
}

/** What the sentences of the server leave out: which the other solutions are, and why there was nothing to search. */
export function remarks(answered: Answered): string[] {
  const w = words();
  const { over, yozume } = answered.data;
  const found: string[] = [];
  if (yozume !== undefined) {
    const at = (number: number, move: string) => `${w.otherAt(number)} ${move}`;
    if (yozume.others.length > 0) {
      const moves = yozume.others.map(({ number, move, name, kind }) => `${at(number, name ?? move)} (${w.otherKind(kind)})`);
      found.push(`${w.othersFound} ${moves.join(", ")}`);
    }
    if (yozume.open.length > 0) {
      found.push(`${w.othersOpen} ${yozume.open.map(({ number, move }) => at(number, move)).join(", ")}`);
    }
  }
  if (over !== undefined) {
    found.push(w.over(over));
  }
  return found;
}

/** The whole answer, with links to its certificates; `spoken` is the language of its sentences. */
export function answerView(answered: Answered, spoken: Lang): HTMLElement {
  const w = words();
  const { data } = answered;
  const element = h(
    "div",
    { class: "answer-view" },
    h("p", { class: `headline is-${data.answer}`, lang: spoken }, answered.words),
    ...remarks(answered).map((remark) => h("p", { class: "remark" }, remark)),
    ...(answered.problems ?? []).map((problem) => h("p", { class: "remark" }, `${w.beside} `, toldView(problem))),
    lineView(data),
    data.moves === undefined ? null : movesView(data),
    figures(data),
  );
  if (answered.certificates.length > 0) {
    const links = answered.certificates.map(({ id, name }) =>
      h(
        "li",
        {},
        certificateLink(String(id), { class: "button" }),
        // Of one certificate the answer says what it claims.
        answered.certificates.length > 1 && h("span", { class: "hint", lang: spoken }, name),
      ),
    );
    element.append(h("ul", { class: "certificates", "aria-label": w.certificates }, ...links));
  }
  return element;
}

function lineView(data: AnswerData): Child {
  const w = words();
  const names = data.line_names ?? data.line;
  if (names.length === 0) {
    return null;
  }
  const text = names.map((name, index) => `${index + 1}. ${name}`).join("  ");
  return h("p", { class: "answer-line" }, h("b", {}, w.answerLine), ` ${text}`, data.line_complete === false && ` … ${w.lineCut}`);
}

function movesView(data: AnswerData): HTMLElement {
  const w = words();
  const rows = (data.moves ?? []).map((move) =>
    h(
      "tr",
      { class: `value-${move.value ?? move.answer ?? "open"}` },
      h("th", { scope: "row" }, move.name ?? move.move),
      h("td", {}, valueWord(move.value, move.answer)),
      h("td", { class: "figure" }, amount(move.expanded, lang())),
    ),
  );
  const head = h("tr", {}, ...[w.move, w.value, w.nodes].map((text) => h("th", { scope: "col" }, text)));
  return h("div", { class: "table-frame", tabindex: 0, role: "group", "aria-label": w.askMoves }, h("table", {}, h("thead", {}, head), h("tbody", {}, ...rows)));
}

/** Nodes and time. */
export function figures(data: AnswerData): HTMLElement {
  const w = words();
  const text = `${w.nodeCount(amount(nodesOf(data), lang()))} · ${w.secondsShort(seconds(data.seconds))}`;
  return h("p", { class: "hint figures" }, text);
}
