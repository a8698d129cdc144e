//! Graphs in which a position is reached by many paths, where the rules differ.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::fmt::Write;
use std::sync::Arc;

use shomei_game::{Notation, TreeGame};
use shomei_search::search::Init;
use shomei_search::search::Search;
use shomei_search::search::df_pn::{DfPn, DfPnOptions};
use shomei_search::table::Table;
use shomei_search::{Answer, Epsilon, Limits, Report, Rule, Silent};
use shomei_testkit::random::{Shape, game_text};

const RULES: [Rule; 4] = [Rule::Sum, Rule::Weak, Rule::Branch, Rule::Partition];

fn search(text: &str, rule: Rule) -> Report {
    let game = TreeGame::parse(text).unwrap();
    let options = DfPnOptions {
        schedule: rule.into(),
        epsilon: Epsilon::ZERO,
        init: Init::Unit,
        ..DfPnOptions::default()
    };
    let table = Arc::new(Table::new(1 << 20).unwrap());
    let limits = Limits::nodes(1_000_000);
    DfPn::new(&game, options, table).search(&game.start(), &limits, &mut Silent)
}

/// The number of expansions that prove a won game.
fn effort(text: &str, rule: Rule) -> u64 {
    let report = search(text, rule);
    assert_eq!(report.answer, Answer::Proved, "{rule}");
    report.counters.expanded
}

/// The attacker can enter a chain of `n` diamonds that ends in a win, or, at each of its moves, a
/// hopeless binary tree, which a search with a wrong number explores. With ten diamonds: 3,475
/// nodes by the sum, 76 weak, 1,742 by branches, 148 by partition.
fn chain_or_trap(n: usize, diamond: &str) -> String {
    const DEPTH: usize = 11;
    let mut text = "root = OR { t1, a0 }\n".to_string();
    for i in 0..n {
        let link = diamond.replace("NEXT", &(i + 1).to_string());
        text += &link.replace('#', &i.to_string());
    }
    writeln!(text, "a{n} = AND {{ w }}  w = OR {{ Won }}").unwrap();
    for i in 1..1 << DEPTH {
        let (kind, [left, right]) = if usize::ilog2(i) % 2 == 0 {
            ("AND", [2 * i, 2 * i + 1])
        } else {
            ("OR", [2 * i, 2 * i + 1])
        };
        writeln!(text, "t{i} = {kind} {{ t{left}, t{right} }}").unwrap();
    }
    for i in 1 << DEPTH..2 << DEPTH {
        writeln!(text, "t{i} = OR {{ Failed }}").unwrap();
    }
    text
}

/// A tree has no children to merge.
#[test]
fn without_transpositions_partition_is_sum() {
    for seed in 0..500 {
        let text = game_text(seed, Shape::Tree, 100);
        let [sum, _, _, partition] = RULES.map(|rule| search(&text, rule));
        assert_eq!(partition, sum, "seed {seed}");
    }
}

#[test]
fn a_chain_of_diamonds_costs_less_where_each_counts_once() {
    let diamond = "a# = AND { b#, c# }  b# = OR { aNEXT, t1 }  c# = OR { aNEXT, t1 }\n";
    for n in [6, 8, 10] {
        let text = chain_or_trap(n, diamond);
        let [sum, weak, branch, partition] = RULES.map(|rule| effort(&text, rule));
        let case = format!("{n}: {sum} {weak} {branch} {partition}");
        assert!(20 * partition < sum, "{case}");
        assert!(20 * weak < sum, "{case}");
        assert!(3 * branch < 2 * sum, "{case}");
    }
}

/// Two moves to one position.
#[test]
fn a_chain_of_double_moves_is_merged() {
    let text = chain_or_trap(10, "a# = AND { b#, b# }  b# = OR { aNEXT, t1 }\n");
    let [sum, _, _, partition] = RULES.map(|rule| effort(&text, rule));
    assert!(20 * partition < sum, "{sum} {partition}");
}
