//! Random small games as [`TreeGame`]s: trees, DAGs and graphs with cycles, with dead ends and with
//! sides that move twice; and a game that gives all kinds of hints: [`Purses`].

mod purses;

use std::fmt::Write;

use shomei_game::TreeGame;

pub use purses::{Purses, Stand};
/// Re-exported so that tests can construct the dice of a failing seed.
pub use shomei_game::Dice;

/// Random combining rules of df-pn, as the text of its option `schedule`: one or two rules, the
/// choice among equal children, and often other rules after a few expansions, once or twice.
pub fn schedule(dice: &mut Dice) -> String {
    let mut rules = || {
        let mut rule = || dice.one_of(&["sum", "weak", "branch", "partition"]);
        let (pn, dn) = (rule(), rule());
        let more = ["", "+larger-dn", "+split-groups", "+larger-dn+split-groups"];
        format!("{pn}/{dn}{}", dice.one_of(&more))
    };
    let (first, second, third) = (rules(), rules(), rules());
    match dice.below(4) {
        0 => first,
        1 => format!("{first},1:{second}"),
        2 => format!("{first},20:{second}"),
        _ => format!("{first},1:{second},7:{third}"),
    }
}

/// How the nodes of a random game are connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Exactly one path leads to each position.
    Tree,
    /// Moves lead forward, and paths can meet.
    Dag,
    /// Moves lead anywhere, including repetitions and self-loops.
    Cyclic,
}

impl Shape {
    /// All shapes.
    pub const ALL: [Shape; 3] = [Shape::Tree, Shape::Dag, Shape::Cyclic];
}

/// The text of a random game with 2 to `size` open positions. The root is named `n0`.
///
/// # Panics
///
/// If `size` is below 2.
#[must_use]
pub fn game_text(seed: u64, shape: Shape, size: usize) -> String {
    let mut dice = Dice::new(seed);
    let nodes = 2 + dice.below(size - 1);
    let alternate = dice.chance(75);
    let finished = 10 + dice.below(30);
    let estimates = dice.chance(25);
    let mut parents = vec![Vec::new(); nodes];
    for child in 1..nodes {
        let parent = dice.below(child);
        parents[parent].push(format!("n{child}"));
    }
    let mut depth_odd = vec![false; nodes];
    for parent in 0..nodes {
        for name in parents[parent].clone() {
            let child: usize = name[1..].parse().unwrap_or(0);
            depth_odd[child] = !depth_odd[parent];
        }
    }
    let mut text = String::new();
    for (i, mut children) in parents.into_iter().enumerate() {
        for _ in 0..dice.below(4) {
            let extra = match shape {
                Shape::Tree => None,
                Shape::Dag => (i + 1 < nodes).then(|| i + 1 + dice.below(nodes - i - 1)),
                Shape::Cyclic => Some(dice.below(nodes)),
            };
            match extra {
                Some(child) if !dice.chance(finished) => children.push(format!("n{child}")),
                _ if dice.chance(50) => children.push("Won".into()),
                _ => children.push("Failed".into()),
            }
        }
        if children.is_empty() && !dice.chance(10) {
            children.push(if dice.chance(50) { "Won" } else { "Failed" }.into());
        }
        shuffle(&mut children, &mut dice);
        let attacker = if alternate {
            depth_odd[i]
        } else {
            dice.chance(50)
        };
        let kind = if attacker { "OR" } else { "AND" };
        let numbers = if estimates {
            format!("[{},{}]", 1 + dice.below(9), 1 + dice.below(9))
        } else {
            String::new()
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "n{i} = {kind}{numbers} {{ {} }}", children.join(", "));
    }
    text
}

/// The game of [`game_text`].
///
/// # Panics
///
/// If `size` is below 2.
#[must_use]
pub fn game(seed: u64, shape: Shape, size: usize) -> TreeGame {
    TreeGame::parse(&game_text(seed, shape, size)).expect("a generated text is well formed")
}

fn shuffle<T>(items: &mut [T], dice: &mut Dice) {
    for i in (1..items.len()).rev() {
        items.swap(i, dice.below(i + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei_game::{Game, Notation, Status};

    #[test]
    fn the_same_seed_makes_the_same_game() {
        assert_eq!(
            game_text(7, Shape::Cyclic, 20),
            game_text(7, Shape::Cyclic, 20)
        );
        assert_ne!(
            game_text(7, Shape::Cyclic, 20),
            game_text(8, Shape::Cyclic, 20)
        );
    }

    #[test]
    fn all_shapes_give_open_games() {
        for shape in Shape::ALL {
            let open = (0..200)
                .map(|seed| game(seed, shape, 12))
                .filter(|game| game.status(&game.start()) == Status::Open)
                .count();
            assert!(open > 150, "{shape:?}: {open}");
        }
    }
}
