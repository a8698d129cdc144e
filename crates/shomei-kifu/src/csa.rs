//! CSA: boards, moves and comments, versions 2 and 3.
//!
//! ```text
//! V2.2
//! P1 *  *  *  * -OU *  *  *  *
//! ...
//! P+00KI00KI
//! P-00AL
//! +
//! +0052KI
//! %TSUMI
//! ```

mod board;
mod write;

use board::{parse_kind, parse_square};
use shomei_game::{ErrorText, Side, error_text};
use shomei_shogi::{Kind, Move, Position};

use crate::builder::Builder;
use crate::ending::CSA_ENDS;
use crate::moves::Read;
use crate::names::rank_name;
use crate::scan::{Scan, What, shown};
use crate::setup::Setup;
use crate::{Error, Kifu};
pub(crate) use write::write;

const SIDES: &[(&str, Side)] = &[("+", Side::First), ("-", Side::Second)];

/// Beginnings of lines that only CSA has, before any move.
const MARKS: &[&str] = &["V1", "V2", "V3", "N+", "N-", "$", "PI", "P+", "P-"];

/// Whether the first line other than a comment belongs to CSA.
pub(crate) fn looks_like_csa(text: &str) -> bool {
    let line = text.lines().find(|line| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('\'')
    });
    let Some(line) = line else {
        return false;
    };
    is_row(line) || MARKS.iter().any(|mark| line.starts_with(mark))
}

/// Whether a line is a row of a board. SFEN may also begin with a pawn and a digit.
fn is_row(line: &str) -> bool {
    matches!(line.as_bytes(), [b'P', b'1'..=b'9', b' ' | b'+' | b'-', ..])
}

/// Whether any line belongs to CSA and to no other format: a faulty CSA record may begin with
/// another line.
pub(crate) fn has_line(text: &str) -> bool {
    text.lines().any(|line| {
        let line = line.trim_end();
        let bytes = line.as_bytes();
        let is_move = match bytes {
            [b'+' | b'-', rest @ ..] if rest.len() >= 6 => {
                rest[..4].iter().all(u8::is_ascii_digit)
                    && rest[4..6].iter().all(u8::is_ascii_uppercase)
            }
            _ => false,
        };
        let is_turn = matches!(bytes, b"+" | b"-");
        let is_end = CSA_ENDS.contains(&line);
        let is_mark = MARKS
            .iter()
            .any(|mark| *mark != "$" && line.starts_with(mark));
        is_move || is_row(line) || is_turn || is_end || is_mark
    })
}

/// Reads a record.
///
/// # Errors
///
/// If it is not a valid record; the error has the line and column.
pub(crate) fn read(text: &str) -> Result<Kifu, Error> {
    let mut reader = CsaReader::default();
    for (number, line) in (1..).zip(text.lines()) {
        let scan = Scan::of(line, number);
        if ["N+", "N-", "$"].iter().any(|name| line.starts_with(name)) {
            // Names may contain commas.
            reader.header(line);
            continue;
        }
        for part in statements(scan) {
            reader.statement(part)?;
        }
    }
    let lines = match reader.lines.take() {
        Some(lines) => lines,
        None => reader.begin()?,
    };
    Ok(Kifu {
        headings: reader.headings,
        ..lines.kifu()?
    })
}

/// Headers of CSA and their names in KIF.
pub(crate) const HEADERS: [(&str, &str); 6] = [
    ("N+", "先手"),
    ("N-", "後手"),
    ("$EVENT:", "棋戦"),
    ("$SITE:", "場所"),
    ("$START_TIME:", "開始日時"),
    ("$END_TIME:", "終了日時"),
];

/// The comma-separated parts of a line, with their places. A comment is always the last part.
fn statements(line: Scan<'_>) -> Vec<Scan<'_>> {
    let mut scan = line;
    let mut parts = Vec::new();
    for part in line.rest().split(',') {
        let mut begin = scan;
        if part.trim_start().starts_with('\'') {
            parts.push(begin);
            break;
        }
        begin.cut(part.len());
        parts.push(begin);
        scan.accept(part);
        scan.accept(",");
    }
    parts
}

/// The parts of a record that have been read.
#[derive(Default)]
struct CsaReader {
    setup: Setup,
    /// One bit for each row of the board that has been read.
    rows: u16,
    /// Whether the board is the usual start without some pieces.
    has_start: bool,
    /// Whether any line contains pieces.
    has_board: bool,
    turn: Option<Side>,
    headings: Vec<(String, String)>,
    comments: Vec<String>,
    lines: Option<Builder>,
}

impl CsaReader {
    /// Stores a name or another header under its name in KIF.
    fn header(&mut self, line: &str) {
        let known = HEADERS
            .iter()
            .find_map(|(csa, kif)| Some((*kif, line.strip_prefix(csa)?)));
        let other = || line.strip_prefix('$')?.split_once(':');
        if let Some((name, value)) = known.or_else(other)
            && !value.trim().is_empty()
        {
            self.headings
                .push((name.to_string(), value.trim().to_string()));
        }
    }

    fn comment(&mut self, text: &str) {
        match &mut self.lines {
            Some(lines) => lines.comment(text),
            None => self.comments.push(text.to_string()),
        }
    }

    fn statement(&mut self, mut scan: Scan<'_>) -> Result<(), Error> {
        scan.skip_blanks();
        if scan.accept("'") {
            // Comments for programs begin with a star.
            if scan.accept("*") {
                self.comment(scan.rest());
            }
            return Ok(());
        }
        scan.trim_end();
        let begin = scan;
        let is_end_or_time = matches!(begin.peek(), None | Some('%' | 'T'));
        if !is_end_or_time && let Some(lines) = &mut self.lines {
            lines.no_illegal_move()?;
        }
        match scan.next() {
            None => Ok(()),
            Some('V') if self.has_board || self.lines.is_some() => Err(begin.error(error_text!(
                "csa-late-version",
                "the version must be before the board"
            ))),
            Some('V') => number(scan, || {
                error_text!("csa-version", "the number of the version, such as 2.2")
            }),
            Some('T') if self.lines.is_none() => Err(begin.error(error_text!(
                "csa-early-time",
                "there is a time before the first move"
            ))),
            // The time of a move is skipped.
            Some('T') => number(scan, || error_text!("csa-seconds", "the seconds of a move")),
            Some('P') if self.lines.is_some() => Err(begin.error(error_text!(
                "csa-late-board",
                "there is a board after the side to move"
            ))),
            Some('P') => self.board(scan),
            Some('+' | '-') => self.turn_or_move(begin),
            Some('%') => self.end(begin),
            Some('/') => Err(begin.error(error_text!(
                "csa-second-record",
                "there is a second record in the file: make it a file of its own"
            ))),
            Some(_) => Err(begin.expected(error_text!("csa-line", "a line of CSA"))),
        }
    }

    fn turn_or_move(&mut self, mut scan: Scan<'_>) -> Result<(), Error> {
        let begin = scan;
        let Some(side) = scan.accept_any(SIDES) else {
            return Err(scan.expected(error_text!("csa-side", "+ or -")));
        };
        if scan.peek().is_none() {
            if self.lines.is_some() {
                return Err(begin.error(error_text!(
                    "csa-second-side",
                    "the side to move is given already"
                )));
            }
            self.turn = Some(side);
            self.lines = Some(self.begin()?);
            return Ok(());
        }
        let lines = match self.lines.take() {
            Some(lines) => lines,
            None => {
                self.turn = Some(side);
                self.begin()?
            }
        };
        let lines = self.lines.insert(lines);
        if lines.over().is_some() {
            return Err(begin.error(error_text!(
                "move-after-end",
                "there is a move after the end of the line"
            )));
        }
        let position = lines.place().position;
        if position.to_move() != side {
            return Err(begin.error(error_text!(
                "shogi-other-turn",
                "it is the turn of the other side"
            )));
        }
        let mv = parse_move(&mut scan, &position)?;
        scan.end(|| error_text!("csa-after-move", "nothing after the move"))?;
        lines.read(Read::of(&position, mv, || begin.spot()));
        Ok(())
    }

    /// Reads how the game ended. If it ended with an illegal move, the line ends before that move.
    fn end(&mut self, scan: Scan<'_>) -> Result<(), Error> {
        let name = scan.rest();
        if !CSA_ENDS.contains(&name) {
            return Err(scan.error(unknown_end(name, &CSA_ENDS)));
        }
        match &mut self.lines {
            Some(lines) => lines.end_by_csa(name, scan.spot()),
            None => Err(scan.error(error_text!(
                "csa-early-end",
                "there is an end before the side to move"
            ))),
        }
    }

    /// The builder with the start position and the comments before the first move.
    fn begin(&mut self) -> Result<Builder, Error> {
        if !self.has_board {
            return Err(Error::whole(error_text!(
                "csa-no-board",
                "there is no board (PI, P1 ... P9, P+ or P-)"
            )));
        }
        let Some(turn) = self.turn else {
            return Err(Error::whole(error_text!(
                "csa-no-side",
                "there is no side to move: expected a line + or -"
            )));
        };
        if let Some(missing) = (1..=9_u8).find(|rank| self.rows & (1 << rank) == 0)
            && self.rows != 0
        {
            return Err(Error::whole(error_text!(
                "csa-row-missing",
                "the board has no row {rank} ({name})",
                rank = missing,
                name = rank_name(missing)
            )));
        }
        let position = self.setup.position(turn)?;
        Ok(Builder::new(position, std::mem::take(&mut self.comments)))
    }
}

/// The error for an unknown name of an end, with the known ones.
pub(crate) fn unknown_end(name: &str, known: &[&str]) -> ErrorText {
    error_text!(
        "kifu-unknown-end-name",
        "\"{name}\" is not an end of a game; known are {known}",
        name = shown(name),
        known = known.join(", ")
    )
}

/// Accepts only digits and dots.
fn number(scan: Scan<'_>, what: What) -> Result<(), Error> {
    let rest = scan.rest();
    let is_number = !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit() || c == '.');
    match is_number {
        true => Ok(()),
        false => Err(scan.expected(what())),
    }
}

/// Reads a move, legal or not: origin, destination and the kind after the move.
fn parse_move(scan: &mut Scan<'_>, position: &Position) -> Result<Move, Error> {
    let from = parse_square(scan)?;
    let spot = scan.spot();
    let Some(to) = parse_square(scan)? else {
        return Err(spot.error(error_text!(
            "csa-move-into-hand",
            "a piece cannot move into a hand"
        )));
    };
    let begin = *scan;
    let kind = parse_kind(scan)?;
    let Some(from) = from else {
        if kind == Kind::King || kind.is_promoted() {
            return Err(begin.error(error_text!(
                "shogi-drop-unpromoted",
                "only an unpromoted piece can be dropped"
            )));
        }
        return Ok(Move::drop(kind, to));
    };
    match position.piece(from) {
        Some((side, moved)) if side == position.to_move() && moved != kind => {
            if moved.promoted() == Some(kind) {
                return Ok(Move::promoting(from, to));
            }
            Err(begin.error(error_text!(
                "csa-cannot-become",
                "the {moved} on {square} cannot become a {piece}",
                moved = moved.text(),
                square = from.text(),
                piece = kind.text()
            )))
        }
        _ => Ok(Move::new(from, to)),
    }
}
