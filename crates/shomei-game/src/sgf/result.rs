//! How files write that and how a game ended (`RE`), and how a [`Record`](crate::Record) does.
//!
//! | SGF | GGF | ending |
//! |---|---|---|
//! | `B+`, `W+Win` | | `B+`, `W+` |
//! | `B+12` | `+12.00` | `B+`, and the whole as a header |
//! | `B+R`, `B+Resign` | `+12.00:r` | `B+Resign` |
//! | `W+T`, `W+Time` | `-12.00:t` | `W+Time` |
//! | `B+F`, `B+Forfeit` | | `B+Forfeit` |
//! | `0`, `Draw` | `0.00` | `Draw` |
//! | `Void` | | `Void` |

use crate::Side;

/// A result as a file says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Said {
    /// The word of the ending.
    pub(super) word: &'static str,
    /// The same with its size, such as `B+12`, where it has one.
    pub(super) score: Option<String>,
}

/// The ways to win, with the words of the sides.
const WON: [(&str, [&str; 2]); 4] = [
    ("", ["B+", "W+"]),
    ("Resign", ["B+Resign", "W+Resign"]),
    ("Time", ["B+Time", "W+Time"]),
    ("Forfeit", ["B+Forfeit", "W+Forfeit"]),
];

/// The word for a side that has won in this way, as SGF names it.
fn won(winner: Side, how: &str) -> Option<&'static str> {
    let found = WON.iter().find(|(name, _)| *name == how);
    found.map(|(_, words)| words[winner.index()])
}

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
    let wins = |side: &Side| WON.iter().any(|(_, words)| words[side.index()] == word);
    Side::BOTH.into_iter().find(wins)
}

/// The side that has resigned by this word.
pub(super) fn resigned(word: &str) -> Option<Side> {
    let is_it = |side: &Side| by_resignation(side.opponent()) == word;
    Side::BOTH.into_iter().find(is_it)
}

/// The same word, if it is one of a result.
pub(super) fn known(word: &str) -> Option<&'static str> {
    let won = WON.into_iter().flat_map(|(_, words)| words);
    let mut all = won.chain(["Draw", "Void"]);
    all.find(|known| *known == word)
}

/// What a value of `RE` means; `None` where it is in other words.
pub(super) fn read(text: &str) -> Option<Said> {
    let text = text.trim().to_ascii_lowercase();
    let plain = |word| Some(Said { word, score: None });
    match text.as_str() {
        "draw" | "jigo" => return plain("Draw"),
        "void" => return plain("Void"),
        _ => {}
    }
    let (result, how) = text.split_once(':').unwrap_or((&text, ""));
    let (winner, size) = match result.split_once('+') {
        Some(("b" | "black" | "", size)) => (Side::First, size),
        Some(("w" | "white", size)) => (Side::Second, size),
        Some(_) => return None,
        None => match result.strip_prefix('-') {
            Some(size) => (Side::Second, size),
            None if is_number(result) && is_zero(result) => return plain("Draw"),
            None => return None,
        },
    };
    let how = match (size, how) {
        (size, "") if is_number(size) && is_zero(size) => return plain("Draw"),
        (size, "") if is_number(size) => {
            let word = by_play(winner);
            let score = Some(format!("{word}{}", short(size)));
            return Some(Said { word, score });
        }
        ("r" | "resign", "") => "Resign",
        ("t" | "time", "") => "Time",
        ("f" | "forfeit", "") => "Forfeit",
        ("" | "win", "") => "",
        (size, "r") if is_number(size) => "Resign",
        (size, "t") if is_number(size) => "Time",
        _ => return None,
    };
    plain(won(winner, how)?)
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
        for (text, word, score) in [
            ("B+", "B+", None),
            ("W+Win", "W+", None),
            ("b+12", "B+", Some("B+12")),
            ("White+0.5", "W+", Some("W+0.5")),
            ("+12.00", "B+", Some("B+12")),
            ("-7.50", "W+", Some("W+7.5")),
            ("B+R", "B+Resign", None),
            (" w+resign ", "W+Resign", None),
            ("-64.00:r", "W+Resign", None),
            ("+2.0:t", "B+Time", None),
            ("W+T", "W+Time", None),
            ("B+F", "B+Forfeit", None),
            ("W+Forfeit", "W+Forfeit", None),
            ("0", "Draw", None),
            ("+0.00", "Draw", None),
            ("0.00", "Draw", None),
            ("DRAW", "Draw", None),
            ("Void", "Void", None),
        ] {
            let score = score.map(str::to_string);
            assert_eq!(read(text), Some(Said { word, score }), "{text}");
            assert_eq!(known(word), Some(word));
        }
        for text in [
            "", "?", "B", "12", "C+1", "B+x", "+", "B+1.2.3", "+1:q", "B+12:x",
        ] {
            assert!(read(text).is_none() || text == "+", "{text}");
        }
        assert_eq!(signed("B+12").as_deref(), Some("+12"));
        assert_eq!(signed("W+0.5").as_deref(), Some("-0.5"));
        assert_eq!(resigned("B+Resign"), Some(Side::Second));
        assert_eq!(winner_of("W+Time"), Some(Side::Second));
        assert_eq!(winner_of("Draw"), None);
    }
}
