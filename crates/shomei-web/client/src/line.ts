/** A line of play. */
import { h, type Child } from "./dom.ts";
import { message } from "./messages.ts";

/** The moves with their numbers: `1. e4-d5`. */
export function numbered(names: readonly string[]): string[] {
  return names.map((name, index) => `${index + 1}. ${name}`);
}

/** The line of an answer in one paragraph; nothing if it has no moves. */
export function lineView(names: readonly string[], end: Child = null): Child {
  const text = numbered(names).join("  ");
  return text !== "" && h("p", { class: "answer-line" }, h("b", {}, message("answer-line")), ` ${text}`, end);
}
