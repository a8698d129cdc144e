/** The games that the server knows, and how their sides are called. */
import type { Game } from "./api.ts";
import { lang, words } from "./words.ts";

let known: readonly Game[] = [];

export function setGames(games: readonly Game[]): void {
  known = games;
}

export function gameOf(name: string): Game | undefined {
  return known.find((game) => game.name === name);
}

/** A side for people, as it stands alone or begins a sentence. */
export function sideName(side: string, game: string): string {
  const found = gameOf(game);
  const name = found?.side_names[found.sides.indexOf(side)]?.[lang()] ?? words().side(side, game);
  return name.charAt(0).toUpperCase() + name.slice(1);
}
