/** The explorer: one place of a certificate, with what leads there and what follows. */
import {
  certificate as askCertificate, check as askCheck, isGone, lineEnd, troubleOf, type About, type Certificate, type Node,
  type NodeMove,
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
import { amount } from "../words/numbers.ts";
import { lang, words } from "../words.ts";
import { Address } from "./address.ts";
import { checkBadge, checkWords, claimWords, facts, isOpen } from "./claim.ts";
import { finder, type Finder } from "./find.ts";
import { lineList } from "./line.ts";
import { answered, chosen, moveTree } from "./moves.ts";
import { showOthers } from "./others.ts";
import { BoardPanel } from "./panel.ts";
import { Places } from "./places.ts";
import { Tools } from "./tools.ts";

const CHECK_EVERY = 400;
const SIZES_EVERY = 1000;
/** Lengths that are missing again are waited for so often, in milliseconds. */
const NOTICE_EVERY = 10_000;
/** The longest pause while the server does not answer. */
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
  /** The place that is to be on show: the last one that somebody has asked for. */
  #wanted: Path = [];
  /** How far the line went when the language was switched. */
  #ahead: Path = [];
  #selected: NodeMove | null = null;
  #asked: AbortController | null = null;
  readonly #steps = new Steps((error) => this.#fail(error));
  readonly #address = new Address();
  #finder: Finder | null = null;

  // The parts that change from place to place.
  readonly #claim = h("section", { class: "claim" });
  readonly #check = h("div", { class: "check-place" });
  readonly #board = new BoardPanel({
    play: (move) => this.#step(() => this.#play(move)),
    choose: (move) => this.#choose(move, false),
  });
  readonly #steering = h("nav", { class: "steering" });
  readonly #words = h("p", { class: "says" });
  readonly #note = h("p", { class: "came-back" });
  readonly #moves = h("div", { class: "move-list" });
  readonly #line = lineList((ply) => this.#step(() => this.#visit(this.#places.spine.path.slice(0, ply))), this.#end.signal);
  readonly #jump = h("div", { class: "jump" });
  readonly #tools: Tools;
  readonly #error = h("p", { class: "error", role: "alert" });
  /** What the page complains about. */
  #wrong: unknown = null;
  #isGone = false;
  /** When lengths were missing last. */
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

  /** Ends what goes on in the background. */
  close(): void {
    this.#end.abort();
    this.#steps.clear();
    this.#address.keep();
    this.#asked?.abort();
    this.#finder?.close();
  }

  /** Shows the certificate at a place; once, before all else. */
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
    // Another address may have come in the meantime.
    await this.go(this.#wanted);
  }

  /** Asks what the certificate is, in the language that the page has when the answer comes. */
  async #ask(): Promise<void> {
    for (let spoken = null; spoken !== lang(); ) {
      spoken = lang();
      const known = await askCertificate(this.id);
      if (this.#end.signal.aborted) {
        return;
      }
      if (spoken === lang()) {
        // A check that has ended in the meantime has ended.
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

  /** Says what is wrong; null: nothing. */
  #complain(error: unknown): void {
    this.#wrong = error;
    fill(this.#error, ...(error === null ? [] : troubleView(troubleOf(error))));
  }

  /** In the place of a certificate that is not there: a sentence, and the way back. */
  #drawGone(): void {
    const w = words();
    const isAnswer = this.#options.about.mode === "serve";
    fill(
      this.element,
      h(
        "div",
        { class: "not-found" },
        h("h1", {}, isAnswer ? w.gone : w.notFound),
        h("p", {}, isAnswer ? w.goneHint : w.notFoundHint),
        isAnswer && h("p", {}, h("a", { class: "button", href: "#/" }, w.toSolver)),
      ),
    );
  }

  /** Shows a place; called for every new address. */
  async go(path: Path): Promise<void> {
    this.#wanted = path;
    if (this.#certificate === null) {
      return;
    }
    // What is being fetched is not wanted any more, nor steps and an address that were to come.
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

  /** The texts of the page are in another language from now on. */
  async translate(): Promise<void> {
    const line = this.#places.spine.path;
    this.#ahead = line.length > 0 ? line : this.#ahead;
    this.#places.forgetAll();
    if (this.#isGone) {
      return this.#drawGone();
    }
    this.#layout();
    this.#complain(this.#wrong);
    if (this.#certificate === null) {
      // Whoever asks for it asks in this language.
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

  /** Shows the place anew in another language, and as much of the line ahead of it as there was. */
  async #reload(isWanted: () => boolean): Promise<void> {
    const path = this.#wanted;
    if (this.#ahead.length > path.length && isPrefix(path, this.#ahead)) {
      // Where that fails, the place itself says why.
      await this.#places.at(this.#ahead, this.#end.signal).catch(() => undefined);
    }
    if (isWanted()) {
      await this.#load(path);
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
    fill(this.#note);
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
        h("section", { class: "board-column", "aria-label": w.board }, this.#board.element, this.#steering),
        h("section", { class: "moves-column", "aria-label": w.moves }, heading(w.moves), this.#words, this.#note, this.#moves),
        h("section", { class: "line-column", "aria-label": w.line }, heading(w.line), this.#line.element, this.#jump),
      ),
      h("section", { class: "more" }, this.#finder.element, this.#tools.element),
    );
  }

  #showCertificate(): void {
    const known = this.#certificate;
    if (known === null) {
      return;
    }
    fill(this.#check, checkBadge(known.check));
    const wasOpen = this.#claim.querySelector("details")?.open ?? false;
    const about = facts(known, this.#game(), this.#options.about.mode === "explore");
    about.toggleAttribute("open", wasOpen);
    fill(this.#claim, claimWords(known), this.#check, about);
  }

  #game() {
    return this.#options.about.games.find((game) => game.name === this.#certificate?.game);
  }

  #show(node: Node, path: Path): void {
    const w = words();
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
    fill(this.#words, node.words, node.says === "resolved" ? ` ${w.resolvedNodes(amount(node.resolved_nodes ?? 0, lang()))}.` : "");
    this.#drawMoves(hadFocus);
    this.#line.show(this.#places.spine, path.length);
    this.#tools.show(node, path, this.#game());
    const last = this.#places.spine.moves[path.length - 1];
    const here = w.ply(path.length, this.#places.spine.moves.length);
    announce(`${here}. ${last === undefined ? "" : `${last.name}. `}${title}. ${node.words}`);
    this.#noticeSizes(node);
    const isStart = path.length === 0;
    for (const [action, isOff] of [["first", isStart], ["back", isStart], ["forward", this.#selected === null]] as const) {
      this.#steering.querySelector(`.steer-${action}`)?.setAttribute("aria-disabled", String(isOff));
    }
  }

  /** A server lets go of lengths and sizes that nobody has asked for in a while, and counts them anew. */
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

  /** Chooses a move without playing it: its squares are marked on the board. */
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
    return this.#places.spine.moves[this.#path.length - 1]?.name ?? words().start;
  }

  #step(step: Step): void {
    void this.#steps.take(step);
  }

  /** Goes to a place and makes it the address. */
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
      announce(words().cameBack(move.back));
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
      // From here on keys are moves again.
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
        announce(words().cameBack(back));
        const to = this.#path.slice(0, back);
        const link = h("a", { href: linkTo(this.id, to) }, words().cameBack(back));
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
        return void this.#copy(new URL(linkTo(this.id, this.#path), location.href).href, words().linkCopied);
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
      fill(this.#check, checkBadge(check));
      if (!isOpen(check)) {
        this.#showCertificate();
        announce(checkWords(check));
      }
      return isOpen(check);
    });
  }

  /** Lengths and sizes come later than the first places of a large certificate. */
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

  /** Looks again and again, less often while the server does not answer, as long as `look` says so. */
  async #watch(every: number, look: () => Promise<boolean>): Promise<void> {
    let goesOn = true;
    let wait = every;
    let told: unknown = undefined;
    while (goesOn) {
      await pause(wait, this.#end.signal).catch(() => undefined);
      if (this.#end.signal.aborted) {
        return;
      }
      try {
        goesOn = await look();
        wait = every;
        if (this.#wrong === told) {
          this.#complain(null);
        }
      } catch (error) {
        if (this.#end.signal.aborted) {
          return;
        }
        if (isGone(error)) {
          return this.#fail(error);
        }
        // What is on show still says that it is not known.
        told = error;
        this.#complain(error);
        wait = Math.min(2 * wait, SLOWEST);
      }
    }
  }
}
