//! `shomei solve`: answers one question about one position or about each position of a list.

mod answer;
pub(crate) mod args;
mod author_solution;
mod batch;
mod bundle;
pub(crate) mod check;
mod corpus_check;
mod expected_score;
mod headline;
mod json;
mod lengths;
mod lines;
mod list;
mod live_rows;
mod missing;
mod naming;
mod overview;
mod page;
mod record;
mod refutation;
mod report;
mod request;
mod result_sink;
pub(crate) mod review;
mod summary;
mod tally;
#[cfg(test)]
mod tests;
pub(crate) mod yozume;

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use shomei::{ErrorKind, ExactLine, Kinds, ProofSize, WinLength};
use shomei_game::error_text;

use crate::checkpoint::CheckpointPlan;
use crate::cli::{duration, heading};
use crate::failure::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::output::{print, warn_about};
use crate::problems::{self, Content, Moment, Name, Problem, Problems, no_position};

use answer::Answered;
use args::{AskArgs, StoreFileArgs};
use author_solution::AuthorSolution;
use bundle::Proofs;
use list::ListArgs;
pub(crate) use list::journal::{KIND as JOURNAL_KIND, warn_if_torn};
use live_rows::LiveRows;
use page::Page;
pub(crate) use page::VariantsPage;
use record::RecordArgs;
use request::{CommandQuery, QuestionKind, Request};
use summary::{Summary, SummaryRow};

const VALUE: &str = "Find the value for the side to move: win, draw or loss. This takes two \
    searches: one finds whether this side can force a win, the other whether its opponent can";

const MOVES: &str = "Find the value of every legal move for the side to move, and so the value of \
    the position. With --attacker, find for each move whether that side can force a win after it. \
    With --score, find the score of each move";

const SCORE: &str = "Find the exact score for the side to move, in games with scores. The command \
    asks repeatedly whether the score is at least N. If it reaches a limit, it prints the bounds \
    found so far";

const SHORTEST: &str = "Find the fewest plies in which the attacker can force a win, prove that \
    no win is shorter, and print a line of exactly that length. If the command reaches a limit, \
    it prints bounds of the length. With --proof FILE, a second certificate, FILE with the word \
    no-shorter, proves that no win is shorter. This option needs df-pn with one thread";

const SMALL_PROOF: &str = "Make the certificate smaller. The command looks for moves that need \
    fewer records, and leaves small parts to the search of the checker. The searches for moves \
    take at most a million additional nodes, or 128 for each record if that is more. If a limit \
    ends the work, the command writes the smallest certificate found so far. The lines of the \
    certificate can be longer than the printed line";

const CHECKPOINT: &str = "Write the state of the search to FILE at intervals, and when a limit, \
    Ctrl-C or SIGTERM ends the search without an answer. If FILE is a checkpoint of the same \
    question, the search continues from it, with the memory of the checkpoint; another \
    --memory is refused. This option needs df-pn";

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
    /// Find the score for the side to move, in games with scores
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
    /// The time between two checkpoints
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "60s",
        requires = "checkpoint", hide_short_help = true, help_heading = heading::LIMITS)]
    every: Duration,
    #[command(flatten, next_help_heading = heading::LIMITS)]
    store: StoreFileArgs,
    /// Make the certificate smaller, with additional searches
    #[arg(long, long_help = SMALL_PROOF, requires = "proof", conflicts_with = "shortest",
        help_heading = heading::RESULTS)]
    small_proof: bool,
    #[command(flatten, next_help_heading = heading::RESULTS)]
    record: RecordArgs,
    #[command(flatten, next_help_heading = heading::LISTS)]
    lists: ListArgs,
}

impl SolveArgs {
    /// The query that the options describe.
    fn query(&self) -> Result<CommandQuery, Failure> {
        let kind = match (self.value, self.moves, self.score) {
            (true, ..) => QuestionKind::Value,
            (false, true, true) => QuestionKind::MoveScores,
            (false, false, true) => QuestionKind::Score,
            (false, true, false) => QuestionKind::Moves,
            (false, false, false) => QuestionKind::Answer,
        };
        let guard = self.ask.guard(&[
            &self.record.record,
            &self.checkpoint,
            self.store.file(),
            &self.lists.journal,
        ])?;
        let plan = self.checkpoint.as_ref().map(|file| CheckpointPlan {
            file: file.clone(),
            every: self.every,
            guard: guard.clone(),
        });
        // The search continues from this checkpoint, so other results must not replace it.
        let continued = match &plan {
            Some(plan) if plan.exists()? => Some(&plan.file),
            _ => None,
        };
        let guard = guard.reading(continued);
        Ok(CommandQuery {
            command: "solve",
            kind,
            rules: None,
            length: WinLength::from(self.shortest),
            composition: None,
            shortest: self.shortest.then_some("--shortest"),
            plan,
            store: self.store.clone(),
            record: self.record.record.clone(),
            lists: self.lists.clone(),
            proof_size: match self.small_proof {
                true => ProofSize::Small,
                false => ProofSize::Usual,
            },
            guard,
        })
    }
}

/// Answers the question about one position or a list.
pub(crate) fn run(args: &SolveArgs, games: &Kinds) -> Result<Exit, Failure> {
    ask(&args.ask, args.query()?, games)
}

/// Runs the query of a command on one position or a list.
fn ask(args: &AskArgs, query: CommandQuery, games: &Kinds) -> Result<Exit, Failure> {
    let mut request = Request::of(args, query, games, Interrupt::install()?)?;
    let game = request.game.clone();
    match problems::of(&args.position, games, &game, &request.interrupt)? {
        Problems::One(problem) => {
            request.lists.refuse_for_one()?;
            one(&mut request, problem)
        }
        Problems::Many(_) if request.plan.is_some() => Err(Failure::usage(error_text!(
            "checkpoint-of-one-position",
            "a checkpoint is of one position, not of a list"
        ))),
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
    let source_texts = content.headers_and_comments(&request.game);
    let source = content.problem_record(&request.game, request.moment);
    let target = record::Target::of_one(request, &position, source)?;
    let page = Page::of_one(request, &position.text())?;
    if let Some(target) = &request.proof {
        // Checked first, so that no store is created when the certificate cannot be written.
        bundle::check_target(request, &position, target)?;
    }
    request.open_store()?;
    let request = &*request;
    let own_request = request.with_moves_of(&content);
    let mut answered = answer::answer_with_rows(
        &own_request,
        &position,
        Proofs::at(request.proof.as_deref()),
        ExactLine::Search,
        LiveRows::of(request, &position),
    )
    .map_err(|failure| hint_of_moves(request, &content, failure))?;
    answered.notes.place(&name, input);
    answered.notes.source_texts = source_texts;
    answered.notes.author_solution = AuthorSolution::of(request, &content, &position, &answered);
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

/// Warns that the game is over after the moves in the text, which are probably the solution.
fn warn_of_moves(request: &Request, name: &Name, content: &Content, answered: &Answered) {
    let result = &answered.result;
    if result.why_over.is_some() && content.has_moves() && request.moment == Moment::Default {
        let text = error_text!(
            "position-after-moves",
            "this is the position after the moves in the text; --at start asks about the one \
             before them"
        );
        warn_about(name.place(), text);
    }
}

/// Adds the same hint to the error of a question that makes no sense after the moves in the text.
fn hint_of_moves(request: &Request, content: &Content, failure: Failure) -> Failure {
    match failure {
        Failure::Library(error)
            if error.kind() == ErrorKind::Input
                && content.has_moves()
                && request.moment == Moment::Default =>
        {
            let advice = error_text!(
                "but-after-moves",
                "; this is the position after the moves in the text; --at start asks about the \
                 one before them"
            );
            error.with_advice(advice).into()
        }
        failure => failure,
    }
}
