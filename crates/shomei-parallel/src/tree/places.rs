//! Jobs of an earlier run, whose tickets are lost: a journal contains the places of their moves.

use super::{ChildId, Ticket, UpperTree};
use crate::Done;

impl UpperTree {
    /// Begins a job again that was picked before, from the places of its moves; `None` if there is
    /// no leaf now, or the leaf is being searched.
    pub fn pick_again(&mut self, places: &[u16]) -> Option<Ticket> {
        let line = self.follow(places);
        let leaf = self.child(&line);
        let is_leaf = leaf.node.is_none() && leaf.is_free();
        if line.len() < places.len() || !is_leaf {
            return None;
        }
        Some(self.begin(line))
    }

    /// Takes over a job that was picked before, and whose leaf was solved or removed before the job
    /// returned.
    pub fn end_late(&mut self, places: &[u16], done: &Done) {
        let line = self.follow(places);
        for index in 0..=line.len() {
            self.child(&line[..index]).knowledge.work += done.work;
        }
        if let Some((index, known)) = &done.known
            && known.is_solved()
            && let Some(line) = line.get(..usize::from(*index))
            && !self.child(line).knowledge.bounds.is_solved()
        {
            self.solve_at(line, known, &mut Vec::new());
        }
    }

    /// The path by these places, as far as the tree contains it.
    fn follow(&self, places: &[u16]) -> Vec<ChildId> {
        let mut line = Vec::new();
        let mut child = &self.root;
        for &place in places {
            let Some((id, node)) = self.node(child) else {
                break;
            };
            let Some(at) = node.children.iter().position(|child| child.place == place) else {
                break;
            };
            line.push(ChildId {
                node: id,
                place: at,
            });
            child = &node.children[at];
        }
        line
    }
}
