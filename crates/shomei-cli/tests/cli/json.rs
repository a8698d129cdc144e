//! The fields of objects match `docs/reference/json.md`.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::support::{LOSS, Run, WIN, directory, shomei, shomei_reading, text};

type Fields = BTreeSet<String>;

/// The fields in the tables under a heading of the document.
fn documented(heading: &str) -> Fields {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/json.md");
    let text = std::fs::read_to_string(path).unwrap();
    let mut fields = Fields::new();
    let mut is_inside = false;
    for line in text.lines() {
        if line.starts_with('#') {
            is_inside = line.trim_start_matches('#').trim() == heading;
        } else if is_inside && let Some(row) = line.strip_prefix("| `") {
            let cell = format!("`{}", row.split(" |").next().unwrap());
            fields.extend(cell.split('`').skip(1).step_by(2).map(str::to_string));
        }
    }
    assert!(!fields.is_empty(), "{heading}");
    fields
}

/// Adds the fields of an object.
fn add(fields: &mut Fields, object: &Map<String, Value>) {
    fields.extend(object.keys().cloned());
}

/// Adds the fields of all objects in a list.
fn add_all(fields: &mut Fields, list: &Value) {
    for object in list.as_array().unwrap() {
        add(fields, object.as_object().unwrap());
    }
}

/// Adds the fields of the positions in a refutation.
fn add_positions(fields: &mut Fields, position: &Map<String, Value>) {
    add(fields, position);
    for mv in position
        .get("moves")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        add_positions(fields, mv.as_object().unwrap());
    }
}

/// Eight empty squares and the score of one move.
const OTHELLO: &str = "OOXXXXXXOXOXXOXOOXXOOXOO-XOOXXOOXOXXOOOOO-XOOOOO---OOXOO---OOOOO X; A4:-16;";

/// Runs that together produce every field.
fn runs() -> Vec<Run> {
    let finished = format!("xx{}o.o o", ".".repeat(59));
    let directory = directory();
    let at = |name: &str| text(&directory.path().join(name));
    let (proof, record, report) = (at("x.proof"), at("x.kifu"), at("x.html"));
    let mate = "7nk/6B2/6l2/8S/9/9/9/9/9 b GP2rb3g3s3n3l17p 1";
    let folder = directory.path().join("folder");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("list.txt"), format!("{WIN}\n")).unwrap();
    std::fs::write(folder.join("a.kif"), "手合割：平手\n   1 ９九歩(77)\n").unwrap();
    let bad = format!(
        "x\n{}\nstart moves a1-a2\n{WIN} ; attacker=blakc ; value=proved\n\n{LOSS}\n",
        WIN.replacen("..o", "..z", 1)
    );
    let wrong = format!("{WIN} ; attacker=black ; value=disproved\n");
    let tree = "r = OR { a, Won } a = AND { r }";
    let folder = format!("@{}", text(&folder));
    vec![
        shomei([
            "solve", "othello", OTHELLO, "--score", "--proof", &proof, "--json",
        ]),
        shomei(["solve", "othello", OTHELLO, "--moves", "--json"]),
        shomei_reading(OTHELLO, ["solve", "othello", "@-", "--value", "--json"]),
        shomei([
            "compose", "check", "shogi", mate, "--record", &record, "--report", &report, "--json",
        ]),
        shomei([
            "compose",
            "check",
            "shogi",
            mate,
            "--yozume-nodes",
            "1",
            "--json",
        ]),
        shomei([
            "compose",
            "check",
            "shogi",
            &format!("{mate} moves P*1b 1a1b 1d2c+ 1b1a G*1b"),
            "--at",
            "start",
            "--henka",
            "--json",
        ]),
        shomei([
            "compose",
            "check",
            "shogi",
            "8k/9/9/8P/9/9/9/9/9 b 2G 1",
            "--no-yozume",
            "--refutation",
            "4",
            "--missing",
            "--json",
        ]),
        shomei(["solve", "shogi", "4k4/9/9/9/9/9/9/9/9 b - 1", "--json"]),
        shomei(["solve", "loa", &finished, "--json"]),
        shomei([
            "compose",
            "check",
            "shogi",
            mate,
            "--no-yozume",
            "--shortest",
            "--mudaai",
            "--json",
        ]),
        shomei([
            "solve",
            "shogi",
            "4k4/9/4P4/9/9/9/9/9/9 b GP 1",
            "--moves",
            "--shortest",
            "--json",
        ]),
        shomei([
            "solve",
            "shogi",
            "4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5b",
            "--at",
            "start",
            "--json",
        ]),
        shomei([
            "solve",
            "tree",
            "r",
            "--rules",
            tree,
            "--moves",
            "--attacker",
            "or",
            "--json",
        ]),
        shomei_reading(&bad, ["solve", "loa", "@-", "--json"]),
        shomei_reading(&wrong, ["solve", "loa", "@-", "--json"]),
        shomei(["solve", "loa", &folder, "--json"]),
        shomei(["solve", "shogi", &folder, "--json"]),
    ]
}

/// Fields that depend on the machine or the position, so a run may lack them.
const MAY_BE_MISSING: [&str; 3] = ["note", "line_complete", "line_may_be_longer"];

fn compare(heading: &str, seen: &Fields) {
    let documented = documented(heading);
    let unknown: Vec<_> = seen.difference(&documented).collect();
    assert!(
        unknown.is_empty(),
        "{heading}: not in docs/reference/json.md: {unknown:?}"
    );
    let missing = documented.difference(seen);
    let missing: Vec<_> = missing
        .filter(|name| !MAY_BE_MISSING.contains(&name.as_str()))
        .collect();
    assert!(
        missing.is_empty(),
        "{heading}: in docs/reference/json.md alone: {missing:?}"
    );
}

#[test]
fn every_field_is_documented_and_every_documented_field_exists() {
    let [
        mut results,
        mut bad,
        mut moves,
        mut yozume,
        mut composers,
        mut refutations,
    ] = [(); 6].map(|()| Fields::new());
    for run in runs() {
        for object in run.objects() {
            if object.contains_key("error") {
                add(&mut bad, &object);
                let place = object.get("error_place").and_then(Value::as_object);
                place.into_iter().for_each(|place| add(&mut bad, place));
                continue;
            }
            add(&mut results, &object);
            if let Some(list) = object.get("moves") {
                add_all(&mut moves, list);
            }
            if let Some(found) = object.get("yozume").and_then(Value::as_object) {
                add(&mut yozume, found);
                add_all(&mut yozume, &found["others"]);
                add_all(&mut yozume, &found["open"]);
            }
            if let Some(found) = object.get("composers").and_then(Value::as_object) {
                add(&mut composers, found);
            }
            if let Some(found) = object.get("refutation").and_then(Value::as_object) {
                add_positions(&mut refutations, found);
            }
        }
    }
    compare("Result of `solve`", &results);
    compare("Moves", &moves);
    compare("Other solutions", &yozume);
    compare("The words of composers", &composers);
    compare("Refutations", &refutations);
    compare("Bad line of a list", &bad);
}

#[test]
fn every_field_of_a_verdict_is_documented() {
    let directory = directory();
    let file = text(&directory.path().join("x.proof"));
    shomei(["solve", "loa", WIN, "--proof", &file]);
    let accepted = shomei(["verify", &file, "--json"]).object();
    let seen: Fields = accepted.keys().cloned().collect();
    compare("Verdict of `verify`", &seen);
    std::fs::write(&file, "no certificate").unwrap();
    let rejected = shomei(["verify", &file, "--json"]).object();
    assert_eq!(rejected.keys().cloned().collect::<Fields>(), seen);
}

#[test]
fn results_can_be_joined_with_their_input() {
    let list = format!("# two\n{WIN}  \n\nxx\nstart moves b1-b3\n");
    let run = shomei_reading(&list, ["solve", "loa", "@-", "--nodes", "10", "--json"]);
    let objects = run.objects();
    let lines: Vec<_> = objects
        .iter()
        .map(|o| o["line_number"].as_u64().unwrap())
        .collect();
    assert_eq!(lines, [2, 4, 5]);
    let inputs: Vec<_> = objects
        .iter()
        .map(|o| o["input"].as_str().unwrap())
        .collect();
    assert_eq!(inputs, [WIN, "xx", "start moves b1-b3"]);
    assert_eq!(objects[1]["error_kind"], "input");
    assert_eq!(objects[1]["error_type"], "input");
    assert_eq!(objects[1]["error_place"]["column"], 1);
    let error = objects[1]["error"].as_str().unwrap();
    assert!(
        run.err.starts_with(&format!("error: line 4: {error}\n")),
        "{run:?}"
    );
    let open = &objects[2];
    assert_eq!(
        (&open["attacker"], &open["rules"]),
        (&"white".into(), &"olympiad".into())
    );
    assert!(
        open["pn"].as_u64() > Some(0) && open["dn"].as_u64() > Some(0),
        "{open:?}"
    );
    let solved = shomei(["solve", "loa", WIN, "--set", "rule=weak", "--json"]).object();
    assert_eq!((&solved["pn"], &solved["dn"]), (&0.into(), &Value::Null));
    assert_eq!(solved["options"]["rule"], "weak");
    let mudaai = [
        "compose",
        "check",
        "shogi",
        "4k4/9/4P4/9/9/9/9/9/9 b G 1",
        "--mudaai",
        "--json",
    ];
    assert_eq!(shomei(mudaai).object()["rules"], "tsume-mudaai");
}
