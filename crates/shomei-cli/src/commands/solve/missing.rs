//! `compose check --missing`: how what is in the way of a win looks to people.

use shomei::composers::{Resists, Try, WithMore};
use shomei::words::InLang;
use shomei_game::Lang;
use shomei_search::Answer;

use super::answer::Answered;
use super::naming::Naming;
use crate::output::{counted, grouped};

/// Moves of the attacker are told up to so many.
const MOST_TRIES: usize = 10;

/// What single things would win, for a list.
pub(super) fn one_line(answered: &Answered, naming: &Naming) -> Option<String> {
    let (missing, lang) = (answered.composition.missing.as_ref()?, naming.lang);
    let wins = |more: &&WithMore| more.answer == Answer::Proved;
    let with_length = |more: &WithMore| with_length(more, naming);
    let texts = missing.more.iter().filter(wins).map(with_length);
    let texts: Vec<String> = texts.collect();
    let is_known = |more: &WithMore| more.answer == Answer::Disproved;
    let what = match (texts.is_empty(), missing.more.iter().all(is_known)) {
        (false, _) => texts.join(lang.pick(" or ", "または")),
        (true, true) if !missing.more.is_empty() => lang
            .pick("more than one piece", "一枚では足りない")
            .to_string(),
        (true, _) => lang.pick("not decided", "未確定").to_string(),
    };
    Some(lang.pick(format!("missing: {what}"), format!("不足：{what}")))
}

/// The defence that resists longest, what is in the way of each move, and what one thing more
/// would do.
pub(super) fn lines(answered: &Answered, naming: &Naming) -> Vec<String> {
    let (mut lines, lang) = (Vec::new(), naming.lang);
    let Some(missing) = &answered.composition.missing else {
        return lines;
    };
    if let Some((tried, defence)) = missing.longest_resistance() {
        lines.push(resistance(tried, defence, naming));
    }
    if !missing.tries.is_empty() {
        lines.push(lang.pick("tries:", "攻方の手：").to_string());
        let tries = missing.tries.iter().take(MOST_TRIES);
        lines.extend(tries.map(|tried| one_try(tried, naming)));
        if let Some(more @ 1..) = missing.tries.len().checked_sub(MOST_TRIES) {
            lines.push(match lang {
                Lang::En => format!("  {}", counted(more as u64, "more move")),
                Lang::Ja => format!("  ほか{}手", grouped(more as u64)),
            });
        }
    }
    if !missing.more.is_empty() {
        let heading = lang.pick("with one piece more:", "持駒があと一枚あれば：");
        lines.push(heading.to_string());
        lines.extend(missing.more.iter().map(|more| one_more(more, naming)));
    }
    lines
}

/// The defence that resists longest, with the line behind it.
fn resistance(tried: &Try, defence: &Resists, naming: &Naming) -> String {
    let lang = naming.lang;
    let how = match defence.answer {
        Answer::Disproved => lang.pick("it holds", "受かる"),
        Answer::Unknown => lang.pick("not decided", "未確定"),
        Answer::Proved => lang.pick("it loses all the same", "受からない"),
    };
    let mut line = vec![tried.mv.clone(), defence.mv.clone()];
    let name = naming.behind(&line[..1], &line[1..]);
    line.extend_from_slice(&defence.line);
    let (mv, line) = (naming.mv(&tried.mv), naming.line(&line));
    lang.pick(
        format!("longest resistance: {name} against {mv}, {how}: {line}"),
        format!("最長の抵抗：{mv}に{name}（{how}）：{line}"),
    )
}

/// What one thing more makes of the position.
fn one_more(more: &WithMore, naming: &Naming) -> String {
    let lang = naming.lang;
    let what = naming.left_over(&more.what);
    let from = match (lang, more.from) {
        (Lang::Ja, "the box") => "駒箱",
        (Lang::Ja, "the defender's hand") => "玉方の持駒",
        (_, other) => other,
    };
    let how = match more.answer {
        Answer::Proved => lang.pick("wins", if naming.is_tsume { "詰み" } else { "勝ち" }),
        Answer::Disproved => lang.pick(
            "no win",
            if naming.is_tsume {
                "不詰"
            } else {
                "勝ちなし"
            },
        ),
        Answer::Unknown => lang.pick("not decided", "未確定"),
    };
    let length = match more.answer {
        Answer::Disproved => None,
        _ => more.length.map(|length| length.in_lang(lang)),
    };
    let length = length.map_or(String::new(), |length| {
        lang.pick(format!(", {length}"), format!("、{length}"))
    });
    let line = match more.answer {
        Answer::Proved if !more.line.is_empty() => naming.elsewhere(&more.position, &more.line),
        _ => String::new(),
    };
    let line = match &line[..] {
        "" => line,
        line => lang.pick(format!(": {line}"), format!("：{line}")),
    };
    lang.pick(
        format!("  {what} from {from}: {how}{length}{line}"),
        format!("  {from}の{what}：{how}{length}{line}"),
    )
}

fn with_length(more: &WithMore, naming: &Naming) -> String {
    let (what, lang) = (naming.left_over(&more.what), naming.lang);
    match more.length.map(|length| length.in_lang(lang)) {
        Some(length) => lang.pick(format!("{what} ({length})"), format!("{what}（{length}）")),
        None => what,
    }
}

/// A move, and what is in its way.
fn one_try(tried: &Try, naming: &Naming) -> String {
    let (mv, lang) = (naming.mv(&tried.mv), naming.lang);
    if tried.defences.is_empty() {
        return lang.pick(format!("  {mv}: over"), format!("  {mv}：終局"));
    }
    let before = [tried.mv.clone()];
    let in_the_way = |defence: &&Resists| defence.answer != Answer::Proved;
    let names = tried.defences.iter().filter(in_the_way);
    let names = names.map(|defence| naming.behind(&before, std::slice::from_ref(&defence.mv)));
    let names: Vec<String> = names.collect();
    let count = count(tried, lang);
    let mated = tried.defences.iter();
    let mated = mated.filter(|defence| defence.answer == Answer::Proved);
    let longest = mated
        .filter_map(|defence| defence.length)
        .max_by_key(|length| length.least);
    let others = longest.map_or(String::new(), |length| {
        let length = length.in_lang(lang);
        lang.pick(
            format!("; the longest of the others: {length}"),
            format!("；ほかの受けは最長{length}"),
        )
    });
    let names = match (&names.join(" ")[..], lang) {
        ("", _) => String::new(),
        (names, Lang::En) => format!(": {names}"),
        (names, Lang::Ja) => format!("：{names}"),
    };
    lang.pick(
        format!("  {mv}: {count}{names}{others}"),
        format!("  {mv}：{count}{names}{others}"),
    )
}

/// How many of the defences hold.
fn count(tried: &Try, lang: Lang) -> String {
    let (holding, open, all) = (tried.holding(), tried.open(), tried.defences.len());
    if lang == Lang::Ja {
        return match (holding, open, all) {
            (1, 0, 1) => "唯一の受けで受かる".to_string(),
            (0, 1, 1) => "唯一の受けは未確定".to_string(),
            (_, 0, _) => format!("受け{all}通りのうち{holding}通りで受かる"),
            _ => format!("受け{all}通りのうち{holding}通りで受かる、{open}通りは未確定"),
        };
    }
    let hold = if holding == 1 { "holds" } else { "hold" };
    match (open, all) {
        (0, 1) => format!("{} {hold}", counted(holding as u64, "defence")),
        (1, 1) => "1 defence not decided".to_string(),
        (0, _) => format!("{holding} of {all} defences {hold}"),
        (open, _) => format!("{holding} of {all} defences {hold}, {open} not decided"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted_of(answers: &[Answer]) -> [String; 2] {
        let defence = |&answer: &Answer| Resists {
            mv: "a".to_string(),
            answer,
            length: None,
            line: Vec::new(),
        };
        let tried = Try {
            mv: "b".to_string(),
            defences: answers.iter().map(defence).collect(),
        };
        Lang::ALL.map(|lang| count(&tried, lang))
    }

    #[test]
    fn the_verb_goes_with_what_is_counted() {
        let (holds, loses, open) = (Answer::Disproved, Answer::Proved, Answer::Unknown);
        let english = |answers: &[Answer]| counted_of(answers)[0].clone();
        assert_eq!(english(&[holds]), "1 defence holds");
        assert_eq!(english(&[open]), "1 defence not decided");
        assert_eq!(english(&[holds, loses]), "1 of 2 defences holds");
        assert_eq!(english(&[holds, holds, loses]), "2 of 3 defences hold");
        assert_eq!(
            english(&[open, holds, loses]),
            "1 of 3 defences holds, 1 not decided"
        );
        assert_eq!(english(&[loses, loses]), "0 of 2 defences hold");
        assert_eq!(
            counted_of(&[open, holds, loses])[1],
            "受け3通りのうち1通りで受かる、1通りは未確定"
        );
        assert_eq!(counted_of(&[holds])[1], "唯一の受けで受かる");
    }
}
