//! `shomei compose vary`: examines all variants of a problem that one change makes.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use serde::{Deserialize, Serialize};
use shomei::composers::Change;
use shomei::files::Guard;
use shomei::nearest::nearest;
use shomei_game::error_text;
use shomei_messages::{self as msg, Message};
use shomei_store::Journal;

use super::super::solve::args::StoreFileArgs;
use super::super::solve::{JOURNAL_KIND, VariantsPage, warn_if_torn};
use super::bench::{View, WorkbenchArgs};
use super::row::{Completeness, Row, RowKind, Rows};
use crate::cli::{ForceArgs, heading};
use crate::failure::{Exit, Failure};
use crate::language::translated;
use crate::machine;
use crate::output::{path_text, print};
use shomei::Kinds;

const ABOUT: &str = "The command makes every legal position that differs from the problem by one \
    change. Removed and exchanged pieces go to the defender's hand, and added pieces come from \
    there. For the problem and each variant it finds whether there is a mate, its length, and the most serious \
    flaw in the terms of `compose check`. All variants share the tables, so similar ones take \
    little time. The search of a variant ends at its first independent other solution.";

const CHANGES: &str = "The changes, separated by commas: move (a piece by one square), add, \
    remove, exchange (a piece for one of another kind), hand (one piece in the attacker's hand), \
    shift (the whole position by one square), mirror; or all. none examines \
    only the problem itself";

const LENGTH: &str = "Show only mates of this number of plies: 11, 9..13, 9.. or ..13. Other \
    variants are not searched to the end";

const JOURNAL: &str = "Write each result to FILE as soon as it is known. After an interrupt, the \
    same command continues from FILE. A journal is valid only for the same problem with the same \
    options";

/// The arguments.
#[derive(Debug, Args)]
#[command(after_help = ABOUT)]
pub(super) struct VaryArgs {
    #[command(flatten)]
    bench: WorkbenchArgs,
    /// The changes, separated by commas: move, add, remove, exchange, hand, shift, mirror; or all
    #[arg(long, value_name = "LIST", value_parser = changes, long_help = CHANGES,
        default_value = "move,remove,exchange,hand", help_heading = heading::ASKED)]
    changes: Changes,
    /// Show only mates of this number of plies: 11, 9..13, 9.. or ..13
    #[arg(long = "length", value_name = "PLIES", value_parser = lengths, long_help = LENGTH,
        default_value = "1..", hide_default_value = true, help_heading = heading::ASKED)]
    lengths: RangeInclusive<u16>,
    /// Show only variants without a flaw
    #[arg(long, help_heading = heading::ASKED)]
    unique: bool,
    /// Write the results to FILE, and continue from it
    #[arg(long = "journal", value_name = "FILE", long_help = JOURNAL, help_heading = heading::RESULTS)]
    variants_journal: Option<PathBuf>,
    #[command(flatten, next_help_heading = heading::LIMITS)]
    store: StoreFileArgs,
    /// Write the problem and the shown variants to FILE as a page with boards
    #[arg(long = "report", value_name = "FILE", help_heading = heading::RESULTS)]
    variants_report: Option<PathBuf>,
    #[command(flatten, next_help_heading = heading::RESULTS)]
    force: ForceArgs,
}

impl VaryArgs {
    /// The names of the changes.
    fn names(&self) -> String {
        let names: Vec<_> = self.changes.0.iter().map(|change| change.name()).collect();
        names.join(",")
    }

    /// The page, if it is wanted.
    fn page(&self, view: &View, guard: &Guard) -> Result<Option<VariantsPage>, Failure> {
        let options = [
            ("attacker", view.attacker_name()),
            ("--changes", self.names()),
            ("--length", lengths_text(&self.lengths)),
            ("--unique", self.unique.to_string()),
        ];
        let options = options.into_iter().chain(self.bench.identity());
        let options: Vec<_> = options
            .map(|(name, value)| format!("{name} {value}"))
            .collect();
        let begin = |path: &PathBuf| {
            VariantsPage::begin(path, &view.root, &options.join(" "), guard, view.lang)
        };
        self.variants_report.as_ref().map(begin).transpose()
    }
}

/// The wanted lengths, as for `--length`.
fn lengths_text(lengths: &RangeInclusive<u16>) -> String {
    match (*lengths.start(), *lengths.end()) {
        (1, u16::MAX) => "any".to_string(),
        (least, most) if least == most => least.to_string(),
        (1, most) => format!("..{most}"),
        (least, u16::MAX) => format!("{least}.."),
        (least, most) => format!("{least}..{most}"),
    }
}

/// The requested changes.
#[derive(Clone, Debug)]
struct Changes(Vec<Change>);

/// Reads a list of changes.
fn changes(text: &str) -> Result<Changes, String> {
    match text.trim() {
        "all" => return Ok(Changes(Change::ALL.to_vec())),
        "none" => return Ok(Changes(Vec::new())),
        _ => {}
    }
    let change = |name: &str| {
        let mut all = Change::ALL.into_iter();
        all.find(|change| change.name() == name.trim())
            .ok_or_else(|| {
                let known = Change::ALL.map(Change::name);
                let text = error_text!(
                    "no-such-change",
                    "\"{name}\" is not a change: all, or a list of {known}",
                    name = name.trim(),
                    known = known.join(", ")
                );
                let near = nearest(name.trim(), known).map(|near| {
                    let text = error_text!(
                        "did-you-mean",
                        "; did you mean \"{nearest}\"?",
                        nearest = near
                    );
                    translated(&text)
                });
                translated(&text) + &near.unwrap_or_default()
            })
    };
    text.split(',')
        .map(change)
        .collect::<Result<_, _>>()
        .map(Changes)
}

/// Reads a range of plies.
fn lengths(text: &str) -> Result<RangeInclusive<u16>, String> {
    let number = |text: &str, default: u16| match text {
        "" => Some(default),
        text => text.parse().ok(),
    };
    let range = match text.split_once("..") {
        None => text.parse().ok().map(|plies| plies..=plies),
        Some((least, most)) => {
            (number(least, 1).zip(number(most, u16::MAX))).map(|(least, most)| least..=most)
        }
    };
    let range = range.ok_or_else(|| {
        translated(&error_text!(
            "expected-lengths",
            "expected a number of plies or a range, such as 7 or 9..13"
        ))
    })?;
    match range.is_empty() {
        false => Ok(range),
        true => Err(translated(&error_text!(
            "empty-range",
            "the range {range} is empty",
            range = text
        ))),
    }
}

/// A row with the position that it is about.
#[derive(Serialize, Deserialize)]
struct VariantEntry<T> {
    position: String,
    row: T,
}

/// The journal of an earlier run.
struct Results {
    journal: Option<Journal>,
    known: HashMap<String, Row>,
}

impl Results {
    fn open(args: &VaryArgs, view: &View, guard: &Guard) -> Result<Results, Failure> {
        let mut known = HashMap::new();
        let journal = args.variants_journal.as_ref().map(|path| {
            let game = view.root.game();
            let options = [
                ("command", "compose vary".to_string()),
                ("game", game.name()),
                ("rule set", game.rules()),
                ("position", view.root.text()),
                ("--attacker", view.attacker_name()),
                ("--length", lengths_text(&args.lengths)),
                ("--json", view.json.to_string()),
                ("--lang", view.lang.to_string()),
                (
                    "program",
                    format!(
                        "{} {}",
                        env!("CARGO_PKG_VERSION"),
                        machine::program_checksum()
                    ),
                ),
            ];
            let identity = options.into_iter().chain(args.bench.identity()).collect();
            let journal = Journal::open(path, JOURNAL_KIND, &identity, guard, |record| {
                let VariantEntry { position, row } = record.json()?;
                known.insert(position, row);
                Ok(())
            })?;
            warn_if_torn(&journal, path);
            Ok::<_, Failure>(journal)
        });
        Ok(Results {
            journal: journal.transpose()?,
            known,
        })
    }

    fn add(&mut self, position: String, row: &Row) -> Result<(), Failure> {
        match &mut self.journal {
            Some(journal) => Ok(journal.append_json(&VariantEntry { position, row })?),
            None => Ok(()),
        }
    }
}

/// Examines the variants of one problem.
pub(super) fn run(args: &VaryArgs, games: &Kinds) -> Result<Exit, Failure> {
    let outputs = [
        &args.variants_journal,
        args.store.file(),
        &args.variants_report,
    ];
    ForceArgs::refuse_standard_output(outputs.into_iter().flatten())?;
    let mut bench = args.bench.open(games, args.lengths.clone())?;
    let view = bench.view.clone();
    let guard = args.force.guard(args.bench.inputs());
    let mut page = args.page(&view, &guard)?;
    let mut results = Results::open(args, &view, &guard)?;
    let store = args.store.open(view.root.game(), &guard)?;
    if let Some(store) = &store {
        bench.use_store(&**store);
    }
    let mut rows = Rows::of(&view);
    let mut extent = Completeness::Complete;
    let is_shown = |row: &Row| {
        let is_filtered = args.lengths != (1..=u16::MAX);
        match row.kind {
            RowKind::Sound => true,
            _ if args.unique => false,
            RowKind::NoWin | RowKind::OtherLength => !is_filtered,
            RowKind::Flawed | RowKind::Open => true,
        }
    };
    bench.run(|bench| {
        let root = bench.root().clone();
        let variants = root.variants(bench.attacker(), &args.changes.0);
        let mut missing = 0;
        let variants = variants.into_iter().map(Some);
        for variant in std::iter::once(None).chain(variants) {
            let at_hand = variant.as_ref().map_or(&root, |variant| &variant.position);
            let position = at_hand.text();
            let row = match results.known.remove(&position) {
                Some(row) => row,
                None if bench.stopped_by().is_some() => {
                    missing += 1;
                    continue;
                }
                None => {
                    let examined = bench.examine(at_hand)?;
                    let row = Row::of(&view, &examined, variant.as_slice())?;
                    if bench.stopped_by().is_none() {
                        results.add(position, &row)?;
                    }
                    row
                }
            };
            rows.count(&row);
            if is_shown(&row) {
                rows.show(&row)?;
                if let Some(page) = &mut page {
                    page.add(at_hand, &row.cells);
                }
            }
        }
        if missing > 0 {
            extent = Completeness::Missing(missing);
        }
        Ok(())
    })?;
    let written = page.map(|page| page.finish(&rows.summary(extent)));
    let written = written.transpose()?;
    let exit = rows.finish(extent)?;
    if let Some(path) = written.filter(|_| !view.json) {
        let path = path_text(&path);
        print(msg::ReportWritten { path }.text(view.lang))?;
    }
    Ok(exit)
}
