//! Records of play.

use shomei_game::{Ending, Game, Goal, Kind, Notation, Record, Side};
use shomei_shogi::{Move, Position, Shogi};

/// No bytes make the reader of records panic, and what it reads it reads again as it is
/// written, in every form that has a place for it. What stands behind a line of what is
/// written is refused.
pub fn shogi_records(bytes: &[u8]) {
    let game = Shogi::open("full", Goal::win(Side::First)).expect("the rules exist");
    let _ = Shogi::looks_like_record(bytes);
    let Ok(record) = game.read_record(bytes) else {
        return;
    };
    check_moves(&game, &record);
    let jkf = game.write_record(&record, "jkf").expect("the form exists");
    assert!(jkf.starts_with(b"{\"header\":{") && jkf.ends_with(b"]}\n"));
    for form in ["kifu", "kif", "ki2u", "ki2", "csa"] {
        let written = game.write_record(&record, form).expect("the form exists");
        assert!(Shogi::looks_like_record(&written));
        let again = game.read_record(&written);
        let again = again.unwrap_or_else(|error| panic!("{error} in a record as {form}"));
        assert_eq!(again.root, record.root, "{form}");
        assert_eq!(again.main.moves, record.main.moves, "{form}");
        // Some ends are known to CSA alone, or to KIF.
        let is_known = match &record.ending {
            Ending::Over(name) if name.starts_with('%') => form == "csa",
            Ending::Over(name) => form != "csa" || !name.starts_with("不戦"),
            _ => true,
        };
        let expected = if is_known {
            record.ending.clone()
        } else {
            Ending::Open
        };
        assert_eq!(again.ending, expected, "{form}");
        check_moves(&game, &again);
        // Branches have their order and their comments now.
        let written = game.write_record(&again, form).expect("the form exists");
        assert_eq!(game.read_record(&written).as_ref(), Ok(&again), "{form}");
        if form != "kif" && form != "ki2" {
            nothing_behind(&game, &String::from_utf8(written).expect("it is UTF-8"));
        }
    }
}

/// Words behind a line of a record, or on a line of their own, are refused: but behind
/// what is a comment or says something about the record.
fn nothing_behind(game: &Shogi, text: &str) {
    let is_free = |line: &str| {
        line.is_empty()
            || line.starts_with(['#', '*', '\'', 'V', '$', 'N'])
            || line.starts_with("まで")
            || line.starts_with("手数")
            || line.contains('：') && !line.starts_with("変化：")
    };
    let lines: Vec<&str> = text.lines().collect();
    for at in 0..lines.len() {
        for (behind, may_be_free) in [(" GARBAGE", true), ("\nGARBAGE", false)] {
            if may_be_free && is_free(lines[at]) {
                continue;
            }
            let mut changed = lines.clone();
            let line = format!("{}{behind}", lines[at]);
            changed[at] = &line;
            let read = game.read_record(changed.join("\n").as_bytes());
            assert!(read.is_err(), "{line:?} in {text:?} is read as {read:?}");
        }
    }
}

/// Every move is legal where it stands.
fn check_moves(game: &Shogi, record: &Record<Position, Move>) {
    let main = &record.main.moves;
    play(game, record.root, main);
    for branch in &record.branches {
        assert!(branch.at <= main.len() && !branch.moves.is_empty());
        assert!(main.get(branch.at) != branch.moves.first());
        let at = play(game, record.root, &main[..branch.at]);
        play(game, at, &branch.moves);
    }
}

fn play(game: &Shogi, root: Position, line: &[Move]) -> Position {
    line.iter().fold(root, |position, &mv| {
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        assert!(moves.contains(&mv), "{mv} in a record is not legal");
        position.play(mv)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::Choices;
    use crate::seeded_bytes;

    const PIECES: &[&str] = &[
        "手合割：平手\n",
        "手合割：二枚落ち\n",
        "後手の持駒：残り全部\n",
        "先手の持駒：金　歩二\n",
        "+---------------------------+\n",
        "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n",
        "| ・ ・ ・ ・ 歩 ・ ・ ・ ・|\n",
        "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n",
        "後手番\n",
        "手数----指手---------消費時間--\n",
        "*words\n",
        "   1 ７六歩(77)   ( 0:00/00:00:00)+\n",
        "   2 ３四歩(33)\n",
        "   2 ８四歩(83)\n",
        "   3 ２二角成(88)\n",
        "   4 同　銀(31)\n",
        "   5 ５五角打\n",
        "   1 ２六歩(27)\n",
        "   5 詰み\n",
        "   1 ５二金打\n",
        "   2 詰み\n",
        "変化：1手\n",
        "変化：2手\n",
        "変化：3手\n",
        "まで4手で詰\n",
        "まで3手で先手の勝ち\n",
        "   4 反則勝ち\n",
        "   5 不戦敗\n",
        "▲７六歩 △３四歩\n",
        "▲２二角成△同　銀 ▲５五角打",
        "△８四歩\n",
        "▲５二金まで1手で詰\n",
        "▲２六歩",
        "まで3手で後手の反則勝ち\n",
        "V2.2\n",
        "PI\n",
        "PI82HI22KA\n",
        "P1 *  *  *  * -OU *  *  *  * \n",
        "P2 *  *  *  *  *  *  *  *  * \n",
        "P-51OU\n",
        "P+53FU00KI\n",
        "P-00AL\n",
        "+\n",
        "-\n",
        "+7776FU,T1\n",
        "-3334FU\n",
        "+8822UM\n",
        "+0052KI\n",
        "%TSUMI\n",
        "%MATTA\n",
        "%-ILLEGAL_ACTION\n",
        "'*words\n",
        "備考：words\n",
        "\0|:=\n",
        "\u{1}先手\0：words\n",
        "$手番:words\n",
        "$1 x:words\n",
    ];

    /// What a good record begins with, so that moves come to be read.
    const BEGINNINGS: &[&str] = &[
        "",
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 同　銀(31)\n",
        "手合割：平手\n▲７六歩 △３四歩 ▲２二角成 △同銀\n",
        "PI\n+\n+7776FU\n-3334FU\n",
        "V2.2\nP-51OU\nP+53FU00KI\nP-00AL\n+\n",
    ];

    /// Pieces of good records in any order, with bytes changed.
    #[test]
    fn holds_on_seeded_records() {
        let mut read = 0;
        for seed in 0..12_000 {
            let bytes = seeded_bytes(seed, 64);
            let mut choices = Choices::new(&bytes);
            let mut text = BEGINNINGS[choices.below(BEGINNINGS.len())].to_string();
            for _ in 0..choices.below(12) {
                text += PIECES[choices.below(PIECES.len())];
            }
            let mut text = text.into_bytes();
            for _ in 0..choices.below(8).saturating_sub(4) {
                if !text.is_empty() {
                    let at = choices.below(text.len());
                    text[at] = choices.byte();
                }
            }
            let game = Shogi::open("full", Goal::win(Side::First)).unwrap();
            read += usize::from(game.read_record(&text).is_ok());
            shogi_records(&text);
        }
        assert!(read > 350, "{read} of the records were good");
    }

    /// Bytes that are no text.
    #[test]
    fn holds_on_seeded_bytes() {
        for seed in 0..2_000 {
            shogi_records(&seeded_bytes(seed, 64));
        }
    }
}
