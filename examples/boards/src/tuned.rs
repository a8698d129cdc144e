//! Games with hints: rules and texts as for `Simple`, and hints in a trait of their own.
//!
//! [`Tuned`] is `Simple` for the rules, the texts and the goal. It adds what docs/guides/
//! adding-a-game.md lists in its section about speed, as far as the games here use it.

use shomei_game::{
    Estimate, Game, Goal, Init, Key, Kind, LeafSolver, MoveHints, Notation, NotationError, Outcome,
    Picture, Role, Scored, Series, Side, Simple, Status, Texts, Tuning, Visit,
};

/// The hints of a game.
pub trait Tips: Texts + Default {
    /// The form of the hints that [`Tips::with_hints`] reads, for a help page.
    const HINTS_HELP: &'static str = "";

    /// When [`Tips::solve_leaf`] is called.
    const LEAF_SOLVER: LeafSolver = LeafSolver::None;

    /// The rules with other hints.
    fn with_hints(&self, text: &str) -> Result<Self, NotationError> {
        match text.trim() {
            "" => Ok(self.clone()),
            _ => Err(NotationError::whole(format!("{} has no hints", Self::NAME))),
        }
    }

    /// The rules for a search that shares no results with searches of other series.
    fn for_series(&self, _series: &Series) -> Option<Self> {
        None
    }

    /// The first numbers of an open position for `Init::Eval`.
    fn estimate(&self, attacker: Side, position: &Self::Position) -> Estimate;

    /// The rank of a move; moves with higher ranks are tried first.
    fn rank(&self, _position: &Self::Position, _mv: Self::Move) -> i32 {
        0
    }

    /// Whether the attacker wins an open position; `None` if that is not decided here.
    fn solve_leaf(
        &self,
        _attacker: Side,
        _position: &Self::Position,
        _visit: Visit,
        _nodes: &mut u64,
    ) -> Option<bool> {
        None
    }
}

/// A game with hints and a goal.
#[derive(Clone, Debug)]
pub struct Tuned<R> {
    game: Simple<R>,
}

impl<R> Tuned<R> {
    /// A game with these rules, for the question whether the attacker reaches the goal.
    #[must_use]
    pub fn new(rules: R, goal: Goal) -> Tuned<R> {
        Tuned {
            game: Simple::new(rules, goal),
        }
    }
}

impl<R: Tips> Game for Tuned<R> {
    type Position = R::Position;
    type Move = R::Move;

    const LEAF_SOLVER: LeafSolver = R::LEAF_SOLVER;

    fn role(&self, position: &R::Position) -> Role {
        self.game.role(position)
    }

    fn status(&self, position: &R::Position) -> Status {
        self.game.status(position)
    }

    fn moves(&self, position: &R::Position, out: &mut Vec<R::Move>) {
        self.game.moves(position, out);
    }

    fn play(&self, position: &R::Position, mv: R::Move) -> R::Position {
        self.game.play(position, mv)
    }

    fn key(&self, position: &R::Position) -> Key {
        self.game.key(position)
    }

    fn estimate(&self, position: &R::Position, init: Init) -> Estimate {
        match init {
            Init::Eval => self.game.rules.estimate(self.game.goal.attacker, position),
            _ => self.game.estimate(position, init),
        }
    }

    fn hints(&self, position: &R::Position, mv: R::Move) -> MoveHints {
        MoveHints {
            rank: self.game.rules.rank(position, mv),
            ..MoveHints::default()
        }
    }

    fn solve_leaf(&self, position: &R::Position, visit: Visit, nodes: &mut u64) -> Status {
        let rules = &self.game.rules;
        match rules.solve_leaf(self.game.goal.attacker, position, visit, nodes) {
            Some(true) => Status::Won,
            Some(false) => Status::Failed,
            None => Status::Open,
        }
    }

    fn can_repeat(&self) -> bool {
        self.game.can_repeat()
    }
}

impl<R: Tips> Notation for Tuned<R> {
    fn name(&self) -> &str {
        self.game.name()
    }

    fn sides(&self) -> [&str; 2] {
        self.game.sides()
    }

    fn rules(&self) -> String {
        self.game.rules()
    }

    fn goal(&self) -> Goal {
        self.game.goal
    }

    fn with_goal(&self, goal: Goal) -> Tuned<R> {
        Tuned::new(self.game.rules.clone(), goal)
    }

    fn with_hints(&self, text: &str) -> Result<Tuned<R>, NotationError> {
        let rules = self.game.rules.with_hints(text)?;
        Ok(Tuned::new(rules, self.game.goal))
    }

    fn for_root(&self, _: &R::Position, series: Option<&Series>) -> Option<Tuned<R>> {
        let series = series.cloned().unwrap_or_else(Series::begin);
        let rules = self.game.rules.for_series(&series)?;
        Some(Tuned::new(rules, self.game.goal))
    }

    fn start(&self) -> R::Position {
        self.game.start()
    }

    fn to_move(&self, position: &R::Position) -> Side {
        self.game.to_move(position)
    }

    fn outcome(&self, position: &R::Position) -> Option<Outcome> {
        self.game.outcome(position)
    }

    fn parse_position(&self, text: &str) -> Result<R::Position, NotationError> {
        self.game.parse_position(text)
    }

    fn format_position(&self, position: &R::Position) -> String {
        self.game.format_position(position)
    }

    fn parse_move(&self, position: &R::Position, text: &str) -> Result<R::Move, NotationError> {
        self.game.parse_move(position, text)
    }

    fn format_move(&self, position: &R::Position, mv: R::Move) -> String {
        self.game.format_move(position, mv)
    }

    fn diagram(&self, position: &R::Position) -> String {
        self.game.diagram(position)
    }

    fn picture(&self, position: &R::Position) -> Option<Picture> {
        self.game.picture(position)
    }
}

impl<R: Tips> Scored for Tuned<R> {}

impl<R: Tips> Kind for Tuned<R> {
    const NAME: &'static str = R::NAME;
    const SIDES: [&'static str; 2] = R::SIDES;
    const SUMMARY: &'static str = R::SUMMARY;
    const RULES_HELP: &'static str = R::RULES_HELP;
    const POSITION_HELP: &'static str = R::POSITION_HELP;
    const HINTS_HELP: &'static str = R::HINTS_HELP;
    const TUNING: Tuning = Tuning {
        options: &[("init", "eval")],
        ..Tuning::USUAL
    };

    fn open(rules: &str, goal: Goal) -> Result<Tuned<R>, NotationError> {
        Ok(Tuned::new(R::open(rules)?, goal))
    }
}
