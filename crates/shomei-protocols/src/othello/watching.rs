//! Observes the searches of consecutive questions about the score of one position.

use std::io;
use std::time::Instant;

use shomei::{Aim, Answer, AnyPosition, Error, Event, SearchSink, Side, Solution};

/// The proven facts about a position so far.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ProvenScore {
    /// The lower and the upper bound of the score for the side to move.
    pub(crate) bounds: [i32; 2],
    /// A move and a lower bound of its score: the greatest lower bound for which the move is known.
    pub(crate) best: Option<(i32, String)>,
    /// A line of play that keeps the score, if the score is proven and a line was requested.
    pub(crate) line: Vec<String>,
}

impl ProvenScore {
    /// Nothing is proven; scores range from `-greatest` to `greatest`.
    pub(crate) fn nothing(greatest: i32) -> ProvenScore {
        ProvenScore {
            bounds: [-greatest, greatest],
            best: None,
            line: Vec::new(),
        }
    }

    /// The score, if it is proven.
    pub(crate) fn score(&self) -> Option<i32> {
        let [low, high] = self.bounds;
        (low == high).then_some(low)
    }

    /// The score and a move that leads to it, if both are proven.
    pub(crate) fn solved(&self) -> Option<(i32, &str)> {
        let score = self.score()?;
        let (least, mv) = self.best.as_ref()?;
        (*least == score).then_some((score, mv))
    }
}

/// Receives progress of the searches of a position.
pub(crate) trait Watches {
    /// More is proven of the position.
    fn found(&mut self, found: &ProvenScore);

    /// The number of nodes and the seconds used so far. Called often.
    fn worked(&mut self, nodes: u64, seconds: f64);
}

/// Ignores all progress.
pub(crate) struct IgnoreProgress;

impl Watches for IgnoreProgress {
    fn found(&mut self, _found: &ProvenScore) {}

    fn worked(&mut self, _nodes: u64, _seconds: f64) {}
}

/// The work of several searches together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Work {
    /// The time at which the first search began.
    started: Instant,
    /// The nodes of all finished searches.
    pub(crate) nodes: u64,
}

impl Work {
    pub(crate) fn begin() -> Work {
        Work {
            started: Instant::now(),
            nodes: 0,
        }
    }

    pub(crate) fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }
}

/// Observes the searches of the questions about one position.
pub(crate) struct Watching<'a> {
    /// The position.
    pub(crate) root: &'a AnyPosition,
    /// Its side to move.
    pub(crate) mover: Side,
    /// The difference between adjacent scores.
    pub(crate) step: i32,
    pub(crate) found: ProvenScore,
    pub(crate) work: &'a mut Work,
    pub(crate) watcher: &'a mut dyn Watches,
}

impl Watching<'_> {
    fn learn(&mut self, least: i32, solution: &Solution) {
        let [low, high] = &mut self.found.bounds;
        let before = [*low, *high];
        match solution.report.answer {
            Answer::Proved if least >= *low => {
                *low = least;
                // The search may have been stopped before it found the line.
                if let Some(mv) = solution.line.moves.first() {
                    self.found.best = Some((least, mv.clone()));
                }
            }
            Answer::Disproved => *high = (*high).min(least - self.step),
            Answer::Proved | Answer::Unknown => {}
        }
        if self.found.bounds != before {
            self.watcher.found(&self.found);
        }
    }
}

/// Records what is proven of the position, and counts the nodes.
impl SearchSink for Watching<'_> {
    type Certificate = io::Sink;

    fn event(&mut self, event: &Event<'_>) {
        if let Event::Progress(progress) = event {
            let nodes = self.work.nodes + progress.counters.nodes();
            self.watcher.worked(nodes, self.work.seconds());
        }
    }

    fn end(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        solution: &mut Solution,
        _: Option<io::Sink>,
    ) -> Result<(), Error> {
        self.work.nodes += solution.report.counters.nodes();
        self.watcher.worked(self.work.nodes, self.work.seconds());
        if let (true, Some(least)) = (aim.attacker == self.mover, aim.least)
            && position == self.root
        {
            self.learn(least, solution);
        }
        Ok(())
    }
}
