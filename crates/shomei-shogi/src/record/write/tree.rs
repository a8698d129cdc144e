//! All lines of a record as one tree, and the walk in the order in which KIF and KI2 have them:
//! the main line, then branches, the last first.

use shomei_game::{Ending, Game};

use crate::record::ShogiRecord;
use crate::record::moves::whole_game;
use crate::{Move, Position, Square};

/// The lines, with what they share once. Node 0 is the root.
pub(super) struct Tree {
    nodes: Vec<Node>,
}

struct Node {
    mv: Option<Move>,
    comment: String,
    /// In the order in which they came: the main line first.
    children: Vec<usize>,
}

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
    /// A line ends here.
    fn end(&mut self, at: &Stop, ending: &Ending);
}

impl Tree {
    pub(super) fn of(record: &ShogiRecord) -> Tree {
        let mut tree = Tree { nodes: Vec::new() };
        tree.push(None);
        let main = &record.main.moves;
        tree.add(main.iter().copied(), "", 0, &record.main.comments);
        for branch in &record.branches {
            let shared = main.iter().take(branch.at);
            let moves = shared.chain(&branch.moves).copied();
            tree.add(moves, &branch.comment, branch.at, &branch.comments);
        }
        tree
    }

    fn push(&mut self, mv: Option<Move>) -> usize {
        self.nodes.push(Node {
            mv,
            comment: String::new(),
            children: Vec::new(),
        });
        self.nodes.len() - 1
    }

    /// Adds a line; what is said about it goes to its first own move, or to its last
    /// where it has none, and comments to the moves so many behind `at`.
    fn add(
        &mut self,
        moves: impl Iterator<Item = Move>,
        comment: &str,
        at: usize,
        comments: &[(usize, String)],
    ) {
        let (mut node, mut own) = (0, None);
        let mut path = vec![0];
        for mv in moves {
            let children = self.nodes[node].children.iter();
            let known = children
                .copied()
                .find(|&child| self.nodes[child].mv == Some(mv));
            node = match known {
                Some(child) => child,
                None => {
                    let child = self.push(Some(mv));
                    self.nodes[node].children.push(child);
                    own.get_or_insert(child);
                    child
                }
            };
            path.push(node);
        }
        self.say(own.unwrap_or(node), comment);
        for (played, comment) in comments {
            let place = at.saturating_add(*played).min(path.len() - 1);
            self.say(path[place], comment);
        }
    }

    /// Adds to what is said about a move.
    fn say(&mut self, node: usize, comment: &str) {
        if !comment.is_empty() {
            let about = &mut self.nodes[node].comment;
            if !about.is_empty() {
                about.push('\n');
            }
            about.push_str(comment);
        }
    }

    /// Writes the line that goes on with the first child, then the others from its
    /// end to its beginning; and each of those in the same way. A stack keeps what
    /// waits, since records may be long.
    pub(super) fn walk(&self, record: &ShogiRecord, pen: &mut impl Pen) {
        let mut waiting = vec![(Stop::first(record), None)];
        while let Some((stop, child)) = waiting.pop() {
            if child.is_some() {
                pen.branch(stop.plies + 1);
            }
            let is_main = child.is_none();
            let mut stop = stop;
            let mut next = child.or_else(|| self.first(0));
            // Those of the end wait on top.
            let mut turns = Vec::new();
            // What stands beside the first move of a branch waits already.
            let mut waits = child.is_some();
            while let Some(node) = next {
                let siblings = self.children(stop.node);
                if is_main && stop.plies == record.main.moves.len() {
                    // All of them stand in place of the word that ends the main line.
                    let all = siblings.iter().rev();
                    turns.extend(all.map(|&sibling| (stop, Some(sibling))));
                    break;
                }
                let place = siblings.iter().position(|&sibling| sibling == node);
                let later = &siblings[place.map_or(siblings.len(), |place| place + 1)..];
                if !waits {
                    let later = later.iter().rev();
                    turns.extend(later.map(|&sibling| (stop, Some(sibling))));
                }
                waits = false;
                let Some(mut step) = self.step(stop, node) else {
                    break;
                };
                step.has_later = !later.is_empty();
                pen.step(&step);
                stop = step.behind(node);
                next = self.first(node);
            }
            waiting.extend(turns);
            if is_main {
                pen.end(&stop, &record.ending);
            } else if is_mated(&stop.position) {
                pen.end(&stop, &Ending::Won);
            }
        }
    }

    /// What may be played at a node, the line that goes on first.
    pub(super) fn children(&self, node: usize) -> &[usize] {
        &self.nodes[node].children
    }

    /// The first move behind a node.
    pub(super) fn first(&self, node: usize) -> Option<usize> {
        self.children(node).first().copied()
    }

    /// The move of a node; the root has none.
    pub(super) fn step(&self, at: Stop, node: usize) -> Option<Step<'_>> {
        let Node { mv, comment, .. } = &self.nodes[node];
        Some(Step {
            at,
            mv: (*mv)?,
            comment,
            has_later: false,
        })
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

impl Step<'_> {
    /// The place behind the move, which is that of this node.
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
pub(super) fn is_mated(position: &Position) -> bool {
    position.in_check(position.to_move()) && whole_game().is_over(position)
}
