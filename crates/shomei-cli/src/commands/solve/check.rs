//! `shomei compose check`: checks a composed problem.

use clap::Args;
use shomei::composers::{CompositionQuery, OtherSolutionsQuery, Tolerance, UnknownWord};
use shomei::nearest::nearest;
use shomei::{Kinds, WinLength};

use super::args::{AskArgs, StoreFileArgs};
use super::list::ListArgs;
use super::record::RecordArgs;
use super::request::CommandQuery;
use crate::cli::{count, heading, whole};
use crate::failure::{Exit, Failure};
use crate::language::translated;
use shomei_game::error_text;

const ABOUT: &str = "The command finds the shortest win, the other moves of the attacker along \
    its line that also win (yozume) with their lengths, whether the problem has only one \
    solution, and the pieces that the attacker has left at the end. It also checks the moves \
    after the position, such as the author's solution. The command needs df-pn with one thread, \
    and starts each position with an empty table. Therefore --algorithm, --threads, --warm and \
    --store-file are refused, except with --no-yozume and without --shortest.";

const NO_YOZUME: &str = "Do not look for other solutions. Without --shortest the command then \
    searches as solve does, and any algorithm can be used";

const SHORTEST: &str = "With --no-yozume: find the fewest plies in which the attacker can force a \
    win, as solve --shortest does";

const MUDAAI: &str = "Do not count wasted interpositions (mudaai), as with --rules tsume-mudaai. \
    A position counts as mate if every legal move is an interposed drop that the checking piece \
    can capture with mate. The command also reports the length without the wasted interpositions \
    in the middle of the line";

const HENKA: &str = "Also report other defences along the line: those that last as long as the \
    line and leave no piece in hand (hendō), and those after which a longer line of the attacker \
    also looks like a solution (henka-betsu)";

pub(crate) const TOLERATE: &str = "The flaws that a sound problem can have, separated by commas: last-move, \
    detour, same-length, henka-betsu, promotion, order, surplus, two-longer, longer-defence. none \
    tolerates no flaw, and examines other defences as --henka does; all tolerates every flaw in \
    this list";

const REFUTATION: &str = "If there is no win, print the answers of the defender to a depth of N \
    plies (1 to 200). With --proof, these are the answers in the certificate";

const MISSING: &str = "If there is no win, or none was found, report what is missing: the defences \
    that refute each move of the attacker, the longest resistance first, and in shogi each single \
    piece that would win if the attacker had it in hand, with --shortest in how many plies. \
    --nodes limits each of these questions, --time all of them together";

/// The arguments.
#[derive(Debug, Args)]
#[command(after_help = ABOUT)]
pub(crate) struct CheckArgs {
    /// Do not look for other solutions
    #[arg(long, long_help = NO_YOZUME, help_heading = heading::COMPOSED)]
    no_yozume: bool,
    /// With --no-yozume: find the fewest plies in which the attacker can force a win
    #[arg(long, long_help = SHORTEST, requires = "no_yozume", help_heading = heading::COMPOSED)]
    shortest: bool,
    /// The maximum number of nodes for each other move of the attacker: 100k, 5M
    #[arg(long, value_name = "N", value_parser = count, default_value = "100k", conflicts_with = "no_yozume",
        help_heading = heading::COMPOSED)]
    yozume_nodes: u64,
    /// Also report other defences (henka): those of the same length, and those after which a
    /// longer line also looks like a solution
    #[arg(long, long_help = HENKA, conflicts_with = "no_yozume", help_heading = heading::COMPOSED)]
    henka: bool,
    /// The flaws that a sound problem can have: none, all, or a list separated by commas
    #[arg(long, value_name = "LIST", value_parser = tolerance, long_help = TOLERATE, default_value = Tolerance::USUAL,
        conflicts_with = "no_yozume", help_heading = heading::COMPOSED)]
    tolerate: Tolerance,
    /// Do not count wasted interpositions (mudaai)
    #[arg(long, long_help = MUDAAI, help_heading = heading::COMPOSED)]
    mudaai: bool,
    /// If there is no win, print the answers of the defender to a depth of N plies
    #[arg(long, value_name = "N", long_help = REFUTATION, help_heading = heading::COMPOSED,
        value_parser = refutation_plies)]
    refutation: Option<u32>,
    /// If there is no win, report what is missing: the defences that refute each move, and the
    /// pieces that would win
    #[arg(long, long_help = MISSING, help_heading = heading::COMPOSED)]
    missing: bool,
    #[command(flatten)]
    ask: AskArgs,
    #[command(flatten, next_help_heading = heading::LIMITS)]
    store: StoreFileArgs,
    #[command(flatten, next_help_heading = heading::RESULTS)]
    record: RecordArgs,
    /// Omit defences from the record that lose in fewer than PLIES plies, the defence included
    #[arg(long, value_name = "PLIES", value_parser = whole::<u16>, default_value = "2", requires = "record",
        conflicts_with = "no_yozume", hide_short_help = true, help_heading = heading::RESULTS)]
    variations: u16,
    #[command(flatten, next_help_heading = heading::LISTS)]
    lists: ListArgs,
}

/// The greatest depth of a printed refutation, in plies.
const DEEPEST: u32 = 200;

/// Reads the depth of a refutation.
fn refutation_plies(text: &str) -> Result<u32, String> {
    let plies = whole(text)?;
    match (1..=DEEPEST).contains(&plies) {
        true => Ok(plies),
        false => Err(translated(&error_text!(
            "not-in-range",
            "{value} is not in {least}..={most}",
            value = plies,
            least = 1,
            most = DEEPEST
        ))),
    }
}

/// Reads the list of tolerated flaws.
pub(crate) fn tolerance(text: &str) -> Result<Tolerance, String> {
    text.parse().map_err(|unknown: UnknownWord| {
        let known: Vec<&str> = UnknownWord::known().collect();
        let text = error_text!(
            "cannot-be-tolerated",
            "a verdict cannot tolerate \"{name}\": none, all, or a list of {known}",
            name = unknown.name,
            known = known.join(", ")
        );
        let near = nearest(&unknown.name, known).map(|near| {
            error_text!(
                "did-you-mean",
                "; did you mean \"{nearest}\"?",
                nearest = near
            )
        });
        translated(&text) + &near.map_or_else(String::new, |near| translated(&near))
    })
}

/// Checks one problem, or each problem of a list.
pub(crate) fn run(args: &CheckArgs, games: &Kinds) -> Result<Exit, Failure> {
    super::ask(&args.ask, args.query(games)?, games)
}

impl CheckArgs {
    fn query(&self, games: &Kinds) -> Result<CommandQuery, Failure> {
        let rules = match self.mudaai {
            true => Some(self.ask.game.rules_of_mudaai(games)?),
            false => None,
        };
        let asks_others = !self.no_yozume;
        let record = self.record.record.clone();
        let query = CompositionQuery {
            length: WinLength::from(self.shortest),
            others: asks_others.then(|| OtherSolutionsQuery {
                nodes: self.yozume_nodes,
                variations: record.as_ref().map(|_| self.variations),
                defences: self.henka || self.tolerate.needs_defences(),
                tolerance: self.tolerate,
                line: None,
            }),
            counted: true,
            refutation: self.refutation,
            missing: self.missing,
        };
        let guard = self
            .ask
            .guard(&[&record, &self.lists.journal, self.store.file()])?;
        Ok(CommandQuery {
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
            ..CommandQuery::win("compose check", guard)
        })
    }
}
