import type { Path } from "./path.ts";

/** What stands in the main part of the window. */
export interface Page {
  readonly element: HTMLElement;
  readonly title: string;
  /** Shows it anew after the language was switched. */
  translate(): Promise<void>;
  close(): void;
  /** Shows another place of the same page. */
  go?(path: Path): Promise<void>;
}
