/** A bundle: the question, the position, and the results with their certificates. */
import { bundle, bundleLink, isGone, openInBundle, troubleOf, type Bundle, type BundleResults, type BundleRow, type Trouble } from "../api.ts";
import { picture } from "../board.ts";
import { announce, button, fill, framedTable, h, type Child } from "../dom.ts";
import { gameOf } from "../games.ts";
import { stateBadge } from "../explorer/claim.ts";
import { lineView } from "../line.ts";
import { inLanguage, message } from "../messages.ts";
import { amount } from "../messages/numbers.ts";
import type { Page } from "../page.ts";
import { pause } from "../patience.ts";
import { linkTo } from "../route.ts";
import { serverText, troubleView } from "../trouble.ts";

/** The pause between two requests while the bundle is checked, in milliseconds: the first and the longest. */
const [SOON, LATE] = [100, 2000];

/** The number of certificates of a row that are shown at first. */
const FEW = 3;

export class BundlePage implements Page {
  readonly element = h("div", { class: "bundle" });
  readonly id: string;
  readonly #closed = new AbortController();
  readonly #alert = h("p", { class: "error", role: "alert" });
  #bundle: Bundle | null = null;
  #trouble: Trouble | null = null;
  #asked = 0;
  /** Whether the check has ended, or the bundle is gone. */
  #hasEnded = false;

  constructor(id: string) {
    this.id = id;
  }

  get title(): string {
    return `shomei – ${message("bundle-title")}`;
  }

  /** Shows the state until the check has ended. */
  async open(): Promise<void> {
    const { signal } = this.#closed;
    for (let wait = SOON; !signal.aborted; wait = Math.min(2 * wait, LATE)) {
      await this.#fetch();
      if (this.#hasEnded) {
        announce(this.#bundle === null ? "" : stateText(this.#bundle));
        return;
      }
      await pause(wait, signal).catch(() => undefined);
    }
  }

  async translate(): Promise<void> {
    this.#draw();
    await this.#fetch();
  }

  close(): void {
    this.#closed.abort();
  }

  /** Shows the answer to a request. Of several requests, only the last one counts. */
  async #fetch(): Promise<void> {
    this.#asked += 1;
    const mine = this.#asked;
    const { signal } = this.#closed;
    const isWanted = () => mine === this.#asked && !signal.aborted;
    try {
      const found = await bundle(this.id, signal);
      if (isWanted()) {
        this.#hasEnded = found.state !== "waiting" && found.state !== "running";
        this.#bundle = found;
        this.#trouble = null;
        this.#draw();
      }
    } catch (error) {
      if (isWanted()) {
        this.#hasEnded ||= isGone(error);
        this.#bundle = isGone(error) ? null : this.#bundle;
        this.#trouble = troubleOf(error);
        this.#draw();
      }
    }
  }

  #draw(): void {
    const found = this.#bundle;
    fill(this.#alert, ...(this.#trouble === null ? [] : troubleView(this.#trouble)));
    if (found === null) {
      return fill(this.element, this.#alert, this.#trouble === null && h("p", { class: "hint" }, message("page-loading")));
    }
    const { results } = found;
    return fill(
      this.element,
      this.#alert,
      h(
        "header",
        { class: "claim" },
        h(
          "div",
          { class: "claim-words" },
          h("span", { class: "kind" }, message("bundle-title")),
          h("h1", {}, results?.question ?? found.name),
          results !== null && h("p", { class: "hint" }, found.name),
        ),
        stateView(found),
      ),
      results !== null && this.#results(results),
    );
  }

  #results(results: BundleResults): HTMLElement {
    const game = gameOf(results.game);
    return h(
      "div",
      { class: "bundle-grid" },
      h(
        "div",
        { class: "board-side" },
        picture(results.board, results.board.title),
        h("p", {}, [game === undefined ? results.game : inLanguage(game.title), results.rules].filter((text) => text !== "").join(" · ")),
        h("code", {}, results.position),
        lineView(results.line),
        results.verdict !== null && h("p", { class: "headline" }, message("bundle-verdict", { verdict: results.verdict })),
        h("p", { class: "buttons" }, h("a", { class: "button", ...bundleLink(this.id) }, message("bundle-download"))),
      ),
      h("div", { class: "bundle-results" }, h("h2", {}, message("bundle-results")), this.#table(results.rows)),
    );
  }

  #table(rows: readonly BundleRow[]): HTMLElement {
    const hasNotes = rows.some(({ note }) => note !== "");
    const titles = [message("answer-move"), message("answer-value"), hasNotes ? message("bundle-note") : null, message("answer-certificates")];
    const body = rows.map((row) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, moveOf(row)),
        h("td", {}, row.result),
        hasNotes && h("td", {}, row.note),
        h("td", {}, ...this.#certificates(row.certificates)),
      ),
    );
    return framedTable(message("bundle-results"), titles, h("tbody", {}, ...body));
  }

  #certificates(names: readonly string[]): Child[] {
    const links = names.map((name) => button(name, () => void this.#explore(name), { class: "link" }));
    if (links.length <= FEW + 1) {
      return links;
    }
    const more = h("details", {}, h("summary", {}, message("bundle-more", { count: links.length - FEW })), ...links.slice(FEW));
    return [...links.slice(0, FEW), more];
  }

  /** Opens a certificate in the explorer. */
  async #explore(name: string): Promise<void> {
    try {
      const { id } = await openInBundle(this.id, name);
      location.hash = linkTo(String(id), []);
    } catch (error) {
      this.#trouble = troubleOf(error);
      fill(this.#alert, ...troubleView(this.#trouble));
    }
  }
}

/** The number and the name of the move of a row. */
function moveOf({ number, name }: BundleRow): string {
  const move = name ?? message("bundle-position");
  return number === null ? move : `${number}. ${move}`;
}

function stateText({ state, results }: Bundle): string {
  switch (state) {
    case "waiting":
    case "running":
      return message("bundle-checking");
    case "accepted":
      return message("bundle-accepted", { count: amount(results?.certificates ?? 0) });
    case "rejected":
      return message("check-rejected");
    case "unfinished":
      return message("check-unfinished");
  }
}

function hintOf({ state }: Bundle): string {
  switch (state) {
    case "accepted":
      return message("bundle-accepted-hint");
    case "rejected":
      return message("bundle-rejected-hint");
    case "unfinished":
      return message("check-unfinished-hint");
    default:
      return "";
  }
}

function stateView(found: Bundle): HTMLElement {
  return h(
    "div",
    { class: `check check-${found.state}` },
    stateBadge(found.state, stateText(found)),
    h("span", { class: "hint" }, hintOf(found)),
    found.reason !== null && h("span", { class: "reason" }, serverText(found.reason)),
  );
}
