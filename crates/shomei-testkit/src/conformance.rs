//! Checks that a game keeps the contracts of `shomei-game`, over positions of random play from the
//! start or from other positions.
//!
//! ```
//! use shomei_game::TreeGame;
//! use shomei_testkit::conformance::{Sample, check};
//!
//! let game = TreeGame::parse("r = OR { a, Won } a = AND { r, Failed }").unwrap();
//! let coverage = check(&game, &Sample::default()).unwrap();
//! assert!(coverage.positions >= 2);
//! ```
//!
//! A [`Breach`] contains the [`Law`] and the position. The kit cannot check whether the rules are
//! the intended ones: use perft files and hand-made positions for that.

mod bounds;
mod law;
mod position;
mod truth;

use std::collections::HashMap;

use shomei_game::{Fault, Game, Goal, Key, Kind, Notation, Side, Status};

use crate::random::Dice;

pub use law::{Breach, Law};

/// The extent of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The seed of the random play.
    pub seed: u64,
    /// Number of lines of random play from the start.
    pub lines: usize,
    /// The largest number of plies of a line.
    pub plies: usize,
    /// The largest number of positions of a graph that is searched to check the claims of
    /// `solve_leaf`, `resource` and `dominance_bound`, and positions that are failed before the
    /// game is over. It costs nothing for a game without such claims.
    pub graph: usize,
}

impl Default for Sample {
    fn default() -> Sample {
        Sample {
            seed: 1,
            lines: 20,
            plies: 200,
            graph: 10_000,
        }
    }
}

/// The extent of a finished check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Number of different positions.
    pub positions: usize,
    /// Number of these in which the game was over.
    pub finished: usize,
    /// Number of these that were failed for a side although the game was not over, counted for each
    /// side.
    pub hopeless: usize,
    /// Number of moves that were played.
    pub moves: usize,
    /// Number of graphs that were solved to check the claims of hints.
    pub graphs: usize,
    /// Number of graphs that were searched to check that a failed position stays failed.
    pub hopeless_graphs: usize,
}

/// Checks a game with a kind against its contracts.
///
/// Every method is called for every position of the sample, for both goals.
///
/// # Errors
///
/// The first breach found.
pub fn check<G: Game + Kind>(game: &G, sample: &Sample) -> Result<Coverage, Breach> {
    check_from(game, &[game.start()], sample)
}

/// Checks a game with a kind against its contracts, over play from each of these positions in turn,
/// as [`check`] does over play from the start.
///
/// If the rules depend on the goal, each goal has separate play, from the positions in which it
/// makes sense, and only properties of a position alone are compared between the two. Texts and
/// keys are compared among the positions that play from one root reaches: a key can omit data that
/// does not change during a game.
///
/// # Errors
///
/// The first breach found.
pub fn check_from<G: Game + Kind>(
    game: &G,
    roots: &[G::Position],
    sample: &Sample,
) -> Result<Coverage, Breach> {
    kind(game)?;
    play_from(game, roots, sample, &|goal| open_again(game, goal))
}

/// Checks a game without a [`Kind`] against its contracts, over play from each of these positions
/// in turn; for example, a game that is created at run time. Makes all checks of [`check_from`],
/// except those of [`Kind::open`] and its constants.
///
/// # Errors
///
/// The first breach found.
pub fn check_value<G: Game + Notation>(
    game: &G,
    roots: &[G::Position],
    sample: &Sample,
) -> Result<Coverage, Breach> {
    play_from(game, roots, sample, &|goal| Ok(game.with_goal(goal)))
}

/// Checks play from each of these positions; `again` creates the game anew.
fn play_from<G: Game + Notation>(
    game: &G,
    roots: &[G::Position],
    sample: &Sample,
    again: &dyn Fn(Goal) -> Result<G, Breach>,
) -> Result<Coverage, Breach> {
    let held = hold(game, roots, sample, again);
    match game.fault().and_then(Fault::error) {
        None => held,
        Some(error) => {
            // The results of a game after its first error are not valid.
            let position = held.err().map_or(String::new(), |breach| breach.position);
            Err(Breach::new(Law::Fault, position, error))
        }
    }
}

fn hold<G: Game + Notation>(
    game: &G,
    roots: &[G::Position],
    sample: &Sample,
    again: &dyn Fn(Goal) -> Result<G, Breach>,
) -> Result<Coverage, Breach> {
    texts(game)?;
    rules(game, again)?;
    let first_goals = match game.rules_depend_on_goal() {
        true => &Side::BOTH[..],
        false => &Side::BOTH[..1],
    };
    let mut coverage = Coverage::default();
    for &side in first_goals {
        let goals = [side, side.opponent()].map(Goal::win);
        let mut kit = Kit {
            again: again(goals[0])?,
            games: goals.map(|goal| game.with_goal(goal)),
            graph: sample.graph,
            by_text: HashMap::new(),
            by_key: HashMap::new(),
            coverage,
        };
        let makes_sense = |root: &&G::Position| kit.games[0].check_goal(root).is_ok();
        let roots: Vec<_> = roots.iter().filter(makes_sense).collect();
        let mut dice = Dice::new(sample.seed);
        for (i, root) in roots.iter().enumerate() {
            kit.by_text.clear();
            kit.by_key.clear();
            let share = (sample.lines + roots.len() - 1 - i) / roots.len();
            for _ in 0..share {
                kit.line(root, &mut dice, sample.plies)?;
            }
        }
        coverage = kit.coverage;
    }
    Ok(coverage)
}

/// Compares the rules of games that differ in an option: certificates and checkpoints distinguish
/// them only by the texts of their rules. [`check`] tests whether each game is restored from its
/// text.
///
/// # Errors
///
/// Two games with the same text.
pub fn check_rules<G: Notation>(games: &[G]) -> Result<(), Breach> {
    for (i, game) in games.iter().enumerate() {
        let text = game.rules();
        if let Some(other) = games[..i].iter().position(|other| other.rules() == text) {
            let detail = format!("the games {other} and {i} have one text: {text:?}");
            return Err(at_start(game, Law::RulesText, detail));
        }
    }
    Ok(())
}

/// The game as a certificate opens it.
fn open_again<G: Kind>(game: &G, goal: Goal) -> Result<G, Breach> {
    let text = game.rules();
    G::open(&text, goal)
        .map_err(|error| at_start(game, Law::RulesText, format!("{text:?}: {error}")))
}

/// Compares the constants of a kind with its value.
fn kind<G: Kind>(game: &G) -> Result<(), Breach> {
    let (name, sides) = (game.name(), game.sides());
    if (name, sides) == (G::NAME, G::SIDES) {
        return Ok(());
    }
    let (kind, of_kind) = (G::NAME, G::SIDES);
    let detail = format!("{name:?} with {sides:?}, its kind is {kind:?} with {of_kind:?}");
    Err(at_start(game, Law::Names, detail))
}

/// The texts of the game itself.
fn texts<G: Notation>(game: &G) -> Result<(), Breach> {
    let (name, [first, second]) = (game.name(), game.sides());
    let is_word = |text: &str| !text.is_empty() && !text.contains(char::is_control);
    if ![name, first, second].into_iter().all(is_word) || first == second {
        let detail = format!("the game {name:?} has the sides {first:?} and {second:?}");
        return Err(at_start(game, Law::Names, detail));
    }
    let text = game.rules();
    if text.contains('\n') {
        let detail = format!("the rules are not one line: {text:?}");
        return Err(at_start(game, Law::RulesText, detail));
    }
    Ok(())
}

/// Checks the properties that change and those that do not when the game is created anew.
fn rules<G: Notation>(game: &G, again: &dyn Fn(Goal) -> Result<G, Breach>) -> Result<(), Breach> {
    let text = game.rules();
    let breach = |law, detail: String| Err(at_start(game, law, detail));
    for side in Side::BOTH {
        let goal = Goal::win(side);
        let again = again(goal)?;
        if again.rules() != text {
            let other = again.rules();
            return breach(Law::RulesText, format!("{text:?} becomes {other:?}"));
        }
        if again.start() != game.start() {
            return breach(Law::RulesText, "the start is another one".into());
        }
        for turned in [&again, &game.with_goal(goal)] {
            if turned.goal() != goal || turned.rules() != text {
                return breach(Law::Goal, format!("asked for {goal:?}"));
            }
        }
    }
    Ok(())
}

fn at_start<G: Notation>(game: &G, law: Law, detail: impl std::fmt::Display) -> Breach {
    Breach::new(law, game.format_position(&game.start()), detail)
}

/// The games to whose play a position belongs.
fn in_play<G: Notation>(games: &[G; 2]) -> &[G] {
    match games[0].rules_depend_on_goal() {
        true => &games[..1],
        false => games,
    }
}

/// A running check.
struct Kit<G: Game + Notation> {
    /// The game with either goal. If the rules depend on the goal, play follows the first game.
    games: [G; 2],
    /// The first of them, opened from the text of its rules.
    again: G,
    graph: usize,
    /// All visited positions, by text.
    by_text: HashMap<String, (G::Position, Key)>,
    /// A position for each key, with its text. Equal positions can have several texts if a text
    /// shows data on which play no longer depends.
    by_key: HashMap<Key, (G::Position, String)>,
    coverage: Coverage,
}

impl<G: Game + Notation> Kit<G> {
    /// Plays one random line and checks each of its positions.
    fn line(&mut self, root: &G::Position, dice: &mut Dice, plies: usize) -> Result<(), Breach> {
        let mut position = root.clone();
        let mut line = vec![position.clone()];
        for _ in 0..plies {
            self.visit(&position)?;
            if let Some(error) = self.games[0].fault().and_then(Fault::error) {
                return Err(self.breach(Law::Fault, &position, &error.to_string()));
            }
            if self.games[0].is_over(&position) {
                break;
            }
            let mut moves = Vec::new();
            self.games[0].moves(&position, &mut moves);
            position = self.games[0].play(&position, moves[dice.below(moves.len())]);
            if !self.games[0].can_repeat() && line.contains(&position) {
                let detail = "the game says that play never returns, and it did";
                return Err(self.breach(Law::Forward, &position, detail));
            }
            line.push(position.clone());
        }
        self.truths(&line)
    }

    /// Checks the claims of the game about the positions of a line.
    ///
    /// From the end backwards the graphs below the positions grow; the first one that is too large
    /// ends the checks of a game.
    fn truths(&mut self, line: &[G::Position]) -> Result<(), Breach> {
        for game in in_play(&self.games) {
            for position in line.iter().rev() {
                if !truth::hints(game, position, self.graph, &mut self.coverage)? {
                    break;
                }
            }
            for position in line.iter().rev() {
                if !truth::hopeless(game, position, self.graph, &mut self.coverage)? {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Checks a position that may have been visited before.
    fn visit(&mut self, position: &G::Position) -> Result<(), Breach> {
        let game = &self.games[0];
        let text = game.format_position(position);
        let key = game.key(position);
        if let Some((seen, seen_key)) = self.by_text.get(&text) {
            if seen != position {
                let detail = "another position has the same text";
                return Err(self.breach(Law::PositionText, position, detail));
            }
            if *seen_key != key {
                let detail = "the same position had another key";
                return Err(self.breach(Law::EqualKeys, position, detail));
            }
            return Ok(());
        }
        let entry = (position.clone(), text.clone());
        if let Some((other, other_text)) = self.by_key.insert(key, entry)
            && other != *position
        {
            let detail = format!("the same key as {other_text}");
            return Err(self.breach(Law::DifferentKeys, position, &detail));
        }
        self.by_text.insert(text, (position.clone(), key));
        self.coverage.positions += 1;
        self.coverage.finished += usize::from(game.is_over(position));
        if !game.is_over(position) {
            let failed = |game: &&G| game.status(position) == Status::Failed;
            self.coverage.hopeless += in_play(&self.games).iter().filter(failed).count();
        }
        self.coverage.moves += position::check(&self.games, position)?;
        position::same_rules(&self.games[0], &self.again, position)?;
        Ok(())
    }

    fn breach(&self, law: Law, position: &G::Position, detail: &str) -> Breach {
        Breach::new(law, self.games[0].format_position(position), detail)
    }
}
