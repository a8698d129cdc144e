/** Files of what is on show: the line in the forms that the game has, the board, the certificate. */
import { exportAddress, type Export, type Game } from "../api.ts";
import { h } from "../dom.ts";
import type { Path } from "../path.ts";
import { lang, words } from "../words.ts";

/** What can be taken away: the form, and what the file holds. */
export function exportsOf(game: Game | undefined): [form: string, label: string][] {
  const w = words();
  const always: [string, string][] = [["txt", w.exportMoves], ["svg", w.exportBoard], ["proof", w.exportFile]];
  const own = (game?.exports ?? (game?.forms ?? []).map(plain)).filter(({ form }) => !always.some(([name]) => name === form));
  return [...own.map(({ form, name }): [string, string] => [form, name[lang()]]), ...always];
}

/** A form of which the server says nothing more: records hold the line, positions what is on show. */
function plain(form: string): Export {
  const name = form.replace(/^\./, "");
  const what = name === "obf" ? words().position : words().line;
  const label = `${what}: ${name.toUpperCase()}`;
  return { form: name, name: { en: label, ja: label } };
}

export function exportLinks(id: string, path: Path, game: Game | undefined): HTMLElement {
  const links = exportsOf(game).map(([form, label]) =>
    h("li", {}, h("a", { href: exportAddress(id, path, form), download: "" }, label)),
  );
  return h("ul", { class: "links" }, ...links);
}
