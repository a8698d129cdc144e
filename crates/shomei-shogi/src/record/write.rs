//! Writes KIF: the diagram, the main line, and the branches in the order that KIF
//! wants, the last first.

use shomei_game::{Ending, Game};

use super::encoding::Encoding;
use super::moves::whole_game;
use super::{ShogiRecord, bod, moves};
use crate::{Move, Position, Square};

/// Half-width columns of a move before its time.
const MOVE_WIDTH: usize = 14;

/// A record as text.
pub(super) fn kif(record: &ShogiRecord, encoding: Encoding) -> String {
    let mut text = format!("#KIF version=2.0 encoding={}\n", encoding.name());
    text.push_str("手合割：その他\n");
    text.push_str(&bod::diagram(&record.root));
    for (name, value) in clean_headers(record) {
        if !SIDES.contains(&name.as_str()) {
            text.push_str(&format!("{name}：{value}\n"));
        }
    }
    for side in SIDES {
        let of_side = clean_headers(record).find(|(name, _)| name == side);
        let name = of_side.map(|(_, value)| value).unwrap_or_default();
        text.push_str(&format!("{side}：{name}\n"));
    }
    text.push_str("手数----指手---------消費時間--\n");
    push_comment(&mut text, &record.main.comment);
    let tree = Tree::of(record);
    tree.write(record, &mut text);
    text
}

/// The headings of the names of the sides, which every record has.
const SIDES: [&str; 2] = ["先手", "後手"];

/// The headers, each without what would end it.
pub(super) fn clean_headers(record: &ShogiRecord) -> impl Iterator<Item = (String, String)> {
    let clean = |text: &str| text.replace(char::is_control, " ");
    let headers = record.headers.iter();
    headers.map(move |(name, value)| (clean(name), clean(value)))
}

/// The lines of a comment, without what would end one.
pub(super) fn comment_lines(comment: &str) -> impl Iterator<Item = String> {
    let clean = |line: &str| line.replace(char::is_control, " ");
    let lines = (!comment.is_empty()).then(|| comment.split('\n').map(clean));
    lines.into_iter().flatten()
}

fn push_comment(text: &mut String, comment: &str) {
    for line in comment_lines(comment) {
        text.push_str(&format!("*{line}\n"));
    }
}

/// All lines of a record as one tree, so that what branches share is written once.
/// Node 0 is the root.
struct Tree {
    nodes: Vec<Node>,
}

struct Node {
    mv: Option<Move>,
    comment: String,
    /// In the order in which they came: the main line first.
    children: Vec<usize>,
}

impl Tree {
    fn of(record: &ShogiRecord) -> Tree {
        let mut tree = Tree { nodes: Vec::new() };
        tree.push(None);
        let main = &record.main.moves;
        tree.add(main.iter().copied(), "");
        for branch in &record.branches {
            let shared = main.iter().take(branch.at);
            tree.add(shared.chain(&branch.moves).copied(), &branch.comment);
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
    /// where it has none.
    fn add(&mut self, moves: impl Iterator<Item = Move>, comment: &str) {
        let (mut node, mut own) = (0, None);
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
        }
        if !comment.is_empty() {
            let about = &mut self.nodes[own.unwrap_or(node)].comment;
            if !about.is_empty() {
                about.push('\n');
            }
            about.push_str(comment);
        }
    }

    /// Writes the line that goes on with the first child, then the others from its
    /// end to its beginning; and each of those in the same way. A stack keeps what
    /// waits, since records may be long.
    fn write(&self, record: &ShogiRecord, text: &mut String) {
        let root = Stop {
            node: 0,
            plies: 0,
            position: record.root,
            last: None,
        };
        let mut waiting = vec![(root, None)];
        while let Some((stop, child)) = waiting.pop() {
            if child.is_some() {
                text.push_str(&format!("\n変化：{}手\n", stop.plies + 1));
            }
            let is_main = child.is_none();
            let mut stop = stop;
            let mut next = child.or_else(|| self.first(0));
            // Those of the end wait on top.
            let mut turns = Vec::new();
            // What stands beside the first move of a branch waits already.
            let mut waits = child.is_some();
            while let Some(node) = next {
                let siblings = &self.nodes[stop.node].children;
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
                stop = self.write_move(text, stop, node, !later.is_empty());
                next = self.first(node);
            }
            waiting.extend(turns);
            if is_main {
                push_end(text, &stop, record.ending);
            } else if is_mated(&stop.position) {
                push_end(text, &stop, Ending::Won);
            }
        }
    }

    /// The first move behind a node.
    fn first(&self, node: usize) -> Option<usize> {
        self.nodes[node].children.first().copied()
    }

    fn write_move(&self, text: &mut String, stop: Stop, node: usize, has_later: bool) -> Stop {
        let Some(mv) = self.nodes[node].mv else {
            return stop;
        };
        let name = moves::format(&stop.position, mv, stop.last);
        push_numbered(text, stop.plies + 1, &name, has_later);
        push_comment(text, &self.nodes[node].comment);
        Stop {
            node,
            plies: stop.plies + 1,
            position: stop.position.play(mv),
            last: Some(mv.to()),
        }
    }
}

/// A place in the tree.
#[derive(Clone, Copy)]
struct Stop {
    node: usize,
    plies: usize,
    position: Position,
    last: Option<Square>,
}

fn push_numbered(text: &mut String, number: usize, name: &str, has_later: bool) {
    let width: usize = name
        .chars()
        .map(|letter| if letter.is_ascii() { 1 } else { 2 })
        .sum();
    let blanks = " ".repeat(MOVE_WIDTH.saturating_sub(width).max(1));
    let plus = if has_later { "+" } else { "" };
    text.push_str(&format!(
        "{number:>4} {name}{blanks}( 0:00/00:00:00){plus}\n"
    ));
}

/// The word that ends a line, and what it comes to.
fn push_end(text: &mut String, stop: &Stop, ending: Ending) {
    let plies = stop.plies;
    let (word, summary) = match ending {
        Ending::Won => ("詰み", format!("まで{plies}手で詰\n")),
        Ending::Failed => ("不詰", format!("まで{plies}手で不詰\n")),
        Ending::Open if plies == 0 => return,
        Ending::Open => ("中断", format!("まで{plies}手で中断\n")),
    };
    push_numbered(text, plies + 1, word, false);
    text.push_str(&summary);
}

/// Whether the side to move is in check and cannot move.
fn is_mated(position: &Position) -> bool {
    position.in_check(position.to_move()) && whole_game().is_over(position)
}
