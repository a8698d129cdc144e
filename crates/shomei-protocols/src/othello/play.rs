//! The game so far: its positions and moves. Moves can be taken back.

use shomei::game::{NotationError, sgf};
use shomei::{AnyGame, AnyPosition, Side};

use super::PASS;

/// A starting position and the moves from it.
#[derive(Clone, Debug)]
pub(crate) struct Play {
    root: AnyPosition,
    /// The moves, in the order in which they were played.
    steps: Vec<Step>,
}

/// A move of the game.
#[derive(Clone, Debug)]
struct Step {
    /// The position before the move, if a forced pass before it was omitted.
    passed: Option<AnyPosition>,
    /// The position after the move.
    after: AnyPosition,
}

impl Play {
    /// A game that begins at this position.
    pub(crate) fn of(root: AnyPosition) -> Play {
        Play {
            root,
            steps: Vec::new(),
        }
    }

    /// Reads a game in SGF or GGF, with at most `most` of its moves. Text before the first `(;`,
    /// such as the header of an e-mail, is ignored.
    pub(crate) fn of_record(
        game: &AnyGame,
        bytes: &[u8],
        most: usize,
    ) -> Result<Play, NotationError> {
        let text = sgf::decode(bytes)?;
        let begin = text.find("(;").unwrap_or(0);
        // The byte order mark marks the text as decoded UTF-8.
        let record = format!("\u{feff}{}", &text[begin..]);
        let record = game.read_record(record.as_bytes())?;
        let mut play = Play::of(record.root.clone());
        for mv in record.moves().iter().take(most) {
            play.step(mv)?;
        }
        Ok(play)
    }

    /// The current position.
    pub(crate) fn now(&self) -> &AnyPosition {
        self.steps.last().map_or(&self.root, |step| &step.after)
    }

    /// All positions, beginning with the starting position; passes count as moves.
    pub(crate) fn positions(&self) -> Vec<&AnyPosition> {
        let mut all = vec![&self.root];
        for step in &self.steps {
            all.extend(&step.passed);
            all.push(&step.after);
        }
        all
    }

    /// Plays a move. A forced pass before it can be omitted.
    pub(crate) fn step(&mut self, mv: &str) -> Result<(), NotationError> {
        let now = self.now();
        let (passed, after) = match (now.play(mv), after_pass(now)) {
            (Ok(after), _) => (None, after),
            (Err(_), Some(passed)) => {
                let after = passed.play(mv)?;
                (Some(passed), after)
            }
            (Err(error), None) => return Err(error),
        };
        self.steps.push(Step { passed, after });
        Ok(())
    }

    /// Plays a move of this side. A forced pass of the opponent before it can be omitted. After the
    /// end of the game both sides can pass, which changes nothing: programs for games with passes
    /// end games this way.
    pub(crate) fn step_of(&mut self, side: Side, mv: &str) -> Result<(), String> {
        let now = self.now();
        if now.outcome().is_some() && mv == PASS {
            let after = now.clone();
            self.steps.push(Step {
                passed: None,
                after,
            });
            return Ok(());
        }
        let passed = self.passed_to(side)?;
        let before = passed.as_ref().unwrap_or(now);
        let after = before.play(mv).map_err(|error| error.to_string())?;
        self.steps.push(Step { passed, after });
        Ok(())
    }

    /// The position in which this side is to move, if its opponent has to pass first; `None` if
    /// this side is to move already or the game is over.
    pub(crate) fn passed_to(&self, side: Side) -> Result<Option<AnyPosition>, String> {
        let now = self.now();
        if now.to_move() == side || now.outcome().is_some() {
            return Ok(None);
        }
        match after_pass(now) {
            Some(passed) => Ok(Some(passed)),
            None => {
                let mover = now.game().side_name(now.to_move());
                Err(format!("{mover} is to move, and does not have to pass"))
            }
        }
    }

    /// Takes the last move back; false if there is none.
    pub(crate) fn undo(&mut self) -> bool {
        self.steps.pop().is_some()
    }
}

/// The position after a pass, if a pass is the only legal move.
fn after_pass(position: &AnyPosition) -> Option<AnyPosition> {
    position.play(PASS).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei::Kinds;

    #[test]
    fn a_pass_may_be_left_out_and_is_taken_back_with_its_move() {
        let game = Kinds::builtin().open("othello", "").unwrap();
        // White has no move after C1.
        let board = format!("*O{}*O------ X", "-".repeat(54));
        let mut play = Play::of(game.position(&board).unwrap());
        assert!(!play.undo());
        play.step("c1").unwrap();
        play.step("C8").unwrap();
        assert_eq!(play.positions().len(), 4);
        assert!(play.now().outcome().is_some());
        let message = play.step("a3").unwrap_err().to_string();
        assert!(message.contains("the game is over"), "{message}");
        play.step_of(Side::First, PASS).unwrap();
        play.step_of(Side::First, PASS).unwrap();
        assert!(play.undo() && play.undo() && play.undo());
        assert_eq!(play.positions().len(), 2);
        play.step("--").unwrap();
        let message = play.step("a1").unwrap_err().to_string();
        assert!(message.contains("holds a disc"), "{message}");
    }

    #[test]
    fn a_side_plays_when_it_is_its_turn() {
        let game = Kinds::builtin().open("othello", "").unwrap();
        let mut play = Play::of(game.start());
        let white = play.step_of(Side::Second, "F5").unwrap_err();
        assert_eq!(white, "black is to move, and does not have to pass");
        let pass = play.step_of(Side::First, PASS).unwrap_err();
        assert!(pass.contains("must not pass"), "{pass}");
        play.step_of(Side::First, "f5").unwrap();
        assert_eq!(play.passed_to(Side::Second), Ok(None));
    }

    #[test]
    fn a_record_is_replayed_as_far_as_is_wanted() {
        let game = Kinds::builtin().open("othello", "").unwrap();
        let text = b"(;GM[Othello]TY[8]B[f5//1]W[d6]B[c3];)";
        for (most, discs) in [(0, 60), (1, 59), (2, 58), (3, 57), (9, 57)] {
            let play = Play::of_record(&game, text, most).unwrap();
            assert_eq!(play.now().remaining(), Some(discs));
        }
    }
}
