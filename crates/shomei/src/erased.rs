//! A game without its type: what the commands ask of a game and a position.

use std::io::Write;
use std::num::NonZeroUsize;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shomei_game::{Goal, Kind, KnownScore, NotationError, Outcome, Scored, Side, Solvable};
use shomei_lab::LabError;
use shomei_lab::generate::{self, Plan, Standing};
use shomei_search::Observer;
use shomei_search::table::Table;

use crate::failure::Failure;
use crate::likely;
use crate::records::AnyRecords;
use crate::solving::{self, Searched, Solution, Task};

/// What an attacker has to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Aim {
    /// The side that must reach it.
    pub(crate) attacker: Side,
    /// A score of at least so much; `None`: a win.
    pub(crate) least: Option<i32>,
}

impl Aim {
    /// A win.
    pub(crate) fn win(attacker: Side) -> Aim {
        Aim {
            attacker,
            least: None,
        }
    }

    /// A score of at least `least`.
    pub(crate) fn score(attacker: Side, least: i32) -> Aim {
        Aim {
            attacker,
            least: Some(least),
        }
    }
}

/// How a game has ended.
#[derive(Clone, Debug)]
pub(crate) struct Ended {
    /// By the rules.
    pub(crate) outcome: Outcome,
    /// [`Notation::why_over`](shomei_game::Notation::why_over).
    pub(crate) why: Option<String>,
}

/// A game under its rules.
pub(crate) trait AnyGame: AnyRecords {
    /// The usual starting position.
    fn start(&self) -> Box<dyn AnyPosition + '_>;

    /// The rules as the game prints them.
    fn rules(&self) -> String;

    /// What makes it slower on this machine than on others.
    fn note(&self) -> Option<String>;

    /// Reads a position in any of the game's forms.
    fn position(&self, text: &str) -> Result<Box<dyn AnyPosition + '_>, NotationError>;

    /// The scores of moves that stand behind a position in its text.
    fn known_scores(&self, text: &str) -> Result<Vec<KnownScore>, NotationError>;

    /// How a game ends, by its rules, with this score for a side.
    fn outcome_of(&self, score: i32, side: Side) -> Outcome;

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

    /// Why nothing can be played, where that depends on who attacks.
    fn why_over(&self) -> Option<String>;

    /// How the game ended where `attacker` has to win, in games in which what may be played
    /// depends on that; an error where nobody can have meant to ask for it.
    fn end_for(&self, attacker: Side) -> Result<Option<Ended>, NotationError>;

    /// Whether what may be played depends on who attacks.
    fn rules_depend_on_goal(&self) -> bool;

    /// The texts of the legal moves; empty when the game is over.
    fn moves(&self) -> Vec<String>;

    /// The legal moves and the positions they lead to.
    fn children(&self) -> Vec<(String, Box<dyn AnyPosition + '_>)>;

    /// The moves that may be played where `attacker` has to win, and the positions that they
    /// lead to.
    fn children_for(&self, attacker: Side) -> Vec<(String, Box<dyn AnyPosition + '_>)>;

    /// The usual text of the legal move that this text means.
    fn move_text(&self, text: &str) -> Result<String, NotationError>;

    /// The score of a finished game as `side` sees it, where results have a size.
    fn score(&self, side: Side) -> Option<i32>;

    /// About what score the side to move will have.
    fn guess_score(&self) -> i32;

    /// The position with the scores of moves, as others write them.
    fn format_scores(&self, scores: &[KnownScore]) -> Option<String>;

    /// How much of the game is left.
    fn remaining(&self) -> Option<u32>;

    /// The number of move paths of this length.
    fn perft(&self, depth: u32) -> u64;

    /// The number of move paths below each move.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;

    /// The likeliest line while a search with this table asks whether `attacker`
    /// can force a win.
    fn likely_line(&self, attacker: Side, table: &Table) -> Vec<String>;

    /// Asks whether `attacker` can force a win, and for nothing more.
    fn search(
        &self,
        attacker: Side,
        task: &Task,
        observer: &mut dyn Observer,
    ) -> Result<Searched, Failure>;

    /// Asks whether an attacker can force what it has to reach; the answer comes
    /// with a line of play and, if `out` is given, with a certificate.
    fn solve(
        &self,
        aim: Aim,
        task: &Task,
        observer: &mut dyn Observer,
        out: Option<&mut dyn Write>,
    ) -> Result<Solution, Failure>;

    /// The same question, and in how few plies the attacker can force a win.
    fn solve_shortest(
        &self,
        attacker: Side,
        task: &Task,
        observer: &mut dyn Observer,
        out: Option<&mut dyn Write>,
    ) -> Result<Solution, Failure>;
}

/// What is said of a game whose results have no size.
pub(crate) fn no_scores(game: &str) -> Failure {
    Failure::Usage(format!("{game} has no scores"))
}

/// A game of a known type.
pub(crate) struct Opened<G>(pub(crate) Rc<G>);

impl<G: Solvable + Scored + Kind> Opened<G> {
    /// A position. Where the rules depend on the goal, the side to move attacks,
    /// or its opponent where only that can be meant.
    pub(crate) fn place(&self, position: G::Position) -> Placed<G> {
        let game = Rc::clone(&self.0);
        if !game.rules_depend_on_goal() {
            return Placed { game, position };
        }
        let mover = game.to_move(&position);
        let goals = [mover, mover.opponent()].map(|side| game.with_goal(Goal::win(side)));
        let is_meant = |game: &G| game.check_goal(&position).is_ok();
        let game = goals.into_iter().find(is_meant).map_or(game, Rc::new);
        Placed { game, position }
    }
}

/// A position of a known type.
pub(crate) struct Placed<G: Scored> {
    game: Rc<G>,
    position: G::Position,
}

impl<G: Solvable + Scored + Kind> Placed<G> {
    /// The legal moves; none when the game is over.
    fn legal(&self) -> Vec<G::Move> {
        self.legal_under(&self.game)
    }

    fn legal_under(&self, game: &G) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if !game.is_over(&self.position) {
            game.moves(&self.position, &mut moves);
        }
        moves
    }

    /// The moves of a game, and the positions in it that they lead to.
    fn children_under(&self, game: &Rc<G>) -> Vec<(String, Box<dyn AnyPosition + '_>)> {
        let child = |mv| -> (String, Box<dyn AnyPosition + '_>) {
            let position = game.play(&self.position, mv);
            let game = Rc::clone(game);
            (self.text_of(mv), Box::new(Placed { game, position }))
        };
        self.legal_under(game).into_iter().map(child).collect()
    }

    fn text_of(&self, mv: G::Move) -> String {
        self.game.format_move(&self.position, mv)
    }
}

impl<G: Solvable + Scored + Kind> AnyGame for Opened<G> {
    fn start(&self) -> Box<dyn AnyPosition + '_> {
        Box::new(self.place(self.0.start()))
    }

    fn rules(&self) -> String {
        self.0.rules()
    }

    fn note(&self) -> Option<String> {
        self.0.why_slow()
    }

    fn position(&self, text: &str) -> Result<Box<dyn AnyPosition + '_>, NotationError> {
        Ok(Box::new(self.place(self.0.parse_position(text)?)))
    }

    fn outcome_of(&self, score: i32, side: Side) -> Outcome {
        self.0.outcome_of(score, side)
    }

    fn known_scores(&self, text: &str) -> Result<Vec<KnownScore>, NotationError> {
        self.0.known_scores(text)
    }

    fn generate(
        &self,
        plan: &Plan,
        threads: NonZeroUsize,
        stop: &Arc<AtomicBool>,
        progress: &mut dyn FnMut(Standing),
    ) -> Result<Option<Vec<String>>, LabError> {
        generate::generate(&*self.0, plan, threads, stop, progress)
    }
}

impl<G: Solvable + Scored + Kind> AnyPosition for Placed<G> {
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

    fn why_over(&self) -> Option<String> {
        self.game.why_over(&self.position)
    }

    fn end_for(&self, attacker: Side) -> Result<Option<Ended>, NotationError> {
        let game = self.game.with_goal(Goal::win(attacker));
        game.check_goal(&self.position)?;
        let ended = |outcome| Ended {
            outcome,
            why: game.why_over(&self.position),
        };
        Ok(game.outcome(&self.position).map(ended))
    }

    fn rules_depend_on_goal(&self) -> bool {
        self.game.rules_depend_on_goal()
    }

    fn moves(&self) -> Vec<String> {
        self.legal()
            .into_iter()
            .map(|mv| self.text_of(mv))
            .collect()
    }

    fn children(&self) -> Vec<(String, Box<dyn AnyPosition + '_>)> {
        self.children_under(&self.game)
    }

    fn children_for(&self, attacker: Side) -> Vec<(String, Box<dyn AnyPosition + '_>)> {
        self.children_under(&Rc::new(self.game.with_goal(Goal::win(attacker))))
    }

    fn move_text(&self, text: &str) -> Result<String, NotationError> {
        let mv = self.game.parse_move(&self.position, text)?;
        Ok(self.text_of(mv))
    }

    fn score(&self, side: Side) -> Option<i32> {
        self.game.score(&self.position, side)
    }

    fn guess_score(&self) -> i32 {
        self.game.guess_score(&self.position)
    }

    fn format_scores(&self, scores: &[KnownScore]) -> Option<String> {
        self.game.format_scores(&self.position, scores)
    }

    fn remaining(&self) -> Option<u32> {
        self.game.remaining(&self.position)
    }

    fn perft(&self, depth: u32) -> u64 {
        shomei_game::perft(&*self.game, &self.position, depth)
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        let counts = shomei_game::divide(&*self.game, &self.position, depth);
        counts
            .into_iter()
            .map(|(mv, n)| (self.text_of(mv), n))
            .collect()
    }

    fn likely_line(&self, attacker: Side, table: &Table) -> Vec<String> {
        let game = self.game.with_goal(Goal::win(attacker));
        likely::line(&game, &self.position, table)
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
        aim: Aim,
        task: &Task,
        observer: &mut dyn Observer,
        out: Option<&mut dyn Write>,
    ) -> Result<Solution, Failure> {
        let won = self.game.with_goal(Goal::win(aim.attacker));
        let game = match aim.least {
            None => won,
            Some(least) => won
                .with_least_score(aim.attacker, least)
                .ok_or_else(|| no_scores(self.game.name()))?,
        };
        solving::solve(&game, &self.position, task, observer, out)
    }

    fn solve_shortest(
        &self,
        attacker: Side,
        task: &Task,
        observer: &mut dyn Observer,
        out: Option<&mut dyn Write>,
    ) -> Result<Solution, Failure> {
        let game = self.game.with_goal(Goal::win(attacker));
        solving::solve_shortest(&game, &self.position, task, observer, out)
    }
}
