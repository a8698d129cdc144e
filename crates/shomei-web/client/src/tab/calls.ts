/** Calls of the workers of the static edition, and their replies. */

/** The module, which is compiled once for all workers. */
export interface Code {
  /** The address of the script that belongs to the module. */
  readonly glue: string;
  readonly module: WebAssembly.Module;
}

/** What a worker does. */
export type Work =
  | { readonly name: "open"; readonly certificate: number; readonly title: string; readonly line: readonly string[]; readonly file: Blob }
  | { readonly name: "answer"; readonly request: string; readonly file: Blob | null }
  | { readonly name: "export"; readonly request: string }
  | { readonly name: "check"; readonly file: Blob }
  | { readonly name: "find"; readonly file: Blob; readonly position: string }
  | { readonly name: "check-bundle"; readonly title: string; readonly file: Blob }
  | { readonly name: "certificate-of"; readonly title: string; readonly file: Blob }
  | { readonly name: "ask"; readonly question: string }
  /** The bundle of the last answer. */
  | { readonly name: "bundle" };

export type Call = Work & { readonly id: number };

export type Reply = { readonly id: number } & (
  | { readonly result: unknown }
  | { readonly report: string }
  /** An error as JSON. */
  | { readonly refused: string }
  /** The worker cannot be used any more. */
  | { readonly fault: string }
);

/** An answer with its certificates. */
export interface AnswerFiles {
  readonly data: string;
  readonly files: readonly { readonly name: string; readonly line: readonly string[]; readonly bytes: Uint8Array<ArrayBuffer> }[];
}

/** A checked bundle: its data in each language, and its file if it is accepted. */
export interface CheckedBundle {
  readonly data: string;
  readonly bytes: Uint8Array<ArrayBuffer> | null;
}
