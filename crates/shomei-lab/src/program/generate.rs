//! `shomei-lab generate`: a set of positions from self-play, with a seed.

use std::io::{BufRead, BufReader, Read};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::ProgressBar;
use shomei::files::Purpose;
use shomei::messages::counted;
use shomei_cli::shared::{
    Exit, Failure, ForceArgs, GameArgs, HintArgs, Interrupt, print, print_stderr,
};
use shomei_cli::units::{at_least_one, count, range, whole};

use super::{LabEntry, LabGames, bar, threads};
use crate::generate::{Generated, Plan, VERSION, Wanted};

/// The headings of options on the help page.
const GAME: &str = "The game";
const SET: &str = "The set";

const SEED: &str = "Seed of the random numbers: the same seed, count and difficulty give the same \
    set with any number of threads";

/// The arguments.
#[derive(Debug, Args)]
pub(crate) struct GenerateArgs {
    #[command(flatten, next_help_heading = GAME)]
    game: GameArgs,
    #[arg(long, value_name = "S", value_parser = whole::<u64>, default_value_t = 1, help = SEED, help_heading = SET)]
    seed: u64,
    /// Number of positions
    #[arg(long, value_name = "N", value_parser = at_least_one, default_value = "100", help_heading = SET)]
    count: NonZeroUsize,
    /// Minimum difficulty, in nodes expanded by df-pn
    #[arg(long, value_name = "N", value_parser = count, default_value = "100", help_heading = SET)]
    min_nodes: u64,
    /// Maximum difficulty, in nodes expanded by df-pn
    #[arg(long, value_name = "N", value_parser = count, default_value = "100k", help_heading = SET)]
    max_nodes: u64,
    /// Generate positions, won or lost, with N moves left (16, or a range such as 12..20),
    /// instead of wins of a given difficulty
    #[arg(long, value_name = "N", value_parser = range, conflicts_with_all = ["min_nodes", "max_nodes"], help_heading = SET)]
    remaining: Option<RangeInclusive<u32>>,
    /// Generate only positions whose estimated score is at most N for either side
    #[arg(long, value_name = "N", value_parser = whole::<u32>, requires = "remaining", help_heading = SET)]
    even: Option<u32>,
    /// First position of the games [default: the usual start]
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, help_heading = SET)]
    from: Option<String>,
    /// The file to which the set is written [default: standard output]
    #[arg(long, value_name = "FILE", help_heading = None::<&str>)]
    out: Option<PathBuf>,
    #[command(flatten, next_help_heading = None::<&str>)]
    force: ForceArgs,
    /// Number of parallel games [default: one per core]
    #[arg(long, value_name = "N", value_parser = at_least_one, help_heading = None::<&str>)]
    threads: Option<NonZeroUsize>,
}

/// Generates the set.
pub(crate) fn run(args: &GenerateArgs, games: &LabGames) -> Result<Exit, Failure> {
    let entry = games.find(&args.game.game)?;
    let rules = args.game.rules()?;
    let hints = args.game.hints.read()?;
    entry.kind.open(&rules, &hints)?;
    let plan = Plan {
        seed: args.seed,
        count: args.count.get(),
        wanted: args.wanted()?,
        from: args.from.clone(),
    };
    let interrupt = Interrupt::install()?;
    let out = args.out.as_deref();
    let guard = args.force.guard(args.game.files());
    let name = entry.kind.name;
    let purpose = Purpose::new(format!("a generated set of {name}"), move |file| {
        is_set_of(name, file)
    });
    let file = out.map(|out| guard.begin(out, &purpose)).transpose()?;
    let threads = threads(args.threads);
    let bar = bar(plan.count as u64);
    let mut progress = |so_far: Generated| show(&bar, so_far);
    let stop = interrupt.flag();
    let game = entry.lab();
    let lines = game.generate(&rules, &hints, &plan, threads, &stop, &mut progress);
    bar.finish_and_clear();
    let lines = lines.map_err(|error| {
        if error.is_input() {
            Failure::usage(error.to_string())
        } else {
            Failure::Run(error.into())
        }
    })?;
    let Some(lines) = lines else {
        print_stderr("interrupted: no set was written");
        return Ok(Exit::Unknown);
    };
    let text = text(entry, args, &rules, &lines);
    match file {
        Some(file) => file.keep_with(text.as_bytes())?,
        None => print(text.trim_end())?,
    }
    Ok(Exit::Done)
}

impl GenerateArgs {
    fn wanted(&self) -> Result<Wanted, Failure> {
        if let Some(remaining) = &self.remaining {
            return Ok(Wanted::Endings {
                remaining: remaining.clone(),
                even: self.even,
            });
        }
        let (least, most) = (self.min_nodes, self.max_nodes);
        if least == 0 || least >= most {
            let message = format!(
                "--min-nodes {least}, --max-nodes {most}: the minimum must be at least 1 and below the maximum"
            );
            return Err(Failure::usage(message));
        }
        Ok(Wanted::Wins(least..=most))
    }

    /// The command that makes this set again.
    fn command(&self, entry: &LabEntry, rules: &str) -> String {
        let option = |name: &str, value: &str| match value {
            "" => String::new(),
            value => format!(" --{name} \"{value}\""),
        };
        let HintArgs { hints, weights } = &self.game.hints;
        let weights = weights.as_deref().unwrap_or(Path::new(""));
        let wanted = match &self.remaining {
            None => format!(
                "--min-nodes {} --max-nodes {}",
                self.min_nodes, self.max_nodes
            ),
            Some(left) => {
                let even = self
                    .even
                    .map_or(String::new(), |even| format!(" --even {even}"));
                format!("--remaining {}..{}{even}", left.start(), left.end())
            }
        };
        format!(
            "shomei-lab generate {}{}{}{} --seed {} --count {} {wanted}{}",
            entry.kind.name,
            option("rules", rules),
            option("hints", hints),
            option("weights", &weights.to_string_lossy()),
            self.seed,
            self.count,
            option("from", self.from.as_deref().unwrap_or_default()),
        )
    }
}

/// The set as a corpus file.
fn text(entry: &LabEntry, args: &GenerateArgs, rules: &str, lines: &[String]) -> String {
    let command = args.command(entry, rules);
    let rules = match rules {
        "" => String::new(),
        rules => format!(" ; rules={rules}"),
    };
    let (what, how) = match args.remaining {
        None => (", won by the side to move", WINS),
        Some(_) => ("", ENDINGS),
    };
    let mut text = format!(
        "# {count}{what}, from self-play of this program.\n\
         # Generator {VERSION}: {command}\n\
         #\n\
         {how}\
         #\n\
         # The positions were made by a machine and carry no licence.\n\n",
        count = counted(lines.len() as u64, "position"),
    );
    for line in lines {
        text.push_str(line);
        text.push_str(&rules);
        text.push('\n');
    }
    text
}

/// Whether a file is a generated set of this game.
fn is_set_of(game: &str, file: impl Read) -> bool {
    // More than the longest head.
    let mut lines = BufReader::new(file.take(1 << 16))
        .lines()
        .map_while(Result::ok);
    let (Some(first), Some(second)) = (lines.next(), lines.next()) else {
        return false;
    };
    let command = second.strip_prefix("# Generator ").unwrap_or_default();
    // Earlier versions had this command in `shomei`.
    let programs = ["shomei-lab", "shomei"];
    let commands = programs.map(|program| format!(": {program} generate {game} "));
    first.ends_with(", from self-play of this program.")
        && commands.iter().any(|made| command.contains(made))
}

/// The description in the head of a set of wins.
const WINS: &str = "\
# How the values are known: proved by df-pn, each certificate accepted by the
# checker. \"Nodes\" are those that df-pn expanded; their logarithms are spread
# evenly. The order is random: the first n are a fair sample.
";

/// The description in the head of a set of endings.
const ENDINGS: &str = "\
# One position a game. How the values are known: solved by df-pn, each
# certificate accepted by the checker.
";

fn show(bar: &ProgressBar, so_far: Generated) {
    bar.set_position(so_far.taken as u64);
    bar.set_message(format!("{} games", so_far.games));
}
