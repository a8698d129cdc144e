/** Proof and disproof numbers over time, as two thin curves. */

const MOST = 120;
const WIDTH = 240;
const HEIGHT = 48;
const SVG = "http://www.w3.org/2000/svg";

type Pair = readonly [pn: number, dn: number];

/** Every other point of a full list, so that it always spans the whole time. */
export function thinned(points: readonly Pair[]): Pair[] {
  return points.length < MOST ? [...points] : points.filter((_, index) => index % 2 === 0);
}

/** A curve as the `points` of a polyline; the scale is one of powers of ten. */
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

  /** A number that is not known, which is null, is not drawn. */
  add(pn: number | null, dn: number | null): void {
    if (pn !== null && dn !== null) {
      this.#points = thinned(this.#points);
      this.#points.push([pn, dn]);
    }
  }

  element(): SVGElement {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    svg.setAttribute("class", "trace");
    svg.setAttribute("aria-hidden", "true");
    svg.setAttribute("preserveAspectRatio", "none");
    const most = Math.max(1, ...this.#points.flat());
    for (const [index, name] of [[0, "trace-pn"], [1, "trace-dn"]] as const) {
      const line = document.createElementNS(SVG, "polyline");
      line.setAttribute("points", curve(this.#points.map((point) => point[index]), most));
      line.setAttribute("class", name);
      svg.append(line);
    }
    return svg;
  }
}
