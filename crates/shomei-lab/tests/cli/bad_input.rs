//! Arguments that are refused.

use crate::support::shomei;

#[test]
fn too_little_is_refused_with_the_name_of_the_option() {
    for (args, option) in [
        (&["generate", "loa"][..], "--threads"),
        (&["generate", "loa"], "--count"),
        (&["reproduce", "x"], "--positions"),
        (&["train", "othello", "--out", "x"], "--threads"),
    ] {
        let run = shomei(args.iter().copied().chain([option, "0"]));
        let start = format!("error: invalid value '0' for '{option} <");
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.starts_with(&start), "{run:?}");
        assert!(
            run.err.contains("expected a whole number, at least 1"),
            "{run:?}"
        );
    }
}

#[test]
fn games_and_hints_that_are_not_known() {
    for (args, message) in [
        (
            &["generate", "loa", "--hints", "x"][..],
            "hints: loa has no hints",
        ),
        (
            &["generate", "lao"],
            "there is no game named \"lao\"; did you mean \"loa\"?",
        ),
        (
            &["train", "x", "--out", "x"],
            "there is no game named \"x\"",
        ),
    ] {
        let run = shomei(args.iter().copied());
        assert_eq!((run.code, &*run.out), (2, ""), "{run:?}");
        assert!(run.err.contains(message), "{run:?}");
    }
}

#[test]
fn completions_and_pages_of_the_manual_are_there() {
    let script = shomei(["completions", "bash"]).out;
    assert!(script.contains("reproduce") && script.contains("--positions"));
    let page = shomei(["man", "reproduce"]).out;
    assert!(page.contains("positions"), "{page}");
    let folder = tempfile::tempdir().unwrap();
    let run = shomei(["man", "--out", folder.path().to_str().unwrap()]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(folder.path().join("shomei-lab-generate.1").exists());
}
