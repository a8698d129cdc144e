/** Numbers in the notation of the page's language. */
import { lang } from "../messages.ts";

const MILLION = 1e6;

/**
 * A number with all digits below a million, and above it with two digits or more and a word: 1.2
 * million, 34億.
 */
export function amount(value: number): string {
  if (value < MILLION) {
    return whole(Math.round(value));
  }
  return new Intl.NumberFormat(lang(), { notation: "compact", compactDisplay: "long" }).format(value);
}

/** A number with all digits. */
export function whole(value: number): string {
  return value.toLocaleString(lang());
}

/** A number of bytes, in units of 1,000. */
export function bytes(value: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let unit = 0;
  let left = value;
  while (left >= 1000 && unit < units.length - 1) {
    left /= 1000;
    unit += 1;
  }
  return `${left.toLocaleString(lang(), { maximumFractionDigits: left < 10 && unit > 0 ? 1 : 0 })} ${units[unit] ?? ""}`;
}

/** Seconds: three decimals below 0.1, two below 10, otherwise none. */
export function seconds(value: number): string {
  const decimals = value < 0.1 ? 3 : value < 10 ? 2 : 0;
  return value.toLocaleString(lang(), { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}
