//! Random graphs of positions with transpositions and cycles, generated from a seed.
//!
//! The positions are in layers, and the first layer contains only the root. A move leads to a
//! random position of the next layer, or rarely back to an earlier layer, so that positions repeat,
//! or to the end of the game. The width of the layers determines the number of transpositions: in a
//! layer of 20 positions nearly every path reaches every position, in a layer of 4,000 few paths
//! meet.
//!
//! The graphs are texts of `shomei_game::TreeGame`.

use std::fmt::Write;

use serde::Deserialize;
use shomei_game::{Dice, Key};

/// The parameters of a random graph. Together with a seed they determine it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Recipe {
    /// The limit of positions in a layer.
    pub(crate) width: u32,
    /// The number of layers. In the last one every move ends the game.
    pub(crate) depth: u32,
    /// The limit of moves of a position; the minimum is two.
    pub(crate) moves: u32,
    /// The number of moves per 1,000 that lead back to an earlier layer.
    pub(crate) back: u32,
    /// The number of moves per 1,000 that end the game, equally often for each side.
    pub(crate) ends: u32,
}

impl Recipe {
    /// Rejects invalid parameters.
    pub(crate) fn check(self) -> Result<(), String> {
        match self {
            Recipe { width: 0, .. } => Err("the width must be above 0".into()),
            Recipe { depth: 0, .. } => Err("the depth must be above 0".into()),
            Recipe { moves: 0 | 1, .. } => Err("at least two moves are needed".into()),
            Recipe { back, ends, .. } if back.saturating_add(ends) > 1_000 => {
                Err("back and ends are of 1,000 moves: together at most 1000".into())
            }
            Recipe { width, depth, .. } if u64::from(width) * u64::from(depth) > MOST => {
                Err(format!("width times depth is above {MOST}"))
            }
            _ => Ok(()),
        }
    }

    /// The graph of a seed as text. The root is `n0`, where the attacker moves.
    pub(crate) fn text(self, seed: u64) -> String {
        let mut dice = Dice::new(Key::of(seed).0);
        let layers = self.layers();
        let mut text = String::new();
        for (depth, layer) in layers.iter().enumerate() {
            let kind = if depth % 2 == 0 { "OR" } else { "AND" };
            for node in layer.clone() {
                let count = 2 + dice.below(self.moves as usize - 1);
                let children: Vec<String> = (0..count)
                    .map(|_| self.child(&mut dice, &layers, depth))
                    .collect();
                // Writing to a string cannot fail.
                let _ = writeln!(text, "n{node} = {kind} {{ {} }}", children.join(", "));
            }
        }
        text
    }

    /// The numbers of the positions by layer. The layers double in size up to the width.
    fn layers(self) -> Vec<std::ops::Range<u64>> {
        let mut layers: Vec<std::ops::Range<u64>> = Vec::new();
        let mut first = 0;
        for depth in 0..self.depth {
            let grown = 1_u64.checked_shl(depth).unwrap_or(u64::MAX);
            let end = first + grown.min(u64::from(self.width));
            layers.push(first..end);
            first = end;
        }
        layers
    }

    fn child(self, dice: &mut Dice, layers: &[std::ops::Range<u64>], depth: usize) -> String {
        let luck = dice.below(1_000) as u64;
        let last = depth + 1 == layers.len();
        // Only layers with the mover of the next one, so that the sides alternate.
        let earlier = depth.div_ceil(2);
        let layer = if last || luck < u64::from(self.ends) {
            let won = dice.below(2) == 0;
            return if won { "Won" } else { "Failed" }.into();
        } else if luck < u64::from(self.ends + self.back) && earlier > 0 {
            &layers[2 * dice.below(earlier) + (depth + 1) % 2]
        } else {
            &layers[depth + 1]
        };
        format!(
            "n{}",
            layer.start + dice.below((layer.end - layer.start) as usize) as u64
        )
    }
}

/// The limit of positions of a graph.
const MOST: u64 = 200_000;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meeting;
    use shomei_game::{Game, Notation, Role, Status, TreeGame};
    use std::sync::atomic::AtomicBool;

    const RECIPE: Recipe = Recipe {
        width: 30,
        depth: 9,
        moves: 4,
        back: 50,
        ends: 100,
    };

    fn game(recipe: Recipe, seed: u64) -> TreeGame {
        TreeGame::parse(&recipe.text(seed)).unwrap()
    }

    #[test]
    fn a_seed_is_one_graph() {
        assert_eq!(RECIPE.text(7), RECIPE.text(7));
        assert_ne!(RECIPE.text(7), RECIPE.text(8));
    }

    #[test]
    fn layers_grow_to_their_width_and_sides_take_turns() {
        // 1 + 2 + 4 + 8 + 16 + 4 * 30, and the two ends of the game.
        let game = game(RECIPE, 1);
        let open = |at: &shomei_game::TreeNode| game.status(at) == Status::Open;
        let positions: Vec<_> = game.positions().filter(open).collect();
        assert_eq!(positions.len(), 151);
        assert_eq!(game.role(&game.start()), Role::Attacker);
        for at in positions {
            let mut moves = Vec::new();
            game.moves(&at, &mut moves);
            assert!((2..=4).contains(&moves.len()));
            for mv in moves {
                let child = game.play(&at, mv);
                assert!(!open(&child) || game.role(&child) == game.role(&at).opponent());
            }
        }
    }

    #[test]
    fn moves_lead_back_only_where_that_is_asked_for() {
        let back = |recipe: Recipe| {
            let game = game(recipe, 3);
            let mut found = 0;
            for at in game.positions() {
                let mut moves = Vec::new();
                game.moves(&at, &mut moves);
                let children = moves.iter().map(|&mv| game.play(&at, mv));
                let open = children.filter(|child| game.status(child) == Status::Open);
                found += open.filter(|child| child.0 <= at.0).count();
            }
            found
        };
        assert!(back(RECIPE) > 5);
        assert_eq!(back(Recipe { back: 0, ..RECIPE }), 0);
    }

    #[test]
    fn lines_meet_more_often_in_narrow_graphs() {
        let lines = |width| {
            let recipe = Recipe {
                width,
                depth: 12,
                ..RECIPE
            };
            let stop = AtomicBool::new(false);
            let of = |seed| {
                let game = game(recipe, seed);
                meeting::measure(&game, &game.start(), 2_000, &stop).unwrap()
            };
            let all: Vec<_> = (0..20).map(of).collect();
            let sum = |what: fn(&meeting::Meeting) -> u64| all.iter().map(what).sum::<u64>();
            sum(|one| one.nodes) as f64 / sum(|one| one.positions) as f64
        };
        let [narrow, wide] = [10, 1_000].map(lines);
        assert!(narrow > 2.0 * wide, "{narrow} {wide}");
    }

    #[test]
    fn recipes_that_mean_nothing_are_refused() {
        for (wrong, why) in [
            (Recipe { width: 0, ..RECIPE }, "the width must be above 0"),
            (Recipe { depth: 0, ..RECIPE }, "the depth must be above 0"),
            (
                Recipe { moves: 1, ..RECIPE },
                "at least two moves are needed",
            ),
            (
                Recipe {
                    back: 901,
                    ..RECIPE
                },
                "back and ends are of 1,000 moves: together at most 1000",
            ),
            (
                Recipe {
                    width: 100_000,
                    ..RECIPE
                },
                "width times depth is above 200000",
            ),
        ] {
            assert_eq!(wrong.check().unwrap_err(), why);
        }
        assert_eq!(RECIPE.check(), Ok(()));
    }
}
