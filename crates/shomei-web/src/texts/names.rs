//! Names of games and of their sides.

use shomei::messages::{capital, side_in};
use shomei::{AnyGame, AnyPosition, Kind, Side};
use shomei_messages::{self as msg, Message};

use super::Lang;
use crate::certificate::Holds;

/// The name of a game for a list.
pub(crate) fn title(kind: &Kind, lang: Lang) -> String {
    match kind.name {
        "loa" => msg::GameLoa.text(lang),
        "othello" => msg::GameOthello.text(lang),
        "shogi" => msg::GameTsumeShogi.text(lang),
        "uttt" => msg::GameUttt.text(lang),
        "tree" => msg::GameTree.text(lang),
        // A game of another program has only its own name.
        own => own.to_string(),
    }
}

/// The name of an exported file, by its content and form.
pub(crate) fn form(holds: Holds, form: &str, lang: Lang) -> String {
    let form = form.to_uppercase();
    match holds {
        Holds::Line => msg::FormLine { form }.text(lang),
        Holds::Positions => msg::FormPositions { form }.text(lang),
        Holds::Moves => msg::FormMoves { form }.text(lang),
        Holds::Board => msg::FormBoard { form }.text(lang),
    }
}

/// The name of a side within a sentence.
pub(crate) fn side(game: &AnyGame, side: Side, lang: Lang) -> String {
    let own = game.side_name(side);
    match game.name().as_str() {
        name @ ("loa" | "othello" | "shogi") if lang != Lang::EN => side_in(name, &own, lang),
        "uttt" | "tree" => own.to_uppercase(),
        // English names are in lower case within a sentence.
        _ => own,
    }
}

/// The name of a side as it begins a sentence.
pub(crate) fn capital_side(game: &AnyGame, who: Side, lang: Lang) -> String {
    capital(&side(game, who, lang))
}

/// Who is to move, as a title of a board.
pub(crate) fn to_move(position: &AnyPosition, lang: Lang) -> String {
    if position.outcome().is_some() {
        return super::nodes::finished(position, lang);
    }
    let side = capital_side(position.game(), position.to_move(), lang);
    msg::BoardToMove { side }.text(lang)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei::Kinds;

    #[test]
    fn every_game_has_a_title_and_sides_in_both_languages() {
        let kinds = Kinds::builtin();
        for kind in kinds.iter() {
            let titles = [Lang::EN, Lang::JA].map(|lang| title(kind, lang));
            assert_ne!(titles[0], titles[1], "{}", kind.name);
            assert_ne!(titles[0], kind.name);
        }
        let shogi = kinds.open("shogi", "").unwrap();
        assert_eq!(side(&shogi, Side::Second, Lang::JA), "後手");
        assert_eq!(capital_side(&shogi, Side::Second, Lang::EN), "White");
        let uttt = kinds.open("uttt", "").unwrap();
        assert_eq!(side(&uttt, Side::First, Lang::EN), "X");
    }
}
