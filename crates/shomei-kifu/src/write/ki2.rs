//! Writes the moves of KI2, several on a line.

use super::{push_comment, push_summary};
use crate::KifuLine;
use crate::ending::unknown_name;
use crate::move_name::mark;

/// The number of moves per line.
const MOVES: usize = 6;

/// The width of a move in half-width columns.
const MOVE_WIDTH: usize = 14;

/// Writes a line of a record.
pub(super) fn push_line(text: &mut String, line: &KifuLine<'_>) {
    let mut row = Vec::new();
    for step in &line.steps {
        row.push(step.name());
        if !step.comment.is_empty() || row.len() == MOVES {
            push_row(text, &mut row);
            push_comment(text, step.comment);
        }
    }
    push_row(text, &mut row);
    let Some(end) = &line.end else {
        return;
    };
    match unknown_name(&end.ending) {
        // After まで the word might be read as another ending.
        Some(word) => {
            let mark = mark(line.last().position.to_move());
            text.push_str(&format!("{mark}{word}\n"));
        }
        None => push_summary(text, &line.last(), &end.ending),
    }
    push_comment(text, &end.comment);
}

/// Writes moves on one line, if there are any.
fn push_row(text: &mut String, row: &mut Vec<String>) {
    if row.is_empty() {
        return;
    }
    let padded = row.drain(..).map(|name| {
        let blanks = MOVE_WIDTH.saturating_sub(width(&name)).max(1);
        name + &" ".repeat(blanks)
    });
    let padded: String = padded.collect();
    text.push_str(padded.trim_end());
    text.push('\n');
}

/// The width of a text in half-width columns.
fn width(text: &str) -> usize {
    let widths = text
        .chars()
        .map(|letter| if letter.is_ascii() { 1 } else { 2 });
    widths.sum()
}
