//! Solves the problems of a list or a folder and prints one line each, then a summary.

use std::path::Path;

use shomei::ExactLine;
use shomei_game::error_text;
use shomei_messages::{self as msg, Message};

use super::answer::{Answered, answer};
use super::author_solution::AuthorSolution;
use super::bundle::{Proofs, extension_in_directory};
use super::corpus_check::CorpusCheck;
use super::expected_score::expected;
use super::lines::{Line, game_of, of_case};
use super::list::journal::{self, KnownResults};
use super::list::result::ListResult;
use super::overview::Overview;
use super::page::Page;
use super::record::Target;
use super::summary::Summary;
use super::tally::Tally;
use super::{Request, hint_of_moves, warn_of_moves};
use crate::failure::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::output::{path_text, print, print_as_is, print_stderr};
use crate::problems::{Batch, Content, Name, Problem, check_outside, empty_list, path_in};
use crate::workers;

/// Answers every problem. A bad problem is reported and does not end the list.
pub(super) fn run(request: &mut Request, mut many: Batch<'_>) -> Result<Exit, Failure> {
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
    many.check_outside(&files)?;
    read_first(&mut many, &request.interrupt)?;
    let page = Page::of_many(request, &many.place)?;
    // What exists is opened first, so that a refused file leaves no new one.
    let has_store = request
        .store_file()
        .as_ref()
        .is_some_and(|path| path.exists());
    if has_store {
        request.open_store()?;
    }
    let journal = request.lists.journal.as_deref();
    let journal = journal
        .map(|path| journal::open(path, request))
        .transpose()?;
    if !has_store {
        request.open_store()?;
    }
    let request = &*request;
    let (mut journal, known) = journal.unzip();
    let known = known.unwrap_or_default();
    let mut output = ListOutput {
        request,
        tally: Tally::of(many.folder.as_deref()),
        overview: Overview::of(request),
        summary: Summary::of(request),
        page,
    };
    let mut receive = workers::in_order(|result| output.receive(result));
    workers::run(
        (0..request.lists.jobs.get()).map(|_| request.of_worker()),
        &request.interrupt.flag(),
        many.problems,
        |own, problem| list_result(own, problem, &known),
        |number, result| {
            if let (Some(journal), Ok(result)) = (&mut journal, &result) {
                journal::add(journal, result)?;
            }
            receive(number, result)
        },
    )
    .map_err(|error| {
        let about = error_text!("no-list-thread", "no thread for the list");
        Failure::caused(about, error)
    })??;
    drop(receive);
    output.tally.is_interrupted = request.interrupt.is_set();
    output.finish()
}

/// Reads the first problem, so that nothing is written for a list that is empty or unreadable.
fn read_first(many: &mut Batch<'_>, interrupt: &Interrupt) -> Result<(), Failure> {
    match many.problems.next().transpose()? {
        None if interrupt.is_set() => Ok(()),
        None => Err(Failure::input(empty_list()).context(&many.place)),
        Some(first) => {
            let rest = std::mem::replace(&mut many.problems, Box::new(std::iter::empty()));
            many.problems = Box::new(std::iter::once(Ok(first)).chain(rest));
            Ok(())
        }
    }
}

/// The result of a problem, by a search of a worker or from the journal.
fn list_result(
    own: &mut Request,
    problem: Problem,
    known: &KnownResults,
) -> Result<ListResult, Failure> {
    let key = own.lists.journal.as_ref();
    let key = key.and_then(|_| journal::key_of(&problem));
    let known = key.as_ref().and_then(|key| known.get(key));
    // A result whose files were deleted is computed again.
    if let Some(result) = known.filter(|result| result.files.iter().all(|file| has_bytes(file))) {
        return Ok(result.clone());
    }
    ListResult::of(&own.next(), problem, key)
}

/// Prints the results and collects the sums.
struct ListOutput<'a> {
    request: &'a Request,
    tally: Tally,
    overview: Overview,
    summary: Option<Summary>,
    page: Option<Page>,
}

impl ListOutput<'_> {
    fn receive(&mut self, result: ListResult) -> Result<(), Failure> {
        if let Some(text) = &result.text {
            match self.request.json {
                true => print_as_is(text)?,
                false => print(text)?,
            }
        }
        result.complaints.iter().for_each(print_stderr);
        self.tally.count(&result.counts);
        self.tally.known += u64::from(result.is_known());
        if let (Some(page), Some(row)) = (&mut self.page, &result.page) {
            page.add_row(row);
        }
        if let Some(row) = result.overview {
            self.overview.add(row);
        }
        if let Some(summary) = &mut self.summary {
            summary.add(result.row);
        }
        Ok(())
    }

    /// Prints the sums.
    fn finish(self) -> Result<Exit, Failure> {
        let request = self.request;
        let line = self.tally.summary(request);
        if request.json {
            print_stderr(&line);
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
                print(msg::ReportWritten { path }.text(request.lang))?;
            }
        }
        Ok(self.tally.exit())
    }
}

/// Refuses a target that is not a directory, and a directory that the next run would read as input.
fn check_target(option: &str, target: &Path, folder: Option<&Path>) -> Result<(), Failure> {
    if !target.is_dir() {
        let target = target.display();
        return Err(Failure::usage(match option {
            "--proof" if folder.is_none() => error_text!(
                "proof-of-list-no-directory",
                "for a list of positions --proof must be a directory; {target} is none",
                target = target
            ),
            "--proof" => error_text!(
                "proof-of-folder-no-directory",
                "for a folder --proof must be a directory; {target} is none",
                target = target
            ),
            _ => error_text!(
                "record-of-list-no-directory",
                "for a list of positions or a folder --record must be a directory; {target} is \
                 none",
                target = target
            ),
        }));
    }
    folder.map_or(Ok(()), |folder| check_outside(option, target, folder))
}

/// The result of one problem.
pub(super) struct SolvedProblem {
    /// The request of the line, if the line contains its own options.
    pub(super) request: Option<Request>,
    pub(super) answered: Answered,
    /// The remaining length of the game, in units of the game.
    pub(super) left: Option<u32>,
}

/// Answers a problem and compares the result with the expected values.
pub(super) fn answer_problem(
    request: &Request,
    name: &Name,
    content: Content,
) -> Result<SolvedProblem, Failure> {
    let line = content
        .case()
        .map(|case| of_case(request, case))
        .transpose()?;
    let (own, corpus_check) = match line {
        Some(Line {
            request,
            corpus_check,
        }) => (Some(request), Some(corpus_check)),
        None => (None, None),
    };
    let line_request = own.as_ref().unwrap_or(request);
    if own.is_none() {
        // A game without usual rules cannot read a position that gives no rules.
        game_of(request, "")?;
    }
    let content = content.first_position_column(&line_request.game);
    let (answered, left) = answer_content(line_request, name, &content, corpus_check.as_ref())?;
    Ok(SolvedProblem {
        request: own,
        answered,
        left,
    })
}

fn answer_content(
    request: &Request,
    name: &Name,
    content: &Content,
    corpus_check: Option<&CorpusCheck>,
) -> Result<(Answered, Option<u32>), Failure> {
    let game = &request.game;
    let moment = request.moment;
    let position = content.position(game, moment).map_err(Failure::from)?;
    let expected = match content.text(moment) {
        Some(text) => expected(game, &position, text)?,
        None => None,
    };
    let proof = request.proof.as_deref();
    let proof = proof.map(|directory| {
        path_in(
            &request.guard,
            directory,
            name,
            extension_in_directory(request.question),
        )
    });
    content.warn(game, name);
    let source_texts = content.headers_and_comments(game);
    let source = content.problem_record(game, moment);
    let target = Target::of_many(request, name, &position, source)?;
    let own_request = request.with_moves_of(content);
    let mut answered = answer(
        &own_request,
        &position,
        Proofs::at(proof.transpose()?.as_deref()),
        ExactLine::Omit,
    )
    .map_err(|failure| hint_of_moves(request, content, failure))?;
    answered.notes.problem = name.file_label();
    answered.notes.source_texts = source_texts;
    answered.notes.author_solution = AuthorSolution::of(request, content, &position, &answered);
    if let Some(target) = target {
        target.write(request, &mut answered);
    }
    warn_of_moves(request, name, content, &answered);
    if let Some(expected) = expected {
        expected.compare(&mut answered);
    }
    if let Some(corpus_check) = corpus_check {
        corpus_check.compare(position.to_move(), &mut answered);
    }
    Ok((answered, position.remaining()))
}

/// Whether a file has content: an empty one is not a certificate or a record.
fn has_bytes(file: &Path) -> bool {
    file.metadata().is_ok_and(|data| data.len() > 0)
}
