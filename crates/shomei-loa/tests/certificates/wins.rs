//! Forced wins of Lines of Action: every proof has a certificate, the opponent never wins the same
//! position, and little memory only costs time.

use shomei_game::{Goal, Notation, Side};
use shomei_lab::assertions::{SearchConfig, by, certify, solve};
use shomei_loa::{Loa, Position, Rules};
use shomei_proof::Claim;
use shomei_search::{Answer, Limits};

/// `docs/references.md [2]`, Diagram 4: Black wins.
const DIAGRAM_4: &str = "...x....o.................oxx....o..ooo....ox................... x";

/// Enough for the positions of the tests that always run.
const ENOUGH: u64 = 5_000_000;

/// Enough for all positions; the hardest needs six million with a table of 64 MiB, and fourteen
/// million for the other side.
const ENOUGH_FOR_ALL: u64 = 50_000_000;

fn loa(rules: Rules) -> Loa {
    Loa::new(rules, Goal::win(Side::First))
}

/// A position in which the side to move wins, and the work of another df-pn to prove it.
struct Win {
    name: String,
    position: Position,
    expanded: Option<u64>,
}

/// Wins found by a program that shares no code with this one.
fn wins() -> Vec<Win> {
    let text = shomei_testkit::data::text("loa/proved_wins.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let wins: Vec<Win> = lines.map(win).collect();
    assert!(!wins.is_empty());
    wins
}

/// Reads `SQUARES SIDE NAME pn=NODES dfpn=NODES`; unknown nodes are `-`.
fn win(line: &str) -> Win {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [squares, side, name, _, df_pn] = words[..] else {
        panic!("five words: {line}");
    };
    let text = format!("{squares} {side}");
    Win {
        name: name.to_string(),
        position: loa(Rules::OLYMPIAD).parse_position(&text).unwrap(),
        expanded: df_pn.strip_prefix("dfpn=").unwrap().parse().ok(),
    }
}

/// The wins that took the other program less than this: the tests also run in the dev profile.
fn easy_wins(below: u64) -> Vec<Win> {
    let is_easy = |win: &Win| win.expanded.is_some_and(|expanded| expanded < below);
    wins().into_iter().filter(is_easy).collect()
}

/// The side to move as the attacker.
fn mover_attacks(position: &Position) -> Loa {
    loa(Rules::OLYMPIAD).with_goal(Goal::win(position.to_move()))
}

fn prove_all(wins: &[Win], nodes: u64) {
    for Win { name, position, .. } in wins {
        let game = mover_attacks(position);
        let solved = solve(&game, position, &by("df-pn", Limits::nodes(nodes)));
        assert_eq!(solved.report.answer, Answer::Proved, "{name}");
        certify(&solved, &game, position, name);
    }
}

#[test]
#[ignore = "half a minute in a release build, with SHOMEI_DATA"]
fn all_forced_wins_are_proved() {
    prove_all(&wins(), ENOUGH_FOR_ALL);
}

/// Returns the number of wins of the opponent that are disproved within the nodes.
fn refute_opponents(wins: &[Win], nodes: u64) -> usize {
    let mut disproved = 0;
    for Win { name, position, .. } in wins {
        let opponent = Goal::win(position.to_move().opponent());
        let game = loa(Rules::OLYMPIAD).with_goal(opponent);
        let solved = solve(&game, position, &by("df-pn", Limits::nodes(nodes)));
        match solved.report.answer {
            Answer::Proved => panic!("{name}: both sides win"),
            Answer::Unknown => continue,
            Answer::Disproved => {}
        }
        certify(&solved, &game, position, name);
        disproved += 1;
    }
    disproved
}

#[test]
#[ignore = "half a minute in a release build, with SHOMEI_DATA"]
fn no_opponent_wins_too() {
    let wins = wins();
    assert_eq!(refute_opponents(&wins, ENOUGH_FOR_ALL), wins.len());
}

fn prove_diagram_4(rules: Rules, memory: usize) {
    let game = loa(rules);
    let root = game.parse_position(DIAGRAM_4).unwrap();
    let mut df_pn = by("df-pn", Limits::nodes(ENOUGH));
    df_pn.memory = memory;
    let solved = solve(&game, &root, &df_pn);
    let case = format!("{rules}, {memory} bytes");
    assert_eq!(solved.report.answer, Answer::Proved, "{case}");
    let verified = certify(&solved, &game, &root, &case);
    assert_eq!(verified.claim, Claim::Proved);
    // The paper's line has 21 plies; ours need not be shortest.
    assert!(verified.longest_line >= Some(21), "{verified:?}");
}

#[test]
fn diagram_4_is_won_under_both_rule_sets() {
    for rules in [Rules::OLYMPIAD, Rules::SACKSON] {
        prove_diagram_4(rules, SearchConfig::MEMORY);
    }
}

/// 65,536 entries, fewer than the positions of the search.
#[test]
fn diagram_4_is_won_in_1_mib() {
    prove_diagram_4(Rules::OLYMPIAD, 1 << 20);
}

mod data {
    use super::*;

    #[test]
    #[ignore = "needs the data of the papers: SHOMEI_DATA"]
    fn forced_wins_are_proved() {
        prove_all(&easy_wins(60_000), ENOUGH);
    }

    #[test]
    #[ignore = "needs the data of the papers: SHOMEI_DATA"]
    fn the_opponent_does_not_win_too() {
        let wins = easy_wins(60_000);
        let disproved = refute_opponents(&wins, 100_000);
        assert_eq!(disproved, wins.len());
    }

    #[test]
    #[ignore = "needs the data of the papers: SHOMEI_DATA"]
    fn proof_number_search_proves_the_same_wins() {
        for Win { name, position, .. } in &easy_wins(5_000) {
            let game = mover_attacks(position);
            let mut pn = by("pn", Limits::nodes(ENOUGH));
            pn.options.set("store", "1000000");
            let solved = solve(&game, position, &pn);
            assert_eq!(solved.report.answer, Answer::Proved, "{name}");
            assert!(solved.report.counters.stored <= 1_000_000, "{name}");
            certify(&solved, &game, position, name);
        }
    }
}
