//! `shomei show`: a position, how it stands, the legal moves.

use clap::Args;
use shomei_game::NotationError;

use crate::cli::{GameArgs, MomentArgs};
use crate::failure::{Exit, Failure};
use crate::games::{Entry, Games};
use crate::interrupt::Interrupt;
use crate::language::{LangArgs, Names};
use crate::output::{grouped, print};
use crate::problems::{self, Content, Name, Problem, Problems, no_position};
use crate::shown;
use shomei::words::plies_in;
use shomei::{AnyGame, AnyRecord};
use shomei_game::Lang;

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
    #[command(flatten)]
    lang: LangArgs,
}

/// Shows one position.
pub(crate) fn run(args: &ShowArgs, games: &Games) -> Result<Exit, Failure> {
    let (entry, game) = args.game.open(games)?;
    let problem = one(&args.position, entry, &game)?;
    let (name, content) = (problem.name, problem.content?);
    let position = content
        .position(&game, args.moment.moment())
        .map_err(|error| no_position(&name, &content, &error))?;
    content.warn(&game, &name);
    let lang = args.lang.lang();
    print(shown::head(&position, lang))?;
    let is_text = matches!(content, Content::Text(_));
    if let Some(record) = content.record(&game).filter(|_| !is_text) {
        let record = record.map_err(|error| failure(&name, &error))?;
        if !record.moves().is_empty() || !record.branches().is_empty() {
            print(lines(&record, lang))?;
        }
    }
    print(shown::end(entry, &position, lang))?;
    Ok(Exit::Done)
}

/// The one problem that an argument stands for. Where there are no records a file is a
/// list.
fn one(argument: &str, entry: &Entry, game: &AnyGame) -> Result<Problem, Failure> {
    let is_list = argument.starts_with('@') && entry.kind.record_forms.is_empty();
    if !is_list
        && let Problems::One(problem) = problems::of(argument, entry, game, &Interrupt::default())?
    {
        return Ok(problem);
    }
    let message = format!("this command takes one position, not a list ({argument})");
    Err(Failure::Usage(message))
}

fn failure(name: &Name, error: &NotationError) -> Failure {
    Failure::Input(format!("{}: {error}", name.place()))
}

/// What a record holds after its position: its line, and its branches with their numbers for
/// `--at`.
fn lines(record: &AnyRecord, lang: Lang) -> String {
    let plies = |moves: &[String]| plies_in(moves.len() as u64, lang);
    let branches = match (record.branches().len(), lang) {
        (0, _) => String::new(),
        (1, Lang::En) => ", 1 branch".to_string(),
        (several, Lang::En) => format!(", {several} branches"),
        (several, Lang::Ja) => format!("、変化{}", grouped(several as u64)),
    };
    let main = plies(record.moves());
    let mut names = Names::of(record.root.clone(), lang);
    let line = names.behind(&[], record.moves()).join(" ");
    let mut lines = vec![lang.pick(
        format!("record ({main}{branches}): {line}"),
        format!("棋譜（{main}{branches}）：{line}"),
    )];
    for (number, branch) in (1..).zip(record.branches()) {
        let (from, plies) = (branch.at + 1, plies(&branch.moves));
        let before = &record.moves()[..branch.at.min(record.moves().len())];
        let line = names.behind(before, &branch.moves).join(" ");
        lines.push(lang.pick(
            format!("branch {number} ({plies} from move {from} on): {line}"),
            format!("変化{number}（{from}手目から{plies}）：{line}"),
        ));
    }
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    lines.join("\n")
}
