/** Files to download: the line in the formats of the game, the board, the certificate. */
import { exportLink, type Game } from "../api.ts";
import { h } from "../dom.ts";
import type { Path } from "../path.ts";
import { inLanguage, message } from "../messages.ts";

/** The formats, each with the server's description of its content. */
export function exportsOf(game: Game | undefined): [form: string, label: string][] {
  const own = (game?.exports ?? []).map(({ form, name }): [string, string] => [form, inLanguage(name)]);
  return [...own, ["proof", message("export-certificate")]];
}

export function exportLinks(id: string, path: Path, game: Game | undefined): HTMLElement {
  const links = exportsOf(game).map(([form, label]) =>
    h("li", {}, h("a", exportLink(id, path, form), label)),
  );
  return h("ul", { class: "links" }, ...links);
}
