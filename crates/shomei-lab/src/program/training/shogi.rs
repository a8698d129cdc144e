//! Training the initial numbers of tsume-shogi.

use std::fmt::Write;
use std::sync::Arc;

use shomei::messages::{counted, grouped};
use shomei_cli::shared::Failure;
use shomei_game::{Dice, Goal, Notation, Role, Side};
use shomei_search::search::df_pn::{DfPn, DfPnOptions};
use shomei_search::search::{Init, Search};
use shomei_search::table::Table;
use shomei_search::{Answer, Limits, Rule, Silent, Ties};
use shomei_shogi::training::{Fit, Measured, Noted, Noting, Outcome, Shape, changed};
use shomei_shogi::{Position, Rules, Shogi};

use crate::running::{in_parallel, tables};

use super::{TrainPlan, Trained};

/// The default number of changed problems.
const PROBLEMS: usize = 4000;

/// The limit of nodes of a changed problem's search, whose children are noted.
const NOTED_NODES: u64 = 2000;

/// The number of solved children of a changed problem.
const DRAWN: usize = 12;

/// The limit of nodes for solving a child.
const MOST_NODES: u64 = 4000;

/// The size of the table of each search in bytes.
const TABLE_BYTES: usize = 4 << 20;

/// One problem out of this number is held back for validation.
const HELD_BACK: usize = 10;

/// Trains the initial numbers.
pub(super) fn numbers(
    plan: &TrainPlan,
    progress: &mut dyn FnMut(&str),
) -> Result<Trained, Failure> {
    if plan.games.is_some() {
        let message = "first numbers follow from problems that are changed and solved: --games \
                       says nothing about them";
        return Err(Failure::usage(message));
    }
    let problems = problems_of(plan)?;
    let n = plan.problems.unwrap_or(PROBLEMS);
    progress(&format!(
        "solving children of {} made from {}",
        counted(n as u64, "changed problem"),
        grouped(problems.len() as u64),
    ));
    let work = |table: &Arc<Table>, i: u64| measured(&problems, plan.seed, i, table);
    let tables = tables(plan.work.threads, TABLE_BYTES)?;
    let found = in_parallel(n, &tables, &plan.work.stop, work)?;
    plan.go_on()?;
    progress("fitting the numbers");
    let of = |held_back: bool| -> Vec<&Measured> {
        let problems = found.iter().enumerate();
        let these = problems.filter(|(i, _)| i.is_multiple_of(HELD_BACK) == held_back);
        these.flat_map(|(_, measured)| measured).collect()
    };
    let report = report_of(&Fit::of(&of(false)), &of(true));
    let all: Vec<&Measured> = found.iter().flatten().collect();
    let fit = Fit::of(&all);
    let numbers = fit.numbers(Shape::default());
    let command = format!(
        "First numbers of tsume-shogi: docs/explanation/tsume-shogi.md.\n\
         Made by: shomei-lab train shogi --seed {} --problems {n} --records FILE ...",
        plan.seed
    );
    Ok(Trained {
        bytes: numbers.text(&command).into_bytes(),
        report,
    })
}

/// The problems of the files: the position of each line, with the side to move as the attacker.
fn problems_of(plan: &TrainPlan) -> Result<Vec<Position>, Failure> {
    let mut problems = Vec::new();
    for (name, bytes) in &plan.records {
        let text = String::from_utf8_lossy(bytes);
        for (i, line) in (1..).zip(text.lines()) {
            let line = line.split(" moves ").next().unwrap_or(line).trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let game = Shogi::new(Rules::Tsume, Goal::win(Side::First));
            let problem = game
                .parse_position(line)
                .map_err(|error| Failure::input(format!("{name}: line {i}: {error}")))?;
            problems.push(problem);
        }
    }
    if problems.is_empty() {
        let message = "first numbers are learned from problems: give files of them, a position a \
                       line, with --records";
        return Err(Failure::usage(message));
    }
    Ok(problems)
}

/// The options of the searches: those of `auto`, with initial numbers by mobility.
fn options(init: Init) -> DfPnOptions {
    DfPnOptions {
        schedule: shomei_search::Rules {
            dn: Rule::Weak,
            ties: Ties::LargerDn,
            ..Default::default()
        }
        .into(),
        init,
        ..DfPnOptions::default()
    }
}

/// The results of children of one changed problem.
fn measured(problems: &[Position], seed: u64, i: u64, table: &Arc<Table>) -> Vec<Measured> {
    let mut lots = Dice::of(seed, i);
    let problem = &problems[(i % problems.len() as u64) as usize];
    let Some(root) = changed(problem, &mut lots) else {
        return Vec::new();
    };
    let game = Shogi::new(Rules::Tsume, Goal::win(root.to_move()));
    let noting = Noting::of(game);
    table.clear();
    let limits = Limits::nodes(NOTED_NODES);
    DfPn::new(&noting, options(Init::Learned), Arc::clone(table)).search(
        &root,
        &limits,
        &mut Silent,
    );
    let mut noted = noting.into_noted();
    let mut measured = Vec::new();
    while measured.len() < DRAWN && !noted.is_empty() {
        let drawn = noted.swap_remove(lots.scaled(noted.len()));
        measured.push(solved(&game, &drawn, table));
    }
    measured
}

/// Solves a child on its own.
fn solved(game: &Shogi, noted: &Noted, table: &Arc<Table>) -> Measured {
    table.clear();
    let root = noted.before.play(noted.mv);
    let limits = Limits::nodes(MOST_NODES);
    let mut search = DfPn::new(game, options(Init::Mobility), Arc::clone(table));
    let report = search.search(&root, &limits, &mut Silent);
    let outcome = match report.answer {
        Answer::Proved => Outcome::Proved,
        Answer::Disproved => Outcome::Disproved,
        Answer::Unknown => Outcome::Unknown,
    };
    Measured::of(game, noted, outcome, report.counters.expanded)
}

/// The table of the result's quality.
fn report_of(fit: &Fit, held_back: &[&Measured]) -> String {
    let mut text = String::from(
        "on those held back    positions    mates  refuted   explained of ln(nodes)   outcome\n\
                                                             mates    refuted         right\n",
    );
    for (role, name) in [(Role::Defender, "defender"), (Role::Attacker, "attacker")] {
        let quality = fit.quality(held_back, role);
        let _ = writeln!(
            text,
            "before the {name:9} {:11} {:8} {:8} {:10.2} {:10.2} {:13.2}",
            quality.positions,
            quality.proved,
            quality.disproved,
            quality.proofs,
            quality.disproofs,
            quality.outcomes,
        );
    }
    text
}
