//! `compose check --missing`: the defences that prevent a win, as text.

use shomei::composers::{Resists, Try, WithMore};
use shomei::messages::InLang;
use shomei_game::Lang;
use shomei_messages::{self as msg, Message};
use shomei_search::Answer;

use super::answer::Answered;
use super::naming::Naming;

/// The greatest number of listed moves of the attacker.
const MOST_TRIES: usize = 10;

/// The single pieces that would win, on one line.
pub(super) fn one_line(answered: &Answered, naming: &Naming) -> Option<String> {
    let (missing, lang) = (answered.composition.missing.as_ref()?, naming.lang);
    let wins = |more: &&WithMore| more.answer == Answer::Proved;
    let texts = missing.more.iter().filter(wins);
    let texts: Vec<String> = texts.map(|more| with_length(more, naming)).collect();
    let is_known = |more: &WithMore| more.answer == Answer::Disproved;
    let pieces = match (texts.is_empty(), missing.more.iter().all(is_known)) {
        (false, _) => texts.join(&msg::MissingOr.text(lang)),
        (true, true) if !missing.more.is_empty() => msg::MissingMoreThanOne.text(lang),
        (true, _) => msg::NotDecided.text(lang),
    };
    Some(msg::MissingOneLine { pieces }.text(lang))
}

/// The longest resistance, the defences to each move, and the effect of one more piece.
pub(super) fn lines(answered: &Answered, naming: &Naming) -> Vec<String> {
    let (mut lines, lang) = (Vec::new(), naming.lang);
    let Some(missing) = &answered.composition.missing else {
        return lines;
    };
    if let Some((tried, defence)) = missing.longest_resistance() {
        lines.push(resistance(tried, defence, naming));
    }
    if !missing.tries.is_empty() {
        lines.push(msg::MissingTries.text(lang));
        let tries = missing.tries.iter().take(MOST_TRIES);
        lines.extend(tries.map(|tried| indented(&try_text(tried, naming))));
        if let Some(count @ 1..) = missing.tries.len().checked_sub(MOST_TRIES) {
            lines.push(indented(&msg::MissingMoreTries { count }.text(lang)));
        }
    }
    if !missing.more.is_empty() {
        lines.push(msg::MissingWithOneMore.text(lang));
        let more = missing.more.iter();
        lines.extend(more.map(|more| indented(&with_more_text(more, naming))));
    }
    lines
}

fn indented(text: &str) -> String {
    format!("  {text}")
}

/// The defence with the longest resistance, and the line after it.
fn resistance(tried: &Try, defence: &Resists, naming: &Naming) -> String {
    let lang = naming.lang;
    let how = match defence.answer {
        Answer::Disproved => msg::ResistanceHolds.text(lang),
        Answer::Unknown => msg::NotDecided.text(lang),
        Answer::Proved => msg::ResistanceLoses.text(lang),
    };
    let mut line = vec![tried.mv.clone(), defence.mv.clone()];
    let name = naming.after(&line[..1], &line[1..]);
    line.extend_from_slice(&defence.line);
    msg::Resistance {
        defence: name,
        mv: naming.mv(&tried.mv),
        how,
        moves: naming.line(&line),
    }
    .text(lang)
}

/// The result of the position with one more piece.
fn with_more_text(more: &WithMore, naming: &Naming) -> String {
    let lang = naming.lang;
    let piece = naming.left_over(&more.what);
    let from = match more.from {
        "the box" => msg::OneMoreBox.text(lang),
        "the defender's hand" => msg::OneMoreHand.text(lang),
        other => other.to_string(),
    };
    let how = match (more.answer, naming.is_tsume) {
        (Answer::Proved, true) => msg::OneMoreMates.text(lang),
        (Answer::Proved, false) => msg::OneMoreWins.text(lang),
        (Answer::Disproved, true) => msg::OneMoreNoMate.text(lang),
        (Answer::Disproved, false) => msg::OneMoreNoWin.text(lang),
        (Answer::Unknown, _) => msg::NotDecided.text(lang),
    };
    let length = more.length.filter(|_| more.answer != Answer::Disproved);
    let text = match length.map(|length| length.in_lang(lang)) {
        Some(length) => msg::OneMoreLength {
            piece,
            from,
            how,
            length,
        }
        .text(lang),
        None => msg::OneMore { piece, from, how }.text(lang),
    };
    if more.answer != Answer::Proved || more.line.is_empty() {
        return text;
    }
    let moves = naming.line_from(&more.position, &more.line);
    msg::OneMoreLine { text, moves }.text(lang)
}

fn with_length(more: &WithMore, naming: &Naming) -> String {
    let (piece, lang) = (naming.left_over(&more.what), naming.lang);
    match more.length.map(|length| length.in_lang(lang)) {
        Some(length) => msg::MissingPieceLength { piece, length }.text(lang),
        None => piece,
    }
}

/// A move of the attacker, and the defences that refute it.
fn try_text(tried: &Try, naming: &Naming) -> String {
    let (mv, lang) = (naming.mv(&tried.mv), naming.lang);
    if tried.defences.is_empty() {
        return msg::TryOver { mv }.text(lang);
    }
    let before = [tried.mv.clone()];
    let holds = |defence: &&Resists| defence.answer != Answer::Proved;
    let names = tried.defences.iter().filter(holds);
    let names = names.map(|defence| naming.after(&before, std::slice::from_ref(&defence.mv)));
    let names = names.collect::<Vec<String>>().join(" ");
    let defences = count(tried, lang);
    let text = match names.is_empty() {
        true => msg::TryDefences { mv, defences }.text(lang),
        false => msg::TryDefencesNamed {
            mv,
            defences,
            names,
        }
        .text(lang),
    };
    let mated = tried.defences.iter();
    let mated = mated.filter(|defence| defence.answer == Answer::Proved);
    let longest = mated
        .filter_map(|defence| defence.length)
        .max_by_key(|length| length.least);
    match longest.map(|length| length.in_lang(lang)) {
        Some(length) => msg::TryLongestOther { text, length }.text(lang),
        None => text,
    }
}

/// The number of defences that refute a move.
fn count(tried: &Try, lang: Lang) -> String {
    let (holding, open, all) = (tried.holding(), tried.open(), tried.defences.len());
    match (holding, open, all) {
        (1, 0, 1) => msg::DefenceOnlyHolds.text(lang),
        (0, 1, 1) => msg::DefenceOnlyOpen.text(lang),
        (0, 0, 1) => msg::DefenceOnlyLoses.text(lang),
        (_, 0, _) => msg::DefencesHold { holding, all }.text(lang),
        _ => msg::DefencesHoldSomeOpen { holding, all, open }.text(lang),
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
        [Lang::EN, Lang::JA].map(|lang| count(&tried, lang))
    }

    #[test]
    fn the_verb_agrees_with_the_number() {
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
