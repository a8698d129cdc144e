//! Writes JKF, the JSON Kifu Format that tools in browsers read.
//!
//! ```text
//! {"header":{...},
//! "initial":{"preset":"OTHER","data":{"color":0,"board":[[{},...]],"hands":[{"FU":0,...},{...}]}},
//! "moves":[
//! {"comments":[...]},
//! {"move":{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"},"forks":[[{"move":...}]]},
//! {"special":"TSUMI"}]}
//! ```
//!
//! Object 0 of the moves is the root. Branches stand in the object of the move in whose place they
//! are, and in that of the end where they go on behind it. The brackets are written here and not by
//! a serializer, so that a stack takes the place of recursion: branches may have branches in any
//! number.

use serde_json::{Map, Value, json};
use shomei_game::{Ending, Side};

use super::tree::{Step, Stop, Tree, is_mated};
use super::{clean_headers, comment_lines};
use crate::notation::start;
use crate::record::ShogiRecord;
use crate::record::ending::csa_name;
use crate::record::names::{CSA_PIECES, name_of};
use crate::record::relative::origins;
use crate::record::spoken::{may_promote, relative};
use crate::{Kind, Position, Square};

/// What is still to be written.
enum Task {
    Text(&'static str),
    Line(Line),
    End(Stop, Part),
}

/// The rest of a line.
struct Line {
    at: Stop,
    /// The node of its first move.
    node: usize,
    part: Part,
    /// Whether it stands first in its brackets: then other moves in place of its first
    /// one stand outside.
    is_first: bool,
}

/// What a line is a part of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The main line, whose end is known.
    Main,
    Branch,
}

/// A record as text.
pub(in crate::record) fn jkf(record: &ShogiRecord) -> String {
    let mut text = format!("{{\"header\":{},\n", header(record));
    text.push_str(&format!(
        "\"initial\":{},\n\"moves\":[\n",
        initial(&record.root)
    ));
    let comments: Vec<String> = comment_lines(&record.main.comment).collect();
    let root = match comments.is_empty() {
        true => json!({}),
        false => json!({ "comments": comments }),
    };
    text.push_str(&root.to_string());
    push_moves(&mut text, &Tree::of(record), record);
    text.push_str("]}\n");
    text
}

/// What is said about the record; a name that comes twice has two lines.
fn header(record: &ShogiRecord) -> Value {
    let mut known: Vec<(String, String)> = Vec::new();
    for (name, value) in clean_headers(record) {
        match known.iter_mut().find(|(other, _)| *other == name) {
            Some((_, text)) => {
                text.push('\n');
                text.push_str(&value);
            }
            None => known.push((name, value)),
        }
    }
    let known = known.into_iter();
    Value::Object(known.map(|(name, value)| (name, value.into())).collect())
}

/// The position that the record begins with.
fn initial(root: &Position) -> Value {
    if *root == start() {
        return json!({"preset": "HIRATE"});
    }
    let square = |file, rank| {
        let piece = Square::at(file, rank).and_then(|square| root.piece(square));
        piece.map_or(
            json!({}),
            |(side, kind)| json!({"color": color(side), "kind": name_of(kind, CSA_PIECES)}),
        )
    };
    let file = |file| (1..=9).map(|rank| square(file, rank)).collect::<Value>();
    let hand = |side| {
        let count = |kind| {
            (
                name_of(kind, CSA_PIECES).to_string(),
                root.hand(side).count(kind).into(),
            )
        };
        Value::Object(Kind::IN_HAND.into_iter().map(count).collect())
    };
    json!({"preset": "OTHER", "data": {
        "color": color(root.to_move()),
        "board": (1..=9).map(file).collect::<Value>(),
        "hands": Side::BOTH.map(hand),
    }})
}

fn push_moves(text: &mut String, tree: &Tree, record: &ShogiRecord) {
    let mut tasks = vec![next(tree, record, Stop::first(record), Part::Main)];
    while let Some(task) = tasks.pop() {
        match task {
            Task::Text(part) => text.push_str(part),
            Task::Line(line) => {
                let Some(step) = tree.step(line.at, line.node) else {
                    continue;
                };
                if !line.is_first {
                    text.push_str(",\n");
                }
                push_open(text, &move_object(&step));
                tasks.push(next(tree, record, step.behind(line.node), line.part));
                tasks.push(Task::Text("}"));
                if !line.is_first {
                    let others = tree.children(line.at.node).get(1..);
                    push_forks(&mut tasks, line.at, others.unwrap_or_default());
                }
            }
            Task::End(at, part) => {
                // Where the main line has ended all that goes on are branches.
                let forks = tree.children(at.node);
                if let Some(special) = special(record, &at, part, !forks.is_empty()) {
                    text.push_str(",\n");
                    push_open(text, &json!({ "special": special }));
                    tasks.push(Task::Text("}"));
                    push_forks(&mut tasks, at, forks);
                }
            }
        }
    }
}

/// What comes behind a place of a line.
fn next(tree: &Tree, record: &ShogiRecord, at: Stop, part: Part) -> Task {
    let is_over = part == Part::Main && at.plies == record.main.moves.len();
    match tree.first(at.node).filter(|_| !is_over) {
        None => Task::End(at, part),
        Some(node) => Task::Line(Line {
            at,
            node,
            part,
            is_first: false,
        }),
    }
}

/// Branches that begin here, on a stack: what is pushed last is written first.
fn push_forks(tasks: &mut Vec<Task>, at: Stop, nodes: &[usize]) {
    let Some((first, _)) = nodes.split_first() else {
        return;
    };
    tasks.push(Task::Text("]"));
    for node in nodes.iter().rev() {
        tasks.push(Task::Text("]"));
        tasks.push(Task::Line(Line {
            at,
            node: *node,
            part: Part::Branch,
            is_first: true,
        }));
        tasks.push(Task::Text(if node == first { "[" } else { ",\n[" }));
    }
    tasks.push(Task::Text(",\"forks\":["));
}

/// The word for the end of a line, if it has one.
fn special(record: &ShogiRecord, at: &Stop, part: Part, has_forks: bool) -> Option<String> {
    let (is_said, ending) = match (part, &record.ending) {
        (Part::Branch, _) => (is_mated(&at.position), &Ending::Won),
        (Part::Main, ending @ Ending::Open) => (at.plies > 0 || has_forks, ending),
        (Part::Main, ending) => (true, ending),
    };
    is_said.then(|| csa_name(ending, at.position.to_move()))
}

/// A move and what is said about it.
fn move_object(step: &Step<'_>) -> Value {
    let (position, mv) = (&step.at.position, step.mv);
    let place = |square: Square| json!({"x": square.file(), "y": square.rank()});
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| object.insert(key.to_string(), value);
    put("color", color(position.to_move()));
    put("to", place(mv.to()));
    let moved = mv.from().map(|from| position.kind_at(from));
    if let Some(kind) = mv.dropped().or(moved) {
        put("piece", name_of(kind, CSA_PIECES).into());
    }
    if step.at.last == Some(mv.to()) {
        put("same", true.into());
    }
    let words = match (mv.from(), mv.dropped()) {
        (Some(from), _) => {
            put("from", place(from));
            if may_promote(position, from, mv.to()) {
                put("promote", mv.promotes().into());
            }
            if let Some((_, taken)) = position.piece(mv.to()) {
                put("capture", name_of(taken, CSA_PIECES).into());
            }
            relative(position, from, mv.to()).letters()
        }
        (None, Some(kind)) if !origins(position, kind, mv.to()).is_empty() => "H".to_string(),
        (None, _) => String::new(),
    };
    if !words.is_empty() {
        put("relative", words.into());
    }
    let mut whole = Map::new();
    whole.insert("move".to_string(), Value::Object(object));
    let comments: Vec<String> = comment_lines(step.comment).collect();
    if !comments.is_empty() {
        whole.insert("comments".to_string(), comments.into());
    }
    Value::Object(whole)
}

/// Writes an object without its last brace, since branches may follow.
fn push_open(text: &mut String, object: &Value) {
    let whole = object.to_string();
    text.push_str(whole.strip_suffix('}').unwrap_or(&whole));
}

/// The sides are numbers.
fn color(side: Side) -> Value {
    side.index().into()
}
