/** Descriptions of the rules that a game accepts. */
import type { Game } from "../api.ts";
import { message, type PlainMessageId } from "../messages.ts";

const HELP: Readonly<Record<string, PlainMessageId>> = {
  loa: "rules-help-loa",
  othello: "rules-help-othello",
  shogi: "rules-help-shogi",
  uttt: "rules-help-uttt",
};

/** The rules of a game; those of other games are described by the server. */
export function rulesHelp(game: Game): string {
  const id = HELP[game.name];
  return id === undefined ? game.rules_help : message(id);
}
