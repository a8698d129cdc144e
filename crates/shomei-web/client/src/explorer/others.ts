/** Other lines that lead to a position: a list of links, in a dialog. */
import { parents, troubleOf } from "../api.ts";
import { fill, h } from "../dom.ts";
import { dialog } from "../keys.ts";
import { parsePath } from "../path.ts";
import { linkTo } from "../route.ts";
import { troubleView } from "../trouble.ts";
import { words } from "../words.ts";

/** Shows where else a record is named, until the dialog is closed or the page that it is of. */
export async function showOthers(id: string, number: number, name: string, end: AbortSignal): Promise<void> {
  const w = words();
  const list = h("div", { class: "others", "aria-live": "polite" }, h("p", { class: "hint" }, w.loading));
  const shown = dialog(w.otherLinesOf(name), list);
  const closed = new AbortController();
  shown.addEventListener("close", () => closed.abort());
  end.addEventListener("abort", () => shown.close(), { signal: closed.signal });
  try {
    const found = await parents(id, number, closed.signal);
    const items = found.parents.map((parent) => {
      const path = parsePath(parent.path) ?? [];
      const link = h("a", { href: linkTo(id, path), click: () => shown.close() });
      link.append(h("span", { class: "hint" }, `${w.lineOfPlies(path.length)} `), parent.name);
      return h("li", {}, link);
    });
    fill(list, h("ol", {}, ...items), found.more && h("p", { class: "hint" }, w.moreLines));
  } catch (error) {
    if (!closed.signal.aborted) {
      fill(list, h("p", { class: "error" }, ...troubleView(troubleOf(error))));
    }
  }
}
