//! Lines of Othello in OBF, one position per line of text. The library can read them.

use std::fmt::Write;

use super::super::walk::Walk;

/// All positions of a line in OBF, each with its move as a comment; `None` for a game without OBF.
pub(super) fn obf(walk: &Walk) -> Option<String> {
    let mut text = String::new();
    for ply in 0..=walk.steps().len() {
        let position = walk.position_before(ply).format_scores(&[])?;
        let last = ply.checked_sub(1).and_then(|last| walk.steps().get(last));
        // Writing to a string cannot fail.
        let _ = match last {
            Some(step) => writeln!(text, "{position} % {ply}. {}", step.mv),
            None => writeln!(text, "{position}"),
        };
    }
    Some(text)
}
