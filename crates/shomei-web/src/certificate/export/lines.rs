//! Lines of Othello in OBF, position by position. The library reads them again.

use std::fmt::Write;

use super::super::walk::Walk;

/// Every position of a line in OBF, each on a line of its own, with the move that leads to it as a
/// comment; nothing for a game that is not written in OBF.
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
