//! Training the weights of evaluations and the parameters that depend on them.

mod costs;
mod shogi;
mod thresholds;

use std::fmt::Write;
use std::sync::atomic::Ordering;

use anyhow::anyhow;
use shomei::messages::{counted, grouped};
use shomei_cli::shared::{Failure, warn};
use shomei_game::Goal;
pub(crate) use shomei_othello::training::Work;
use shomei_othello::training::{Needed, Plan, ScoredGames, Training, TrainingReport, positions};
use shomei_othello::{Othello, Position, Rules, wthor};

use thresholds::needed_by_each;

/// The minimum number of games: every tenth game is held back for validation.
pub(crate) const FEWEST_GAMES: usize = 10;

/// The parameters of a training.
#[derive(Debug)]
pub(crate) struct TrainPlan {
    /// The seed of the random numbers.
    pub(crate) seed: u64,
    /// The number of games of self-play, if given.
    pub(crate) games: Option<usize>,
    /// Files of records: names and contents.
    pub(crate) records: Vec<(String, Vec<u8>)>,
    /// The number of positions that are solved, if given.
    pub(crate) problems: Option<usize>,
    /// The number of threads, and the flag that stops them.
    pub(crate) work: Work,
}

impl TrainPlan {
    /// An error after an interrupt.
    fn go_on(&self) -> Result<(), Failure> {
        if self.work.stop.load(Ordering::Relaxed) {
            let message = "interrupted: no file was written";
            return Err(Failure::Run(anyhow!(message)));
        }
        Ok(())
    }
}

/// The result of a training.
#[derive(Debug)]
pub(crate) struct Trained {
    pub(crate) bytes: Vec<u8>,
    /// The quality of the result as text.
    pub(crate) report: String,
}

/// Trains a game and reports each step.
pub(crate) type Train = fn(&TrainPlan, &mut dyn FnMut(&str)) -> Result<Trained, Failure>;

/// A part of a game that can be trained.
#[derive(Debug)]
pub(crate) struct Trainable {
    /// The name on the command line.
    pub(crate) name: &'static str,
    /// The beginning of its files.
    pub(crate) begins: &'static str,
    /// The training.
    pub(crate) train: Train,
}

/// The parts of Othello that can be trained.
pub(crate) const OTHELLO: &[Trainable] = &[
    Trainable {
        name: "weights",
        begins: "shomeiOE",
        train: weights,
    },
    Trainable {
        name: "costs",
        begins: "# Nodes that alpha-beta needs: ",
        train: costs::othello,
    },
];

/// The parts of tsume-shogi that can be trained.
pub(crate) const SHOGI: &[Trainable] = &[Trainable {
    name: "numbers",
    begins: "# First numbers of tsume-shogi: ",
    train: shogi::numbers,
}];

/// The default number of problems of each number of discs.
const PROBLEMS: usize = 1000;

/// The numbers of discs of the positions that df-pn solves: all that have their own initial
/// numbers.
const DISCS: std::ops::RangeInclusive<u32> = 47..=62;

/// Trains the weights of Othello.
fn weights(plan: &TrainPlan, progress: &mut dyn FnMut(&str)) -> Result<Trained, Failure> {
    let games = othello_games(plan, progress)?;
    plan.go_on()?;
    progress("fitting the weights");
    let mut training = Training::fit(&games, &plan.work);
    plan.go_on()?;
    if training.report().fitted == 0 {
        let message = "the records have no position to learn from: \
                       every game ends too long before its last move";
        return Err(Failure::input(message));
    }
    let mut report = report_of(training.report(), games.len());
    let mut needed = Vec::new();
    for discs in DISCS {
        progress(&format!("solving positions with {discs} discs"));
        let solved = solve(plan, discs, &training)?;
        add_line(&mut report, discs, &solved);
        needed.extend(solved);
    }
    training.fit_sigmoids(&needed);
    Ok(Trained {
        bytes: training.to_bytes(),
        report,
    })
}

fn othello_games(plan: &TrainPlan, progress: &mut dyn FnMut(&str)) -> Result<ScoredGames, Failure> {
    let usual = Plan::default();
    if plan.records.is_empty() {
        let games = plan.games.unwrap_or(usual.games);
        progress(&format!("playing {}", counted(games as u64, "game")));
        return Ok(ScoredGames::play(&Plan {
            seed: plan.seed,
            games,
            work: plan.work.clone(),
            ..usual
        }));
    }
    let mut records: Vec<Vec<Position>> = Vec::new();
    for (name, bytes) in &plan.records {
        let games =
            wthor::games(bytes).map_err(|error| Failure::input(format!("{name}: {error}")))?;
        for game in games {
            match game {
                Ok(game) => records.push(game.positions().collect()),
                Err(error) => warn(format!("{name}: {error}; the file is left out")),
            }
        }
    }
    let games = counted(records.len() as u64, "game");
    if records.len() < FEWEST_GAMES {
        return Err(Failure::input(format!(
            "the records have {games} to learn from, expected {FEWEST_GAMES} or more"
        )));
    }
    progress(&format!("solving the ends of {games}"));
    Ok(ScoredGames::of_records(&records, usual.exact, &plan.work))
}

/// The thresholds that plain df-pn needs for positions with this number of discs.
fn solve(plan: &TrainPlan, discs: u32, training: &Training) -> Result<Vec<Needed>, Failure> {
    let plain = "leaf=0";
    let problem = |position: Position| {
        let game = Othello::new(Rules::Standard, Goal::win(position.to_move()));
        Ok((shomei_game::Notation::with_hints(&game, plain)?, position))
    };
    let seed = plan.seed.wrapping_add(u64::from(discs) << 32);
    let n = plan.problems.unwrap_or(PROBLEMS);
    let problems: Vec<(Othello, Position)> = positions(seed, discs, n, training)
        .into_iter()
        .map(problem)
        .collect::<Result<_, shomei_game::NotationError>>()
        .map_err(|error| Failure::Run(anyhow!(error)))?;
    let solved = needed_by_each(&problems, plan.work.threads, &plan.work.stop)?;
    plan.go_on()?;
    let pairs = problems.iter().zip(solved);
    Ok(pairs
        .filter_map(|((_, position), needed)| {
            let needed = needed?;
            Some(Needed {
                discs,
                evaluation: training.evaluate(position),
                proved: needed.proved,
                threshold: needed.threshold as f32,
            })
        })
        .collect())
}

/// The table of the evaluation's quality.
fn report_of(report: &TrainingReport, games: usize) -> String {
    let mut text = format!(
        "{}, {} used for training, {} held back\n\
         \n\
         on those held back     correlation   mean error   mean score\n",
        counted(games as u64, "game"),
        counted(report.fitted as u64, "position"),
        grouped(report.held_back as u64),
    );
    for phase in report.phases.iter().filter(|phase| phase.positions > 0) {
        let _ = writeln!(
            text,
            "{:4} discs {:9}  {:12.3} {:12.2} {:12.2}",
            phase.discs,
            grouped(phase.positions as u64),
            phase.correlation,
            phase.error,
            phase.spread
        );
    }
    text.push_str("\nproblems solved by df-pn      proved   mean threshold\n");
    text
}

fn add_line(report: &mut String, discs: u32, solved: &[Needed]) {
    let proved = solved.iter().filter(|needed| needed.proved).count();
    let sum: f64 = solved
        .iter()
        .map(|needed| f64::from(needed.threshold))
        .sum();
    let mean = sum / solved.len().max(1) as f64;
    let n = solved.len();
    let _ = writeln!(report, "{discs:4} discs {n:9} {proved:15} {mean:16.1}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei_game::Side;
    use std::num::NonZeroUsize;

    #[test]
    fn a_small_training_makes_weights_that_are_read() {
        let plan = TrainPlan {
            seed: 3,
            games: Some(40),
            records: Vec::new(),
            problems: Some(2),
            work: Work::default(),
        };
        let mut steps = 0;
        let trained = weights(&plan, &mut |_| steps += 1).unwrap();
        assert_eq!(steps, 2 + DISCS.count());
        let game = Othello::new(Rules::Standard, Goal::win(Side::First));
        shomei_game::Notation::with_weights(&game, &trained.bytes).unwrap();
        assert!(trained.bytes.starts_with(OTHELLO[0].begins.as_bytes()));
        // The result is the same with any number of threads.
        let two = TrainPlan {
            work: Work {
                threads: NonZeroUsize::MIN.saturating_add(1),
                ..Work::default()
            },
            ..plan
        };
        assert_eq!(weights(&two, &mut |_| ()).unwrap().bytes, trained.bytes);
    }
}
