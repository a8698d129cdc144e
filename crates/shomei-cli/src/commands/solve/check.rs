//! `shomei compose check`: the questions of composers about a problem.

use clap::Args;
use shomei::WinLength;
use shomei::composers::{CompositionQuery, Tolerance};

use super::args::{AskArgs, StoreFileArgs};
use super::list::ListArgs;
use super::record::RecordArgs;
use super::request::Asked;
use crate::cli::{count, heading, whole};
use crate::failure::{Exit, Failure};
use crate::games::Games;

const ABOUT: &str = "\
The command finds the shortest win, the other moves of the attacker that win along its line (yozume) with \
their lengths, whether the problem has one solution, and what the attacker has left at the end. It needs \
df-pn and one thread. Moves after the position, such as the author's solution, are checked too.";

const NO_YOZUME: &str = "Do not look for other solutions. Without --shortest the command then searches as solve does, \
    by any algorithm";

const SHORTEST: &str =
    "With --no-yozume, find the fewest plies in which the attacker can force a win, as solve does";

const MUDAAI: &str = "Leave wasted interpositions (mudaai) out, as --rules tsume-mudaai does. A position counts as mate \
    if every legal move is an interposed drop that the checking piece can capture with mate. The command also \
    reports the length without wasted interpositions in the middle of the line";

const HENKA: &str = "Look at the other defences along the line, too: those that resist as long and leave nothing \
    (hendō), and those after which a longer line of the attacker also looks like a solution (henka-betsu)";

const TOLERATE: &str = "What the verdict accepts in a sound problem, comma-separated: last-move, detour, same-length, \
    henka-betsu, promotion, order, surplus, two-longer, longer-defence. none is the strictest rule and looks at \
    other defences as --henka does; all is the mildest";

const REFUTATION: &str = "Where there is no win, print the answers of the defender, N plies deep (1 to 200); with \
    --proof they are those of the certificate";

const MISSING: &str = "Where there is no win, or none was found, find what is missing: which defences refute each move \
    of the attacker, those that resist longest first, and in shogi which single further piece in the attacker's \
    hand would win, with --shortest in how many plies. Each of these questions has the limit of --nodes, all \
    together that of --time";

/// The arguments.
#[derive(Debug, Args)]
#[command(after_help = ABOUT)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    ask: AskArgs,
    /// Do not look for other solutions
    #[arg(long, long_help = NO_YOZUME, help_heading = heading::COMPOSED)]
    no_yozume: bool,
    /// With --no-yozume, find the fewest plies in which the attacker can force a win
    #[arg(long, long_help = SHORTEST, requires = "no_yozume", help_heading = heading::COMPOSED)]
    shortest: bool,
    /// The most nodes for each other move: 100k, 5M
    #[arg(long, value_name = "N", value_parser = count, default_value = "100k", conflicts_with = "no_yozume",
        help_heading = heading::COMPOSED)]
    yozume_nodes: u64,
    /// Look at the other defences, too (henka): as long as the line, or with a longer line that looks right
    #[arg(long, long_help = HENKA, conflicts_with = "no_yozume", help_heading = heading::COMPOSED)]
    henka: bool,
    /// What the verdict accepts in a sound problem: none, all, or a comma-separated list
    #[arg(long, value_name = "LIST", long_help = TOLERATE, default_value = Tolerance::USUAL,
        conflicts_with = "no_yozume", help_heading = heading::COMPOSED)]
    tolerate: Tolerance,
    /// Leave wasted interpositions (mudaai) out
    #[arg(long, long_help = MUDAAI, help_heading = heading::COMPOSED)]
    mudaai: bool,
    /// Where there is no win, print the answers of the defender, N plies deep
    #[arg(long, value_name = "N", long_help = REFUTATION, help_heading = heading::COMPOSED,
        value_parser = clap::value_parser!(u32).range(1..=200))]
    refutation: Option<u32>,
    /// Where there is no win, find what is missing: the defences that refute, and which further piece wins
    #[arg(long, long_help = MISSING, help_heading = heading::COMPOSED)]
    missing: bool,
    #[command(flatten, next_help_heading = heading::LIMITS)]
    store: StoreFileArgs,
    #[command(flatten, next_help_heading = heading::RESULTS)]
    record: RecordArgs,
    /// In the record, leave out defences after which the win takes fewer plies, the defence included
    #[arg(long, value_name = "PLIES", value_parser = whole::<u16>, default_value = "2", requires = "record",
        conflicts_with = "no_yozume", hide_short_help = true, help_heading = heading::RESULTS)]
    variations: u16,
    #[command(flatten, next_help_heading = heading::LISTS)]
    lists: ListArgs,
}

/// Checks one problem, or those of a list.
pub(crate) fn run(args: &CheckArgs, games: &Games) -> Result<Exit, Failure> {
    super::ask(&args.ask, args.asked(games)?, games)
}

impl CheckArgs {
    fn asked(&self, games: &Games) -> Result<Asked, Failure> {
        let rules = match self.mudaai {
            true => Some(self.ask.game.rules_of_mudaai(games)?),
            false => None,
        };
        let asks_others = !self.no_yozume;
        let record = self.record.record.clone();
        let query = CompositionQuery {
            length: match self.shortest {
                true => WinLength::Shortest,
                false => WinLength::Any,
            },
            others: asks_others.then_some(self.yozume_nodes),
            variations: record.as_ref().map(|_| self.variations),
            defences: self.henka || self.tolerate.needs_defences(),
            tolerance: self.tolerate,
            counted: true,
            refutation: self.refutation,
            missing: self.missing,
            line: None,
        };
        let guard = self
            .ask
            .guard(&[&record, &self.lists.journal, self.store.file()])?;
        Ok(Asked {
            rules,
            shortest: match (asks_others, self.shortest) {
                (true, _) => Some("compose check"),
                (false, true) => Some("--shortest"),
                (false, false) => None,
            },
            composition: Some(query),
            store: self.store.clone(),
            record,
            lists: self.lists.clone(),
            ..Asked::win("compose check", guard)
        })
    }
}
