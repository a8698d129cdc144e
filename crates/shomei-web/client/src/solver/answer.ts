/** The view of an answer. */
import { framedTable, h } from "../dom.ts";
import { certificateLink } from "../gone.ts";
import { lineView } from "../line.ts";
import { formatRoute } from "../route.ts";
import { serverText } from "../trouble.ts";
import { amount, seconds } from "../messages/numbers.ts";
import { message, type Lang } from "../messages.ts";
import { askLabel } from "./form.ts";
import { nodesOf, type Answered, type MoveAnswer } from "./question.ts";

/** The result of a move for the side to move. Tsume-shogi only distinguishes mate and no mate. */
function valueText({ value, answer }: MoveAnswer, game: string): string {
  if (game === "shogi" && (value != null || answer !== undefined)) {
    const isMate = value === "win" || answer === "proved";
    const isNone = value === "draw" || value === "loss" || answer === "disproved";
    return isMate ? message("value-mate") : isNone ? message("value-no-mate") : message("value-open");
  }
  if (value != null) {
    return { win: message("value-win"), draw: message("value-draw"), loss: message("value-loss") }[value];
  }
  return answer === "proved" ? message("value-win") : answer === "disproved" ? "–" : message("value-open");
}

/** Facts that the server's sentences leave out: the other solutions, and why the game is over. */
export function remarks(answered: Answered): string[] {
  const { over, yozume } = answered.data;
  const found: string[] = [];
  if (yozume !== undefined) {
    if (yozume.others.length > 0) {
      const moves = yozume.others.map(({ number, move, name, kind }) =>
        message("answer-other", { number, move: name ?? move, kind: kind.replaceAll(" ", "-") }),
      );
      found.push(message("answer-others", { moves: moves.join(message("move-separator")) }));
    }
    if (yozume.open.length > 0) {
      const moves = yozume.open.map(({ number, move, name }) => message("answer-at-move", { number, move: name ?? move }));
      found.push(message("answer-open", { moves: moves.join(message("move-separator")) }));
    }
  }
  if (over !== undefined) {
    found.push(message("answer-over", { reason: over }));
  }
  return found;
}

/** The whole answer with links to its certificates. `language` is that of its sentences. */
export function answerView(answered: Answered, language: Lang): HTMLElement {
  const { data } = answered;
  const element = h(
    "div",
    { class: "answer-view" },
    h("p", { class: `headline is-${data.answer}`, lang: language }, answered.words),
    ...remarks(answered).map((remark) => h("p", { class: "remark" }, remark)),
    ...(answered.problems ?? []).map((problem) => h("p", { class: "remark" }, `${message("answer-problem")} `, serverText(problem))),
    lineView(data.line_names ?? data.line, data.line_complete === false && ` … ${message("answer-line-cut")}`),
    data.moves === undefined ? null : movesView(data.moves, data.game),
    figures(nodesOf(data), data.seconds),
  );
  if (answered.isGone === true) {
    element.append(h("p", { class: "gone" }, message("answer-gone")));
  }
  if (answered.certificates.length > 0) {
    const links = answered.certificates.map(({ id, name }) =>
      h(
        "li",
        {},
        certificateLink(String(id), { class: "button" }),
        // With one certificate, the answer is its claim.
        answered.certificates.length > 1 && h("span", { class: "hint", lang: language }, name),
      ),
    );
    element.append(h("ul", { class: "certificates", "aria-label": message("answer-certificates") }, ...links));
  }
  if (answered.bundle != null) {
    const href = formatRoute({ page: "bundle", id: answered.bundle });
    element.append(h("p", {}, h("a", { class: "to-bundle", href }, message("answer-bundle"))));
  }
  return element;
}

/** How good a result is: wins by length, draws, unknown results, losses by resistance. */
function rank({ value, answer, line }: MoveAnswer): number {
  const result = value ?? { proved: "win", disproved: "loss", unknown: null }[answer ?? "unknown"];
  const short = Math.min(line.length, LONGEST);
  return result === "win" ? short - 3 * LONGEST : result === "draw" ? -LONGEST : result === "loss" ? 2 * LONGEST - short : 0;
}

/** Longer lines count as equally long. */
const LONGEST = 10_000;

/** Moves ordered from the best to the worst result; equally good moves keep their order. */
export function bestFirst(moves: readonly MoveAnswer[]): MoveAnswer[] {
  return [...moves].sort((a, b) => rank(a) - rank(b));
}

/** A table of the results of moves, the best first. */
export function movesView(moves: readonly MoveAnswer[], game: string): HTMLElement {
  const rows = bestFirst(moves).map((move) =>
    h(
      "tr",
      { class: `value-${move.value ?? move.answer ?? "open"}` },
      h("th", { scope: "row" }, move.name ?? move.move),
      h("td", {}, valueText(move, game)),
      h("td", { class: "figure" }, amount(nodesOf(move))),
    ),
  );
  const titles = [message("answer-move"), message("answer-value"), message("answer-nodes")];
  return framedTable(askLabel("moves", game), titles, h("tbody", {}, ...rows));
}

/** The nodes and the time of an answer. */
export function figures(nodes: number, time: number): HTMLElement {
  const texts = [message("figure-nodes", { nodes: amount(nodes) }), message("figure-seconds", { seconds: seconds(time) })];
  return h("p", { class: "hint figures" }, texts.join(" · "));
}
