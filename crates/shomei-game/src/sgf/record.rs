//! Converts a tree to a record: its setup, the moves of all variations, and its texts.

use std::collections::HashSet;

use super::opening::{mover, side_of};
use super::result::{self, EndingWord};
use super::{Mark, Opening, Property, Tree, headers};
use crate::{Ending, ErrorText, Notation, NotationError, Record, RecordTree, Side, error_text};

/// The maximum total number of moves of all variations, each counted from the first move of the
/// game: a record repeats moves that variations share.
const MOST_MOVES: usize = 1 << 20;

/// How one game interprets the properties of its files.
pub trait Dialect<G: Notation> {
    /// Properties of a whole game: they belong in the first node.
    const OF_ROOT: &'static [&'static str];
    /// Properties that set a position up, in addition to `PL`: they belong before the first move
    /// and the first branching.
    const SETUP: &'static [&'static str];

    /// Whether several properties of this name may be in one node.
    fn may_repeat(&self, _name: &str) -> bool {
        false
    }

    /// The first position of the record.
    ///
    /// # Errors
    ///
    /// If it belongs to another game, or is not a position.
    fn root(&self, opening: &Opening<'_, '_>) -> Result<G::Position, NotationError>;

    /// The moves for a value of `B` or `W`: none, one, or one preceded by passes that the file
    /// omits.
    ///
    /// # Errors
    ///
    /// The reason, if it is not a move or not legal.
    fn moves(
        &self,
        position: &G::Position,
        side: Side,
        text: &str,
    ) -> Result<Vec<G::Move>, ErrorText>;

    /// The side for a value of `PL`.
    fn side(&self, text: &str) -> Option<Side> {
        Side::called_or(text, ["black", "white"], ["bx*", "wo"])
    }

    /// The size of the greatest win, if games have one. GGF writes it for a win by resignation or
    /// on time of unknown size.
    fn greatest_win(&self) -> Option<u32> {
        None
    }
}

/// Reads a text that is one game as a record.
///
/// The main line follows the first variation at every branching. A comment (`C`) belongs to the
/// move of its node; in a node with several moves, to the move before it. In a last node without a
/// move it is a comment on the end of the line. Markup, times and other properties without a
/// position or a move are skipped.
///
/// # Errors
///
/// Contains the line and the column of the error.
pub fn read_record<G: Notation, D: Dialect<G>>(
    game: &G,
    dialect: &D,
    text: &str,
) -> Result<Record<G::Position, G::Move>, NotationError>
where
    G::Move: PartialEq,
{
    let tree = Tree::read(text)?;
    check_places::<G, D>(dialect, &tree)?;
    let opening = Opening::of(&tree);
    let root = dialect.root(&opening)?;
    let mut walk = Walk {
        game,
        dialect,
        lines: RecordTree::new(),
        positions: vec![(root.clone(), 0)],
        result: None,
        in_variations: 0,
    };
    let mut stops: Vec<Stop> = Vec::with_capacity(tree.nodes.len());
    let main_line = tree.on_main_line();
    for (number, node) in tree.nodes.iter().enumerate() {
        let mut stop = node.parent.map_or_else(Stop::default, |at| stops[at]);
        stop.is_main = main_line[number];
        let before = stop.at;
        // The first node is read like a node with several moves, because in GGF it contains all
        // moves.
        let is_many = number == 0 || node.properties.iter().filter_map(mover).count() > 1;
        let comments = node
            .properties
            .iter()
            .filter(|property| property.name == "C");
        for (place, property) in node.properties.iter().enumerate() {
            if (number, place) >= opening.end {
                walk.check_after_opening(&stop, property)?;
            }
            walk.property(&mut stop, property)?;
            if is_many && property.name == "C" {
                walk.comment_move(&stop, property);
            }
        }
        let is_leaf = node.children.is_empty();
        if is_leaf {
            walk.end(&stop)?;
        }
        for comment in comments.filter(|_| !is_many) {
            match is_leaf && stop.at == before && stop.at > 0 {
                true => walk.comment_end(&stop, comment),
                false => walk.comment_move(&stop, comment),
            }
        }
        stops.push(stop);
    }
    let headers = headers::of_opening(&opening.properties);
    Ok(walk.lines.record(root, headers))
}

/// Refuses properties that are repeated or misplaced.
fn check_places<G: Notation, D: Dialect<G>>(
    dialect: &D,
    tree: &Tree<'_>,
) -> Result<(), NotationError> {
    for (number, node) in tree.nodes.iter().enumerate() {
        let mut seen = HashSet::new();
        for property in &node.properties {
            let name = property.name.as_str();
            if !seen.insert(name) && !dialect.may_repeat(name) {
                return Err(property.error(error_text!(
                    "sgf-second-property",
                    "{name} appears twice in one node",
                    name = name
                )));
            }
            if number > 0 && D::OF_ROOT.contains(&name) {
                return Err(property.error(error_text!(
                    "sgf-late-property",
                    "{name} belongs into the first node",
                    name = name
                )));
            }
        }
    }
    Ok(())
}

/// The state after reading a node.
#[derive(Clone, Copy, Debug, Default)]
struct Stop {
    /// The current node of the lines.
    at: usize,
    /// Whether the node is on the main line.
    is_main: bool,
    /// The side that has resigned there.
    resigned: Option<Side>,
}

struct Walk<'w, G: Notation, D> {
    game: &'w G,
    dialect: &'w D,
    lines: RecordTree<G::Move>,
    /// For each node of the lines: its position and the number of moves before it.
    positions: Vec<(G::Position, usize)>,
    /// The result by the main line, and its place.
    result: Option<(EndingWord, Mark)>,
    /// The number of moves in all variations so far.
    in_variations: usize,
}

impl<G: Notation, D: Dialect<G>> Walk<'_, G, D>
where
    G::Move: PartialEq,
{
    /// Refuses a property that sets up the board after the opening, or that contains the wrong side
    /// to move.
    fn check_after_opening(
        &self,
        stop: &Stop,
        property: &Property<'_>,
    ) -> Result<(), NotationError> {
        let name = property.name.as_str();
        if D::SETUP.contains(&name) {
            let message = error_text!(
                "sgf-late-setup",
                "{name} sets up the board after a move or in a variation",
                name = name
            );
            return Err(property.error(message));
        }
        if name == "PL" {
            let side = side_of::<G>(self.dialect, property)?;
            let to_move = self.game.to_move(&self.positions[stop.at].0);
            if side != to_move {
                let [mover, other] = [to_move, side].map(|side| self.name(side));
                return Err(property.error(error_text!(
                    "sgf-other-side",
                    "{mover} is to move here, not {other}",
                    mover = mover,
                    other = other
                )));
            }
        }
        Ok(())
    }

    fn property(&mut self, stop: &mut Stop, property: &Property<'_>) -> Result<(), NotationError> {
        match mover(property) {
            Some(side) => self.play(stop, side, property),
            None if property.name == "RE" && stop.is_main => self.result(property),
            None => Ok(()),
        }
    }

    /// The name of a side with a capital letter, for messages.
    fn name(&self, side: Side) -> String {
        let name = self.game.sides()[side.index()];
        let mut letters = name.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        first.into_iter().chain(letters).collect()
    }

    fn play(
        &mut self,
        stop: &mut Stop,
        side: Side,
        property: &Property<'_>,
    ) -> Result<(), NotationError> {
        let value = property.value()?;
        if stop.resigned.is_some() {
            return Err(property.error(error_text!(
                "sgf-after-resignation",
                "there is {name} after a resignation",
                name = property.name
            )));
        }
        let text = value.line();
        if text.eq_ignore_ascii_case("resign") || text.eq_ignore_ascii_case("resigns") {
            stop.resigned = Some(side);
            return Ok(());
        }
        let (position, plies) = &self.positions[stop.at];
        let moves = self.dialect.moves(position, side, &text);
        let moves = moves.map_err(|why| {
            let number = plies + 1;
            value.mark.error(error_text!(
                "error-at-move",
                "move {number} ({mv}): {error}",
                number = number,
                mv = text,
                error = why
            ))
        })?;
        for mv in moves {
            let (position, plies) = &self.positions[stop.at];
            let node = self.lines.play(stop.at, mv);
            if node == self.positions.len() {
                let next = (self.game.play(position, mv), plies + 1);
                self.positions.push(next);
            }
            stop.at = node;
        }
        Ok(())
    }

    fn result(&mut self, property: &Property<'_>) -> Result<(), NotationError> {
        let Some(result) = result::read(&property.value()?.line()) else {
            return Ok(());
        };
        let result = result::kept(result, self.dialect.greatest_win());
        match &self.result {
            Some((before, _)) if *before != result => Err(property.error(error_text!(
                "sgf-other-result",
                "RE has another result than the RE before"
            ))),
            _ => {
                self.result = Some((result, property.mark));
                Ok(())
            }
        }
    }

    /// Stores a comment on the move before it.
    fn comment_move(&mut self, stop: &Stop, property: &Property<'_>) {
        for value in &property.values {
            self.lines.say(stop.at, &value.text());
        }
    }

    /// Stores a comment on the end of its line.
    fn comment_end(&mut self, stop: &Stop, property: &Property<'_>) {
        for value in &property.values {
            self.lines.end(stop.at, &ending_of(stop), &value.text());
        }
    }

    /// Ends a line of the file.
    fn end(&mut self, stop: &Stop) -> Result<(), NotationError> {
        let ending = match (stop.resigned, &self.result) {
            _ if !stop.is_main => ending_of(stop),
            (Some(side), Some((result, mark))) if result::winner_of(result) == Some(side) => {
                let name = self.name(side);
                return Err(mark.error(error_text!(
                    "sgf-result-and-resignation",
                    "RE is a win of {side}, who resigns",
                    side = name
                )));
            }
            (None, Some((result, _))) => Ending::Over(result.clone()),
            _ => ending_of(stop),
        };
        if !stop.is_main {
            self.in_variations += self.positions[stop.at].1;
            if self.in_variations > MOST_MOVES {
                let message = error_text!(
                    "sgf-many-moves",
                    "the variations have more than {most} moves",
                    most = MOST_MOVES
                );
                return Err(NotationError::whole(message));
            }
        }
        if stop.is_main || ending != Ending::Open {
            self.lines.end(stop.at, &ending, "");
        }
        if stop.is_main {
            self.lines.end_main(stop.at);
        }
        Ok(())
    }
}

fn ending_of(stop: &Stop) -> Ending {
    stop.resigned.map_or(Ending::Open, |side| {
        Ending::over(result::by_resignation(side.opponent()))
    })
}
