/** What rules can be written, in Japanese; English ones come from the server. */
import type { Game } from "../api.ts";
import type { Lang } from "../words.ts";

const JA: Readonly<Record<string, string>> = {
  loa:
    "olympiad（既定：simultaneous=draw,no-move=pass）または sackson（simultaneous=mover-wins,no-move=loss）。" +
    "simultaneous=draw|mover-wins（同時に連結したら引き分け・手番側の勝ち）と no-move=pass|loss（指せないときはパス・負け）は、" +
    "単独でも名前の後でも、コンマで区切って書けます。board=5|6|7|8 で盤の大きさも選べます（既定は8）。",
  othello:
    "standard（石の多い側の勝ち、同数は引き分け）。black>=N または white>=N（終局時にその側がN石以上多ければ勝ち、" +
    "そうでなければ相手の勝ち。Nは-64から64まで、0なら負けないこと）。空きマスは勝った側に数えます。" +
    "コンマの後に board=6 を付けると6×6の盤になり（既定は8）、Nは-36から36までです。",
  shogi:
    "tsume（既定：攻め方は王手だけ）、tsume-mudaai（同じく王手だけで、無駄合しか残らない局面も詰み）、full（すべての合法手）。",
  uttt:
    "standard または open（勝敗の付いた盤にも空きマスがある限り打つ。盤は先に列を作った側のもの）。" +
    "コンマの後に play-out を付けると、攻め方がもう列を作れない局面も終局まで探索します（実験用）。",
};

/** What rules of a game can be written. */
export function rulesHelp(game: Game, lang: Lang): string {
  return (lang === "ja" ? JA[game.name] : undefined) ?? game.rules_help;
}
