/**
 * The position with which each game opens: the side to move wins, and the search takes less than a
 * second. The positions of tsume-shogi and Lines of Action were selected among random positions by
 * their solutions, the others among the ends of random games. The tsume problem has one solution,
 * of 5 plies.
 */
import type { Game } from "../api.ts";

const EXAMPLES: Readonly<Record<string, string>> = {
  loa: "...........oo.........x....x.........xoo.x..xo.................. x",
  othello: "OOOO-XO-OOOOXOOXOOOXOOOOOOXOOOO-OOOOXOO--OXX-X-OOOOXXXX-XXXXXX-- X",
  shogi: "7kg/8s/9/7S1/9/9/9/9/9 b 2GS2r2bgs4n4l18p 1",
  uttt: "X;.@.X..X..;XOOO..X../OX.O..X../X.XX..O../O.OXXX.O./.O..OX.../...O.OO.X/.OOXXXXO./.X....OX./X.......O",
};

/** The example of a game under its default rules; null if there is none. */
export function exampleOf(game: Game): string | null {
  return EXAMPLES[game.name] ?? null;
}
