//! What `shomei show` prints of a position, and how that is read again.

use crate::games::Entry;
use crate::output::{capital, counted, outcome_text};
use shomei::{AnyGame, AnyPosition};

/// The diagram, and the position on one line.
pub(crate) fn head(position: &AnyPosition) -> String {
    format!("{}\n\nposition: {}", position.diagram(), position.text())
}

/// How the position stands: its moves, or why there are none.
pub(crate) fn end(entry: &Entry, position: &AnyPosition) -> String {
    match (position.outcome(), position.why_over()) {
        (Some(_), Some(why)) => why,
        (Some(outcome), None) => {
            format!(
                "the game is over: {}",
                outcome_text(outcome, entry.kind.sides)
            )
        }
        (None, _) => {
            let moves = position.moves();
            let side = capital(entry.kind.sides[position.to_move().index()]);
            let count = counted(moves.len() as u64, "move");
            format!("{side} to move, {count}: {}", moves.join(" "))
        }
    }
}

/// The position of a text that is all that `show` prints of it; `None` for any other
/// text, also where a letter of it differs.
pub(crate) fn read(text: &str, entry: &Entry, game: &AnyGame) -> Option<String> {
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let line = lines
        .iter()
        .find_map(|line| line.strip_prefix("position: "))?;
    let position = game.position(line).ok()?;
    let shown = format!("{}\n{}", head(&position), end(entry, &position));
    shown.lines().eq(lines).then(|| line.to_string())
}
