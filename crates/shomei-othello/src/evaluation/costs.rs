//! Initial numbers that predict the work of alpha-beta: a leaf counts as much as the nodes of its
//! search.
//!
//! ```text
//! nodes = exp(a + b ln(moves + 2) + c ahead)      ahead: evaluation - target
//! ```
//!
//! If the side to move reaches its target (`phi`), one of its moves must be searched against all
//! replies: `moves` is the number of moves that its opponent would have. If not (`delta`), all of
//! its own moves must be tried. c is negative for `phi` and positive for `delta`. a, b and c depend
//! on the number of empty squares. The file, made by `shomei-lab train othello costs`, is text:
//!
//! ```text
//! # description, and the command that regenerates it
//! EMPTY  A B C RESIDUAL  A B C RESIDUAL      phi, delta; 8 to 30 empty squares
//! ```
//!
//! The residual is the standard deviation of ln(nodes) from the prediction; `-` if nothing was
//! measured.

use std::fmt::Write;
use std::ops::RangeInclusive;
use std::sync::OnceLock;

use libm::{expf, logf};
use shomei_game::NotationError;
use shomei_game::words::Words;

/// The default costs.
static SHIPPED: &str = include_str!("../../weights/othello.costs");

/// The numbers of empty squares with separate costs.
pub(crate) const EMPTIES: RangeInclusive<u32> = 8..=30;

/// The number of these.
pub(crate) const SIZES: usize = 23;

/// The largest cost: sums of some hundreds of such numbers are still exact.
const MOST: f32 = 1e7;

/// The number of distinguished numbers of moves.
const MOVES: usize = 40;

/// The inputs of a prediction, as the side to move sees them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Leaf {
    pub(crate) empties: u32,
    pub(crate) own_moves: u32,
    /// The moves that the opponent would have if it were to move.
    pub(crate) opponent_moves: u32,
    /// Evaluation minus target.
    pub(crate) ahead: f32,
}

/// Differences between the numbers used and the fitted ones: a search is faster with modified
/// numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Factors {
    /// The factor of c.
    pub(crate) slope: f32,
    /// The number of empty squares whose costs are used for all; `None` for separate costs.
    pub(crate) size: Option<u32>,
}

/// One size for all, because a search that compares leaves of several sizes would always prefer the
/// smaller ones. The values were scanned: 50 positions with 20 empty squares take 604 thousand
/// nodes each with the fitted values and 389 thousand with these; FFO 40 to 49 take 12.2 and 3.7
/// million.
impl Default for Factors {
    fn default() -> Factors {
        Factors {
            slope: 2.0,
            size: Some(20),
        }
    }
}

/// One prediction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Cost {
    pub(crate) a: f32,
    pub(crate) b: f32,
    pub(crate) c: f32,
    pub(crate) residual: Option<f32>,
}

/// The predictions for a number of empty squares.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct OfSize {
    /// If the side to move reaches its target.
    pub(crate) phi: Cost,
    /// If it does not.
    pub(crate) delta: Cost,
}

/// A file of costs, ready for use.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Costs {
    sizes: [OfSize; SIZES],
    /// ln(moves + 2), indexed by moves.
    logs: [f32; MOVES],
}

impl Costs {
    /// Costs with these predictions for each number of empty squares.
    pub(crate) fn of(sizes: [OfSize; SIZES]) -> Costs {
        Costs {
            sizes,
            logs: std::array::from_fn(|moves| logf(moves as f32 + 2.0)),
        }
    }

    /// The default costs, parsed at the first call.
    pub(crate) fn shipped() -> &'static Costs {
        static COSTS: OnceLock<Costs> = OnceLock::new();
        COSTS
            .get_or_init(|| Costs::parse(SHIPPED).unwrap_or_else(|_| Costs::of(Default::default())))
    }

    /// The predictions for a number of empty squares; outside the range, those of the nearest.
    #[inline]
    fn of_size(&self, empties: u32) -> &OfSize {
        let empties = empties.clamp(*EMPTIES.start(), *EMPTIES.end());
        &self.sizes[(empties - EMPTIES.start()) as usize]
    }

    /// The predicted nodes to show that the side to move reaches its target, and that it does not.
    #[inline]
    pub(crate) fn predict(&self, leaf: &Leaf, factors: Factors) -> (u32, u32) {
        let size = self.of_size(factors.size.unwrap_or(leaf.empties));
        let nodes = |cost: &Cost, moves: u32| {
            let log = self.logs[(moves as usize).min(MOVES - 1)];
            let nodes = expf(cost.a + cost.b * log + factors.slope * cost.c * leaf.ahead);
            let nodes = nodes.clamp(1.0, MOST);
            let whole = nodes as u32;
            whole + u32::from(nodes - whole as f32 >= 0.5)
        };
        (
            nodes(&size.phi, leaf.opponent_moves),
            nodes(&size.delta, leaf.own_moves),
        )
    }

    /// Writes the file.
    pub(crate) fn text(sizes: &[OfSize; SIZES], command: &str) -> String {
        let mut text = format!(
            "# Nodes that alpha-beta needs: ln(nodes) = a + b ln(moves + 2) + c (evaluation - target).\n\
             # Made by: {command}\n\
             #\n\
             # empty  the mover reaches it; moves: the opponent's    it does not; moves: its own\n\
             #              a        b        c residual              a        b        c residual\n"
        );
        for (empties, OfSize { phi, delta }) in EMPTIES.zip(sizes) {
            let _ = write!(text, "{empties:7}");
            for (gap, cost) in [("", phi), ("      ", delta)] {
                let residual = match cost.residual {
                    Some(residual) => format!("{residual:.3}"),
                    None => "-".to_string(),
                };
                let Cost { a, b, c, .. } = cost;
                let _ = write!(text, "{gap} {a:8.4} {b:8.4} {c:8.4} {residual:>8}");
            }
            text.push('\n');
        }
        text
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If it is not valid; the error has the line and column of the first wrong word.
    pub(crate) fn parse(text: &str) -> Result<Costs, NotationError> {
        let mut sizes = [OfSize::default(); SIZES];
        let mut expected = EMPTIES;
        for (i, line) in text.lines().enumerate() {
            let mut words = Words::of_line(i + 1, line);
            let Some(word) = words.next().filter(|_| !line.starts_with('#')) else {
                continue;
            };
            let empties = expected.next().filter(|e| word.is(&e.to_string()));
            let Some(empties) = empties else {
                let message = format!(
                    "\"{}\": the numbers of empty squares go from {} to {}, one a line",
                    word.text,
                    EMPTIES.start(),
                    EMPTIES.end()
                );
                return Err(word.error(0, message));
            };
            let size = &mut sizes[(empties - EMPTIES.start()) as usize];
            size.phi = cost(&mut words)?;
            size.delta = cost(&mut words)?;
            if let Some(rest) = words.next() {
                let message = format!("\"{}\" is one word too many", rest.text);
                return Err(rest.error(0, message));
            }
        }
        match expected.next() {
            Some(empties) => Err(NotationError::whole(format!(
                "the line for {empties} empty squares is missing"
            ))),
            None => Ok(Costs::of(sizes)),
        }
    }
}

fn number(words: &mut Words<'_>) -> Result<f32, NotationError> {
    let word = words.next();
    let text = word.map_or("", |word| word.text);
    let number = text.parse().ok().filter(|number: &f32| number.is_finite());
    number.ok_or_else(|| {
        let message = format!("\"{text}\" is not a number");
        match word {
            Some(word) => word.error(0, message),
            None => words.missing(message),
        }
    })
}

fn cost(words: &mut Words<'_>) -> Result<Cost, NotationError> {
    let [a, b, c] = [number(words)?, number(words)?, number(words)?];
    let residual = match words.accept("-") {
        true => None,
        false => Some(number(words)?),
    };
    Ok(Cost { a, b, c, residual })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes() -> [OfSize; SIZES] {
        std::array::from_fn(|i| {
            let cost = Cost {
                a: 0.5 * i as f32,
                b: 1.25,
                c: -0.125,
                residual: (i < 5).then_some(0.75),
            };
            let delta = Cost { c: 0.125, ..cost };
            OfSize { phi: cost, delta }
        })
    }

    /// The fitted values.
    const LITERAL: Factors = Factors {
        slope: 1.0,
        size: None,
    };

    #[test]
    fn the_shipped_costs_are_read_and_grow() {
        let costs = Costs::parse(SHIPPED).unwrap();
        let leaf = |empties| Leaf {
            empties,
            own_moves: 8,
            opponent_moves: 8,
            ahead: 0.0,
        };
        let even = |empties| costs.predict(&leaf(empties), LITERAL);
        for empties in 9..18 {
            assert!(even(empties).0 > even(empties - 1).0, "{empties}");
            assert!(even(empties).1 > even(empties - 1).1, "{empties}");
        }
        let ahead = Leaf {
            ahead: 10.0,
            ..leaf(14)
        };
        let (phi, delta) = costs.predict(&ahead, LITERAL);
        assert!(phi < even(14).0 && delta > even(14).1);
    }

    #[test]
    fn predictions_follow_the_formula() {
        let costs = Costs::of(sizes());
        let leaf = Leaf {
            empties: 14,
            own_moves: 3,
            opponent_moves: 6,
            ahead: -4.0,
        };
        let found = costs.predict(&leaf, LITERAL);
        let nodes = |moves: f32, sign: f32| (3.0 + 1.25 * moves.ln() + sign * 0.5_f32).exp();
        assert_eq!(found.0, nodes(8.0, 1.0).round() as u32);
        assert_eq!(found.1, nodes(5.0, -1.0).round() as u32);
        // a of twelve empty squares is 2.
        let factors = Factors {
            slope: 2.0,
            size: Some(12),
        };
        let nodes = |moves: f32, sign: f32| (2.0 + 1.25 * moves.ln() + sign).exp();
        let found = costs.predict(&leaf, factors);
        assert_eq!(found.0, nodes(8.0, 1.0).round() as u32);
        assert_eq!(found.1, nodes(5.0, -1.0).round() as u32);
    }

    #[test]
    fn predictions_stay_between_one_and_ten_million() {
        let costs = Costs::of(sizes());
        for empties in [0, 8, 20, 30, 60] {
            for ahead in [-1e4, -100.0, 0.0, 100.0, 1e4] {
                let leaf = Leaf {
                    empties,
                    own_moves: 0,
                    opponent_moves: 60,
                    ahead,
                };
                let (phi, delta) = costs.predict(&leaf, LITERAL);
                assert!((1..=10_000_000).contains(&phi), "{empties} {ahead}: {phi}");
                assert!((1..=10_000_000).contains(&delta), "{empties} {ahead}");
            }
        }
    }

    #[test]
    fn a_file_holds_what_was_written() {
        let text = Costs::text(&sizes(), "a command");
        assert_eq!(Costs::parse(&text).unwrap(), Costs::of(sizes()));
        assert!(text.contains("# Made by: a command\n"));
    }

    #[test]
    fn errors_name_line_and_column() {
        let line = "8  1 2 -3 0.5  1 2 3 -\n";
        for (text, message) in [
            ("", "the line for 8 empty squares is missing"),
            (line, "the line for 9 empty squares is missing"),
            (
                "# x\n 9 1",
                "line 2, column 2: \"9\": the numbers of empty squares go from 8 to 30, one a line",
            ),
            ("8  1 x", "line 1, column 6: \"x\" is not a number"),
            ("8  1 inf", "line 1, column 6: \"inf\" is not a number"),
            ("8  1 2 3", "line 1, column 9: \"\" is not a number"),
            (
                "8  1 2 3 - 1 2 3 - 4",
                "line 1, column 20: \"4\" is one word too many",
            ),
        ] {
            assert_eq!(Costs::parse(text).unwrap_err().to_string(), message);
        }
        let long = Costs::text(&sizes(), "") + "31  1 2 3 - 1 2 3 -";
        let error = Costs::parse(&long).unwrap_err().to_string();
        assert!(error.contains("line 29, column 1: \"31\""), "{error}");
    }
}
