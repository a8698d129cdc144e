//! Endings of games, and their names in each format of records.
//!
//! A record contains the word of KIF. An ending without a name in CSA is written there as a
//! broken-off game.

mod summary;

use std::borrow::Cow;

use shomei_game::{Ending, Side};

use crate::moves::PROMOTIONS;
use crate::names::{LONG_NAMES, PIECES, kanji_digit};
use crate::relative::Relative;
use crate::scan::{Scan, digit};

pub(crate) use summary::{Summary, summary};

/// Endings other than mate and no mate: the names in KIF, and in CSA if it has one. The two fouls
/// are by the side to move and by its opponent.
const NAMES: [(&str, &str); 14] = [
    ("投了", "TORYO"),
    (JISHOGI, "JISHOGI"),
    (SENNICHITE, "SENNICHITE"),
    (TIME_UP, "TIME_UP"),
    (FOUL, "ILLEGAL_MOVE"),
    (FOUL_BEFORE, "ILLEGAL_ACTION"),
    (KACHI, "KACHI"),
    ("不戦勝", ""),
    ("不戦敗", ""),
    ("王手連続千日手", "OUTE_SENNICHITE"),
    ("引き分け", "HIKIWAKE"),
    ("最大手数超過", "MAX_MOVES"),
    ("待った", "MATTA"),
    ("エラー", "ERROR"),
];

/// The side to move has lost by a foul.
const FOUL: &str = "反則負け";

/// The side that has just moved has lost by a foul.
const FOUL_BEFORE: &str = "反則勝ち";

/// The side to move has lost on time.
const TIME_UP: &str = "切れ負け";

/// The side to move has declared a win.
const KACHI: &str = "入玉勝ち";

const JISHOGI: &str = "持将棋";
const SENNICHITE: &str = "千日手";

/// Words of KIF, and of other programs, that end a line in place of a move. A word precedes the
/// words that are parts of it.
const ENDINGS: &[(&str, Ending)] = &[
    ("不詰み", Ending::Failed),
    ("不詰", Ending::Failed),
    ("詰上がり", Ending::Won),
    ("詰上り", Ending::Won),
    ("詰め上がり", Ending::Won),
    ("詰め上り", Ending::Won),
    ("詰み", Ending::Won),
    ("詰め", Ending::Won),
    ("詰", Ending::Won),
    ("投了", Ending::over("投了")),
    ("中断", Ending::Open),
    (JISHOGI, Ending::over(JISHOGI)),
    ("王手連続千日手", Ending::over("王手連続千日手")),
    ("連続王手の千日手", Ending::over("王手連続千日手")),
    (SENNICHITE, Ending::over(SENNICHITE)),
    ("最大手数超過", Ending::over("最大手数超過")),
    ("引き分け", Ending::over("引き分け")),
    ("引分け", Ending::over("引き分け")),
    ("引分", Ending::over("引き分け")),
    (TIME_UP, Ending::over(TIME_UP)),
    ("時間切れ", Ending::over(TIME_UP)),
    ("Time-up", Ending::over(TIME_UP)),
    (FOUL_BEFORE, Ending::over(FOUL_BEFORE)),
    (FOUL, Ending::over(FOUL)),
    (KACHI, Ending::over(KACHI)),
    ("入玉宣言", Ending::over(KACHI)),
    ("勝ち宣言", Ending::over(KACHI)),
    ("不戦勝", Ending::over("不戦勝")),
    ("不戦敗", Ending::over("不戦敗")),
    ("待った", Ending::over("待った")),
    ("エラー", Ending::over("エラー")),
    ("封じ手", Ending::Open),
    ("不明", Ending::Open),
];

/// An ending in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct End {
    pub(crate) ending: Ending,
    /// The word, if it is unknown. If `ending` is open, these are words that name no ending.
    pub(crate) unknown: Option<String>,
}

impl End {
    pub(crate) fn known(ending: Ending) -> End {
        End {
            ending,
            unknown: None,
        }
    }

    /// The ending for a word; `None` if it may be a faulty move or a sentence.
    fn of(word: &str) -> Option<End> {
        let known = ENDINGS
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(word));
        if let Some((_, ending)) = known {
            return Some(End::known(ending.clone()));
        }
        let begin = word.chars().next()?;
        // 〓 may replace a character that Shift-JIS lacked.
        let is_word = (begin.is_alphabetic() || begin == '〓')
            && !begins_square(begin)
            && !is_bad_move(word)
            && !word.contains(|letter: char| {
                digit(letter).is_some() || letter.is_control() || NOT_IN_WORDS.contains(letter)
            });
        is_word.then(|| End {
            ending: Ending::Over(Cow::Owned(word.to_string())),
            unknown: Some(word.to_string()),
        })
    }

    /// Reads a word in place of a move, up to a blank or a bracket; `None` if a move may be next.
    pub(crate) fn read(scan: &mut Scan<'_>) -> Option<End> {
        let ends = |letter: char| letter.is_whitespace() || "(（".contains(letter);
        let word = scan.rest().split(ends).next()?;
        let end = End::of(word)?;
        scan.accept(word);
        Some(end)
    }

    /// Whether the game ended by an illegal move before this word.
    pub(crate) fn is_foul(&self) -> bool {
        [FOUL, FOUL_BEFORE].map(Ending::over).contains(&self.ending)
    }
}

/// Whether a square may begin with this character.
pub(crate) fn begins_square(letter: char) -> bool {
    letter == '同' || digit(letter).is_some()
}

/// Characters that words for endings never contain: signs of moves in other notations, colons of
/// headings, and the particles of sentences.
const NOT_IN_WORDS: &str = "*+:：はがを";

/// Whether a word is a move without its square or part of it, or with a kanji file, such as 金打, 六歩
/// or 七六歩. 二歩 is the name of a foul.
fn is_bad_move(word: &str) -> bool {
    if word == "二歩" {
        return false;
    }
    let mut scan = Scan::of(word, 1);
    if accept_rank(&mut scan) && (accept_rank(&mut scan) || scan.peek().is_none()) {
        return true;
    }
    accept_piece(&mut scan)
        && (!Relative::read(&mut scan).is_empty()
            || scan.accept("打")
            || scan.accept_any(PROMOTIONS).is_some()
            || scan.peek().is_none())
}

/// Whether the text after a number may be a move whose file was read as part of the number: 六歩
/// after ７, or 歩 after 76.
pub(crate) fn begins_without_file(mut scan: Scan<'_>) -> bool {
    accept_rank(&mut scan) || accept_piece(&mut scan)
}

fn accept_rank(scan: &mut Scan<'_>) -> bool {
    let is_rank = scan.peek().and_then(kanji_digit).is_some();
    if is_rank {
        scan.next();
    }
    is_rank
}

fn accept_piece(scan: &mut Scan<'_>) -> bool {
    let kind = scan.accept_any(LONG_NAMES);
    kind.or_else(|| scan.accept_any(PIECES)).is_some()
}

/// The endings of CSA, in the order of error messages.
pub(crate) const CSA_ENDS: [&str; 16] = [
    "%TORYO",
    "%CHUDAN",
    "%SENNICHITE",
    "%OUTE_SENNICHITE",
    "%TIME_UP",
    "%ILLEGAL_MOVE",
    "%+ILLEGAL_ACTION",
    "%-ILLEGAL_ACTION",
    "%JISHOGI",
    "%KACHI",
    "%HIKIWAKE",
    "%MAX_MOVES",
    "%MATTA",
    "%FUZUMI",
    "%TSUMI",
    "%ERROR",
];

/// The ending after an illegal move. The line leaves the move out, so its player is the side to
/// move.
pub(crate) const FOULED: Ending = Ending::over(FOUL);

/// The ending for a name of CSA, with this side to move.
pub(crate) fn of_csa(name: &str, mover: Side) -> Ending {
    let name = name.trim_start_matches('%');
    let (by, name) = match (name.strip_prefix('+'), name.strip_prefix('-')) {
        (Some(name), _) => (Some(Side::First), name),
        (_, Some(name)) => (Some(Side::Second), name),
        _ => (None, name),
    };
    match name {
        "TSUMI" => Ending::Won,
        "FUZUMI" => Ending::Failed,
        _ if by == Some(mover) => Ending::over(FOUL),
        _ => {
            let known = NAMES.iter().find(|(_, csa)| *csa == name);
            known.map_or(Ending::Open, |(kif, _)| Ending::over(kif))
        }
    }
}

/// The name of an ending in CSA and JKF, with this side to move.
pub(crate) fn csa_name(ending: &Ending, mover: Side) -> String {
    let name = match ending {
        Ending::Won => "TSUMI",
        Ending::Failed => "FUZUMI",
        Ending::Open => "",
        Ending::Over(name) => {
            let known = NAMES.iter().find(|(kif, _)| kif == name);
            known.map_or("", |(_, csa)| csa)
        }
    };
    match (name, mover) {
        ("", _) => "CHUDAN".to_string(),
        ("ILLEGAL_ACTION", Side::First) => format!("-{name}"),
        ("ILLEGAL_ACTION", Side::Second) => format!("+{name}"),
        _ => name.to_string(),
    }
}

/// The word of KIF for an ending, which is written in place of a move; 中断 for an open ending and
/// for a word that KIF cannot express.
///
/// `Display` of [`Ending`] writes the same word for a resignation and the like, but English words for
/// mate, no mate and an open ending.
///
/// ```
/// use shomei_kifu::{Ending, Kifu, ending_name};
///
/// let kifu = Kifu::parse("手合割：平手\n1 ７六歩(77)\n2 投了\n")?;
/// assert_eq!(ending_name(&kifu.ending()), "投了");
/// assert_eq!(kifu.ending().to_string(), "投了");
/// assert_eq!(ending_name(&Ending::Won), "詰み");
/// # Ok::<(), shomei_kifu::Error>(())
/// ```
#[must_use]
pub fn ending_name(ending: &Ending) -> &str {
    match ending {
        Ending::Won => "詰み",
        Ending::Failed => "不詰",
        Ending::Over(name) if kif_end(name).is_some() => name,
        Ending::Over(_) | Ending::Open => "中断",
    }
}

/// The word of an unknown ending.
pub(crate) fn unknown_name(ending: &Ending) -> Option<&str> {
    match ending {
        Ending::Over(name) if kif_end(name)?.unknown.is_some() => Some(name),
        _ => None,
    }
}

/// The ending for a word in place of a move of KIF; `None` if it is not a word for an ending.
fn kif_end(name: &str) -> Option<End> {
    let mut scan = Scan::of(name, 1);
    End::read(&mut scan).filter(|_| scan.peek().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every ending in every format that has a word for it.
    #[test]
    fn written_endings_are_read_back() {
        for mover in Side::BOTH {
            let others = NAMES.map(|(kif, _)| Ending::over(kif));
            let all = [Ending::Won, Ending::Failed, Ending::Open];
            for ending in all.into_iter().chain(others) {
                let word = ending_name(&ending);
                let read = End::read(&mut Scan::of(word, 1));
                assert_eq!(read, Some(End::known(ending.clone())), "{word}");
                let text = summary(3, &ending, mover);
                let read = Summary::of(text.strip_prefix("まで").unwrap(), mover);
                assert_eq!(read.end, End::known(ending.clone()), "{text}");
                assert_eq!(read.plies, Some(3), "{text}");
                let name = format!("%{}", csa_name(&ending, mover));
                assert!(CSA_ENDS.contains(&&*name), "{name}");
                let expected = match &ending {
                    Ending::Over(name) if name.starts_with("不戦") => Ending::Open,
                    _ => ending,
                };
                assert_eq!(of_csa(&name, mover), expected, "{name}");
            }
        }
    }

    #[test]
    fn endings_have_words_of_kif() {
        let names = [
            (Ending::Won, "詰み", "won"),
            (Ending::Failed, "不詰", "not won"),
            (Ending::Open, "中断", "open"),
            (Ending::over("投了"), "投了", "投了"),
            (Ending::over("B+12"), "中断", "B+12"),
        ];
        for (ending, kif, displayed) in names {
            assert_eq!(ending_name(&ending), kif);
            assert_eq!(ending.to_string(), displayed);
        }
    }

    #[test]
    fn the_side_that_is_named_lost_or_won() {
        let read = |words: &str| Summary::of(words, Side::First).end.ending;
        assert_eq!(read("3手で先手の反則負け"), Ending::over(FOUL));
        assert_eq!(read("3手で後手の反則勝ち"), Ending::over(FOUL));
        assert_eq!(read("3手で先手の反則勝ち"), Ending::over(FOUL_BEFORE));
        assert_eq!(read("3手で上手の反則負け"), Ending::over(FOUL_BEFORE));
        assert_eq!(read("3手で反則勝ち"), Ending::over(FOUL_BEFORE));
        // A resignation means that the side to move loses, so this text cannot mean one.
        assert_eq!(read("3手で先手の勝ち"), Ending::Open);
        assert_eq!(read("3手で時間切れにより先手の勝ち"), Ending::Open);
        assert_eq!(read("3手で後手の勝ち"), Ending::over("投了"));
        for words in [
            "後手勝ち",
            "先手投了",
            "先手の投了",
            "先手の投了により後手の勝ち",
            "後手の勝",
        ] {
            assert_eq!(
                read(&format!("3手で{words}")),
                Ending::over("投了"),
                "{words}"
            );
        }
        for words in ["先手勝ち", "後手投了", "後手の投了により先手の勝ち"] {
            assert_eq!(read(&format!("3手で{words}")), Ending::Open, "{words}");
        }
        assert_eq!(read("30手で二歩の反則により後手の勝ち"), Ending::over(FOUL));
        assert_eq!(
            read("30手で反則により先手の勝ち"),
            Ending::over(FOUL_BEFORE)
        );
    }

    #[test]
    fn a_reason_is_not_an_end_of_another_kind() {
        for words in ["30手で宣言により後手の勝ち", "9手で詰まず", "9手で詰まない"]
        {
            let read = Summary::of(words, Side::First);
            assert_eq!(read.end, End::known(Ending::Open), "{words}");
        }
        for words in [
            "9手で詰み",
            "9手詰",
            "9手にて詰め上がり",
            "9手で詰 (作意)",
            "九手 詰め。",
            "9手で後手玉を詰み",
        ] {
            let read = Summary::of(words, Side::First);
            assert_eq!(read.end, End::known(Ending::Won), "{words}");
        }
        let fails = Summary::of("9手で不詰", Side::First);
        assert_eq!(fails.end, End::known(Ending::Failed));
        for word in ["余詰", "詰めろ", "早詰", "詰将棋"] {
            let read = Summary::of(&format!("7手{word}"), Side::First).end;
            assert_eq!(read.unknown.as_deref(), Some(word));
        }
    }
}
