//! `shomei show`: prints a position with its legal moves.

use crate::cli::{GameArgs, MomentArgs};
use crate::failure::{Exit, Failure};
use crate::input::one_position_only;
use crate::interrupt::Interrupt;
use crate::language::{MoveNames, user_language};
use crate::output::print;
use crate::problems::{self, Content, Problem, Problems, no_position};
use crate::show_text;
use clap::Args;
use shomei::messages::plies_in;
use shomei::{AnyGame, AnyRecord, Kinds};
use shomei_game::Lang;
use shomei_messages::{self as msg, Message};

const POSITION: &str = "The position as text; or - for one position from standard input, which \
    can also be a diagram or a record of play; or @FILE for a record of play";

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
pub(crate) fn run(args: &ShowArgs, games: &Kinds) -> Result<Exit, Failure> {
    let (kind, game) = args.game.open(games)?;
    let problem = single_problem(&args.position, games, &game)?;
    let (name, content) = (problem.name, problem.content?);
    let position = content
        .position(&game, args.moment.moment())
        .map_err(|error| no_position(&name, &content, &error))?;
    content.warn(&game, &name);
    let lang = user_language();
    print(show_text::position_text(&position, lang))?;
    let is_text = matches!(content, Content::Text(_));
    if let Some(record) = content.record(&game).filter(|_| !is_text) {
        let record = record.map_err(|error| Failure::from(error).context(name.place()))?;
        if !record.moves().is_empty() || !record.branches().is_empty() {
            print(record_text(&record, lang))?;
        }
    }
    print(show_text::moves_text(kind, &position, lang))?;
    Ok(Exit::Done)
}

/// The single problem of an argument. In a game without records, a file is a list.
pub(super) fn single_problem(
    argument: &str,
    games: &Kinds,
    game: &AnyGame,
) -> Result<Problem, Failure> {
    let is_list = argument.starts_with('@') && games.find(&game.name())?.record_forms.is_empty();
    if !is_list
        && let Problems::One(problem) = problems::of(argument, games, game, &Interrupt::default())?
    {
        return Ok(problem);
    }
    Err(Failure::usage(one_position_only(argument)))
}

/// The moves of a record: its main line, and its branches with their numbers for `--at`.
fn record_text(record: &AnyRecord, lang: Lang) -> String {
    let count = |moves: &[String]| plies_in(moves.len() as u64, lang);
    let plies = count(record.moves());
    let mut names = MoveNames::of(record.root.clone(), lang);
    let moves = names.after(&[], record.moves()).join(" ");
    let mut lines = vec![match record.branches().len() {
        0 => msg::ShowRecord { plies, moves }.text(lang),
        branches => msg::ShowRecordBranches {
            plies,
            branches,
            moves,
        }
        .text(lang),
    }];
    for (number, branch) in (1..).zip(record.branches()) {
        let before = &record.moves()[..branch.at.min(record.moves().len())];
        let text = msg::ShowBranch {
            number,
            plies: count(&branch.moves),
            from: branch.at + 1,
            moves: names.after(before, &branch.moves).join(" "),
        };
        lines.push(text.text(lang));
    }
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    lines.join("\n")
}
