//! The games of a WTHOR file (`.wtb`).
//!
//! Source: Fédération Française d'Othello, "La base WTHOR",
//! <https://www.ffothello.org/informatique/la-base-wthor/>.
//!
//! ```text
//! bytes  0- 3  century, year, month and day of the file
//!        4- 7  number of games
//!        8- 9  0; in lists of names the number of names
//!       10-11  the year of the games
//!       12     the size of the board, 0 for 8
//!       13-15  kind of games, depth of the theoretical scores, nothing
//! then 68 bytes a game:
//!        0- 5  tournament, black and white player
//!        6- 7  discs of Black at the end, and with best play from some move on
//!        8-67  moves: ten times the row and the column, from 1; 0 at the end
//! ```
//!
//! Numbers of more than one byte are little-endian. Passes are not written. The first move is
//! always written as F5.
//!
//! ```
//! use shomei_othello::wthor;
//!
//! let mut file = vec![0; 16 + 68];
//! file[4] = 1;
//! file[16 + 8..][..2].copy_from_slice(&[56, 64]);
//! let games: Vec<_> = wthor::games(&file).unwrap().collect();
//! let game = games[0].as_ref().unwrap();
//! assert_eq!(game.moves().len(), 2);
//! assert_eq!(game.positions().last().unwrap().disc_count(), 6);
//! ```

use shomei_game::ErrorText;
use std::iter::Enumerate;
use std::slice::ChunksExact;

use crate::notation::moves::why_illegal;
use crate::notation::record::after_pass;
use crate::{Move, Position};

/// The length of the header.
const HEADER: usize = 16;

/// The length of a game.
const RECORD: usize = 68;

/// The offset of the moves in a game.
const MOVES: usize = 8;

/// The reason why bytes are not a file of games.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WthorError {
    /// The file is shorter than a header.
    #[error("{0} bytes are too few for the header of {HEADER}")]
    Header(usize),
    /// The games are on another board.
    #[error("byte 13: the board is of size {0}, expected 8")]
    Board(u8),
    /// A list of players or tournaments (`.jou`, `.trn`).
    #[error("bytes 9 and 10: this is a list of {0} names, not of games")]
    Names(u16),
    /// The length differs from the header.
    #[error(
        "bytes 5 to 8: the number of games is {games}, {RECORD} bytes each, but {found} bytes follow the \
         header"
    )]
    Length {
        /// The number of games in the header.
        games: u32,
        /// The number of bytes after the header.
        found: usize,
    },
}

/// A game that breaks the rules or the format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {game}: {fault}")]
#[non_exhaustive]
pub struct GameError {
    /// Its place in the file, from 1.
    pub game: usize,
    /// The fault.
    pub fault: GameFault,
}

/// A fault of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameFault {
    /// A byte that represents no square.
    #[error("move {number}: {byte} is not a square; expected row and column, 11 to 88")]
    NoSquare {
        /// The number of the move, from 1.
        number: usize,
        /// The byte.
        byte: u8,
    },
    /// A move against the rules.
    #[error("move {number} ({mv}): {reason}")]
    Illegal {
        /// The number of the move, from 1.
        number: usize,
        /// The move.
        mv: Move,
        /// The rule that it breaks.
        reason: ErrorText,
    },
    /// A move after the end of the moves.
    #[error("move {number}: there is a move after the end of the game")]
    AfterEnd {
        /// Its number, from 1.
        number: usize,
    },
    /// More discs than squares.
    #[error("{0} discs of Black are more than the board has squares")]
    Discs(u8),
}

/// The games of a file: see [`games`].
#[derive(Clone, Debug)]
pub struct Games<'a> {
    year: u16,
    records: Enumerate<ChunksExact<'a, u8>>,
}

/// A game of legal moves from the usual start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    number: usize,
    moves: Vec<Move>,
    black_discs: u8,
    theoretical: u8,
}

/// Reads a file.
///
/// Each game is checked when it is read; a faulty one does not end the list.
///
/// # Errors
///
/// If this is not a file of games on a board of 8 by 8, or its length differs from the header.
pub fn games(bytes: &[u8]) -> Result<Games<'_>, WthorError> {
    let Some((header, records)) = bytes.split_at_checked(HEADER) else {
        return Err(WthorError::Header(bytes.len()));
    };
    let word = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
    let games = u32::from(word(4)) | u32::from(word(6)) << 16;
    let (names, year, board) = (word(8), word(10), header[12]);
    if games == 0 && names != 0 {
        return Err(WthorError::Names(names));
    }
    if board != 0 && board != 8 {
        return Err(WthorError::Board(board));
    }
    let found = records.len();
    if found as u64 != u64::from(games) * RECORD as u64 {
        return Err(WthorError::Length { games, found });
    }
    Ok(Games {
        year,
        records: records.chunks_exact(RECORD).enumerate(),
    })
}

impl Games<'_> {
    /// The year in which the games were played.
    #[must_use]
    pub fn year(&self) -> u16 {
        self.year
    }
}

impl Iterator for Games<'_> {
    type Item = Result<Game, GameError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (before, record) = self.records.next()?;
        let game = before + 1;
        Some(read(game, record).map_err(|fault| GameError { game, fault }))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.records.size_hint()
    }
}

impl ExactSizeIterator for Games<'_> {}

/// Reads the record with this number.
fn read(number: usize, record: &[u8]) -> Result<Game, GameFault> {
    let (black_discs, theoretical) = (record[6], record[7]);
    if let Some(discs) = [black_discs, theoretical].into_iter().find(|&n| n > 64) {
        return Err(GameFault::Discs(discs));
    }
    let written = &record[MOVES..];
    let length = written.iter().position(|&byte| byte == 0);
    let (written, rest) = written.split_at(length.unwrap_or(written.len()));
    if let Some(at) = rest.iter().position(|&byte| byte != 0) {
        let number = written.len() + at + 1;
        return Err(GameFault::AfterEnd { number });
    }
    let mut moves = Vec::with_capacity(written.len());
    let mut position = Position::start();
    for (number, &byte) in (1..).zip(written) {
        let mv = square(byte).ok_or(GameFault::NoSquare { number, byte })?;
        let to_play = after_pass(position);
        if to_play != position {
            moves.push(Move::PASS);
            position = to_play;
        }
        if let Some(reason) = why_illegal(&position, mv) {
            return Err(GameFault::Illegal { number, mv, reason });
        }
        moves.push(mv);
        position = position.play(mv);
    }
    Ok(Game {
        number,
        moves,
        black_discs,
        theoretical,
    })
}

/// The move to row and column, 11 to 88.
fn square(byte: u8) -> Option<Move> {
    let (row, column) = (byte / 10, byte % 10);
    let on_board = (1..=8).contains(&row) && (1..=8).contains(&column);
    on_board.then(|| Move::to(8 * (row - 1) + (column - 1)))
}

impl Game {
    /// Its place in the file, from 1.
    #[must_use]
    pub fn number(&self) -> usize {
        self.number
    }

    /// The moves, including passes.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The start and the position after each move. The last position need not be the end of a game:
    /// some games were given up.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        let later = self.moves.iter().scan(Position::start(), |position, &mv| {
            *position = position.play(mv);
            Some(*position)
        });
        std::iter::once(Position::start()).chain(later)
    }

    /// The discs of Black at the end, according to the file.
    #[must_use]
    pub fn black_discs(&self) -> u8 {
        self.black_discs
    }

    /// The discs of Black at the end with best play of both sides from some move on, according to
    /// the file.
    #[must_use]
    pub fn theoretical_black_discs(&self) -> u8 {
        self.theoretical
    }
}
