//! `shomei verify`: checks certificates and prints their claims. For several files it prints a line
//! each.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use shomei_game::escape::one_line;
use shomei_proof::{CheckLimits, Claim, Header};

use shomei::data::VerdictData;
use shomei::messages::{attacker_in, defender_in, is_tsume, plies_in, rejected_in};
use shomei::{Checked, Hints, Kinds, Rejected, Verdict};
use shomei_game::{Lang, Side};
use shomei_messages::{self as msg, Message};

mod bundles;

pub(crate) use bundles::move_name;
mod lengths;

use crate::checking::check_file;
use crate::cli::{count, duration, heading, memory};
use crate::failure::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::language::user_language;
use crate::output::{print, print_json};
use lengths::Lengths;

/// The arguments.
#[derive(Debug, Args)]
#[command(after_help = COSTS)]
pub(crate) struct VerifyArgs {
    /// The certificates and bundles. For several files, the command prints one line for each. The exit code
    /// is 2 if a file cannot be read, else 1 if one is rejected, else 3 after an interrupt
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Print one JSON object per certificate
    #[arg(long)]
    json: bool,
    /// The maximum number of positions in memory at once [default: 1M, plus 4 for each byte of
    /// the file]
    #[arg(long, value_name = "N", value_parser = count, help_heading = heading::CHECK)]
    positions: Option<u64>,
    /// The maximum memory for positions [default: 256MiB, plus 1KiB for each byte of the file,
    /// at most 4GiB]
    #[arg(long, value_name = "SIZE", value_parser = memory, help_heading = heading::CHECK)]
    held: Option<usize>,
    /// The maximum number of edges, the moves of all records [default: 10M, plus 24 for each
    /// byte of the file]
    #[arg(long, value_name = "N", value_parser = count, help_heading = heading::CHECK)]
    edges: Option<u64>,
    /// The maximum number of nodes that are searched for one record [default: 10M]
    #[arg(long, value_name = "N", value_parser = count, help_heading = heading::CHECK)]
    leaf_nodes: Option<u64>,
    /// The maximum number of nodes that are searched for all records [default: 20M, plus 4,096
    /// for each byte of the file, at most 10000M]
    #[arg(long, value_name = "N", value_parser = count, help_heading = heading::CHECK)]
    search_nodes: Option<u64>,
    /// The time limit for each certificate or bundle: 60s, 5m, or a number of seconds [default: 1h]
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = heading::CHECK)]
    time: Option<Duration>,
}

/// The meaning of the limits, for the end of the help page.
const COSTS: &str = "The limits protect against malicious files. A certificate that exceeds a \
    limit is rejected, with the limit as the reason; it may still be correct. The default limits \
    do not affect certificates of this program: these have 1 to 4 edges and up to 2.3 records per \
    byte, and the check of a million records takes 2 to 4 s. A malicious file of one megabyte is \
    rejected after about 35M edges (1 to 20 s, depending on the game) or 5M positions (150 MiB in \
    the game tree, 1.2 GiB in shogi). The search for one record, of 10M nodes, takes 2 to 10 s. \
    The searches for all records of a megabyte can take minutes. Ctrl-C ends a check.";

/// Checks the files, one after another.
pub(crate) fn run(args: &VerifyArgs, games: &Kinds) -> Result<Exit, Failure> {
    let interrupt = Interrupt::install()?;
    let check = |file: &Path| {
        check_file(games, file, |usual| CheckLimits {
            stop: Some(interrupt.flag()),
            ..args.limits(usual)
        })
    };
    let check_bundle = |path: &Path, file| {
        bundles::check(games, path, file, &|usual| CheckLimits {
            stop: Some(interrupt.flag()),
            ..args.limits(usual)
        })
    };
    let lang = user_language();
    if let [file] = &args.files[..] {
        if let Some(archive) = bundles::open(file) {
            let verdict = check_bundle(file, archive)?;
            match args.json {
                true => bundles::print_object(file, &verdict)?,
                false => bundles::print_verdict(games, &verdict, &interrupt, lang)?,
            }
            return Ok(bundles::exit_of(&verdict, &interrupt));
        }
        let verdict = check(file)?;
        match &verdict {
            _ if args.json => print_object(file, &verdict)?,
            Verdict::Accepted(checked) => print_accepted(checked, games, lang)?,
            Verdict::Rejected(rejected) => print_rejected(rejected, &interrupt, lang)?,
        }
        return Ok(exit_of(&verdict, &interrupt));
    }
    let mut exits = Vec::new();
    let mut lengths = Lengths::default();
    let (mut accepted, mut rejected) = (0, 0);
    for file in &args.files {
        if interrupt.is_set() {
            exits.push(Exit::Unknown);
            break;
        }
        let exit = match bundles::open(file) {
            Some(archive) => check_bundle(file, archive).and_then(|verdict| {
                match args.json {
                    true => bundles::print_object(file, &verdict)?,
                    false => print(bundles::line_of(file, &verdict, &interrupt, lang))?,
                }
                Ok(bundles::exit_of(&verdict, &interrupt))
            }),
            None => check(file).and_then(|verdict| {
                match args.json {
                    true => print_object(file, &verdict)?,
                    false => print(line_of(file, &verdict, &interrupt, lang))?,
                }
                if let Verdict::Accepted(checked) = &verdict {
                    lengths.add(checked, games);
                }
                Ok(exit_of(&verdict, &interrupt))
            }),
        };
        let exit = match exit {
            Ok(exit) => exit,
            // A bad file does not stop the others.
            Err(failure) => {
                failure.report();
                exits.push(failure.exit());
                continue;
            }
        };
        accepted += usize::from(exit == Exit::Done);
        rejected += usize::from(exit == Exit::Failed);
        exits.push(exit);
    }
    if !args.json {
        for line in lengths.lines(lang) {
            print(line)?;
        }
        print(summary([args.files.len(), accepted, rejected], lang))?;
    }
    Ok(Exit::of(&exits))
}

fn exit_of(verdict: &Verdict, interrupt: &Interrupt) -> Exit {
    match verdict {
        Verdict::Accepted(_) => Exit::Done,
        Verdict::Rejected(_) if interrupt.is_set() => Exit::Unknown,
        Verdict::Rejected(_) => Exit::Failed,
    }
}

fn print_object(file: &Path, verdict: &Verdict) -> Result<(), Failure> {
    print_json(&VerdictData {
        file: Some(file.display().to_string()),
        ..VerdictData::of(verdict)
    })
}

/// The result for one of several files.
fn line_of(file: &Path, verdict: &Verdict, interrupt: &Interrupt, lang: Lang) -> String {
    let file = file.display().to_string();
    one_line(&match verdict {
        Verdict::Accepted(checked) => {
            let claim = claim_text(&checked.header, lang);
            let count = checked.verified.totals.records;
            let records = msg::CountRecords { count }.text(lang);
            msg::VerifyAcceptedFile {
                file,
                claim,
                records,
            }
            .text(lang)
        }
        Verdict::Rejected(rejected) => {
            let verdict = rejected_text(rejected, interrupt, lang);
            msg::VerifyFile { file, verdict }.text(lang)
        }
    })
    .to_string()
}

/// The numbers of accepted and rejected files.
fn summary([files, accepted, rejected]: [usize; 3], lang: Lang) -> String {
    let unchecked = files - accepted - rejected;
    msg::VerifyFiles {
        files,
        accepted,
        rejected,
        unchecked,
    }
    .text(lang)
}

impl VerifyArgs {
    /// The default limits with those of the arguments.
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

/// The claim of a certificate.
fn claim_text(header: &Header, lang: Lang) -> String {
    let claim = win_text(header, lang);
    let Some(plies) = header.plies else {
        return claim;
    };
    let plies = plies_in(plies.into(), lang);
    msg::ClaimWithin { claim, plies }.text(lang)
}

/// The claim of a certificate without its number of plies.
fn win_text(header: &Header, lang: Lang) -> String {
    let side = attacker_in(&header.game, &header.attacker, lang);
    let is_proved = header.claim == Claim::Proved;
    if is_tsume(&header.game, &header.rules) {
        let defender = match &header.attacker[..] {
            "black" => defender_in(Side::First, lang),
            _ => defender_in(Side::Second, lang),
        };
        let attacker = side;
        return match is_proved {
            true => msg::HeadlineMate { attacker, defender }.text(lang),
            false => msg::HeadlineNoMate { attacker, defender }.text(lang),
        };
    }
    match is_proved {
        true => msg::HeadlineProved { side }.text(lang),
        false => msg::HeadlineDisproved { side }.text(lang),
    }
}

fn print_claim(header: &Header, lang: Lang) -> Result<(), Failure> {
    let rules = match &header.rules[..] {
        "" => String::new(),
        rules => format!(", {rules}"),
    };
    let claim = claim_text(header, lang);
    let game = format!("{}{rules}", header.game);
    let position = &header.root;
    print(one_line(&msg::VerifyClaim { claim }.text(lang)))?;
    print(one_line(&msg::VerifyGame { game }.text(lang)))?;
    print(one_line(&msg::VerifyPosition { position }.text(lang)))
}

/// The diagram of the position in a language.
fn diagram(checked: &Checked, games: &Kinds, lang: Lang) -> String {
    let Header {
        game, rules, root, ..
    } = &checked.header;
    let own = || {
        let kind = games.get(game).filter(|_| lang != Lang::EN)?;
        let game = kind.open(rules, &Hints::default()).ok()?;
        Some(game.position(root).ok()?.diagram_in(lang))
    };
    own().unwrap_or_else(|| checked.diagram.clone())
}

fn print_accepted(checked: &Checked, games: &Kinds, lang: Lang) -> Result<(), Failure> {
    let (header, verified) = (&checked.header, &checked.verified);
    print_claim(header, lang)?;
    let diagram = diagram(checked, games, lang);
    print(format_args!("\n{}\n", diagram.trim_end()))?;
    print(checked_text(checked, lang))?;
    let count = verified.peak_positions;
    let positions = msg::CountPositions { count }.text(lang);
    print(msg::VerifyHeld { positions }.text(lang))?;
    if let Some(plies) = verified.longest_line {
        let plies = plies_in(plies, lang);
        print(match verified.totals.resolved {
            0 => msg::VerifyLongestLine { plies }.text(lang),
            _ => msg::VerifyRecordedLine { plies }.text(lang),
        })?;
    }
    print(msg::VerifyAccepted.text(lang))
}

/// The size of the certificate.
fn checked_text(checked: &Checked, lang: Lang) -> String {
    let verified = &checked.verified;
    let totals = verified.totals;
    let count = totals.records;
    let records = msg::CountRecords { count }.text(lang);
    let (edges, terminals) = (totals.edges, totals.terminals);
    if totals.resolved == 0 {
        return msg::VerifyChecked {
            records,
            edges,
            terminals,
        }
        .text(lang);
    }
    let count = verified.search_nodes;
    msg::VerifyCheckedSearched {
        records,
        edges,
        terminals,
        resolved: totals.resolved,
        nodes: msg::CountNodes { count }.text(lang),
    }
    .text(lang)
}

fn print_rejected(rejected: &Rejected, interrupt: &Interrupt, lang: Lang) -> Result<(), Failure> {
    if let Some(header) = &rejected.header {
        print_claim(header, lang)?;
    }
    print(rejected_text(rejected, interrupt, lang))
}

/// The rejection with its reason. The checker reports errors of records in English.
fn rejected_text(rejected: &Rejected, interrupt: &Interrupt, lang: Lang) -> String {
    let reason = rejected_in(rejected, lang);
    let reason = one_line(&reason);
    match interrupt.is_set() {
        true => msg::VerifyInterrupted { reason }.text(lang),
        false => msg::VerifyRejected { reason }.text(lang),
    }
}
