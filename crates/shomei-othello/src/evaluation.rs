//! The evaluation of Nagai and Imai 1999: how many discs the side to move will
//! be ahead, as a sum of weights of the patterns on the board; and what follows
//! from it for proof numbers.

mod extracted;
pub(crate) mod patterns;
pub(crate) mod sigmoid;
pub(crate) mod weights;

use std::sync::{Arc, OnceLock};

use shomei_game::{Estimate, Game, Role};

use crate::{Othello, Position};

pub(crate) use sigmoid::Regression;
pub(crate) use weights::{Weights, WeightsError};

/// The weights that come with the program, made by `shomei train othello`.
static SHIPPED: &[u8] = include_bytes!("../weights/othello.weights");

/// A trained evaluation: the one that comes with the program, or another.
#[derive(Clone, Debug, Default)]
pub(crate) struct Evaluation {
    other: Option<Arc<Weights>>,
}

/// Two are the same if they are one.
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
    /// An evaluation from the content of a file of weights.
    ///
    /// # Errors
    ///
    /// When it is damaged, or of another version.
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

    /// By how many discs the side to move will be ahead.
    pub(crate) fn score(&self, position: &Position) -> i32 {
        let score = self.weights().evaluate(position.own(), position.opponent());
        (score.round() as i32).clamp(-64, 64)
    }

    /// `h_phi` and `h_delta` of an open position, as proof and disproof number.
    pub(crate) fn estimate(&self, game: &Othello, position: &Position) -> Estimate {
        let weights = self.weights();
        let score = weights.evaluate(position.own(), position.opponent());
        // The sigmoids were fitted under the usual rules, where the goal is two
        // discs for the attacker and none for the defender; the paper uses the
        // evaluation as it is. Other goals move it.
        let usual = match game.role(position) {
            Role::Attacker => 2,
            Role::Defender => 0,
        };
        let ahead = score - (game.target_of_mover(position) - usual) as f32;
        let sigmoids = weights.sigmoids(game.hints.regression, position.disc_count());
        let (phi, delta) = (sigmoids.phi.at(ahead), sigmoids.delta.at(ahead));
        let (proof, disproof) = match game.role(position) {
            Role::Attacker => (phi, delta),
            Role::Defender => (delta, phi),
        };
        Estimate { proof, disproof }
    }
}

/// The weights that come with the program; they are unpacked when they are
/// first asked for.
fn shipped() -> &'static Weights {
    static WEIGHTS: OnceLock<Weights> = OnceLock::new();
    WEIGHTS.get_or_init(|| Weights::read(SHIPPED).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_weights_are_of_this_version() {
        Weights::read(SHIPPED).unwrap();
    }
}
