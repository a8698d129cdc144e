/** The explorer: one position of a certificate, with the line to it and its moves. */
import {
  certificate as askCertificate, check as askCheck, checkAgain, isGone, lineEnd, token, troubleOf, type About,
  type Certificate, type Check, type Node, type NodeMove,
} from "../api.ts";
import { announce, button, fill, h } from "../dom.ts";
import { noteGone } from "../gone.ts";
import { actionOf, isTaken, showKeys, type Action } from "../keys.ts";
import type { Page } from "../page.ts";
import { formatPath, isPrefix, parsePath, samePath, type Path } from "../path.ts";
import { pause } from "../patience.ts";
import { linkTo } from "../route.ts";
import { next } from "../spine.ts";
import { Steps, type Step } from "../steps.ts";
import { troubleView } from "../trouble.ts";
import { amount } from "../messages/numbers.ts";
import { lang, message } from "../messages.ts";
import { Address } from "./address.ts";
import { checkBadge, checkText, claimView, facts, isOpen } from "./claim.ts";
import { finder, type Finder } from "./find.ts";
import { lineList } from "./line.ts";
import { answered, chosen, moveTree } from "./moves.ts";
import { showOthers } from "./others.ts";
import { BoardPanel } from "./panel.ts";
import { Places } from "./places.ts";
import { PrintedStart } from "./start.ts";
import { Tools } from "./tools.ts";

const CHECK_EVERY = 400;
const SIZES_EVERY = 1000;
/** The shortest time between two waits for missing lengths, in milliseconds. */
const NOTICE_EVERY = 10_000;
/** The longest pause between requests while the server does not answer, in milliseconds. */
const SLOWEST = 10_000;

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
  /** The place that was requested last. */
  #wanted: Path = [];
  /** The whole line at the last switch of the language. */
  #ahead: Path = [];
  #selected: NodeMove | null = null;
  #asked: AbortController | null = null;
  readonly #steps = new Steps((error) => this.#fail(error));
  readonly #address = new Address();
  #finder: Finder | null = null;

  // Parts that depend on the place.
  readonly #claim = h("section", { class: "claim" });
  readonly #check = h("div", { class: "check-place" });
  readonly #board = new BoardPanel({
    play: (move) => this.#step(() => this.#play(move)),
    choose: (move) => this.#choose(move, false),
  });
  readonly #steering = h("nav", { class: "steering" });
  readonly #summary = h("p", { class: "says" });
  readonly #note = h("p", { class: "came-back" });
  readonly #moves = h("div", { class: "move-list" });
  readonly #line = lineList((ply) => this.#step(() => this.#visit(this.#places.spine.path.slice(0, ply))), this.#end.signal);
  readonly #start = new PrintedStart((path) => this.#places.at(path, this.#end.signal));
  readonly #jump = h("div", { class: "jump" });
  readonly #tools: Tools;
  readonly #error = h("p", { class: "error", role: "alert" });
  /** The error on the page. */
  #wrong: unknown = null;
  #isGone = false;
  /** The time at which lengths were last missing. */
  #noticed = -Infinity;

  constructor(options: ExplorerOptions) {
    this.#options = options;
    this.#places = new Places(options.id);
    this.#tools = new Tools(options.id, {
      copy: (text, done) => void this.#copy(text, done),
      copyLink: () => this.#do("link"),
      others: (number) => void showOthers(this.id, number, this.#lastName(), this.#end.signal),
    });
    document.addEventListener("keydown", (event) => this.#key(event), { signal: this.#end.signal });
  }

  get title(): string {
    return this.#certificate === null ? "shomei" : `${this.#certificate.words} · shomei`;
  }

  get id(): string {
    return this.#options.id;
  }

  /** Stops all background work. */
  close(): void {
    this.#end.abort();
    this.#steps.clear();
    this.#address.keep();
    this.#asked?.abort();
    this.#finder?.close();
  }

  /** Shows the certificate at a place. Called once, before all other methods. */
  async open(path: Path): Promise<void> {
    this.#wanted = path;
    this.#layout();
    try {
      await this.#ask();
    } catch (error) {
      this.#fail(error);
    }
    if (this.#certificate === null || this.#end.signal.aborted) {
      return;
    }
    void this.#watchCheck();
    void this.#watchSizes();
    // The address may have changed meanwhile.
    await this.go(this.#wanted);
  }

  /** Fetches the description of the certificate, again if the language changes meanwhile. */
  async #ask(): Promise<void> {
    for (let language = null; language !== lang(); ) {
      language = lang();
      const known = await askCertificate(this.id);
      if (this.#end.signal.aborted) {
        return;
      }
      if (language === lang()) {
        // A check that has ended meanwhile is not replaced by an older state.
        const ended = this.#certificate?.check;
        const check = ended !== undefined && !isOpen(ended) && isOpen(known.check) ? ended : known.check;
        this.#certificate = { ...known, check };
      }
    }
    this.#showCertificate();
    document.title = this.title;
  }

  #fail(error: unknown): void {
    if (this.#end.signal.aborted) {
      return;
    }
    if (isGone(error)) {
      noteGone(this.id);
    }
    if (isGone(error) && this.#certificate === null) {
      this.#isGone = true;
      return this.#drawGone();
    }
    this.#complain(error);
  }

  /** Shows an error; null removes it. */
  #complain(error: unknown): void {
    this.#wrong = error;
    fill(this.#error, ...(error === null ? [] : troubleView(troubleOf(error))));
  }

  /** Shows that the certificate does not exist, with a link back. */
  #drawGone(): void {
    const isAnswer = this.#options.about.mode === "serve";
    fill(
      this.element,
      h(
        "div",
        { class: "not-found" },
        h("h1", {}, isAnswer ? message("answer-gone") : message("page-missing")),
        h("p", {}, isAnswer ? message("answer-gone-hint") : message("page-missing-hint")),
        isAnswer && h("p", {}, h("a", { class: "button", href: "#/" }, message("solver-link"))),
      ),
    );
  }

  /** Shows a place. Called for every new address. */
  async go(path: Path): Promise<void> {
    this.#wanted = path;
    if (this.#certificate === null) {
      return;
    }
    // Cancel the running request, the waiting steps and the waiting address change.
    this.#steps.clear();
    this.#address.keep();
    this.#asked?.abort();
    await this.#steps.take(() => this.#load(path));
  }

  async #load(path: Path): Promise<void> {
    this.#wanted = path;
    const asked = new AbortController();
    this.#asked = asked;
    try {
      const node = await this.#places.at(path, asked.signal);
      if (!asked.signal.aborted) {
        this.#complain(null);
        this.#show(node, path);
      }
    } catch (error) {
      if (!asked.signal.aborted) {
        this.#fail(error);
      }
    }
  }

  /** Shows the page in another language. */
  async translate(): Promise<void> {
    const line = this.#places.spine.path;
    this.#ahead = line.length > 0 ? line : this.#ahead;
    this.#places.forgetAll();
    this.#start.forget();
    if (this.#isGone) {
      return this.#drawGone();
    }
    this.#layout();
    this.#complain(this.#wrong);
    if (this.#certificate === null) {
      // The request for it will use this language.
      return;
    }
    this.#steps.clear();
    this.#asked?.abort();
    this.#step((isWanted) => this.#reload(isWanted));
    try {
      await this.#ask();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Shows the place in another language, with the same line ahead of it. */
  async #reload(isWanted: () => boolean): Promise<void> {
    const path = this.#wanted;
    if (this.#ahead.length > path.length && isPrefix(path, this.#ahead)) {
      // If this fails, loading the place reports the error.
      await this.#places.at(this.#ahead, this.#end.signal).catch(() => undefined);
    }
    if (isWanted()) {
      await this.#load(path);
    }
  }

  #layout(): void {
    const steer = (label: string, sign: string, action: Action, title = label) =>
      button("", () => this.#do(action), { class: `steer steer-${action}`, title, "aria-label": label, "data-sign": sign });
    fill(
      this.#steering,
      steer(message("line-first"), "⇤", "first"),
      steer(message("line-back"), "←", "back"),
      steer(message("line-forward"), "→", "forward"),
      steer(message("line-last"), "⇥", "last"),
      button(message("line-to-end"), () => this.#do("end"), { class: "steer-end", title: message("line-to-end-hint") }),
    );
    this.#steering.setAttribute("aria-label", message("line-label"));
    const number = h("input", { type: "number", min: 0, inputmode: "numeric", id: "ply", "aria-label": message("line-ply") });
    const form = h(
      "form",
      {
        submit: (event) => {
          event.preventDefault();
          this.#goToPly(number.value);
        },
      },
      h("label", { for: "ply" }, message("line-ply")),
      number,
      h("button", { type: "submit" }, message("line-go")),
    );
    fill(this.#jump, form);
    fill(this.#note);
    this.#finder?.close();
    this.#finder = finder(this.id, (path) => this.#step(() => this.#visit(path)));
    const heading = (text: string) => h("h2", {}, text);
    const column = (name: string, label: string, ...parts: HTMLElement[]) =>
      h("section", { class: `${name}-column`, "aria-label": label }, ...parts);
    fill(
      this.element,
      this.#claim,
      this.#error,
      h(
        "div",
        { class: "place" },
        this.#start.element,
        column("board", message("board-label"), this.#board.element, this.#start.caption, this.#steering),
        column("moves", message("moves-label"), heading(message("moves-label")), this.#summary, this.#note, this.#moves),
        column("line", message("line-label"), heading(message("line-label")), this.#line.element, this.#jump),
      ),
      h("section", { class: "more" }, this.#finder.element, this.#tools.element),
    );
  }

  #showCertificate(): void {
    const known = this.#certificate;
    if (known === null) {
      return;
    }
    this.#showCheck(known.check);
    const wasOpen = this.#claim.querySelector("details")?.open ?? false;
    const about = facts(known, this.#game(), this.#options.about.mode === "explore");
    about.toggleAttribute("open", wasOpen);
    fill(this.#claim, claimView(known), this.#check, about);
  }

  #game() {
    return this.#options.about.games.find((game) => game.name === this.#certificate?.game);
  }

  #show(node: Node, path: Path): void {
    const hadFocus = this.#moves.contains(document.activeElement);
    if (!samePath(path, this.#path)) {
      fill(this.#note);
    }
    this.#node = node;
    this.#path = path;
    this.element.classList.add("has-place");
    this.#selected = chosen(node, next(this.#places.spine, path));
    const title = node.board?.title ?? "";
    this.#board.show(node);
    const resolved = node.says === "resolved" ? message("move-resolved", { nodes: amount(node.resolved_nodes ?? 0) }) : "";
    fill(this.#summary, `${node.words} ${resolved}`.trimEnd());
    void this.#start.follow(node, path);
    this.#drawMoves(hadFocus);
    this.#line.show(this.#places.spine, path.length);
    this.#tools.show(node, path, this.#game());
    const last = this.#places.spine.moves[path.length - 1];
    const here = message("line-position", { ply: path.length, of: this.#places.spine.moves.length });
    announce(`${here}. ${last === undefined ? "" : `${last.name}. `}${title}. ${node.words}`);
    this.#noticeSizes(node);
    const isStart = path.length === 0;
    for (const [action, isOff] of [["first", isStart], ["back", isStart], ["forward", this.#selected === null]] as const) {
      this.#steering.querySelector(`.steer-${action}`)?.setAttribute("aria-disabled", String(isOff));
    }
  }

  /**
   * The server drops lengths and sizes that were not requested for a while and counts them again.
   */
  #noticeSizes(node: Node): void {
    const isMissing = node.size === null && node.number !== null && (node.says === "choice" || node.says === "all");
    const now = performance.now();
    if (isMissing && this.#certificate?.sizes === "ready" && now - this.#noticed > NOTICE_EVERY) {
      this.#noticed = now;
      this.#certificate = { ...this.#certificate, sizes: "making" };
      void this.#watchSizes();
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
    this.#board.markMove(this.#selected);
    if (focus) {
      this.#focusSelected();
    }
  }

  #focusSelected(): void {
    this.#moves.querySelector<HTMLElement>("[aria-selected=true]")?.focus({ preventScroll: false });
  }

  /** Selects a move without playing it, and marks its squares on the board. */
  #choose(move: NodeMove, focus: boolean): void {
    this.#selected = move;
    for (const item of this.#moves.querySelectorAll<HTMLElement>("[role=treeitem]")) {
      const isIt = item.dataset["move"] === move.mv;
      item.setAttribute("aria-selected", String(isIt));
      item.tabIndex = isIt ? 0 : -1;
    }
    this.#board.markMove(this.#selected);
    if (focus) {
      this.#focusSelected();
    }
  }

  #lastName(): string {
    return this.#places.spine.moves[this.#path.length - 1]?.name ?? message("line-start");
  }

  #step(step: Step): void {
    void this.#steps.take(step);
  }

  /** Shows a place and puts it into the address. */
  async #visit(path: Path): Promise<void> {
    this.#address.become(linkTo(this.id, path));
    await this.#load(path);
  }

  async #play(move: NodeMove): Promise<void> {
    const node = this.#node;
    if (node === null || move.child === null || !node.moves.includes(move)) {
      return;
    }
    if (move.back !== null) {
      await this.#visit(this.#path.slice(0, move.back));
      announce(message("line-came-back", { ply: move.back }));
      return;
    }
    this.#places.follow(this.#path, move, node.mover);
    await this.#visit([...this.#path, move.child]);
  }

  async #others(move: NodeMove | null): Promise<void> {
    if (move !== null && move.to !== null && move.also) {
      await showOthers(this.id, move.to, move.name, this.#end.signal);
    }
  }

  #goToPly(text: string): void {
    const ply = Number.parseInt(text, 10);
    if (Number.isInteger(ply)) {
      const path = this.#places.spine.path;
      this.#step(() => this.#visit(path.slice(0, Math.min(Math.max(ply, 0), path.length))));
      // The keyboard moves from the input field to the list of moves.
      this.#focusSelected();
    }
  }

  async #toEnd(isWanted: () => boolean): Promise<void> {
    const asked = new AbortController();
    this.#asked = asked;
    try {
      const end = await lineEnd(this.id, this.#path, asked.signal);
      if (!isWanted()) {
        return;
      }
      const path = parsePath(end.path);
      if (path !== null && formatPath(path) !== formatPath(this.#path)) {
        await this.#visit(path);
      }
      const back = end.back;
      if (back != null && isWanted()) {
        announce(message("line-came-back", { ply: back }));
        const to = this.#path.slice(0, back);
        const link = h("a", { href: linkTo(this.id, to) }, message("line-came-back", { ply: back }));
        fill(this.#note, link);
      }
    } catch (error) {
      if (isWanted()) {
        this.#fail(error);
      }
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
        return this.#step(async () => (this.#selected === null ? announce(message("line-ended")) : this.#play(this.#selected)));
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
        return this.#step((isWanted) => this.#toEnd(isWanted));
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
        return this.#tools.toggleText();
      case "link":
        return void this.#copy(new URL(linkTo(this.id, this.#path), location.href).href, message("link-copied"));
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
      this.#complain(error);
    }
  }

  async #watchCheck(): Promise<void> {
    await this.#watch(CHECK_EVERY, async () => {
      if (this.#certificate === null || !isOpen(this.#certificate.check)) {
        return false;
      }
      const check = await askCheck(this.id);
      if (this.#end.signal.aborted) {
        return false;
      }
      this.#certificate = { ...this.#certificate, check };
      this.#showCheck(check);
      if (!isOpen(check)) {
        this.#showCertificate();
        announce(checkText(check));
      }
      return isOpen(check);
    });
  }

  #showCheck(check: Check): void {
    fill(this.#check, checkBadge(check, token() === "" ? null : () => void this.#checkAgain()));
  }

  /** Begins an unfinished check again, and follows it. */
  async #checkAgain(): Promise<void> {
    try {
      const check = await checkAgain(this.id);
      if (this.#certificate === null || this.#end.signal.aborted) {
        return;
      }
      this.#certificate = { ...this.#certificate, check };
      await this.#ask();
    } catch (error) {
      return this.#fail(error);
    }
    void this.#watchCheck();
    void this.#watchSizes();
  }

  /** In a large certificate, lengths and sizes become available after the first places. */
  async #watchSizes(): Promise<void> {
    await this.#watch(SIZES_EVERY, async () => {
      if (this.#certificate?.sizes !== "making") {
        return false;
      }
      const { sizes } = await askCertificate(this.id);
      if (this.#end.signal.aborted) {
        return false;
      }
      if (sizes !== "making") {
        this.#certificate = { ...this.#certificate, sizes };
        this.#showCertificate();
        this.#places.forget();
        this.#step(() => this.#load(this.#wanted));
      }
      return sizes === "making";
    });
  }

  /** Repeats `look` until it returns false, with longer pauses while the server does not answer. */
  async #watch(every: number, look: () => Promise<boolean>): Promise<void> {
    let goesOn = true;
    let wait = every;
    let shown: unknown = undefined;
    while (goesOn) {
      await pause(wait, this.#end.signal).catch(() => undefined);
      if (this.#end.signal.aborted) {
        return;
      }
      try {
        goesOn = await look();
        wait = every;
        if (this.#wrong === shown) {
          this.#complain(null);
        }
      } catch (error) {
        if (this.#end.signal.aborted) {
          return;
        }
        if (isGone(error)) {
          return this.#fail(error);
        }
        // The page keeps the last known state.
        shown = error;
        this.#complain(error);
        wait = Math.min(2 * wait, SLOWEST);
      }
    }
  }
}
