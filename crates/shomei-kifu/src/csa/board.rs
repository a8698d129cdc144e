//! The board and the hands in CSA.

use shomei_game::{Side, error_text};
use shomei_shogi::{Kind, Square};

use super::{CsaReader, SIDES};
use crate::Error;
use crate::bod::row_width;
use crate::names::CSA_PIECES;
use crate::scan::{Scan, digit};

impl CsaReader {
    /// Reads a line after its `P`.
    pub(super) fn board(&mut self, mut scan: Scan<'_>) -> Result<(), Error> {
        let spot = scan.spot();
        self.has_board = true;
        if scan.accept("I") {
            if self.has_start || self.rows != 0 {
                return Err(spot.error(error_text!("second-board", "there is a second board")));
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
            return Err(scan.expected(error_text!("csa-board-line", "PI, P+, P- or P1 to P9")));
        };
        scan.next();
        if self.has_start || self.rows & (1 << rank) != 0 {
            return Err(spot.error(error_text!(
                "csa-second-row",
                "there is another line of this row"
            )));
        }
        self.rows |= 1 << rank;
        self.row(scan, rank)
    }

    /// Pieces that are removed from the usual start: `82HI22KA`.
    fn without(&mut self, mut scan: Scan<'_>) -> Result<(), Error> {
        while scan.peek().is_some() {
            let begin = scan;
            let square = parse_square(&mut scan)?;
            let kind = parse_kind(&mut scan)?;
            match square {
                Some(square) if self.setup.piece(square) == Some(kind) => {
                    self.setup.remove(square);
                }
                _ => {
                    return Err(begin.error(error_text!(
                        "csa-no-piece-to-remove",
                        "there is no such piece to remove"
                    )));
                }
            }
        }
        Ok(())
    }

    /// Single pieces of a side: `53TO00KI`; `00AL` means all remaining pieces.
    fn pieces(&mut self, mut scan: Scan<'_>, side: Side) -> Result<(), Error> {
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

    /// Nine squares of three characters each, or separated by any blanks, because some programs
    /// collapse blanks.
    fn row(&mut self, mut scan: Scan<'_>, rank: u8) -> Result<(), Error> {
        let begin = scan;
        let mut width: u8 = 0;
        loop {
            scan.skip_blanks();
            let spot = scan.spot();
            if scan.peek().is_none() {
                break;
            }
            width = width.saturating_add(1);
            if scan.accept("*") {
                continue;
            }
            let Some(side) = scan.accept_any(SIDES) else {
                return Err(scan.expected(error_text!(
                    "csa-board-piece",
                    "a piece with its sign, such as -KY, or \" * \""
                )));
            };
            let kind = parse_kind(&mut scan)?;
            let file = 10_u8.checked_sub(width).filter(|&file| file > 0);
            if let Some(square) = file.and_then(|file| Square::at(file, rank)) {
                self.setup.put(square, side, kind, spot)?;
            }
        }
        if width != 9 {
            return Err(begin.error(row_width(rank, width)));
        }
        Ok(())
    }
}

/// A file and a rank; `None` for 00, which means the hand.
pub(super) fn parse_square(scan: &mut Scan<'_>) -> Result<Option<Square>, Error> {
    let begin = *scan;
    let mut next = || {
        scan.next()
            .and_then(digit)
            .and_then(|n| u8::try_from(n).ok())
    };
    match (next(), next()) {
        (Some(0), Some(0)) => Ok(None),
        (Some(file), Some(rank)) if Square::at(file, rank).is_some() => Ok(Square::at(file, rank)),
        _ => Err(begin.expected(error_text!("csa-square", "a square, 11 to 99, or 00"))),
    }
}

/// The two letters of a piece.
pub(super) fn parse_kind(scan: &mut Scan<'_>) -> Result<Kind, Error> {
    let kind = scan.accept_any(CSA_PIECES);
    kind.ok_or_else(|| scan.expected(error_text!("csa-piece", "a piece, such as FU")))
}
