/**
 * The legal moves of a place: those that the certificate answers as a tree of one level, whose
 * items a reader walks with arrows, and those of which it says nothing.
 */
import type { Node, NodeMove } from "../api.ts";
import { button, h, type Child } from "../dom.ts";
import { amount } from "../words/numbers.ts";
import { lang, words } from "../words.ts";

export interface MoveHandlers {
  readonly play: (move: NodeMove) => void;
  readonly select: (move: NodeMove) => void;
  readonly others: (move: NodeMove) => void;
}

/** The moves that the certificate answers, in its order. */
export function answered(node: Node): NodeMove[] {
  return node.moves.filter((move) => move.child !== null);
}

/** Which move is chosen when a place comes up: the one that the line goes on with, else the first. */
export function chosen(node: Node, next: number | null): NodeMove | null {
  const moves = answered(node);
  return moves.find((move) => move.child === next) ?? moves[0] ?? null;
}

/** What follows a move, in short words. */
export function facts(move: NodeMove): string[] {
  const w = words();
  const found: string[] = [];
  if (move.back !== null) {
    found.push(w.repeats(move.back));
  } else if (move.finished) {
    found.push(w.ends);
  } else if (move.size !== null) {
    const { longest_line: longest, as_tree: below } = move.size;
    found.push(longest === null ? w.noLength : w.longest(longest));
    if (below !== null) {
      found.push(w.below(amount(below, lang())));
    }
  }
  return found;
}

/** The tree of moves. `selected` is the item that the keyboard is at. */
export function moveTree(node: Node, selected: NodeMove | null, handlers: MoveHandlers): HTMLElement {
  const w = words();
  const spoken = answered(node);
  const silent = node.moves.filter((move) => move.child === null);
  if (node.moves.length === 0) {
    return h("div", { class: "moves" }, h("p", { class: "hint" }, w.noMoves));
  }
  const list = h("ul", { role: "tree", class: "tree", "aria-label": w.moves });
  const item = (move: NodeMove, index: number, ...children: Child[]) =>
    h(
      "li",
      {
        role: "treeitem",
        class: "move",
        "aria-level": node.ply + 1,
        "aria-setsize": spoken.length,
        "aria-posinset": index + 1,
        "aria-selected": move === selected ? "true" : "false",
        tabindex: move === selected ? 0 : -1,
        "data-move": move.mv,
        focus: () => handlers.select(move),
        click: (event) => {
          if (!(event.target instanceof Element && event.target.closest("button") !== null)) {
            handlers.play(move);
          }
        },
      },
      ...children,
    );
  spoken.forEach((move, index) => {
    list.append(item(move, index, ...content(move, node, handlers)));
  });
  const moves = h("div", { class: "moves" }, list);
  if (silent.length > 0) {
    // They lead nowhere, so that they are no items of the tree, which arrows walk.
    const hint = w.silent(silent.length);
    const names = silent.map((move) => {
      const note = h("span", { class: "hidden" }, ` (${w.silentMove})`);
      return h("li", { class: "move silent", "data-move": move.mv }, h("span", { class: "name" }, move.name), note);
    });
    moves.append(h("p", { class: "silence hint" }, hint), h("ul", { class: "tree", "aria-label": hint }, ...names));
  }
  return moves;
}

function content(move: NodeMove, node: Node, handlers: MoveHandlers): Child[] {
  const w = words();
  const isAll = node.says === "all";
  return [
    h("span", { class: "name" }, move.name),
    move.answer !== null && isAll
      ? h("span", { class: "answer" }, h("span", { class: "hint" }, `${w.answeredBy} `), move.answer.name)
      : null,
    h(
      "span",
      { class: "facts" },
      ...facts(move).map((fact, index) => {
        const hint = move.back !== null || move.finished ? undefined : [w.longestHint, w.belowHint][index];
        return h("span", { class: move.back !== null ? "fact repeat" : "fact", title: hint }, fact);
      }),
    ),
    move.also &&
      button(w.alsoFrom, () => handlers.others(move), {
        class: "link also",
        title: w.alsoFromHint(move.name),
        // The tree is one stop of the tab key; the key `a` does what the button does.
        tabindex: -1,
      }),
  ];
}
