//! Records and positions as other programs write them.

use std::fs;

use shomei_testkit::shogi_records::{EXAMPLES, FOUR, START};

use super::{PROBLEM, at, problem_diagram};
use crate::support::{directory, shomei};

/// A folder with records of other programs: the positions before and after the moves, the errors
/// and the warnings.
#[test]
fn records_of_other_programs_are_solved_and_refused() {
    let folder = directory();
    for example in EXAMPLES {
        fs::write(folder.path().join(example.file), example.text()).unwrap();
    }
    let argument = at(folder.path());
    let shogi = shomei::Kinds::builtin().open("shogi", "").unwrap();
    let errors = EXAMPLES.iter().filter(|example| example.meaning.is_err());
    for last in [false, true] {
        let mut args = vec!["solve", "shogi", &*argument, "--nodes", "0", "--json"];
        args.extend(["--attacker", "black"]);
        args.extend(last.then_some(["--at", "last"]).into_iter().flatten());
        let run = shomei(args);
        assert_eq!(run.code, 2, "{run:?}");
        let objects = run.objects();
        for example in EXAMPLES {
            let found = objects
                .iter()
                .find(|object| object["problem"] == example.file);
            match example.meaning {
                Ok(meaning) => {
                    let position = match last {
                        true => shogi.position(&meaning.with_moves()).unwrap().text(),
                        false => meaning.position.to_string(),
                    };
                    let found = found.and_then(|found| found.get("position"));
                    let found = found.and_then(|position| position.as_str());
                    assert_eq!(found, Some(&*position), "{}", example.text());
                    let warning = format!("warning: {}: {}", example.file, meaning.warning);
                    let is_warned = run.err.contains(&format!("warning: {}: ", example.file));
                    assert_eq!(is_warned, !meaning.warning.is_empty(), "{}", run.err);
                    assert!(!is_warned || run.err.contains(&warning), "{}", run.err);
                }
                Err(error) => {
                    let message = format!("{}: {error}", example.file);
                    let shown = run.err.contains(&message) || run.out.contains(&message);
                    assert!(
                        shown
                            || found.is_some_and(|found| {
                                serde_json::to_string(found).unwrap().contains(error)
                            }),
                        "{message}: {found:?} {}",
                        run.err
                    );
                }
            }
        }
    }
    assert!(errors.count() >= 18);
    let one = folder.path().join("one.kifu");
    fs::write(&one, "1 ７六歩(77)\n2 ３四歩(33)\nまで9手詰\n").unwrap();
    for command in ["show", "review"] {
        let mut args = vec![command, "shogi", "--rules", "full"];
        let argument = at(&one);
        args.push(&argument);
        if command == "review" {
            args.extend(["--nodes", "1"]);
        }
        let run = shomei(args);
        let warning =
            ": line 3, column 1: the number of moves after まで is 9, and that of the line is 2\n";
        assert!(run.err.contains(warning), "{run:?}");
    }
}

/// UTF-16 with and without a byte order mark, and ISO-2022-JP, with any file name.
#[test]
fn encodings_do_not_depend_on_the_name_of_the_file() {
    let folder = directory();
    let units: Vec<u16> = problem_diagram().encode_utf16().collect();
    let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    // 手合割：平手
    let jis = b"\x1b$B<j9g3d!'J?<j\x1b(B\n";
    let files = [
        ("a.kif", [&b"\xff\xfe"[..], &little].concat(), PROBLEM),
        ("b.kifu", little.clone(), PROBLEM),
        ("c.txt", big.clone(), PROBLEM),
        ("d.csa", [&b"\xfe\xff"[..], &big].concat(), PROBLEM),
        ("e.txt", jis.to_vec(), START),
    ];
    for (name, bytes, _) in &files {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    let argument = at(folder.path());
    let run = shomei(["solve", "shogi", &argument, "--nodes", "0", "--json"]);
    let objects = run.objects();
    assert_eq!(objects.len(), files.len(), "{run:?}");
    for (object, (name, _, position)) in objects.iter().zip(files) {
        assert_eq!(object["problem"], name, "{run:?}");
        assert_eq!(object["position"], position, "{run:?}");
    }
}

/// Positions as other programs show them: with a result after the moves, and in URLs.
#[test]
fn positions_are_read_as_they_are_pasted() {
    let folder = directory();
    let list = folder.path().join("list.txt");
    let bars = PROBLEM.replace(' ', "_");
    let lines = [
        format!("startpos moves {FOUR} resign"),
        bars.clone(),
        PROBLEM.replace(' ', "%20"),
        format!("https://lishogi.org/analysis/standard/{bars}?color=sente"),
    ];
    fs::write(&list, lines.join("\n") + "\n").unwrap();
    let run = shomei(["solve", "shogi", &at(&list), "--nodes", "0", "--json"]);
    let objects = run.objects();
    let positions = objects.iter().map(|object| object["position"].as_str());
    let positions: Vec<&str> = positions.map(Option::unwrap).collect();
    let shogi = shomei::Kinds::builtin().open("shogi", "").unwrap();
    let four = shogi.position(&format!("{START} moves {FOUR}")).unwrap();
    assert_eq!(positions, [&*four.text(), PROBLEM, PROBLEM, PROBLEM]);
    let text = &*lines[0];
    let run = shomei([
        "solve", "shogi", text, "--at", "start", "--nodes", "0", "--json",
    ]);
    assert_eq!(run.object()["position"], START, "{run:?}");
    assert!(!run.out.contains("\"resign"), "{run:?}");
}
