/**
 * Drawings of the server, copied element by element. Elements that are not on an allow-list are
 * dropped with their content; nothing is ever parsed as HTML.
 */

const SVG = "http://www.w3.org/2000/svg";

const ELEMENTS = new Set([
  "svg", "g", "rect", "circle", "ellipse", "line", "path", "polygon", "polyline", "text", "tspan", "title", "desc",
]);

const NUMBERS = new Set([
  "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "dx", "dy", "width", "height", "stroke-width",
  "opacity", "fill-opacity", "stroke-opacity", "font-size", "stroke-miterlimit", "textLength", "letter-spacing",
]);

const WORDS = new Set([
  "d", "points", "transform", "viewBox", "preserveAspectRatio", "fill", "stroke", "stroke-linecap", "stroke-linejoin",
  "stroke-dasharray", "fill-rule", "font-family", "font-weight", "font-style", "text-anchor", "dominant-baseline",
  "lengthAdjust", "pointer-events", "shape-rendering", "writing-mode",
]);

/** Attributes without a meaning for the browser. */
const TEXTS = new Set(["data-square", "data-hand", "data-piece", "role", "aria-label", "aria-hidden", "xml:lang", "lang"]);

export function allowsElement(namespace: string | null, name: string): boolean {
  return namespace === SVG && ELEMENTS.has(name);
}

export function allowsAttribute(name: string, value: string): boolean {
  if (value.length > 20_000) {
    return false;
  }
  if (NUMBERS.has(name)) {
    return /^[-+.\d\s,e]*(px|em|%)?$/.test(value);
  }
  if (WORDS.has(name)) {
    // The characters of paths, lists and colours. Without colons there are no addresses.
    return /^[-+.,#()%'"\w\s]*$/.test(value) && !/url\s*\(/i.test(value);
  }
  return TEXTS.has(name);
}

/** The part of an `Element` that the copy reads. */
export interface SourceElement {
  readonly namespaceURI: string | null;
  readonly localName: string;
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
  readonly childNodes: Iterable<unknown>;
}

/** Builds the copy: in the page's document, or in a test. */
export interface Maker<T> {
  element(name: string): T;
  attribute(element: T, name: string, value: string): void;
  child(parent: T, child: T | string): void;
}

function isElement(node: unknown): node is SourceElement {
  return typeof node === "object" && node !== null && "nodeType" in node && node.nodeType === 1;
}

function textOf(node: unknown): string | null {
  const isText = typeof node === "object" && node !== null && "nodeType" in node && node.nodeType === 3;
  return isText && "nodeValue" in node && typeof node.nodeValue === "string" ? node.nodeValue : null;
}

/** The copy of an element with its allowed content; null if the element is not allowed. */
export function copy<T>(source: SourceElement, maker: Maker<T>): T | null {
  if (!allowsElement(source.namespaceURI, source.localName)) {
    return null;
  }
  const element = maker.element(source.localName);
  for (const { name, value } of source.attributes) {
    if (allowsAttribute(name, value)) {
      maker.attribute(element, name, value);
    }
  }
  for (const node of source.childNodes) {
    const child = isElement(node) ? copy(node, maker) : textOf(node);
    if (child !== null) {
      maker.child(element, child);
    }
  }
  return element;
}

const PAGE: Maker<Element> = {
  element: (name) => document.createElementNS(SVG, name),
  attribute: (element, name, value) => element.setAttribute(name, value),
  child: (parent, child) => parent.append(child),
};

/** A drawing for the page; null if the text is not a drawing. */
export function drawing(text: string): SVGElement | null {
  if (text === "") {
    return null;
  }
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  const root = parsed.documentElement;
  const made = root.localName === "svg" ? copy(root, PAGE) : null;
  return made instanceof SVGElement ? made : null;
}
