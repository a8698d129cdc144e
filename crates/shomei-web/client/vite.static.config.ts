import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";

/** The module of shomei-wasm with the feature `page`: see `cargo xtask static`. */
const MODULE = process.env["SHOMEI_MODULE"] ?? "../../../target/static/module";

type Source = string | Uint8Array;

function hashOf(parts: readonly Source[]): string {
  const hash = createHash("sha256");
  parts.forEach((part) => hash.update(part));
  return hash.digest("hex").slice(0, 12);
}

const MODULE_FILES = ["shomei_wasm.js", "shomei_wasm_bg.wasm"].map((name) => [name, readFileSync(join(MODULE, name))] as const);

const FOLDER = `module-${hashOf(MODULE_FILES.map(([, source]) => source))}/`;

/** The files that the build only copies, by their names. */
const COPIED: readonly (readonly [string, Source])[] = [
  ...MODULE_FILES.map(([name, source]) => [`${FOLDER}${name}`, source] as const),
  ...["app.webmanifest", "icon.svg", "icon-192.png", "icon-512.png"].map((name) => [name, readFileSync(join("static", name))] as const),
];

/** Adds the copied files, and the service worker with the list of all files. */
const files: Plugin = {
  name: "shomei-static",
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      const built = Object.values(bundle).map((part) => [part.fileName, part.type === "chunk" ? part.code : part.source] as const);
      const all = [...built, ...COPIED].sort(([a], [b]) => (a < b ? -1 : 1));
      const names = all.map(([name]) => (name === "index.html" ? "./" : name));
      const script = readFileSync("static/sw.js", "utf8")
        .replace("@VERSION@", hashOf(all.flat()))
        .replace('["@FILES@"]', JSON.stringify(names));
      for (const [fileName, source] of [...COPIED, ["sw.js", script] as const]) {
        this.emitFile({ type: "asset", fileName, source });
      }
    },
  },
};

// The addresses are relative, so the folder can lie anywhere on a server.
export default defineConfig({
  root: "static",
  base: "./",
  publicDir: false,
  define: { MODULE_FOLDER: JSON.stringify(FOLDER) },
  worker: { format: "es" },
  plugins: [files],
  build: {
    outDir: "../../../../target/static/page",
    emptyOutDir: true,
    assetsDir: "assets",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
});
