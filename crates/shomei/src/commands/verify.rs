//! `shomei verify`: what a certificate claims, and whether it shows it.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use shomei_proof::{CheckLimits, Claim, Header};

use crate::checking::{Checked, Rejected, Verdict, check_file};
use crate::cli::count;
use crate::failure::{Exit, Failure};
use crate::output::{capital, counted, plies_text, print, print_json};

/// The arguments.
#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// The certificate
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Hold at most so many positions at once
    #[arg(long, value_name = "N", value_parser = count, default_value = "100M")]
    positions: u64,
    /// Search at most so many nodes for one record
    #[arg(long, value_name = "N", value_parser = count, default_value = "10M")]
    leaf_nodes: u64,
    /// Search at most so many nodes for all records
    #[arg(long, value_name = "N", value_parser = count, default_value = "10000M")]
    search_nodes: u64,
}

/// Checks one file.
pub(crate) fn run(args: &VerifyArgs) -> Result<Exit, Failure> {
    let limits = CheckLimits {
        leaf_nodes: args.leaf_nodes,
        search_nodes: args.search_nodes,
        positions: args.positions,
        ..CheckLimits::default()
    };
    let verdict = check_file(&args.file, &limits)?;
    if args.json {
        print_json(&Json::of(&args.file.display().to_string(), &verdict))?;
    } else {
        match &verdict {
            Verdict::Accepted(checked) => print_accepted(checked)?,
            Verdict::Rejected(rejected) => print_rejected(rejected)?,
        }
    }
    Ok(match verdict {
        Verdict::Accepted(_) => Exit::Done,
        Verdict::Rejected(_) => Exit::Failed,
    })
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
    print(format_args!(
        "claim: {}",
        claim_text(header.claim, &header.attacker)
    ))?;
    print(format_args!("game: {}, {}", header.game, header.rules))?;
    print(format_args!("position: {}", header.root))
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

fn print_rejected(rejected: &Rejected) -> Result<(), Failure> {
    if let Some(header) = &rejected.header {
        print_question(header)?;
    }
    print(format_args!("rejected: {}", rejected.reason))
}

/// The same as an object.
#[derive(Debug, Default, Serialize)]
struct Json<'a> {
    file: &'a str,
    accepted: bool,
    reason: Option<&'a str>,
    game: Option<&'a str>,
    rules: Option<&'a str>,
    attacker: Option<&'a str>,
    position: Option<&'a str>,
    claim: Option<String>,
    records: Option<u64>,
    edges: Option<u64>,
    terminals: Option<u64>,
    resolved: Option<u64>,
    search_nodes: Option<u64>,
    peak_positions: Option<u64>,
    longest_line: Option<u64>,
}

impl<'a> Json<'a> {
    fn of(file: &'a str, verdict: &'a Verdict) -> Json<'a> {
        match verdict {
            Verdict::Rejected(Rejected { header, reason }) => Json {
                reason: Some(reason),
                ..Json::question(file, header.as_deref())
            },
            Verdict::Accepted(checked) => {
                let verified = &checked.verified;
                Json {
                    accepted: true,
                    records: Some(verified.totals.records),
                    edges: Some(verified.totals.edges),
                    terminals: Some(verified.totals.terminals),
                    resolved: Some(verified.totals.resolved),
                    search_nodes: Some(verified.search_nodes),
                    peak_positions: Some(verified.peak_positions),
                    longest_line: verified.longest_line,
                    ..Json::question(file, Some(&checked.header))
                }
            }
        }
    }

    fn question(file: &'a str, header: Option<&'a Header>) -> Json<'a> {
        Json {
            file,
            game: header.map(|header| &*header.game),
            rules: header.map(|header| &*header.rules),
            attacker: header.map(|header| &*header.attacker),
            position: header.map(|header| &*header.root),
            claim: header.map(|header| header.claim.to_string()),
            ..Json::default()
        }
    }
}
