//! `shomei solve`: answers one question about a position, or about many.

mod answer;
pub(crate) mod args;
mod batch;
pub(crate) mod check;
mod delivery;
mod expected;
mod facts;
mod headline;
mod json;
mod lengths;
mod lines;
mod list;
mod missing;
mod naming;
mod overview;
mod page;
mod record;
mod refutation;
mod report;
mod request;
pub(crate) mod review;
mod stated;
mod summary;
mod tally;
#[cfg(test)]
mod tests;
mod yozume;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use shomei::{ErrorKind, ExactLine, WinLength};

use crate::checkpoint::Plan;
use crate::cli::{duration, heading};
use crate::failure::{Exit, Failure};
use crate::games::Games;
use crate::interrupt::Interrupt;
use crate::output::{print, warn};
use crate::problems::{self, Content, Moment, Name, Problem, Problems, no_position};

use answer::Answered;
use args::{AskArgs, StoreFileArgs};
use list::ListArgs;
use page::Page;
use record::RecordArgs;
use request::{Asked, AskedFor, Request};
use stated::Stated;
use summary::{Summary, SummaryRow};

const VALUE: &str = "Find the value for the side to move, win, draw or loss. This asks whether it can force a \
    win and whether its opponent can, the more likely one first";

const MOVES: &str = "Find the value of every legal move for the side to move, and so that of the position, by the \
    questions of --value about the position after each move. With --attacker, find whether that side can force a \
    win after each move; with --score, the score of each move";

const SCORE: &str = "Find the score for the side to move, in games whose results have one, by asking whether it \
    is at least N. A limit leaves bounds";

const SHORTEST: &str = "Find the fewest plies in which the attacker can force a win, prove that no win is \
    shorter, and print a line of exactly that length. A limit leaves bounds (df-pn, one thread). A certificate \
    proves the win in that many plies, not that no win is shorter";

const CHECKPOINT: &str = "Write the state of the search to FILE at intervals, and when a limit, Ctrl-C or SIGTERM \
    ends it without an answer. If FILE is a checkpoint of the same question, continue from it (df-pn only)";

/// The arguments. The short help has one sentence on each.
#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    ask: AskArgs,
    /// Find the value for the side to move: win, draw or loss
    #[arg(long, long_help = VALUE, conflicts_with_all = ["attacker", "moves", "score", "record"],
        help_heading = heading::ASKED)]
    value: bool,
    /// Find the value of every legal move for the side to move
    #[arg(long, long_help = MOVES, conflicts_with = "record", help_heading = heading::ASKED)]
    moves: bool,
    /// Find the score for the side to move, in games whose results have one
    #[arg(long, long_help = SCORE, conflicts_with_all = ["attacker", "record"],
        help_heading = heading::ASKED)]
    score: bool,
    /// Find the fewest plies in which the attacker can force a win
    #[arg(long, long_help = SHORTEST, help_heading = heading::ASKED,
        conflicts_with_all = ["value", "score", "checkpoint", "warm"])]
    shortest: bool,
    /// Write the state of the search to FILE at intervals, and continue from it
    #[arg(long, value_name = "FILE", long_help = CHECKPOINT, help_heading = heading::LIMITS)]
    checkpoint: Option<PathBuf>,
    /// Time between two checkpoints
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "60s",
        requires = "checkpoint", hide_short_help = true, help_heading = heading::LIMITS)]
    every: Duration,
    #[command(flatten, next_help_heading = heading::LIMITS)]
    store: StoreFileArgs,
    #[command(flatten, next_help_heading = heading::RESULTS)]
    record: RecordArgs,
    #[command(flatten, next_help_heading = heading::LISTS)]
    lists: ListArgs,
}

impl SolveArgs {
    /// What the command asks.
    fn asked(&self) -> Result<Asked, Failure> {
        let kind = match (self.value, self.moves, self.score) {
            (true, ..) => AskedFor::Value,
            (false, true, true) => AskedFor::MoveScores,
            (false, false, true) => AskedFor::Score,
            (false, true, false) => AskedFor::Moves,
            (false, false, false) => AskedFor::Answer,
        };
        if self.moves && self.ask.proof.is_some() {
            let message = "--moves writes no certificates: solve the position after a move for one";
            return Err(Failure::Usage(message.into()));
        }
        let guard = self.ask.guard(&[
            &self.record.record,
            &self.checkpoint,
            self.store.file(),
            &self.lists.journal,
        ])?;
        let plan = self.checkpoint.as_ref().map(|file| Plan {
            file: file.clone(),
            every: self.every,
            guard: guard.clone(),
        });
        // Other results do not replace what the search continues from.
        let continued = match &plan {
            Some(plan) if plan.is_there()? => Some(&plan.file),
            _ => None,
        };
        let guard = guard.reading(continued);
        Ok(Asked {
            command: "solve",
            kind,
            rules: None,
            length: match self.shortest {
                true => WinLength::Shortest,
                false => WinLength::Any,
            },
            composition: None,
            shortest: self.shortest.then_some("--shortest"),
            plan,
            store: self.store.clone(),
            record: self.record.record.clone(),
            lists: self.lists.clone(),
            guard,
        })
    }
}

/// Answers one position, or a list of them.
pub(crate) fn run(args: &SolveArgs, games: &Games) -> Result<Exit, Failure> {
    ask(&args.ask, args.asked()?, games)
}

/// Answers what a command asks about one position, or about a list of them.
fn ask(args: &AskArgs, asked: Asked, games: &Games) -> Result<Exit, Failure> {
    let mut request = Request::of(args, asked, Arc::new(games.clone()), Interrupt::install()?)?;
    let (entry, game) = (request.entry.clone(), request.game.clone());
    match problems::of(&args.position, &entry, &game, &request.interrupt)? {
        Problems::One(_) if request.lists.journal.is_some() => {
            let message = "--journal: a journal is of a list, not of one position".into();
            Err(Failure::Usage(message))
        }
        Problems::One(problem) => one(&mut request, problem),
        Problems::Many(_) if request.plan.is_some() => {
            let message = "a checkpoint is of one position, not of a list".into();
            Err(Failure::Usage(message))
        }
        Problems::Many(many) => batch::run(&mut request, many),
    }
}

fn one(request: &mut Request, problem: Problem) -> Result<Exit, Failure> {
    let Problem {
        name,
        input,
        content,
    } = problem;
    let content = content?;
    let position = content
        .position(&request.game, request.moment)
        .map_err(|error| no_position(&name, &content, &error))?;
    content.warn(&request.game, &name);
    let said = content.said(&request.game);
    let source = content.source(&request.game, request.moment);
    let target = record::Target::of_one(request, &position, source)?;
    let page = Page::of_one(request, &position.text())?;
    if let Some(target) = &request.proof {
        // No store is made for a certificate that cannot be written.
        answer::check_target(request, &position, target)?;
    }
    request.open_store()?;
    let request = &*request;
    let asked = request.given(&content);
    let mut answered = answer::answer(
        &asked,
        &position,
        request.proof.as_deref(),
        ExactLine::Search,
    )
    .map_err(|failure| hint_of_moves(request, &content, failure))?;
    answered.notes.place(&name, input);
    answered.notes.said = said;
    answered.notes.stated = Stated::of(request, &content, &position, &answered);
    if let Some(target) = target {
        target.write(request, &mut answered);
    }
    if let Some(page) = page {
        page.write_one(request, &mut answered);
    }
    warn_of_moves(request, &name, &content, &answered);
    if request.json {
        json::json(request, &answered)?;
    } else {
        print(report::all(request, &answered))?;
    }
    if let Some(mut summary) = Summary::of(request) {
        summary.add(SummaryRow::of(request, &name, &answered));
        summary.print(request)?;
    }
    answered.problems.iter().for_each(Failure::report);
    Ok(answered.exit())
}

/// Says that moves behind a position were played and leave nothing to play: most
/// likely they are the solution.
fn warn_of_moves(request: &Request, name: &Name, content: &Content, answered: &Answered) {
    let result = &answered.result;
    if result.why_over.is_some() && content.has_moves() && request.moment == Moment::Usual {
        warn(format_args!("{}: {BEHIND_MOVES}", name.place()));
    }
}

/// The same for a question that nobody can have meant.
fn hint_of_moves(request: &Request, content: &Content, failure: Failure) -> Failure {
    match failure {
        Failure::Library(error)
            if error.kind() == ErrorKind::Input
                && content.has_moves()
                && request.moment == Moment::Usual =>
        {
            error.with_advice(format_args!("; {BEHIND_MOVES}")).into()
        }
        failure => failure,
    }
}

const BEHIND_MOVES: &str = "this is the position after the moves in the text; --at start asks \
    about the one before them";
