//! Results in the language of the reader, by the catalogues of `shomei-messages`.

use shomei_compose::{Deviation, Judgement, OtherWinKind, Reason, Uniqueness, Word};
use shomei_game::{Branch, Ending, Lang, Outcome, Side};
use shomei_messages::{self as msg, Message};
use shomei_search::{Answer, Bracket, Stop};

use super::{capital, score_text};
use crate::composers::OtherSolutions;
use crate::questions::Value;
use crate::solving::TextLine;

/// A result that has a short text in each language.
///
/// ```
/// use shomei::messages::InLang;
/// use shomei::{Answer, Value};
/// use shomei_game::Lang;
///
/// assert_eq!(Answer::Proved.in_lang(Lang::EN), "proved");
/// assert_eq!(Answer::Proved.in_lang(Lang::JA), "証明");
/// assert_eq!(None::<Value>.in_lang(Lang::JA), "未解決");
/// ```
pub trait InLang {
    /// A word or a short phrase, not a sentence.
    fn in_lang(&self, lang: Lang) -> String;
}

impl InLang for Answer {
    fn in_lang(&self, lang: Lang) -> String {
        match self {
            Answer::Proved => msg::AnswerProved.text(lang),
            Answer::Disproved => msg::AnswerDisproved.text(lang),
            Answer::Unknown => msg::AnswerUnknown.text(lang),
        }
    }
}

/// A value; `None` is an unknown one.
impl InLang for Option<Value> {
    fn in_lang(&self, lang: Lang) -> String {
        match self {
            Some(Value::Win) => msg::ValueWin.text(lang),
            Some(Value::Draw) => msg::ValueDraw.text(lang),
            Some(Value::Loss) => msg::ValueLoss.text(lang),
            None => msg::ValueUnknown.text(lang),
        }
    }
}

/// The limit that stopped a search; `None` is not a limit.
impl InLang for Option<Stop> {
    fn in_lang(&self, lang: Lang) -> String {
        match self {
            Some(Stop::Nodes) => msg::StopNodes.text(lang),
            Some(Stop::Time) => msg::StopTime.text(lang),
            Some(Stop::Memory) => msg::StopMemory.text(lang),
            Some(Stop::Interrupt) => msg::StopInterrupt.text(lang),
            Some(Stop::Game) => msg::StopGame.text(lang),
            None => msg::StopNone.text(lang),
        }
    }
}

/// The bounds of the length of the shortest win, in plies.
impl InLang for Bracket {
    fn in_lang(&self, lang: Lang) -> String {
        let least = self.least;
        match (self.exact(), self.most) {
            (Some(_), _) => plies_in(least.into(), lang),
            (None, Some(most)) => msg::LengthBetween { least, most }.text(lang),
            (None, None) => msg::LengthAtLeast { least }.text(lang),
        }
    }
}

/// Whether a problem has one solution.
impl InLang for Uniqueness {
    fn in_lang(&self, lang: Lang) -> String {
        match self {
            Uniqueness::Unique => msg::Unique.text(lang),
            Uniqueness::UniqueButLast => msg::UniqueButLastMove.text(lang),
            Uniqueness::NotUnique => msg::NotUnique.text(lang),
            Uniqueness::NotDecided => msg::UniquenessUnknown.text(lang),
        }
    }
}

/// The verdict on one line.
impl InLang for Judgement {
    fn in_lang(&self, lang: Lang) -> String {
        let list = |words: &[Word]| {
            let words: Vec<String> = words.iter().map(|word| word.in_lang(lang)).collect();
            words.join(&msg::ListSeparator.text(lang))
        };
        let verdict = match (self.flaws.is_empty(), self.is_decided) {
            (true, true) => msg::VerdictSound.text(lang),
            (true, false) => msg::VerdictOpen.text(lang),
            (false, true) => list(&self.flaws),
            (false, false) => {
                let flaws = list(&self.flaws);
                msg::VerdictPartlyOpen { flaws }.text(lang)
            }
        };
        if self.tolerated.is_empty() {
            return verdict;
        }
        let tolerated = list(&self.tolerated);
        msg::VerdictTolerated { verdict, tolerated }.text(lang)
    }
}

impl InLang for Word {
    fn in_lang(&self, lang: Lang) -> String {
        match self {
            Word::NoMate => msg::FlawNoMate.text(lang),
            Word::Sooner => msg::FlawSooner.text(lang),
            Word::LongerDefence => msg::FlawLongerDefence.text(lang),
            Word::TwoLonger => msg::FlawTwoLonger.text(lang),
            Word::Another => msg::FlawAnother.text(lang),
            Word::Order => msg::FlawOrder.text(lang),
            Word::Promotion => msg::FlawPromotion.text(lang),
            Word::Surplus => msg::FlawSurplus.text(lang),
            Word::LastMove => msg::FlawLastMove.text(lang),
            Word::Detour => msg::FlawDetour.text(lang),
            Word::SameLength => msg::FlawSameLength.text(lang),
            Word::HenkaBetsu => msg::FlawHenkaBetsu.text(lang),
        }
    }
}

/// The kind of another solution.
impl InLang for OtherWinKind {
    fn in_lang(&self, lang: Lang) -> String {
        match self {
            OtherWinKind::Shorter => msg::OtherShorter.text(lang),
            OtherWinKind::Equal => msg::OtherEqual.text(lang),
            OtherWinKind::Variant => msg::OtherPromotion.text(lang),
            OtherWinKind::Order => msg::OtherOrder.text(lang),
            OtherWinKind::Longer => msg::OtherLonger.text(lang),
            OtherWinKind::Unmeasured => msg::OtherUnmeasured.text(lang),
            OtherWinKind::LastMove => msg::OtherLastMove.text(lang),
            OtherWinKind::Detour => msg::OtherDetour.text(lang),
        }
    }
}

/// Why a record has a branch, and the length of the branch.
impl<M> InLang for Deviation<M, Reason> {
    fn in_lang(&self, lang: Lang) -> String {
        let length = self.length.in_lang(lang);
        match self.kind {
            Reason::Defence => length,
            Reason::Solution(kind) => {
                let kind = kind.in_lang(lang);
                msg::VariationSolution { kind, length }.text(lang)
            }
        }
    }
}

impl OtherSolutions {
    /// The other defences and solutions, for a record with comments in a language.
    #[must_use]
    pub fn branches_in(&self, lang: Lang) -> Vec<Branch<String>> {
        let variations = self.others.iter().flat_map(|others| &others.variations);
        let branch = |variation: &Deviation<String, Reason>| Branch {
            at: variation.ply,
            moves: variation.line.clone(),
            comment: variation.in_lang(lang),
            comments: Vec::new(),
            ending: Ending::Open,
        };
        variations.map(branch).collect()
    }
}

/// The name of a game.
#[must_use]
fn game_in(name: &str, lang: Lang) -> String {
    match name {
        "loa" => msg::GameLoa.text(lang),
        "othello" => msg::GameOthello.text(lang),
        "shogi" => msg::GameShogi.text(lang),
        "uttt" => msg::GameUttt.text(lang),
        _ => capital(name),
    }
}

/// The name of a game under these rules: shogi problems are tsume-shogi.
#[must_use]
pub fn title_in(name: &str, rules: &str, lang: Lang) -> String {
    match is_tsume(name, rules) {
        true => msg::GameTsumeShogi.text(lang),
        false => game_in(name, lang),
    }
}

/// Whether a game under these rules is tsume-shogi, in which wins are mates.
#[must_use]
pub fn is_tsume(game: &str, rules: &str) -> bool {
    game == "shogi" && rules != "full"
}

/// The name of a side, as it begins a sentence.
#[must_use]
pub fn side_in(game: &str, side: &str, lang: Lang) -> String {
    match (game, side) {
        ("shogi", "black") => msg::SideShogiBlack.text(lang),
        ("shogi", "white") => msg::SideShogiWhite.text(lang),
        ("loa" | "othello", "black") => msg::SideBlack.text(lang),
        ("loa" | "othello", "white") => msg::SideWhite.text(lang),
        _ => capital(side),
    }
}

/// The name of the attacker, as it begins a sentence: 先手（攻方） in Japanese shogi.
#[must_use]
pub fn attacker_in(game: &str, side: &str, lang: Lang) -> String {
    let side = side_in(game, side, lang);
    match game {
        "shogi" => msg::AttackerNamed { side }.text(lang),
        _ => side,
    }
}

/// The name of the opponent of the attacker in tsume-shogi: 後手（玉方） in Japanese.
#[must_use]
pub fn defender_in(attacker: Side, lang: Lang) -> String {
    let side = match attacker {
        Side::First => msg::SideShogiWhite.text(lang),
        Side::Second => msg::SideShogiBlack.text(lang),
    };
    msg::DefenderNamed { side }.text(lang)
}

/// The outcome of a finished game.
#[must_use]
pub fn outcome_in(outcome: Outcome, game: &str, sides: [&str; 2], lang: Lang) -> String {
    match outcome {
        Outcome::Win(side) => {
            let side = side_in(game, sides[side.index()], lang);
            msg::OutcomeWin { side }.text(lang)
        }
        Outcome::Draw => msg::OutcomeDraw.text(lang),
    }
}

/// A note on a line that is cut or may not be the longest; `None` for a complete line.
#[must_use]
pub fn line_note_in(line: &TextLine, lang: Lang) -> Option<String> {
    if line.is_cut {
        return Some(msg::LineCut.text(lang));
    }
    line.may_be_longer.then(|| msg::LineMayBeLonger.text(lang))
}

/// A number of plies: the length of a line of play.
#[must_use]
pub fn plies_in(plies: u64, lang: Lang) -> String {
    msg::Plies { count: plies }.text(lang)
}

/// The least and the greatest possible score.
#[must_use]
pub fn bounds_in([low, high]: [i32; 2], lang: Lang) -> String {
    let [least, most] = [low, high].map(score_text);
    match low == high {
        true => least,
        false => msg::ScoreBetween { least, most }.text(lang),
    }
}

/// The unit of the scores of a game, such as discs, by its English name.
#[must_use]
pub fn unit_in(unit: &str, lang: Lang) -> String {
    match unit {
        "discs" => msg::UnitDiscs.text(lang),
        _ => unit.to_string(),
    }
}

/// The reason why the play is over, by the English text of shogi; the texts of other games are not
/// translated.
#[must_use]
pub fn why_over_in(why: &str, lang: Lang) -> String {
    let known = why.split_once(' ').and_then(|(side, reason)| {
        let side = match side {
            "Black" => msg::SideShogiBlack.text(lang),
            "White" => msg::SideShogiWhite.text(lang),
            _ => return None,
        };
        Some(match reason {
            "has no check" => msg::OverNoCheck { side }.text(lang),
            "is in check and has no evasion that checks" => msg::OverNoEvasion { side }.text(lang),
            "is mated: every interposition would be wasted" => {
                msg::OverMatedWasted { side }.text(lang)
            }
            "is mated" => msg::OverMated { side }.text(lang),
            "has no legal move" => msg::OverNoMove { side }.text(lang),
            _ => return None,
        })
    });
    known.unwrap_or_else(|| why.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_result_has_a_text_of_its_own_in_both_languages() {
        let mut texts: Vec<[String; 2]> = Vec::new();
        let mut add =
            |one: &dyn InLang| texts.push([Lang::EN, Lang::JA].map(|lang| one.in_lang(lang)));
        for answer in [Answer::Proved, Answer::Disproved, Answer::Unknown] {
            add(&answer);
        }
        for value in [Some(Value::Win), Some(Value::Draw), Some(Value::Loss), None] {
            add(&value);
        }
        let limits = [Stop::Nodes, Stop::Time, Stop::Memory];
        for stop in limits.into_iter().chain([Stop::Interrupt, Stop::Game]) {
            add(&Some(stop));
        }
        for [en, ja] in &texts {
            assert!(en.is_ascii() && !ja.is_ascii(), "{en}: {ja}");
        }
        assert_eq!(texts.len(), 12);
    }

    #[test]
    fn lengths_and_scores_have_bounds() {
        let text = |least, most| Bracket { least, most }.in_lang(Lang::JA);
        assert_eq!(text(1_525, Some(1_525)), "1,525手");
        assert_eq!(text(3, Some(21)), "3手以上21手以下");
        assert_eq!(text(3, None), "3手以上");
        let english = |least, most| Bracket { least, most }.in_lang(Lang::EN);
        assert_eq!(english(3, Some(21)), "at least 3 plies, at most 21");
        assert_eq!(english(3, None), "at least 3 plies");
        assert_eq!(bounds_in([-2, 4], Lang::EN), "between -2 and +4");
        assert_eq!(bounds_in([-2, 4], Lang::JA), "-2～+4");
        assert_eq!(bounds_in([4, 4], Lang::JA), "+4");
        assert_eq!(plies_in(1, Lang::EN), "1 ply");
    }

    #[test]
    fn branches_have_their_reason() {
        let variation = |kind| Deviation::<String, Reason> {
            ply: 0,
            line: Vec::new(),
            length: Bracket {
                least: 5,
                most: Some(5),
            },
            kind,
        };
        let text = |reason| [Lang::EN, Lang::JA].map(|lang| variation(reason).in_lang(lang));
        assert_eq!(text(Reason::Defence), ["5 plies", "5手"]);
        let found = text(Reason::Solution(OtherWinKind::Shorter));
        let expected = ["another solution, shorter: 5 plies", "余詰（早詰）：5手"];
        assert_eq!(found, expected);
    }

    #[test]
    fn sides_have_the_names_of_their_game() {
        let name = |game, side| side_in(game, side, Lang::JA);
        assert_eq!(name("shogi", "white"), "後手");
        assert_eq!(name("othello", "white"), "白");
        assert_eq!(name("uttt", "x"), "X");
        assert_eq!(attacker_in("shogi", "black", Lang::JA), "先手（攻方）");
        assert_eq!(defender_in(Side::First, Lang::JA), "後手（玉方）");
        assert_eq!(attacker_in("shogi", "black", Lang::EN), "Black");
        assert_eq!(attacker_in("loa", "black", Lang::JA), "黒");
        let won = Outcome::Win(Side::Second);
        let sides = ["black", "white"];
        assert_eq!(outcome_in(won, "loa", sides, Lang::JA), "白の勝ち");
        assert_eq!(outcome_in(won, "loa", sides, Lang::EN), "White has won");
        assert_eq!(title_in("shogi", "tsume", Lang::JA), "詰将棋");
        assert_eq!(title_in("shogi", "full", Lang::JA), "将棋");
    }

    #[test]
    fn the_reasons_of_shogi_are_translated() {
        let text = |why| why_over_in(why, Lang::JA);
        assert_eq!(text("White is mated"), "後手玉は詰み");
        assert_eq!(text("Red is mated"), "Red is mated");
        assert_eq!(why_over_in("White is mated", Lang::EN), "White is mated");
    }
}
