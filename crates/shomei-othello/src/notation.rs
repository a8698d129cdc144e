//! Texts of positions and moves.

mod board;

use shomei_game::{Goal, KnownScore, Notation, NotationError, Outcome, ScoreRange, Scored, Side};

pub(crate) use board::one_line;

use crate::evaluation::Evaluation;
use crate::hints::Hints;
use crate::rules::GREATEST;
use crate::{Move, Othello, Position, Rules};

impl Notation for Othello {
    const NAME: &'static str = "othello";
    const SUMMARY: &'static str = "Othello: who has more discs at the end wins";
    const SIDES: [&'static str; 2] = ["black", "white"];
    const RULES_HELP: &'static str = Rules::HELP;
    const POSITION_HELP: &'static str =
        "64 squares, a1 to h1 first (X black, O white, - empty), and the side to move";
    const HINTS_HELP: &'static str = Hints::HELP;

    fn open(rules: &str, goal: Goal) -> Result<Othello, NotationError> {
        Rules::parse(rules).map(|rules| Othello::new(rules, goal))
    }

    fn rules(&self) -> String {
        self.rule_set().to_string()
    }

    fn goal(&self) -> Goal {
        Goal::win(self.attacker())
    }

    fn with_goal(&self, goal: Goal) -> Othello {
        self.asking(self.rule_set(), goal)
    }

    fn with_hints(&self, text: &str) -> Result<Othello, NotationError> {
        let mut game = self.clone();
        game.hints = Hints::parse(text)?;
        Ok(game)
    }

    fn with_weights(&self, bytes: &[u8]) -> Result<Othello, NotationError> {
        let mut game = self.clone();
        game.evaluation = Evaluation::from_bytes(bytes)
            .map_err(|error| NotationError::whole(error.to_string()))?;
        Ok(game)
    }

    fn start(&self) -> Position {
        Position::start()
    }

    fn to_move(&self, position: &Position) -> Side {
        position.to_move()
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let draw_or_win = position.outcome()?;
        Some(match self.rule_set() {
            Rules::Standard => draw_or_win,
            Rules::AtLeast(side, least) if position.score(side) >= least => Outcome::Win(side),
            Rules::AtLeast(side, _) => Outcome::Win(side.opponent()),
        })
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        board::parse(text)
    }

    fn format_position(&self, position: &Position) -> String {
        one_line(position)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        Move::parse(text)
            .filter(|&mv| position.is_legal(mv))
            .ok_or_else(|| NotationError::whole(format!("{text} is not a legal move")))
    }

    fn format_move(&self, _position: &Position, mv: Move) -> String {
        mv.to_string()
    }

    fn diagram(&self, position: &Position) -> String {
        one_line(position)
    }
}

impl Scored for Othello {
    const RANGE: Option<ScoreRange> = Some(ScoreRange {
        greatest: GREATEST,
        step: 2,
        unit: "discs",
    });

    fn score(&self, position: &Position, side: Side) -> Option<i32> {
        position.is_over().then(|| position.score(side))
    }

    fn with_least_score(&self, side: Side, least: i32) -> Option<Othello> {
        Some(self.asking(Rules::AtLeast(side, least), self.goal()))
    }

    fn guess_score(&self, position: &Position) -> i32 {
        self.evaluation.score(position)
    }

    fn remaining(&self, position: &Position) -> Option<u32> {
        Some(position.empties())
    }

    fn known_scores(&self, _text: &str) -> Result<Vec<KnownScore>, NotationError> {
        Ok(Vec::new())
    }
}
