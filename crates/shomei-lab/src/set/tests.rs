//! Corpora and plain lists.

use shomei_game::TreeGame;

use super::*;
use crate::game::lab_game;

/// Nodes of a tree are positions, and `r` is its usual start.
const RULES: &str = "r = OR { a, b } a = AND { Failed } b = AND { c } c = OR { Won }";

fn read(text: &str) -> Result<Vec<Problem>, LineFault> {
    problems("f", text, Some(RULES), lab_game::<TreeGame>())
}

fn error(text: &str) -> String {
    read(text).unwrap_err().to_string()
}

#[test]
fn a_plain_list_has_a_position_a_line() {
    let problems = read("# comment\nr\n\nb moves c Won\n").unwrap();
    let found = |problem: &Problem| {
        let Case { name, position, .. } = &problem.case;
        (
            name.clone(),
            position.clone(),
            problem.case.attacker.clone(),
        )
    };
    let found: Vec<_> = problems.iter().map(found).collect();
    let asked = |name: &str, position: &str, attacker: &str| {
        (name.to_string(), position.to_string(), attacker.to_string())
    };
    assert_eq!(found, [asked("f:2", "r", "or"), asked("f:4", "b", "and")]);
    assert!(
        problems
            .iter()
            .all(|problem| problem.case.value == Value::Unknown)
    );
}

#[test]
fn a_table_has_it_in_some_column() {
    let problems = read("# id\tplies\tposition\nfirst\t3\tr\nb\tsecond\n").unwrap();
    let names: Vec<_> = problems
        .iter()
        .map(|problem| (&*problem.case.name, &*problem.case.position))
        .collect();
    assert_eq!(names, [("first", "r"), ("second", "b")]);
}

#[test]
fn lines_that_are_wrong_are_named() {
    assert_eq!(
        error("r\nx"),
        "f:2: position: column 1: there is no node named \"x\""
    );
    assert_eq!(
        error("r\n\nid\tnode x"),
        "f:3: no position in any column; column 2: column 1: there is no node named \"node x\""
    );
    // If one line has fields, the text is a corpus, and all lines need them.
    assert_eq!(
        error("r\nb ; attacker=or ; value=proved"),
        "f:1: value= is missing"
    );
}
