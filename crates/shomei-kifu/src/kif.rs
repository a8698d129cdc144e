//! Reads KIF: headings, a diagram or a handicap, moves and branches; and KI2, with its different
//! notation of moves.

mod ends;
mod headings;
mod ki2;
mod numbered;

use shomei_game::{Side, error_text};
use shomei_shogi::Position;

use crate::builder::Builder;
use crate::ending::Summary;
use crate::names::{HOLDS, side_name};
use crate::scan::{Scan, digit};
use crate::setup::Setup;
use crate::{Error, Kifu, Spot, bod};
pub(crate) use ki2::{Origin, begins_signed_move, either, origin};

/// Words that occur only in a record.
const MARKS: &[&str] = &["手合割", "手数--", "変化："];

/// Lines saying that the board was displayed upside down. The record itself is not turned.
const TURNED: [&str; 2] = ["盤面反転", "盤面回転"];

/// Whether a text contains something that occurs only in records.
pub(crate) fn looks_like_kif(text: &str) -> bool {
    let mut lines = text.lines();
    lines.any(|line| {
        let line = line.trim_start();
        // Lists of positions may contain comments, too.
        let is_comment = line.starts_with(['#', '%']);
        let has_hand = || {
            let mut after = HOLDS.iter().filter_map(|hold| line.split_once(hold));
            after.any(|(_, rest)| rest.trim_start().starts_with(['：', ':']))
        };
        let has_mark = || MARKS.iter().any(|mark| line.contains(mark)) || has_hand();
        !is_comment && has_mark() || line.starts_with("+--") || line.starts_with("#KIF")
    })
}

/// The notation of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Style {
    /// KIF: one move per line, with its number and its origin.
    #[default]
    Kif,
    /// KI2: several moves per line, in the notation of players.
    Ki2,
}

/// Reads a record.
///
/// # Errors
///
/// If it is not a valid record; the error has the line and column.
pub(crate) fn read(text: &str, style: Style) -> Result<Kifu, Error> {
    let mut reader = KifReader::new(style);
    for (number, line) in (1..).zip(text.lines()) {
        reader.line(Scan::of(line, number))?;
    }
    reader.record()
}

/// Whether KIF and KI2 read this name and value, both without blanks around them, as a heading and
/// not as a move or a row of a board.
pub(crate) fn is_heading(name: &str, value: &str) -> bool {
    let line = format!("{name}：{value}");
    [Style::Kif, Style::Ki2].into_iter().all(|style| {
        let mut reader = KifReader::new(style);
        let is_read = reader.line(Scan::of(&line, 1)).is_ok();
        is_read && reader.headings == [(name.to_string(), value.to_string())]
    })
}

/// The parts of a record that have been read.
#[derive(Default)]
struct KifReader {
    style: Style,
    setup: Setup,
    board: Board,
    /// The places of the hands, if given.
    hands: [Option<Spot>; 2],
    /// The side to move first, if given.
    turn: Option<Side>,
    /// The place of a move before the diagram without a sign of its side, if there is one.
    unsigned: Option<Spot>,
    /// The place of the handicap's name, if given, and its [squares](handicap); if they are `None`,
    /// a board is required.
    handicap: Option<(Spot, Option<&'static str>)>,
    /// The headings of the record.
    headings: Vec<(String, String)>,
    /// Comments before the first move.
    comments: Vec<String>,
    /// The moves; available once the position is complete.
    lines: Option<Builder>,
    /// The summary まで… of the current line.
    summary: Option<Summary>,
    /// The number of moves before the diagram, if given.
    played: usize,
    warnings: Vec<Error>,
    /// The number of the first move.
    first: Option<usize>,
    /// The numbers of the moves of the current line.
    numbers: Vec<usize>,
}

/// The part of a board that has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
enum Board {
    #[default]
    None,
    /// This number of rows; the lower edge is still missing.
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
        // Blanks before a row or a comment are skipped.
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
            Some('|' | '｜') => Err(scan.error(error_text!(
                "kifu-row-without-edge",
                "there is no line +---+ above this row of a board"
            ))),
            Some(letter) if digit(letter).is_some() => self.numbered(scan),
            Some(_) if self.is_ki2() && ki2::begins_moves(scan) => self.ki2_moves(scan),
            Some(_) => self.words(scan),
        }
    }

    fn is_ki2(&self) -> bool {
        self.style == Style::Ki2
    }

    fn comment(&mut self, text: &str) {
        match &mut self.lines {
            Some(lines) => lines.comment(text),
            None => self.comments.push(text.to_string()),
        }
    }

    /// Reads the upper edge of a board.
    fn frame(&mut self, scan: &Scan<'_>) -> Result<(), Error> {
        if self.lines.is_some() {
            return Err(scan.error(error_text!(
                "kifu-board-after-move",
                "there is a board after the first move"
            )));
        }
        if self.board != Board::None {
            return Err(scan.error(error_text!("second-board", "there is a second board")));
        }
        if !scan.rest().starts_with("+-") || !is_edge(scan.rest()) {
            return Err(scan.expected(error_text!(
                "kifu-upper-edge",
                "the upper edge of a board, +---+"
            )));
        }
        self.board = Board::Rows(0);
        Ok(())
    }

    /// Reads a row of the board or its lower edge.
    fn row(&mut self, mut scan: Scan<'_>, rows: u8) -> Result<(), Error> {
        let spot = scan.spot();
        if bod::accept_bar(&mut scan) {
            if rows == 9 {
                return Err(spot.error(error_text!(
                    "tenth-row",
                    "there is a tenth row; a board has nine"
                )));
            }
            self.board = Board::Rows(rows + 1);
            return bod::parse_row(scan, rows + 1, &mut self.setup);
        }
        if rows == 9 && scan.rest().starts_with('+') && is_edge(scan.rest()) {
            self.board = Board::Whole;
            return Ok(());
        }
        Err(spot.error(match rows {
            9 => error_text!(
                "kifu-no-lower-edge",
                "expected the lower edge of the board, +---+"
            ),
            1 => error_text!("kifu-one-row", "the board has 1 row, expected 9"),
            _ => error_text!(
                "kifu-too-few-rows",
                "the board has {rows} rows, expected 9",
                rows = rows
            ),
        }))
    }

    /// The builder of the moves; the position must be complete by now.
    fn lines(&mut self, spot: Spot) -> Result<&mut Builder, Error> {
        let lines = match self.lines.take() {
            Some(lines) => lines,
            None => {
                // Without any setup, the moves begin at the usual start.
                if self.board == Board::None && self.hands == [None; 2] {
                    self.handicap.get_or_insert((spot, Some("")));
                }
                self.begin()?
            }
        };
        Ok(self.lines.insert(lines))
    }

    /// The position of the board; without a board, the position of the handicap.
    fn position(&mut self) -> Result<Position, Error> {
        // In a handicap game the upper side moves first.
        let usual = match self.handicap {
            Some((_, None | Some(""))) | None => Side::First,
            Some((_, Some(_))) => Side::Second,
        };
        let turn = self.turn.unwrap_or(usual);
        if let (None, Some(spot)) = (self.turn, self.unsigned) {
            let message = error_text!(
                "kifu-move-without-sign",
                "this move has no sign (▲ or △): {side} is assumed to move next",
                side = side_name(turn)
            );
            self.warnings.push(spot.error(message));
        }
        match (self.board, self.handicap) {
            (Board::Whole, _) => self.setup.position(turn),
            (Board::Rows(rows), _) => Err(Error::whole(error_text!(
                "kifu-board-incomplete",
                "the record ends after {rows} rows of a board",
                rows = rows
            ))),
            (Board::None, Some((spot, Some(given)))) => {
                self.setup.put_handicap(given, spot)?;
                self.setup.position(turn)
            }
            (Board::None, Some((spot, None))) => Err(spot.error(error_text!(
                "kifu-other-handicap-without-board",
                "this handicap has no known name, and there is no board"
            ))),
            (Board::None, None) => {
                let message = error_text!(
                    "kifu-nothing",
                    "there is no board, no handicap (手合割) and no move"
                );
                match self.hands.into_iter().flatten().min() {
                    Some(spot) => Err(spot.error(error_text!(
                        "kifu-hands-without-board",
                        "there are hands, but no board"
                    ))),
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

    /// The builder with the start position and the comments before the first move.
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
