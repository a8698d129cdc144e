/** Keys of the explorer: one table for what they do and for the list that `?` shows. */
import { button, h } from "./dom.ts";
import type { Words } from "./words/table.ts";
import { words } from "./words.ts";

export type Action =
  | "forward" | "back" | "select-next" | "select-previous" | "first" | "last" | "end" | "ply" | "find" | "others"
  | "text" | "link" | "lang" | "help";

interface Key {
  readonly keys: readonly string[];
  readonly action: Action;
  readonly label: (words: Words) => string;
}

export const KEYS: readonly Key[] = [
  { keys: ["ArrowRight", "Enter"], action: "forward", label: (w) => w.keyForward },
  { keys: ["ArrowLeft", "Backspace"], action: "back", label: (w) => w.keyBack },
  { keys: ["ArrowDown", "j"], action: "select-next", label: (w) => w.keySelect },
  { keys: ["ArrowUp", "k"], action: "select-previous", label: (w) => w.keySelect },
  { keys: ["Home"], action: "first", label: (w) => w.keyFirst },
  { keys: ["End"], action: "last", label: (w) => w.keyLast },
  { keys: ["e"], action: "end", label: (w) => w.keyEnd },
  { keys: ["g"], action: "ply", label: (w) => w.keyPly },
  { keys: ["/", "f"], action: "find", label: (w) => w.keyFind },
  { keys: ["a"], action: "others", label: (w) => w.keyAlso },
  { keys: ["b"], action: "text", label: (w) => w.keyText },
  { keys: ["c"], action: "link", label: (w) => w.keyLink },
  { keys: ["l"], action: "lang", label: (w) => w.keyLang },
  { keys: ["?"], action: "help", label: (w) => w.keyHelp },
];

/** What a key press asks for; nothing with keys of the system held, or where the key is typed or used. */
export function actionOf(press: {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}): Action | null {
  if (press.ctrlKey || press.metaKey || press.altKey) {
    return null;
  }
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  return KEYS.find(({ keys }) => keys.includes(key))?.action ?? null;
}

/** Whether the focused element has a use of its own for a key. */
export function isTaken(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) {
    return false;
  }
  if (target.closest("input,textarea,select,dialog,[contenteditable]") !== null) {
    return true;
  }
  const isActive = target.closest("button,a,summary") !== null;
  const isList = target.closest(".scroller") !== null && /^(Arrow(Up|Down)|Home|End)$/.test(key);
  return isList || (isActive && (key === "Enter" || key === " "));
}

const SIGNS: Readonly<Record<string, string>> = {
  ArrowRight: "→", ArrowLeft: "←", ArrowUp: "↑", ArrowDown: "↓",
};

/** The list of keys, in a dialog. */
export function showKeys(): void {
  const w = words();
  const board: [string[], string][] = [
    [["→", "←", "↑", "↓"], w.keyMovePiece],
    [["1 … 9", "Enter"], w.keyPlace],
    [["Delete"], w.keyRemove],
  ];
  const rows: [string[], string][] = KEYS.map(({ keys, label }) => [keys.map((key) => SIGNS[key] ?? key), label(w)]);
  const list = h("dl", { class: "keys" });
  for (const [keys, label] of [...rows, ...board]) {
    const caps = keys.map((key) => h("kbd", {}, key));
    list.append(h("div", {}, h("dt", {}, ...caps), h("dd", {}, label)));
  }
  dialog(w.keys, list);
}

/** Shows something above the page until it is closed. */
export function dialog(title: string, ...content: HTMLElement[]): HTMLDialogElement {
  const heading = h("h2", { tabindex: -1 }, title);
  const element: HTMLDialogElement = h(
    "dialog",
    {
      "aria-label": title,
      close: () => element.remove(),
      // A click beside what the dialog holds hits the dialog itself.
      click: (event) => {
        if (event.target === element) {
          element.close();
        }
      },
    },
    h("div", { class: "dialog" }, h("header", {}, heading, button(words().close, () => element.close())), ...content),
  );
  document.body.append(element);
  element.showModal();
  return element;
}
