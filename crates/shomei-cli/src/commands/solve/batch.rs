//! Many problems, of a list or a folder: one result line each, a summary last.

use std::path::Path;

use shomei::ExactLine;

use super::answer::{Answered, answer};
use super::expected::expected;
use super::facts::Facts;
use super::lines::{Line, game_of, of_case};
use super::list::jobs::{self, Taker, Work};
use super::list::journal::{self, Journal, Known};
use super::list::told::Told;
use super::overview::Overview;
use super::page::Page;
use super::record::Target;
use super::stated::Stated;
use super::summary::Summary;
use super::tally::Tally;
use super::{Request, hint_of_moves, warn_of_moves};
use crate::failure::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::output::{complain, path_text, print, print_as_is};
use crate::problems::{Content, Many, Name, Problem, check_outside, place_in};

/// Answers every problem. A bad one is reported and the rest goes on.
pub(super) fn run(request: &mut Request, mut many: Many<'_>) -> Result<Exit, Failure> {
    let targets = [
        ("--proof", request.proof.as_deref()),
        ("--record", request.record.as_deref()),
    ];
    for (option, target) in targets {
        if let Some(target) = target {
            check_target(option, target, many.folder.as_deref())?;
        }
    }
    let files = [
        ("--journal", &request.lists.journal),
        ("--report", &request.page.report),
        ("--store-file", request.store_file()),
    ];
    if let Some(folder) = &many.folder {
        for (option, path) in files {
            path.as_ref()
                .map_or(Ok(()), |path| check_outside(option, path, folder))?;
        }
    }
    read_first(&mut many, &request.interrupt)?;
    let page = Page::of_many(request, &many.place)?;
    request.open_store()?;
    let request = &*request;
    let journal = request.lists.journal.as_deref();
    let journal = journal
        .map(|path| Journal::open(path, request))
        .transpose()?;
    let (journal, known) = journal.unzip();
    let mut telling = Telling {
        request,
        tally: Tally::of(many.folder.as_deref()),
        overview: Overview::of(request),
        summary: Summary::of(request),
        journal,
        page,
    };
    let answering = Answering {
        request,
        known: known.unwrap_or_default(),
    };
    let mut problems = many.problems;
    jobs::run(request.lists.jobs, &mut problems, &answering, &mut telling)?;
    telling.tally.is_interrupted = request.interrupt.is_set();
    telling.end()
}

/// Reads the first problem, so that nothing is written for a list that has none or cannot be read.
fn read_first(many: &mut Many<'_>, interrupt: &Interrupt) -> Result<(), Failure> {
    match many.problems.next().transpose()? {
        None if interrupt.is_set() => Ok(()),
        None => {
            let message = format!("{}: there is no position in it", many.place);
            Err(Failure::Input(message))
        }
        Some(first) => {
            let rest = std::mem::replace(&mut many.problems, Box::new(std::iter::empty()));
            many.problems = Box::new(std::iter::once(Ok(first)).chain(rest));
            Ok(())
        }
    }
}

/// The answers to the problems, by searches or from a journal.
struct Answering<'a> {
    request: &'a Request,
    known: Known,
}

impl Work for Answering<'_> {
    type Problem = Problem;
    type Result = Told;
    type Kept = Request;

    fn begin(&self) -> Request {
        self.request.of_worker()
    }

    fn of(&self, own: &mut Request, problem: Problem) -> Result<Told, Failure> {
        let key = self.request.lists.journal.as_ref();
        let key = key.and_then(|_| journal::key_of(&problem));
        let known = key.as_ref().and_then(|key| self.known.get(key));
        // What is gone is made again.
        if let Some(told) = known.filter(|told| told.files.iter().all(|file| file.exists())) {
            return Ok(told.clone());
        }
        Told::of(&own.next(), problem, key)
    }

    fn is_stopped(&self) -> bool {
        self.request.interrupt.is_set()
    }

    fn stop(&self) {
        self.request.interrupt.raise();
    }
}

/// Who tells what was found, and what it all came to.
struct Telling<'a> {
    request: &'a Request,
    tally: Tally,
    overview: Overview,
    summary: Option<Summary>,
    journal: Option<Journal>,
    page: Option<Page>,
}

impl Taker<Told> for Telling<'_> {
    fn hear(&mut self, told: &Told) -> Result<(), Failure> {
        match (&mut self.journal, &told.key) {
            (Some(journal), Some(key)) if told.is_final => journal.add(key, told),
            _ => Ok(()),
        }
    }

    fn take(&mut self, told: Told) -> Result<(), Failure> {
        if let Some(text) = &told.text {
            match self.request.json {
                true => print_as_is(text)?,
                false => print(text)?,
            }
        }
        told.complaints.iter().for_each(complain);
        self.tally.count(&told.counts);
        self.tally.known += u64::from(told.is_known());
        if let (Some(page), Some(row)) = (&mut self.page, &told.page) {
            page.add_row(row);
        }
        if let Some(row) = told.overview {
            self.overview.add(row);
        }
        if let Some(summary) = &mut self.summary {
            summary.add(told.row);
        }
        Ok(())
    }
}

impl Telling<'_> {
    /// Tells what all came to.
    fn end(self) -> Result<Exit, Failure> {
        let request = self.request;
        let line = self.tally.summary(request);
        if request.json {
            complain(&line);
        } else {
            self.overview.print()?;
            print(&line)?;
        }
        if let Some(summary) = &self.summary {
            summary.print(request)?;
        }
        if let Some(page) = self.page {
            let path = page.write_many(request, &line)?;
            if !request.json {
                let path = path_text(&path);
                print(
                    request
                        .lang
                        .pick(format!("report: {path}"), format!("報告：{path}")),
                )?;
            }
        }
        Ok(self.tally.exit())
    }
}

/// Refuses what is no directory, or would be read as a problem the next time.
fn check_target(option: &str, target: &Path, folder: Option<&Path>) -> Result<(), Failure> {
    if !target.is_dir() {
        let target = target.display();
        let what = match option {
            "--proof" if folder.is_none() => "for a list of positions --proof",
            "--proof" => "for a folder --proof",
            _ => "for a list of positions or a folder --record",
        };
        let message = format!("{what} must be a directory; {target} is none");
        return Err(Failure::Usage(message));
    }
    folder.map_or(Ok(()), |folder| check_outside(option, target, folder))
}

/// A problem with its answer.
pub(super) struct Done {
    /// What was asked, where the line says more than the command line.
    pub(super) request: Option<Request>,
    pub(super) answered: Answered,
    /// How much of the game was left.
    pub(super) left: Option<u32>,
}

/// The answer, held against what the text says.
pub(super) fn answer_problem(
    request: &Request,
    name: &Name,
    content: Content,
) -> Result<Done, Failure> {
    let line = content
        .case()
        .map(|case| of_case(request, case))
        .transpose()?;
    let (own, facts) = match line {
        Some(Line { request, facts }) => (Some(request), Some(facts)),
        None => (None, None),
    };
    let asked = own.as_ref().unwrap_or(request);
    if own.is_none() {
        // A game that has no usual rules has no position without rules.
        game_of(request, "")?;
    }
    let content = content.in_columns(&asked.game);
    let (answered, left) = answer_content(asked, name, &content, facts.as_ref())?;
    Ok(Done {
        request: own,
        answered,
        left,
    })
}

fn answer_content(
    request: &Request,
    name: &Name,
    content: &Content,
    facts: Option<&Facts>,
) -> Result<(Answered, Option<u32>), Failure> {
    let game = &request.game;
    let moment = request.moment;
    let position = content.position(game, moment).map_err(Failure::from)?;
    let expected = match content.text(moment) {
        Some(text) => expected(game, &position, text)?,
        None => None,
    };
    let proof = request.proof.as_deref();
    let proof = proof.map(|directory| place_in(&request.guard, directory, name, "proof"));
    content.warn(game, name);
    let said = content.said(game);
    let source = content.source(game, moment);
    let target = Target::of_many(request, name, &position, source)?;
    let asked = request.given(content);
    let mut answered = answer(
        &asked,
        &position,
        proof.transpose()?.as_deref(),
        ExactLine::Omit,
    )
    .map_err(|failure| hint_of_moves(request, content, failure))?;
    answered.notes.problem = name.in_file();
    answered.notes.said = said;
    answered.notes.stated = Stated::of(request, content, &position, &answered);
    if let Some(target) = target {
        target.write(request, &mut answered);
    }
    warn_of_moves(request, name, content, &answered);
    if let Some(expected) = expected {
        expected.compare(&mut answered);
    }
    if let Some(facts) = facts {
        facts.compare(position.to_move(), &mut answered);
    }
    Ok((answered, position.remaining()))
}
