/** The bundles of this tab, each checked in a worker of its own. */
import { FAULT, Refused, troubleOf, type Bundle } from "../api.ts";
import { message } from "../messages.ts";
import type { CheckedBundle } from "./calls.ts";
import type { Certificates } from "./certificates.ts";
import { gone } from "./certificates.ts";
import type { TabFiles } from "./files.ts";
import { inLang, type InEachLang, type Workers } from "./workers.ts";

interface Checking {
  data: InEachLang<Bundle> | null;
  error: unknown;
}

export class Bundles {
  readonly #workers: Workers;
  readonly #files: TabFiles;
  readonly #certificates: Certificates;
  readonly #checks = new Map<string, Checking>();
  /** The numbers of the opened certificates, by bundle and name. */
  readonly #opened = new Map<string, string>();

  constructor(workers: Workers, files: TabFiles, certificates: Certificates) {
    this.#workers = workers;
    this.#files = files;
    this.#certificates = certificates;
  }

  /** Adds the file of a bundle, and returns its number. */
  add(name: string, blob: Blob): Promise<string> {
    return this.#files.add({ kind: "bundle", name, line: [], blob });
  }

  /** Takes the bundle of an answer, which is being made and checked. */
  take(id: string, made: Promise<CheckedBundle | null>): void {
    void this.#follow(id, made);
  }

  async #follow(id: string, made: Promise<CheckedBundle | null>): Promise<void> {
    const checking: Checking = { data: null, error: null };
    this.#checks.set(id, checking);
    try {
      const found = await made;
      if (found === null) {
        throw gone();
      }
      checking.data = JSON.parse(found.data) as InEachLang<Bundle>;
      const file = await this.#files.get(id);
      if (found.bytes !== null && file !== undefined && file.blob === null) {
        await this.#files.put(id, { ...file, name: inLang(checking.data).name, blob: new Blob([found.bytes]) });
      }
    } catch (error) {
      checking.error = error;
    }
  }

  async #blob(id: string): Promise<Blob> {
    const blob = (await this.#files.get(id))?.blob ?? null;
    if (blob === null) {
      throw gone();
    }
    return blob;
  }

  /** The state of the check and the results. The check begins with the first request. */
  async about(id: string): Promise<Bundle> {
    const file = await this.#files.get(id);
    if (file === undefined || file.kind !== "bundle") {
      throw gone();
    }
    let checking = this.#checks.get(id);
    if (checking === undefined) {
      const work = { name: "check-bundle", title: file.name, file: await this.#blob(id) } as const;
      void this.#follow(id, this.#workers.once<CheckedBundle>(work));
      checking = this.#checks.get(id);
    }
    if (checking?.error instanceof Refused && checking.error.status === 404) {
      throw checking.error;
    }
    if (checking?.error != null) {
      const trouble = troubleOf(checking.error);
      const reason = trouble.type === FAULT ? message("error-fault", { reason: trouble.message }) : trouble.message;
      return { id, name: file.name, state: "unfinished", reason, results: null };
    }
    const data = checking?.data ?? null;
    return data === null ? { id, name: file.name, state: "running", reason: null, results: null } : { ...inLang(data), id };
  }

  /** The file of a bundle. */
  file(id: string): Promise<Blob> {
    return this.#blob(id);
  }

  /** Opens a certificate of a bundle, once: further copies would displace answers. Returns its number. */
  async open(id: string, name: string): Promise<string> {
    const key = `${id}/${name}`;
    const known = this.#opened.get(key);
    if (known !== undefined && (await this.#files.get(known)) !== undefined) {
      return known;
    }
    const file = await this.#blob(id);
    const bytes = await this.#workers.once<Uint8Array<ArrayBuffer>>({ name: "certificate-of", title: name, file });
    const opened = await this.#certificates.add(`${(await this.about(id)).name}: ${name}`, new Blob([bytes]));
    this.#opened.set(key, opened);
    return opened;
  }
}
