//! `solve` on a list of positions.

use crate::support::{HARD, LOSS, WIN, directory, names, shomei, shomei_reading, text};

#[test]
fn a_bad_line_is_reported_and_the_others_are_solved() {
    let list = format!("# two that are solved\n{WIN}\n\nxx\n{LOSS}\nstart moves a1-a2\n");
    let run = shomei_reading(&list, ["solve", "loa", "@-"]);
    assert_eq!(run.code, 2);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 3, "{run:?}");
    assert!(lines[0].starts_with("2: proved: Black wins; "), "{run:?}");
    assert!(
        lines[1].starts_with("5: disproved: White cannot force a win; "),
        "{run:?}"
    );
    let summary = "4 positions: 1 proved, 1 disproved, 0 unknown, 2 bad lines, 0 errors; ";
    assert!(lines[2].starts_with(summary), "{run:?}");
    let errors: Vec<&str> = run.err.lines().collect();
    assert_eq!(errors.len(), 2, "{run:?}");
    assert!(errors[0].starts_with("error: line 4: column 1: \"xx\" begins no position"));
    assert!(errors[1].starts_with("error: line 6: move 1 (a1-a2): "));
}

#[test]
fn exit_codes() {
    let code = |list: &str| shomei_reading(list, ["solve", "loa", "@-", "--nodes", "5k"]).code;
    assert_eq!(code(&format!("{WIN}\n{LOSS}\n")), 0);
    assert_eq!(code(&format!("{WIN}\n{HARD}\n")), 3);
    assert_eq!(code(&format!("{HARD}\nxx\n")), 2);
    assert_eq!(code("# nothing\n"), 2);
}

#[test]
fn json_goes_alone_to_standard_output() {
    let list = format!("{WIN}\nxx\n{LOSS}\n");
    let run = shomei_reading(&list, ["solve", "loa", "@-", "--json"]);
    assert_eq!(run.code, 2);
    let objects = run.objects();
    let answers: Vec<_> = objects.iter().map(|o| o.get("answer").cloned()).collect();
    assert_eq!(
        answers,
        [Some("proved".into()), None, Some("disproved".into())]
    );
    let last = run.err.lines().last().unwrap();
    assert!(
        last.starts_with("3 positions: 1 proved, 1 disproved, "),
        "{run:?}"
    );
}

#[test]
fn certificates_are_named_by_the_line() {
    let directory = directory();
    let list = directory.path().join("list.txt");
    std::fs::write(&list, format!("# a comment\n{WIN}\n{HARD}\n{LOSS}\n")).unwrap();
    let place = text(directory.path());
    let list = format!("@{}", text(&list));
    let args = [
        "solve", "loa", &list, "--nodes", "5k", "--check", "--proof", &place,
    ];
    let run = shomei(args);
    assert_eq!(run.code, 3, "{run:?}");
    assert_eq!(run.out.matches(" checked;").count(), 2, "{run:?}");
    assert_eq!(
        names(directory.path()),
        ["0002.proof", "0004.proof", "list.txt"]
    );
    for name in ["0002.proof", "0004.proof"] {
        let run = shomei(["verify", &text(&directory.path().join(name))]);
        assert_eq!(run.code, 0, "{run:?}");
    }
}

#[test]
fn values_of_a_batch() {
    let list = format!("{WIN}\n{LOSS}\n");
    let run = shomei_reading(&list, ["solve", "loa", "@-", "--value"]);
    assert_eq!(run.code, 0);
    assert!(run.out.starts_with("1: win: Black wins; "), "{run:?}");
    assert!(run.out.contains("\n2: loss: Black wins; "), "{run:?}");
    let summary = "\n2 positions: 1 won, 0 drawn, 1 lost, 0 unknown, 0 bad lines, 0 errors; ";
    assert!(run.out.contains(summary), "{run:?}");
}
