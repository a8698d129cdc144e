//! A game without its type: what the commands ask of a game and a position.

use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shomei_game::{Goal, NotationError, Outcome, Scored, Side, Solvable};
use shomei_lab::LabError;
use shomei_lab::generate::{self, Plan, Standing};
use shomei_search::Observer;

use crate::failure::Failure;
use crate::solving::{self, Searched, Solution, Task};

/// A game under its rules.
pub(crate) trait AnyGame {
    /// The usual starting position.
    fn start(&self) -> Box<dyn AnyPosition + '_>;

    /// The rules as the game prints them.
    fn rules(&self) -> String;

    /// Reads a position in any of the game's forms.
    fn position(&self, text: &str) -> Result<Box<dyn AnyPosition + '_>, NotationError>;

    /// Makes a set of forced wins; nothing when `stop` was set.
    fn generate(
        &self,
        plan: &Plan,
        threads: NonZeroUsize,
        stop: &Arc<AtomicBool>,
        progress: &mut dyn FnMut(Standing),
    ) -> Result<Option<Vec<String>>, LabError>;
}

/// A position of a game under its rules.
pub(crate) trait AnyPosition {
    /// The position on one line.
    fn text(&self) -> String;

    /// The position to look at.
    fn diagram(&self) -> String;

    /// The side to move.
    fn to_move(&self) -> Side;

    /// How the game ended, `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// The texts of the legal moves; empty when the game is over.
    fn moves(&self) -> Vec<String>;

    /// The number of move paths of this length.
    fn perft(&self, depth: u32) -> u64;

    /// The number of move paths below each move.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;

    /// Asks whether `attacker` can force a win, and for nothing more.
    fn search(
        &self,
        attacker: Side,
        task: &Task,
        observer: &mut dyn Observer,
    ) -> Result<Searched, Failure>;

    /// Asks whether `attacker` can force a win; the answer comes with a line
    /// of play and, if `out` is given, with a certificate.
    fn solve(
        &self,
        attacker: Side,
        task: &Task,
        observer: &mut dyn Observer,
        out: Option<&mut dyn Write>,
    ) -> Result<Solution, Failure>;
}

/// A game of a known type.
pub(crate) struct Opened<G>(pub(crate) G);

struct Placed<'a, G: Scored> {
    game: &'a G,
    position: G::Position,
}

impl<G: Solvable + Scored> AnyGame for Opened<G> {
    fn start(&self) -> Box<dyn AnyPosition + '_> {
        let game = &self.0;
        let position = game.start();
        Box::new(Placed { game, position })
    }

    fn rules(&self) -> String {
        self.0.rules()
    }

    fn position(&self, text: &str) -> Result<Box<dyn AnyPosition + '_>, NotationError> {
        let game = &self.0;
        let position = game.parse_position(text)?;
        Ok(Box::new(Placed { game, position }))
    }

    fn generate(
        &self,
        plan: &Plan,
        threads: NonZeroUsize,
        stop: &Arc<AtomicBool>,
        progress: &mut dyn FnMut(Standing),
    ) -> Result<Option<Vec<String>>, LabError> {
        generate::generate(&self.0, plan, threads, stop, progress)
    }
}

impl<G: Solvable + Scored> AnyPosition for Placed<'_, G> {
    fn text(&self) -> String {
        self.game.format_position(&self.position)
    }

    fn diagram(&self) -> String {
        self.game.diagram(&self.position)
    }

    fn to_move(&self) -> Side {
        self.game.to_move(&self.position)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(&self.position)
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if !self.game.is_over(&self.position) {
            self.game.moves(&self.position, &mut moves);
        }
        let text = |&mv| self.game.format_move(&self.position, mv);
        moves.iter().map(text).collect()
    }

    fn perft(&self, depth: u32) -> u64 {
        shomei_game::perft(self.game, &self.position, depth)
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        let text = |mv| self.game.format_move(&self.position, mv);
        let counts = shomei_game::divide(self.game, &self.position, depth);
        counts.into_iter().map(|(mv, n)| (text(mv), n)).collect()
    }

    fn search(
        &self,
        attacker: Side,
        task: &Task,
        observer: &mut dyn Observer,
    ) -> Result<Searched, Failure> {
        let game = self.game.with_goal(Goal::win(attacker));
        solving::search(&game, &self.position, task, observer)
    }

    fn solve(
        &self,
        attacker: Side,
        task: &Task,
        observer: &mut dyn Observer,
        out: Option<&mut dyn Write>,
    ) -> Result<Solution, Failure> {
        let game = self.game.with_goal(Goal::win(attacker));
        solving::solve(&game, &self.position, task, observer, out)
    }
}
