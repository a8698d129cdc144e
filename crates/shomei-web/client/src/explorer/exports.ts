/** Files of what is on show: the line in the forms that the game has, the board, the certificate. */
import { exportAddress, type Game } from "../api.ts";
import { h } from "../dom.ts";
import type { Path } from "../path.ts";
import { words } from "../words.ts";

export function exportLinks(id: string, path: Path, game: Game | undefined): HTMLElement {
  const w = words();
  const forms: [string, string][] = (game?.forms ?? []).map((form) => {
    const name = form.replace(/^\./, "");
    return [name, `${w.line}: ${name.toUpperCase()}`];
  });
  const known = new Set(forms.map(([form]) => form));
  const always: [string, string][] = [["txt", w.exportMoves], ["svg", w.exportBoard], ["proof", w.exportFile]];
  const all = [...forms, ...always.filter(([form]) => !known.has(form))];
  const links = all.map(([form, label]) => h("li", {}, h("a", { href: exportAddress(id, path, form), download: "" }, label)));
  return h("ul", { class: "links" }, ...links);
}
