// Files of the package.

import { ShomeiError } from "./errors.js";

/** The content of a file of the package: Node reads it, a browser fetches it. */
export async function bytesOf(name) {
  const address = new URL(name, import.meta.url);
  if (address.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return readFile(address);
  }
  const response = await fetch(address);
  if (!response.ok) {
    const error = `${address} cannot be loaded: status ${response.status}`;
    throw new ShomeiError({ error, error_type: "run" });
  }
  return new Uint8Array(await response.arrayBuffer());
}

/** The code of a module: a browser compiles it while it arrives. */
export async function codeOf(name) {
  const address = new URL(name, import.meta.url);
  return address.protocol === "file:" ? bytesOf(name) : address;
}
