/** A dialog with links to the other lines to a position. */
import { parents, troubleOf } from "../api.ts";
import { fill, h } from "../dom.ts";
import { dialog } from "../keys.ts";
import { parsePath } from "../path.ts";
import { linkTo } from "../route.ts";
import { troubleView } from "../trouble.ts";
import { message } from "../messages.ts";

/** Shows the other lines to a position, until the dialog or its page is closed. */
export async function showOthers(id: string, number: number, name: string, end: AbortSignal): Promise<void> {
  const list = h("div", { class: "others", "aria-live": "polite" }, h("p", { class: "hint" }, message("page-loading")));
  const shown = dialog(message("transpositions-title", { move: name }), list);
  const closed = new AbortController();
  shown.addEventListener("close", () => closed.abort());
  end.addEventListener("abort", () => shown.close(), { signal: closed.signal });
  try {
    const found = await parents(id, number, closed.signal);
    const items = found.parents.map((parent) => {
      const path = parsePath(parent.path) ?? [];
      const link = h("a", { href: linkTo(id, path), click: () => shown.close() });
      link.append(h("span", { class: "hint" }, `${message("transpositions-plies", { plies: path.length })} `), parent.name);
      return h("li", {}, link);
    });
    fill(list, h("ol", {}, ...items), found.more && h("p", { class: "hint" }, message("transpositions-more")));
  } catch (error) {
    if (!closed.signal.aborted) {
      fill(list, h("p", { class: "error" }, ...troubleView(troubleOf(error))));
    }
  }
}
