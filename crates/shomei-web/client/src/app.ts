/** The page: its language, and the view that the address names. */
import { BundlePage } from "./bundle/page.ts";
import { Composer } from "./composer/page.ts";
import { about as askAbout, troubleOf, type About, type Game } from "./api.ts";
import { setBackend, type Backend } from "./backend.ts";
import { button, fill, h, option } from "./dom.ts";
import { Explorer } from "./explorer/page.ts";
import { troubleView } from "./trouble.ts";
import { isComposed, isPlayable, setGames } from "./games.ts";
import { showKeys } from "./keys.ts";
import type { Page } from "./page.ts";
import { formatRoute, linkTo, parseRoute, type Route } from "./route.ts";
import { Solver } from "./solver/page.ts";
import {
  lang, languageName, LANGUAGES, message, nextLang, setServedLanguages, startLang, storeLang, type Lang,
} from "./messages.ts";

class App {
  readonly #about: About;
  readonly #main: HTMLElement;
  #page: Page | null = null;
  /** Kept with its questions while the explorer is shown. */
  #solver: Solver | null = null;
  #composer: Composer | null = null;

  constructor(about: About, main: HTMLElement, takeAddress: () => void) {
    this.#about = about;
    this.#main = main;
    addEventListener("hashchange", () => {
      takeAddress();
      void this.show(parseRoute(location.hash));
    });
  }

  async show(route: Route): Promise<void> {
    const first = this.#about.certificates[0];
    if (route.page === "start" && this.#about.mode === "explore" && first !== undefined) {
      history.replaceState(null, "", linkTo(String(first.id), []));
      return this.show({ page: "certificate", id: String(first.id), path: [] });
    }
    const bundle = this.#about.bundles[0];
    if (route.page === "start" && this.#about.mode === "explore" && bundle !== undefined) {
      location.replace(formatRoute({ page: "bundle", id: bundle.id }));
      return undefined;
    }
    if (route.page === "certificate") {
      return this.#explore(route.id, route.path);
    }
    if (route.page === "bundle") {
      const page = new BundlePage(route.id);
      this.#put(page);
      return page.open();
    }
    if (route.page === "compose" && this.#composed !== undefined) {
      return this.#compose(this.#composed, route.position);
    }
    const playable = this.#about.games.filter(isPlayable);
    const game = route.page === "question" ? playable.find(({ name }) => name === route.game) : playable[0];
    if (route.page === "compose" || route.page === "unknown" || game === undefined || this.#about.mode === "explore") {
      this.#put(notFound());
      return undefined;
    }
    this.#solver ??= new Solver(this.#about, game);
    this.#put(this.#solver);
    this.#solver.again();
    if (route.page === "question") {
      // The link is followed once, not again after a reload.
      history.replaceState(null, "", formatRoute({ page: "start" }));
      return this.#solver.follow(route, game);
    }
    return undefined;
  }

  get #composed(): Game | undefined {
    return this.#about.mode === "serve" ? this.#about.games.find(isComposed) : undefined;
  }

  #compose(game: Game, position: string | null): void {
    const isNew = this.#composer === null;
    this.#composer ??= new Composer(this.#about, game, position);
    if (this.#page !== this.#composer) {
      this.#put(this.#composer);
    }
    if (!isNew) {
      this.#composer.again(position);
    }
  }

  async #explore(id: string, path: readonly number[]): Promise<void> {
    if (this.#page instanceof Explorer && this.#page.id === id) {
      return this.#page.go(path);
    }
    const page = new Explorer({ id, about: this.#about, switchLang: () => void this.switchLang(nextLang()) });
    this.#put(page);
    return page.open(path);
  }

  #put(page: Page): void {
    this.#page?.close();
    this.#page = page;
    fill(this.#main, page.element);
    document.title = page.title;
    scrollTo(0, 0);
    this.drawBar();
  }

  async switchLang(language: Lang): Promise<void> {
    storeLang(language);
    this.drawBar();
    // Hidden pages are kept and shown again.
    for (const page of new Set<Page | null>([this.#page, this.#solver, this.#composer])) {
      await page?.translate();
    }
    document.title = this.#page?.title ?? document.title;
  }

  drawBar(): void {
    const bar = document.getElementById("bar");
    if (bar === null) {
      return;
    }
    const brand = h("a", { class: "brand", href: "#/" }, "shomei ", h("span", { lang: "ja" }, "証明"));
    const isAsking = this.#about.mode === "serve" && this.#page !== this.#solver;
    const isComposing = this.#composed !== undefined && this.#page !== this.#composer;
    fill(
      bar,
      brand,
      isAsking && h("a", { href: "#/", class: "to-solver" }, message("solver-link")),
      isComposing && h("a", { href: "#/compose", class: "to-composer" }, message("compose-link")),
      h("span", { class: "space" }),
      button("?", () => showKeys(), { class: "plain", "aria-label": message("keys-title"), title: message("keys-title") }),
      languageSwitch((language) => void this.switchLang(language)),
    );
  }
}

/** A button for the other language, or a list where there are more. */
function languageSwitch(choose: (language: Lang) => void): HTMLElement {
  const others = LANGUAGES.filter((language) => language !== lang());
  const [only, ...more] = others;
  if (only !== undefined && more.length === 0) {
    return button(languageName(only), () => choose(only), { class: "plain lang-switch", lang: only });
  }
  const options = LANGUAGES.map((language) => option(language, languageName(language), language === lang(), { lang: language }));
  const select: HTMLSelectElement = h(
    "select",
    { class: "lang-switch", "aria-label": message("language-label"), change: () => choose(select.value as Lang) },
    ...options,
  );
  return select;
}

function notFound(): Page {
  const element = h("div", { class: "not-found" });
  const draw = () => fill(element, h("h1", {}, message("page-missing")), h("p", {}, message("page-missing-hint")));
  draw();
  return {
    element,
    title: "shomei",
    translate: async () => draw(),
    close: () => undefined,
  };
}

/** Starts the page. `takeAddress` takes what only the backend needs out of each new address. */
export async function start(open: () => Promise<Backend>, takeAddress: () => void): Promise<void> {
  const main = document.getElementById("main");
  if (main === null) {
    return;
  }
  startLang();
  fill(main, h("p", { class: "hint" }, message("page-loading")));
  try {
    takeAddress();
    setBackend(await open());
    const about = await askAbout();
    setGames(about.games);
    setServedLanguages(Object.keys(about.games[0]?.title ?? {}));
    const app = new App(about, main, takeAddress);
    await app.show(parseRoute(location.hash));
  } catch (error) {
    fill(main, h("p", { class: "error", role: "alert" }, ...troubleView(troubleOf(error))));
  }
}
