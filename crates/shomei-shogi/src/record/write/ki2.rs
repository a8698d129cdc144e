//! Writes the moves of KI2, several on a line.

use shomei_game::LineEnd;

use super::tree::{Pen, Step, Stop};
use super::{push_comment, push_summary, width};
use crate::record::ending::unknown_name;
use crate::record::spoken::{mark, move_name};

/// Moves on a line.
const MOVES: usize = 6;

/// Half-width columns of a move.
const MOVE_WIDTH: usize = 14;

/// What has been written.
pub(super) struct Ki2 {
    pub(super) text: String,
    /// The moves of the line that is not written yet.
    line: Vec<String>,
}

impl Ki2 {
    pub(super) fn after(text: String) -> Ki2 {
        Ki2 {
            text,
            line: Vec::new(),
        }
    }

    /// Ends the line of moves, if there is one.
    pub(super) fn flush(&mut self) {
        let last = self.line.len().saturating_sub(1);
        for (place, name) in self.line.drain(..).enumerate() {
            self.text.push_str(&name);
            let blanks = match place == last {
                true => 0,
                false => MOVE_WIDTH.saturating_sub(width(&name)).max(1),
            };
            self.text.push_str(&" ".repeat(blanks));
        }
        if !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }
}

impl Pen for Ki2 {
    fn branch(&mut self, number: usize) {
        self.flush();
        self.text.push_str(&format!("\n変化：{number}手\n"));
    }

    fn step(&mut self, step: &Step<'_>) {
        let name = move_name(&step.at.position, step.mv, step.at.last);
        self.line.push(name);
        if !step.comment.is_empty() || self.line.len() == MOVES {
            self.flush();
            push_comment(&mut self.text, step.comment);
        }
    }

    fn end(&mut self, at: &Stop, end: &LineEnd) {
        self.flush();
        match unknown_name(&end.ending) {
            // After まで it might be taken for another one.
            Some(word) => {
                let mark = mark(at.position.to_move());
                self.text.push_str(&format!("{mark}{word}\n"));
            }
            None => push_summary(&mut self.text, at, end),
        }
        push_comment(&mut self.text, &end.comment);
    }
}
