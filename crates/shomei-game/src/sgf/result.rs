//! How files write that and how a game ended (`RE`), and how a [`Record`](crate::Record) does.
//!
//! | SGF | GGF | ending |
//! |---|---|---|
//! | `B+`, `W+Win` | | `B+`, `W+` |
//! | `B+12` | `+12.00` | `B+12` |
//! | `B+R`, `B+Resign` | `+12.00:r` | `B+Resign` |
//! | `W+T`, `W+Time` | `-12.00:t` | `W+Time` |
//! | `B+F`, `B+Forfeit` | | `B+Forfeit` |
//! | `0`, `Draw` | `0.00` | `Draw` |
//! | `Void` | | `Void` |

use std::borrow::Cow;

use crate::Side;

/// The word of an ending.
pub(super) type Word = Cow<'static, str>;

/// The ways to win, with the words of the sides.
const WON: [(&str, [&str; 2]); 4] = [
    ("", ["B+", "W+"]),
    ("Resign", ["B+Resign", "W+Resign"]),
    ("Time", ["B+Time", "W+Time"]),
    ("Forfeit", ["B+Forfeit", "W+Forfeit"]),
];

/// The word for a resignation of the other side.
pub(super) fn by_resignation(winner: Side) -> &'static str {
    WON[1].1[winner.index()]
}

/// The word for a side that has won.
pub(super) fn by_play(winner: Side) -> &'static str {
    WON[0].1[winner.index()]
}

/// The side that a word says has won.
pub(super) fn winner_of(word: &str) -> Option<Side> {
    let mut sides = Side::BOTH.into_iter();
    sides.find(|&side| word.starts_with(by_play(side)))
}

/// The side that has resigned by this word.
pub(super) fn resigned(word: &str) -> Option<Side> {
    let is_it = |side: &Side| by_resignation(side.opponent()) == word;
    Side::BOTH.into_iter().find(is_it)
}

/// What a value of `RE` means; `None` where it is in other words.
pub(super) fn read(text: &str) -> Option<Word> {
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
        (size, "r") if is_number(size) => "Resign",
        (size, "t") if is_number(size) => "Time",
        _ => return None,
    };
    let found = WON.iter().find(|(name, _)| *name == how);
    found.map(|(_, words)| words[winner.index()].into())
}

/// The score in a result such as `B+12`, with a sign for Black.
pub(super) fn signed(score: &str) -> Option<String> {
    let (side, size) = score.split_once('+')?;
    let sign = if side == "B" { '+' } else { '-' };
    is_number(size).then(|| format!("{sign}{size}"))
}

fn is_number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_digit() || c == '.')
        && text.matches('.').count() <= 1
}

fn is_zero(number: &str) -> bool {
    number.chars().all(|c| matches!(c, '0' | '.'))
}

/// A number without digits that say nothing.
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
            ("-64.00:r", "W+Resign"),
            ("+2.0:t", "B+Time"),
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
            "", "?", "B", "12", "C+1", "B+x", "+", "-", "B+1.2.3", "+1:q", "B+12:x", "+R",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(signed("B+12").as_deref(), Some("+12"));
        assert_eq!(signed("W+0.5").as_deref(), Some("-0.5"));
        assert_eq!(signed("B+Resign"), None);
        assert_eq!(resigned("B+Resign"), Some(Side::Second));
        assert_eq!(winner_of("W+Time"), Some(Side::Second));
        assert_eq!(winner_of("Draw"), None);
    }
}
