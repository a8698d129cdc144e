//! Questions about the score of a position, watched while they are answered one after another.

use std::io;
use std::time::Instant;

use shomei::{Aim, Answer, AnyPosition, CertificateWish, Error, Event, SearchSink, Side, Solution};

/// What is proven of a position so far.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Found {
    /// The least and the greatest score that are possible for the side to move.
    pub(crate) bounds: [i32; 2],
    /// A move, and the score that the side to move reaches with it at least: the greatest of
    /// which the move is known.
    pub(crate) best: Option<(i32, String)>,
    /// A line of play that keeps the score, where that is known and a line was wanted.
    pub(crate) line: Vec<String>,
}

impl Found {
    /// Nothing, where scores reach so far.
    pub(crate) fn nothing(greatest: i32) -> Found {
        Found {
            bounds: [-greatest, greatest],
            best: None,
            line: Vec::new(),
        }
    }

    /// The score, if it is known.
    pub(crate) fn score(&self) -> Option<i32> {
        let [low, high] = self.bounds;
        (low == high).then_some(low)
    }

    /// The score and a move that leads to it, if both are known.
    pub(crate) fn solved(&self) -> Option<(i32, &str)> {
        let score = self.score()?;
        let (least, mv) = self.best.as_ref()?;
        (*least == score).then_some((score, mv))
    }
}

/// Who is told while positions are searched.
pub(crate) trait Watches {
    /// More is proven of the position that was asked about.
    fn found(&mut self, found: &Found);

    /// So many nodes were searched, in so many seconds. It is told often.
    fn worked(&mut self, nodes: u64, seconds: f64);
}

/// Listens to nothing.
pub(crate) struct Silence;

impl Watches for Silence {
    fn found(&mut self, _found: &Found) {}

    fn worked(&mut self, _nodes: u64, _seconds: f64) {}
}

/// Work that is counted over several questions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Work {
    /// Since when.
    started: Instant,
    /// The nodes of all searches that are done.
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

/// Follows the searches of questions about one position.
pub(crate) struct Watching<'a> {
    /// The position.
    pub(crate) root: &'a AnyPosition,
    /// Its side to move.
    pub(crate) mover: Side,
    /// The distance of two scores.
    pub(crate) step: i32,
    pub(crate) found: Found,
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
                // A stop may have come before the line was found.
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

/// Keeps what is learnt of the position, and counts the nodes.
impl SearchSink for Watching<'_> {
    type Certificate = io::Sink;

    fn begin(
        &mut self,
        _: &AnyPosition,
        _: Aim,
        _: CertificateWish,
    ) -> Result<Option<io::Sink>, Error> {
        Ok(None)
    }

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
