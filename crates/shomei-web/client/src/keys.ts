/** The keys of the explorer: one table for their actions and for the list that `?` shows. */
import { button, h } from "./dom.ts";
import { message, type PlainMessageId } from "./messages.ts";

export type Action =
  | "forward" | "back" | "select-next" | "select-previous" | "first" | "last" | "end" | "ply" | "find" | "others"
  | "text" | "link" | "lang" | "help";

interface Key {
  readonly keys: readonly string[];
  readonly action: Action;
  readonly label: PlainMessageId;
}

export const KEYS: readonly Key[] = [
  { keys: ["ArrowRight", "Enter"], action: "forward", label: "key-forward" },
  { keys: ["ArrowLeft", "Backspace"], action: "back", label: "key-back" },
  { keys: ["ArrowDown", "j"], action: "select-next", label: "key-select" },
  { keys: ["ArrowUp", "k"], action: "select-previous", label: "key-select" },
  { keys: ["Home"], action: "first", label: "key-first" },
  { keys: ["End"], action: "last", label: "key-last" },
  { keys: ["e"], action: "end", label: "key-end" },
  { keys: ["g"], action: "ply", label: "key-ply" },
  { keys: ["/", "f"], action: "find", label: "key-find" },
  { keys: ["a"], action: "others", label: "key-transpositions" },
  { keys: ["b"], action: "text", label: "key-text" },
  { keys: ["c"], action: "link", label: "key-link" },
  { keys: ["l"], action: "lang", label: "key-language" },
  { keys: ["?"], action: "help", label: "key-help" },
];

/** The action of a key press; null while a modifier key is held. */
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

/** Whether the focused element uses the key itself. */
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

/** Shows the list of keys in a dialog. */
export function showKeys(): void {
  const board: [string[], string][] = [
    [["→", "←", "↑", "↓"], message("key-board-move")],
    [["1 … 9", "Enter"], message("key-board-place")],
    [["Delete"], message("key-board-remove")],
  ];
  const rows: [string[], string][] = KEYS.map(({ keys, label }) => [keys.map((key) => SIGNS[key] ?? key), message(label)]);
  const list = h("dl", { class: "keys" });
  for (const [keys, label] of [...rows, ...board]) {
    const caps = keys.map((key) => h("kbd", {}, key));
    list.append(h("div", {}, h("dt", {}, ...caps), h("dd", {}, label)));
  }
  dialog(message("keys-title"), list);
}

/** Shows a dialog until it is closed. */
export function dialog(title: string, ...content: HTMLElement[]): HTMLDialogElement {
  const heading = h("h2", { tabindex: -1 }, title);
  const element: HTMLDialogElement = h(
    "dialog",
    {
      "aria-label": title,
      close: () => element.remove(),
      // A click beside the content hits the dialog itself.
      click: (event) => {
        if (event.target === element) {
          element.close();
        }
      },
    },
    h("div", { class: "dialog" }, h("header", {}, heading, button(message("dialog-close"), () => element.close())), ...content),
  );
  document.body.append(element);
  element.showModal();
  return element;
}
