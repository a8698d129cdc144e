//! The record of a tree: its setup, its moves in all variations, and what it says in words.

use std::collections::HashSet;

use super::result::{self, Word};
use super::{Mark, Property, Tree, headers};
use crate::{Ending, Notation, NotationError, Record, RecordTree, Side};

/// The most moves that all variations may have together, each from the first move of the game: a
/// record has the moves that variations share in each of them.
const MOST_MOVES: usize = 1 << 20;

/// What a game knows of the properties of its files.
pub trait Dialect<G: Notation> {
    /// Properties of a whole game: they belong into the first node.
    const OF_ROOT: &'static [&'static str];
    /// Properties that set a position up, beside `PL`: they belong before the first move and the
    /// first branching.
    const SETUP: &'static [&'static str];

    /// Whether several properties of this name may be in one node.
    fn may_repeat(&self, _name: &str) -> bool {
        false
    }

    /// The position that the record begins with.
    ///
    /// # Errors
    ///
    /// When it is of another game, or no position.
    fn root(&self, opening: &Opening<'_, '_>) -> Result<G::Position, NotationError>;

    /// The moves that a value of `B` or `W` means: none, one, or one with passes before it that
    /// were left out.
    ///
    /// # Errors
    ///
    /// With the reason, when it is no move or not legal.
    fn moves(&self, position: &G::Position, side: Side, text: &str)
    -> Result<Vec<G::Move>, String>;

    /// The side that a value of `PL` names.
    fn side(&self, text: &str) -> Option<Side> {
        Side::called_or(text, ["black", "white"], ["bx*", "wo"])
    }

    /// The size of the greatest win, if games have one. GGF says it of a win by resignation or on
    /// time of which no size is known.
    fn greatest_win(&self) -> Option<u32> {
        None
    }
}

/// What precedes the first move and the first branching.
#[derive(Debug)]
pub struct Opening<'t, 'a> {
    /// The properties, in the order of the file.
    pub properties: Vec<&'t Property<'a>>,
    /// The side of the first move.
    pub first: Option<Side>,
    /// Node and property that come next.
    end: (usize, usize),
}

impl<'t, 'a> Opening<'t, 'a> {
    fn of(tree: &'t Tree<'a>) -> Opening<'t, 'a> {
        let mut opening = Opening {
            properties: Vec::new(),
            first: None,
            end: (0, 0),
        };
        for (number, node) in tree.nodes.iter().enumerate() {
            opening.end = (number, node.properties.len());
            for (place, property) in node.properties.iter().enumerate() {
                opening.first = mover(property);
                if opening.first.is_some() {
                    opening.end = (number, place);
                    return opening;
                }
                opening.properties.push(property);
            }
            if node.children.len() != 1 {
                break;
            }
        }
        // Where all variations begin with moves the first one names the side.
        let next = tree.nodes.get(opening.end.0 + 1);
        let mut properties = next.iter().flat_map(|node| &node.properties);
        opening.first = properties.find_map(mover);
        opening
    }

    /// The first property of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&'t Property<'a>> {
        let mut properties = self.properties.iter();
        properties.find(|property| property.name == name).copied()
    }

    /// The side that `PL` names.
    ///
    /// # Errors
    ///
    /// When it names none.
    pub fn to_move<G: Notation>(
        &self,
        dialect: &impl Dialect<G>,
    ) -> Result<Option<Side>, NotationError> {
        let last = self.properties.iter().rev();
        let mut last = last.filter(|property| property.name == "PL");
        last.next()
            .map(|property| side_of::<G>(dialect, property))
            .transpose()
    }
}

/// The side whose move a property is.
fn mover(property: &Property<'_>) -> Option<Side> {
    match property.name.as_str() {
        "B" => Some(Side::First),
        "W" => Some(Side::Second),
        _ => None,
    }
}

fn side_of<G: Notation>(
    dialect: &impl Dialect<G>,
    property: &Property<'_>,
) -> Result<Side, NotationError> {
    let side = dialect.side(property.value()?.trimmed());
    side.ok_or_else(|| property.error("PL names no side; expected B or W"))
}

/// Reads a text that is one game as a record.
///
/// The main line is the first way at every branching. A comment (`C`) belongs to the move of its
/// node, or to the move before it in a node of several; in a last node without a move it is about
/// the end of the line. Markup, times and other properties that say nothing about the position or
/// the moves are passed over.
///
/// # Errors
///
/// With the line and the column of what is wrong.
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
        // The first node is that of the record, also where moves are in it: all of GGF.
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

/// Refuses properties that are said twice or where they do not belong.
fn check_places<G: Notation, D: Dialect<G>>(
    dialect: &D,
    tree: &Tree<'_>,
) -> Result<(), NotationError> {
    for (number, node) in tree.nodes.iter().enumerate() {
        let mut seen = HashSet::new();
        for property in &node.properties {
            let name = property.name.as_str();
            if !seen.insert(name) && !dialect.may_repeat(name) {
                return Err(property.error(format!("{name} appears twice in one node")));
            }
            if number > 0 && D::OF_ROOT.contains(&name) {
                return Err(property.error(format!("{name} belongs into the first node")));
            }
        }
    }
    Ok(())
}

/// The place to which a node has led.
#[derive(Clone, Copy, Debug, Default)]
struct Stop {
    /// The node of the lines.
    at: usize,
    /// Whether the node is on the main line.
    is_main: bool,
    /// Who has resigned there.
    resigned: Option<Side>,
}

struct Walk<'w, G: Notation, D> {
    game: &'w G,
    dialect: &'w D,
    lines: RecordTree<G::Move>,
    /// For each node of the lines its position, and how many moves lead there.
    positions: Vec<(G::Position, usize)>,
    /// What the main line says of the result, and where.
    result: Option<(Word, Mark)>,
    /// The moves of all variations so far.
    in_variations: usize,
}

impl<G: Notation, D: Dialect<G>> Walk<'_, G, D>
where
    G::Move: PartialEq,
{
    /// Refuses a property that sets up the board where the opening is over, or names the wrong
    /// side to move.
    fn check_after_opening(
        &self,
        stop: &Stop,
        property: &Property<'_>,
    ) -> Result<(), NotationError> {
        let name = property.name.as_str();
        if D::SETUP.contains(&name) {
            let message = format!("{name} sets up the board after a move or in a variation");
            return Err(property.error(message));
        }
        if name == "PL" {
            let side = side_of::<G>(self.dialect, property)?;
            let to_move = self.game.to_move(&self.positions[stop.at].0);
            if side != to_move {
                let [mover, other] = [to_move, side].map(|side| self.name(side));
                return Err(property.error(format!("{mover} is to move here, not {other}")));
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

    /// The name of a side, as a sentence has it.
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
            let name = &property.name;
            return Err(property.error(format!("{name} after a resignation")));
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
            value.mark.error(format!("move {number} ({text}): {why}"))
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
        let Some(said) = result::read(&property.value()?.line()) else {
            return Ok(());
        };
        let said = result::kept(said, self.dialect.greatest_win());
        match &self.result {
            Some((before, _)) if *before != said => {
                Err(property.error("RE says another result than the RE before"))
            }
            _ => {
                self.result = Some((said, property.mark));
                Ok(())
            }
        }
    }

    /// Keeps a comment on the move before it.
    fn comment_move(&mut self, stop: &Stop, property: &Property<'_>) {
        for value in &property.values {
            self.lines.say(stop.at, &value.text());
        }
    }

    /// Keeps a comment on the end of its line.
    fn comment_end(&mut self, stop: &Stop, property: &Property<'_>) {
        for value in &property.values {
            self.lines.end(stop.at, &ending_of(stop), &value.text());
        }
    }

    /// Ends a line of the file.
    fn end(&mut self, stop: &Stop) -> Result<(), NotationError> {
        let ending = match (stop.resigned, &self.result) {
            _ if !stop.is_main => ending_of(stop),
            (Some(side), Some((said, mark))) if result::winner_of(said) == Some(side) => {
                let name = self.name(side);
                return Err(mark.error(format!("RE says that {name} wins, who resigns")));
            }
            (None, Some((said, _))) => Ending::Over(said.clone()),
            _ => ending_of(stop),
        };
        if !stop.is_main {
            self.in_variations += self.positions[stop.at].1;
            if self.in_variations > MOST_MOVES {
                let message = format!("the variations have more than {MOST_MOVES} moves");
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
