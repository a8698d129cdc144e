//! The evaluation of Nagai and Imai 1999: the expected final lead of the side to move in discs, as
//! a sum of weights of the patterns on the board; and proof numbers derived from it.

pub(crate) mod costs;
mod extracted;
pub(crate) mod patterns;
pub(crate) mod sigmoid;
mod small;
pub(crate) mod weights;

use std::sync::{Arc, OnceLock};

use shomei_game::{Estimate, Game, Role};

use crate::bits::{Set, count};
use crate::cpu::{Cpu, Processor, Task};
use crate::{Othello, Position, Size};

use costs::{Costs, Factors, Leaf};
pub(crate) use sigmoid::Regression;
use weights::in_discs;
pub(crate) use weights::{Weights, WeightsError};

/// The file of the default weights, made by `shomei-lab train othello`.
#[cfg(feature = "weights")]
static SHIPPED: &[u8] = include_bytes!("../weights/othello.weights");

/// Without the feature `weights` there are none, until [`set_default_weights`] sets them.
#[cfg(not(feature = "weights"))]
static SHIPPED: &[u8] = &[];

/// A trained evaluation: the default one, or another.
#[derive(Clone, Debug, Default)]
pub(crate) struct Evaluation {
    other: Option<Arc<Weights>>,
}

/// Two evaluations are equal if they share their weights.
impl PartialEq for Evaluation {
    fn eq(&self, with: &Evaluation) -> bool {
        match (&self.other, &with.other) {
            (None, None) => true,
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }
}

impl Evaluation {
    /// An evaluation from the contents of a file of weights.
    ///
    /// # Errors
    ///
    /// If it is damaged, or of another version.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Evaluation, WeightsError> {
        Ok(Evaluation {
            other: Some(Arc::new(Weights::read(bytes)?)),
        })
    }

    #[inline]
    pub(crate) fn weights(&self) -> &Weights {
        match &self.other {
            Some(weights) => weights,
            None => shipped(),
        }
    }

    /// The expected final lead of the side to move, in discs.
    pub(crate) fn score(&self, position: &Position) -> i32 {
        let greatest = position.size().area() as i32;
        (self.ahead(position).round() as i32).clamp(-greatest, greatest)
    }

    /// The same without rounding. The patterns exist only for the standard board.
    fn ahead(&self, position: &Position) -> f32 {
        match position.size() {
            Size::Eight => self.weights().evaluate(position.own(), position.opponent()),
            Size::Six => small::ahead(position),
        }
    }

    /// `h_phi` and `h_delta` of an open position, as proof and disproof number.
    pub(crate) fn estimate(
        &self,
        game: &Othello,
        position: &Position,
        regression: Regression,
    ) -> Estimate {
        let weights = self.weights();
        let score = self.ahead(position);
        // The sigmoids were fitted under the usual rules, where the target is two discs for the
        // attacker and zero for the defender; the paper uses the evaluation unchanged. Other
        // targets shift it.
        let role = game.role(position);
        let usual = match role {
            Role::Attacker => 2,
            Role::Defender => 0,
        };
        let ahead = score - (game.target_of_mover(position) - usual) as f32;
        let sigmoids = weights.sigmoids(regression, 64 - position.empties());
        for_attacker(role, sigmoids.phi.at(ahead), sigmoids.delta.at(ahead))
    }

    /// The predicted nodes of alpha-beta for an open position, as proof and disproof number.
    pub(crate) fn leaf_costs(
        &self,
        game: &Othello,
        position: &Position,
        factors: Factors,
    ) -> Estimate {
        let leaf = self.leaf(position, game.target_of_mover(position));
        let (phi, delta) = Costs::shipped().predict(&leaf, factors);
        for_attacker(game.role(position), phi, delta)
    }

    /// The same on the standard board, with the instructions of a processor, given the moves that
    /// the side to move and its opponent have.
    #[inline(always)]
    pub(crate) fn leaf_costs_by<C: Cpu>(
        &self,
        cpu: C,
        game: &Othello,
        position: &Position,
        [own_moves, opponent_moves]: [u32; 2],
        factors: Factors,
    ) -> Estimate {
        let score = in_discs(self.weights().sum(cpu, position.own(), position.opponent()));
        let leaf = Leaf {
            empties: position.empties(),
            own_moves,
            opponent_moves,
            ahead: score - game.target_of_mover(position) as f32,
        };
        let (phi, delta) = Costs::shipped().predict(&leaf, factors);
        for_attacker(game.role(position), phi, delta)
    }

    /// The inputs of the prediction of the cost of a question.
    #[inline]
    pub(crate) fn leaf(&self, position: &Position, target: i32) -> Leaf {
        let (own, opponent) = (position.own(), position.opponent());
        if position.size() == Size::Six {
            let (own_moves, opponent_moves) = small::moves(position);
            return Leaf {
                empties: position.empties(),
                own_moves,
                opponent_moves,
                ahead: small::ahead(position) - target as f32,
            };
        }
        let look = Look {
            weights: self.weights(),
            own,
            opponent,
        };
        let (score, [own_moves, opponent_moves]) = Processor::best().run(look);
        Leaf {
            empties: position.empties(),
            own_moves,
            opponent_moves,
            ahead: score - target as f32,
        }
    }
}

/// A position with its evaluation and the number of moves that each side has or would have.
struct Look<'a> {
    weights: &'a Weights,
    own: Set,
    opponent: Set,
}

impl Task for Look<'_> {
    type Output = (f32, [u32; 2]);

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> (f32, [u32; 2]) {
        let Look {
            weights,
            own,
            opponent,
        } = self;
        let moves = [(own, opponent), (opponent, own)].map(|(a, b)| count(cpu.moves(a, b)));
        (in_discs(weights.sum(cpu, own, opponent)), moves)
    }
}

/// Converts numbers of the side to move to those of the attacker.
#[inline]
fn for_attacker(role: Role, phi: u32, delta: u32) -> Estimate {
    let (proof, disproof) = match role {
        Role::Attacker => (phi, delta),
        Role::Defender => (delta, phi),
    };
    Estimate { proof, disproof }
}

static DEFAULT: OnceLock<Weights> = OnceLock::new();

/// The default weights; they are unpacked at the first call.
pub(crate) fn shipped() -> &'static Weights {
    DEFAULT.get_or_init(|| Weights::read(SHIPPED).unwrap_or_default())
}

/// Sets the default weights, for programs without the feature `weights`: the content of the file
/// `weights/othello.weights`. Without weights, searches give the same answers and need more nodes.
/// Call it before the first search.
///
/// # Errors
///
/// The file is damaged or of another version, or a search or an earlier call uses other weights.
/// The text says which.
pub fn set_default_weights(bytes: &[u8]) -> Result<(), String> {
    let weights = Weights::read(bytes).map_err(|error| error.to_string())?;
    match DEFAULT.set(weights) {
        Err(weights) if weights != *shipped() => Err(String::from(
            "other weights are in use: set them before the first search",
        )),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei_game::Goal;

    use crate::{Move, Rules};

    #[test]
    fn the_shipped_weights_are_of_this_version() {
        Weights::read(SHIPPED).unwrap();
    }

    #[test]
    fn damaged_default_weights_are_refused() {
        let error = set_default_weights(&SHIPPED[..SHIPPED.len() - 1]).unwrap_err();
        assert!(!error.is_empty());
        assert_eq!(set_default_weights(SHIPPED), Ok(()));
    }

    #[test]
    fn other_default_weights_are_refused() {
        assert_eq!(set_default_weights(SHIPPED), Ok(()));
        let mut trained = weights::Trained::read(SHIPPED).unwrap();
        trained.coefficients[0][0] += 1.0;
        let error = set_default_weights(&trained.write()).unwrap_err();
        assert!(error.contains("in use"), "{error}");
    }

    /// The roles change with the attacking side, and so does the target, which excludes draws.
    #[test]
    fn costs_are_seen_by_the_attacker() {
        let mut position = Position::start();
        for square in [37, 43, 34, 29, 20, 19] {
            assert!(position.is_legal(Move::to(square)), "{square}");
            position = position.play(Move::to(square));
        }
        let evaluation = Evaluation::default();
        let factors = Factors::default();
        let mover = position.to_move();
        for (rules, attacker, target) in [
            (Rules::Standard, mover, 2),
            (Rules::Standard, mover.opponent(), 0),
            (Rules::AtLeast(mover, 8), mover, 8),
            (Rules::AtLeast(mover, 8), mover.opponent(), 8),
        ] {
            let game = Othello::new(rules, Goal::win(attacker));
            let leaf = evaluation.leaf(&position, target);
            let (phi, delta) = Costs::shipped().predict(&leaf, factors);
            let found = evaluation.leaf_costs(&game, &position, factors);
            let expected = match attacker == mover {
                true => (phi, delta),
                false => (delta, phi),
            };
            assert_eq!((found.proof, found.disproof), expected, "{rules:?}");
        }
    }
}
