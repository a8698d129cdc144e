//! The kit accepts exact bounds, and reports the law and the position of a bound that claims too
//! much.

use shomei_game::{
    Board, Decided, Estimate, Game, Goal, Init, Key, Kind, Notation, NotationError, Outcome,
    Resource, Role, Side, Status,
};
use shomei_testkit::conformance::{Breach, Law, Sample, check_from};
use shomei_testkit::random::{Purses, Shape, Stand};

/// The error in the hints of a [`Flawed`] game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flaw {
    Nothing,
    /// Claims that a won position is won with no coins.
    WonAtEndWithNothing,
    /// Claims that a failed position is failed with any coins.
    FailedAtEndWithAll,
    /// Claims that a position that is not won yet is not won with any coins.
    UnfinishedWithAll,
    /// Ignores the costs of moves.
    MoveFree,
    /// Claims that a move of the defender always takes as many coins as it can at most.
    RefutedWithAll,
    /// Considers one move instead of all.
    FirstMoveOnly,
    /// Ignores moves that cannot be played.
    FurtherMovesForgotten,
}

/// A game of purses with a flaw in its bounds.
#[derive(Clone, Debug)]
struct Flawed {
    game: Purses<false>,
    flaw: Flaw,
}

const NONE: Resource = Resource::new([0; 8]);
const ALL: Resource = Resource::new([3, 3, 0, 0, 0, 0, 0, 0]);

impl Game for Flawed {
    type Position = Stand;
    type Move = usize;

    const WINS_BY_OWN_MOVE: bool = true;

    fn role(&self, at: &Stand) -> Role {
        self.game.role(at)
    }

    fn status(&self, at: &Stand) -> Status {
        self.game.status(at)
    }

    fn moves(&self, at: &Stand, out: &mut Vec<usize>) {
        self.game.moves(at, out);
    }

    fn play(&self, at: &Stand, mv: usize) -> Stand {
        self.game.play(at, mv)
    }

    fn key(&self, at: &Stand) -> Key {
        self.game.key(at)
    }

    fn estimate(&self, at: &Stand, init: Init) -> Estimate {
        self.game.estimate(at, init)
    }

    const DOMINATES: bool = true;

    fn resource(&self, at: &Stand) -> Option<Board> {
        self.game.resource(at)
    }

    fn dominance_bound(&self, at: &Stand, decided: Decided<'_, usize>) -> Resource {
        let winner = match decided {
            Decided::ByOne { winner, .. } | Decided::ByAll { winner, .. } => Some(winner),
            Decided::AtEnd | Decided::OutOfPlies => None,
        };
        let won = winner.map(|winner| winner == Role::Attacker);
        match (
            self.flaw,
            decided,
            won.unwrap_or(self.status(at) == Status::Won),
        ) {
            (Flaw::WonAtEndWithNothing, Decided::AtEnd, true) => NONE,
            (Flaw::MoveFree, Decided::ByOne { bound, .. }, true) => bound,
            (Flaw::FirstMoveOnly, Decided::ByAll { winner, bounds }, true) => {
                let bounds = &bounds[..1];
                let decided = Decided::ByAll { winner, bounds };
                self.game.dominance_bound(at, decided)
            }
            (Flaw::UnfinishedWithAll, Decided::OutOfPlies, _)
            | (Flaw::RefutedWithAll, Decided::ByOne { .. }, false) => ALL,
            (Flaw::FailedAtEndWithAll, Decided::AtEnd, false)
                if self.status(at) == Status::Failed =>
            {
                ALL
            }
            (Flaw::FurtherMovesForgotten, Decided::ByAll { bounds, .. }, false)
                if bounds.len() == 1 =>
            {
                ALL
            }
            _ => self.game.dominance_bound(at, decided),
        }
    }
}

impl Notation for Flawed {
    fn name(&self) -> &str {
        Self::NAME
    }

    fn sides(&self) -> [&str; 2] {
        Self::SIDES
    }

    fn rules(&self) -> String {
        self.game.rules()
    }

    fn goal(&self) -> Goal {
        self.game.goal()
    }

    fn with_goal(&self, goal: Goal) -> Flawed {
        let game = self.game.with_goal(goal);
        Flawed { game, ..*self }
    }

    fn start(&self) -> Stand {
        self.game.start()
    }

    fn to_move(&self, at: &Stand) -> Side {
        self.game.to_move(at)
    }

    fn outcome(&self, at: &Stand) -> Option<Outcome> {
        self.game.outcome(at)
    }

    fn parse_position(&self, text: &str) -> Result<Stand, NotationError> {
        self.game.parse_position(text)
    }

    fn format_position(&self, at: &Stand) -> String {
        self.game.format_position(at)
    }

    fn parse_move(&self, at: &Stand, text: &str) -> Result<usize, NotationError> {
        self.game.parse_move(at, text)
    }

    fn format_move(&self, at: &Stand, mv: usize) -> String {
        self.game.format_move(at, mv)
    }

    fn diagram(&self, at: &Stand) -> String {
        self.game.diagram(at)
    }
}

impl Kind for Flawed {
    const NAME: &'static str = "flawed";
    const SUMMARY: &'static str = "purses with a flaw";
    const SIDES: [&'static str; 2] = ["first", "second"];
    const RULES_HELP: &'static str = Purses::<false>::RULES_HELP;
    const POSITION_HELP: &'static str = Purses::<false>::POSITION_HELP;

    fn open(rules: &str, goal: Goal) -> Result<Flawed, NotationError> {
        // A flaw in a hint does not belong to the rules.
        let flaw = Flaw::Nothing;
        Purses::open(rules, goal).map(|game| Flawed { game, flaw })
    }
}

/// The breaches in games of these seeds, in play from every position.
fn breaches(flaw: Flaw) -> Vec<Breach> {
    let sample = Sample {
        lines: 200,
        plies: 30,
        ..Sample::default()
    };
    let mut breaches = Vec::new();
    for shape in Shape::ALL {
        for seed in 0..40 {
            let game = Flawed {
                game: Purses::new(seed, shape, 8),
                flaw,
            };
            let roots: Vec<Stand> = game.game.positions().collect();
            breaches.extend(check_from(&game, &roots, &sample).err());
        }
    }
    breaches
}

#[test]
fn exact_bounds_conform() {
    assert_eq!(breaches(Flaw::Nothing), []);
    for shape in Shape::ALL {
        for seed in 0..60 {
            let game = Purses::<true>::new(seed, shape, 10);
            let roots: Vec<Stand> = game.positions().collect();
            let coverage = check_from(&game, &roots, &Sample::default()).unwrap();
            assert!(coverage.positions > 0 && coverage.graphs > 0);
        }
    }
}

#[test]
fn a_bound_that_claims_too_much_is_named() {
    for (flaw, law) in [
        (Flaw::WonAtEndWithNothing, Law::BoundAtEnd),
        (Flaw::FailedAtEndWithAll, Law::BoundAtEnd),
        (Flaw::UnfinishedWithAll, Law::BoundOutOfPlies),
        (Flaw::MoveFree, Law::BoundByOne),
        (Flaw::RefutedWithAll, Law::BoundByOne),
        (Flaw::FirstMoveOnly, Law::BoundByAll),
        (Flaw::FurtherMovesForgotten, Law::BoundByAll),
    ] {
        let breaches = breaches(flaw);
        assert!(breaches.len() > 3, "{flaw:?}: {breaches:?}");
        for breach in breaches {
            assert_eq!(breach.law, law, "{flaw:?}: {breach}");
            // The position is a board and two purses.
            let words = breach.position.split(' ').count();
            assert!(words == 3 && breach.detail.contains("claims"), "{breach}");
        }
    }
}
