//! Writes JKF, the JSON Kifu Format of browser tools.
//!
//! ```text
//! {"generator":"shomei",
//! "header":{...},
//! "initial":{"preset":"OTHER","data":{"color":0,"board":[[{},...]],"hands":[{"FU":0,...},{...}]}},
//! "moves":[
//! {"comments":[...]},
//! {"move":{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"},"forks":[[{"move":...}]]},
//! {"special":"TSUMI"}]}
//! ```
//!
//! Object 0 of the moves is the root. Branches are in the object of the move that they replace;
//! branches that continue after the end of a line are in the object of that end. The brackets are
//! written here and not by a serializer, so that a stack replaces recursion: branches can be nested
//! to any depth.

use serde_json::{Map, Value, json};
use shomei_game::{Side, mark};
use shomei_shogi::{Kind, Position, Square};

use super::{clean_headings, comment_lines};
use crate::ending::csa_name;
use crate::jkf::PRESETS;
use crate::move_name::{names_drop, relative};
use crate::names::{CSA_PIECES, moved_name, name_of};
use crate::setup::start_name;
use crate::{Kifu, Place, Step};

/// A part that remains to be written.
enum Task {
    Text(&'static str),
    Line(Line),
    End(Place),
}

/// The rest of a line.
struct Line {
    at: Place,
    /// The node of its first move.
    node: usize,
    /// Whether it is first in its brackets; then the alternatives to its first move are outside.
    is_first: bool,
}

/// Writes a record.
pub(super) fn write(kifu: &Kifu) -> String {
    let (header, initial) = (header(kifu), initial(&kifu.start));
    let mut text = format!("{{{},\n\"header\":{header},\n", mark::JKF);
    text.push_str(&format!("\"initial\":{initial},\n\"moves\":[\n"));
    let root = with_comments(Map::new(), kifu.comment());
    text.push_str(&root.to_string());
    push_moves(&mut text, kifu);
    text.push_str("]}\n");
    text
}

/// The headings of the record; repeated names are joined as lines.
fn header(kifu: &Kifu) -> Value {
    let mut header = Map::new();
    for (name, value) in clean_headings(kifu) {
        let known = header.get(&name).and_then(Value::as_str);
        let text = known.map_or(value.clone(), |known| format!("{known}\n{value}"));
        header.insert(name, text.into());
    }
    Value::Object(header)
}

/// The first position of the record.
fn initial(root: &Position) -> Value {
    let preset = |name: &str| PRESETS.iter().find(|(_, known)| *known == name);
    if let Some((preset, _)) = start_name(root).and_then(preset) {
        return json!({"preset": preset});
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

fn push_moves(text: &mut String, kifu: &Kifu) {
    let mut tasks = vec![next(kifu, Place::first(kifu.start))];
    while let Some(task) = tasks.pop() {
        match task {
            Task::Text(part) => text.push_str(part),
            Task::Line(line) => {
                let Some(step) = kifu.step(line.at, line.node) else {
                    continue;
                };
                if !line.is_first {
                    text.push_str(",\n");
                }
                push_open(text, &move_object(&step));
                tasks.push(next(kifu, step.after()));
                tasks.push(Task::Text("}"));
                if !line.is_first {
                    push_forks(&mut tasks, line.at, kifu.variations_at(line.at.node));
                }
            }
            Task::End(at) => {
                // After the end of a line, all continuations are variations.
                let forks = kifu.variations_at(at.node);
                let own_end = kifu.tree.node(at.node).end.clone();
                let own_end = kifu.end(&at).or(own_end.filter(|_| !forks.is_empty()));
                if let Some(end) = own_end {
                    let name = csa_name(&end.ending, at.position.to_move());
                    let mut special = Map::new();
                    special.insert("special".to_string(), name.into());
                    text.push_str(",\n");
                    push_open(text, &with_comments(special, &end.comment));
                    tasks.push(Task::Text("}"));
                    push_forks(&mut tasks, at, forks);
                }
            }
        }
    }
}

/// The task after a place of a line.
fn next(kifu: &Kifu, at: Place) -> Task {
    match kifu.next(at.node) {
        None => Task::End(at),
        Some(node) => Task::Line(Line {
            at,
            node,
            is_first: false,
        }),
    }
}

/// Pushes the variations that begin here onto a stack: the last pushed is written first.
fn push_forks(tasks: &mut Vec<Task>, at: Place, nodes: &[usize]) {
    let Some((first, _)) = nodes.split_first() else {
        return;
    };
    tasks.push(Task::Text("]"));
    for node in nodes.iter().rev() {
        tasks.push(Task::Text("]"));
        tasks.push(Task::Line(Line {
            at,
            node: *node,
            is_first: true,
        }));
        tasks.push(Task::Text(if node == first { "[" } else { ",\n[" }));
    }
    tasks.push(Task::Text(",\"forks\":["));
}

/// A move with its comments.
fn move_object(step: &Step<'_>) -> Value {
    let (position, mv) = (&step.before.position, step.mv);
    let place = |square: Square| json!({"x": square.file(), "y": square.rank()});
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| object.insert(key.to_string(), value);
    put("color", color(position.to_move()));
    put("to", place(mv.to()));
    put("piece", moved_name(position, mv, CSA_PIECES).into());
    if step.before.last == Some(mv.to()) {
        put("same", true.into());
    }
    let words = match mv.from() {
        Some(from) => {
            put("from", place(from));
            if position.may_promote(from, mv.to()) {
                put("promote", mv.promotes().into());
            }
            if let Some((_, taken)) = position.piece(mv.to()) {
                put("capture", name_of(taken, CSA_PIECES).into());
            }
            relative(position, from, mv.to()).letters()
        }
        None if names_drop(position, mv) => "H".to_string(),
        None => String::new(),
    };
    if !words.is_empty() {
        put("relative", words.into());
    }
    let mut whole = Map::new();
    whole.insert("move".to_string(), Value::Object(object));
    with_comments(whole, step.comment)
}

/// An object with its comments.
fn with_comments(mut object: Map<String, Value>, comment: &str) -> Value {
    let comments: Vec<String> = comment_lines(comment).collect();
    if !comments.is_empty() {
        object.insert("comments".to_string(), comments.into());
    }
    Value::Object(object)
}

/// Writes an object without its closing brace, since branches may follow.
fn push_open(text: &mut String, object: &Value) {
    let whole = object.to_string();
    text.push_str(whole.strip_suffix('}').unwrap_or(&whole));
}

/// Sides are numbers.
fn color(side: Side) -> Value {
    side.index().into()
}
