//! Lines of test positions: a board, then scores of moves, then a comment.
//!
//! ```text
//! BOARD X; G8:+18; H1:-12; % a comment
//! ```
//!
//! A score is the final lead of the side to move, with best play of both sides after the move.
//! Scores are even: empty squares go to the winner.

use std::fmt::Write;

use shomei_game::{ErrorText, KnownScore, NotationError, error_text};

use super::cursor::Cursor;
use super::{moves, one_line};
use crate::{Move, Position};

/// A pass with this score marks the end of some lists of moves in files of test positions.
const NO_MORE: i32 = -127;

/// Writes a position, scores of moves and a comment on one line, in the form
/// that many Othello programs read ("OBF").
///
/// [`Notation::parse_position`](shomei_game::Notation::parse_position) reads the position again,
/// and [`Scored::known_scores`](shomei_game::Scored::known_scores) the scores. Line ends in the
/// comment become blanks.
///
/// ```
/// use shomei_game::{Goal, KnownScore, Kind, Notation, Scored, Side};
/// use shomei_othello::{Othello, Position, obf};
///
/// let scores = [KnownScore { mv: "F5".into(), score: 0 }];
/// let line = obf(&Position::start(), &scores, Some("the first move"));
/// assert!(line.ends_with("X; F5:+0; % the first move"));
///
/// let game = Othello::open("", Goal::win(Side::First)).unwrap();
/// assert_eq!(game.parse_position(&line), Ok(game.start()));
/// assert_eq!(game.known_scores(&line).unwrap(), scores);
/// ```
#[must_use]
pub fn obf(position: &Position, scores: &[KnownScore], comment: Option<&str>) -> String {
    let mut line = one_line(position) + ";";
    for KnownScore { mv, score } in scores {
        // Writing to a string cannot fail.
        let _ = write!(line, " {mv}:{score:+};");
    }
    if let Some(comment) = comment {
        line += " % ";
        line += &comment.replace(['\n', '\r'], " ");
    }
    line
}

/// Whether the rest of a text can follow a board in this form.
pub(super) fn follows(cursor: &Cursor<'_>) -> bool {
    matches!(cursor.peek(), Some(';' | '%'))
}

/// Reads the text after the board: parts that begin with a semicolon, and the comment.
pub(super) fn scores(
    position: &Position,
    cursor: &mut Cursor<'_>,
) -> Result<Vec<KnownScore>, NotationError> {
    let mut scores = Vec::new();
    loop {
        cursor.skip_blanks();
        match cursor.peek() {
            Some(';') => {
                cursor.next();
                scores.extend(score(position, &scores, cursor)?);
            }
            Some('%') => {
                cursor.take_while(|c| c != '\n');
                cursor.skip_blanks();
                return match cursor.peek() {
                    None => Ok(scores),
                    Some(_) => Err(cursor.error(error_text!(
                        "obf-second-line",
                        "a position is one line, and here begins another"
                    ))),
                };
            }
            None => return Ok(scores),
            Some(_) => {
                return Err(cursor.error(error_text!(
                    "obf-no-separator",
                    "expected ; or % before this"
                )));
            }
        }
    }
}

/// Reads `MOVE:SCORE`, or nothing; `before` are the scores of other moves.
fn score(
    position: &Position,
    before: &[KnownScore],
    cursor: &mut Cursor<'_>,
) -> Result<Option<KnownScore>, NotationError> {
    cursor.skip_blanks();
    let begin = *cursor;
    let part = cursor.take_while(|c| !matches!(c, ';' | '%' | '\n')).trim();
    if part.is_empty() {
        return Ok(None);
    }
    let fault = |message: ErrorText| begin.error(message);
    let malformed = || {
        fault(error_text!(
            "obf-no-score",
            "expected MOVE:SCORE such as G8:+18, found \"{part}\"",
            part = part
        ))
    };
    let (mv, score) = part.split_once(':').ok_or_else(malformed)?;
    let score: i32 = score.trim().parse().map_err(|_| malformed())?;
    let mv = Move::parse(mv.trim()).ok_or_else(malformed)?;
    if mv == Move::PASS && score == NO_MORE {
        return Ok(None);
    }
    if let Some(reason) = moves::why_illegal(position, mv) {
        return Err(fault(reason));
    }
    let greatest = position.size().area();
    if score.unsigned_abs() > greatest || score % 2 != 0 {
        return Err(fault(error_text!(
            "obf-score-range",
            "{mv}: a score is an even number from -{greatest} to {greatest}, not {score}",
            mv = mv,
            greatest = greatest,
            score = score
        )));
    }
    let mv = mv.to_string();
    if before.iter().any(|known| known.mv == mv) {
        return Err(fault(error_text!(
            "obf-second-score",
            "{mv} has a score already",
            mv = mv
        )));
    }
    Ok(Some(KnownScore { mv, score }))
}
