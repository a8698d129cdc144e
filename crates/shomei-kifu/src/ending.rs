//! How games end, and what each form of records calls that.
//!
//! A record has the word of KIF. Where CSA has no name for an end the game is broken off in it.

use std::borrow::Cow;

use shomei_game::{Ending, Side};

use crate::moves::PROMOTIONS;
use crate::names::{LONG_NAMES, PIECES, SIDES, kanji_digit, kanji_number, side_name};
use crate::relative::Relative;
use crate::scan::{Scan, digit};

/// Ends that are no mate and no failure to mate: as KIF and as CSA name them, if it does. Fouls
/// are those of the side to move, or of the other.
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

/// Words of KIF in place of a move that end a line, those of other programs too. A word comes
/// before those that are a part of it.
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

/// An end that a record names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct End {
    pub(crate) ending: Ending,
    /// The word, if it is unknown. An open end has words here that are no name of an end.
    pub(crate) unknown: Option<String>,
}

impl End {
    pub(crate) fn known(ending: Ending) -> End {
        End {
            ending,
            unknown: None,
        }
    }

    /// The end of this word; `None` where it may be a move with a mistake, or a sentence.
    fn of(word: &str) -> Option<End> {
        let known = ENDINGS
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(word));
        if let Some((_, ending)) = known {
            return Some(End::known(ending.clone()));
        }
        let begin = word.chars().next()?;
        // Where Shift-JIS lacked a character.
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

    /// Reads a word in place of a move, up to a blank or a bracket; nothing where a move may come
    /// next.
    pub(crate) fn read(scan: &mut Scan<'_>) -> Option<End> {
        let ends = |letter: char| letter.is_whitespace() || "(（".contains(letter);
        let word = scan.rest().split(ends).next()?;
        let end = End::of(word)?;
        scan.accept(word);
        Some(end)
    }

    /// Whether the end says that a move before it broke a rule.
    pub(crate) fn is_foul(&self) -> bool {
        [FOUL, FOUL_BEFORE].map(Ending::over).contains(&self.ending)
    }
}

/// Whether a square may begin with this character.
pub(crate) fn begins_square(letter: char) -> bool {
    letter == '同' || digit(letter).is_some()
}

/// What no word for an end has: signs of moves in other notations, colons of headings, and the
/// particles of sentences.
const NOT_IN_WORDS: &str = "*+:：はがを";

/// Whether a word is a move that lacks its square or a part of it, or that has kanji for its file,
/// such as 金打, 六歩 or 七六歩. 二歩 is the name of a foul.
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

/// Whether what follows a number may be a move that has given its file to the number: 六歩 after
/// ７, or 歩 after 76.
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

/// What CSA knows, in the order in which errors name it.
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

/// The end after a move that was not legal, which the line leaves out: the side to move then has
/// played it.
pub(crate) const FOULED: Ending = Ending::over(FOUL);

/// The end that CSA names, where this side is to move.
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

/// What CSA and JKF name an end, where this side is to move.
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

/// The word of KIF in place of a move.
pub(crate) fn kif_name(ending: &Ending) -> &str {
    match ending {
        Ending::Won => "詰み",
        Ending::Failed => "不詰",
        Ending::Over(name) if kif_end(name).is_some() => name,
        Ending::Over(_) | Ending::Open => "中断",
    }
}

/// The word of an end that is not known.
pub(crate) fn unknown_name(ending: &Ending) -> Option<&str> {
    match ending {
        Ending::Over(name) if kif_end(name)?.unknown.is_some() => Some(name),
        _ => None,
    }
}

/// What a word means in place of a move of KIF; `None` where it is none of an end.
fn kif_end(name: &str) -> Option<End> {
    let mut scan = Scan::of(name, 1);
    End::read(&mut scan).filter(|_| scan.peek().is_none())
}

/// What a line comes to after this number of plies, where this side is to move.
pub(crate) fn summary(plies: usize, ending: &Ending, mover: Side) -> String {
    let [mover, other] = [mover, mover.opponent()].map(side_name);
    let end = match ending {
        Ending::Won => "詰".to_string(),
        ending => match kif_name(ending) {
            "投了" => format!("{other}の勝ち"),
            TIME_UP => format!("時間切れにより{other}の勝ち"),
            name @ (FOUL | FOUL_BEFORE | KACHI) => format!("{mover}の{name}"),
            name => name.to_string(),
        },
    };
    format!("まで{plies}手で{end}")
}

/// What a line says after its まで.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Summary {
    /// How many moves there are.
    pub(crate) plies: Option<usize>,
    pub(crate) end: End,
    /// Whether the side that is named last, as in 時間切れにより先手の勝ち, is not to move.
    is_other: Option<bool>,
}

impl Summary {
    /// Reads the words after まで, where this side is to move.
    pub(crate) fn of(words: &str, mover: Side) -> Summary {
        let mut scan = Scan::of(words, 1);
        scan.skip_blanks();
        let mut ahead = scan;
        let plies = match (scan.number(), kanji_number(&mut ahead)) {
            // In 二歩 it is part of a word.
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

/// How a line ends by the words after the number of its moves; `is_other` says whether the side
/// that they name is not to move. `None` where no word among them is known.
fn known_end(words: &str, is_other: Option<bool>) -> Option<Ending> {
    let has = |word: &str| words.contains(word);
    let wins = has("勝");
    if has("反則") {
        // The other side wins by what the side to move has done, and the other way round.
        let is_by_mover = match (has(FOUL), has(FOUL_BEFORE), is_other) {
            (true, _, _) => is_other != Some(true),
            (_, true, _) => is_other == Some(true),
            (_, _, Some(is_other)) if wins => is_other,
            _ => return wins.then_some(Ending::Open),
        };
        return Some(Ending::over(if is_by_mover { FOUL } else { FOUL_BEFORE }));
    }
    let is_said = |(name, _): &&(&str, Ending)| match name.contains('詰') {
        true => has_word(words, name),
        false => has(name),
    };
    if has("詰ま") {
        // 詰まず is no word of the table, and no mate.
        return Some(Ending::Open);
    }
    let Some((_, ending)) = ENDINGS.iter().find(is_said) else {
        let loses = has("負");
        let is_given_up = (wins && is_other == Some(true)) || (loses && is_other == Some(false));
        return (wins || loses).then(|| match is_given_up && !has("により") {
            true => Ending::over("投了"),
            false => Ending::Open,
        });
    };
    let is = |name| *ending == Ending::over(name);
    // A reason for something else, 千日手により with a winner; or the wrong winner.
    let is_open = (wins && (is(SENNICHITE) || is(JISHOGI)))
        || ((is(TIME_UP) || is("投了")) && is_other == Some(!wins))
        || (is(KACHI) && is_other == Some(true));
    Some(match is_open {
        true => Ending::Open,
        false => ending.clone(),
    })
}

/// Whether a word is among others as a whole: between the ends, blanks and signs, or after a
/// particle. In 余詰 and 詰めろ 詰 is only a part.
fn has_word(words: &str, word: &str) -> bool {
    words.match_indices(word).any(|(at, _)| {
        let before = words[..at].chars().next_back();
        let after = words[at + word.len()..].chars().next();
        before.is_none_or(|letter| "でてはがを".contains(letter) || !letter.is_alphabetic())
            && after.is_none_or(|letter| !letter.is_alphabetic())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every end in every form that has a word for it.
    #[test]
    fn what_is_written_is_the_same_end() {
        for mover in Side::BOTH {
            let others = NAMES.map(|(kif, _)| Ending::over(kif));
            let all = [Ending::Won, Ending::Failed, Ending::Open];
            for ending in all.into_iter().chain(others) {
                let word = kif_name(&ending);
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
    fn the_side_that_is_named_lost_or_won() {
        let read = |words: &str| Summary::of(words, Side::First).end.ending;
        assert_eq!(read("3手で先手の反則負け"), Ending::over(FOUL));
        assert_eq!(read("3手で後手の反則勝ち"), Ending::over(FOUL));
        assert_eq!(read("3手で先手の反則勝ち"), Ending::over(FOUL_BEFORE));
        assert_eq!(read("3手で上手の反則負け"), Ending::over(FOUL_BEFORE));
        assert_eq!(read("3手で反則勝ち"), Ending::over(FOUL_BEFORE));
        // The side to move does not win because the other side resigned in its place.
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
    fn a_reason_is_no_end_of_another_kind() {
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
