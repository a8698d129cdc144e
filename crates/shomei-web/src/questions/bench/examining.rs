//! The thread of a workbench.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use shomei::composers::{Change, Examination, Variant, Workbench, WorkbenchQuery};
use shomei::data::ExaminationData;
use shomei::messages::{examined_flaw_in, examined_length_in, variant_in};
use shomei::search::{Limits, Stop};
use shomei::{AnyPosition, Error, Event, Session, Stopper};

use super::{BenchWork, Job, JobQueue};
use crate::names;
use crate::questions::Live;
use crate::questions::live::{QuestionAnswer, ShownAnswer};
use crate::texts::InEachLang;

/// A workbench ends after this time without a question.
const IDLE: Duration = Duration::from_secs(600);

/// The maximum number of variants of one question.
const MOST_VARIANTS: usize = 1_000;

/// The maximum number of nodes for one variant, as in `shomei compose vary`.
const NODES: u64 = 300_000;

/// Answers questions until the workbench is closed.
pub(super) fn serve(queue: &Arc<JobQueue>, memory: usize) {
    let _end = AtEnd(queue);
    let mut next = queue.next(IDLE);
    while let Some(first) = next.take() {
        next = with_tables(first, queue, memory);
    }
}

/// Closes a queue when its thread ends, also by a panic. Questions that still wait end with an
/// error.
struct AtEnd<'a>(&'a JobQueue);

impl Drop for AtEnd<'_> {
    fn drop(&mut self) {
        self.0.close();
        while self.0.pop().is_some() {}
    }
}

/// Opens the tables for a question, and answers it and later ones. Returns the first one that needs
/// other tables.
fn with_tables(first: Job, queue: &Arc<JobQueue>, memory: usize) -> Option<Job> {
    let root = first.position.clone();
    let watch = Rc::new(Watch {
        live: RefCell::new(Arc::clone(&first.live)),
        queue: Arc::clone(queue),
        yields: AtomicBool::new(false),
        stopper: Stopper::default(),
    });
    let (mut first, mut next) = (Some(first), None);
    let opened = Session::new(root.game()).and_then(|mut session| {
        let seen = Rc::clone(&watch);
        let mut observer = move |event: &Event<'_>| seen.see(event);
        let mut work = |bench: &mut Workbench<'_>| {
            let watch = &watch;
            next = Working { bench, watch }.serve(first.take());
            Ok(())
        };
        let query = WorkbenchQuery::default();
        session.set_memory(memory);
        // The side to move attacks, also if it is the second one.
        let attacker = Some(root.to_move());
        session.at_workbench(&root, attacker, &query, &mut observer, &mut work)
    });
    if let (Err(error), Some(job)) = (opened, first) {
        job.live.end(Err(error));
    }
    next
}

/// The current question, those that wait, and the flag that interrupts the search.
struct Watch {
    live: RefCell<Arc<Live>>,
    queue: Arc<JobQueue>,
    /// Whether a waiting question interrupts the search.
    yields: AtomicBool,
    stopper: Stopper,
}

impl Watch {
    fn see(&self, event: &Event<'_>) {
        let live = self.live.borrow();
        live.see(event);
        let is_wanted = self.yields.load(Ordering::Relaxed) && self.queue.has_new();
        if live.is_stopped() || is_wanted {
            self.stopper.stop();
        }
    }
}

/// An open workbench that answers questions.
struct Working<'a, 'b> {
    bench: &'a mut Workbench<'b>,
    watch: &'a Watch,
}

impl Working<'_, '_> {
    /// Answers questions until one needs other tables, which is returned.
    fn serve(mut self, first: Option<Job>) -> Option<Job> {
        let mut next = first;
        loop {
            let job = match next.take() {
                Some(job) => job,
                None => self.watch.queue.next(IDLE)?,
            };
            if !self.bench.can_examine(&job.position) {
                return Some(job);
            }
            let mut outcome = match &job.work {
                BenchWork::Judge => self.judge(&job),
                BenchWork::Vary(changes) => self.vary(&job, changes, &mut next),
            };
            if let Ok(answer) = outcome {
                outcome = job.position.game().unless_failed(Ok(answer));
            }
            job.live.end(outcome);
        }
    }

    fn judge(&mut self, job: &Job) -> Result<QuestionAnswer, Error> {
        self.watch.yields.store(false, Ordering::Relaxed);
        let limits = limits_of(job);
        let examined = self.examine(&job.position, job, &limits)?;
        let data = data_of(self.bench, &examined, None);
        let attacker = self.bench.attacker();
        Ok(answer(&data, |lang| {
            words_of(&job.position.for_attacker(attacker), &examined, lang)
        }))
    }

    /// Examines the variants, and answers verdicts that are asked meanwhile. Another question ends
    /// the list and becomes the `next` one.
    fn vary(
        &mut self,
        job: &Job,
        changes: &[Change],
        next: &mut Option<Job>,
    ) -> Result<QuestionAnswer, Error> {
        let limits = Limits {
            nodes: Some(NODES),
            ..limits_of(job)
        };
        let variants = job.position.variants(self.bench.attacker(), changes);
        let (count, mut done) = (variants.len(), 0);
        for variant in variants.iter().take(MOST_VARIANTS) {
            let examined = match self.examine_variant(variant, job, &limits, next)? {
                ControlFlow::Continue(examined) => examined,
                ControlFlow::Break(()) => break,
            };
            done += 1;
            let mut row = data_of(self.bench, &examined, Some(variant));
            row["number"] = json!(done);
            row["of"] = json!(count);
            job.live.add_row(InEachLang::of(|_| row.clone()));
        }
        let data = json!({ "examined": done, "variants": count });
        Ok(answer(&data, |_| String::new()))
    }

    /// Examines a variant, again if a verdict has interrupted it. Breaks at the limits of the list.
    fn examine_variant(
        &mut self,
        variant: &Variant<AnyPosition>,
        job: &Job,
        limits: &Limits,
        next: &mut Option<Job>,
    ) -> Result<ControlFlow<(), Examination>, Error> {
        loop {
            self.answer_verdicts(next);
            if next.is_some() || job.live.is_stopped() || limits.reached() == Some(Stop::Time) {
                return Ok(ControlFlow::Break(()));
            }
            self.watch.yields.store(true, Ordering::Relaxed);
            let examined = self.examine(&variant.position, job, limits)?;
            if examined.stopped_by != Some(Stop::Interrupt) {
                return Ok(ControlFlow::Continue(examined));
            }
        }
    }

    /// Answers the waiting verdicts. Any other question becomes the `next` one.
    fn answer_verdicts(&mut self, next: &mut Option<Job>) {
        if !self.watch.queue.take_new() {
            return;
        }
        while next.is_none()
            && let Some(job) = self.watch.queue.pop()
        {
            match job.work {
                BenchWork::Judge if self.bench.can_examine(&job.position) => {
                    let outcome = self.judge(&job);
                    job.live.end(outcome);
                }
                _ => *next = Some(job),
            }
        }
    }

    /// Examines a position as a part of a question.
    fn examine(
        &mut self,
        position: &AnyPosition,
        job: &Job,
        limits: &Limits,
    ) -> Result<Examination, Error> {
        let Watch { live, stopper, .. } = self.watch;
        live.replace(Arc::clone(&job.live));
        stopper.go_on();
        if job.live.is_stopped() {
            stopper.stop();
        }
        self.bench.set_limits(Limits {
            stop: Some(stopper.flag()),
            ..limits.clone()
        });
        let examined = self.bench.examine(position)?;
        job.live.next(examined.nodes);
        Ok(examined)
    }
}

/// The limits of a whole question.
fn limits_of(job: &Job) -> Limits {
    let limits = Limits {
        time: Some(job.live.share().time),
        ..Limits::default()
    };
    limits.started()
}

/// A verdict as data, with texts in each language.
fn data_of(
    bench: &Workbench<'_>,
    examined: &Examination,
    variant: Option<&Variant<AnyPosition>>,
) -> Value {
    let changes = variant.map(std::slice::from_ref).unwrap_or_default();
    let mut data = json!(ExaminationData::of(examined, changes));
    data["kind"] = json!(examined.kind().name());
    data["length_text"] = json!(InEachLang::of(|lang| examined_length_in(examined, lang)));
    let game = bench.root().game();
    if let Ok(position) = game.position(&examined.position) {
        let position = position.for_attacker(bench.attacker());
        let texts = InEachLang::of(|lang| flaw_of(&position, examined, lang));
        data["flaw_text"] = json!(texts);
        data["line_names"] = json!(InEachLang::of(|lang| {
            names::along(&position, &examined.line, lang).0
        }));
    }
    if let Some(variant) = variant {
        data["change_text"] = json!(InEachLang::of(|lang| {
            variant_in(variant.change, &variant.what, game, lang)
        }));
    }
    data
}

/// The most serious flaw, with an example.
fn flaw_of(position: &AnyPosition, examined: &Examination, lang: crate::texts::Lang) -> String {
    let line = &examined.line;
    let (_, positions) = names::along(position, line, lang);
    let name = |ply: usize, mv: &str| names::name_at(&positions, line, (ply, mv), lang);
    examined_flaw_in(examined, name, lang)
}

/// The verdict in words.
fn words_of(position: &AnyPosition, examined: &Examination, lang: crate::texts::Lang) -> String {
    let length = examined_length_in(examined, lang);
    match flaw_of(position, examined, lang) {
        flaw if flaw.is_empty() => length,
        flaw => format!("{length}: {flaw}"),
    }
}

fn answer(data: &Value, words: impl Fn(crate::texts::Lang) -> String) -> QuestionAnswer {
    QuestionAnswer {
        shown: InEachLang::of(|lang| ShownAnswer {
            data: data.clone(),
            words: words(lang),
        }),
        certificates: Vec::new(),
        bundle: None,
        problems: Vec::new(),
    }
}
