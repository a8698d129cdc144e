import assert from "node:assert/strict";
import { test } from "node:test";
import { allowsAttribute, allowsElement, copy, type Maker, type SourceElement } from "../../src/svg.ts";

const SVG = "http://www.w3.org/2000/svg";

/** An element as a parser returns it. */
function element(name: string, attributes: Record<string, string> = {}, children: unknown[] = [], namespace = SVG) {
  return {
    nodeType: 1, namespaceURI: namespace, localName: name, childNodes: children,
    attributes: Object.entries(attributes).map(([key, value]) => ({ name: key, value })),
  } satisfies SourceElement & { nodeType: number };
}

const text = (nodeValue: string) => ({ nodeType: 3, nodeValue });
const comment = (nodeValue: string) => ({ nodeType: 8, nodeValue });

interface Made {
  name: string;
  attributes: Record<string, string>;
  children: (Made | string)[];
}

const MAKER: Maker<Made> = {
  element: (name) => ({ name, attributes: {}, children: [] }),
  attribute: (made, name, value) => {
    made.attributes[name] = value;
  },
  child: (made, child) => {
    made.children.push(child);
  },
};

test("a drawing is copied with its texts", () => {
  const source = element("svg", { viewBox: "0 0 10 10", role: "img" }, [
    element("rect", { "data-square": "e4", fill: "#f0d9a4", x: "1.5" }),
    element("text", { "font-family": "'Noto Serif CJK JP', serif", transform: "rotate(180 3 4)" }, [text("玉")]),
  ]);
  assert.deepEqual(copy(source, MAKER), {
    name: "svg",
    attributes: { viewBox: "0 0 10 10", role: "img" },
    children: [
      { name: "rect", attributes: { "data-square": "e4", fill: "#f0d9a4", x: "1.5" }, children: [] },
      { name: "text", attributes: { "font-family": "'Noto Serif CJK JP', serif", transform: "rotate(180 3 4)" }, children: ["玉"] },
    ],
  });
});

test("what could run or load anything is left out with all that it holds", () => {
  const inside = element("rect", { x: "1" });
  const names = ["script", "style", "foreignObject", "a", "use", "image", "animate", "set", "iframe", "SCRIPT", "filter"];
  for (const name of names) {
    const made = copy(element("svg", {}, [element(name, { href: "javascript:x" }, [inside])]), MAKER);
    assert.deepEqual(made?.children, [], name);
  }
  const html = element("svg", {}, [element("rect", {}, [], "http://www.w3.org/1999/xhtml")]);
  assert.deepEqual(copy(html, MAKER)?.children, []);
  assert.equal(copy(element("html", {}, [], "http://www.w3.org/1999/xhtml"), MAKER), null);
  assert.deepEqual(copy(element("svg", {}, [comment("<script>")]), MAKER)?.children, []);
});

test("attributes that could run, load, style or name anything are left out", () => {
  const refused: [string, string][] = [
    ["onload", "x()"], ["onclick", "x()"], ["style", "fill:red"], ["id", "a"], ["class", "a"], ["href", "#a"],
    ["xlink:href", "x"], ["src", "x"], ["fill", "url(#a)"], ["fill", "URL (http://x)"], ["stroke", "url(data:x)"],
    ["transform", "javascript:x"], ["d", "M0 0;"], ["x", "1;2"], ["width", "calc(1px)"], ["tabindex", "0"],
    ["font-family", "a\\3a b"], ["fill", "red".repeat(9000)], ["d", "<b>"],
  ];
  for (const [name, value] of refused) {
    assert.ok(!allowsAttribute(name, value), `${name}=${value.slice(0, 20)}`);
  }
  assert.ok(allowsAttribute("aria-label", "Board: e4 <script> & \u001b[0m"), "texts are shown, never read");
  assert.ok(allowsElement(SVG, "polygon") && !allowsElement(null, "polygon"));
});
