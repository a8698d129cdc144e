//! `shomei show`: a position, how it stands, the legal moves.

use clap::Args;

use crate::cli::GameArgs;
use crate::failure::{Exit, Failure};
use crate::input::{POSITION_HELP, single};
use crate::output::{capital, counted, outcome_text, print};

/// The arguments.
#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    game: GameArgs,
    #[arg(value_name = "POSITION", help = POSITION_HELP, allow_hyphen_values = true)]
    position: String,
}

/// Shows one position.
pub(crate) fn run(args: &ShowArgs) -> Result<Exit, Failure> {
    let (entry, game) = args.game.open()?;
    let text = single(&args.position)?;
    let position = game
        .position(&text)
        .map_err(|error| Failure::Input(format!("position: {error}")))?;
    print(position.diagram())?;
    print(format_args!("\nposition: {}", position.text()))?;
    match (position.outcome(), position.why_over()) {
        (Some(_), Some(why)) => print(why)?,
        (Some(outcome), None) => {
            let how = outcome_text(outcome, entry.sides);
            print(format_args!("the game is over: {how}"))?;
        }
        (None, _) => {
            let moves = position.moves();
            let side = capital(entry.sides[position.to_move().index()]);
            let count = counted(moves.len() as u64, "move");
            print(format_args!("{side} to move, {count}: {}", moves.join(" ")))?;
        }
    }
    Ok(Exit::Done)
}
