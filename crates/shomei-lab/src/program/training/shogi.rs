//! The first numbers of tsume-shogi.

use std::fmt::Write;
use std::sync::Arc;

use anyhow::anyhow;
use shomei::words::{counted, grouped};
use shomei_cli::shared::Failure;
use shomei_game::{Dice, Goal, Notation, Role, Side};
use shomei_search::search::df_pn::{DfPn, DfPnOptions};
use shomei_search::search::{Init, Search};
use shomei_search::table::Table;
use shomei_search::{Answer, Limits, Rule, Silent, Ties};
use shomei_shogi::training::{Fit, Measured, Noted, Noting, Outcome, Shape, changed};
use shomei_shogi::{Position, Rules, Shogi};

use crate::thresholds::side_by_side;

use super::{TrainPlan, Trained};

/// Changed problems, if nobody says how many.
const PROBLEMS: usize = 4000;

/// Nodes that are searched of a changed problem, whose children are noted.
const NOTED_NODES: u64 = 2000;

/// Children of a changed problem that are solved.
const DRAWN: usize = 12;

/// Nodes in which one of them is to be solved.
const MOST_NODES: u64 = 4000;

/// The table of each search.
const TABLE_BYTES: usize = 4 << 20;

/// Each tenth problem is held back, to see what was learned.
const HELD_BACK: usize = 10;

/// Makes the first numbers.
pub(super) fn numbers(
    plan: &TrainPlan,
    progress: &mut dyn FnMut(&str),
) -> Result<Trained, Failure> {
    if plan.games.is_some() {
        let message = "first numbers follow from problems that are changed and solved: --games \
                       says nothing about them";
        return Err(Failure::Usage(message.into()));
    }
    let problems = problems_of(plan)?;
    let n = plan.problems.unwrap_or(PROBLEMS);
    progress(&format!(
        "solving children of {} made from {}",
        counted(n as u64, "changed problem"),
        grouped(problems.len() as u64),
    ));
    let work = |table: &Arc<Table>, i: u64| measured(&problems, plan.seed, i, table);
    let found = side_by_side(
        n as u64,
        plan.work.threads,
        TABLE_BYTES,
        &plan.work.stop,
        work,
    )
    .map_err(|error| Failure::Run(anyhow!(error)))?;
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
        "First numbers of tsume-shogi: docs/shogi.md.\n\
         Made by: shomei-lab train shogi --seed {} --problems {n} --records FILE ...",
        plan.seed
    );
    Ok(Trained {
        bytes: numbers.text(&command).into_bytes(),
        report,
    })
}

/// The problems of the files: the position of each line, the side to move as the attacker.
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
                .map_err(|error| Failure::Input(format!("{name}: line {i}: {error}")))?;
            problems.push(problem);
        }
    }
    if problems.is_empty() {
        let message = "first numbers are learned from problems: give files of them, a position a \
                       line, with --records";
        return Err(Failure::Usage(message.into()));
    }
    Ok(problems)
}

/// The searches of training are those of `auto`, with the numbers of mobility.
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

/// What becomes of children of one changed problem.
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

/// One child, solved alone.
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

/// The table about what was learned.
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
