/** Search for a position. The server reads the whole certificate and reports its progress. */
import { find, troubleOf } from "../api.ts";
import { fill, h } from "../dom.ts";
import { field } from "../field.ts";
import { parsePath, type Path } from "../path.ts";
import { pause } from "../patience.ts";
import { serverText } from "../trouble.ts";
import { amount } from "../messages/numbers.ts";
import { message } from "../messages.ts";

const EVERY = 300;

const OUTCOMES = { found: "find-found", none: "find-none", stopped: "find-stopped" } as const;

export interface Finder {
  readonly element: HTMLElement;
  /** Opens it and focuses the field. */
  open(): void;
  close(): void;
}

export function finder(id: string, found: (path: Path) => void): Finder {
  const text = field(message("setup-position"), message("find-hint"), 2);
  const state = h("p", { class: "state", role: "status" });
  let asked = 0;

  const ask = async () => {
    asked += 1;
    const mine = asked;
    text.complain(null);
    fill(state, message("page-loading"));
    try {
      for (;;) {
        const answer = await find(id, text.input.value.trim());
        if (mine !== asked) {
          return;
        }
        if (answer.state === "running") {
          const bar = h("progress", { max: Math.max(1, answer.of), value: answer.records, "aria-label": message("find-button") });
          fill(state, bar, message("find-running", { value: amount(answer.records), of: amount(answer.of) }));
          await pause(EVERY);
          continue;
        }
        const outcome = message(OUTCOMES[answer.state]);
        fill(state, outcome, ...(answer.reason ? [" ", serverText(answer.reason)] : []));
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
    h("button", { type: "submit" }, message("find-button")),
    state,
  );
  text.input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      void ask();
    }
  });
  const element = h("details", { class: "find" }, h("summary", {}, message("find-title")), form);
  const open = () => {
    element.open = true;
    text.input.focus();
  };
  const close = () => {
    asked += 1;
  };
  return { element, open, close };
}
