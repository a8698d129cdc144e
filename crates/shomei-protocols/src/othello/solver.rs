//! Proven scores of positions. The solver keeps its results from one position to the next.

use shomei::{AnyGame, AnyPosition, Error, ExactLine, Kind, Limits, Query, Question, Session};

use super::Options;
use super::watching::{ProvenScore, Watches, Watching, Work};

/// A game and the session that searches it.
#[derive(Debug)]
pub(crate) struct Solver {
    game: AnyGame,
    session: Session,
    /// The range of scores is from `-greatest` to `greatest`.
    greatest: i32,
    /// The difference between adjacent scores.
    step: i32,
}

/// The requested length of the line of play that keeps the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// The first move only.
    First,
    /// All moves to the end of the game.
    Whole,
}

impl Solver {
    /// A solver under these rules, without stored results.
    ///
    /// # Errors
    ///
    /// When the game cannot be opened or has no scores.
    pub(crate) fn open(othello: &Kind, options: &Options, rules: &str) -> Result<Solver, Error> {
        let game = othello.open(rules, &shomei::Hints::default())?;
        let range = game
            .range()
            .ok_or_else(|| Error::usage(format!("{} has no scores", game.name())))?;
        let mut session = Session::new(&game)?;
        session
            .set_memory(options.memory)
            .set_threads(options.threads)?;
        Ok(Solver {
            session,
            greatest: range.greatest,
            step: range.step,
            game,
        })
    }

    /// The game.
    pub(crate) fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Clears the stored results, which may be inconsistent after a panic in a search.
    pub(crate) fn forget(&mut self) {
        self.session.forget();
    }

    /// Proves bounds of a position's score within limits.
    pub(crate) fn score(
        &mut self,
        position: &AnyPosition,
        limits: &Limits,
        line: Line,
        work: &mut Work,
        watcher: &mut dyn Watches,
    ) -> Result<ProvenScore, Error> {
        let mover = position.to_move();
        let mut found = ProvenScore::nothing(self.greatest);
        if let Some(score) = position.score(mover) {
            found.bounds = [score; 2];
            return Ok(found);
        }
        self.session.set_limits(limits.clone());
        let mut watching = Watching {
            root: position,
            mover,
            step: self.step,
            found,
            work,
            watcher,
        };
        let query = Query {
            line: match line {
                Line::Whole => ExactLine::Search,
                Line::First => ExactLine::Omit,
            },
            ..Query::from(Question::Score)
        };
        let result = self.session.ask_with(position, query, &mut watching)?;
        if watching.found.score() == Some(-self.greatest) {
            // If every move loses by the most, every move is a best one.
            let first = position.moves().into_iter().next();
            watching.found.best = first.map(|mv| (-self.greatest, mv));
        }
        if line == Line::Whole && watching.found.score().is_some() {
            watching.found.line = result.line.moves;
        }
        Ok(watching.found)
    }
}
