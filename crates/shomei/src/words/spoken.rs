//! The same in the language of who reads it.
//!
//! English is what [`Display`](std::fmt::Display) and the functions of `words` say; Japanese stands
//! here, once for all front ends. Words that came as text, such as those of a file of JSON, have
//! functions of their own; what they do not know they hand back as it is.

use shomei_compose::{Deviation, Kind, Reason, Verdict};
use shomei_game::{Lang, Outcome};
use shomei_search::Bracket;
use shomei_search::{Answer, Stop};

use super::{capital, grouped, length_text, outcome_text, plies_text, score_text};
use crate::questions::Value;
use crate::solving::TextLine;

/// Something that people are told in their language.
///
/// ```
/// use shomei::words::InLang;
/// use shomei::{Answer, Value};
/// use shomei_game::Lang;
///
/// assert_eq!(Answer::Proved.in_lang(Lang::En), "proved");
/// assert_eq!(Answer::Proved.in_lang(Lang::Ja), "証明");
/// assert_eq!(None::<Value>.in_lang(Lang::Ja), "不明");
/// ```
pub trait InLang {
    /// In a word or a few, not as a sentence.
    fn in_lang(&self, lang: Lang) -> String;
}

impl InLang for Answer {
    fn in_lang(&self, lang: Lang) -> String {
        let ja = match self {
            Answer::Proved => "証明",
            Answer::Disproved => "反証",
            Answer::Unknown => "不明",
        };
        lang.pick(self.to_string(), ja.to_string())
    }
}

/// A value that may not be known.
impl InLang for Option<Value> {
    fn in_lang(&self, lang: Lang) -> String {
        let (en, ja) = match self {
            Some(Value::Win) => ("win", "勝ち"),
            Some(Value::Draw) => ("draw", "引き分け"),
            Some(Value::Loss) => ("loss", "負け"),
            None => ("unknown", "不明"),
        };
        lang.pick(en, ja).to_string()
    }
}

/// What a search was stopped by.
impl InLang for Stop {
    fn in_lang(&self, lang: Lang) -> String {
        let (en, ja) = match self {
            Stop::Nodes => ("the node limit", "節点数の上限"),
            Stop::Time => ("the time limit", "時間の上限"),
            Stop::Memory => ("the limit of memory", "メモリの上限"),
            Stop::Interrupt => ("an interrupt", "中断"),
            Stop::Game => ("a failure of the game", "ゲームの異常"),
        };
        lang.pick(en, ja).to_string()
    }
}

/// What is known of the plies of the shortest win.
impl InLang for Bracket {
    fn in_lang(&self, lang: Lang) -> String {
        let least = grouped(u64::from(self.least));
        match (lang, self.exact(), self.most) {
            (Lang::En, ..) => length_text(*self),
            (Lang::Ja, Some(_), _) => format!("{least}手"),
            (Lang::Ja, None, Some(most)) => {
                format!("{least}手以上{}手以下", grouped(u64::from(most)))
            }
            (Lang::Ja, None, None) => format!("{least}手以上"),
        }
    }
}

/// Whether a problem has one solution.
impl InLang for Verdict {
    fn in_lang(&self, lang: Lang) -> String {
        verdict_in(&self.to_string(), lang)
    }
}

/// What kind of another solution a move is.
impl InLang for Kind {
    fn in_lang(&self, lang: Lang) -> String {
        kind_in(&self.to_string(), lang)
    }
}

/// Why a branch of a record is there, and how long it is.
impl<M> InLang for Deviation<M, Reason> {
    fn in_lang(&self, lang: Lang) -> String {
        match (lang, self.kind) {
            (Lang::En, _) => self.comment(),
            (Lang::Ja, Reason::Defence) => self.length.in_lang(lang),
            (Lang::Ja, Reason::Solution(kind)) => {
                let (kind, length) = (kind.in_lang(lang), self.length.in_lang(lang));
                format!("余詰（{kind}）：{length}")
            }
        }
    }
}

/// A verdict on a problem, given by its English word.
#[must_use]
pub fn verdict_in(verdict: &str, lang: Lang) -> String {
    let ja = match verdict {
        "unique" => "余詰なし",
        "unique but for the last move" => "最終手のみ余詰あり",
        "not unique" => "余詰あり",
        "not decided" => "余詰は未確定",
        other => other,
    };
    lang.pick(verdict, ja).to_string()
}

/// A kind of another solution, given by its English word.
#[must_use]
pub fn kind_in(kind: &str, lang: Lang) -> String {
    let ja = match kind {
        "shorter" => "早詰",
        "equal" => "同手数",
        "promotion" => "成・不成",
        "order of moves" => "手順前後",
        "longer" => "長手数",
        "length not found" => "手数不明",
        "last move" => "最終手",
        "detour" => "迂回手順",
        other => other,
    };
    lang.pick(kind, ja).to_string()
}

/// The name of a game for people.
#[must_use]
pub fn game_in(name: &str, lang: Lang) -> String {
    let (en, ja) = match name {
        "loa" => ("Lines of Action", "ラインズ・オブ・アクション"),
        "othello" => ("Othello", "オセロ"),
        "shogi" => ("Shogi", "将棋"),
        "uttt" => ("Ultimate tic-tac-toe", "アルティメット三目並べ"),
        _ => return capital(name),
    };
    lang.pick(en, ja).to_string()
}

/// The name of a side of a game as it begins a sentence.
#[must_use]
pub fn side_in(game: &str, side: &str, lang: Lang) -> String {
    let ja = match (game, side) {
        ("shogi", "black") => "先手",
        ("shogi", "white") => "後手",
        ("loa" | "othello", "black") => "黒",
        ("loa" | "othello", "white") => "白",
        _ => return capital(side),
    };
    lang.pick(capital(side), ja.to_string())
}

/// The name of the side that is to win, as it begins a sentence: 先手（攻方） in Japanese shogi.
#[must_use]
pub fn attacker_in(game: &str, side: &str, lang: Lang) -> String {
    let name = side_in(game, side, lang);
    match (lang, game) {
        (Lang::Ja, "shogi") => format!("{name}（攻方）"),
        _ => name,
    }
}

/// How a finished game ended.
#[must_use]
pub fn outcome_in(outcome: Outcome, game: &str, sides: [&str; 2], lang: Lang) -> String {
    match (lang, outcome) {
        (Lang::En, _) => outcome_text(outcome, sides),
        (Lang::Ja, Outcome::Win(side)) => {
            format!("{}の勝ち", side_in(game, sides[side.index()], lang))
        }
        (Lang::Ja, Outcome::Draw) => "引き分け".to_string(),
    }
}

/// What is said of a line that is cut, or may be longer; nothing of one that is whole.
#[must_use]
pub fn line_note_in(line: &TextLine, lang: Lang) -> Option<&'static str> {
    if line.is_cut {
        return Some(lang.pick(
            "the line is cut: a limit was reached before its end was found",
            "上限に達したため、手順は途中まで",
        ));
    }
    line.may_be_longer.then(|| {
        lang.pick(
            "the line may be shorter than the longest defence: the full table has lost entries",
            "表が一杯になったため、より長く粘る手順がある可能性がある",
        )
    })
}

/// A number of plies: the length of a line of play.
#[must_use]
pub fn plies_in(plies: u64, lang: Lang) -> String {
    lang.pick(plies_text(plies), format!("{}手", grouped(plies)))
}

/// What is known of a score: the least and the greatest that are possible.
#[must_use]
pub fn bounds_in([low, high]: [i32; 2], lang: Lang) -> String {
    let [least, most] = [low, high].map(score_text);
    match low == high {
        true => least,
        false => lang.pick(
            format!("between {least} and {most}"),
            format!("{least}以上{most}以下"),
        ),
    }
}

/// What scores of a game count, such as discs, given by its English word.
#[must_use]
pub fn unit_in(unit: &str, lang: Lang) -> &str {
    match (lang, unit) {
        (Lang::Ja, "discs") => "石差",
        _ => unit,
    }
}

/// What the attacker of a game has left at the end, as the game writes it: pieces in hand of shogi,
/// such as `G2P`, by their names.
#[must_use]
pub fn left_over_in(left: &str, game: &str, lang: Lang) -> String {
    let names = (lang == Lang::Ja && game == "shogi").then(|| hand_in_japanese(left));
    names.flatten().unwrap_or_else(|| left.to_string())
}

/// Pieces in hand in kanji; nothing for what is no hand.
fn hand_in_japanese(hand: &str) -> Option<String> {
    const DIGITS: [&str; 10] = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
    let (mut text, mut count) = (String::new(), 0_usize);
    for letter in hand.chars() {
        if let Some(digit) = letter.to_digit(10) {
            count = count * 10 + digit as usize;
            continue;
        }
        let kind = match letter.to_ascii_uppercase() {
            'R' => "飛",
            'B' => "角",
            'G' => "金",
            'S' => "銀",
            'N' => "桂",
            'L' => "香",
            'P' => "歩",
            _ => return None,
        };
        text.push_str(kind);
        let tens = if count >= 10 { "十" } else { "" };
        if count > 1 {
            text.push_str(tens);
            text.push_str(DIGITS[count % 10]);
        }
        count = 0;
    }
    (count == 0).then_some(text)
}

/// Why nothing can be played, as a game says it in English: as it is, where no other words are
/// known.
#[must_use]
pub fn why_over_in(why: &str, lang: Lang) -> String {
    let own = (lang == Lang::Ja).then(|| why_in_japanese(why)).flatten();
    own.unwrap_or_else(|| why.to_string())
}

/// Why the play of shogi is over, in Japanese; nothing for what another game says.
fn why_in_japanese(why: &str) -> Option<String> {
    let (side, rest) = why.split_once(' ')?;
    let side = match side {
        "Black" => "先手",
        "White" => "後手",
        _ => return None,
    };
    let rest = match rest {
        "has no check" => "に王手がないため、ここで終わりです",
        "is in check and has no evasion that checks" => {
            "は王手をかけられ、王手になる逃れ方がないため、ここで終わりです"
        }
        "is mated: what can be put between would be wasted" => {
            "の玉は詰みです（合駒はすべて無駄合）"
        }
        "is mated" => "の玉は詰みです",
        "has no legal move" => "に合法手がないため、ここで終わりです",
        _ => return None,
    };
    Some(format!("{side}{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei_game::Side;

    const KINDS: [Kind; 8] = [
        Kind::Shorter,
        Kind::Equal,
        Kind::Variant,
        Kind::Order,
        Kind::Longer,
        Kind::Unmeasured,
        Kind::LastMove,
        Kind::Detour,
    ];

    #[test]
    fn every_word_has_two_languages() {
        let mut words: Vec<[String; 2]> = Vec::new();
        let mut add = |word: &dyn InLang| words.push(Lang::ALL.map(|lang| word.in_lang(lang)));
        for answer in [Answer::Proved, Answer::Disproved, Answer::Unknown] {
            add(&answer);
        }
        for value in [Some(Value::Win), Some(Value::Draw), Some(Value::Loss), None] {
            add(&value);
        }
        let limits = [Stop::Nodes, Stop::Time, Stop::Memory];
        for stop in limits.into_iter().chain([Stop::Interrupt, Stop::Game]) {
            add(&stop);
        }
        let (once, twice) = (Verdict::Unique, Verdict::NotUnique);
        for verdict in [once, Verdict::UniqueButLast, twice, Verdict::NotDecided] {
            add(&verdict);
        }
        for kind in KINDS {
            add(&kind);
        }
        for [en, ja] in &words {
            assert!(en.is_ascii() && !ja.is_ascii(), "{en}: {ja}");
        }
        assert_eq!(words.len(), 24);
    }

    #[test]
    fn lengths_and_scores_say_what_is_known() {
        let text = |least, most| Bracket { least, most }.in_lang(Lang::Ja);
        assert_eq!(text(1_525, Some(1_525)), "1,525手");
        assert_eq!(text(3, Some(21)), "3手以上21手以下");
        assert_eq!(text(3, None), "3手以上");
        assert_eq!(bounds_in([-2, 4], Lang::En), "between -2 and +4");
        assert_eq!(bounds_in([-2, 4], Lang::Ja), "-2以上+4以下");
        assert_eq!(bounds_in([4, 4], Lang::Ja), "+4");
        assert_eq!(plies_in(1, Lang::En), "1 ply");
    }

    #[test]
    fn branches_say_why_they_are_there() {
        let variation = |kind| Deviation::<String, Reason> {
            ply: 0,
            line: Vec::new(),
            length: Bracket {
                least: 5,
                most: Some(5),
            },
            kind,
        };
        let text = |reason| Lang::ALL.map(|lang| variation(reason).in_lang(lang));
        assert_eq!(text(Reason::Defence), ["5 plies", "5手"]);
        let found = text(Reason::Solution(Kind::Shorter));
        let expected = ["another solution, shorter: 5 plies", "余詰（早詰）：5手"];
        assert_eq!(found, expected);
    }

    #[test]
    fn sides_have_the_names_of_their_game() {
        let name = |game, side| side_in(game, side, Lang::Ja);
        assert_eq!(name("shogi", "white"), "後手");
        assert_eq!(name("othello", "white"), "白");
        assert_eq!(name("uttt", "x"), "X");
        assert_eq!(attacker_in("shogi", "black", Lang::Ja), "先手（攻方）");
        assert_eq!(attacker_in("shogi", "black", Lang::En), "Black");
        assert_eq!(attacker_in("loa", "black", Lang::Ja), "黒");
        let won = Outcome::Win(Side::Second);
        let sides = ["black", "white"];
        assert_eq!(outcome_in(won, "loa", sides, Lang::Ja), "白の勝ち");
        assert_eq!(outcome_in(won, "loa", sides, Lang::En), "White has won");
    }

    #[test]
    fn pieces_that_are_left_over_have_their_names() {
        let text = |left| left_over_in(left, "shogi", Lang::Ja);
        assert_eq!(text("G2P"), "金歩二");
        assert_eq!(text("RB18P"), "飛角歩十八");
        assert_eq!(text("10P"), "歩十");
        assert_eq!(text("a card"), "a card");
        assert_eq!(left_over_in("G2P", "shogi", Lang::En), "G2P");
    }

    #[test]
    fn what_a_game_says_of_its_end_is_known() {
        let text = |why| why_over_in(why, Lang::Ja);
        assert_eq!(text("White is mated"), "後手の玉は詰みです");
        assert_eq!(text("Red is mated"), "Red is mated");
        assert_eq!(why_over_in("White is mated", Lang::En), "White is mated");
    }
}
