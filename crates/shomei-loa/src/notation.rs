//! Reads and writes positions and moves.
//!
//! [`Notation::parse_position`] distinguishes the forms by their first word:
//!
//! | begins with | form | read by |
//! |---|---|---|
//! | `(` | SGF, game 9 | `sgf.rs` |
//! | `start` | the starting position, then `moves ...` | `record.rs` |
//! | a move or `1.` | a game record from the start | `record.rs` |
//! | anything else | all squares or a diagram, the side to move, then `moves ...` | `board.rs` |
//!
//! Text after one of these forms is refused, with its place.

mod board;
mod moves;
mod record;
mod sgf;

use shomei_game::sgf::{Part, decode, looks_like_game, records_of};
use shomei_game::words::Words;
use shomei_game::{
    ErrorText, Goal, Kind, Notation, NotationError, Outcome, Record, Records, Side, Tuning,
    error_text,
};

pub(crate) use board::one_line;

use crate::{Loa, Move, Position, Rules, Size};

/// The forms of a position, for the texts of errors.
fn forms(size: Size) -> ErrorText {
    error_text!(
        "loa-forms",
        "{area} squares and the side to move, a diagram, \"start\", a game record or SGF",
        area = size.area()
    )
}

impl Notation for Loa {
    const READ_BACK: bool = false;

    fn name(&self) -> &str {
        Self::NAME
    }

    fn sides(&self) -> [&str; 2] {
        Self::SIDES
    }

    fn rules(&self) -> String {
        self.rule_set().to_string()
    }

    fn goal(&self) -> Goal {
        Goal::win(self.attacker())
    }

    fn with_goal(&self, goal: Goal) -> Loa {
        Loa::new(self.rule_set(), goal)
    }

    fn start(&self) -> Position {
        self.first_position()
    }

    fn to_move(&self, position: &Position) -> Side {
        position.to_move()
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.result(position)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        if text.trim_start().starts_with('(') {
            let record = sgf::read(self, text)?;
            let moves = record.main.moves.iter();
            return Ok(moves.fold(record.root, |position, &mv| position.play(mv)));
        }
        let mut words = Words::of(text);
        let Some(first) = words.peek() else {
            return Err(NotationError::whole(error_text!(
                "empty-position",
                "the position is empty; expected {forms}",
                forms = forms(self.size())
            )));
        };
        if words.accept("start") {
            return record::play(self, self.first_position(), Some(1), words.after_moves()?);
        }
        if record::begins(first) {
            return record::play(self, self.first_position(), Some(1), words);
        }
        let position = board::parse(self.size(), &mut words)?;
        record::play(self, position, None, words.after_moves()?)
    }

    fn format_position(&self, position: &Position) -> String {
        board::one_line(position)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        moves::parse(self, position, text).map_err(NotationError::whole)
    }

    fn format_move(&self, position: &Position, mv: Move) -> String {
        moves::format(position, mv)
    }

    fn diagram(&self, position: &Position) -> String {
        board::diagram(position)
    }
}

impl Kind for Loa {
    const NAME: &'static str = "loa";
    const SUMMARY: &'static str = "Lines of Action: join all your pieces into one unit";
    const SIDES: [&'static str; 2] = ["black", "white"];
    const RULES_HELP: &'static str = Rules::HELP;
    const RULE_SETS: &'static [&'static str] = Rules::SETS;
    const POSITION_HELP: &'static str = "64 squares (25, 36 or 49 with board=5, 6 or 7), a1 to h1 \
        first, and the side to move; a diagram of 8 rows, row 8 first; \"start\"; any of these \
        followed by \"moves d1-b3 ...\"; a game record with move numbers; SGF, on one line or \
        several";
    /// Takes a third of the nodes of mobility alone, a quarter on hard positions, at more than half
    /// of its speed.
    const TUNING: Tuning = Tuning {
        options: &[("init", "eval")],
        ..Tuning::USUAL
    };

    fn open(rules: &str, goal: Goal) -> Result<Loa, NotationError> {
        Rules::parse(rules).map(|rules| Loa::new(rules, goal))
    }
}

impl Records<Loa> for Loa {
    const FORMS: &'static [&'static str] = &["sgf"];

    fn looks_like_record(bytes: &[u8]) -> bool {
        looks_like_game(bytes)
    }

    fn records_of(bytes: &[u8]) -> Vec<Part> {
        records_of(bytes)
    }

    /// Reads a game in SGF.
    fn read_record(game: &Loa, bytes: &[u8]) -> Result<Record<Position, Move>, NotationError> {
        sgf::read(game, &decode(bytes)?)
    }

    fn write_record(
        game: &Loa,
        record: &Record<Position, Move>,
        form: &str,
    ) -> Result<Vec<u8>, NotationError> {
        match form {
            "sgf" => Ok(sgf::write(game, record).into_bytes()),
            _ => Err(NotationError::whole(error_text!(
                "loa-unknown-extension",
                "there is no form of records named \"{name}\"; known is sgf",
                name = form
            ))),
        }
    }
}
