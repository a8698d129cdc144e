//! Checks bundles and prints the results that they prove.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use serde::Serialize;
use shomei::bundles::{self, BundleQuestion, CheckedBundle, Manifest, MoveResult, PositionResult};
use shomei::compose::{Uniqueness, Word};
use shomei::messages::{InLang, attacker_in, bounds_in, is_tsume};
use shomei::{Answer, Kinds, Rejected, Value};
use shomei_game::Lang;
use shomei_game::escape::one_line;
use shomei_messages::{self as msg, Message};
use shomei_proof::CheckLimits;
use shomei_search::Bracket;

use super::rejected_text;
use crate::columns::aligned;
use crate::failure::{Exit, Failure};
use crate::games::Games;
use crate::interrupt::Interrupt;
use crate::line_of_play::LineOfPlay;
use crate::output::{print, print_json};
use crate::tsume;

/// The verdict on a bundle.
pub(super) type BundleVerdict = Result<CheckedBundle, Rejected>;

/// Opens a file if it begins like a zip archive.
pub(super) fn open(path: &Path) -> Option<File> {
    let mut file = File::open(path).ok()?;
    let mut begin = [0; 4];
    let is_archive = file.metadata().ok()?.is_file()
        && file.read_exact(&mut begin).is_ok()
        && begin == *b"PK\x03\x04";
    file.seek(SeekFrom::Start(0)).ok()?;
    is_archive.then_some(file)
}

/// Checks a bundle.
pub(super) fn check(
    games: &Games,
    path: &Path,
    file: File,
    limits: &dyn Fn(CheckLimits) -> CheckLimits,
) -> Result<BundleVerdict, Failure> {
    let kinds = Kinds::of(games.iter().map(|entry| entry.kind.clone()))?;
    let checked = bundles::check(&kinds, BufReader::new(file), limits);
    checked.map_err(|error| error.context(path.display().to_string()).into())
}

/// The exit code for a bundle.
pub(super) fn exit_of(verdict: &BundleVerdict, interrupt: &Interrupt) -> Exit {
    match verdict {
        Ok(_) => Exit::Done,
        Err(_) if interrupt.is_set() => Exit::Unknown,
        Err(_) => Exit::Failed,
    }
}

/// A verdict as JSON.
#[derive(Serialize)]
struct BundleData<'a> {
    file: String,
    accepted: bool,
    reason: Option<&'a str>,
    limit: Option<bool>,
    certificates: Option<usize>,
    records: Option<u64>,
    bundle: Option<&'a Manifest>,
}

pub(super) fn print_object(path: &Path, verdict: &BundleVerdict) -> Result<(), Failure> {
    let (checked, rejected) = (verdict.as_ref().ok(), verdict.as_ref().err());
    print_json(&BundleData {
        file: path.display().to_string(),
        accepted: checked.is_some(),
        reason: rejected.map(|rejected| &rejected.reason[..]),
        limit: rejected.map(|rejected| rejected.is_limit),
        certificates: checked.map(|checked| checked.certificates),
        records: checked.map(|checked| checked.records),
        bundle: checked.map(|checked| &checked.manifest),
    })
}

/// The verdict on one of several files.
pub(super) fn line_of(
    path: &Path,
    verdict: &BundleVerdict,
    interrupt: &Interrupt,
    lang: Lang,
) -> String {
    let verdict = match verdict {
        Ok(checked) => accepted(checked, lang),
        Err(rejected) => rejected_text(rejected, interrupt, lang),
    };
    let file = path.display().to_string();
    one_line(&msg::VerifyFile { file, verdict }.text(lang)).to_string()
}

fn accepted(checked: &CheckedBundle, lang: Lang) -> String {
    let count = checked.certificates;
    let question = question(&checked.manifest, lang);
    msg::VerifyBundle { question, count }.text(lang)
}

/// The names of moves in a language.
struct LineNames {
    /// The line with its positions. A game that this program does not know has none.
    line: Option<LineOfPlay>,
    lang: Lang,
}

impl LineNames {
    fn new(kinds: &Kinds, manifest: &Manifest, lang: Lang) -> LineNames {
        let game = kinds.open(&manifest.game, &manifest.rules).ok();
        let root = game.and_then(|game| game.position(&manifest.position).ok());
        let moves = || manifest.line.iter().map(String::as_str);
        let line = root.and_then(|root| LineOfPlay::of(root, moves()).ok());
        LineNames { line, lang }
    }

    /// The name of a move after this many plies of the line.
    fn name(&self, plies: usize, mv: &str) -> String {
        let name = self.line.as_ref().and_then(|line| {
            let last = plies.checked_sub(1).and_then(|at| line.moves.get(at));
            let position = match plies {
                0 => &line.root,
                _ => &last?.1,
            };
            let last = last.map(|(mv, _)| &mv[..]);
            position.move_name(mv, last, self.lang).ok()
        });
        name.unwrap_or_else(|| mv.to_string())
    }
}

/// Prints the verdict with all results.
pub(super) fn print_verdict(
    games: &Games,
    verdict: &BundleVerdict,
    interrupt: &Interrupt,
    lang: Lang,
) -> Result<(), Failure> {
    let checked = match verdict {
        Ok(checked) => checked,
        Err(rejected) => return print(rejected_text(rejected, interrupt, lang)),
    };
    let manifest = &checked.manifest;
    let kinds = Kinds::of(games.iter().map(|entry| entry.kind.clone()))?;
    let names = LineNames::new(&kinds, manifest, lang);
    let rules = match &manifest.rules[..] {
        "" => String::new(),
        rules => format!(", {rules}"),
    };
    let game = format!("{}{rules}", manifest.game);
    let position = &manifest.position;
    print(one_line(&msg::VerifyGame { game }.text(lang)))?;
    print(one_line(&msg::VerifyPosition { position }.text(lang)))?;
    if !manifest.line.is_empty() {
        let moves = manifest.line.iter().enumerate();
        let moves: Vec<String> = moves.map(|(at, mv)| names.name(at, mv)).collect();
        let moves = moves.join(" ");
        print(one_line(&msg::VerifyLine { moves }.text(lang)))?;
    }
    let rows = rows(manifest, &names);
    print(one_line_each(&aligned(&rows, 3)))?;
    if let Some(verdict) = &manifest.verdict {
        let verdict = verdict_text(verdict, lang);
        print(msg::VerifySolution { verdict }.text(lang))?;
    }
    print(accepted(checked, lang))
}

/// The text with every line made safe for a terminal.
fn one_line_each(text: &str) -> String {
    let lines = text.lines().map(one_line);
    lines.collect::<Vec<_>>().join("\n")
}

/// The question of a bundle.
fn question(manifest: &Manifest, lang: Lang) -> String {
    let attacker = manifest.attacker.as_deref().unwrap_or_default();
    let side = attacker_in(&manifest.game, attacker, lang);
    match manifest.question {
        BundleQuestion::Win => msg::BundleWin { side }.text(lang),
        BundleQuestion::Value => msg::BundleValue.text(lang),
        BundleQuestion::Score => msg::BundleScore.text(lang),
        BundleQuestion::WinByMove => msg::BundleWinByMove { side }.text(lang),
        BundleQuestion::ValueByMove => msg::BundleValueByMove.text(lang),
        BundleQuestion::ScoreByMove => msg::BundleScoreByMove.text(lang),
        BundleQuestion::Solution => msg::BundleSolution { side }.text(lang),
    }
}

/// The results as rows: the number of moves before the position, the move, the result, the kind of
/// the move or its loss.
fn rows(manifest: &Manifest, names: &LineNames) -> Vec<Vec<String>> {
    let lang = names.lang;
    let mut rows = Vec::new();
    for result in &manifest.results {
        let PositionResult { plies, lost, .. } = result;
        let last = plies.checked_sub(1).and_then(|at| manifest.line.get(at));
        let is_review = manifest.from.is_some();
        let text = result_text(
            manifest,
            (result.answer.as_deref(), result.value.as_deref()),
            result.score,
            result.length,
            lang,
        );
        if !text.is_empty() {
            let number = if is_review {
                plies.to_string()
            } else {
                String::new()
            };
            let mv = last.filter(|_| is_review);
            let mv = mv.map(|mv| names.name(*plies - 1, mv)).unwrap_or_default();
            let loss = lost.filter(|lost| *lost != [0, 0]).map(|lost| {
                let loss = loss_text(lost);
                msg::BundleLost { loss }.text(lang)
            });
            rows.push(vec![number, mv, text, loss.unwrap_or_default()]);
        }
        let moves = result.moves.iter();
        rows.extend(moves.map(|row| move_row(manifest, *plies, row, names)));
    }
    rows
}

fn move_row(manifest: &Manifest, plies: usize, row: &MoveResult, names: &LineNames) -> Vec<String> {
    let lang = names.lang;
    let number = match manifest.question {
        BundleQuestion::Solution => (plies + 1).to_string(),
        _ => String::new(),
    };
    let text = result_text(
        manifest,
        (row.answer.as_deref(), row.value.as_deref()),
        row.score,
        row.length,
        lang,
    );
    let kind = row.kind.as_deref().map(|kind| kind_text(kind, lang));
    vec![
        number,
        names.name(plies, &row.mv),
        text,
        kind.unwrap_or_default(),
    ]
}

fn loss_text([low, high]: [i32; 2]) -> String {
    match low == high {
        true => low.to_string(),
        false => format!("{low}..{high}"),
    }
}

/// A result in words.
fn result_text(
    manifest: &Manifest,
    (answer, value): (Option<&str>, Option<&str>),
    score: Option<[i32; 2]>,
    length: Option<(u16, Option<u16>)>,
    lang: Lang,
) -> String {
    let answer = answer.map(|answer| match answer {
        "proved" => Answer::Proved,
        "disproved" => Answer::Disproved,
        _ => Answer::Unknown,
    });
    let value = value.map(|value| match value {
        "win" => Some(Value::Win),
        "draw" => Some(Value::Draw),
        "loss" => Some(Value::Loss),
        _ => None,
    });
    let length = length.map(|(least, most)| Bracket { least, most });
    if is_tsume(&manifest.game, &manifest.rules) && (answer.is_some() || value.is_some()) {
        return tsume::result_text((answer, value.flatten()), length, lang);
    }
    let parts = [
        answer.map(|answer| answer.in_lang(lang)),
        value.map(|value| value.in_lang(lang)),
        score.map(|score| bounds_in(score, lang)),
        length.map(|length| length.in_lang(lang)),
    ];
    let separator = msg::PartsSeparator.text(lang);
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join(&separator)
}

/// The kind of another move that wins.
fn kind_text(kind: &str, lang: Lang) -> String {
    match Word::ALL.into_iter().find(|word| word.name() == kind) {
        Some(word) => word.in_lang(lang),
        None => kind.to_string(),
    }
}

fn verdict_text(verdict: &str, lang: Lang) -> String {
    use Uniqueness::{NotDecided, NotUnique, Unique, UniqueButLast};
    let all = [Unique, UniqueButLast, NotUnique, NotDecided];
    match all.into_iter().find(|known| known.to_string() == verdict) {
        Some(known) => known.in_lang(lang),
        None => msg::BundleNoSolution.text(lang),
    }
}
