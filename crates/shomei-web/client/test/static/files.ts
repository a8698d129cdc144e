/** A plain server of files for the tests of the static edition. */
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize, resolve } from "node:path";

/** The built folder: see `cargo xtask static`. */
export const PAGE = resolve(process.env["SHOMEI_PAGE"] ?? "../../../target/static/page");

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm",
  ".svg": "image/svg+xml", ".png": "image/png", ".webmanifest": "application/manifest+json",
};

/** The folder of the address in which the page lies, as on a server of many pages. */
const FOLDER = "/some/folder/";

export interface FileServer {
  readonly address: string;
  /** The requests so far. */
  readonly requests: string[];
  close(): Promise<void>;
}

export function serveFiles(): Promise<FileServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    requests.push(pathname);
    const name = pathname.startsWith(FOLDER) ? pathname.slice(FOLDER.length) || "index.html" : "";
    const file = join(PAGE, normalize(name));
    if (name === "" || !file.startsWith(PAGE) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  return new Promise((listening) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      const close = () =>
        new Promise<void>((closed) => {
          server.close(() => closed());
          server.closeAllConnections();
        });
      listening({ address: `http://127.0.0.1:${port}${FOLDER}`, requests, close });
    });
  });
}
