//! The descriptions of games and algorithms in the user's language.
//!
//! Games and algorithms contain the English texts. The catalogue of another language names its
//! texts `game-GAME-PART`, `algorithm-ALGORITHM` and `option-OPTION-PART`. If algorithms describe
//! an option differently, its name is `option-of-ALGORITHM-OPTION-PART`. A test compares the
//! English texts with `en/help.ftl`.

use shomei::Kind;
use shomei_game::Lang;
use shomei_messages::find;
use shomei_search::registry::{Info, OptionInfo};

/// The described parts of a game, with the English texts.
pub(crate) fn parts_of_game(kind: &Kind) -> [(&'static str, &'static str); 4] {
    [
        ("summary", kind.summary),
        ("rules", kind.rules_help),
        ("positions", kind.position_help),
        ("hints", kind.hints_help),
    ]
}

/// The described parts of an option, with the English texts.
pub(crate) fn parts_of_option(option: &OptionInfo) -> [(&'static str, &'static str); 3] {
    [
        ("help", option.help),
        ("values", option.values),
        ("default", option.default),
    ]
}

/// A part of the description of a game.
pub(crate) fn of_game(kind: &Kind, part: &str, lang: Lang) -> String {
    let english = parts_of_game(kind).into_iter();
    let english = english.filter(|(name, _)| *name == part);
    let english = english.map(|(_, english)| english).next().unwrap_or("");
    translated(&[format!("game-{}-{part}", kind.name)], english, lang)
}

/// The summary of an algorithm.
pub(crate) fn of_algorithm(info: &Info, lang: Lang) -> String {
    translated(&[format!("algorithm-{}", info.name)], info.summary, lang)
}

/// The parts of the description of an option.
pub(crate) fn of_option(info: &Info, option: &OptionInfo, lang: Lang) -> [String; 3] {
    parts_of_option(option).map(|(part, english)| {
        let ids = [
            format!("option-of-{}-{}-{part}", info.name, option.name),
            format!("option-{}-{part}", option.name),
        ];
        translated(&ids, english, lang)
    })
}

/// The translation of the first identifier whose English text is `english`. A game of a user can
/// have the name of a built-in game, so the identifier alone is not enough.
fn translated(ids: &[String], english: &str, lang: Lang) -> String {
    let known = ids
        .iter()
        .find(|id| find(id, Lang::EN).as_deref() == Some(english));
    let text = known.and_then(|id| find(id, lang));
    text.unwrap_or_else(|| english.to_string())
}
