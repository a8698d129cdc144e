//! Graphs designed to break a search that treats repetitions carelessly.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::fmt::Write;
use std::sync::Arc;

use shomei_game::{Notation, TreeGame};
use shomei_search::search::Init;
use shomei_search::search::Search;
use shomei_search::search::df_pn::{DfPn, DfPnOptions};
use shomei_search::table::Table;
use shomei_search::{Answer, Epsilon, Limits, Report, Rule, Silent};

fn solve(text: &str, options: DfPnOptions) -> Report {
    let game = TreeGame::parse(text).unwrap();
    let table = Arc::new(Table::new(1 << 20).unwrap());
    DfPn::new(&game, options, table).search(&game.start(), &Limits::nodes(1_000_000), &mut Silent)
}

fn options(rule: Rule, epsilon: f64) -> DfPnOptions {
    DfPnOptions {
        schedule: rule.into(),
        epsilon: Epsilon::new(epsilon).unwrap(),
        init: Init::Unit,
        ..DfPnOptions::default()
    }
}

/// Y tries P, which repeats Y. This refutes P below Y, but not P in general.
const WRONG_DISPROOF: &str = "R = AND { X, Y }  Y = OR { P, Q }  X = OR { S, P }
    P = AND { Y }  S = AND { X }  Q = AND { Won }";

#[test]
fn a_repetition_refutes_on_its_own_line_only() {
    for rule in [Rule::Sum, Rule::Weak] {
        for epsilon in [0.0, 0.25] {
            for threshold_control in [true, false] {
                let options = DfPnOptions {
                    threshold_control,
                    ..options(rule, epsilon)
                };
                let report = solve(WRONG_DISPROOF, options);
                assert_eq!(report.answer, Answer::Proved);
                assert_eq!(report.counters.expanded, 8);
            }
        }
    }
}

/// Shows that path dependence is necessary: without it the answer is wrong.
#[test]
fn without_path_dependence_the_disproof_is_wrong() {
    let careless = DfPnOptions {
        path_dependence: false,
        ..options(Rule::Sum, 0.0)
    };
    let report = solve(WRONG_DISPROOF, careless);
    assert_eq!(report.answer, Answer::Disproved);
    assert_eq!(report.counters.expanded, 7);
}

/// A chain of diamonds that ends in a repetition of its start: every disproof depends on the start.
/// Without storing these disproofs, a search would visit 5 * 2^n - 3 nodes.
#[test]
fn path_dependent_disproofs_are_found_again() {
    for n in [3, 12, 60] {
        let mut text = String::new();
        for i in 0..n {
            writeln!(text, "a{i} = OR {{ b{i}, c{i} }}").unwrap();
            writeln!(
                text,
                "b{i} = AND {{ a{} }} c{i} = AND {{ a{} }}",
                i + 1,
                i + 1
            )
            .unwrap();
        }
        writeln!(text, "a{n} = OR {{ z }} z = AND {{ a0 }}").unwrap();
        let report = solve(&text, options(Rule::Sum, 0.0));
        assert_eq!(report.answer, Answer::Disproved);
        assert_eq!(report.counters.expanded, 3 * n + 2);
    }
}

/// A path far longer than a thread's stack could hold.
#[test]
fn a_line_of_100_000_plies_is_proved() {
    let n = 100_000;
    let mut text = String::new();
    for i in 0..n {
        let kind = if i % 2 == 0 { "OR" } else { "AND" };
        writeln!(text, "a{i} = {kind} {{ a{} }}", i + 1).unwrap();
    }
    writeln!(text, "a{n} = OR {{ Won }}").unwrap();
    assert_eq!(solve(&text, options(Rule::Sum, 0.0)).answer, Answer::Proved);
}

#[test]
fn a_line_of_20_000_plies_back_to_its_start_is_disproved() {
    let n = 20_000;
    let mut text = String::new();
    for i in 0..n {
        let kind = if i % 2 == 0 { "OR" } else { "AND" };
        writeln!(text, "a{i} = {kind} {{ a{} }}", (i + 1) % n).unwrap();
    }
    assert_eq!(
        solve(&text, options(Rule::Sum, 0.0)).answer,
        Answer::Disproved
    );
}
