//! Training the predicted costs of leaves.

use std::fmt::Write;

use shomei_cli::shared::Failure;
use shomei_othello::training::costs::{Fit, SIZES, measure};

use super::{TrainPlan, Trained};

/// The default number of positions of each size.
const PROBLEMS: usize = 2000;

/// Trains the costs of Othello.
pub(super) fn othello(
    plan: &TrainPlan,
    progress: &mut dyn FnMut(&str),
) -> Result<Trained, Failure> {
    if plan.games.is_some() || !plan.records.is_empty() {
        let message = "costs follow from positions that are solved: \
                       --games and --records say nothing about them";
        return Err(Failure::usage(message));
    }
    let problems = plan.problems.unwrap_or(PROBLEMS);
    let mut measured = Vec::new();
    for empties in SIZES {
        progress(&format!("solving positions with {empties} empty squares"));
        measured.extend(measure(plan.seed, empties, problems, &plan.work));
        plan.go_on()?;
    }
    let fit = Fit::of(&measured);
    let command = format!(
        "shomei-lab train othello costs --seed {} --problems {problems}",
        plan.seed
    );
    Ok(Trained {
        bytes: fit.text(&command).into_bytes(),
        report: report_of(&fit),
    })
}

/// The table of the predictions' quality.
fn report_of(fit: &Fit) -> String {
    let mut text = String::from(
        "ln(nodes) = a + b ln(moves + 2) + c (evaluation - target), each size alone;\n\
         error: the standard deviation of ln(nodes) from that, and from the file\n",
    );
    for (outcome, what) in ["reached", "not reached"].into_iter().enumerate() {
        let _ = writeln!(
            text,
            "\n{what:11} positions    mean        a        b        c   error    file"
        );
        for size in fit.report() {
            let of = &size.outcomes[outcome];
            let [a, b, c] = of.alone;
            let _ = writeln!(
                text,
                "{:4} empty {:11} {:7.2} {a:8.3} {b:8.3} {c:8.4} {:7.3} {:7.3}",
                size.empties, of.positions, of.mean, of.residual, of.predicted
            );
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::Work;
    use super::*;
    use std::num::NonZeroUsize;

    fn plan(threads: NonZeroUsize) -> TrainPlan {
        TrainPlan {
            seed: 5,
            games: None,
            records: Vec::new(),
            problems: Some(2),
            work: Work {
                threads,
                ..Work::default()
            },
        }
    }

    #[test]
    fn threads_change_nothing() {
        let [one, two] = [1, 2].map(|n| {
            let threads = NonZeroUsize::new(n).unwrap();
            othello(&plan(threads), &mut |_| ()).unwrap().bytes
        });
        assert_eq!(one, two);
        let text = String::from_utf8(one).unwrap();
        assert!(text.contains("shomei-lab train othello costs --seed 5 --problems 2\n"));
    }

    #[test]
    fn games_are_not_asked_for() {
        let plan = TrainPlan {
            games: Some(100),
            ..plan(NonZeroUsize::MIN)
        };
        let error = othello(&plan, &mut |_| ()).unwrap_err();
        assert!(error.to_string().contains("--games"), "{error}");
    }
}
