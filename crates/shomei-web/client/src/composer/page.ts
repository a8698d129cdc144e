/** The composing view: a problem on the board, its verdict after every change, and its variants. */
import { token, type About, type Game, type Read } from "../api.ts";
import { h, fill } from "../dom.ts";
import { message } from "../messages.ts";
import type { Page } from "../page.ts";
import { formatRoute } from "../route.ts";
import type { BenchQuestion } from "../solver/question.ts";
import { SetUp } from "../solver/setup.ts";
import { Variants } from "./variants.ts";
import { Verdict } from "./verdict.ts";

/** The maximum time of a verdict in seconds, and the memory of the tables in bytes. */
const [SECONDS, MEMORY] = [60, 64 << 20];

export class Composer implements Page {
  readonly element = h("div", { class: "solver composer" });
  readonly #about: About;
  readonly #setUp: SetUp;
  readonly #verdict = new Verdict();
  readonly #variants: Variants;
  /** The workbench of this page. */
  readonly #bench = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
  #read: Read | null = null;

  /** Shows a game with composed problems, and this position or the example. */
  constructor(about: About, game: Game, position: string | null) {
    this.#about = about;
    this.#variants = new Variants({
      question: () => this.#settledQuestion(),
      show: (variant) => void this.#setUp.show(variant),
    });
    this.#setUp = new SetUp(game, {
      changed: (read) => this.#changed(read), keepsSet: true, below: this.#verdict.element, first: position,
    });
    this.#draw();
  }

  get title(): string {
    return `shomei – ${message("compose-link")}`;
  }

  async translate(): Promise<void> {
    this.#setUp.translate();
    this.#verdict.draw();
    this.#variants.draw();
    this.#draw();
  }

  /** Shows a position, or the last one. */
  again(position: string | null): void {
    if (position !== null && position !== this.#read?.position) {
      void this.#setUp.show(position);
    } else if (this.#read !== null) {
      this.#changed(this.#read);
    }
  }

  close(): void {
    this.#verdict.clear();
    this.#variants.stop();
  }

  #draw(): void {
    fill(
      this.element,
      h("h1", {}, message("compose-link")),
      h("p", { class: "hint" }, message("compose-hint")),
      h(
        "div",
        { class: "solver-grid" },
        this.#setUp.element,
        h(
          "section",
          { class: "asking" },
          h("h2", {}, message("compose-variants")),
          token() === "" ? h("p", { class: "error" }, message("ask-no-token")) : this.#variants.element,
        ),
      ),
    );
  }

  #changed(read: Read): void {
    this.#read = read;
    this.#variants.mark(read.position);
    if (!this.element.isConnected) {
      // The verdict is asked when the page is shown again.
      return;
    }
    history.replaceState(null, "", formatRoute({ page: "compose", position: read.position }));
    if (read.refused || token() === "") {
      this.#verdict.clear();
    } else {
      this.#verdict.judge(this.#question("judge", read));
    }
  }

  async #settledQuestion(): Promise<BenchQuestion | null> {
    const read = await this.#setUp.settled();
    return read === null ? null : this.#question("vary", read);
  }

  #question(ask: BenchQuestion["ask"], { position }: Read): BenchQuestion {
    const { limits } = this.#about;
    const { game, rules } = this.#setUp;
    return {
      game: game.name, rules, position, ask, bench: this.#bench,
      seconds: ask === "vary" ? limits.seconds : Math.min(SECONDS, limits.seconds), memory: Math.min(MEMORY, limits.memory),
    };
  }
}
