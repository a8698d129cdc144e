//! Reads KIF: headings, a diagram or a handicap, moves and branches; and KI2, which names moves in
//! another way.

mod ends;
mod headings;
mod ki2;
mod numbered;

use shomei_game::Side;
use shomei_shogi::Position;

use crate::builder::Builder;
use crate::ending::Summary;
use crate::names::{HOLDS, side_name};
use crate::scan::{Scan, digit};
use crate::setup::Setup;
use crate::{Error, Kifu, Spot, bod};
pub(crate) use ki2::{Found, begins_spoken, origin};

/// Words that only a record has.
const MARKS: &[&str] = &["手合割", "手数--", "変化："];

/// What says that the board was shown upside down, which it is not in the record.
const TURNED: [&str; 2] = ["盤面反転", "盤面回転"];

/// Whether a text has what only a record has.
pub(crate) fn looks_like_kif(text: &str) -> bool {
    let mut lines = text.lines();
    lines.any(|line| {
        let line = line.trim_start();
        // Lists of positions have comments, too.
        let is_comment = line.starts_with(['#', '%']);
        let has_hand = || {
            let mut after = HOLDS.iter().filter_map(|hold| line.split_once(hold));
            after.any(|(_, rest)| rest.trim_start().starts_with(['：', ':']))
        };
        let has_mark = || MARKS.iter().any(|mark| line.contains(mark)) || has_hand();
        !is_comment && has_mark() || line.starts_with("+--") || line.starts_with("#KIF")
    })
}

/// How moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Style {
    /// One on each line, with its number and the square that it comes from: KIF.
    #[default]
    Numbered,
    /// Several on a line, named as players do: KI2.
    Spoken,
}

/// Reads a record.
///
/// # Errors
///
/// With the line and column.
pub(crate) fn read(text: &str, style: Style) -> Result<Kifu, Error> {
    let mut reader = KifReader::new(style);
    for (number, line) in (1..).zip(text.lines()) {
        reader.line(Scan::of(line, number))?;
    }
    reader.record()
}

/// Whether a line of this heading and value, both without blanks around them, is read as such in
/// KIF and in KI2, and not as a move or a row of a board.
pub(crate) fn is_heading(name: &str, value: &str) -> bool {
    let line = format!("{name}：{value}");
    [Style::Numbered, Style::Spoken].into_iter().all(|style| {
        let mut reader = KifReader::new(style);
        let is_read = reader.line(Scan::of(&line, 1)).is_ok();
        is_read && reader.headings == [(name.to_string(), value.to_string())]
    })
}

/// What has been read.
#[derive(Default)]
struct KifReader {
    style: Style,
    setup: Setup,
    board: Board,
    /// Where the hands are given, if they are.
    hands: [Option<Spot>; 2],
    /// Who begins, if a line says so.
    turn: Option<Side>,
    /// A move that leads to the diagram and names no side, if there is one.
    unsigned: Option<Spot>,
    /// Where a handicap is named, if one is, and its [squares](handicap); without them a board is
    /// needed.
    handicap: Option<(Spot, Option<&'static str>)>,
    /// What is said about the record.
    headings: Vec<(String, String)>,
    /// Comments before the first move.
    comments: Vec<String>,
    /// The moves, as soon as the position is complete.
    lines: Option<Builder>,
    /// What まで says of the line that is read.
    summary: Option<Summary>,
    /// How many moves lead to the diagram, if it says so.
    played: usize,
    warnings: Vec<Error>,
    /// The number of the first move.
    first: Option<usize>,
    /// The numbers of the moves of the line that is read.
    numbers: Vec<usize>,
}

/// How much of a board has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
enum Board {
    #[default]
    None,
    /// This number of rows, and not yet the lower edge.
    Rows(u8),
    Whole,
}

impl KifReader {
    fn new(style: Style) -> KifReader {
        KifReader {
            style,
            ..KifReader::default()
        }
    }

    fn line(&mut self, mut scan: Scan<'_>) -> Result<(), Error> {
        // Blanks before a row or a comment are not part of it.
        scan.skip_blanks();
        if TURNED.contains(&scan.rest().trim_end()) {
            return Ok(());
        }
        if let Board::Rows(rows) = self.board {
            return self.row(scan, rows);
        }
        match scan.peek() {
            None | Some('#' | '&') => Ok(()),
            Some('*') => {
                scan.next();
                self.comment(scan.rest());
                Ok(())
            }
            Some('+') => self.frame(&scan),
            Some('|' | '｜') => {
                Err(scan.error("a row of a board without the line +---+ above it"))
            }
            Some(letter) if digit(letter).is_some() => self.numbered(scan),
            Some(_) if self.is_spoken() && ki2::begins_moves(scan) => self.spoken(scan),
            Some(_) => self.words(scan),
        }
    }

    fn is_spoken(&self) -> bool {
        self.style == Style::Spoken
    }

    fn comment(&mut self, text: &str) {
        match &mut self.lines {
            Some(lines) => lines.comment(text),
            None => self.comments.push(text.to_string()),
        }
    }

    /// The upper edge of a board.
    fn frame(&mut self, scan: &Scan<'_>) -> Result<(), Error> {
        if self.lines.is_some() {
            return Err(scan.error("a board after the first move"));
        }
        if self.board != Board::None {
            return Err(scan.error("a second board"));
        }
        if !scan.rest().starts_with("+-") || !is_edge(scan.rest()) {
            return Err(scan.expected("the upper edge of a board, +---+"));
        }
        self.board = Board::Rows(0);
        Ok(())
    }

    /// A row of the board, or its lower edge.
    fn row(&mut self, mut scan: Scan<'_>, rows: u8) -> Result<(), Error> {
        let spot = scan.spot();
        if bod::accept_bar(&mut scan) {
            if rows == 9 {
                return Err(spot.error("there is a tenth row; a board has nine"));
            }
            self.board = Board::Rows(rows + 1);
            return bod::parse_row(scan, rows + 1, &mut self.setup);
        }
        if rows == 9 && scan.rest().starts_with('+') && is_edge(scan.rest()) {
            self.board = Board::Whole;
            return Ok(());
        }
        let message = match rows {
            9 => "expected the lower edge of the board, +---+".to_string(),
            1 => "the board has 1 row, expected 9".to_string(),
            _ => format!("the board has {rows} rows, expected 9"),
        };
        Err(spot.error(message))
    }

    /// The moves; the position must be complete by now.
    fn lines(&mut self, spot: Spot) -> Result<&mut Builder, Error> {
        let lines = match self.lines.take() {
            Some(lines) => lines,
            None => {
                // Without a word about it moves begin with the usual start.
                if self.board == Board::None && self.hands == [None; 2] {
                    self.handicap.get_or_insert((spot, Some("")));
                }
                self.begin()?
            }
        };
        Ok(self.lines.insert(lines))
    }

    /// The position of the board, or of the handicap where there is none.
    fn position(&mut self) -> Result<Position, Error> {
        // Where pieces are given away the upper side begins.
        let usual = match self.handicap {
            Some((_, None | Some(""))) | None => Side::First,
            Some((_, Some(_))) => Side::Second,
        };
        let turn = self.turn.unwrap_or(usual);
        if let (None, Some(spot)) = (self.turn, self.unsigned) {
            let name = side_name(turn);
            let message = format!("this move has no sign (▲ or △); {name} is taken to move next");
            self.warnings.push(spot.error(message));
        }
        match (self.board, self.handicap) {
            (Board::Whole, _) => self.setup.position(turn),
            (Board::Rows(rows), _) => {
                let message = format!("the record ends after {rows} rows of a board");
                Err(Error::whole(message))
            }
            (Board::None, Some((spot, Some(given)))) => {
                self.setup.put_handicap(given, spot)?;
                self.setup.position(turn)
            }
            (Board::None, Some((spot, None))) => {
                Err(spot.error("this handicap has no name that is known, and there is no board"))
            }
            (Board::None, None) => {
                let message = "there is no board, no handicap (手合割) and no move";
                match self.hands.into_iter().flatten().min() {
                    Some(spot) => Err(spot.error("there are hands, but no board")),
                    None => Err(Error::whole(message)),
                }
            }
        }
    }

    fn record(mut self) -> Result<Kifu, Error> {
        let lines = match self.lines.take() {
            Some(lines) => lines,
            None => self.begin()?,
        };
        Ok(Kifu {
            headings: self.headings,
            warnings: self.warnings,
            ..lines.kifu()?
        })
    }

    /// The root, with what was said before the first move.
    fn begin(&mut self) -> Result<Builder, Error> {
        let position = self.position()?;
        Ok(Builder::new(position, std::mem::take(&mut self.comments)))
    }
}

/// Whether a line is the upper or the lower edge of a board and nothing else.
fn is_edge(line: &str) -> bool {
    line.trim_end()
        .chars()
        .all(|letter| matches!(letter, '+' | '-'))
}
