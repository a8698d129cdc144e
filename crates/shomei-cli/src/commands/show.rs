//! `shomei show`: a position, how it stands, the legal moves.

use clap::Args;
use shomei_game::NotationError;

use crate::cli::{GameArgs, MomentArgs};
use crate::failure::{Exit, Failure};
use crate::games::{Entry, Games};
use crate::output::{plies_text, print};
use crate::problems::{self, Content, Name, Problem, Problems, no_position};
use crate::shown;
use shomei::AnyGame;
use shomei::AnyRecord;

const POSITION: &str = "The position as text, or - to read one position (all of it, so also a diagram or \
    a record) from standard input; @FILE holds a record of play";

/// The arguments.
#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    game: GameArgs,
    #[arg(value_name = "POSITION", help = POSITION, allow_hyphen_values = true)]
    position: String,
    #[command(flatten)]
    moment: MomentArgs,
}

/// Shows one position.
pub(crate) fn run(args: &ShowArgs, games: &Games) -> Result<Exit, Failure> {
    let (entry, game) = args.game.open(games)?;
    let problem = one(&args.position, entry, &game)?;
    let (name, content) = (problem.name, problem.content?);
    let position = content
        .position(&game, args.moment.moment())
        .map_err(|error| no_position(&name, &content, &error))?;
    print(shown::head(&position))?;
    if let Content::Record(bytes) = &content {
        let record = game.read_record(bytes);
        let record = record.map_err(|error| failure(&name, &error))?;
        if !record.moves.is_empty() || !record.branches.is_empty() {
            print(lines(&record))?;
        }
    }
    print(shown::end(entry, &position))?;
    Ok(Exit::Done)
}

/// The one problem that an argument stands for. Where there are no records a file is a
/// list.
fn one(argument: &str, entry: &Entry, game: &AnyGame) -> Result<Problem, Failure> {
    let is_list = argument.starts_with('@') && entry.kind.record_forms.is_empty();
    if !is_list && let Problems::One(problem) = problems::of(argument, entry, game)? {
        return Ok(problem);
    }
    let message = format!("this command takes one position, not a list ({argument})");
    Err(Failure::Usage(message))
}

fn failure(name: &Name, error: &NotationError) -> Failure {
    Failure::Input(format!("{}: {error}", name.place()))
}

/// What a record holds behind its position: its line, and its branches with their numbers for
/// `--at`.
fn lines(record: &AnyRecord) -> String {
    let branches = match record.branches.len() {
        0 => String::new(),
        1 => ", 1 branch".to_string(),
        several => format!(", {several} branches"),
    };
    let plies = |moves: &[String]| plies_text(moves.len() as u64);
    let line = |head: String, moves: &[String]| {
        let line = format!("{head}: {}", moves.join(" "));
        line.trim_end().to_string()
    };
    let head = format!("record ({}{branches})", plies(&record.moves));
    let mut lines = vec![line(head, &record.moves)];
    for (number, branch) in (1..).zip(&record.branches) {
        let from = branch.at + 1;
        let head = format!(
            "branch {number} ({} from move {from} on)",
            plies(&branch.moves)
        );
        lines.push(line(head, &branch.moves));
    }
    lines.join("\n")
}
