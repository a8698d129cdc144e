//! Ends of lines of moves: a word in place of a move, or a line まで….

use shomei_game::{Ending, Side, error_text};

use super::KifReader;
use crate::builder::Builder;
use crate::ending::{End, FOULED, Summary};
use crate::moves::{accept_sign, nothing_else, parse_sign};
use crate::scan::{Scan, shown};
use crate::{Error, Spot};

impl KifReader {
    /// Ends the line with a word in place of a move.
    pub(super) fn end(&mut self, end: End, spot: Spot) -> Result<(), Error> {
        let lines = self.lines(spot)?;
        let is_first = lines.over().is_none();
        let is_open = end.ending == Ending::Open;
        lines.end_once(end.ending, spot)?;
        if let Some(word) = end.unknown.filter(|_| is_first) {
            let word = shown(&word);
            let message = match is_open {
                true => error_text!(
                    "kifu-unknown-summary",
                    "unknown words after まで, which are ignored: \"{word}\"",
                    word = word
                ),
                false => error_text!(
                    "kifu-unknown-end",
                    "unknown end, kept as written: \"{word}\"",
                    word = word
                ),
            };
            self.warnings.push(spot.error(message));
        }
        Ok(())
    }

    /// Reads the words after まで: the number of moves, and how they end. In KI2 it is the usual
    /// place for the ending.
    pub(super) fn summary(&mut self, scan: Scan<'_>, spot: Spot) -> Result<(), Error> {
        // The line ends before an illegal move.
        let may_be_foul = self.is_ki2() && scan.rest().contains("反則");
        let lines = self.lines.as_mut().filter(|_| may_be_foul);
        let is_foul = lines.is_some_and(Builder::drop_illegal_move);
        self.no_illegal_move()?;
        let lines = self.lines(spot)?;
        let (place, over) = (lines.place(), lines.over().cloned());
        let plies = place.plies;
        let mut summary = Summary::of(scan.rest(), place.position.to_move());
        if is_foul {
            summary.end = End::known(FOULED);
        }
        if let Some(before) = self.summary.replace(summary.clone()) {
            return match before == summary {
                true => Ok(()),
                false => Err(spot.error(error_text!(
                    "kifu-second-summary",
                    "this line has another まで with other words"
                ))),
            };
        }
        // The count may include the illegal move.
        let is_after_foul = over
            .clone()
            .map_or(summary.end.clone(), End::known)
            .is_foul();
        if let Some(counted) = summary.plies
            && ![plies, plies + self.played, self.next_number() - 1].contains(&counted)
            && !(is_after_foul && counted == plies + 1)
        {
            let message = error_text!(
                "kifu-other-count",
                "the number of moves after まで is {count}, and that of the line is {plies}",
                count = counted,
                plies = plies
            );
            self.warnings.push(spot.error(message));
        }
        match over {
            Some(_) => Ok(()),
            None => self.end(summary.end, spot),
        }
    }
}

/// Reads the ending in place of a move, if it is one, and the rest of its line.
pub(super) fn parse_end(mut scan: Scan<'_>, to_move: Side) -> Result<Option<End>, Error> {
    let begin = scan;
    accept_sign(&mut scan);
    let Some(end) = End::read(&mut scan) else {
        return Ok(None);
    };
    parse_sign(&mut begin.clone(), to_move)?;
    nothing_else(scan)?;
    Ok(Some(end))
}
