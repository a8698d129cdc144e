//! Lines of KIF that begin with a number, and branches.
//!
//! Numbers count the moves of a line. Some programs write a number twice: the second move then
//! follows the first, or replaces it. The rules decide between the two, and if both are legal the
//! record is refused.
//!
//! A game may end with an illegal move, followed by a line 反則勝ち or 反則負け. Then the line ends before
//! that move.

use super::KifReader;
use super::ends::parse_end;
use crate::builder::Builder;
use crate::ending::{End, FOULED, begins_without_file};
use crate::moves::{self, Read, nothing_else};
use crate::scan::{Scan, digit, shown};
use crate::{Error, Place, Spot};
use shomei_game::{ErrorText, error_text};

/// The error for a move without a number, `７六歩(77)`, or without a blank after its number.
pub(super) fn no_number() -> ErrorText {
    error_text!(
        "kifu-move-without-number",
        "the number of the move is missing, or the blank after it; expected a line such as 1 \
         ７六歩(77)"
    )
}

/// The error for a move with another number than the next one.
fn other_number(number: usize, expected: usize) -> ErrorText {
    error_text!(
        "kifu-other-move-number",
        "this is move {number}, expected {expected}",
        number = number,
        expected = expected
    )
}

/// The largest number of a move.
const LAST: usize = 1_000_000;

impl KifReader {
    /// Reads a line that begins with a digit: file numbers above a board, or a move.
    pub(super) fn numbered(&mut self, mut scan: Scan<'_>) -> Result<(), Error> {
        let is_file = |letter: char| digit(letter).is_some() || letter.is_whitespace();
        if self.lines.is_none() && scan.rest().chars().all(is_file) {
            return Ok(());
        }
        let begin = scan;
        let number = scan.number().unwrap_or(0);
        if number > LAST {
            return Err(begin.error(error_text!(
                "kifu-no-move-number",
                "this is not a move number"
            )));
        }
        let has_blank = scan.peek().is_some_and(char::is_whitespace);
        scan.skip_blanks();
        self.first.get_or_insert(number.max(1));
        let lines = self.lines(begin.spot())?;
        let place = lines.place();
        let is_over = lines.over().is_some();
        let end = parse_end(scan, place.position.to_move())?
            .filter(|end| has_blank || end.unknown.is_none());
        if end.is_none() && !has_blank && begins_without_file(scan) {
            return Err(begin.error(no_number()));
        }
        let expected = self.next_number();
        if is_over && end.is_none() {
            return Err(begin.error(error_text!(
                "move-after-end",
                "there is a move after the end of the line"
            )));
        }
        // An illegal move is also numbered.
        let is_foul = number == expected + 1 && end.as_ref().is_some_and(End::is_foul);
        if is_foul && self.lines(begin.spot())?.drop_illegal_move() {
            return self.end(End::known(FOULED), scan.spot());
        }
        self.no_illegal_move()?;
        // Words that end a line may also be numbered.
        let is_next = number == expected || (is_over && number > expected);
        if let Some(end) = end.clone().filter(|_| is_next) {
            return self.end(end, scan.spot());
        }
        if end.is_none() && self.numbers.last() == Some(&number) {
            return self.numbered_again(scan, begin, number);
        }
        if number != expected {
            return Err(begin.error(other_number(number, expected)));
        }
        let read = parse(scan, &place)?;
        self.play(read, number, begin.spot())
    }

    /// Reads a line with the same number as the line before it.
    fn numbered_again(
        &mut self,
        scan: Scan<'_>,
        begin: Scan<'_>,
        number: usize,
    ) -> Result<(), Error> {
        let lines = self.lines(begin.spot())?;
        let legal = |place: &Place| match parse(scan, place) {
            Ok(Read::Legal(mv)) => Some(mv),
            _ => None,
        };
        let follows = legal(&lines.place());
        let replaces = lines.before_last().and_then(|(before, played)| {
            let other = legal(&before);
            other.filter(|&mv| mv != played)
        });
        match (follows, replaces) {
            (Some(mv), None) => self.play(Read::Legal(mv), number, begin.spot()),
            (None, Some(mv)) => {
                self.branch_after(self.numbers.len() - 1, begin.spot())?;
                self.play(Read::Legal(mv), number, begin.spot())
            }
            (None, None) => Err(begin.error(other_number(number, number + 1))),
            (Some(_), Some(_)) => Err(begin.error(error_text!(
                "kifu-same-move-number",
                "this is another move {number}, and both may be right: after the first or in its place",
                number = number
            ))),
        }
    }

    /// Plays a move with this number if it is legal.
    pub(super) fn play(&mut self, read: Read, number: usize, spot: Spot) -> Result<(), Error> {
        if let Read::Legal(_) = read {
            self.numbers.push(number);
        }
        self.lines(spot)?.read(read);
        Ok(())
    }

    /// The number of the next move of the line.
    pub(super) fn next_number(&self) -> usize {
        let last = self.numbers.last().map(|number| number + 1);
        last.or(self.first).unwrap_or(1)
    }

    /// Refuses an illegal move that does not end the game.
    pub(super) fn no_illegal_move(&mut self) -> Result<(), Error> {
        let lines = self.lines.as_mut();
        lines.map_or(Ok(()), Builder::no_illegal_move)
    }

    /// Reads a branch, after its heading 変化：.
    pub(super) fn branch(&mut self, mut scan: Scan<'_>, spot: Spot) -> Result<(), Error> {
        self.no_illegal_move()?;
        scan.skip_blanks();
        let begin = scan;
        let Some(number) = scan.number() else {
            return Err(scan.expected(error_text!("kifu-move-number", "the number of a move")));
        };
        // The digits as written, since they may be too large for a number.
        let name = shown(&begin.rest()[..begin.rest().len() - scan.rest().len()]);
        scan.accept("手");
        scan.skip_blanks();
        scan.end(|| error_text!("kifu-after-number", "nothing after the number of the move"))?;
        self.lines(spot)?;
        let next = self.next_number();
        let numbers = self.numbers.iter().copied().chain([next]);
        let mut places = (0..).zip(numbers).filter(|&(_, other)| other == number);
        match (places.next(), places.next()) {
            (Some((plies, _)), None) => self.branch_after(plies, spot),
            (Some(_), Some(_)) => Err(begin.error(error_text!(
                "kifu-ambiguous-branch",
                "this branch begins at move {number}, a number that the line before it has \
                     twice",
                number = name
            ))),
            (None, _) => Err(begin.error(error_text!(
                "kifu-late-branch",
                "a branch at move {number} does not fit: the line before it ends with move \
                     {last}",
                number = name,
                last = next - 1
            ))),
        }
    }

    /// Begins a branch after this number of plies of the line.
    fn branch_after(&mut self, plies: usize, spot: Spot) -> Result<(), Error> {
        self.lines(spot)?.branch(plies)?;
        self.summary = None;
        self.numbers.truncate(plies);
        Ok(())
    }
}

/// Reads a move and the rest of its line.
fn parse(mut scan: Scan<'_>, place: &Place) -> Result<Read, Error> {
    let read = moves::parse(&mut scan, place)?;
    nothing_else(scan)?;
    Ok(read)
}
