//! Runs a simulation for one question.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use shomei::jobs::Crews;
use shomei::{Aim, Answer, AnyPosition, Error};
use shomei_search::registry::Settings;

use super::{Cluster, Simulator, Traffic, Watch};
use crate::{Config, Coordinator, Figures, Hello, Question, Workers, drive};

/// The result of a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Simulation {
    /// The answer; unknown if a limit was reached or the simulation was stopped.
    pub answer: Answer,
    /// The virtual time of the search in expansions of one thread.
    pub makespan: u64,
    /// The counters of the coordinator.
    pub figures: Figures,
    /// The traffic on the links.
    pub traffic: Traffic,
    /// Positions in the upper tree at the end.
    pub tree: usize,
    /// The minimum expansions of a job at the end.
    pub budget: u64,
}

/// Answers a question with a simulated cluster and computes the virtual time. `limit` limits the
/// work of all jobs together.
///
/// # Errors
///
/// If the searchers cannot be opened, the game fails, or no machine can take part.
pub fn simulate(
    position: &AnyPosition,
    aim: Aim,
    (settings, config): (&Settings, &Config),
    cluster: &Cluster,
    (limit, stop): (Option<u64>, &Arc<AtomicBool>),
    watch: Watch<'_>,
) -> Result<Simulation, Error> {
    let question = Question::new(position, aim, settings)?;
    let hello = Hello {
        question: question.clone(),
        threads: cluster.threads.max(1),
        table: 0,
    };
    let mut coordinator = Coordinator::new(question, config.clone())?;
    let crews = Crews {
        settings: settings.clone(),
        tables: cluster.machines.max(1) as usize,
        searchers: cluster.threads.max(1) as usize,
        memory: cluster.memory,
        stop: Arc::clone(stop),
    };
    let mut simulated = None;
    position.with_crews(aim, &crews, &mut |crews| {
        let mut workers = Simulator::new(cluster, hello.clone(), crews, &mut *watch);
        let mut enough = |coordinator: &Coordinator| {
            let work = coordinator.progress().figures.work;
            match stop.load(Ordering::Relaxed) || limit.is_some_and(|limit| work >= limit) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let answer = drive(&mut coordinator, &mut workers, None, &mut enough);
        simulated = Some(answer.map(|answer| (answer, workers.now(), workers.traffic())));
    })?;
    let driven = simulated.unwrap_or(Ok((Answer::Unknown, 0, Traffic::default())));
    let (answer, makespan, traffic) = driven.map_err(|error| Error::run(error.to_string()))?;
    let progress = coordinator.progress();
    Ok(Simulation {
        answer,
        makespan,
        figures: progress.figures,
        traffic,
        tree: progress.tree,
        budget: progress.budget,
    })
}
