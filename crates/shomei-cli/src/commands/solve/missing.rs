//! `--missing`: how what is in the way of a win looks to people.

use shomei::questions::{Missing, Resists, Try, WithMore};
use shomei_search::Answer;

use crate::output::{counted, length_text};

/// Moves of the attacker are told up to so many.
const MOST_TRIES: usize = 10;

/// What single things would win, for a list.
pub(super) fn one_line(missing: &Missing) -> String {
    let wins = |more: &&WithMore| more.answer == Answer::Proved;
    let texts = missing.more.iter().filter(wins).map(with_length);
    let texts: Vec<String> = texts.collect();
    let is_known = |more: &WithMore| more.answer == Answer::Disproved;
    match (texts.is_empty(), missing.more.iter().all(is_known)) {
        (false, _) => format!("missing: {}", texts.join(" or ")),
        (true, true) if !missing.more.is_empty() => "missing: more than one piece".to_string(),
        (true, _) => "missing: not decided".to_string(),
    }
}

/// The defence that resists longest, what is in the way of each move, and what one thing more
/// would do.
pub(super) fn lines(missing: &Missing) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some((tried, defence)) = missing.longest_resistance() {
        let play = [&tried.mv, &defence.mv];
        let line = play.into_iter().chain(&defence.line);
        let line: Vec<&str> = line.map(String::as_str).collect();
        let how = match defence.answer {
            Answer::Disproved => "it holds",
            Answer::Unknown => "not decided",
            Answer::Proved => "mated all the same",
        };
        lines.push(format!(
            "longest resistance: {} against {}, {how}: {}",
            defence.mv,
            tried.mv,
            line.join(" ")
        ));
    }
    if !missing.tries.is_empty() {
        lines.push("tries:".to_string());
        lines.extend(missing.tries.iter().take(MOST_TRIES).map(one_try));
        if let Some(more @ 1..) = missing.tries.len().checked_sub(MOST_TRIES) {
            lines.push(format!("  {}", counted(more as u64, "more move")));
        }
    }
    if !missing.more.is_empty() {
        lines.push("with one piece more:".to_string());
        lines.extend(missing.more.iter().map(|more| {
            let line = match more.answer {
                Answer::Proved if !more.line.is_empty() => format!(": {}", more.line.join(" ")),
                _ => String::new(),
            };
            let from = more.from;
            match more.answer {
                Answer::Proved => format!("  {} from {from}: wins{}{line}", more.what, plies(more)),
                Answer::Disproved => format!("  {} from {from}: no win", more.what),
                Answer::Unknown => {
                    format!("  {} from {from}: not decided{}", more.what, plies(more))
                }
            }
        }));
    }
    lines
}

/// The plies of a win, where they were asked for.
fn plies(more: &WithMore) -> String {
    let length = more.length.map(length_text);
    length.map_or(String::new(), |length| format!(", {length}"))
}

fn with_length(more: &WithMore) -> String {
    match more.length {
        Some(length) => format!("{} ({})", more.what, length_text(length)),
        None => more.what.clone(),
    }
}

/// A move, and what is in its way.
fn one_try(tried: &Try) -> String {
    let mv = &tried.mv;
    if tried.defences.is_empty() {
        return format!("  {mv}: over");
    }
    let all = counted(tried.defences.len() as u64, "defence");
    let in_the_way = |defence: &&Resists| defence.answer != Answer::Proved;
    let names = tried.defences.iter().filter(in_the_way);
    let names: Vec<&str> = names.map(|defence| defence.mv.as_str()).collect();
    let open = match tried.open() {
        0 => String::new(),
        open => format!(", {open} not decided"),
    };
    let mated = tried.defences.iter();
    let mated = mated.filter(|defence| defence.answer == Answer::Proved);
    let longest = mated
        .filter_map(|defence| defence.length)
        .max_by_key(|length| length.least);
    let others = longest.map_or(String::new(), |length| {
        format!("; the longest of the others: {}", length_text(length))
    });
    format!(
        "  {mv}: {} of {all} hold{open}: {}{others}",
        tried.holding(),
        names.join(" ")
    )
}
