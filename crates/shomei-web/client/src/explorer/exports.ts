/** Files of what is on show: the line in the forms that the game has, the board, the certificate. */
import { exportAddress, type Game } from "../api.ts";
import { h } from "../dom.ts";
import type { Path } from "../path.ts";
import { words } from "../words.ts";

/** Forms that hold the position at the end of the line, and no moves. */
const POSITIONS: ReadonlySet<string> = new Set(["obf"]);

export function exportLinks(id: string, path: Path, game: Game | undefined): HTMLElement {
  const w = words();
  const always: [string, string][] = [["txt", w.exportMoves], ["svg", w.exportBoard], ["proof", w.exportFile]];
  const names = (game?.forms ?? []).map((form) => form.replace(/^\./, ""));
  const own = names.filter((name) => !always.some(([form]) => form === name));
  const what = (name: string) => (POSITIONS.has(name) ? w.position : w.line);
  const all = [...own.map((name): [string, string] => [name, `${what(name)}: ${name.toUpperCase()}`]), ...always];
  const links = all.map(([form, label]) => h("li", {}, h("a", { href: exportAddress(id, path, form), download: "" }, label)));
  return h("ul", { class: "links" }, ...links);
}
