//! Whether a game keeps the contracts of `shomei-game`, over positions of
//! random play from the start or from other positions.
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
//! A [`Breach`] names the [`Law`] and the position. What the kit cannot know
//! is whether the rules are the right ones: perft files and hand-made
//! positions are for that.

mod bounds;
mod law;
mod position;
mod truth;

use std::collections::HashMap;

use shomei_game::{Fault, Game, Goal, Key, Kind, Notation, Side, Status};

use crate::random::Dice;

pub use law::{Breach, Law};

/// How much is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Decides the random play.
    pub seed: u64,
    /// Lines of random play from the start.
    pub lines: usize,
    /// The most plies of a line.
    pub plies: usize,
    /// The most positions of a graph that is looked through to check what
    /// `solve_leaf`, `resource` and `dominance_bound` claim, and positions that are failed before
    /// the game is over. It costs nothing for a game that claims nothing.
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

/// What was looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Different positions.
    pub positions: usize,
    /// Those in which the game was over.
    pub finished: usize,
    /// Those that were failed for a side although the game went on, counted
    /// for each side.
    pub hopeless: usize,
    /// Moves that were played.
    pub moves: usize,
    /// Graphs that were solved to check the claims of hints.
    pub graphs: usize,
    /// Graphs that were looked through to check that a failed position stays
    /// failed.
    pub hopeless_graphs: usize,
}

/// Holds a game of a kind against its contracts.
///
/// Every position of the sample is asked everything, for both goals.
///
/// # Errors
///
/// The first breach that is found.
pub fn check<G: Game + Kind>(game: &G, sample: &Sample) -> Result<Coverage, Breach> {
    check_from(game, &[game.start()], sample)
}

/// Holds a game of a kind against its contracts, over play from each of these positions in
/// turn, as [`check`] does over play from the start.
///
/// Where the rules depend on the goal, either goal has play of its own, from the
/// positions in which it makes sense, and nothing is compared between the two but
/// what belongs to a position alone. Texts and keys are compared among what play from
/// one position reaches: a key may leave out what is the same all through a game.
///
/// # Errors
///
/// The first breach that is found.
pub fn check_from<G: Game + Kind>(
    game: &G,
    roots: &[G::Position],
    sample: &Sample,
) -> Result<Coverage, Breach> {
    kind(game)?;
    play_from(game, roots, sample, &|goal| open_again(game, goal))
}

/// Holds a game that has no [`Kind`] against its contracts, over play from each of these
/// positions in turn: such as a game that is made while the program runs. All of
/// [`check_from`] but what is said of [`Kind::open`] and its constants.
///
/// # Errors
///
/// The first breach that is found.
pub fn check_value<G: Game + Notation>(
    game: &G,
    roots: &[G::Position],
    sample: &Sample,
) -> Result<Coverage, Breach> {
    play_from(game, roots, sample, &|goal| Ok(game.with_goal(goal)))
}

/// Checks play from each of these positions; `again` makes the game anew.
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
            // What a game returns after its first error means nothing.
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

/// Holds games that differ in an option against each other: certificates and
/// checkpoints tell them apart by the texts of their rules alone. Whether each is opened
/// again from its text as it was is checked by [`check`].
///
/// # Errors
///
/// Two games with one text.
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

/// What the constants of a kind say, against what its value says.
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
        let detail = format!("the rules are no line: {text:?}");
        return Err(at_start(game, Law::RulesText, detail));
    }
    Ok(())
}

/// What does not change when the game is made anew, and what does.
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

/// The games that a position of one play is a position of.
fn in_play<G: Notation>(games: &[G; 2]) -> &[G] {
    match games[0].rules_depend_on_goal() {
        true => &games[..1],
        false => games,
    }
}

/// A check under way.
struct Kit<G: Game + Notation> {
    /// The game with either goal; where the rules depend on it, the first is the
    /// one that is played.
    games: [G; 2],
    /// The first of them, opened from the text of its rules.
    again: G,
    graph: usize,
    /// Every position that was seen, by its text.
    by_text: HashMap<String, (G::Position, Key)>,
    /// A position for each key, with its text. Equal positions may have
    /// several texts, where a text shows what play no longer depends on.
    by_key: HashMap<Key, (G::Position, String)>,
    coverage: Coverage,
}

impl<G: Game + Notation> Kit<G> {
    /// One line of random play, every position of it checked.
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

    /// Checks what the game claims as true about the positions of a line.
    ///
    /// From the end backwards the graphs below grow: the first that is too
    /// large ends the checks of a game.
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

    /// Checks a position that may have been seen before.
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
