//! Reads and writes positions and moves.
//!
//! [`Notation::parse_position`] distinguishes the forms by their first word:
//!
//! | begins with | form | read by |
//! |---|---|---|
//! | `start` | the starting position, then `moves ...` | `record.rs` |
//! | a move | a game record from the start | `record.rs` |
//! | `a:` and the state of board a | a diagram, then `moves ...` | `diagram.rs` |
//! | anything else | `SIDE;GLOBAL;BOARDS`, then `moves ...` | `board.rs` |
//!
//! Text after one of these forms is refused, with its place.

mod board;
mod diagram;
mod record;

use shomei_game::words::Words;
use shomei_game::{ErrorText, Goal, Kind, Notation, NotationError, Outcome, Side, error_text};

pub(crate) use board::one_line;

use crate::{Move, Position, Rules, Uttt};

/// The forms of a position, for messages.
fn forms() -> ErrorText {
    error_text!(
        "uttt-forms",
        "SIDE;GLOBAL;nine local boards, \"start\" or moves such as ee ea"
    )
}

impl Notation for Uttt {
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

    fn with_goal(&self, goal: Goal) -> Uttt {
        Uttt::new(self.rule_set(), goal)
    }

    fn start(&self) -> Position {
        Position::start(self.rule_set().won_boards)
    }

    fn to_move(&self, position: &Position) -> Side {
        position.to_move()
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        position.outcome()
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let mut words = Words::of(text);
        let won_boards = self.rule_set().won_boards;
        let Some(first) = words.peek() else {
            return Err(NotationError::whole(error_text!(
                "empty-position",
                "the position is empty; expected {forms}",
                forms = forms()
            )));
        };
        if record::begins(first) {
            return record::play(self.start(), words);
        }
        let position = if diagram::begins(first) {
            diagram::parse(&mut words, won_boards)?
        } else if words.accept("start") {
            self.start()
        } else {
            words.next();
            board::parse(first, won_boards)?
        };
        record::play(position, words.after_moves()?)
    }

    fn format_position(&self, position: &Position) -> String {
        one_line(position)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        record::parse_move(position, text).map_err(NotationError::whole)
    }

    fn format_move(&self, _position: &Position, mv: Move) -> String {
        mv.to_string()
    }

    fn diagram(&self, position: &Position) -> String {
        diagram::diagram(position)
    }
}

impl Kind for Uttt {
    const NAME: &'static str = "uttt";
    const SUMMARY: &'static str = "ultimate tic-tac-toe: win three local boards in a line";
    const SIDES: [&'static str; 2] = ["x", "o"];
    const RULES_HELP: &'static str = Rules::HELP;
    const RULE_SETS: &'static [&'static str] = Rules::SETS;
    const POSITION_HELP: &'static str = "SIDE;GLOBAL;B0/B1/.../B8, such as \
        X;..@...O..;X.O.O.X../... : the side to move (X or O), the global board (. open, X or O \
        won, # drawn, @ the board of the next move; under \"open\" a small x or o if that board \
        is won), nine local boards of nine cells (X, O or .); a diagram as \"shomei show\" prints \
        it; \"start\"; any of these followed by \"moves ee ea ...\"; moves alone from the start, \
        on one line. A move is a board and a cell, each a to i by rows";

    fn open(rules: &str, goal: Goal) -> Result<Uttt, NotationError> {
        Rules::parse(rules).map(|rules| Uttt::new(rules, goal))
    }
}
