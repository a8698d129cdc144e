//! How games end, and what each form of records calls that.
//!
//! A record has the word of KIF; an end that only CSA knows has its name there. Where a form has
//! no word for an end the game is broken off in it.

use shomei_game::{Ending, Side};

use super::names::{SIDES, side_name};

/// Ends that are no mate and no failure to mate: as KIF and as CSA name them, if they do. Fouls
/// are those of the side to move, or of the other.
const NAMES: [(&str, &str); 14] = [
    ("投了", "TORYO"),
    ("持将棋", "JISHOGI"),
    ("千日手", "SENNICHITE"),
    ("切れ負け", "TIME_UP"),
    (FOUL, "ILLEGAL_MOVE"),
    (FOUL_BEFORE, "ILLEGAL_ACTION"),
    ("入玉勝ち", "KACHI"),
    ("不戦勝", ""),
    ("不戦敗", ""),
    ("%OUTE_SENNICHITE", "OUTE_SENNICHITE"),
    ("%HIKIWAKE", "HIKIWAKE"),
    ("%MAX_MOVES", "MAX_MOVES"),
    ("%MATTA", "MATTA"),
    ("%ERROR", "ERROR"),
];

/// The side to move has lost by a foul.
const FOUL: &str = "反則負け";

/// The side that has just moved has lost by a foul.
const FOUL_BEFORE: &str = "反則勝ち";

/// Words of KIF in place of a move that end a line.
pub(super) const ENDINGS: &[(&str, Ending)] = &[
    ("不詰み", Ending::Failed),
    ("不詰", Ending::Failed),
    ("詰上がり", Ending::Won),
    ("詰上り", Ending::Won),
    ("詰み", Ending::Won),
    ("詰", Ending::Won),
    ("投了", Ending::over("投了")),
    ("中断", Ending::Open),
    ("持将棋", Ending::over("持将棋")),
    ("千日手", Ending::over("千日手")),
    ("切れ負け", Ending::over("切れ負け")),
    (FOUL_BEFORE, Ending::over(FOUL_BEFORE)),
    (FOUL, Ending::over(FOUL)),
    ("入玉勝ち", Ending::over("入玉勝ち")),
    ("不戦勝", Ending::over("不戦勝")),
    ("不戦敗", Ending::over("不戦敗")),
    ("封じ手", Ending::Open),
    ("不明", Ending::Open),
];

/// What CSA knows, in the order in which errors name it.
pub(super) const CSA_ENDS: [&str; 16] = [
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

/// The end behind a move that was not legal, which the line leaves out: the side to move then has
/// played it.
pub(super) const FOULED: Ending = Ending::over(FOUL);

/// The end that CSA names, where this side is to move.
pub(super) fn of_csa(name: &str, mover: Side) -> Ending {
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
pub(super) fn csa_name(ending: &Ending, mover: Side) -> String {
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
pub(super) fn kif_name(ending: &Ending) -> &str {
    match ending {
        Ending::Won => "詰み",
        Ending::Failed => "不詰",
        Ending::Over(name) if is_kif(name) => name,
        Ending::Over(_) | Ending::Open => "中断",
    }
}

/// Whether KIF has this word.
fn is_kif(name: &str) -> bool {
    ENDINGS.iter().any(|(known, _)| *known == name)
}

/// What a line comes to after so many plies, where this side is to move.
pub(super) fn summary(plies: usize, ending: &Ending, mover: Side) -> String {
    let [mover, other] = [mover, mover.opponent()].map(side_name);
    let end = match ending {
        Ending::Won => "詰".to_string(),
        ending => match kif_name(ending) {
            "投了" => format!("{other}の勝ち"),
            "切れ負け" => format!("時間切れにより{other}の勝ち"),
            name @ (FOUL | FOUL_BEFORE | "入玉勝ち") => format!("{mover}の{name}"),
            name => name.to_string(),
        },
    };
    format!("まで{plies}手で{end}")
}

/// How a line ends by the words behind まで, where this side is to move.
pub(super) fn of_summary(words: &str, mover: Side) -> Ending {
    // The side that is named last, as in 時間切れにより先手の勝ち.
    let named = SIDES.iter().filter_map(|(name, side)| {
        let at = words.rfind(&format!("{name}の"))?;
        Some((at, *side))
    });
    let is_other = named
        .max_by_key(|(at, _)| *at)
        .map(|(_, side)| side != mover);
    let has = |word: &str| words.contains(word);
    let foul = match (has(FOUL), has(FOUL_BEFORE)) {
        (true, _) => Some(FOUL),
        (_, true) => Some(FOUL_BEFORE),
        _ => None,
    };
    if let Some(foul) = foul {
        // The other side wins by what the side to move has done, and the other way round.
        return Ending::over(match (foul, is_other) {
            (FOUL, Some(true)) => FOUL_BEFORE,
            (FOUL_BEFORE, Some(true)) => FOUL,
            _ => foul,
        });
    }
    if has("時間切れ") && is_other != Some(false) {
        return Ending::over("切れ負け");
    }
    let wins = has("勝ち");
    if has("反則") && wins {
        return match is_other {
            Some(true) => Ending::over(FOUL),
            Some(false) => Ending::over(FOUL_BEFORE),
            None => Ending::Open,
        };
    }
    let known = ENDINGS.iter().find(|(name, _)| has(name));
    match known {
        // A reason for something else: 詰まず, or 千日手により with a winner.
        Some(_) if has("詰ま") => Ending::Open,
        Some(("千日手" | "持将棋", _)) if wins => Ending::Open,
        Some((_, ending)) => ending.clone(),
        None if wins && is_other == Some(true) && !has("により") => Ending::over("投了"),
        None => Ending::Open,
    }
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
                let (in_kif, in_csa) = match &ending {
                    Ending::Over(name) => (is_kif(name), !name.starts_with("不戦")),
                    _ => (true, true),
                };
                let or_open = |is_known| match is_known {
                    true => ending.clone(),
                    false => Ending::Open,
                };
                let word = kif_name(&ending);
                let known = ENDINGS.iter().find(|(name, _)| *name == word);
                let read = known.unwrap().1.clone();
                assert_eq!(read, or_open(in_kif), "{word}");
                let text = summary(3, &ending, mover);
                let read = of_summary(text.strip_prefix("まで").unwrap(), mover);
                assert_eq!(read, or_open(in_kif), "{text}");
                let name = format!("%{}", csa_name(&ending, mover));
                assert!(CSA_ENDS.contains(&&*name), "{name}");
                assert_eq!(of_csa(&name, mover), or_open(in_csa), "{name}");
            }
        }
    }

    #[test]
    fn who_is_named_tells_whose_foul_it_was() {
        let read = |words| of_summary(words, Side::First);
        assert_eq!(read("3手で先手の反則負け"), Ending::over(FOUL));
        assert_eq!(read("3手で後手の反則勝ち"), Ending::over(FOUL));
        assert_eq!(read("3手で先手の反則勝ち"), Ending::over(FOUL_BEFORE));
        assert_eq!(read("3手で上手の反則負け"), Ending::over(FOUL_BEFORE));
        assert_eq!(read("3手で反則勝ち"), Ending::over(FOUL_BEFORE));
        // The side to move does not win because somebody else gave up in its place.
        assert_eq!(read("3手で先手の勝ち"), Ending::Open);
        assert_eq!(read("3手で時間切れにより先手の勝ち"), Ending::Open);
        assert_eq!(read("3手で後手の勝ち"), Ending::over("投了"));
        assert_eq!(read("30手で二歩の反則により後手の勝ち"), Ending::over(FOUL));
        assert_eq!(
            read("30手で反則により先手の勝ち"),
            Ending::over(FOUL_BEFORE)
        );
    }

    #[test]
    fn a_reason_is_no_end_of_another_kind() {
        for words in [
            "30手で宣言により後手の勝ち",
            "30手で連続王手の千日手により先手の勝ち",
            "9手で詰まず",
            "9手で詰まない",
        ] {
            assert_eq!(of_summary(words, Side::First), Ending::Open, "{words}");
        }
        assert_eq!(of_summary("9手で詰み", Side::First), Ending::Won);
    }
}
