/** Builds elements. Texts become text nodes, never markup. */

type Handler = (event: Event) => void;
export type Child = Node | string | null | undefined | false;
export type Attributes = Record<string, string | number | boolean | undefined | Handler>;

/**
 * An element. A function is a listener for the event with its name; `true` is an attribute
 * without a value; `false` and `undefined` add nothing.
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name, value);
    } else if (value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  element.append(...present(children));
  return element;
}

/** Replaces all children. */
export function fill(parent: Element, ...children: Child[]): void {
  parent.replaceChildren(...present(children));
}

function present(children: readonly Child[]): (Node | string)[] {
  return children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false);
}

/** A button that does not submit forms. */
export function button(label: string, click: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h("button", { type: "button", ...attributes, click: () => click() }, label);
}

/** An entry of a list. */
export function option(value: string, text: string, isSelected: boolean, attributes: Attributes = {}): HTMLOptionElement {
  return h("option", { value, selected: isSelected, ...attributes }, text);
}

/** A table with a heading row in a frame that scrolls. */
export function framedTable(label: string, titles: readonly Child[], ...bodies: Child[]): HTMLElement {
  const head = h("tr", {}, ...present(titles).map((title) => h("th", { scope: "col" }, title)));
  const table = h("table", {}, h("thead", {}, head), ...bodies);
  return h("div", { class: "table-frame", tabindex: 0, role: "group", "aria-label": label }, table);
}

/** Announces a change to screen readers. */
export function announce(text: string): void {
  const live = document.getElementById("live");
  if (live !== null) {
    live.textContent = text;
  }
}

let lastId = 0;

/** An id that is unique on the page, for labels and descriptions. */
export function freshId(prefix: string): string {
  lastId += 1;
  return `${prefix}-${lastId}`;
}
