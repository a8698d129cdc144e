//! Which form a text has.

use shomei_game::NotationError;

use super::scan::{Scan, digit};
use super::{csa, kif};

/// The forms of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// KIF, or a diagram alone.
    Kif,
    Csa,
    Ki2,
    Jkf,
    /// Nothing that any of them begins with.
    None,
}

impl Form {
    /// The form of a text, whatever its file is called. What is no good record of any form
    /// gets that of which something is in it.
    pub(super) fn of(text: &str) -> Form {
        if text.trim_start().starts_with('{') {
            return Form::Jkf;
        }
        if csa::looks_like_csa(text) {
            return Form::Csa;
        }
        if has_spoken_moves(text) {
            return Form::Ki2;
        }
        if kif::looks_like_kif(text) {
            return Form::Kif;
        }
        if csa::has_line(text) {
            return Form::Csa;
        }
        // All that is in KIF and is no comment has kanji.
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

/// Whether there is a line of moves in KI2, `▲７六歩 △３四歩`, or one about the end of moves that
/// there are none of, まで０手で不詰, and no move in KIF.
fn has_spoken_moves(text: &str) -> bool {
    let mut has_spoken = false;
    for (number, line) in (1..).zip(text.lines()) {
        let mut scan = Scan::of(line, number);
        scan.skip_blanks();
        if kif::begins_spoken(scan) || scan.accept("まで") {
            has_spoken = true;
        } else if scan.number().is_some() {
            scan.skip_blanks();
            // The names of the files above a board have no kanji.
            let is_word = |letter: char| !letter.is_ascii() && digit(letter).is_none();
            if scan.rest().chars().any(is_word) {
                return false;
            }
        }
    }
    has_spoken
}

/// The error for what is no record of any form.
pub(super) fn no_record(text: &str) -> NotationError {
    let visible = |(_, line): &(usize, &str)| !line.trim().is_empty();
    let (number, line) = (1..).zip(text.lines()).find(visible).unwrap_or((1, ""));
    let mut scan = Scan::of(line, number);
    scan.skip_blanks();
    scan.error("no record begins so: neither KIF, KI2, a diagram (BOD), CSA nor JKF")
}
