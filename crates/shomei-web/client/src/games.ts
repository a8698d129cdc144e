/** The games of the server and the names of their sides. */
import type { Game } from "./api.ts";
import { inLanguage } from "./messages.ts";

let known: readonly Game[] = [];

export function setGames(games: readonly Game[]): void {
  known = games;
}

export function gameOf(name: string): Game | undefined {
  return known.find((game) => game.name === name);
}

/** Whether positions of a game can be set up: by clicks on a board, or as text. */
export function isPlayable(game: Game): boolean {
  return game.pieces.length > 0 || game.start !== null;
}

/** The name of a side, with a capital letter. */
export function sideName(side: string, game: string): string {
  const found = gameOf(game);
  const texts = found?.side_names[found.sides.indexOf(side)];
  const name = texts === undefined ? side : inLanguage(texts);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Whether the composing view shows a game. */
export function isComposed(game: Game): boolean {
  return game.name === "shogi" && isPlayable(game);
}
