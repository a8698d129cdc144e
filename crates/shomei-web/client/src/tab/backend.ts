/** Workers of this tab as the backend of the page: the static edition needs no server. */
import { troubleOf } from "../api.ts";
import type { Backend, Query, TextStorage } from "../backend.ts";
import { announce, type Attributes } from "../dom.ts";
import { save } from "../save.ts";
import { isCertificate } from "../solver/certificates.ts";
import type { BenchQuestion, End, Question, QuestionListener, Running } from "../solver/question.ts";
import { identityOf, merged, type Stored } from "../solver/storage.ts";
import { stopped } from "../solver/table.ts";
import { troubleText } from "../trouble.ts";
import { Bundles } from "./bundles.ts";
import type { Code } from "./calls.ts";
import { Certificates, gone } from "./certificates.ts";
import { TabFiles } from "./files.ts";
import { Positions } from "./positions.ts";
import { MOST_QUESTIONS, Questions } from "./questions.ts";
import { Workers } from "./workers.ts";

const TOKEN = "tab";

/** The parts of an address of the routes: the kind, the number, what is asked, and a name. */
function partsOf(path: string): string[] {
  return path.replace(/^\/api\//, "").split("/").map(decodeURIComponent);
}

export class TabBackend implements Backend {
  /** There is one backend, so stored numbers belong to it. */
  readonly token = TOKEN;
  readonly most = MOST_QUESTIONS;
  readonly storage: TextStorage;
  readonly #positions: Positions;
  readonly #certificates: Certificates;
  readonly #bundles: Bundles;
  readonly #questions: Questions;

  private constructor(workers: Workers, files: TabFiles) {
    this.storage = new TabStorage(files);
    this.#positions = new Positions(workers);
    this.#certificates = new Certificates(workers, files);
    this.#bundles = new Bundles(workers, files, this.#certificates);
    this.#questions = new Questions(workers, files, (id, made) => this.#bundles.take(id, made));
  }

  static async open(code: Promise<Code>): Promise<TabBackend> {
    const [loaded, files] = await Promise.all([code, TabFiles.open()]);
    return new TabBackend(new Workers(loaded), files);
  }

  async get<T>(path: string, query: Query, signal?: AbortSignal): Promise<T> {
    const found = await this.#read(path, query, signal);
    signal?.throwIfAborted();
    return found as T;
  }

  #read(path: string, query: Query, signal?: AbortSignal): Promise<unknown> {
    const [kind = "", id = "", what = ""] = partsOf(path);
    switch (`${kind}/${what}`) {
      case "about/":
      case "board/":
      case "edit/":
        return this.#positions.answer(kind, query);
      case "certificates/":
        return this.#certificates.about(id, query);
      case "certificates/check":
        return this.#certificates.check(id);
      case "certificates/node":
      case "certificates/line":
        return this.#certificates.place(what, id, query);
      case "certificates/parents":
        return this.#certificates.parents(id, query, signal);
      case "certificates/find":
        return this.#certificates.find(id, String(query["position"]));
      case "bundles/":
        return this.#bundles.about(id);
      default:
        return Promise.reject(gone());
    }
  }

  async post<T>(path: string, query: Query, body: Blob | string): Promise<T> {
    return (await this.#send(path, query, new Blob([body]))) as T;
  }

  async #send(path: string, query: Query, body: Blob): Promise<unknown> {
    const [kind = "", id = "", what = "", name = ""] = partsOf(path);
    switch (`${kind}/${what}`) {
      case "read/":
        return this.#positions.answer("read", query, body);
      case "certificates/":
        return this.#add(String(query["name"] ?? ""), body);
      case "certificates/check":
        return this.#certificates.checkAgain(id);
      case "bundles/certificates":
        return { id: await this.#bundles.open(id, name) };
      default:
        throw gone();
    }
  }

  async #add(name: string, file: Blob): Promise<{ readonly address: string }> {
    const start = new Uint8Array(await file.slice(0, 2).arrayBuffer());
    const isBundle = start[0] === 0x50 && start[1] === 0x4b && (await isCertificate(file));
    const address = isBundle ? `#/b/${await this.#bundles.add(name, file)}` : `#/c/${await this.#certificates.add(name, file)}/`;
    return { address };
  }

  download(path: string, query: Query): Attributes {
    const [kind = "", id = ""] = partsOf(path);
    const file = () => (kind === "bundles" ? this.#bundles.file(id) : this.#certificates.exported(id, query));
    const ending = kind === "bundles" ? "zip" : String(query["form"]);
    const click = (event: Event) => {
      event.preventDefault();
      file().then((made) => save(`shomei-${id}.${ending}`, made), (error: unknown) => announce(troubleText(troubleOf(error))));
    };
    return { href: location.hash, click };
  }

  /** Questions have no number while they run: after a reload, they are asked again. */
  ask<Row>(question: Question | BenchQuestion, listener: QuestionListener<Row>): Running {
    return this.#questions.ask(question, listener);
  }

  answerAgain(id: string): Promise<End | null> {
    return this.#questions.again(id);
  }
}

/** The answers of this tab. A new tab begins with those of all tabs. */
class TabStorage implements TextStorage {
  readonly #files: TabFiles;
  /** The answers of this tab that the other tabs can see. */
  #shared: readonly Stored[] = [];

  constructor(files: TabFiles) {
    this.#files = files;
  }

  getItem(key: string): string | null {
    const own = sessionStorage.getItem(key);
    const all = itemsOf(this.#files.latest);
    const known = new Set(all.map(identityOf));
    this.#shared = own === null ? all : itemsOf(own).filter((item) => known.has(identityOf(item)));
    return own ?? JSON.stringify({ token: TOKEN, items: all });
  }

  setItem(key: string, value: string): void {
    if (value === sessionStorage.getItem(key)) {
      return;
    }
    sessionStorage.setItem(key, value);
    const [before, after] = [this.#shared, itemsOf(value)];
    this.#shared = after;
    void this.#files.updateLatest((text) => JSON.stringify({ token: TOKEN, items: merged(itemsOf(text), before, after) }));
  }
}

/** The stored answers without running questions, which belong to one tab. */
function itemsOf(text: string | null): Stored[] {
  let items: readonly Stored[] = [];
  try {
    ({ items } = JSON.parse(text ?? '{"items":[]}') as { readonly items: readonly Stored[] });
  } catch {
    // A damaged text is replaced.
  }
  const ended = items.filter((item) => item.kind !== "card" || item.end !== null);
  return ended.map((item) => (item.kind === "card" ? item : { ...item, rows: stopped(item.rows) }));
}
