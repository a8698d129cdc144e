//! Selects the position of a record or text that a question is about, and the moves after it.

use std::fmt;
use std::sync::OnceLock;

use shomei::{AnyGame, AnyPosition, AnyRecord, TextRecord};
use shomei_game::{ErrorText, NotationError, error_text, mark, sgf};

use super::Content;
use crate::line_of_play::LineOfPlay;

/// A position of a line of play, as `--at` selects it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    /// The default. For the record of a problem, the initial position; for the record of a game
    /// from the start, the last position; for a text, the position after its moves.
    Default,
    /// The position before all moves.
    First,
    /// The position after `moves` moves of the main line, or of a branch, numbered from 1.
    After { moves: usize, branch: Option<usize> },
    /// The first position with this number of empty squares, or what else the game counts.
    Remaining(u32),
    /// The position after all moves.
    Last,
}

/// The value of `--at`.
impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Moment::Default => f.write_str("none"),
            Moment::First => f.write_str("start"),
            Moment::After { moves, branch } => match branch {
                None => write!(f, "{moves}"),
                Some(branch) => write!(f, "{moves}.{branch}"),
            },
            Moment::Remaining(left) => write!(f, "empties={left}"),
            Moment::Last => f.write_str("last"),
        }
    }
}

/// Caches the parsed record of a content. A content belongs to one game.
pub(crate) type RecordCache = OnceLock<Box<Result<AnyRecord, NotationError>>>;

impl Content {
    /// The parsed record, if the content is a record. A text can be one in SGF.
    pub(crate) fn record(&self, game: &AnyGame) -> Option<Result<AnyRecord, NotationError>> {
        match self {
            Content::Record(bytes, cache) => {
                Some((**cache.get_or_init(|| Box::new(game.read_record(bytes)))).clone())
            }
            Content::Game(part, cache) => {
                let read = || {
                    // The byte order mark marks the text as UTF-8.
                    let with_mark = format!("\u{feff}{}", part.text);
                    game.read_record(with_mark.as_bytes()).map_err(|error| {
                        let place = part.place_in_file(error.place);
                        NotationError::new(place, error.message)
                    })
                };
                Some((**cache.get_or_init(|| Box::new(read()))).clone())
            }
            Content::Text(_) | Content::Case(_) if sgf::begins(self.full_text()) => {
                let with_mark = format!("\u{feff}{}", self.full_text());
                Some(game.read_record(with_mark.as_bytes()))
            }
            Content::Text(_) | Content::Case(_) | Content::Moves(_) => None,
        }
    }

    /// The selected position. The moves of a text must be legal even if they come after it.
    pub(crate) fn position(
        &self,
        game: &AnyGame,
        moment: Moment,
    ) -> Result<AnyPosition, NotationError> {
        match (self, moment) {
            (Content::Moves(_), Moment::Default) => {
                return Err(NotationError::whole(error_text!(
                    "game-without-moment",
                    "choose a position of the game: --at empties=N, --at N or --at last"
                )));
            }
            (Content::Moves(_), Moment::First) => return Ok(game.start()),
            (Content::Text(_) | Content::Case(_), Moment::Default | Moment::Last) => {
                return game.position(self.full_text());
            }
            _ => {}
        }
        if let Some(record) = self.record(game) {
            return position_of_record(game, &record?, moment);
        }
        match moment {
            Moment::Default | Moment::First => {
                // An error if the moves are not legal.
                let last = game.position(self.full_text())?;
                let (before, moves) = self.full_text().split_at(moves_at(self.full_text()));
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
            Moment::Remaining(left) => first_with_remaining(&self.played(game)?, left),
        }
    }

    /// The moves of the content, each with the position after it. A mere position has no moves.
    pub(crate) fn played(&self, game: &AnyGame) -> Result<LineOfPlay, NotationError> {
        if let Some(record) = self.record(game) {
            let record = record?;
            return LineOfPlay::of(
                record.root.clone(),
                record.moves().iter().map(String::as_str),
            );
        }
        match self {
            Content::Record(..) | Content::Game(..) => {
                LineOfPlay::of(game.start(), std::iter::empty())
            }
            Content::Moves(moves) => LineOfPlay::of(game.start(), moves.iter().map(String::as_str)),
            Content::Text(_) | Content::Case(_) => {
                let full_text = self.full_text();
                let last = game.position(full_text)?;
                let before = &full_text[..moves_at(full_text)];
                if before == full_text {
                    let alone = || LineOfPlay::of(last, std::iter::empty());
                    return LineOfPlay::of_list(game, full_text).map_or_else(alone, Ok);
                }
                let (root, moves) = (game.position(before.trim_end())?, moves_of(game, full_text));
                // The text can contain other words, such as move numbers.
                LineOfPlay::of(root.clone(), moves.into_iter())
                    .or_else(|error| LineOfPlay::of_text(game, root, full_text).ok_or(error))
            }
        }
    }

    /// The record of the content, if any, with the moves before the selected position.
    pub(crate) fn problem_record(&self, game: &AnyGame, moment: Moment) -> Option<ProblemRecord> {
        let record = self.record(game)?.ok()?;
        let is_text = matches!(self, Content::Text(_) | Content::Case(_));
        let (line, played) = match moment {
            // For a text, the default is the position after its moves.
            Moment::Default if is_text => line_of(&record, Moment::Last).ok()?,
            Moment::Remaining(left) => {
                let played = self.played(game).ok()?.first_with_remaining(left)?;
                (record.line(None)?, played)
            }
            _ => line_of(&record, moment).ok()?,
        };
        let before = line.into_iter().take(played).map(String::from).collect();
        Some(ProblemRecord {
            record: record.text,
            before,
            is_own: matches!(self, Content::Record(bytes, _) if mark::is_in(bytes)),
        })
    }

    /// The moves after the selected position, such as the author's solution of a problem. Empty if
    /// the content cannot be parsed.
    pub(crate) fn moves_after(&self, game: &AnyGame, moment: Moment) -> Vec<String> {
        let after = |line: Vec<&str>, played: usize| {
            let after = line.into_iter().skip(played);
            after.map(String::from).collect()
        };
        let is_text = matches!(self, Content::Text(_) | Content::Case(_));
        if is_text && moment == Moment::Default {
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
                let moves = moves_of(game, self.full_text());
                match moment {
                    Moment::Default | Moment::Last | Moment::Remaining(_) => Vec::new(),
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
    /// The moves before the selected position.
    pub(crate) before: Vec<String>,
    /// Whether shomei wrote the file.
    pub(crate) is_own: bool,
}

/// The moves of a line, and the number of them before the selected position.
type PartOfLine<'r> = (Vec<&'r str>, usize);

/// The selected line of a record, and the number of its moves before the selected position.
fn line_of(record: &AnyRecord, moment: Moment) -> Result<PartOfLine<'_>, NotationError> {
    let (branch, played) = match moment {
        Moment::Default => (None, record.asked_after()),
        Moment::First | Moment::Remaining(_) => (None, 0),
        Moment::After { moves, branch } => (branch, moves),
        Moment::Last => (None, record.moves().len()),
    };
    match (record.line(branch), branch) {
        (Some(line), _) => Ok((line, played)),
        (None, number) => Err(no_branch(number.unwrap_or(0), record.branches().len())),
    }
}

/// The selected position of a record.
fn position_of_record(
    game: &AnyGame,
    record: &AnyRecord,
    moment: Moment,
) -> Result<AnyPosition, NotationError> {
    if let Moment::Remaining(left) = moment {
        let moves = record.moves().iter().map(String::as_str);
        return first_with_remaining(&LineOfPlay::of(record.root.clone(), moves)?, left);
    }
    let (line, played) = line_of(record, moment)?;
    position_after(game, &record.root, &line, played)
}

/// The error for a branch that does not exist.
fn no_branch(number: usize, there: usize) -> NotationError {
    NotationError::whole(match there {
        0 => error_text!(
            "line-without-branches",
            "there is no branch {number}: the line has no branches",
            number = number
        ),
        1 => error_text!(
            "line-with-one-branch",
            "there is no branch {number}: the line has 1 branch",
            number = number
        ),
        _ => error_text!(
            "line-with-branches",
            "there is no branch {number}: the line has {there} branches",
            number = number,
            there = there
        ),
    })
}

/// The position after the first `played` of these moves.
///
/// The moves are played under the current rules. The record of a whole game can contain moves that
/// tsume-shogi does not allow, such as moves without check. In that case the game parses the moves
/// as part of the text of the position.
fn position_after(
    game: &AnyGame,
    root: &AnyPosition,
    line: &[&str],
    played: usize,
) -> Result<AnyPosition, NotationError> {
    let Some(line) = line.get(..played) else {
        return Err(no_position_after(played, line.len()));
    };
    let at = LineOfPlay::of(root.clone(), line.iter().copied());
    at.map(|played| played.last().clone()).or_else(|error| {
        let text = format!("{} moves {}", root.text(), line.join(" "));
        game.position(&text).map_err(|_| error)
    })
}

/// The error for a line that has fewer moves.
fn no_position_after(moves: usize, there: usize) -> NotationError {
    NotationError::whole(match there {
        1 => error_text!(
            "line-with-one-move",
            "there is no position after {moves} moves: the line has 1 move",
            moves = moves
        ),
        _ => error_text!(
            "line-too-short",
            "there is no position after {moves} moves: the line has {there} moves",
            moves = moves,
            there = there
        ),
    })
}

/// The first position with `left` empty squares, or what else the game counts.
fn first_with_remaining(played: &LineOfPlay, left: u32) -> Result<AnyPosition, NotationError> {
    let position = played
        .first_with_remaining(left)
        .and_then(|moves| played.position(moves));
    position.cloned().ok_or_else(|| {
        NotationError::whole(match played.root.remaining() {
            Some(_) => error_text!(
                "no-position-with-left",
                "no position of it has {left} squares left",
                left = left
            ),
            None => without_left(played.root.game()),
        })
    })
}

/// The error of `--at empties=N` for a game that does not count squares.
pub(crate) fn without_left(game: &AnyGame) -> ErrorText {
    error_text!(
        "game-without-left",
        "--at empties: {game} does not count empty squares",
        game = game.name()
    )
}

/// The moves after a position in a text. A last word that is not a move, such as "resign", is
/// dropped: without it the text is the same position.
fn moves_of<'t>(game: &AnyGame, full_text: &'t str) -> Vec<&'t str> {
    let mut moves: Vec<&str> = full_text[moves_at(full_text)..]
        .split_whitespace()
        .skip(1)
        .collect();
    let position = |text: &str| game.position(text).ok().map(|position| position.text());
    let without_last = moves
        .last()
        .and_then(|last| full_text.trim_end().strip_suffix(last))
        .and_then(position);
    if without_last.is_some() && without_last == position(full_text) {
        moves.pop();
    }
    moves
}

/// The offset of the word "moves" in a text. It cannot be the first word. Without this word, the
/// length of the text.
pub(super) fn moves_at(text: &str) -> usize {
    if sgf::begins(text) {
        return text.len();
    }
    let start = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    let words = text.split_whitespace().skip(1);
    let mut moves = words.filter(|word| word.eq_ignore_ascii_case("moves"));
    moves.next().map_or(text.len(), start)
}
