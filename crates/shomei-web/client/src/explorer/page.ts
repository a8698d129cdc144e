/** The explorer: one place of a certificate, with what leads there and what follows. */
import {
  certificate as askCertificate, check as askCheck, lineEnd, troubleOf, type About, type Certificate, type Node,
  type NodeMove,
} from "../api.ts";
import { clicked, mark, picture, squaresIn, squaresOf } from "../board.ts";
import { announce, button, fill, h } from "../dom.ts";
import { troubleWords } from "../field.ts";
import { actionOf, isTaken, showKeys, type Action } from "../keys.ts";
import type { Page } from "../page.ts";
import { formatPath, parsePath, type Path } from "../path.ts";
import { linkTo } from "../route.ts";
import { next } from "../spine.ts";
import { lang, words } from "../words.ts";
import { amount } from "../words/numbers.ts";
import { checkBadge, checkWords, claimWords, facts, isOpen } from "./claim.ts";
import { exportLinks } from "./exports.ts";
import { finder, type Finder } from "./find.ts";
import { lineList } from "./line.ts";
import { answered, chosen, moveTree } from "./moves.ts";
import { showOthers } from "./others.ts";
import { Places } from "./places.ts";

const CHECK_EVERY = 400;
const SIZES_EVERY = 1000;

/** More key presses than that are not kept while the server answers. */
const MOST_WAITING = 32;

export interface ExplorerOptions {
  readonly id: string;
  readonly about: About;
  readonly switchLang: () => void;
}

export class Explorer implements Page {
  readonly element = h("div", { class: "explorer" });
  readonly #options: ExplorerOptions;
  readonly #places: Places;
  readonly #end = new AbortController();
  #certificate: Certificate | null = null;
  #node: Node | null = null;
  #path: Path = [];
  #selected: NodeMove | null = null;
  #picked: string | null = null;
  #asked: AbortController | null = null;
  /** Steps are taken one after the other, each from where the one before has led. */
  #steps: Promise<void> = Promise.resolve();
  #waiting = 0;
  #finder: Finder | null = null;

  // The parts that change from place to place.
  readonly #claim = h("section", { class: "claim" });
  readonly #check = h("div", { class: "check-place" });
  readonly #board = h("div", { class: "board", click: (event) => this.#pick(clicked(event)) });
  readonly #caption = h("p", { class: "caption" });
  readonly #steering = h("nav", { class: "steering" });
  readonly #words = h("p", { class: "says" });
  readonly #moves = h("div", { class: "move-list" });
  readonly #line = lineList((ply) => this.#step(() => this.#visit(this.#places.spine.path.slice(0, ply))));
  readonly #jump = h("div", { class: "jump" });
  readonly #tools = h("div", { class: "tools" });
  readonly #error = h("p", { class: "error", role: "alert" });

  constructor(options: ExplorerOptions) {
    this.#options = options;
    this.#places = new Places(options.id);
    document.addEventListener("keydown", (event) => this.#key(event), { signal: this.#end.signal });
  }

  get title(): string {
    return this.#certificate === null ? "shomei" : `${this.#certificate.words} · shomei`;
  }

  get id(): string {
    return this.#options.id;
  }

  /** Ends what goes on in the background. */
  close(): void {
    this.#end.abort();
    this.#asked?.abort();
    this.#finder?.close();
  }

  /** Shows the certificate at a place; once, before all else. */
  async open(path: Path): Promise<void> {
    this.#layout();
    try {
      this.#certificate = await askCertificate(this.id);
      this.#showCertificate();
      document.title = this.title;
    } catch (error) {
      this.#error.textContent = troubleWords(troubleOf(error));
      return;
    }
    void this.#watchCheck();
    void this.#watchSizes();
    await this.go(path);
  }

  /** Shows a place; called for every new address. */
  async go(path: Path): Promise<void> {
    this.#asked?.abort();
    const asked = new AbortController();
    this.#asked = asked;
    try {
      const node = await this.#places.at(path, asked.signal);
      if (!asked.signal.aborted) {
        this.#error.textContent = "";
        this.#show(node, path);
      }
    } catch (error) {
      if (!asked.signal.aborted) {
        this.#error.textContent = troubleWords(troubleOf(error));
      }
    }
  }

  /** The texts of the page are in another language from now on. */
  async translate(): Promise<void> {
    this.#places.forgetAll();
    this.#layout();
    if (this.#certificate !== null) {
      this.#certificate = { ...(await askCertificate(this.id)), check: this.#certificate.check };
      this.#showCertificate();
      document.title = this.title;
      await this.go(this.#path);
    }
  }

  #layout(): void {
    const w = words();
    const steer = (label: string, sign: string, action: Action, title = label) =>
      button("", () => this.#do(action), { class: `steer steer-${action}`, title, "aria-label": label, "data-sign": sign });
    fill(
      this.#steering,
      steer(w.first, "⇤", "first"),
      steer(w.previous, "←", "back"),
      steer(w.next, "→", "forward"),
      steer(w.last, "⇥", "last"),
      button(w.toEnd, () => this.#do("end"), { class: "steer-end", title: w.toEndHint }),
    );
    this.#steering.setAttribute("aria-label", w.line);
    const number = h("input", { type: "number", min: 0, inputmode: "numeric", id: "ply", "aria-label": w.goToPly });
    const form = h(
      "form",
      {
        submit: (event) => {
          event.preventDefault();
          this.#goToPly(number.value);
        },
      },
      h("label", { for: "ply" }, w.goToPly),
      number,
      h("button", { type: "submit" }, w.go),
    );
    fill(this.#jump, form);
    this.#finder?.close();
    this.#finder = finder(this.id, (path) => this.#step(() => this.#visit(path)));
    const heading = (text: string) => h("h2", {}, text);
    fill(
      this.element,
      this.#claim,
      this.#error,
      h(
        "div",
        { class: "place" },
        h("section", { class: "board-column", "aria-label": w.board }, this.#caption, this.#board, this.#steering),
        h("section", { class: "moves-column", "aria-label": w.moves }, heading(w.moves), this.#words, this.#moves),
        h("section", { class: "line-column", "aria-label": w.line }, heading(w.line), this.#line.element, this.#jump),
      ),
      h("section", { class: "more" }, this.#finder.element, this.#tools),
    );
  }

  #showCertificate(): void {
    const known = this.#certificate;
    if (known === null) {
      return;
    }
    fill(this.#check, checkBadge(known.check));
    const wasOpen = this.#claim.querySelector("details")?.open ?? false;
    const about = facts(known, this.#game());
    about.toggleAttribute("open", wasOpen);
    fill(this.#claim, claimWords(known), this.#check, about);
  }

  #game() {
    return this.#options.about.games.find((game) => game.name === this.#certificate?.game);
  }

  #show(node: Node, path: Path): void {
    const w = words();
    const hadFocus = this.#moves.contains(document.activeElement);
    this.#node = node;
    this.#path = path;
    this.#picked = null;
    this.#selected = chosen(node, next(this.#places.spine, path));
    const title = node.board?.title ?? "";
    this.#caption.textContent = title;
    fill(this.#board, picture(node.board, `${w.board}. ${title}`));
    fill(this.#words, node.words, node.says === "resolved" ? ` ${w.resolvedNodes(amount(node.resolved_nodes ?? 0, lang()))}.` : "");
    this.#drawMoves(hadFocus);
    this.#line.show(this.#places.spine, path.length);
    this.#showTools(node, path);
    const last = this.#places.spine.moves[path.length - 1];
    const here = w.ply(path.length, this.#places.spine.moves.length);
    announce(`${here}. ${last === undefined ? "" : `${last.name}. `}${title}. ${node.words}`);
    const isStart = path.length === 0;
    for (const [action, isOff] of [["first", isStart], ["back", isStart], ["forward", this.#selected === null]] as const) {
      this.#steering.querySelector(`.steer-${action}`)?.setAttribute("aria-disabled", String(isOff));
    }
  }

  #drawMoves(focus: boolean): void {
    const node = this.#node;
    if (node === null) {
      return;
    }
    const tree = moveTree(node, this.#selected, {
      play: (move) => this.#step(() => this.#play(move)),
      select: (move) => this.#choose(move, false),
      others: (move) => void this.#others(move),
    });
    fill(this.#moves, tree);
    this.#markSelected();
    if (focus) {
      this.#focusSelected();
    }
  }

  #focusSelected(): void {
    this.#moves.querySelector<HTMLElement>("[aria-selected=true]")?.focus({ preventScroll: false });
  }

  /** Chooses a move without playing it: its squares are marked on the board. */
  #choose(move: NodeMove, focus: boolean): void {
    this.#selected = move;
    for (const item of this.#moves.querySelectorAll<HTMLElement>("[role=treeitem]")) {
      const isIt = item.dataset["move"] === move.mv;
      item.setAttribute("aria-selected", String(isIt));
      item.tabIndex = isIt ? 0 : -1;
    }
    this.#markSelected();
    if (focus) {
      this.#focusSelected();
    }
  }

  #markSelected(): void {
    const squares = new Set(squaresIn(this.#board).keys());
    const names = this.#selected === null ? [] : squaresOf(this.#selected.mv, squares);
    mark(this.#board, this.#picked === null ? names : [this.#picked], "hinted");
  }

  /** A click on a square: plays the move that it decides, or asks for the other square. */
  #pick(square: string | null): void {
    const node = this.#node;
    if (square === null || node === null) {
      return;
    }
    const squares = new Set(squaresIn(this.#board).keys());
    const through = (wanted: readonly string[]) =>
      answered(node).filter((move) => wanted.every((name) => squaresOf(move.mv, squares).includes(name)));
    const both = this.#picked === null || this.#picked === square ? [] : through([this.#picked, square]);
    const moves = both.length > 0 ? both : through([square]);
    const only = moves.length === 1 ? moves[0] : undefined;
    if (only !== undefined && (both.length === 1 || squaresOf(only.mv, squares).length === 1)) {
      this.#step(() => this.#play(only));
      return;
    }
    this.#picked = moves.length > 0 ? square : null;
    if (moves[0] !== undefined) {
      this.#choose(moves[0], false);
    }
    this.#markSelected();
    announce(words().pickHint(square, moves.length));
  }

  #showTools(node: Node, path: Path): void {
    const w = words();
    const wasOpen = [...this.#tools.querySelectorAll("details")].map((details) => details.open);
    const text = h(
      "details",
      { class: "as-text" },
      h("summary", {}, w.boardAsText),
      h("pre", { tabindex: 0 }, node.board?.text ?? w.noPicture),
      h("p", {}, h("code", {}, node.position)),
      button(w.copy, () => void this.#copy(node.position, w.copied)),
    );
    const links = h("details", { class: "exports" }, h("summary", {}, w.exports), exportLinks(this.id, path, this.#game()));
    text.open = wasOpen[0] ?? false;
    links.open = wasOpen[1] ?? false;
    const ways = node.size === null ? 0 : node.size.parents;
    const number = node.number;
    fill(
      this.#tools,
      text,
      links,
      h(
        "p",
        { class: "buttons" },
        button(w.copyLink, () => this.#do("link")),
        ways > 1 && number !== null && button(w.reachedBy(amount(ways, lang())), () => void showOthers(this.id, number, this.#lastName())),
      ),
    );
  }

  #lastName(): string {
    return this.#places.spine.moves[this.#path.length - 1]?.name ?? words().start;
  }

  /** Takes a step when those before it are done. */
  #step(step: () => Promise<void>): void {
    if (this.#waiting >= MOST_WAITING) {
      return;
    }
    this.#waiting += 1;
    this.#steps = this.#steps.then(step).finally(() => {
      this.#waiting -= 1;
    });
  }

  /** Goes to a place and makes it the address. */
  async #visit(path: Path): Promise<void> {
    history.pushState(null, "", linkTo(this.id, path));
    await this.go(path);
  }

  async #play(move: NodeMove): Promise<void> {
    const node = this.#node;
    if (node === null || move.child === null || !node.moves.includes(move)) {
      return;
    }
    if (move.back !== null) {
      await this.#visit(this.#path.slice(0, move.back));
      announce(words().cameBack(move.back));
      return;
    }
    this.#places.follow(this.#path, move, node.mover);
    await this.#visit([...this.#path, move.child]);
  }

  async #others(move: NodeMove | null): Promise<void> {
    if (move !== null && move.to !== null && move.also) {
      await showOthers(this.id, move.to, move.name);
    }
  }

  #goToPly(text: string): void {
    const ply = Number.parseInt(text, 10);
    if (Number.isInteger(ply)) {
      const path = this.#places.spine.path;
      this.#step(() => this.#visit(path.slice(0, Math.min(Math.max(ply, 0), path.length))));
    }
  }

  async #toEnd(): Promise<void> {
    try {
      const end = await lineEnd(this.id, this.#path);
      const path = parsePath(end.path);
      if (path !== null && formatPath(path) !== formatPath(this.#path)) {
        await this.#visit(path);
      }
      if (end.back != null) {
        announce(words().cameBack(end.back));
      }
    } catch (error) {
      this.#error.textContent = troubleWords(troubleOf(error));
    }
  }

  #key(event: KeyboardEvent): void {
    const action = actionOf(event);
    if (action === null || isTaken(event.target, event.key)) {
      return;
    }
    event.preventDefault();
    this.#do(action);
  }

  #do(action: Action): void {
    switch (action) {
      case "forward":
        return this.#step(async () => (this.#selected === null ? announce(words().noNext) : this.#play(this.#selected)));
      case "back":
        return this.#step(async () => {
          if (this.#path.length > 0) {
            await this.#visit(this.#path.slice(0, -1));
          }
        });
      case "first":
        return this.#step(() => this.#visit([]));
      case "last":
        return this.#step(() => this.#visit(this.#places.spine.path));
      case "end":
        return this.#step(() => this.#toEnd());
      case "select-next":
        return this.#selectBeside(1);
      case "select-previous":
        return this.#selectBeside(-1);
      case "ply":
        return this.element.querySelector<HTMLElement>("#ply")?.focus();
      case "find":
        return this.#finder?.open();
      case "others":
        return void this.#others(this.#selected);
      case "text":
        this.#tools.querySelector("details")?.toggleAttribute("open");
        return undefined;
      case "link":
        return void this.#copy(location.href, words().linkCopied);
      case "lang":
        return this.#options.switchLang();
      case "help":
        return showKeys();
    }
  }

  #selectBeside(step: number): void {
    const moves = this.#node === null ? [] : answered(this.#node);
    const at = this.#selected === null ? -1 : moves.indexOf(this.#selected);
    const move = moves[Math.min(Math.max(at + step, 0), moves.length - 1)];
    if (move !== undefined) {
      this.#choose(move, true);
    }
  }

  async #copy(text: string, done: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      announce(done);
      this.element.dataset["copied"] = done;
    } catch (error) {
      this.#error.textContent = troubleWords(troubleOf(error));
    }
  }

  async #watchCheck(): Promise<void> {
    while (this.#certificate !== null && isOpen(this.#certificate.check) && !this.#end.signal.aborted) {
      await new Promise((wake) => setTimeout(wake, CHECK_EVERY));
      try {
        const check = await askCheck(this.id);
        this.#certificate = { ...this.#certificate, check };
        fill(this.#check, checkBadge(check));
        if (!isOpen(check)) {
          announce(checkWords(check));
        }
      } catch {
        // The badge still says that it is not checked.
        this.#error.textContent = words().noConnection;
        return;
      }
    }
  }

  /** Lengths and sizes come later than the first places of a large certificate. */
  async #watchSizes(): Promise<void> {
    while (this.#certificate?.sizes === "making" && !this.#end.signal.aborted) {
      await new Promise((wake) => setTimeout(wake, SIZES_EVERY));
      try {
        const { sizes } = await askCertificate(this.id);
        if (sizes !== "making") {
          this.#certificate = { ...this.#certificate, sizes };
          this.#showCertificate();
          this.#places.forget();
          await this.go(this.#path);
        }
      } catch {
        return;
      }
    }
  }
}
