//! `shomei verify`: what a certificate claims, and whether it shows it; of several, a line each.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use shomei_game::escape::one_line;
use shomei_proof::{CheckLimits, Claim, Header};

use shomei::data::VerdictData;
use shomei::words::{attacker_in, plies_in};
use shomei::{Checked, Hints, Rejected, Verdict};
use shomei_game::{Lang, Side};
use shomei_search::Answer;

use crate::checking::check_file;
use crate::cli::{count, duration, heading, memory};
use crate::failure::{Exit, Failure};
use crate::games::Games;
use crate::interrupt::Interrupt;
use crate::language::LangArgs;
use crate::output::{counted, grouped, print, print_json};
use crate::tsume;

/// The arguments.
#[derive(Debug, Args)]
#[command(after_help = COSTS)]
pub(crate) struct VerifyArgs {
    /// The certificates. Of several a line each is printed, and the exit code is 2 if one cannot be
    /// read, else 1 if one is rejected, else 3 after an interrupt
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Print one JSON object a certificate
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    lang: LangArgs,
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
    /// Check each at most so long: 60s, 5m, or a number of seconds [default: 1h]
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

/// Checks the files, one after another.
pub(crate) fn run(args: &VerifyArgs, games: &Games) -> Result<Exit, Failure> {
    let interrupt = Interrupt::install()?;
    let check = |file: &Path| {
        check_file(games, file, |usual| CheckLimits {
            stop: Some(interrupt.flag()),
            ..args.limits(usual)
        })
    };
    let lang = args.lang.lang();
    if let [file] = &args.files[..] {
        let verdict = check(file)?;
        match &verdict {
            _ if args.json => print_object(file, &verdict)?,
            Verdict::Accepted(checked) => print_accepted(checked, games, lang)?,
            Verdict::Rejected(rejected) => print_rejected(rejected, &interrupt, lang)?,
        }
        return Ok(exit_of(&verdict, &interrupt));
    }
    let mut exits = Vec::new();
    let (mut accepted, mut rejected) = (0, 0);
    for file in &args.files {
        if interrupt.is_set() {
            exits.push(Exit::Unknown);
            break;
        }
        let verdict = match check(file) {
            Ok(verdict) => verdict,
            // The others are checked all the same.
            Err(failure) => {
                failure.report();
                exits.push(failure.exit());
                continue;
            }
        };
        if args.json {
            print_object(file, &verdict)?;
        } else {
            print(line_of(file, &verdict, &interrupt, lang))?;
        }
        let exit = exit_of(&verdict, &interrupt);
        accepted += usize::from(exit == Exit::Done);
        rejected += usize::from(exit == Exit::Failed);
        exits.push(exit);
    }
    if !args.json {
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

/// What came of one of several files.
fn line_of(file: &Path, verdict: &Verdict, interrupt: &Interrupt, lang: Lang) -> String {
    let file = file.display();
    one_line(&match verdict {
        Verdict::Accepted(checked) => {
            let claim = claim_text(&checked.header, lang);
            let records = checked.verified.totals.records;
            match lang {
                Lang::En => format!("{file}: accepted: {claim}; {}", counted(records, "record")),
                Lang::Ja => format!("{file}：正しい：{claim}（{}レコード）", grouped(records)),
            }
        }
        Verdict::Rejected(rejected) => {
            let what = rejected_text(interrupt, lang);
            let colon = lang.pick(": ", "：");
            format!("{file}{colon}{what}{}", rejected.reason)
        }
    })
    .to_string()
}

/// How many of the files were accepted, how many rejected.
fn summary([files, accepted, rejected]: [usize; 3], lang: Lang) -> String {
    let unchecked = files - accepted - rejected;
    match lang {
        Lang::En => format!(
            "{}: {accepted} accepted, {rejected} rejected, {unchecked} not checked",
            counted(files as u64, "file"),
        ),
        Lang::Ja => {
            format!("{files}ファイル：正しい{accepted}、誤り{rejected}、未検査{unchecked}")
        }
    }
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
fn claim_text(header: &Header, lang: Lang) -> String {
    let side = attacker_in(&header.game, &header.attacker, lang);
    if lang == Lang::Ja && tsume::is_of(&header.game, &header.rules) {
        let answer = match header.claim {
            Claim::Proved => Answer::Proved,
            Claim::Disproved => Answer::Disproved,
        };
        let attacker = match &header.attacker[..] {
            "black" => Side::First,
            _ => Side::Second,
        };
        return tsume::sentence(answer, attacker);
    }
    match header.claim {
        Claim::Proved => lang.pick(
            format!("proved: {side} wins"),
            format!("証明：{side}の勝ち"),
        ),
        Claim::Disproved => lang.pick(
            format!("disproved: {side} cannot force a win"),
            format!("反証：{side}は勝ちを強制できない"),
        ),
    }
}

fn print_question(header: &Header, lang: Lang) -> Result<(), Failure> {
    let line = |name: &str, text: &str| print(one_line(&format!("{name}{text}")));
    let claim = claim_text(header, lang);
    line(lang.pick("claim: ", "主張："), &claim)?;
    let rules = match &header.rules[..] {
        "" => String::new(),
        rules => format!(", {rules}"),
    };
    let game = format!("{}{rules}", header.game);
    line(lang.pick("game: ", "ゲーム："), &game)?;
    line(lang.pick("position: ", "局面："), &header.root)
}

/// The board of a certificate as people who speak a language have it.
fn diagram(checked: &Checked, games: &Games, lang: Lang) -> String {
    let Header {
        game, rules, root, ..
    } = &checked.header;
    let own = || {
        let entry = games.get(game).filter(|_| lang != Lang::En)?;
        let game = entry.kind.open(rules, &Hints::default()).ok()?;
        Some(game.position(root).ok()?.diagram_in(lang))
    };
    own().unwrap_or_else(|| checked.diagram.clone())
}

fn print_accepted(checked: &Checked, games: &Games, lang: Lang) -> Result<(), Failure> {
    let (header, verified) = (&checked.header, &checked.verified);
    print_question(header, lang)?;
    let diagram = diagram(checked, games, lang);
    print(format_args!("\n{}\n", diagram.trim_end()))?;
    print(checked_text(checked, lang))?;
    let held = verified.peak_positions;
    print(match lang {
        Lang::En => format!("held at once: {}", counted(held, "position")),
        Lang::Ja => format!("同時に保持：{}局面", grouped(held)),
    })?;
    if let Some(plies) = verified.longest_line {
        let plies = plies_in(plies, lang);
        print(lang.pick(
            format!("longest line: {plies}"),
            format!("最長の手順：{plies}"),
        ))?;
    }
    print(lang.pick("accepted", "検査の結果：正しい"))
}

/// What was looked at.
fn checked_text(checked: &Checked, lang: Lang) -> String {
    let verified = &checked.verified;
    let totals = verified.totals;
    let mut text = match lang {
        Lang::En => format!(
            "checked: {}, {}, {}",
            counted(totals.records, "record"),
            counted(totals.edges, "edge"),
            counted(totals.terminals, "finished position"),
        ),
        Lang::Ja => format!(
            "検査：{}レコード、{}辺、終局{}局面",
            grouped(totals.records),
            grouped(totals.edges),
            grouped(totals.terminals),
        ),
    };
    if totals.resolved > 0 {
        let (resolved, nodes) = (totals.resolved, verified.search_nodes);
        text += &match lang {
            Lang::En => format!(
                ", {} ({} searched)",
                counted(resolved, "re-solved position"),
                counted(nodes, "node"),
            ),
            Lang::Ja => format!(
                "、解き直し{}局面（探索{}節点）",
                grouped(resolved),
                grouped(nodes),
            ),
        };
    }
    text
}

/// The reason is that of the checker, in English.
fn print_rejected(rejected: &Rejected, interrupt: &Interrupt, lang: Lang) -> Result<(), Failure> {
    if let Some(header) = &rejected.header {
        print_question(header, lang)?;
    }
    let reason = one_line(&rejected.reason);
    let what = rejected_text(interrupt, lang);
    print(format_args!("{what}{reason}"))
}

fn rejected_text(interrupt: &Interrupt, lang: Lang) -> &'static str {
    match interrupt.is_set() {
        true => lang.pick("interrupted: ", "中断："),
        false => lang.pick("rejected: ", "検査の結果：誤り："),
    }
}
