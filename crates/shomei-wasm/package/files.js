// Files of the package.

import { ShomeiError } from "./errors.js";

/** A module of Node, without an `import` that a bundler would follow. */
export function ofNode(name) {
  const get = globalThis.process?.getBuiltinModule;
  if (get === undefined) {
    const error = "this environment has no workers and no files: use a browser, or Node 20.16 or later";
    throw new ShomeiError({ error, error_type: "run" });
  }
  return get(`node:${name}`);
}

/** The content of a file of the package: Node reads it, a browser fetches it. */
export async function bytesOf(address) {
  if (address.protocol === "file:") {
    return ofNode("fs").readFileSync(address);
  }
  const response = await fetch(address);
  if (!response.ok) {
    const error = `${address} cannot be loaded: status ${response.status}`;
    throw new ShomeiError({ error, error_type: "run" });
  }
  return new Uint8Array(await response.arrayBuffer());
}

/** The code of a module: a browser compiles it while it arrives. */
export async function codeOf(address) {
  return address.protocol === "file:" ? bytesOf(address) : address;
}

/** A function that loads something once. After a failure the next call tries again. */
export function loader(load) {
  let loading;
  return () => {
    loading ??= load().catch((cause) => {
      loading = undefined;
      if (cause instanceof ShomeiError) {
        throw cause;
      }
      const error = `the module cannot be loaded: ${cause.message}`;
      throw new ShomeiError({ error, error_type: "run" }, { cause });
    });
    return loading;
  };
}
