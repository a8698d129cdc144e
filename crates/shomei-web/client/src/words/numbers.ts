/** Numbers as people write them. */

/** Steps with a word of their own: 1.2 million, 34億. */
interface Step {
  readonly from: number;
  readonly word: string;
}

const EN: readonly Step[] = [
  { from: 1e18, word: " quintillion" },
  { from: 1e15, word: " quadrillion" },
  { from: 1e12, word: " trillion" },
  { from: 1e9, word: " billion" },
  { from: 1e6, word: " million" },
];

const JA: readonly Step[] = [
  { from: 1e16, word: "京" },
  { from: 1e12, word: "兆" },
  { from: 1e8, word: "億" },
  { from: 1e6, word: "万" },
];

/** How many of a step's word make the number; 万 is used from 100万 on. */
function scale(step: Step): number {
  return step.word === "万" ? 1e4 : step.from;
}

function digits(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 1 : 0 });
}

/** Up to a million each digit, above it two or more that count and a word. */
export function amount(value: number, lang: "en" | "ja"): string {
  const step = (lang === "en" ? EN : JA).find(({ from }) => value >= from);
  return step === undefined
    ? Math.round(value).toLocaleString("en")
    : `${inSteps(value, step)}${step.word}`;
}

/** So many of so many, both in the step of the second: `1.2 of 3.4 million`. */
export function part(value: number, of: number, lang: "en" | "ja"): { value: string; of: string } {
  const step = (lang === "en" ? EN : JA).find(({ from }) => of >= from);
  if (step === undefined) {
    return { value: amount(value, lang), of: amount(of, lang) };
  }
  const whole = `${inSteps(of, step)}${step.word}`;
  const some = inSteps(value, step);
  return { value: lang === "en" ? some : `${some}${step.word}`, of: whole };
}

function inSteps(value: number, step: Step): string {
  return digits(value / scale(step));
}

/** Bytes, in the units of 1,000. */
export function bytes(value: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let unit = 0;
  let left = value;
  while (left >= 1000 && unit < units.length - 1) {
    left /= 1000;
    unit += 1;
  }
  return `${left.toLocaleString("en", { maximumFractionDigits: left < 10 && unit > 0 ? 1 : 0 })} ${units[unit] ?? ""}`;
}

/** Seconds, to a hundredth below ten, and to a thousandth where that is little. */
export function seconds(value: number): string {
  return value < 10 ? value.toFixed(value < 0.1 ? 3 : 2) : Math.round(value).toLocaleString("en");
}
