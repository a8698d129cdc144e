//! The line まで…, which summarises a line of moves: its number of moves and its ending.

use shomei_game::{Ending, Side};

use super::{ENDINGS, End, FOUL, FOUL_BEFORE, JISHOGI, KACHI, SENNICHITE, TIME_UP, ending_name};
use crate::names::{SIDES, kanji_number, side_name};
use crate::scan::Scan;

/// The summary まで… of a line with this number of plies, with this side to move.
pub(crate) fn summary(plies: usize, ending: &Ending, mover: Side) -> String {
    let [mover, other] = [mover, mover.opponent()].map(side_name);
    let end = match ending {
        Ending::Won => "詰".to_string(),
        ending => match ending_name(ending) {
            "投了" => format!("{other}の勝ち"),
            TIME_UP => format!("時間切れにより{other}の勝ち"),
            name @ (FOUL | FOUL_BEFORE | KACHI) => format!("{mover}の{name}"),
            name => name.to_string(),
        },
    };
    format!("まで{plies}手で{end}")
}

/// The contents of a line まで….
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Summary {
    /// The number of moves.
    pub(crate) plies: Option<usize>,
    pub(crate) end: End,
    /// Whether the last side in the text, as in 時間切れにより先手の勝ち, is not the side to move.
    is_other: Option<bool>,
}

impl Summary {
    /// Reads the words after まで, with this side to move.
    pub(crate) fn of(words: &str, mover: Side) -> Summary {
        let mut scan = Scan::of(words, 1);
        scan.skip_blanks();
        let mut ahead = scan;
        let plies = match (scan.number(), kanji_number(&mut ahead)) {
            // In 二歩 the kanji digit is part of a word.
            (None, Some(number)) if ahead.rest().starts_with('手') => {
                scan = ahead;
                Some(number)
            }
            (number, _) => number,
        };
        if plies.is_some() {
            scan.accept("手");
            scan.accept("で");
        }
        scan.skip_blanks();
        scan.trim_end();
        let words = scan.rest();
        let named = SIDES.iter().filter_map(|(name, side)| {
            let at = words.rfind(name)?;
            Some((at, *side))
        });
        let is_other = named
            .max_by_key(|(at, _)| *at)
            .map(|(_, side)| side != mover);
        let unknown = End::read(&mut scan).filter(|_| plies.is_some() && scan.rest().is_empty());
        let end = match (known_end(words, is_other), unknown) {
            (Some(ending), _) => End::known(ending),
            (None, Some(unknown)) => unknown,
            (None, None) => End {
                ending: Ending::Open,
                unknown: (!words.is_empty()).then(|| words.to_string()),
            },
        };
        Summary {
            plies,
            end,
            is_other,
        }
    }
}

/// The ending by the words after the number of moves. `is_other` is true if the side in them is not
/// the side to move. `None` if no word among them is known.
fn known_end(words: &str, is_other: Option<bool>) -> Option<Ending> {
    let has = |word: &str| words.contains(word);
    let wins = has("勝");
    if has("反則") {
        // The other side wins by a foul of the side to move, and the reverse.
        let is_by_mover = match (has(FOUL), has(FOUL_BEFORE), is_other) {
            (true, _, _) => is_other != Some(true),
            (_, true, _) => is_other == Some(true),
            (_, _, Some(is_other)) if wins => is_other,
            _ => return wins.then_some(Ending::Open),
        };
        return Some(Ending::over(if is_by_mover { FOUL } else { FOUL_BEFORE }));
    }
    let is_stated = |(name, _): &&(&str, Ending)| match name.contains('詰') {
        true => has_word(words, name),
        false => has(name),
    };
    if has("詰ま") {
        // 詰まず (no mate) is not in the table, and must not be read as mate.
        return Some(Ending::Open);
    }
    let Some((_, ending)) = ENDINGS.iter().find(is_stated) else {
        let loses = has("負");
        let is_given_up = (wins && is_other == Some(true)) || (loses && is_other == Some(false));
        return (wins || loses).then(|| match is_given_up && !has("により") {
            true => Ending::over("投了"),
            false => Ending::Open,
        });
    };
    let is = |name| *ending == Ending::over(name);
    // The word is only a reason for another result, such as 千日手により with a winner, or the winner
    // contradicts it.
    let is_open = (wins && (is(SENNICHITE) || is(JISHOGI)))
        || ((is(TIME_UP) || is("投了")) && is_other == Some(!wins))
        || (is(KACHI) && is_other == Some(true));
    Some(match is_open {
        true => Ending::Open,
        false => ending.clone(),
    })
}

/// Whether a word occurs as a whole word: delimited by the ends of the text, blanks or signs, or
/// preceded by a particle. In 余詰 and 詰めろ, 詰 is only a part.
fn has_word(words: &str, word: &str) -> bool {
    words.match_indices(word).any(|(at, _)| {
        let before = words[..at].chars().next_back();
        let after = words[at + word.len()..].chars().next();
        before.is_none_or(|letter| "でてはがを".contains(letter) || !letter.is_alphabetic())
            && after.is_none_or(|letter| !letter.is_alphabetic())
    })
}
