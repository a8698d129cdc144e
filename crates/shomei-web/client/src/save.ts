/** Downloads made by the page. */
import { h } from "./dom.ts";

/** The time after which the browser has begun a download, in milliseconds. */
const BEGUN = 60_000;

/** Downloads a file. */
export function save(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = h("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), BEGUN);
}
