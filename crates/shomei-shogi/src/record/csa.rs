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

mod write;

use shomei_game::{Ending, NotationError, Side};

use super::ShogiRecord;
use super::lines::Lines;
use super::moves::whole_game;
use super::names::{CSA_PIECES, rank_name};
use super::scan::{Scan, Spot, digit};
use super::setup::Setup;
use crate::notation::parse_usi_move;
use crate::{Kind, Move, Position, Square};

pub(super) use write::write;

const SIDES: &[(&str, Side)] = &[("+", Side::First), ("-", Side::Second)];

/// What only CSA has at the beginning of a line, before any move.
const MARKS: &[&str] = &["V1", "V2", "V3", "N+", "N-", "$", "PI", "P+", "P-"];

/// Whether the first line that is no comment begins CSA.
pub(super) fn looks_like_csa(text: &str) -> bool {
    let line = text.lines().find(|line| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('\'')
    });
    let Some(line) = line else {
        return false;
    };
    // SFEN may begin with a pawn and a digit, too.
    let mut letters = line.chars();
    let is_row = letters.next() == Some('P')
        && matches!(letters.next(), Some('1'..='9'))
        && matches!(letters.next(), Some(' ' | '+' | '-'));
    is_row || MARKS.iter().any(|mark| line.starts_with(mark))
}

/// Reads a record.
///
/// # Errors
///
/// With the line and column.
pub(super) fn read(text: &str) -> Result<ShogiRecord, NotationError> {
    let mut reader = Reader {
        setup: Setup::empty(),
        rows: 0,
        has_start: false,
        has_board: false,
        turn: None,
        headers: Vec::new(),
        comments: Vec::new(),
        lines: None,
    };
    for (number, line) in (1..).zip(text.lines()) {
        let mut scan = Scan::of(line, number);
        if scan.accept("'") {
            // What programs read stands behind a star.
            if scan.accept("*") {
                reader.comment(scan.rest());
            }
        } else if line.starts_with(['N', '$']) {
            // Names may have commas.
            reader.header(line);
        } else {
            for statement in statements(line, number) {
                reader.statement(statement)?;
            }
        }
    }
    let lines = match reader.lines.take() {
        Some(lines) => lines,
        None => reader.begin()?,
    };
    Ok(ShogiRecord {
        headers: reader.headers,
        ..lines.record()
    })
}

/// Headers of CSA, and what KIF calls them.
pub(super) const HEADERS: [(&str, &str); 6] = [
    ("N+", "先手"),
    ("N-", "後手"),
    ("$EVENT:", "棋戦"),
    ("$SITE:", "場所"),
    ("$START_TIME:", "開始日時"),
    ("$END_TIME:", "終了日時"),
];

/// The parts of a line between commas, with their places.
fn statements(line: &str, number: usize) -> impl Iterator<Item = Scan<'_>> {
    let mut scan = Scan::of(line, number);
    line.split(',').map(move |part| {
        let mut begin = scan;
        begin.cut(part.len());
        scan.accept(part);
        scan.accept(",");
        begin
    })
}

/// What has been read.
struct Reader {
    setup: Setup,
    /// A bit for each row of a board.
    rows: u16,
    /// Whether the board is the usual start, less some pieces.
    has_start: bool,
    /// Whether any line names pieces.
    has_board: bool,
    turn: Option<Side>,
    headers: Vec<(String, String)>,
    comments: Vec<String>,
    lines: Option<Lines>,
}

impl Reader {
    /// A name or another header; KIF has them by other names.
    fn header(&mut self, line: &str) {
        let known = HEADERS
            .iter()
            .find_map(|(csa, kif)| Some((*kif, line.strip_prefix(csa)?)));
        let other = || line.strip_prefix('$')?.split_once(':');
        if let Some((name, value)) = known.or_else(other)
            && !value.trim().is_empty()
        {
            self.headers
                .push((name.to_string(), value.trim().to_string()));
        }
    }

    fn comment(&mut self, text: &str) {
        match &mut self.lines {
            Some(lines) => lines.comment(text),
            None => self.comments.push(text.to_string()),
        }
    }

    fn statement(&mut self, mut scan: Scan<'_>) -> Result<(), NotationError> {
        scan.trim_end();
        let begin = scan;
        match scan.next() {
            // The time of a move says nothing.
            None | Some('V' | 'T') => Ok(()),
            Some('P') if self.lines.is_some() => {
                Err(begin.error("a board behind the side to move"))
            }
            Some('P') => self.board(scan),
            Some('+' | '-') => self.turn_or_move(begin),
            Some('%') => self.end(scan, begin.spot()),
            Some('/') => Err(begin.error("a second record in one file: make it a file of its own")),
            Some(_) => Err(begin.expected("a line of CSA")),
        }
    }

    fn board(&mut self, mut scan: Scan<'_>) -> Result<(), NotationError> {
        let spot = scan.spot();
        self.has_board = true;
        if scan.accept("I") {
            if self.has_start || self.rows != 0 {
                return Err(spot.error("a second board"));
            }
            self.has_start = true;
            self.setup.put_start(spot)?;
            return self.without(scan);
        }
        if let Some(side) = scan.accept_any(SIDES) {
            return self.pieces(scan, side);
        }
        let rank = scan.peek().and_then(digit).filter(|rank| *rank > 0);
        let Some(rank) = rank.and_then(|rank| u8::try_from(rank).ok()) else {
            return Err(scan.expected("PI, P+, P- or P1 to P9"));
        };
        scan.next();
        if self.has_start || self.rows & (1 << rank) != 0 {
            return Err(spot.error("the row is there already"));
        }
        self.rows |= 1 << rank;
        self.row(scan, rank)
    }

    /// Pieces that the usual start lacks: `82HI22KA`.
    fn without(&mut self, mut scan: Scan<'_>) -> Result<(), NotationError> {
        while scan.peek().is_some() {
            let begin = scan;
            let square = parse_square(&mut scan)?;
            let kind = parse_kind(&mut scan)?;
            match square {
                Some(square) if self.setup.piece(square) == Some(kind) => {
                    self.setup.remove(square);
                }
                _ => return Err(begin.error("there is no such piece to take away")),
            }
        }
        Ok(())
    }

    /// Single pieces of a side: `53TO00KI`, and all that is left, `00AL`.
    fn pieces(&mut self, mut scan: Scan<'_>, side: Side) -> Result<(), NotationError> {
        while scan.peek().is_some() {
            let spot = scan.spot();
            let square = parse_square(&mut scan)?;
            if square.is_none() && scan.accept("AL") {
                self.setup.hold_rest(side, spot)?;
                continue;
            }
            let kind = parse_kind(&mut scan)?;
            match square {
                Some(square) => self.setup.put(square, side, kind, spot)?,
                None => self.setup.hold(side, kind, 1, spot)?,
            }
        }
        Ok(())
    }

    /// Nine squares of three characters each; blanks at the end may be missing.
    fn row(&mut self, mut scan: Scan<'_>, rank: u8) -> Result<(), NotationError> {
        let begin = scan;
        let mut width: u8 = 0;
        while scan.peek().is_some() {
            let spot = scan.spot();
            width = width.saturating_add(1);
            if scan.accept(" *") {
                scan.accept(" ");
                continue;
            }
            let Some(side) = scan.accept_any(SIDES) else {
                return Err(scan.expected("a piece with its sign, such as -KY, or \" * \""));
            };
            let kind = parse_kind(&mut scan)?;
            let file = 10_u8.checked_sub(width).filter(|&file| file > 0);
            if let Some(square) = file.and_then(|file| Square::at(file, rank)) {
                self.setup.put(square, side, kind, spot)?;
            }
        }
        if width != 9 {
            let name = rank_name(rank);
            let message = format!("row {rank} ({name}) has {width} squares, expected 9");
            return Err(begin.error(message));
        }
        Ok(())
    }

    fn turn_or_move(&mut self, mut scan: Scan<'_>) -> Result<(), NotationError> {
        let begin = scan;
        let Some(side) = scan.accept_any(SIDES) else {
            return Err(scan.expected("+ or -"));
        };
        if scan.peek().is_none() {
            if self.lines.is_some() {
                return Err(begin.error("the side to move is said already"));
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
        if lines.is_over() {
            return Err(begin.error("a move behind the end of the record"));
        }
        let position = *lines.position();
        if position.to_move() != side {
            return Err(begin.error("it is the turn of the other side"));
        }
        let mv = parse_move(&mut scan, &position)?;
        let mv = parse_usi_move(&whole_game(), &position, &mv.to_string())
            .map_err(|message| begin.error(message))?;
        if scan.peek().is_some() {
            return Err(scan.expected("nothing behind the move"));
        }
        lines.play(mv);
        Ok(())
    }

    fn end(&mut self, scan: Scan<'_>, spot: Spot) -> Result<(), NotationError> {
        let ending = match scan.rest() {
            "TSUMI" => Ending::Won,
            "FUZUMI" => Ending::Failed,
            _ => Ending::Open,
        };
        match &mut self.lines {
            Some(lines) => {
                lines.end(ending);
                Ok(())
            }
            None => Err(spot.error("an end before the side to move")),
        }
    }

    /// The root, with what was said before the first move.
    fn begin(&mut self) -> Result<Lines, NotationError> {
        if !self.has_board {
            let message = "there is no board (PI, P1 ... P9, P+ or P-)";
            return Err(NotationError::whole(message));
        }
        let Some(turn) = self.turn else {
            let message = "there is no side to move: expected a line + or -";
            return Err(NotationError::whole(message));
        };
        if let Some(missing) = (1..=9_u8).find(|rank| self.rows & (1 << rank) == 0)
            && self.rows != 0
        {
            let name = rank_name(missing);
            let message = format!("the board has no row {missing} ({name})");
            return Err(NotationError::whole(message));
        }
        let mut lines = Lines::new(self.setup.position(turn)?);
        for comment in std::mem::take(&mut self.comments) {
            lines.comment(&comment);
        }
        Ok(lines)
    }
}

/// A file and a rank; `None` for 00, a hand.
fn parse_square(scan: &mut Scan<'_>) -> Result<Option<Square>, NotationError> {
    let begin = *scan;
    let mut next = || {
        scan.next()
            .and_then(digit)
            .and_then(|n| u8::try_from(n).ok())
    };
    match (next(), next()) {
        (Some(0), Some(0)) => Ok(None),
        (Some(file), Some(rank)) if Square::at(file, rank).is_some() => Ok(Square::at(file, rank)),
        _ => Err(begin.expected("a square, 11 to 99, or 00")),
    }
}

fn parse_kind(scan: &mut Scan<'_>) -> Result<Kind, NotationError> {
    let kind = scan.accept_any(CSA_PIECES);
    kind.ok_or_else(|| scan.expected("a piece, such as FU"))
}

/// A move as it is written, legal or not: origin, destination and what the piece is
/// then.
fn parse_move(scan: &mut Scan<'_>, position: &Position) -> Result<Move, NotationError> {
    let from = parse_square(scan)?;
    let spot = scan.spot();
    let Some(to) = parse_square(scan)? else {
        return Err(spot.error("a piece cannot move into a hand"));
    };
    let begin = *scan;
    let kind = parse_kind(scan)?;
    let Some(from) = from else {
        if kind == Kind::King || kind.is_promoted() {
            return Err(begin.error("only an unpromoted piece can be dropped"));
        }
        return Ok(Move::drop(kind, to));
    };
    match position.piece(from) {
        Some((side, moved)) if side == position.to_move() && moved != kind => {
            if moved.promoted() == Some(kind) {
                return Ok(Move::promoting(from, to));
            }
            let (moved, kind) = (moved.name(), kind.name());
            let message = format!("the {moved} on {from} cannot become a {kind}");
            Err(begin.error(message))
        }
        _ => Ok(Move::new(from, to)),
    }
}
