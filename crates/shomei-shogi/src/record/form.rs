//! Which form a text has.

use shomei_game::NotationError;

use super::scan::{Scan, digit};
use super::{csa, kif, moves};

/// The forms of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// KIF, or a diagram alone.
    Kif,
    Csa,
    /// KI2, which is not read. The line that shows it, counted from 1.
    Ki2(usize),
    /// Nothing that any of them begins with.
    None,
}

impl Form {
    /// The form of a text, whatever its file is called. What is no good record of any form
    /// gets that of which something is in it.
    pub(super) fn of(text: &str) -> Form {
        if csa::looks_like_csa(text) {
            return Form::Csa;
        }
        if let Some(line) = ki2_line(text) {
            return Form::Ki2(line);
        }
        if kif::looks_like_kif(text) {
            return Form::Kif;
        }
        if csa::has_line(text) {
            return Form::Csa;
        }
        // All that stands in KIF and is no comment has kanji.
        let is_comment = |line: &&str| line.trim_start().starts_with(['#', '%', '*', '&']);
        match text
            .lines()
            .filter(|line| !is_comment(line))
            .all(str::is_ascii)
        {
            true => Form::None,
            false => Form::Kif,
        }
    }
}

/// The first line of moves in KI2, in a text without lines of moves in KIF: `▲７六歩 △３四歩`.
fn ki2_line(text: &str) -> Option<usize> {
    let mut first = None;
    for (number, line) in (1..).zip(text.lines()) {
        let mut scan = Scan::of(line, number);
        scan.skip_blanks();
        if moves::SIGNS.iter().any(|sign| scan.accept(sign)) {
            let begins_move = |letter: char| letter == '同' || digit(letter).is_some();
            if scan.peek().is_some_and(begins_move) {
                first.get_or_insert(number);
            }
        } else if scan.number().is_some() {
            scan.skip_blanks();
            // The names of the files above a board have no kanji.
            if scan
                .rest()
                .chars()
                .any(|letter| !letter.is_ascii() && digit(letter).is_none())
            {
                return None;
            }
        }
    }
    first
}

/// The error for KI2.
pub(super) fn no_ki2(text: &str, line: usize) -> NotationError {
    let content = text.lines().nth(line - 1).unwrap_or_default();
    let mut scan = Scan::of(content, line);
    scan.skip_blanks();
    scan.error(
        "this is KI2, which is not read, since it does not say where a piece comes from; write \
         the record as KIF or CSA",
    )
}

/// The error for what is no record of any form.
pub(super) fn no_record(text: &str) -> NotationError {
    let visible = |(_, line): &(usize, &str)| !line.trim().is_empty();
    let (number, line) = (1..).zip(text.lines()).find(visible).unwrap_or((1, ""));
    let mut scan = Scan::of(line, number);
    scan.skip_blanks();
    scan.error("no record begins so: neither KIF, a diagram (BOD) nor CSA")
}
