//! The beginning of a game: everything before its first move.

use super::{Dialect, Property, Tree};
use crate::{Notation, NotationError, Side, error_text};

/// Everything before the first move and the first branching.
#[derive(Debug)]
pub struct Opening<'t, 'a> {
    /// The properties, in the order of the file.
    pub properties: Vec<&'t Property<'a>>,
    /// The side of the first move.
    pub first: Option<Side>,
    /// The next node and property.
    pub(super) end: (usize, usize),
}

impl<'t, 'a> Opening<'t, 'a> {
    pub(super) fn of(tree: &'t Tree<'a>) -> Opening<'t, 'a> {
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
        // If all variations begin with moves, the first one determines the side.
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

    /// The side to move by `PL`.
    ///
    /// # Errors
    ///
    /// If its value is not a side.
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

/// The side whose move a property contains.
pub(super) fn mover(property: &Property<'_>) -> Option<Side> {
    match property.name.as_str() {
        "B" => Some(Side::First),
        "W" => Some(Side::Second),
        _ => None,
    }
}

/// The side that `PL` names.
pub(super) fn side_of<G: Notation>(
    dialect: &impl Dialect<G>,
    property: &Property<'_>,
) -> Result<Side, NotationError> {
    let side = dialect.side(property.value()?.trimmed());
    side.ok_or_else(|| {
        property.error(error_text!(
            "sgf-no-side",
            "PL names no side; expected B or W"
        ))
    })
}
