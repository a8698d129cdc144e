//! Names of games and of their sides.

use shomei::words::{capital, side_in};
use shomei::{AnyGame, AnyPosition, Kind, Side};

use super::Lang;
use crate::certificate::Holds;

/// The name of a game for a list.
pub(crate) fn title(kind: &Kind, lang: Lang) -> String {
    let title = match (kind.name, lang) {
        ("loa", Lang::En) => "Lines of Action",
        ("loa", Lang::Ja) => "ラインズ・オブ・アクション",
        ("othello", Lang::En) => "Othello",
        ("othello", Lang::Ja) => "オセロ",
        ("shogi", Lang::En) => "Tsume-shogi",
        ("shogi", Lang::Ja) => "詰将棋",
        ("uttt", Lang::En) => "Ultimate tic-tac-toe",
        ("uttt", Lang::Ja) => "アルティメット三目並べ",
        ("tree", Lang::En) => "A game written as text",
        ("tree", Lang::Ja) => "文字で書いたゲーム",
        // A game of somebody else has its own words.
        _ => kind.name,
    };
    title.to_string()
}

/// What a file holds that can be taken away, and its form.
pub(crate) fn form(holds: Holds, form: &str, lang: Lang) -> String {
    let form = form.to_uppercase();
    match (holds, lang) {
        (Holds::Line, Lang::En) => format!("Line: {form}"),
        (Holds::Line, Lang::Ja) => format!("手順：{form}"),
        (Holds::Positions, Lang::En) => format!("Every position of the line: {form}"),
        (Holds::Positions, Lang::Ja) => format!("手順の全局面：{form}"),
        (Holds::Moves, Lang::En) => format!("List of moves: {form}"),
        (Holds::Moves, Lang::Ja) => format!("指し手の一覧：{form}"),
        (Holds::Board, Lang::En) => format!("Board: {form}"),
        (Holds::Board, Lang::Ja) => format!("盤面：{form}"),
    }
}

/// The name of a side within a sentence.
pub(crate) fn side(game: &AnyGame, side: Side, lang: Lang) -> String {
    let own = game.side_name(side);
    match (lang, game.name().as_str()) {
        (Lang::Ja, name @ ("loa" | "othello" | "shogi")) => side_in(name, &own, lang),
        (_, "uttt" | "tree") => own.to_uppercase(),
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
    let mover = capital_side(position.game(), position.to_move(), lang);
    match lang {
        Lang::En => format!("{mover} to move"),
        Lang::Ja => format!("{mover}の番"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei::Kinds;

    #[test]
    fn every_game_has_a_title_and_sides_in_both_languages() {
        let kinds = Kinds::builtin();
        for kind in kinds.iter() {
            let titles = [Lang::En, Lang::Ja].map(|lang| title(kind, lang));
            assert_ne!(titles[0], titles[1], "{}", kind.name);
            assert_ne!(titles[0], kind.name);
        }
        let shogi = kinds.open("shogi", "").unwrap();
        assert_eq!(side(&shogi, Side::Second, Lang::Ja), "後手");
        assert_eq!(capital_side(&shogi, Side::Second, Lang::En), "White");
        let uttt = kinds.open("uttt", "").unwrap();
        assert_eq!(side(&uttt, Side::First, Lang::En), "X");
    }
}
