/** Starts the static edition of the page. */
import { start } from "../app.ts";
import { TabBackend } from "./backend.ts";
import type { Code } from "./calls.ts";

/** The folder of the module. Its name contains a hash of the content. */
declare const MODULE_FOLDER: string;

async function load(): Promise<Code> {
  const folder = new URL(MODULE_FOLDER, document.baseURI);
  const binary = new URL("shomei_wasm_bg.wasm", folder);
  // Some file servers send another media type, which the quick way does not accept.
  const module = WebAssembly.compileStreaming(fetch(binary)).catch(async () =>
    WebAssembly.compile(await (await fetch(binary)).arrayBuffer()),
  );
  return { glue: new URL("shomei_wasm.js", folder).href, module: await module };
}

const code = load();
void start(() => TabBackend.open(code), () => undefined);
// The page works without it, but not offline.
navigator.serviceWorker?.register("sw.js").catch(() => undefined);
