//! The words of tsume-shogi for an answer, in Japanese.

use shomei::words::{attacker_in, side_in};
use shomei::{AnyGame, Kind};
use shomei_game::{Lang, Side};
use shomei_search::Answer;

const GAME: &str = "shogi";

/// Rules by which the attacker need not check.
const FULL: &str = "full";

/// Whether a question is one of tsume-shogi.
pub(crate) fn is_asked(kind: &Kind, game: &AnyGame) -> bool {
    is_of(kind.name, &game.rules())
}

/// The same of a game by its name, under these rules.
pub(crate) fn is_of(game: &str, rules: &str) -> bool {
    game == GAME && rules != FULL
}

/// Whether this side mates, as far as that is known.
pub(crate) fn sentence(answer: Answer, attacker: Side) -> String {
    let [black, white] = ["black", "white"];
    let (attacker, defender) = match attacker {
        Side::First => (black, white),
        Side::Second => (white, black),
    };
    let attacker = attacker_in(GAME, attacker, Lang::Ja);
    let defender = format!("{}（玉方）", side_in(GAME, defender, Lang::Ja));
    match answer {
        Answer::Proved => format!("詰み：{attacker}が{defender}を詰ます"),
        Answer::Disproved => format!("不詰：{defender}は詰まない"),
        Answer::Unknown => format!("未解決：{defender}が詰むかどうか"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_answer_has_its_word() {
        let (black, white) = (Side::First, Side::Second);
        let said = sentence(Answer::Proved, black);
        assert_eq!(said, "詰み：先手（攻方）が後手（玉方）を詰ます");
        assert_eq!(
            sentence(Answer::Disproved, white),
            "不詰：先手（玉方）は詰まない"
        );
        let open = sentence(Answer::Unknown, black);
        assert_eq!(open, "未解決：後手（玉方）が詰むかどうか");
        assert!(is_of("shogi", "tsume-mudaai") && !is_of("shogi", "full"));
        assert!(!is_of("loa", ""));
    }
}
