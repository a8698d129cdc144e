import type { Path } from "./path.ts";

/** The content of the main part of the window. */
export interface Page {
  readonly element: HTMLElement;
  readonly title: string;
  /** Shows the page in the current language. */
  translate(): Promise<void>;
  close(): void;
  /** Shows another place of the same page. */
  go?(path: Path): Promise<void>;
}
