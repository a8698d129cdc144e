//! Records in the forms of other programs, each read or refused as it should be.

use shomei_game::{Ending, Notation};
use shomei_testkit::shogi_records::EXAMPLES;

use crate::{game, position, usi};

/// The word of KIF for an end.
pub(crate) fn end(ending: &Ending) -> &str {
    match ending {
        Ending::Won => "詰み",
        Ending::Failed => "不詰",
        Ending::Open => "",
        Ending::Over(word) => word,
    }
}

#[test]
fn records_of_other_programs_mean_what_they_say() {
    for example in EXAMPLES {
        let text = example.text();
        let read = game().read_record(text.as_bytes());
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
