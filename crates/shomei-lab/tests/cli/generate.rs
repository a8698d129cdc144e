//! Sets from self-play.

use crate::support::{Run, shomei};

const SMALL: [(&str, &str); 4] = [
    ("--seed", "5"),
    ("--count", "9"),
    ("--min-nodes", "10"),
    ("--max-nodes", "2k"),
];

/// Generates a small set with other options or values.
fn generate(options: &[(&str, &str)]) -> Run {
    let mut args = vec!["generate", "loa"];
    let is_free = |(name, _): &&(&str, &str)| options.iter().all(|(other, _)| other != name);
    for (name, value) in SMALL.iter().filter(is_free).chain(options) {
        args.extend([name, value]);
    }
    shomei(args)
}

#[test]
fn the_seed_makes_the_set_whatever_the_threads() {
    let one = generate(&[("--threads", "1")]);
    assert_eq!(one.code, 0, "{}", one.err);
    let lines = one.out.lines().filter(|line| line.contains(" ; "));
    assert_eq!(lines.count(), 9);
    assert!(one.out.contains("value=proved"));
    let command = "shomei-lab generate loa --seed 5 --count 9 --min-nodes 10 --max-nodes 2000";
    assert!(one.out.contains(command), "{}", one.out);
    assert_eq!(generate(&[("--threads", "3")]).out, one.out);
    assert_ne!(generate(&[("--seed", "6")]).out, one.out);
}

#[test]
fn rules_are_in_every_line() {
    let set = generate(&[("--rules", "sackson")]);
    assert_eq!(set.out.matches(" ; rules=sackson").count(), 9);
}

#[test]
fn bad_requests_are_refused() {
    for (option, message) in [
        (("--min-nodes", "0"), "--min-nodes 0"),
        (("--min-nodes", "3k"), "--min-nodes 3000"),
        (("--count", "0"), "--count"),
        (("--rules", "olimpiad"), "rules: "),
        (("--out", "/no/such/place/set.txt"), "no directory"),
    ] {
        let run = generate(&[option]);
        assert_ne!(run.code, 0, "{option:?}");
        assert!(run.err.contains(message), "{option:?}: {}", run.err);
        assert!(run.out.is_empty());
    }
}

/// Two moves from the end of every game.
const LAST_TWO: &str = "XOOOOXXXXOOOOOXXXOOOXXXXXXOOXXXXXXOOXXXXXOXXOXXXOXXXXO-XOOOOOOO- X";

#[test]
fn what_is_left_must_be_there() {
    let asked =
        |options: &[&'static str]| shomei(["generate", "othello"].iter().chain(options).copied());
    for (options, message) in [
        (&["--remaining", "0..4294967295"][..], "0..4294967295 left"),
        (&["--remaining", "0..4"], "expected a range within 1..60"),
        (&["--remaining", "61"], "games begin with 60 left"),
        (
            &["--remaining", "2..3", "--from", LAST_TWO],
            "expected a range within 1..2",
        ),
    ] {
        let run = asked(&[options, &["--count", "1"]].concat());
        assert_eq!(run.code, 2, "{options:?}: {}", run.err);
        assert!(run.err.contains(message), "{options:?}: {}", run.err);
        assert!(run.out.is_empty());
    }
    let rare = ["--from", LAST_TWO, "--remaining", "2", "--count", "2"];
    let run = asked(&rare);
    assert_eq!(run.code, 1, "{}", run.err);
    let advice = "ask for fewer, or for a wider range of remaining moves\n";
    assert!(run.err.contains(advice), "{}", run.err);
    let run = asked(&[&rare[..], &["--even", "64"]].concat());
    assert!(run.err.contains("or a larger --even"), "{}", run.err);
}
