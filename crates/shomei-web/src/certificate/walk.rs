//! A walk through a certificate that goes on from where the last one has been.
//!
//! Positions are not stored in a certificate: the position at a node comes from playing the
//! moves of its path from the root. A walk keeps the nodes of its last path, so a path that
//! shares its beginning with that one costs the difference only.

use shomei::certificates::{Branch, Certificate, Node, Says};
use shomei::proof::Child;
use shomei::{AnyPosition, Error};

use super::path::Path;
use crate::words::Said;

/// A certificate and the nodes of the path that was asked for last.
#[derive(Debug)]
pub(crate) struct Walk {
    certificate: Certificate,
    root: Option<Node>,
    steps: Vec<Step>,
}

/// A move of a walk, and where it leads.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// The place of the move among those that the certificate speaks of.
    pub(crate) choice: u32,
    /// The move.
    pub(crate) mv: String,
    /// What stands after it.
    pub(crate) node: Node,
}

impl Walk {
    /// A walk that is at the root.
    pub(crate) fn new(certificate: Certificate) -> Walk {
        Walk {
            certificate,
            root: None,
            steps: Vec::new(),
        }
    }

    /// What is walked through.
    pub(crate) fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// Goes to the node at the end of this path.
    ///
    /// Where that fails, the walk stays at the last node that it has reached, which later calls
    /// make use of.
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

    /// Goes on by the move with this place among those that the certificate speaks of.
    pub(crate) fn step(&mut self, choice: u32) -> Result<(), Error> {
        let mut branches = self.branches()?;
        if choice as usize >= branches.len() {
            let (ply, known) = (self.steps.len() + 1, branches.len());
            return Err(Said::NoSuchMove { ply, known, choice }.input());
        }
        let branch = branches.swap_remove(choice as usize);
        self.take(choice, &branch)
    }

    /// Goes on by a branch of the node where the walk is.
    pub(crate) fn take(&mut self, choice: u32, branch: &Branch) -> Result<(), Error> {
        let node = self.certificate.at(branch)?;
        self.steps.push(Step {
            choice,
            mv: branch.mv.clone(),
            node,
        });
        Ok(())
    }

    /// Goes back to the root and forgets the rest.
    pub(crate) fn rest(&mut self) {
        self.steps = Vec::new();
    }

    /// The branches of the node where the walk is.
    pub(crate) fn branches(&mut self) -> Result<Vec<Branch>, Error> {
        let node = self.node()?;
        self.certificate.children(&node)
    }

    /// The node after a branch of the node where the walk is.
    pub(crate) fn after(&mut self, branch: &Branch) -> Result<Node, Error> {
        self.certificate.at(branch)
    }

    /// The moves that the certificate speaks of after a node.
    pub(crate) fn children(&self, node: &Node) -> Result<Vec<Branch>, Error> {
        self.certificate.children(node)
    }

    /// The node where the walk is.
    pub(crate) fn node(&mut self) -> Result<Node, Error> {
        match self.steps.last() {
            Some(step) => Ok(step.node.clone()),
            None => self.root(),
        }
    }

    /// The node at the root.
    fn root(&mut self) -> Result<Node, Error> {
        if let Some(root) = &self.root {
            return Ok(root.clone());
        }
        let root = self.certificate.root()?;
        self.root = Some(root.clone());
        Ok(root)
    }

    /// The moves from the root, and where they lead.
    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The position before the step with this number.
    pub(crate) fn position_before(&self, step: usize) -> &AnyPosition {
        match step.checked_sub(1).and_then(|last| self.steps.get(last)) {
            Some(before) => before.node.position(),
            None => self.certificate.position(),
        }
    }

    /// The path to where the walk is.
    pub(crate) fn path(&self) -> Path {
        Path::of(self.steps.iter().map(|step| step.choice).collect())
    }

    /// At which ply of the walk the record with this number stands, the root being ply 0.
    pub(crate) fn ply_of(&self, number: u64) -> Option<usize> {
        let is_it = |node: &Node| node.number() == Some(number);
        if self.root.as_ref().is_some_and(is_it) {
            return Some(0);
        }
        let found = self.steps.iter().position(|step| is_it(&step.node));
        found.map(|place| place + 1)
    }
}

/// The number of the record that a branch leads to.
pub(crate) fn record_of(branch: &Branch) -> Option<u64> {
    match branch.to {
        Child::Record(number) => Some(number),
        Child::Terminal => None,
    }
}

/// What a certificate says about a node, in a word.
pub(crate) fn word_of(says: Says) -> &'static str {
    match says {
        Says::Choice => "choice",
        Says::All => "all",
        Says::Resolved { .. } => "resolved",
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
        assert_eq!(walk.node().unwrap().says(), Says::Finished);
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
            "move 2: the certificate speaks of 2 moves here, so there is no number 2"
        );
        // It has stayed before that move.
        assert_eq!(walk.path().to_string(), "0");
        walk.go(&path("0.1")).unwrap();
        let error = walk.go(&path("0.1.0.0")).unwrap_err();
        assert!(error.to_string().starts_with("move 4: "), "{error}");
    }
}
