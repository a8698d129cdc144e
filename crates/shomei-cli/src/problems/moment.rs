//! Which position of moves that are played is asked about, and which moves follow it.

use std::sync::OnceLock;

use shomei::{AnyGame, AnyPosition, AnyRecord, TextRecord};
use shomei_game::{NotationError, sgf};

use super::Content;
use crate::output::counted;
use crate::played::Played;

/// Which position of moves that are played is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    /// That of the form: a record is about the position that it begins with, or of a game from the
    /// start about its last one; a text is about the one after its moves.
    Usual,
    /// The one before all moves.
    First,
    /// The one after `moves` moves of the main line, or of a branch by its number from 1 on.
    After { moves: usize, branch: Option<usize> },
    /// The first one with this much of the game left, such as empty squares.
    Left(u32),
    /// The one after all moves.
    Last,
}

/// The record of a content, once it has been read. A content belongs to one game.
pub(crate) type Memo = OnceLock<Box<Result<AnyRecord, NotationError>>>;

impl Content {
    /// The record that it is, if it is one: a text may be one, too.
    pub(crate) fn record(&self, game: &AnyGame) -> Option<Result<AnyRecord, NotationError>> {
        match self {
            Content::Record(bytes, memo) => {
                Some((**memo.get_or_init(|| Box::new(game.read_record(bytes)))).clone())
            }
            Content::Game(part, memo) => {
                let read = || {
                    // The mark says that it has been decoded.
                    let marked = format!("\u{feff}{}", part.text);
                    game.read_record(marked.as_bytes()).map_err(|error| {
                        let place = part.place_in_file(error.place);
                        NotationError::new(place, error.message)
                    })
                };
                Some((**memo.get_or_init(|| Box::new(read()))).clone())
            }
            Content::Text(_) | Content::Case(_) if sgf::begins(self.whole()) => {
                let marked = format!("\u{feff}{}", self.whole());
                Some(game.read_record(marked.as_bytes()))
            }
            Content::Text(_) | Content::Case(_) | Content::Moves(_) => None,
        }
    }

    /// The position that is asked about. Moves that follow it must be legal all the same.
    pub(crate) fn position(
        &self,
        game: &AnyGame,
        moment: Moment,
    ) -> Result<AnyPosition, NotationError> {
        match (self, moment) {
            (Content::Moves(_), Moment::Usual) => {
                let message = "say which position of the game: --at empties=N, --at N or --at last";
                return Err(NotationError::whole(message));
            }
            (Content::Moves(_), Moment::First) => return Ok(game.start()),
            (Content::Text(_) | Content::Case(_), Moment::Usual | Moment::Last) => {
                return game.position(self.whole());
            }
            _ => {}
        }
        if let Some(record) = self.record(game) {
            return of_record(game, &record?, moment);
        }
        match moment {
            Moment::Usual | Moment::First => {
                // The moves must be legal all the same.
                let last = game.position(self.whole())?;
                let (before, moves) = self.whole().split_at(moves_at(self.whole()));
                match moves.is_empty() {
                    true => Ok(last),
                    false => game.position(before.trim_end()),
                }
            }
            Moment::Last => Ok(self.played(game)?.last().clone()),
            Moment::After {
                branch: Some(branch),
                ..
            } => Err(no_branch(branch, 0)),
            Moment::After {
                moves,
                branch: None,
            } => {
                let played = self.played(game)?;
                let there = || no_position_after(moves, played.moves.len());
                played.position(moves).cloned().ok_or_else(there)
            }
            Moment::Left(left) => with_left(&self.played(game)?, left),
        }
    }

    /// The moves that it holds, with the positions on their way. A position alone holds none.
    pub(crate) fn played(&self, game: &AnyGame) -> Result<Played, NotationError> {
        if let Some(record) = self.record(game) {
            let record = record?;
            return Played::of(
                record.root.clone(),
                record.moves().iter().map(String::as_str),
            );
        }
        match self {
            Content::Record(..) | Content::Game(..) => Played::of(game.start(), std::iter::empty()),
            Content::Moves(moves) => Played::of(game.start(), moves.iter().map(String::as_str)),
            Content::Text(_) | Content::Case(_) => {
                let whole = self.whole();
                let last = game.position(whole)?;
                let before = &whole[..moves_at(whole)];
                if before == whole {
                    let alone = || Played::of(last, std::iter::empty());
                    return Played::of_list(game, whole).map_or_else(alone, Ok);
                }
                let (root, moves) = (game.position(before.trim_end())?, moves_of(game, whole));
                // Words between the moves may be no moves, such as their numbers.
                Played::of(root.clone(), moves.into_iter())
                    .or_else(|error| Played::of_text(game, root, whole).ok_or(error))
            }
        }
    }

    /// The record that it holds, if it does, with the way to that position.
    pub(crate) fn source(&self, game: &AnyGame, moment: Moment) -> Option<ProblemRecord> {
        let record = self.record(game)?.ok()?;
        let is_text = matches!(self, Content::Text(_) | Content::Case(_));
        let (line, played) = match moment {
            // A text is about the position after its moves.
            Moment::Usual if is_text => line_of(&record, Moment::Last).ok()?,
            Moment::Left(left) => {
                let played = self.played(game).ok()?.with_left(left)?;
                (record.line(None)?, played)
            }
            _ => line_of(&record, moment).ok()?,
        };
        let before = line.into_iter().take(played).map(String::from).collect();
        Some(ProblemRecord {
            record: record.text,
            before,
        })
    }

    /// The moves after that position: the solution that comes with a problem. None
    /// where the content cannot be read.
    pub(crate) fn moves_after(&self, game: &AnyGame, moment: Moment) -> Vec<String> {
        let after = |line: Vec<&str>, played: usize| {
            let after = line.into_iter().skip(played);
            after.map(String::from).collect()
        };
        let is_text = matches!(self, Content::Text(_) | Content::Case(_));
        if is_text && moment == Moment::Usual {
            return Vec::new();
        }
        if let Some(record) = self.record(game) {
            let moves = record.ok().and_then(|record| {
                let (line, played) = line_of(&record, moment).ok()?;
                Some(after(line, played))
            });
            return moves.unwrap_or_default();
        }
        match self {
            Content::Record(..) | Content::Game(..) | Content::Moves(_) => Vec::new(),
            Content::Text(_) | Content::Case(_) => {
                let moves = moves_of(game, self.whole());
                match moment {
                    Moment::Usual | Moment::Last | Moment::Left(_) => Vec::new(),
                    Moment::First => after(moves, 0),
                    Moment::After { moves: played, .. } => after(moves, played),
                }
            }
        }
    }
}

/// A record that a problem comes from.
#[derive(Clone, Debug)]
pub(crate) struct ProblemRecord {
    pub(crate) record: TextRecord,
    /// The moves before the position that is asked about.
    pub(crate) before: Vec<String>,
}

/// The moves of a line, and how many of them are played.
type PartOfLine<'r> = (Vec<&'r str>, usize);

/// The moves of the line of a record that is meant, and how many of them are played.
fn line_of(record: &AnyRecord, moment: Moment) -> Result<PartOfLine<'_>, NotationError> {
    let (branch, played) = match moment {
        Moment::Usual => (None, record.asked_after()),
        Moment::First | Moment::Left(_) => (None, 0),
        Moment::After { moves, branch } => (branch, moves),
        Moment::Last => (None, record.moves().len()),
    };
    match (record.line(branch), branch) {
        (Some(line), _) => Ok((line, played)),
        (None, number) => Err(no_branch(number.unwrap_or(0), record.branches().len())),
    }
}

/// The position of a record that is meant.
fn of_record(
    game: &AnyGame,
    record: &AnyRecord,
    moment: Moment,
) -> Result<AnyPosition, NotationError> {
    if let Moment::Left(left) = moment {
        let moves = record.moves().iter().map(String::as_str);
        return with_left(&Played::of(record.root.clone(), moves)?, left);
    }
    let (line, played) = line_of(record, moment)?;
    after(game, &record.root, &line, played)
}

/// The error for a branch that there is not.
fn no_branch(number: usize, there: usize) -> NotationError {
    let has = match there {
        0 => "no branches".to_string(),
        1 => "1 branch".to_string(),
        several => format!("{several} branches"),
    };
    NotationError::whole(format!("there is no branch {number}: the line has {has}"))
}

/// The position after the first `played` of these moves.
///
/// Moves are played by the rules at hand. A record of a game has moves that are none of a problem,
/// such as those that give no check: then the text of the position with the moves is read.
fn after(
    game: &AnyGame,
    root: &AnyPosition,
    line: &[&str],
    played: usize,
) -> Result<AnyPosition, NotationError> {
    let Some(line) = line.get(..played) else {
        return Err(no_position_after(played, line.len()));
    };
    let at = Played::of(root.clone(), line.iter().copied());
    at.map(|played| played.last().clone()).or_else(|error| {
        let text = format!("{} moves {}", root.text(), line.join(" "));
        game.position(&text).map_err(|_| error)
    })
}

/// The error for a line that has fewer moves.
fn no_position_after(moves: usize, there: usize) -> NotationError {
    let there = counted(there as u64, "move");
    NotationError::whole(format!(
        "there is no position after {moves} moves: the line has {there}"
    ))
}

/// The first position with this much of the game left.
fn with_left(played: &Played, left: u32) -> Result<AnyPosition, NotationError> {
    let position = played
        .with_left(left)
        .and_then(|moves| played.position(moves));
    position.cloned().ok_or_else(|| {
        let message = match played.root.remaining() {
            Some(_) => format!("no position of it has {left} squares left"),
            None => "its game does not count what is left".to_string(),
        };
        NotationError::whole(message)
    })
}

/// The moves after a position in a text, without a word such as "resign" after them that says
/// how the game ended and changes nothing.
fn moves_of<'t>(game: &AnyGame, whole: &'t str) -> Vec<&'t str> {
    let mut moves: Vec<&str> = whole[moves_at(whole)..]
        .split_whitespace()
        .skip(1)
        .collect();
    let position = |text: &str| game.position(text).ok().map(|position| position.text());
    let without_last = moves
        .last()
        .and_then(|last| whole.trim_end().strip_suffix(last))
        .and_then(position);
    if without_last.is_some() && without_last == position(whole) {
        moves.pop();
    }
    moves
}

/// Where the word "moves" is in a text, not at its beginning; the length of the text if it is not
/// there.
pub(super) fn moves_at(text: &str) -> usize {
    if sgf::begins(text) {
        return text.len();
    }
    let start = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    let words = text.split_whitespace().skip(1);
    let mut moves = words.filter(|word| word.eq_ignore_ascii_case("moves"));
    moves.next().map_or(text.len(), start)
}
