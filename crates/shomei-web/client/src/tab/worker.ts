/**
 * A worker of the static edition: it loads the module and runs one call after another. A call
 * blocks the worker; to stop it, the page terminates the worker.
 */
import type { Call, Code, Reply } from "./calls.ts";

interface Checked {
  readonly data: string;
  readonly bytes: Uint8Array<ArrayBuffer> | undefined;
}

interface Answer {
  readonly data: string;
  readonly certificates: number;
  bytes(number: number): Uint8Array<ArrayBuffer>;
  name(number: number): string;
  line(number: number): string[];
  bundle(): Checked | undefined;
}

interface Views {
  open(id: number, name: string, line: readonly string[], bytes: Uint8Array): string;
  answer(request: string, body: Uint8Array): string;
  export(request: string): Uint8Array<ArrayBuffer>;
}

type Report = (text: string) => void;

/** The module of shomei-wasm with the feature `page`. */
interface Glue {
  default(options: { module_or_path: WebAssembly.Module }): Promise<unknown>;
  readonly PageViews: new () => Views;
  page_ask(question: string, report: Report): Answer;
  page_check(bytes: Uint8Array, report: Report): string;
  page_check_bundle(name: string, bytes: Uint8Array): Checked;
  page_certificate_of(bundle: Uint8Array, name: string): Uint8Array<ArrayBuffer>;
  page_find(bytes: Uint8Array, position: string, report: Report): string;
}

const port = self as unknown as {
  postMessage(reply: Reply, transfer?: Transferable[]): void;
  onmessage: (event: MessageEvent<Code | Call>) => void;
};

async function load({ glue, module }: Code): Promise<Glue> {
  const loaded = (await import(/* @vite-ignore */ glue)) as Glue;
  await loaded.default({ module_or_path: module });
  return loaded;
}

let loading: Promise<Glue> | undefined;
let views: Views | undefined;
/** The last answer, whose bundle can be asked for. */
let answer: Answer | undefined;

const bytesOf = async (file: Blob | null): Promise<Uint8Array> =>
  file === null ? new Uint8Array() : new Uint8Array(await file.arrayBuffer());

function checked(found: Checked | undefined) {
  return found === undefined ? null : { data: found.data, bytes: found.bytes ?? null };
}

async function run(glue: Glue, call: Call, report: Report): Promise<unknown> {
  views ??= new glue.PageViews();
  switch (call.name) {
    case "open":
      return views.open(call.certificate, call.title, call.line, await bytesOf(call.file));
    case "answer":
      return views.answer(call.request, await bytesOf(call.file));
    case "export":
      return views.export(call.request);
    case "check":
      return glue.page_check(await bytesOf(call.file), report);
    case "find":
      return glue.page_find(await bytesOf(call.file), call.position, report);
    case "check-bundle":
      return checked(glue.page_check_bundle(call.title, await bytesOf(call.file)));
    case "certificate-of":
      return glue.page_certificate_of(await bytesOf(call.file), call.title);
    case "ask": {
      const found = glue.page_ask(call.question, report);
      answer = found;
      const files = Array.from({ length: found.certificates }, (_, number) => ({
        name: found.name(number), line: found.line(number), bytes: found.bytes(number),
      }));
      return { data: found.data, files };
    }
    case "bundle":
      return checked(answer?.bundle());
  }
}

async function handle(call: Call): Promise<void> {
  const { id } = call;
  try {
    const glue = await (loading as Promise<Glue>);
    const result = await run(glue, call, (text) => port.postMessage({ id, report: text }));
    port.postMessage({ id, result });
  } catch (error) {
    // The module throws its errors as texts. Anything else is a fault, such as a lack of memory.
    port.postMessage(typeof error === "string" ? { id, refused: error } : { id, fault: String(error) });
  }
}

let last: Promise<void> = Promise.resolve();

port.onmessage = ({ data }) => {
  if ("module" in data) {
    loading = load(data);
    // Each call reports the error.
    loading.catch(() => undefined);
  } else {
    last = last.then(() => handle(data));
  }
};
