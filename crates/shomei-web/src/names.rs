//! Adds readable names to the moves of an answer.

use serde_json::{Value, json};
use shomei::AnyPosition;

use crate::boards::move_name;
use crate::texts::Lang;

/// Adds the names of moves to an answer for `root`: `line_names` next to its `line`, and `name` to
/// each element of its `moves` and of its other solutions.
pub(crate) fn put(answer: &mut Value, root: &AnyPosition, lang: Lang) {
    let line = texts(&answer["line"]);
    let (names, positions) = along(root, &line, lang);
    if let Some(moves) = answer.get_mut("moves").and_then(Value::as_array_mut) {
        for row in moves {
            put_move(row, root, lang);
        }
    }
    let others = answer.get_mut("yozume").and_then(|of| of.get_mut("others"));
    for row in others.and_then(Value::as_array_mut).into_iter().flatten() {
        // The number of the replaced move of the line, counted from 1.
        let number = row["number"].as_u64().and_then(|n| usize::try_from(n).ok());
        let before = number.and_then(|number| number.checked_sub(1));
        if let Some(before) = before.filter(|&at| at < positions.len()) {
            put_name(row, |mv| name_at(&positions, &line, (before, mv), lang));
        }
    }
    answer["line_names"] = json!(names);
}

/// Adds the name to a move of `root`, an element of `moves`.
pub(crate) fn put_move(row: &mut Value, root: &AnyPosition, lang: Lang) {
    put_name(row, |mv| move_name(root, mv, None, lang));
}

/// The name of a move that is played after this number of plies of a line. `positions` are those
/// [along](along) the line.
pub(crate) fn name_at(
    positions: &[AnyPosition],
    line: &[String],
    (before, mv): (usize, &str),
    lang: Lang,
) -> String {
    let last = before.checked_sub(1).and_then(|last| line.get(last));
    match positions.get(before) {
        Some(position) => move_name(position, mv, last.map(String::as_str), lang),
        None => mv.to_string(),
    }
}

/// The names of the moves of a line, and the positions in which they are played.
pub(crate) fn along(
    root: &AnyPosition,
    line: &[String],
    lang: Lang,
) -> (Vec<String>, Vec<AnyPosition>) {
    let (mut names, mut positions) = (Vec::new(), vec![root.clone()]);
    let mut last = None;
    for mv in line {
        let Some(position) = positions.last() else {
            break;
        };
        names.push(move_name(position, mv, last, lang));
        last = Some(mv.as_str());
        match position.play(mv) {
            Ok(next) => positions.push(next),
            // The library's lines are legal, so this does not occur; the remaining moves keep their
            // texts.
            Err(_) => break,
        }
    }
    names.extend(line.iter().skip(names.len()).cloned());
    (names, positions)
}

fn put_name(row: &mut Value, name: impl FnOnce(&str) -> String) {
    if let Some(name) = row["move"].as_str().map(name) {
        row["name"] = json!(name);
    }
}

fn texts(list: &Value) -> Vec<String> {
    let list = list.as_array().into_iter().flatten();
    list.filter_map(|text| text.as_str().map(String::from))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei::Kinds;

    #[test]
    fn moves_have_their_names_where_they_are_played() {
        let game = Kinds::builtin().open("shogi", "").unwrap();
        let root = game.position("9/9/4k4/9/9/9/9/9/9 b RB2G 1").unwrap();
        let first = root.children().remove(0);
        let reply = first.1.children().remove(0);
        let mut answer = json!({
            "line": [first.0, reply.0],
            "moves": [{ "move": first.0 }],
            "yozume": { "others": [
                { "number": 1, "move": first.0 }, { "number": 2, "move": reply.0 },
                { "number": 9, "move": "?" },
            ] },
        });
        put(&mut answer, &root, Lang::JA);
        let names = texts(&answer["line_names"]);
        assert!(
            names[0].starts_with('▲') && names[1].starts_with('△'),
            "{names:?}"
        );
        assert_eq!(answer["moves"][0]["name"], names[0].as_str());
        assert_eq!(answer["yozume"]["others"][0]["name"], names[0].as_str());
        assert_eq!(answer["yozume"]["others"][1]["name"], names[1].as_str());
        assert!(answer["yozume"]["others"][2].get("name").is_none());
        put(&mut answer, &root, Lang::EN);
        assert_eq!(answer["line_names"][0], first.0.as_str());
    }

    #[test]
    fn a_line_that_cannot_be_played_keeps_its_texts() {
        let game = Kinds::builtin().open("othello", "").unwrap();
        let mut answer = json!({ "line": ["d3", "nowhere", "c3"] });
        put(&mut answer, &game.start(), Lang::EN);
        let names = texts(&answer["line_names"]);
        assert_eq!(names.len(), 3);
        assert_eq!(names[1..], ["nowhere", "c3"]);
    }
}
