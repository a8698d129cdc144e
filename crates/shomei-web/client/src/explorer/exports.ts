/** Files of what is on show: the line in the forms that the game has, the board, the certificate. */
import { exportAddress, type Game } from "../api.ts";
import { h } from "../dom.ts";
import type { Path } from "../path.ts";
import { lang, words } from "../words.ts";

/** What can be taken away: the form, and what the file holds, which the server says. */
export function exportsOf(game: Game | undefined): [form: string, label: string][] {
  const own = (game?.exports ?? []).map(({ form, name }): [string, string] => [form, name[lang()]]);
  return [...own, ["proof", words().exportFile]];
}

export function exportLinks(id: string, path: Path, game: Game | undefined): HTMLElement {
  const links = exportsOf(game).map(([form, label]) =>
    h("li", {}, h("a", { href: exportAddress(id, path, form), download: "" }, label)),
  );
  return h("ul", { class: "links" }, ...links);
}
