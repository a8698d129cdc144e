//! Properties of records of play.

use shomei_game::sgf::result_in_sgf;
use shomei_game::{Ending, Game, Goal, Kind, Record, RecordTree, Records, Side};
use shomei_kifu::{Kifu, is_kifu};
use shomei_loa::Loa;
use shomei_othello::Othello;
use shomei_shogi::{Move, Position, Shogi};

/// The reader of shogi records never panics. A record is read again as it is written, in every form
/// that can express it; [`convert`](crate::convert) checks the losses of forms. Text after a
/// written line is rejected.
pub fn shogi_records(bytes: &[u8]) {
    let game = Shogi::open("full", Goal::win(Side::First)).expect("the rules exist");
    let _ = is_kifu(bytes);
    let Ok(record) = Kifu::read_record(&game, bytes) else {
        return;
    };
    check_moves(&game, &record);
    for form in ["kifu", "kif", "ki2u", "ki2", "csa", "jkf"] {
        let written = Kifu::write_record(&game, &record, form).expect("the form exists");
        assert!(is_kifu(&written));
        let again = Kifu::read_record(&game, &written);
        let again = again.unwrap_or_else(|error| panic!("{error} in a record as {form}"));
        assert_eq!(again.root, record.root, "{form}");
        assert_eq!(again.main.moves, record.main.moves, "{form}");
        check_moves(&game, &again);
        // Writing can change the order and the lines of branches and comments.
        let written = Kifu::write_record(&game, &again, form).expect("the form exists");
        let mut third = Kifu::read_record(&game, &written).expect("it was read before");
        third.warnings.clone_from(&again.warnings);
        assert_eq!(third, again, "{form}");
        if !["kif", "ki2", "jkf"].contains(&form) {
            nothing_after(&game, &String::from_utf8(written).expect("it is UTF-8"));
        }
    }
}

/// The reader of Lines of Action records never panics. A record is read again as it is written.
/// Text after a written record is rejected.
pub fn loa_records(bytes: &[u8]) {
    board_records::<Loa>(bytes);
}

/// The property of [`loa_records`] for Othello, on the usual board and on the small one.
pub fn othello_records(bytes: &[u8]) {
    board_records::<Othello>(bytes);
}

fn board_records<G: Kind + Records<G>>(bytes: &[u8])
where
    G::Position: PartialEq + std::fmt::Debug,
    G::Move: PartialEq + std::fmt::Debug,
{
    let goal = Goal::win(Side::First);
    let games = ["", "board=6"].map(|rules| G::open(rules, goal).expect("the rules exist"));
    let _ = (G::looks_like_record(bytes), G::records_of(bytes));
    for game in games {
        let Ok(record) = G::read_record(&game, bytes) else {
            continue;
        };
        let text = game.format_position(&record.root);
        assert_eq!(game.parse_position(&text).as_ref(), Ok(&record.root));
        for form in G::FORMS {
            let write = |record| G::write_record(&game, record, form).expect("the form exists");
            let read = |bytes: &[u8]| {
                let read = G::read_record(&game, bytes);
                read.unwrap_or_else(|error| panic!("{error} in a record as {form}"))
            };
            let written = write(&record);
            assert!(G::looks_like_record(&written) && G::records_of(&written).is_empty());
            let again = read(&written);
            assert_eq!(again.root, record.root, "{form}");
            assert_eq!(again.main.moves, record.main.moves, "{form}");
            assert_eq!(again.ending, in_form(record.ending.clone(), form), "{form}");
            // Writing normalises blanks and control characters in texts.
            assert_eq!(read(&write(&again)), again, "{form}");
            if *form == "sgf" {
                let nodes = |record| RecordTree::of(record).nodes().count();
                assert_eq!(nodes(&again), nodes(&record));
            }
            let twice = [&written[..], &written[..]].concat();
            assert!(G::read_record(&game, &twice).is_err() && G::records_of(&twice).len() == 2);
            assert!(G::read_record(&game, &[&written[..], b" ?"].concat()).is_err());
        }
    }
}

/// The ending that this form can express: SGF cannot express the size of a win by resignation or on
/// time. [`convert`](crate::convert) expects a report of that loss.
fn in_form(ending: Ending, form: &str) -> Ending {
    match ending {
        Ending::Over(word) if form == "sgf" => Ending::Over(result_in_sgf(&word).into()),
        _ => ending,
    }
}

/// Text after a line of a record or on a separate line is rejected, except after comments and
/// descriptions of the record.
fn nothing_after(game: &Shogi, text: &str) {
    let is_free = |line: &str| {
        line.is_empty()
            || line.starts_with(['#', '*', '\'', 'V', '$', 'N'])
            || line.starts_with("まで")
            || line.starts_with("手数")
            || line.contains('：') && !line.starts_with("変化：")
    };
    let lines: Vec<&str> = text.lines().collect();
    for at in 0..lines.len() {
        for (after, may_be_free) in [(" GARBAGE", true), ("\nGARBAGE", false)] {
            if may_be_free && is_free(lines[at]) {
                continue;
            }
            let mut changed = lines.clone();
            let line = format!("{}{after}", lines[at]);
            changed[at] = &line;
            let read = Kifu::read_record(game, changed.join("\n").as_bytes());
            assert!(read.is_err(), "{line:?} in {text:?} is read as {read:?}");
        }
    }
}

/// Checks that every move is legal in its position.
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

/// A record for tests.
#[cfg(test)]
pub(crate) use tests::seeded_record;

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
        "   5 Time-up\n",
        "   3 通信切断\n",
        "   3 😀a\n",
        "▲通信切断",
        "△先手投了",
        "まで2手で通信切断\n",
        "まで九手詰\n",
        "盤面反転\n",
        "手数＝3  △５一玉  まで\n",
        "持駒：金x2、銀\n",
        "   5 ５八金 （49） ( 0:00/00:00:00) ( 0:00/00:00:00)\n",
        "%KACHI\n",
        "P2 * -HI * * * * * -KA *\n",
        "\0|:=\n",
        "\u{1}先手\0：words\n",
        "$手番:words\n",
        "$1 x:words\n",
    ];

    /// Beginnings of valid records, so that moves are parsed.
    const BEGINNINGS: &[&str] = &[
        "",
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 同　銀(31)\n",
        "手合割：平手\n▲７六歩 △３四歩 ▲２二角成 △同銀\n",
        "PI\n+\n+7776FU\n-3334FU\n",
        "V2.2\nP-51OU\nP+53FU00KI\nP-00AL\n+\n",
    ];

    /// Pieces of valid records in any order, with changed bytes.
    pub(crate) fn seeded_record(seed: u64) -> Vec<u8> {
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
        text
    }

    #[test]
    fn holds_on_seeded_records() {
        let mut read = 0;
        for seed in 0..12_000 {
            let text = seeded_record(seed);
            read += usize::from(Kifu::read(&text).is_ok());
            shogi_records(&text);
        }
        assert!(read > 350, "{read} of the records were good");
    }

    /// Bytes that are not text.
    #[test]
    fn holds_on_seeded_bytes() {
        for seed in 0..2_000 {
            shogi_records(&seeded_bytes(seed, 64));
        }
    }

    const NODES: &[&str] = &[
        ";B[c8-c6]",
        ";W[h4-f2]",
        ";B[g8g6]",
        ";W[a2-d2]",
        ";B[d1-b3]",
        ";W[resign]",
        ";B[fe]",
        ";W[df]",
        ";B[c3]",
        "B[f5//1]",
        "W[d6]",
        "W[pa]",
        ";W[tt]",
        "(",
        ")",
        "(;C[x])",
        "C[a \\] b\n]",
        "N[x]",
        ";",
        "RE[B+12]",
        "RE[-2.00:r]",
        "RE[?]",
        "PB[M\u{fc}ller]",
        "\n",
        " ",
        "PL[W]",
        "KM[0]",
        "AE[b1]",
        "AB[dd][ee]",
        "CA[latin1]",
        "\r",
    ];

    const HEADS: &[&str] = &[
        "(;GM[9]",
        "(;GM[2]SZ[8]",
        "(;",
        "1 (;GM[Othello]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]",
        "(;GM[2]SZ[6]",
        "(;GaMe[9]",
        "(;GM[9]SU[Custom]AB[a1:b2][d4]AW[h8][f6]",
        "(;GM[2]AB[aa][ah]AW[ba][bh]",
    ];

    /// Nodes of valid records in any order, with changed bytes.
    #[test]
    fn holds_on_seeded_board_games() {
        let mut read = 0;
        for seed in 0..20_000 {
            let bytes = seeded_bytes(seed, 64);
            let mut choices = Choices::new(&bytes);
            let mut text = HEADS[choices.below(HEADS.len())].to_string();
            for _ in 0..choices.below(9) {
                text += NODES[choices.below(NODES.len())];
            }
            let open = text
                .matches('(')
                .count()
                .saturating_sub(text.matches(')').count());
            text += &")".repeat(open);
            let mut text = text.into_bytes();
            for _ in 0..choices.below(8).saturating_sub(5) {
                let at = choices.below(text.len());
                text[at] = choices.byte();
            }
            let goal = Goal::win(Side::First);
            read += usize::from(Loa::read_record(&Loa::open("", goal).unwrap(), &text).is_ok());
            read +=
                usize::from(Othello::read_record(&Othello::open("", goal).unwrap(), &text).is_ok());
            loa_records(&text);
            othello_records(&text);
        }
        assert!(read > 2_000, "{read} of the records were good");
    }

    /// Bytes that are not text.
    #[test]
    fn holds_on_seeded_bytes_of_board_games() {
        for seed in 0..2_000 {
            let bytes = [b"(;", &seeded_bytes(seed, 64)[..]].concat();
            loa_records(&bytes);
            othello_records(&bytes);
        }
    }
}
