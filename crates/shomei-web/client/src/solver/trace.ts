/** Two curves with a legend: the proof number and the disproof number over time. */
import { h } from "../dom.ts";
import { message } from "../messages.ts";

const MOST = 120;
const WIDTH = 240;
const HEIGHT = 48;
const SVG = "http://www.w3.org/2000/svg";

type Pair = readonly [pn: number, dn: number];

/** Drops every other point of a full list, so that the list spans the whole time. */
export function thinned(points: readonly Pair[]): Pair[] {
  return points.length < MOST ? [...points] : points.filter((_, index) => index % 2 === 0);
}

/** The `points` of a polyline. The vertical scale is logarithmic. */
export function curve(values: readonly number[], most: number): string {
  const high = Math.log10(Math.max(most, 1) + 1);
  const last = Math.max(values.length - 1, 1);
  return values
    .map((value, index) => {
      const x = (index / last) * WIDTH;
      const y = HEIGHT - 2 - (Math.log10(Math.max(value, 0) + 1) / high) * (HEIGHT - 4);
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(" ");
}

export class Trace {
  #points: Pair[] = [];

  /** Adds a point, unless a number is unknown (null). */
  add(pn: number | null, dn: number | null): void {
    if (pn !== null && dn !== null) {
      this.#points = thinned(this.#points);
      this.#points.push([pn, dn]);
    }
  }

  element(): HTMLElement {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    svg.setAttribute("class", "trace");
    svg.setAttribute("aria-hidden", "true");
    svg.setAttribute("preserveAspectRatio", "none");
    const most = Math.max(1, ...this.#points.flat());
    for (const [index, name] of [[0, "trace-curve-pn"], [1, "trace-curve-dn"]] as const) {
      const line = document.createElementNS(SVG, "polyline");
      line.setAttribute("points", curve(this.#points.map((point) => point[index]), most));
      line.setAttribute("class", name);
      svg.append(line);
    }
    const key = (name: string, label: string) => h("span", { class: "key" }, h("span", { class: `swatch ${name}` }), label);
    const legend = h(
      "figcaption",
      { class: "legend" },
      key("swatch-pn", message("progress-pn")),
      key("swatch-dn", message("progress-dn")),
      h("span", {}, message("trace-axes")),
    );
    return h("figure", { class: "trace-figure" }, svg, legend);
  }
}
