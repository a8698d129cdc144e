/**
 * Certificates, bundles and answers by number. The browser keeps them (IndexedDB), so they survive
 * a reload; without it they last until then.
 */
import type { Answered } from "../solver/question.ts";
import type { InEachLang } from "./workers.ts";

export interface TabFile {
  readonly kind: "certificate" | "bundle" | "answer";
  readonly name: string;
  /** The moves of the line of the answer. */
  readonly line: readonly string[];
  /** Null for an answer, and for a bundle that is being made. */
  readonly blob: Blob | null;
  readonly answer?: InEachLang<Answered>;
}

/** The most files that are kept, and their bytes. The oldest are dropped. */
const [MOST, MOST_BYTES] = [300, 512 << 20];

/** The first number of files that the browser does not keep. */
const OWN = 2 ** 31;

const [FILES, TEXTS, LATEST] = ["files", "texts", "latest"] as const;

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });
}

async function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open("shomei", 1);
  request.addEventListener("upgradeneeded", () => {
    request.result.createObjectStore(FILES, { autoIncrement: true });
    request.result.createObjectStore(TEXTS);
  });
  return done(request);
}

export class TabFiles {
  readonly #database: IDBDatabase | null;
  /** The files of this visit. */
  readonly #known = new Map<string, TabFile>();
  /** The sizes of the stored files, the oldest first. */
  readonly #sizes = new Map<number, number>();
  #next = OWN;
  /** The text that was stored last when the page was opened. */
  latest: string | null = null;

  private constructor(database: IDBDatabase | null) {
    this.#database = database;
  }

  static async open(): Promise<TabFiles> {
    const database = await opened().catch(() => null);
    const files = new TabFiles(database);
    await files.#load().catch(() => undefined);
    return files;
  }

  async #load(): Promise<void> {
    const [keys, values] = await Promise.all([
      done(this.#store(FILES, "readonly").getAllKeys()),
      done<TabFile[]>(this.#store(FILES, "readonly").getAll()),
    ]);
    values.forEach((file, index) => this.#sizes.set(Number(keys[index]), file.blob?.size ?? 0));
    this.latest = (await done<string | undefined>(this.#store(TEXTS, "readonly").get(LATEST))) ?? null;
  }

  #store(name: string, mode: IDBTransactionMode): IDBObjectStore {
    if (this.#database === null) {
      throw new Error("the browser keeps no files");
    }
    return this.#database.transaction(name, mode).objectStore(name);
  }

  /** Adds a file and returns its number. */
  async add(file: TabFile): Promise<string> {
    let id: string;
    try {
      const key = Number(await done(this.#store(FILES, "readwrite").add(file)));
      this.#sizes.set(key, file.blob?.size ?? 0);
      id = String(key);
      await this.#dropOldest(key);
    } catch {
      id = String(this.#next);
      this.#next += 1;
    }
    this.#known.set(id, file);
    return id;
  }

  /** Replaces a file. */
  async put(id: string, file: TabFile): Promise<void> {
    this.#known.set(id, file);
    try {
      if (Number(id) < OWN) {
        await done(this.#store(FILES, "readwrite").put(file, Number(id)));
        this.#sizes.set(Number(id), file.blob?.size ?? 0);
      }
    } catch {
      // It lasts until a reload.
    }
  }

  async get(id: string): Promise<TabFile | undefined> {
    const known = this.#known.get(id);
    if (known !== undefined || !/^\d+$/.test(id)) {
      return known;
    }
    const stored = async () => done<TabFile | undefined>(this.#store(FILES, "readonly").get(Number(id)));
    const found = await stored().catch(() => undefined);
    if (found !== undefined) {
      this.#known.set(id, found);
    }
    return found;
  }

  /** Changes the text that another tab and a later visit begin with. */
  async updateLatest(change: (text: string | null) => string): Promise<void> {
    const stored = async () => {
      // Other tabs wait for the end of the transaction. The browser ends it also if the page closes.
      const texts = this.#store(TEXTS, "readwrite");
      const read = texts.get(LATEST) as IDBRequest<string | undefined>;
      read.addEventListener("success", () => texts.put(change(read.result ?? null), LATEST));
      await done(read);
    };
    await stored().catch(() => undefined);
  }

  async #dropOldest(except: number): Promise<void> {
    let bytes = [...this.#sizes.values()].reduce((sum, size) => sum + size, 0);
    for (const [key, size] of this.#sizes) {
      if (key === except || (this.#sizes.size <= MOST && bytes <= MOST_BYTES)) {
        return;
      }
      await done(this.#store(FILES, "readwrite").delete(key));
      this.#sizes.delete(key);
      this.#known.delete(String(key));
      bytes -= size;
    }
  }
}
