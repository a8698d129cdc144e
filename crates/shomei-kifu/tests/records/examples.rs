//! Records as other programs write them, each read or refused as expected.

use shomei_game::Ending;
use shomei_kifu::{Kifu, Records};
use shomei_testkit::shogi_records::EXAMPLES;

use crate::{game, position, usi};

/// The word of KIF for an ending.
pub(crate) fn end(ending: &Ending) -> &str {
    match ending {
        Ending::Won => "詰み",
        Ending::Failed => "不詰",
        Ending::Open => "",
        Ending::Over(word) => word,
    }
}

/// A line まで… may count from the number of the first move, from the move before the diagram, or
/// including an illegal move; each branch has its own.
#[test]
fn moves_are_counted_in_several_ways() {
    let with_board = |before: &str, end: &str| {
        let board = "+---------------------------+\n";
        let empty = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n".repeat(7);
        let rows = format!("| ・ ・ ・ ・v玉 ・ ・ ・ ・|\n{empty}| ・ ・ ・ ・ 玉 ・ ・ ・ ・|\n");
        format!("{board}{rows}{board}{before}{end}")
    };
    for text in [
        with_board("", "101 ５八玉(59)\n102 ５二玉(51)\nまで102手で中断\n"),
        with_board("", "101 ５八玉(59)\n102 ５二玉(51)\nまで2手で中断\n"),
        with_board(
            "手数＝100  △５一玉  まで\n",
            "▲５八玉△５二玉\nまで102手で中断\n",
        ),
        with_board(
            "",
            "1 ５八玉(59)\n2 ５三玉(51)\n3 反則勝ち\nまで2手で反則\n",
        ),
        with_board(
            "",
            "▲５八玉△５二玉\nまで2手\n変化：2手\n△６二玉▲６八玉\nまで3手\n",
        ),
    ] {
        let record = Kifu::read_record(&game(), text.as_bytes()).unwrap();
        assert_eq!(record.warnings, [], "{text}");
    }
    let text = with_board(
        "",
        "▲５八玉△５二玉\nまで2手\n変化：2手\n△６二玉▲６八玉\nまで5手\n",
    );
    let record = Kifu::read_record(&game(), text.as_bytes()).unwrap();
    let warning =
        "line 16, column 1: the number of moves after まで is 5, and that of the line is 3";
    assert_eq!(record.warnings.len(), 1, "{:?}", record.warnings);
    assert_eq!(record.warnings[0].to_string(), warning);
}

#[test]
fn records_of_other_programs_mean_what_they_say() {
    for example in EXAMPLES {
        let text = example.text();
        let read = Kifu::read_record(&game(), text.as_bytes());
        match (read, example.meaning) {
            (Ok(record), Ok(meaning)) => {
                assert_eq!(record.root, position(meaning.position), "{text}");
                assert_eq!(usi(&record.main.moves), meaning.moves, "{text}");
                assert_eq!(end(&record.ending), meaning.end, "{text}");
                let warnings: Vec<String> =
                    record.warnings.iter().map(ToString::to_string).collect();
                assert_eq!(warnings.join("; "), meaning.warning, "{text}");
                assert!(record.branches.is_empty(), "{text}");
            }
            (Err(error), Err(expected)) => assert_eq!(error.to_string(), expected, "{text}"),
            (read, expected) => panic!("{read:?}, expected {expected:?} of\n{text}"),
        }
    }
    let refused = EXAMPLES.iter().filter(|example| example.meaning.is_err());
    assert!(refused.count() >= 18 && EXAMPLES.len() >= 70);
}
