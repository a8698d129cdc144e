/** Search by position: the whole certificate is walked by the server, which says how far it is. */
import { find, troubleOf } from "../api.ts";
import { fill, h } from "../dom.ts";
import { field } from "../field.ts";
import { parsePath, type Path } from "../path.ts";
import { pause } from "../patience.ts";
import { toldView } from "../trouble.ts";
import { part } from "../words/numbers.ts";
import { lang, words } from "../words.ts";

const EVERY = 300;

export interface Finder {
  readonly element: HTMLElement;
  /** Opens it with the keyboard in the field. */
  open(): void;
  close(): void;
}

export function finder(id: string, found: (path: Path) => void): Finder {
  const w = words();
  const text = field(w.position, w.findHint, 2);
  const state = h("p", { class: "state", role: "status" });
  let asked = 0;

  const ask = async () => {
    asked += 1;
    const mine = asked;
    text.complain(null);
    fill(state, w.loading);
    try {
      for (;;) {
        const answer = await find(id, text.input.value.trim());
        if (mine !== asked) {
          return;
        }
        if (answer.state === "running") {
          const { value, of } = part(answer.records, answer.of, lang());
          const bar = h("progress", { max: Math.max(1, answer.of), value: answer.records, "aria-label": w.find });
          fill(state, bar, w.findRunning(value, of));
          await pause(EVERY);
          continue;
        }
        const said = { found: w.findFound, none: w.findNone, stopped: w.findStopped }[answer.state];
        fill(state, said, ...(answer.reason ? [" ", toldView(answer.reason)] : []));
        const path = answer.state === "found" ? parsePath(answer.path ?? "") : null;
        if (path !== null) {
          found(path);
        }
        return;
      }
    } catch (error) {
      if (mine === asked) {
        fill(state);
        text.complain(troubleOf(error));
        text.input.focus();
      }
    }
  };
  const form = h(
    "form",
    {
      submit: (event) => {
        event.preventDefault();
        void ask();
      },
    },
    text.element,
    h("button", { type: "submit" }, w.find),
    state,
  );
  text.input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      void ask();
    }
  });
  const element = h("details", { class: "find" }, h("summary", {}, w.findPosition), form);
  const open = () => {
    element.open = true;
    text.input.focus();
  };
  const close = () => {
    asked += 1;
  };
  return { element, open, close };
}
