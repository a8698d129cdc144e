//! `shomei compose flaw`: the flaws of a problem, each with its line, and the repairs.

use clap::Args;
use serde::Serialize;
use shomei::composers::{
    Change, Composition, CompositionQuery, Judgement, OtherSolutionsQuery, Others, ProblemCheck,
    Word,
};
use shomei::data::{ComposersData, OtherData};
use shomei::messages::InLang;
use shomei_game::Lang;
use shomei_messages::{self as msg, Message};

use super::super::solve::yozume::resistance_in;
use super::bench::{View, WorkbenchArgs};
use super::row::{Completeness, Row, RowKind, Rows};
use crate::cli::{count, heading};
use crate::failure::{Exit, Failure};
use crate::language::MoveNames;
use crate::output::{print, print_json};
use shomei::Kinds;

const ABOUT: &str = "The command lists the flaws that `compose check` finds, each with its \
    position in the solution and the line that shows it. Then it examines the variants in which \
    one piece is moved, removed or exchanged, or the attacker's hand is changed by one piece, and \
    prints those without a flaw. Without `--nodes`, the search of the problem itself has no limit \
    on nodes.";

/// The arguments.
#[derive(Debug, Args)]
#[command(after_help = ABOUT)]
pub(super) struct FlawArgs {
    #[command(flatten)]
    bench: WorkbenchArgs,
    /// Print at most N flaws and N repairs
    #[arg(long = "limit", value_name = "N", value_parser = count, default_value = "100",
        help_heading = heading::LIMITS)]
    most_listed: u64,
}

/// The object of the flaws.
#[derive(Serialize)]
struct FlawsJson<'a> {
    game: &'static str,
    position: String,
    line: &'a [String],
    composers: Option<ComposersData>,
    /// The flaws, each with its line.
    flaws: Vec<OtherData>,
    /// The number of flaws that are not listed.
    more: usize,
}

/// The flaws of one problem and its repairs.
pub(super) fn run(args: &FlawArgs, games: &Kinds) -> Result<Exit, Failure> {
    let mut bench = args.bench.open(games, 1..=u16::MAX)?;
    let view = bench.view.clone();
    let most = usize::try_from(args.most_listed).unwrap_or(usize::MAX);
    let tolerance = args.bench.tolerate;
    let query = CompositionQuery {
        others: Some(OtherSolutionsQuery {
            nodes: args.bench.yozume_nodes,
            defences: tolerance.needs_defences(),
            tolerance,
            ..OtherSolutionsQuery::default()
        }),
        ..CompositionQuery::default()
    };
    let checked = bench.check(&query)?;
    show_flaws(&view, &checked, most)?;
    let is_known = checked.result.is_complete() && checked.composition.is_complete();
    let judgement = checked.composition.judgement.as_ref();
    if judgement.is_some_and(Judgement::is_sound) {
        return Ok(Exit::Done);
    }
    let mut rows = Rows::of(&view);
    let (mut extent, mut shown) = (Completeness::Complete, 0);
    bench.run(|bench| {
        let changes = [Change::Move, Change::Remove, Change::Exchange, Change::Hand];
        let variants = bench.root().variants(bench.attacker(), &changes);
        for (at, variant) in variants.iter().enumerate() {
            if bench.stopped_by().is_some() || shown == most {
                extent = Completeness::Missing(variants.len() - at);
                break;
            }
            let examined = bench.examine(&variant.position)?;
            let row = Row::of(&view, &examined, std::slice::from_ref(variant))?;
            rows.count(&row);
            if row.kind == RowKind::Sound {
                rows.show(&row)?;
                shown += 1;
            }
        }
        Ok(())
    })?;
    let exit = rows.finish(extent)?;
    Ok(match is_known {
        true => exit,
        false => Exit::of(&[exit, Exit::Unknown]),
    })
}

/// Prints the judgement and at most `most` flaws.
fn show_flaws(view: &View, checked: &ProblemCheck, most: usize) -> Result<(), Failure> {
    let composition = &checked.composition;
    let lang = view.lang;
    let solutions = composition.others.as_ref();
    let line = solutions.map_or(&checked.result.line.moves, |solutions| &solutions.line);
    let others = solutions.and_then(|solutions| solutions.others.as_ref());
    let mut flaws = others.map_or(Vec::new(), |others| flaws_of(others, composition, lang));
    let more = flaws.len().saturating_sub(most);
    flaws.truncate(most);
    let judgement = composition.judgement.as_ref();
    if view.json {
        return print_json(&FlawsJson {
            game: view.game,
            position: view.root.text(),
            line,
            composers: judgement.map(ComposersData::of),
            flaws: flaws.into_iter().map(|(_, flaw)| flaw).collect(),
            more,
        });
    }
    let verdict = match judgement {
        Some(judgement) => judgement.in_lang(lang),
        None => msg::NotDecided.text(lang),
    };
    print(msg::Judgement { verdict }.text(lang))?;
    let mut names = MoveNames::of(view.root.clone(), lang);
    if !line.is_empty() {
        let moves = names.after(&[], line).join(" ");
        print(msg::FlawLine { moves }.text(lang))?;
    }
    for (kind, flaw) in flaws {
        let before = line.get(..flaw.place.number - 1).unwrap_or_default();
        let text = msg::FlawDescribed {
            number: flaw.place.number,
            kind,
            moves: names.after(before, &flaw.line).join(" "),
        };
        print(text.text(lang))?;
    }
    match more {
        0 => Ok(()),
        count => print(msg::FlawsMore { count }.text(lang)),
    }
}

/// The other solutions and defences that are flaws, in the order of the line, each with the name of
/// its kind.
fn flaws_of(others: &Others, composition: &Composition, lang: Lang) -> Vec<(String, OtherData)> {
    let judgement = composition.judgement.as_ref();
    let is_flaw = |word: Word| judgement.is_some_and(|judgement| judgement.flaws.contains(&word));
    let moves = others.found.others.iter();
    let moves = moves.filter(|other| is_flaw(Word::of_move(other.kind)));
    let moves = moves.map(|other| (other.kind.in_lang(lang), OtherData::from(other)));
    let mut flaws: Vec<_> = moves.collect();
    if let Some(defences) = &others.defences {
        let found = defences.found.iter();
        let found = found.filter(|defence| is_flaw(Word::of_defence(defence.kind)));
        flaws.extend(
            found.map(|defence| (resistance_in(defence.kind, lang), OtherData::from(defence))),
        );
    }
    flaws.sort_by_key(|(_, flaw)| flaw.place.number);
    flaws
}
