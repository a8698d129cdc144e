//! The records, grouped by their special features.

use super::{Example, FOUR, PROBLEM, at, game, problem, read, refused, warned};

/// The records.
pub const EXAMPLES: &[Example] = &[
    // Brackets after a move.
    read(
        "001.kifu",
        "{game}   5 ５五角打(00)   ( 1:00/00:01:00)\n",
        game("7g7f 3c3d 8h2b+ 3a2b B*5e", ""),
    ),
    read(
        "002.kifu",
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 同　銀　(31)   ( 0:00/00:00:07)\n",
        game(FOUR, ""),
    ),
    read(
        "003.kifu",
        "{game}   5 ５八金　(49)\n",
        game("7g7f 3c3d 8h2b+ 3a2b 4i5h", ""),
    ),
    read(
        "004.kifu",
        "{game}   5 ５八金 （ ４９ ）　（ ０：０３／００：００：０３）\n",
        game("7g7f 3c3d 8h2b+ 3a2b 4i5h", ""),
    ),
    read(
        "005.kifu",
        "{game}   5 ▲５八金(49) ( 0:00/00:00:00) ( 0:00/00:00:00)\n",
        game("7g7f 3c3d 8h2b+ 3a2b 4i5h", ""),
    ),
    read(
        "006.kifu",
        "{game}   5 ５八金(49) ( 0:00/00:00:00) ( 0:00/00:00:00)+\n",
        game("7g7f 3c3d 8h2b+ 3a2b 4i5h", ""),
    ),
    refused(
        "007.kifu",
        "手合割：平手\n   1 ７六歩 (27)\n",
        "line 2, column 6: 2g7f is not legal here",
    ),
    refused(
        "008.kifu",
        "手合割：平手\n   1 ７六歩(27)\n",
        "line 2, column 6: 2g7f is not legal here",
    ),
    refused(
        "009.kifu",
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 同銀　(82)\n",
        "line 5, column 9: there is a rook on 8b, not a silver",
    ),
    refused(
        "010.kifu",
        "{game}   5 ５五角打(28)\n",
        "line 7, column 10: a dropped piece has no square of origin",
    ),
    refused(
        "011.kifu",
        "{game}   5 ５五角(00)\n",
        "line 7, column 9: a piece from a hand is dropped: expected 打",
    ),
    refused(
        "012.kifu",
        "{game}   5 ５八金(049)\n",
        "line 7, column 10: expected a file and a rank, 11 to 99, found '0'",
    ),
    refused(
        "013.kifu",
        "{game}   5 ５八金(49) (49)\n",
        "line 7, column 14: expected a time, such as ( 0:16/00:00:16), found '('",
    ),
    // Signs of sides, and lines with the number of moves.
    refused(
        "014.kifu",
        "手合割：平手\n   1 △７六歩(77)\n",
        "line 2, column 6: it is the turn of Black (▲)",
    ),
    refused(
        "015.kifu",
        "{game}   5 △投了\n",
        "line 7, column 6: it is the turn of Black (▲)",
    ),
    refused(
        "016.kifu",
        "{game}まで4手で後手の勝ち\nまで4手で先手の勝ち\n",
        "line 8, column 1: this line has another まで with other words",
    ),
    refused(
        "017.ki2u",
        "{spoken}まで4手で後手の勝ち\nまで4手で千日手\n",
        "line 4, column 1: this line has another まで with other words",
    ),
    read(
        "018.kifu",
        "{game}まで4手で後手の勝ち\nまで4手で後手の勝ち\n",
        game(FOUR, "投了"),
    ),
    read(
        "019.kifu",
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\nまで9手詰\n",
        warned(
            game("7g7f 3c3d", "詰み"),
            "line 4, column 1: the number of moves after まで is 9, and that of the line is 2",
        ),
    ),
    read(
        "020.ki2u",
        "{spoken}まで九手詰\n",
        warned(
            game(FOUR, "詰み"),
            "line 3, column 1: the number of moves after まで is 9, and that of the line is 4",
        ),
    ),
    // The board is shown upside down.
    read(
        "021.kifu",
        "{game}盤面反転\n   5 ５五角打\n",
        game("7g7f 3c3d 8h2b+ 3a2b B*5e", ""),
    ),
    read(
        "022.kifu",
        "盤面反転\n{problem}   1 ５二金打\n   2 詰み\n",
        problem("G*5b", "詰み"),
    ),
    read(
        "023.ki2u",
        "{spoken}盤面反転\n▲５五角\n",
        game("7g7f 3c3d 8h2b+ 3a2b B*5e", ""),
    ),
    // CSA servers: the end twice, and folded blanks.
    read(
        "024.csa",
        "V2.2\nPI\n+\n+7776FU\nT5\n-3334FU\nT1\n%KACHI,'* -5000 win\nT10\n%KACHI\n",
        game("7g7f 3c3d", "入玉勝ち"),
    ),
    refused(
        "025.csa",
        "V2.2\nPI\n+\n+7776FU\n%TORYO\n%KACHI\n",
        "line 6, column 1: the line has ended already, and this is another end",
    ),
    read(
        "026.csa",
        "V2.2\nP1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 * -HI * * * * * -KA *\nP3-FU-FU-FU-FU-FU-FU-FU-FU-FU\nP4 * * * * * * * * *\nP5 * * * * * * * * *\nP6 * * * * * * * * *\nP7+FU+FU+FU+FU+FU+FU+FU+FU+FU\nP8 * +KA * * * * * +HI *\nP9+KY+KE+GI+KI+OU+KI+GI+KE+KY\n+\n+7776FU\n",
        game("7g7f", ""),
    ),
    refused(
        "027.csa",
        "V2.2\nP1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 -HI * * * * * -KA *\n",
        "line 3, column 3: row 2 (二) has 8 squares, expected 9",
    ),
    // Words of other programs that end a game.
    read(
        "028.kifu",
        "{game}   5 Time-up   ( 0:00/00:00:00)\n",
        game(FOUR, "切れ負け"),
    ),
    read(
        "029.kifu",
        "{game}   5 時間切れ   ( 0:00/00:00:00)\n",
        game(FOUR, "切れ負け"),
    ),
    read(
        "030.kifu",
        "{game}   5 勝ち宣言   ( 0:00/00:00:00)\n",
        game(FOUR, "入玉勝ち"),
    ),
    read(
        "031.kifu",
        "{game}   5 入玉宣言   ( 0:00/00:00:00)\n",
        game(FOUR, "入玉勝ち"),
    ),
    read(
        "032.kifu",
        "{game}   5 王手連続千日手   ( 0:00/00:00:00)\n",
        game(FOUR, "王手連続千日手"),
    ),
    read(
        "033.kifu",
        "{game}   5 最大手数超過   ( 0:00/00:00:00)\n",
        game(FOUR, "最大手数超過"),
    ),
    read(
        "034.kifu",
        "{game}   5 引き分け   ( 0:00/00:00:00)\n",
        game(FOUR, "引き分け"),
    ),
    read(
        "035.kifu",
        "{game}   5 引分け   ( 0:00/00:00:00)\n",
        game(FOUR, "引き分け"),
    ),
    read(
        "036.kifu",
        "{game}   5 サーバ障害\n",
        warned(
            game(FOUR, "サーバ障害"),
            "line 7, column 6: unknown end, kept as written: \"サーバ障害\"",
        ),
    ),
    read(
        "037.ki2u",
        "{spoken}▲サーバ障害\n",
        warned(
            game(FOUR, "サーバ障害"),
            "line 3, column 1: unknown end, kept as written: \"サーバ障害\"",
        ),
    ),
    read(
        "038.ki2u",
        "{spoken}まで4手で引分け\n",
        game(FOUR, "引き分け"),
    ),
    read(
        "039.kifu",
        "{game}   5 投了\n   6 中断\n",
        game(FOUR, "投了"),
    ),
    read(
        "040.kifu",
        "{game}   5 投了\n   5 中断\nまで4手で後手の勝ち\n",
        game(FOUR, "投了"),
    ),
    read("041.ki2u", "{spoken}投了\n中断\n", game(FOUR, "投了")),
    refused(
        "042.kifu",
        "{game}   5 投了\n   6 千日手\n",
        "line 8, column 6: the line has ended already, and this is another end",
    ),
    refused(
        "043.kifu",
        "{game}   5 金打\n",
        "line 7, column 6: expected a square such as ７六, 同, or a word such as 詰み, found '金'",
    ),
    // Hands and handicaps.
    read(
        "044.kifu",
        "後手の持駒：なし\n{board}先手の持駒：飛車　金\n",
        at("4k4/9/4P4/9/9/9/9/9/9 b RG 1"),
    ),
    read(
        "045.kifu",
        "後手の持駒：なし\n{board}先手の持駒：金二枚\n",
        at("4k4/9/4P4/9/9/9/9/9/9 b 2G 1"),
    ),
    read(
        "046.kifu",
        "後手の持駒：なし\n{board}先手の持駒：飛、金\n",
        at("4k4/9/4P4/9/9/9/9/9/9 b RG 1"),
    ),
    read(
        "047.kifu",
        "後手の持駒：なし\n{board}先手の持駒：飛・金\n",
        at("4k4/9/4P4/9/9/9/9/9/9 b RG 1"),
    ),
    read(
        "048.kifu",
        "後手の持駒：なし\n{board}先手の持駒：金x2\n",
        at("4k4/9/4P4/9/9/9/9/9/9 b 2G 1"),
    ),
    read(
        "049.kifu",
        "後手の持駒：なし\n{board}先手の持駒：桂馬×３　歩兵十二枚\n",
        at("4k4/9/4P4/9/9/9/9/9/9 b 3N12P 1"),
    ),
    read(
        "050.kifu",
        "後手の持駒：なし\n{board}先手の持駒：無し\n",
        at("4k4/9/4P4/9/9/9/9/9/9 b - 1"),
    ),
    read(
        "051.kifu",
        "後手の持駒：なし\n{board}持駒：金\n",
        at("4k4/9/4P4/9/9/9/9/9/9 b G 1"),
    ),
    read(
        "052.kifu",
        "後手の持駒：なし\n{board}攻方持駒：金 ２枚\n",
        at("4k4/9/4P4/9/9/9/9/9/9 b 2G 1"),
    ),
    read(
        "053.kifu",
        "後手の持駒：なし\n{board}senteの持駒：金\n",
        at("4k4/9/4P4/9/9/9/9/9/9 b G 1"),
    ),
    read(
        "054.kifu",
        "後手の持駒：残りの全部\n{board}先手の持駒：金\n",
        at(PROBLEM),
    ),
    read(
        "055.kifu",
        "後手の持駒：その他全部\n{board}先手の持駒：金\n",
        at(PROBLEM),
    ),
    read(
        "056.kifu",
        "後手の持駒：全部\n{board}先手の持駒：金\n",
        at(PROBLEM),
    ),
    read(
        "057.kifu",
        "後手の持駒：その他\n{board}先手の持駒：金\n",
        at(PROBLEM),
    ),
    refused(
        "058.kifu",
        "{problem}持駒：金\n",
        "line 15, column 1: this is a second hand of 先手; the first is in line 14",
    ),
    refused(
        "059.kifu",
        "後手の持駒：全銀\n{board}",
        "line 1, column 7: a promoted silver cannot be in hand",
    ),
    refused(
        "060.kifu",
        "{board}先手の持駒：金x\n",
        "line 13, column 9: expected a number of pieces, found the end of the line",
    ),
    read(
        "061.kifu",
        "手合割：飛落ち\n",
        at("lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ),
    read(
        "062.kifu",
        "手合割：左香落ち\n",
        at("lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ),
    read(
        "063.kifu",
        "手合割：2枚落ち\n",
        at("lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ),
    read(
        "064.kifu",
        "手合割：２枚落\n",
        at("lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ),
    read(
        "065.kifu",
        "手合割：10枚落ち\n",
        at("4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ),
    refused(
        "066.kifu",
        "手合割：9枚落ち\n",
        "line 1, column 5: this handicap has no known name, and there is no board",
    ),
    // The move that led to a diagram, and the side to move.
    read(
        "067.bod",
        "{problem}手数＝171  ▲５三歩  まで\n",
        at("4k4/9/4P4/9/9/9/9/9/9 w G2r2b3g4s4n4l17p 1"),
    ),
    read(
        "068.bod",
        "{problem}手数＝171  ▲５三歩  まで\n\n後手番\n",
        at("4k4/9/4P4/9/9/9/9/9/9 w G2r2b3g4s4n4l17p 1"),
    ),
    read(
        "069.bod",
        "{problem}手数＝170  △５一玉  まで\n",
        at(PROBLEM),
    ),
    read("070.bod", "{problem}手数＝0\n", at(PROBLEM)),
    read(
        "071.bod",
        "{problem}手番：gote\n",
        at("4k4/9/4P4/9/9/9/9/9/9 w G2r2b3g4s4n4l17p 1"),
    ),
    refused(
        "072.bod",
        "{problem}手数＝171  ▲５三歩  まで\n先手番\n",
        "line 16, column 1: another line says that the other side is to move",
    ),
    refused(
        "073.bod",
        "{problem}後手番\n手数＝170  △５一玉  まで\n",
        "line 16, column 9: another line says that the other side is to move",
    ),
    read(
        "074.bod",
        "{board}先手の持駒：金\n",
        at("4k4/9/4P4/9/9/9/9/9/9 b G 1"),
    ),
    // Moves with an error, which are not words for ends.
    refused(
        "075.kifu",
        "手合割：平手\n７六歩\n",
        "line 2, column 1: the number of the move is missing, or the blank after it; expected a line such as 1 ７六歩(77)",
    ),
];
