//! Results of games: who won and how, as files (`RE`) and as a [`Record`](crate::Record) write it.
//!
//! | SGF | GGF | ending |
//! |---|---|---|
//! | `B+`, `W+Win` | | `B+`, `W+` |
//! | `B+12` | `+12.00` | `B+12` |
//! | `B+R`, `B+Resign` | `+64.00:r` | `B+Resign` |
//! | | `+12.00:r` | `B+12:r` |
//! | `W+T`, `W+Time` | `-64.00:t` | `W+Time` |
//! | | `-12.00:t` | `W+12:t` |
//! | `B+F`, `B+Forfeit` | | `B+Forfeit` |
//! | `0`, `Draw` | `0.00` | `Draw` |
//! | `Void` | | `Void` |
//!
//! In GGF a win by resignation or on time has a size. The greatest size, all squares of the board,
//! carries no information and is dropped. Any other size is kept, but SGF cannot express it.
//! Endings that GGF lacks are written as in SGF.

use std::borrow::Cow;

use crate::Side;

/// The word of an ending.
pub(super) type EndingWord = Cow<'static, str>;

/// The ways to win, with the words of the sides.
const WON: [(&str, [&str; 2]); 4] = [
    ("", ["B+", "W+"]),
    ("Resign", ["B+Resign", "W+Resign"]),
    ("Time", ["B+Time", "W+Time"]),
    ("Forfeit", ["B+Forfeit", "W+Forfeit"]),
];

/// The flags of GGF after the size of a win, and the ways to win.
const FLAGS: [(&str, &str); 2] = [("r", "Resign"), ("t", "Time")];

/// The way to win for a flag of GGF.
fn flagged(flag: &str) -> Option<&'static str> {
    let found = FLAGS.iter().find(|(known, _)| *known == flag);
    found.map(|(_, how)| *how)
}

/// The word for a resignation of the winner's opponent.
pub(super) fn by_resignation(winner: Side) -> &'static str {
    WON[1].1[winner.index()]
}

/// The word for a side that has won.
pub(super) fn by_play(winner: Side) -> &'static str {
    WON[0].1[winner.index()]
}

/// The winner by a word.
pub(super) fn winner_of(word: &str) -> Option<Side> {
    let mut sides = Side::BOTH.into_iter();
    sides.find(|&side| word.starts_with(by_play(side)))
}

/// The side that resigned, by a word.
pub(super) fn resigned(word: &str) -> Option<Side> {
    let is_it = |side: &Side| by_resignation(side.opponent()) == word;
    Side::BOTH.into_iter().find(is_it)
}

/// The ending for a value of `RE`; `None` if the value has another form.
pub(super) fn read(text: &str) -> Option<EndingWord> {
    let text = text.trim().to_ascii_lowercase();
    match text.as_str() {
        "draw" | "jigo" => return Some("Draw".into()),
        "void" => return Some("Void".into()),
        _ => {}
    }
    let (result, how) = text.split_once(':').unwrap_or((&text, ""));
    let (winner, size) = match result.split_once('+') {
        Some(("b" | "black", size)) => (Side::First, size),
        Some(("", size)) if is_number(size) => (Side::First, size),
        Some(("w" | "white", size)) => (Side::Second, size),
        Some(_) => return None,
        None if is_number(result) && is_zero(result) => return Some("Draw".into()),
        None => {
            let size = result.strip_prefix('-').filter(|size| is_number(size))?;
            (Side::Second, size)
        }
    };
    let how = match (size, how) {
        (size, "") if is_number(size) && is_zero(size) => return Some("Draw".into()),
        (size, "") if is_number(size) => {
            return Some(format!("{}{}", by_play(winner), short(size)).into());
        }
        ("r" | "resign", "") => "Resign",
        ("t" | "time", "") => "Time",
        ("f" | "forfeit", "") => "Forfeit",
        ("" | "win", "") => "",
        (size, flag) if is_number(size) => match flagged(flag)? {
            how if is_zero(size) => how,
            _ => return Some(format!("{}{}:{flag}", by_play(winner), short(size)).into()),
        },
        _ => return None,
    };
    let found = WON.iter().find(|(name, _)| *name == how);
    found.map(|(_, words)| words[winner.index()].into())
}

/// The word of a win by resignation or on time without its size, if it has one.
fn without_size(word: &str) -> Option<String> {
    let (won, flag) = word.split_once(':')?;
    let (side, _) = won.split_once('+')?;
    Some(format!("{side}+{}", flagged(flag)?))
}

/// The word that the record of a game keeps. In a win by resignation or on time, the size of the
/// greatest possible win carries no information and is dropped.
pub(super) fn kept(word: EndingWord, greatest: Option<u32>) -> EndingWord {
    let size = word
        .split([':', '+'])
        .nth(1)
        .and_then(|size| size.parse().ok());
    match without_size(&word) {
        Some(short) if size == greatest => short.into(),
        _ => word,
    }
}

/// The word of an ending as a value of `RE` in SGF.
#[must_use]
pub fn result_in_sgf(word: &str) -> String {
    without_size(word).unwrap_or_else(|| word.to_string())
}

/// The word of an ending as a value of `RE` in GGF: the size of the win, with a sign as Black sees
/// it. A win by resignation or on time of unknown size has size `greatest`.
#[must_use]
pub fn result_in_ggf(word: &str, greatest: u32) -> String {
    let Some((side, how)) = word.split_once('+') else {
        return if word == "Draw" { "0" } else { word }.to_string();
    };
    let sign = if side == "B" { '+' } else { '-' };
    let size = how.split(':').next().unwrap_or_default();
    match FLAGS.iter().find(|(_, known)| *known == how) {
        Some((flag, _)) => format!("{sign}{greatest}:{flag}"),
        None if is_number(size) => format!("{sign}{how}"),
        None => word.to_string(),
    }
}

fn is_number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_digit() || c == '.')
        && text.matches('.').count() <= 1
}

fn is_zero(number: &str) -> bool {
    number.chars().all(|c| matches!(c, '0' | '.'))
}

/// A number without trailing zeros after the point.
fn short(number: &str) -> &str {
    match number.contains('.') {
        true => number.trim_end_matches('0').trim_end_matches('.'),
        false => number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read() {
        for (text, word) in [
            ("B+", "B+"),
            ("W+Win", "W+"),
            ("b+12", "B+12"),
            ("White+0.5", "W+0.5"),
            ("+12.00", "B+12"),
            ("-7.50", "W+7.5"),
            ("B+R", "B+Resign"),
            (" w+resign ", "W+Resign"),
            ("-64.00:r", "W+64:r"),
            ("+2.0:t", "B+2:t"),
            ("-0.00:r", "W+Resign"),
            ("W+T", "W+Time"),
            ("B+F", "B+Forfeit"),
            ("W+Forfeit", "W+Forfeit"),
            ("0", "Draw"),
            ("+0.00", "Draw"),
            ("0.00", "Draw"),
            ("DRAW", "Draw"),
            ("Void", "Void"),
        ] {
            assert_eq!(read(text).as_deref(), Some(word), "{text}");
            assert_eq!(read(word).as_deref(), Some(word));
        }
        for text in [
            "", "?", "B", "12", "C+1", "B+x", "+", "-", "B+1.2.3", "+1:q", "B+12:x", "+R", "+:r",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(resigned("B+Resign"), Some(Side::Second));
        assert_eq!(winner_of("W+Time"), Some(Side::Second));
        assert_eq!(winner_of("Draw"), None);
    }

    #[test]
    fn each_form_has_its_own_words() {
        for (word, ggf, sgf) in [
            ("B+12", "+12", "B+12"),
            ("W+0.5", "-0.5", "W+0.5"),
            ("B+12:r", "+12:r", "B+Resign"),
            ("W+2:t", "-2:t", "W+Time"),
            ("B+Resign", "+64:r", "B+Resign"),
            ("W+Time", "-64:t", "W+Time"),
            ("Draw", "0", "Draw"),
            // Endings that GGF cannot express.
            ("B+", "B+", "B+"),
            ("W+Forfeit", "W+Forfeit", "W+Forfeit"),
            ("Void", "Void", "Void"),
        ] {
            assert_eq!(result_in_ggf(word, 64), ggf);
            assert_eq!(result_in_sgf(word), sgf);
            let back = |text: &str| read(text).map(|read| kept(read, Some(64)));
            assert_eq!(back(ggf).as_deref(), Some(word));
            assert_eq!(back(sgf).as_deref(), Some(sgf));
        }
        assert_eq!(kept("B+64:r".into(), None), "B+64:r");
    }
}
