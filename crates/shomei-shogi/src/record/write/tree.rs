//! The walk through a record in the order in which KIF and KI2 have it: the main line, then
//! branches, the last first.

use shomei_game::{Ending, Game, LineEnd, RecordTree};

use crate::record::ShogiRecord;
use crate::record::moves::whole_game;
use crate::{Move, Position, Square};

/// The lines of a record.
pub(super) type Tree = RecordTree<Move>;

/// A place in the tree.
#[derive(Clone, Copy)]
pub(super) struct Stop {
    pub(super) node: usize,
    pub(super) plies: usize,
    pub(super) position: Position,
    /// Where the move before went.
    pub(super) last: Option<Square>,
}

/// A move on the walk.
pub(super) struct Step<'t> {
    /// Where it is played.
    pub(super) at: Stop,
    pub(super) mv: Move,
    /// What is said about it.
    pub(super) comment: &'t str,
    /// Whether other moves in its place come later.
    pub(super) has_later: bool,
}

/// What writes lines.
pub(super) trait Pen {
    /// A branch begins with the move of this number.
    fn branch(&mut self, number: usize);
    /// A move is played.
    fn step(&mut self, step: &Step<'_>);
    /// A line ends here, and the record says so.
    fn end(&mut self, at: &Stop, end: &LineEnd);
}

/// Writes the line that goes on with the first child, then the others from its
/// end to its beginning; and each of those in the same way. A stack keeps what
/// waits, since records may be long.
pub(super) fn walk(record: &ShogiRecord, pen: &mut impl Pen) {
    let tree = Tree::of(record);
    let mut waiting = vec![(Stop::first(record), None)];
    while let Some((mut stop, mut turn)) = waiting.pop() {
        if turn.is_some() {
            pen.branch(stop.plies + 1);
        }
        // Those of the end wait on top.
        let mut turns = Vec::new();
        loop {
            let children = &tree.node(stop.node).children;
            let next = match turn.take() {
                // What is beside the first move of a branch waits already.
                Some(child) => Some(child),
                None => {
                    let next = next(&tree, stop.node);
                    // Where a line ends all of them take the place of the word that ends it.
                    let others = children.iter().skip(usize::from(next.is_some())).rev();
                    turns.extend(others.map(|&other| (stop, Some(other))));
                    next
                }
            };
            let Some(mut step) = next.and_then(|next| Step::of(&tree, stop, next)) else {
                break;
            };
            step.has_later = next != children.last().copied();
            pen.step(&step);
            stop = step.behind(next.unwrap_or(0));
        }
        waiting.extend(turns);
        if let Some(end) = end(&tree, &stop) {
            pen.end(&stop, &end);
        }
    }
}

/// What a line goes on with at a node; `None` where a line ends.
pub(super) fn next(tree: &Tree, node: usize) -> Option<usize> {
    let node = tree.node(node);
    let next = node.children.first().copied();
    next.filter(|_| node.end.is_none())
}

/// The end of a line as far as a record says it. The main line is broken off where nothing is
/// known, and mate needs no word to be one.
pub(super) fn end(tree: &Tree, at: &Stop) -> Option<LineEnd> {
    let said = tree.node(at.node).end.clone();
    let is_bare = |end: &LineEnd| end.ending == Ending::Open && end.comment.is_empty();
    match said {
        Some(end) if is_bare(&end) => (at.plies > 0).then_some(end),
        None if is_mated(&at.position) => Some(LineEnd {
            ending: Ending::Won,
            comment: String::new(),
        }),
        said => said,
    }
}

impl Stop {
    /// The root.
    pub(super) fn first(record: &ShogiRecord) -> Stop {
        Stop {
            node: 0,
            plies: 0,
            position: record.root,
            last: None,
        }
    }
}

impl<'t> Step<'t> {
    /// The move of a node, played here; the root has none.
    pub(super) fn of(tree: &'t Tree, at: Stop, node: usize) -> Option<Step<'t>> {
        let node = tree.node(node);
        Some(Step {
            at,
            mv: node.mv?,
            comment: &node.comment,
            has_later: false,
        })
    }

    /// The place after the move, which is that of this node.
    pub(super) fn behind(&self, node: usize) -> Stop {
        Stop {
            node,
            plies: self.at.plies + 1,
            position: self.at.position.play(self.mv),
            last: Some(self.mv.to()),
        }
    }
}

/// Whether the side to move is in check and cannot move.
fn is_mated(position: &Position) -> bool {
    position.in_check(position.to_move()) && whole_game().is_over(position)
}
