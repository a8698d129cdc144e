/**
 * The legal moves of a place. Moves in the certificate form a tree of one level, whose items
 * arrow keys select. All other moves are listed below it.
 */
import type { Node, NodeMove } from "../api.ts";
import { button, h, type Child } from "../dom.ts";
import { amount } from "../messages/numbers.ts";
import { message } from "../messages.ts";

export interface MoveHandlers {
  readonly play: (move: NodeMove) => void;
  readonly select: (move: NodeMove) => void;
  readonly others: (move: NodeMove) => void;
}

/** The moves that are in the certificate, in its order. */
export function answered(node: Node): NodeMove[] {
  return node.moves.filter((move) => move.child !== null);
}

/** The move that is selected first: the next move of the line, otherwise the first move. */
export function chosen(node: Node, next: number | null): NodeMove | null {
  const moves = answered(node);
  return moves.find((move) => move.child === next) ?? moves[0] ?? null;
}

/** The facts about a move as short texts. */
export function facts(move: NodeMove): string[] {
  const found: string[] = [];
  if (move.back !== null) {
    found.push(move.back === 0 ? message("move-repeats-start") : message("move-repeats", { ply: move.back }));
  } else if (move.finished) {
    found.push(message(move.out_of_plies ? "move-out-of-plies" : "move-ends"));
  } else if (move.size !== null) {
    const { longest_line: longest, as_tree: below } = move.size;
    found.push(longest === null ? message("move-cycle") : message("move-longest", { plies: longest }));
    if (below !== null) {
      found.push(message("move-tree", { count: amount(below) }));
    }
  }
  return found;
}

/** The tree of moves. `selected` is the item with the keyboard focus. */
export function moveTree(node: Node, selected: NodeMove | null, handlers: MoveHandlers): HTMLElement {
  const known = answered(node);
  const silent = node.moves.filter((move) => move.child === null);
  if (node.moves.length === 0) {
    return h("div", { class: "moves" }, h("p", { class: "hint" }, message("moves-none")));
  }
  const list = h("ul", { role: "tree", class: "tree", "aria-label": message("moves-label") });
  const item = (move: NodeMove, index: number, ...children: Child[]) =>
    h(
      "li",
      {
        role: "treeitem",
        class: "move",
        "aria-level": node.ply + 1,
        "aria-setsize": known.length,
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
  known.forEach((move, index) => {
    list.append(item(move, index, ...content(move, node, handlers)));
  });
  const moves = h("div", { class: "moves" }, list);
  if (silent.length > 0) {
    // They lead to no position, so they are not items of the tree.
    const hint = message("moves-silent", { count: silent.length });
    const names = silent.map((move) => {
      const note = h("span", { class: "hidden" }, ` (${message("move-silent")})`);
      return h("li", { class: "move silent", "data-move": move.mv }, h("span", { class: "name" }, move.name), note);
    });
    moves.append(h("p", { class: "silence hint" }, hint), h("ul", { class: "tree", "aria-label": hint }, ...names));
  }
  return moves;
}

function content(move: NodeMove, node: Node, handlers: MoveHandlers): Child[] {
  const isAll = node.says === "all";
  return [
    h("span", { class: "name" }, move.name),
    move.answer !== null && isAll
      ? h("span", { class: "answer" }, h("span", { class: "hint" }, `${message("move-answer")} `), move.answer.name)
      : null,
    h(
      "span",
      { class: "facts" },
      ...facts(move).map((fact, index) => {
        const hints = [message("move-longest-hint"), message("move-tree-hint")];
        const hint = move.back !== null || move.finished ? undefined : hints[index];
        return h("span", { class: move.back !== null ? "fact repeat" : "fact", title: hint }, fact);
      }),
    ),
    move.also &&
      button(message("move-transposes"), () => handlers.others(move), {
        class: "link also",
        title: message("move-transposes-hint", { move: move.name }),
        // The tree is one stop of the tab key. The key `a` has the same effect as this button.
        tabindex: -1,
      }),
  ];
}
