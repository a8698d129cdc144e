/** An answer as people read it. */
import { h, type Child } from "../dom.ts";
import { sideName } from "../games.ts";
import { linkTo } from "../route.ts";
import { amount, seconds } from "../words/numbers.ts";
import { lang, words } from "../words.ts";
import { nodesOf, type Answered, type AnswerData, type Value } from "./question.ts";

/** A score with its sign. */
export function signed(score: number): string {
  return score > 0 ? `+${score}` : score < 0 ? `−${-score}` : "0";
}

/** The answer in one sentence. `mover` is the side that is to move, whom values and scores are about. */
export function headline(data: AnswerData, mover: string): string {
  const w = words();
  const side = sideName(mover, data.game);
  const attacker = sideName(data.attacker, data.game);
  if (typeof data.score === "number" && data.answer !== "unknown") {
    return w.score(signed(data.score));
  }
  if (data.score_bounds !== undefined && data.score_bounds[0] !== data.score_bounds[1]) {
    return w.scoreBetween(signed(data.score_bounds[0]), signed(data.score_bounds[1]));
  }
  if (data.value != null) {
    return { win: w.valueWin(side), draw: w.valueDraw, loss: w.valueLoss(side) }[data.value];
  }
  if (data.answer === "proved") {
    return w.proved(attacker);
  }
  return data.answer === "disproved" && data.value === undefined ? w.disproved(attacker) : w.unknown;
}

function valueWord(value: Value | null | undefined, answer: string | undefined): string {
  const w = words();
  if (value != null) {
    return { win: w.win, draw: w.draw, loss: w.loss }[value];
  }
  return answer === "proved" ? w.win : answer === "disproved" ? "–" : w.open;
}

/** Further sentences: lengths, other solutions, why it ended. */
export function remarks(data: AnswerData): string[] {
  const w = words();
  const found: string[] = [];
  if (data.length != null) {
    found.push(w.length(data.length, data.length_proven === true));
  } else if (data.length_at_least !== undefined && data.answer !== "disproved") {
    found.push(w.lengthAtLeast(data.length_at_least));
  }
  if (data.yozume !== undefined) {
    const { others, open } = data.yozume;
    if (others.length === 0 && open.length === 0) {
      found.push(w.othersNone);
    }
    if (others.length > 0) {
      const places = others.map((other) => `${w.otherAt(other.number)} ${other.move}`);
      found.push(`${w.othersFound(others.length)} ${places.join(", ")}`);
    }
    if (open.length > 0) {
      found.push(w.othersOpen(open.length));
    }
  }
  if (data.stopped_by != null) {
    found.push(w.stoppedBy(data.stopped_by));
  }
  if (data.over !== undefined) {
    found.push(data.over);
  }
  return found;
}

/** The whole answer, with links to its certificates. */
export function answerView(answered: Answered, mover: string): HTMLElement {
  const w = words();
  const { data } = answered;
  const element = h(
    "div",
    { class: "answer-view" },
    h("p", { class: `headline is-${data.answer}` }, headline(data, mover)),
    ...remarks(data).map((remark) => h("p", { class: "remark" }, remark)),
    lineView(data),
    data.moves === undefined ? null : movesView(data),
    figures(data),
  );
  if (answered.certificates.length > 0) {
    const links = answered.certificates.map(({ id, name }) =>
      h("li", {}, h("a", { class: "button", href: linkTo(String(id), []) }, w.openCertificate), // Of one certificate the answer says what it claims.
      answered.certificates.length > 1 && h("span", { class: "hint" }, name)),
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
