//! `shomei verify`: what a certificate claims, and whether it shows it.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use shomei_game::escape::one_line;
use shomei_proof::{CheckLimits, Claim, Header};

use shomei::data::VerdictData;
use shomei::{Checked, Rejected, Verdict};

use crate::checking::check_file;
use crate::cli::{count, duration, heading, memory};
use crate::failure::{Exit, Failure};
use crate::games::Games;
use crate::interrupt::Interrupt;
use crate::output::{capital, counted, plies_text, print, print_json};

/// The arguments.
#[derive(Debug, Args)]
#[command(after_help = COSTS)]
pub(crate) struct VerifyArgs {
    /// The certificate
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Hold at most so many positions at once
    /// [default: 1M and 4 for each byte of the file]
    #[arg(long, value_name = "N", value_parser = count, help_heading = heading::CHECK)]
    positions: Option<u64>,
    /// Hold at most so much memory for positions
    /// [default: 256MiB and 1KiB for each byte of the file, at most 4GiB]
    #[arg(long, value_name = "SIZE", value_parser = memory, help_heading = heading::CHECK)]
    held: Option<usize>,
    /// Follow at most so many edges, the moves of all records
    /// [default: 10M and 24 for each byte of the file]
    #[arg(long, value_name = "N", value_parser = count, help_heading = heading::CHECK)]
    edges: Option<u64>,
    /// Search at most so many nodes for one record [default: 10M]
    #[arg(long, value_name = "N", value_parser = count, help_heading = heading::CHECK)]
    leaf_nodes: Option<u64>,
    /// Search at most so many nodes for all records
    /// [default: 20M and 4,096 for each byte of the file, at most 10000M]
    #[arg(long, value_name = "N", value_parser = count, help_heading = heading::CHECK)]
    search_nodes: Option<u64>,
    /// Check at most so long: 60s, 5m, or a number of seconds [default: 1h]
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = heading::CHECK)]
    time: Option<Duration>,
}

/// What the limits mean, for the end of the help page.
const COSTS: &str = "\
A certificate that needs more than a limit is rejected, with that reason: it may be right. \
Certificates of this program have 1 to 4 edges a byte and up to 2.3 records a byte, and need \
2 to 4 seconds for a million records; so none comes near the defaults, and a file of a megabyte \
that was made to keep the checker busy is refused after some 35M edges (1 to 20 s, by game) or \
5M positions (150 MiB in a tree, 1.2 GiB in shogi). A search of 10M nodes takes 2 to 10 s; all searches together may take 20M nodes and \
4,096 for each byte, which are minutes for a megabyte. \
Ctrl-C ends a check.";

/// Checks one file.
pub(crate) fn run(args: &VerifyArgs, games: &Games) -> Result<Exit, Failure> {
    let interrupt = Interrupt::install()?;
    let verdict = check_file(games, &args.file, |usual| CheckLimits {
        stop: Some(interrupt.flag()),
        ..args.limits(usual)
    })?;
    if args.json {
        print_json(&VerdictData {
            file: Some(args.file.display().to_string()),
            ..VerdictData::of(&verdict)
        })?;
    } else {
        match &verdict {
            Verdict::Accepted(checked) => print_accepted(checked)?,
            Verdict::Rejected(rejected) => print_rejected(rejected, interrupt.is_set())?,
        }
    }
    Ok(match verdict {
        Verdict::Accepted(_) => Exit::Done,
        Verdict::Rejected(_) if interrupt.is_set() => Exit::Unknown,
        Verdict::Rejected(_) => Exit::Failed,
    })
}

impl VerifyArgs {
    /// The usual limits, but for those that were given.
    fn limits(&self, usual: CheckLimits) -> CheckLimits {
        CheckLimits {
            leaf_nodes: self.leaf_nodes.unwrap_or(usual.leaf_nodes),
            search_nodes: self.search_nodes.unwrap_or(usual.search_nodes),
            positions: self.positions.unwrap_or(usual.positions),
            edges: self.edges.unwrap_or(usual.edges),
            bytes: self.held.map_or(usual.bytes, |bytes| bytes as u64),
            time: self.time.or(usual.time),
            stop: usual.stop,
        }
    }
}

/// What a claim means.
pub(crate) fn claim_text(claim: Claim, attacker: &str) -> String {
    let side = capital(attacker);
    match claim {
        Claim::Proved => format!("proved: {side} wins"),
        Claim::Disproved => format!("disproved: {side} cannot force a win"),
    }
}

fn print_question(header: &Header) -> Result<(), Failure> {
    let line = |text: String| print(one_line(&text));
    line(format!(
        "claim: {}",
        claim_text(header.claim, &header.attacker)
    ))?;
    let rules = match &header.rules[..] {
        "" => String::new(),
        rules => format!(", {rules}"),
    };
    line(format!("game: {}{rules}", header.game))?;
    line(format!("position: {}", header.root))
}

fn print_accepted(checked: &Checked) -> Result<(), Failure> {
    let (header, verified) = (&checked.header, &checked.verified);
    let totals = verified.totals;
    print_question(header)?;
    print(format_args!("\n{}\n", checked.diagram))?;
    let mut checked_text = format!(
        "checked: {}, {}, {}",
        counted(totals.records, "record"),
        counted(totals.edges, "edge"),
        counted(totals.terminals, "finished position"),
    );
    if totals.resolved > 0 {
        checked_text += &format!(
            ", {} ({} searched)",
            counted(totals.resolved, "re-solved position"),
            counted(verified.search_nodes, "node"),
        );
    }
    print(checked_text)?;
    print(format_args!(
        "held at once: {}",
        counted(verified.peak_positions, "position")
    ))?;
    if let Some(plies) = verified.longest_line {
        print(format_args!("longest line: {}", plies_text(plies)))?;
    }
    print("accepted")
}

fn print_rejected(rejected: &Rejected, is_interrupted: bool) -> Result<(), Failure> {
    if let Some(header) = &rejected.header {
        print_question(header)?;
    }
    let reason = one_line(&rejected.reason);
    match is_interrupted {
        true => print(format_args!("interrupted: {reason}")),
        false => print(format_args!("rejected: {reason}")),
    }
}
