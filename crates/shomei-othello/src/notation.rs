//! Reads and writes positions and moves.
//!
//! [`Notation::parse_position`] distinguishes the forms by the beginning of the text:
//!
//! | begins with | form | read by |
//! |---|---|---|
//! | `(`, or `1` and `(` | a game record in SGF or GGF | `sgf.rs`, `ggf.rs` |
//! | `[` | the board of GGF alone | `ggf.rs` |
//! | `start` | the starting position, then `moves ...` | `record.rs` |
//! | a move, or a number and a move | a list of moves from the start | `record.rs` |
//! | a square of a board | the squares, 64 on the usual board, and the side to move, then `moves ...` | `board.rs` |
//! | the same | the same, then `; MOVE:SCORE; ... % comment` | `obf.rs` |
//! | `a b c d e f g h`, or rows | a diagram, then `moves ...` | `diagram.rs` |
//!
//! Text after one of these forms is refused, with its place.

mod board;
mod cursor;
mod diagram;
mod ggf;
pub(crate) mod moves;
mod obf;
pub(crate) mod record;
mod sgf;

use shomei_game::escape::excerpt;
use shomei_game::sgf::{Part, begins as sgf_begins, decode, looks_like_game, records_of};
use shomei_game::{
    ErrorText, Goal, Kind, KnownScore, Notation, NotationError, Outcome, Record, Records,
    ScoreRange, Scored, Series, Side, Tuning, error_text,
};

pub(crate) use board::one_line;
pub use obf::obf;

use crate::endgame::look_ahead;
use crate::evaluation::Evaluation;
use crate::hints::Hints;
use crate::rules::GREATEST;
use crate::{Move, Othello, Position, Rules, Size};
use cursor::Cursor;

/// The forms of a position, for messages.
fn forms(size: Size) -> ErrorText {
    error_text!(
        "othello-forms",
        "{area} squares and the side to move, \"start\", moves such as F5 D6, or a record \
         (;GM[Othello]...;)",
        area = size.area()
    )
}

impl Notation for Othello {
    const READ_BACK: bool = false;
    /// A finished game counts once, as if the sides kept passing.
    const PATHS_OF_FINISHED: u64 = 1;

    fn name(&self) -> &str {
        Self::NAME
    }

    fn sides(&self) -> [&str; 2] {
        Self::SIDES
    }

    fn rules(&self) -> String {
        self.rule_set().on_board(self.size())
    }

    fn goal(&self) -> Goal {
        Goal::win(self.attacker())
    }

    fn with_goal(&self, goal: Goal) -> Othello {
        self.asking(self.rule_set(), goal)
    }

    fn with_hints(&self, text: &str) -> Result<Othello, NotationError> {
        let mut game = self.clone();
        game.hints = self.hints.with(text)?;
        Ok(game)
    }

    fn why_slow(&self) -> Option<String> {
        let processor = self.hints.leaves.solver(1).processor();
        let is_slow = processor == "portable";
        is_slow.then(|| "alpha-beta runs without AVX2, which takes longer".to_string())
    }

    fn with_weights(&self, bytes: &[u8]) -> Result<Othello, NotationError> {
        let mut game = self.clone();
        game.evaluation = Evaluation::from_bytes(bytes)
            .map_err(|error| NotationError::whole(error.to_string()))?;
        Ok(game)
    }

    fn for_root(&self, root: &Position, series: Option<&Series>) -> Option<Othello> {
        Some(self.suited_to(root, series))
    }

    fn useful_memory(&self, root: &Position) -> Option<usize> {
        self.table_for(root)
    }

    fn start(&self) -> Position {
        Position::start_on(self.size())
    }

    fn to_move(&self, position: &Position) -> Side {
        position.to_move()
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        position
            .is_over()
            .then(|| self.rule_set().outcome(position.score(Side::First)))
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        if text.trim_start().starts_with('(') || sgf_begins(text) {
            let record = sgf::read(self, text)?;
            let moves = record.main.moves.iter();
            return Ok(moves.fold(record.root, |position, &mv| position.play(mv)));
        }
        let text = &half_width(text);
        let mut cursor = Cursor::new(text);
        cursor.skip_blanks();
        if let Some(position) = on_board(self.size(), &mut cursor)? {
            return if obf::follows(&cursor) {
                obf::scores(&position, &mut cursor).map(|_| position)
            } else {
                record::continued(position, &mut cursor)
            };
        }
        if cursor.eat_word("start") {
            return record::continued(self.start(), &mut cursor);
        }
        let rest = cursor.rest();
        if record::begins(rest) {
            return record::play(self.start(), &mut cursor);
        }
        let forms = forms(self.size());
        Err(match rest.split_whitespace().next() {
            None => NotationError::whole(error_text!(
                "empty-position",
                "the position is empty; expected {forms}",
                forms = forms
            )),
            Some(word) => cursor.error(error_text!(
                "begins-no-position",
                "\"{word}\" begins no position; expected {forms}",
                word = excerpt(word),
                forms = forms
            )),
        })
    }

    fn format_position(&self, position: &Position) -> String {
        one_line(position)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        moves::parse(position, text).map_err(NotationError::whole)
    }

    fn format_move(&self, _position: &Position, mv: Move) -> String {
        mv.to_string()
    }

    fn diagram(&self, position: &Position) -> String {
        diagram::diagram(position)
    }
}

impl Kind for Othello {
    const NAME: &'static str = "othello";
    const SUMMARY: &'static str = "Othello: the side with more discs at the end wins";
    const SIDES: [&'static str; 2] = ["black", "white"];
    const RULES_HELP: &'static str = Rules::HELP;
    const RULE_SETS: &'static [&'static str] = Rules::SETS;
    const POSITION_HELP: &'static str = "64 squares (36 on the board of 6x6), a1 to h1 first, on \
        one line or in rows (X or * black, O white, - empty), and the side to move (X or O; Black \
        if it is missing), optionally followed by scores of moves and a comment, as in \"; \
        G8:+18; H1:-12; % text\"; a diagram as \"shomei show\" prints it; \"start\"; any of these \
        followed by \"moves f5 d6 ...\"; moves alone from the start: F5D6C3 or f5 d6 c3 on one \
        line, or 1.f5 2.d6 (a pass is -- or omitted); a game record in GGF, (;GM[Othello]...;), \
        or SGF, (;GM[2]...)";
    const HINTS_HELP: &'static str = Hints::HELP;
    /// Leaves are slow, and the parent's thread should not wait for a slow job: with 64 expansions
    /// per share, two threads are 1.7 times as fast as one; with the default share, 1.4 times. With
    /// epsilon 0.05 instead of 0.25, scores take 0.96 of the nodes (18 and 20 empty squares, and FFO
    /// 40 to 49).
    const TUNING: Tuning = Tuning {
        options: &[("init", "eval"), ("epsilon", "0.05")],
        with_threads: &[("share", "64")],
        hints: "split=auto,h=costs",
    };

    fn open(rules: &str, goal: Goal) -> Result<Othello, NotationError> {
        let (rules, size) = Rules::parse_with_board(rules)?;
        Ok(Othello::new(rules, goal).on(size))
    }
}

impl Records<Othello> for Othello {
    const FORMS: &'static [&'static str] = &["ggf", "sgf"];

    fn looks_like_record(bytes: &[u8]) -> bool {
        looks_like_game(bytes)
    }

    fn records_of(bytes: &[u8]) -> Vec<Part> {
        records_of(bytes)
    }

    /// Reads a game in SGF or GGF.
    fn read_record(game: &Othello, bytes: &[u8]) -> Result<Record<Position, Move>, NotationError> {
        sgf::read(game, &decode(bytes)?)
    }

    fn write_record(
        game: &Othello,
        record: &Record<Position, Move>,
        form: &str,
    ) -> Result<Vec<u8>, NotationError> {
        match form {
            "ggf" => Ok(ggf::write(game, record).into_bytes()),
            "sgf" => Ok(sgf::write(game, record).into_bytes()),
            _ => Err(NotationError::whole(error_text!(
                "othello-unknown-extension",
                "there is no form of records named \"{name}\"; known are ggf and sgf",
                name = form
            ))),
        }
    }
}

impl Scored for Othello {
    const RANGE: Option<ScoreRange> = Some(ScoreRange {
        greatest: GREATEST,
        step: 2,
        unit: "discs",
    });

    fn range(&self) -> Option<ScoreRange> {
        let greatest = self.size().area() as i32;
        Self::RANGE.map(|range| ScoreRange { greatest, ..range })
    }

    const REMAINING: &'static str = "empties";

    fn score(&self, position: &Position, side: Side) -> Option<i32> {
        position.is_over().then(|| position.score(side))
    }

    fn outcome_of(&self, score: i32, side: Side) -> Outcome {
        let for_black = match side {
            Side::First => score,
            Side::Second => -score,
        };
        self.rule_set().outcome(for_black)
    }

    fn with_least_score(&self, side: Side, least: i32) -> Option<Othello> {
        Some(self.asking(Rules::AtLeast(side, least), self.goal()))
    }

    fn guess_score(&self, position: &Position) -> i32 {
        self.evaluation.score(position)
    }

    /// Uses the evaluation some plies ahead. The mean error for game positions with 20 empty
    /// squares is 4.0 discs, and 9.2 for the static evaluation. A smaller board has no patterns to
    /// look ahead with, so the static evaluation is used.
    fn first_guess(&self, position: &Position) -> i32 {
        if position.size() != Size::Eight {
            return self.guess_score(position);
        }
        // An even number, because after an odd number the side that moved last seems two discs
        // better. The guess takes about a twentieth of the time of the questions.
        let plies = position.empties().saturating_sub(10).min(10) / 2 * 2;
        look_ahead(&self.evaluation, position, plies)
    }

    fn remaining(&self, position: &Position) -> Option<u32> {
        Some(position.empties())
    }

    /// Writes an OBF line.
    fn format_scores(&self, position: &Position, scores: &[KnownScore]) -> Option<String> {
        Some(obf(position, scores, None))
    }

    fn known_scores(&self, text: &str) -> Result<Vec<KnownScore>, NotationError> {
        let text = &half_width(text);
        let mut cursor = Cursor::new(text);
        cursor.skip_blanks();
        match on_board(self.size(), &mut cursor)? {
            Some(position) if obf::follows(&cursor) => obf::scores(&position, &mut cursor),
            _ => Ok(Vec::new()),
        }
    }
}

/// Reads a board with the side to move and the blanks after it; `None` if the text begins in
/// another way.
fn on_board(size: Size, cursor: &mut Cursor<'_>) -> Result<Option<Position>, NotationError> {
    let rest = cursor.rest();
    let position = if rest.starts_with('[') {
        bracketed(size, cursor)?
    } else if !record::begins(rest) && board::begins(rest) {
        board::parse(size, cursor)?
    } else {
        return Ok(None);
    };
    cursor.skip_blanks();
    Ok(Some(position))
}

/// Reads the board of a GGF file alone: `[8 -------- ... *]`.
fn bracketed(size: Size, cursor: &mut Cursor<'_>) -> Result<Position, NotationError> {
    let begin = *cursor;
    cursor.next();
    let mut inside = *cursor;
    cursor.take_while(|c| c != ']');
    inside.end_at(cursor);
    if cursor.next().is_none() {
        return Err(begin.error(error_text!("open-bracket", "this [ is never closed")));
    }
    let (board, side) = ggf::board(size, &mut inside)?;
    let position = board.position(side);
    position.map_err(|error| begin.error(error))
}

/// Converts full-width letters, digits and blanks to ASCII.
fn half_width(text: &str) -> String {
    let letters = text.chars().map(|letter| match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        '\u{3000}' => ' ',
        other => other,
    });
    letters.collect()
}
