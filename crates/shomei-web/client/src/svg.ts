/**
 * Drawings of the server, copied element by element from an allow-list. What is not on it is left
 * out with all that it holds; nothing is ever parsed as HTML.
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

/** Texts, which mean nothing to a browser. */
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
    // Letters, numbers and what paths, lists and colours are written with: no address has its colon.
    return /^[-+.,#()%'"\w\s]*$/.test(value) && !/url\s*\(/i.test(value);
  }
  return TEXTS.has(name);
}

/** What is read of an element of the source; a DOM's `Element` is one. */
export interface SourceElement {
  readonly namespaceURI: string | null;
  readonly localName: string;
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
  readonly childNodes: Iterable<unknown>;
}

/** How the copy is made: by the page's document, or by a test. */
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

/** The copy of an element with what may be in it; null where it may not be there itself. */
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

/** A drawing for the page; null where the text is none. */
export function drawing(text: string): SVGElement | null {
  if (text === "") {
    return null;
  }
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  const root = parsed.documentElement;
  const made = root.localName === "svg" ? copy(root, PAGE) : null;
  return made instanceof SVGElement ? made : null;
}
