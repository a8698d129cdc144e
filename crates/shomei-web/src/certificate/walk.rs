//! A walk through a certificate, which reuses the nodes of its previous path.
//!
//! Positions are not stored in a certificate: the position of a node is computed by playing the
//! moves of its path from the root. A walk keeps the nodes of its last path, so a path with a
//! common beginning costs only the rest.
//!
//! Below a re-solved leaf the certificate contains no records. The walk searches such positions
//! again, so that every line leads to the end of the game.

use shomei::certificates::{Branch, Certificate, Node, NodeContent};
use shomei::game::Role;
use shomei::game::error_text;
use shomei::proof::Child;
use shomei::{AnyPosition, Error};

use super::path::Path;

/// The maximum number of nodes of an exhaustive search for one position below a re-solved leaf. The
/// library writes leaves of at most a million nodes.
const MOST_NODES: u64 = 1 << 21;

/// A certificate and the nodes of the last path.
#[derive(Debug)]
pub(crate) struct Walk {
    certificate: Certificate,
    root: Option<Spot>,
    steps: Vec<Step>,
}

/// A position of a walk.
#[derive(Clone, Debug)]
pub(crate) enum Spot {
    /// A position in the certificate.
    Written(Node),
    /// A position below a re-solved leaf.
    Searched {
        position: AnyPosition,
        /// The maximum number of nodes of each search.
        nodes: u64,
    },
}

impl Spot {
    pub(crate) fn position(&self) -> &AnyPosition {
        match self {
            Spot::Written(node) => node.position(),
            Spot::Searched { position, .. } => position,
        }
    }

    /// The number of its record, if it has one.
    pub(crate) fn number(&self) -> Option<u64> {
        match self {
            Spot::Written(node) => node.number(),
            Spot::Searched { .. } => None,
        }
    }

    /// The kind of the node. Below a re-solved leaf it is the kind of the leaf until the game ends.
    pub(crate) fn content(&self) -> NodeContent {
        match self {
            Spot::Written(node) => node.content(),
            Spot::Searched { position, .. } if position.outcome().is_some() => {
                NodeContent::Finished
            }
            Spot::Searched { nodes, .. } => NodeContent::Resolved { nodes: *nodes },
        }
    }
}

/// A move of a walk from one position to the next.
#[derive(Clone, Debug)]
pub(crate) struct WalkMove {
    pub(crate) mv: String,
    pub(crate) after: AnyPosition,
    pub(crate) to: Target,
}

/// The target of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// A position whose result the rules determine.
    End,
    /// The position of this record.
    Record(u64),
    /// A position below a re-solved leaf, searched with this maximum number of nodes.
    Searched { nodes: u64 },
}

impl From<Branch> for WalkMove {
    fn from(branch: Branch) -> WalkMove {
        WalkMove {
            mv: branch.mv,
            after: branch.position,
            to: match branch.to {
                Child::Terminal => Target::End,
                Child::Record(number) => Target::Record(number),
            },
        }
    }
}

/// A move of a walk and its target.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// The index of the move among those in the certificate.
    pub(crate) choice: u32,
    /// The move.
    pub(crate) mv: String,
    /// The position after it.
    pub(crate) spot: Spot,
}

impl Walk {
    /// A walk at the root.
    pub(crate) fn new(certificate: Certificate) -> Walk {
        Walk {
            certificate,
            root: None,
            steps: Vec::new(),
        }
    }

    /// The certificate.
    pub(crate) fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// Goes to the node at the end of this path.
    ///
    /// After an error the walk stays at the last node that it has reached, and later calls reuse
    /// its nodes.
    pub(crate) fn go(&mut self, path: &Path) -> Result<(), Error> {
        self.root()?;
        let choices = self.steps.iter().map(|step| step.choice);
        let shared = choices
            .zip(path.choices())
            .take_while(|(a, b)| a == *b)
            .count();
        self.steps.truncate(shared);
        for &choice in &path.choices()[shared..] {
            self.step(choice)?;
        }
        Ok(())
    }

    /// Plays the move with this index among those in the certificate.
    pub(crate) fn step(&mut self, choice: u32) -> Result<(), Error> {
        let mut branches = self.branches()?;
        if choice as usize >= branches.len() {
            let (ply, known) = (self.steps.len() + 1, branches.len());
            return Err(Error::input(error_text!(
                "path-no-move",
                "move {ply}: the certificate has {known} moves here, so there is no number {choice}",
                ply = ply,
                known = known,
                choice = choice
            )));
        }
        let branch = branches.swap_remove(choice as usize);
        self.take(choice, &branch)
    }

    /// Plays a move from the current position of the walk.
    pub(crate) fn take(&mut self, choice: u32, onward: &WalkMove) -> Result<(), Error> {
        let spot = self.after(onward)?;
        self.steps.push(Step {
            choice,
            mv: onward.mv.clone(),
            spot,
        });
        Ok(())
    }

    /// The moves from the current position: those in the certificate, or those that a search finds.
    pub(crate) fn branches(&mut self) -> Result<Vec<WalkMove>, Error> {
        let spot = self.spot()?;
        self.children(&spot)
    }

    /// The position after a move from the current position.
    pub(crate) fn after(&mut self, onward: &WalkMove) -> Result<Spot, Error> {
        let position = &onward.after;
        Ok(match onward.to {
            Target::Searched { nodes } => Spot::Searched {
                position: position.clone(),
                nodes,
            },
            Target::Record(number) => Spot::Written(self.certificate.node(number, position)?),
            Target::End => {
                let branch = Branch {
                    mv: onward.mv.clone(),
                    position: position.clone(),
                    to: Child::Terminal,
                };
                Spot::Written(self.certificate.at(&branch)?)
            }
        })
    }

    /// The moves of a position of the walk.
    pub(crate) fn children(&self, spot: &Spot) -> Result<Vec<WalkMove>, Error> {
        match (spot, spot.content()) {
            (_, NodeContent::Resolved { nodes }) => {
                Ok(self.searched(spot.position(), nodes.min(MOST_NODES)))
            }
            (Spot::Written(node), _) => {
                let written = self.certificate.children(node)?;
                Ok(written.into_iter().map(WalkMove::from).collect())
            }
            (Spot::Searched { .. }, _) => Ok(Vec::new()),
        }
    }

    /// Whether one move is enough in a position of the walk or every move is answered.
    pub(crate) fn kind_of(&self, position: &AnyPosition) -> NodeContent {
        let attacker = position.to_move() == self.certificate.attacker();
        let role = if attacker {
            Role::Attacker
        } else {
            Role::Defender
        };
        match role == self.certificate.claim().chooser() {
            true => NodeContent::Choice,
            false => NodeContent::All,
        }
    }

    /// The first move that keeps the claim if one is enough, else every legal move; none if the
    /// search needs more nodes than the maximum.
    fn searched(&self, position: &AnyPosition, nodes: u64) -> Vec<WalkMove> {
        if self.certificate.header().plies.is_some() {
            // The remaining plies depend on the whole certificate.
            return Vec::new();
        }
        let end = self.certificate.claim().end();
        let onward = |(mv, after): (String, AnyPosition)| WalkMove {
            mv,
            after,
            to: Target::Searched { nodes },
        };
        let mut children = position.children().into_iter();
        if self.kind_of(position) == NodeContent::All {
            return children.map(onward).collect();
        }
        let keeps = |(_, after): &(String, AnyPosition)| after.plain_status(nodes) == Some(end);
        children.find(keeps).map(onward).into_iter().collect()
    }

    /// The current position of the walk.
    pub(crate) fn spot(&mut self) -> Result<Spot, Error> {
        match self.steps.last() {
            Some(step) => Ok(step.spot.clone()),
            None => self.root(),
        }
    }

    /// The root.
    fn root(&mut self) -> Result<Spot, Error> {
        if let Some(root) = &self.root {
            return Ok(root.clone());
        }
        let root = Spot::Written(self.certificate.root()?);
        self.root = Some(root.clone());
        Ok(root)
    }

    /// The moves from the root with their positions.
    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The position before the step with this number.
    pub(crate) fn position_before(&self, step: usize) -> &AnyPosition {
        match step.checked_sub(1).and_then(|last| self.steps.get(last)) {
            Some(before) => before.spot.position(),
            None => self.certificate.position(),
        }
    }

    /// The path of the current position.
    pub(crate) fn path(&self) -> Path {
        Path::of(self.steps.iter().map(|step| step.choice).collect())
    }

    /// The ply of the walk at which the record with this number occurs; the root is ply 0.
    pub(crate) fn ply_of(&self, number: u64) -> Option<usize> {
        let is_it = |spot: &Spot| spot.number() == Some(number);
        if self.root.as_ref().is_some_and(is_it) {
            return Some(0);
        }
        let found = self.steps.iter().position(|step| is_it(&step.spot));
        found.map(|place| place + 1)
    }
}

/// The number of the record that a branch leads to.
pub(crate) fn record_after(branch: &Branch) -> Option<u64> {
    match branch.to {
        Child::Record(number) => Some(number),
        Child::Terminal => None,
    }
}

/// The number of the record that a move leads to.
pub(crate) fn record_of(onward: &WalkMove) -> Option<u64> {
    match onward.to {
        Target::Record(number) => Some(number),
        Target::End | Target::Searched { .. } => None,
    }
}

/// The identifier of a node's kind in JSON.
pub(crate) fn word_of(content: NodeContent) -> &'static str {
    match content {
        NodeContent::Choice => "choice",
        NodeContent::All => "all",
        NodeContent::Resolved { .. } => "resolved",
        _ => "finished",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::samples;

    fn path(text: &str) -> Path {
        text.parse().unwrap()
    }

    #[test]
    fn a_walk_goes_on_from_what_it_shares_with_the_last_one() {
        let mut walk =
            samples::walk("r = OR { a, b }  a = AND { Won, c }  b = OR { Failed }  c = OR { Won }");
        walk.go(&path("0.1.0")).unwrap();
        let moves: Vec<&str> = walk.steps().iter().map(|step| &step.mv[..]).collect();
        assert_eq!(moves, ["a", "c", "Won"]);
        assert_eq!(walk.spot().unwrap().content(), NodeContent::Finished);
        assert_eq!(walk.position_before(1).text(), "a");
        walk.go(&path("0.0")).unwrap();
        assert_eq!(walk.steps().len(), 2);
        assert_eq!(walk.path().to_string(), "0.0");
        walk.go(&path("")).unwrap();
        assert_eq!(walk.position_before(0).text(), "r");
        assert_eq!(walk.ply_of(0), Some(0));
    }

    #[test]
    fn a_number_that_is_not_there_is_named_with_its_ply() {
        let mut walk = samples::walk("r = OR { a }  a = AND { Won, c }  c = OR { Won }");
        let error = walk.go(&path("0.2")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "move 2: the certificate has 2 moves here, so there is no number 2"
        );
        // The walk has stayed before that move.
        assert_eq!(walk.path().to_string(), "0");
        walk.go(&path("0.1")).unwrap();
        let error = walk.go(&path("0.1.0.0")).unwrap_err();
        assert!(error.to_string().starts_with("move 4: "), "{error}");
    }
}
