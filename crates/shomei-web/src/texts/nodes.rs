//! The claim of a certificate and its records, as sentences.

use shomei::certificates::NodeContent;
use shomei::messages::{attacker_in, is_tsume, plies_in, score_text, why_over_in};
use shomei::proof::{Claim, Header};
use shomei::{AnyGame, AnyPosition, Outcome, Side};
use shomei_messages::{self as msg, Message};

use super::{Lang, capital_side};

/// The claim of a certificate, as a sentence.
pub(crate) fn claim(game: &AnyGame, header: &Header, attacker: Side, lang: Lang) -> String {
    let claim = claim_of_win(game, header, attacker, lang);
    let Some(plies) = header.plies else {
        return claim;
    };
    let claim = claim.trim_end_matches(['.', '。']).to_owned();
    let plies = plies_in(plies.into(), lang);
    let text = msg::ClaimWithin { claim, plies }.text(lang);
    msg::Sentence { text }.text(lang)
}

/// The claim without its number of plies.
fn claim_of_win(game: &AnyGame, header: &Header, attacker: Side, lang: Lang) -> String {
    if let Some(score) = score_of(game, &header.rules) {
        return claim_of_score(game, header.claim, attacker, score, lang);
    }
    let is_proved = header.claim == Claim::Proved;
    if is_tsume(&game.name(), &header.rules) {
        let side = attacker_in("shogi", &game.side_name(attacker), lang);
        return match is_proved {
            true => msg::SentenceMate { side }.text(lang),
            false => msg::SentenceNoMate { side }.text(lang),
        };
    }
    let side = capital_side(game, attacker, lang);
    match is_proved {
        true => msg::SentenceWin { side }.text(lang),
        false => msg::SentenceNoWin { side }.text(lang),
    }
}

/// The side and the score in the rules, if they contain one: `black>=4`.
fn score_of(game: &AnyGame, rules: &str) -> Option<(Side, i32)> {
    let (name, least) = rules.split_once(">=")?;
    game.range()?;
    Some((game.side(name.trim()).ok()?, least.trim().parse().ok()?))
}

fn claim_of_score(
    game: &AnyGame,
    claim: Claim,
    attacker: Side,
    (who, least): (Side, i32),
    lang: Lang,
) -> String {
    let (score, side) = (score_text(least), capital_side(game, who, lang));
    // If the side with the score is not the attacker, a proof of the attacker's goal refutes the
    // score.
    let reaches = (who == attacker) == (claim == Claim::Proved);
    match reaches {
        true => msg::ClaimScore { side, score }.text(lang),
        false => msg::ClaimNoScore { side, score }.text(lang),
    }
}

/// The record of a node with this number of moves, as a sentence.
pub(crate) fn node(
    position: &AnyPosition,
    content: NodeContent,
    moves: usize,
    answer: Option<&str>,
    lang: Lang,
) -> String {
    let side = capital_side(position.game(), position.to_move(), lang);
    match content {
        NodeContent::Choice => match answer {
            Some(mv) => msg::NodePlays { side, mv }.text(lang),
            None => msg::NodeOneMove { side }.text(lang),
        },
        NodeContent::All if moves == 1 => msg::NodeOneReply { side }.text(lang),
        NodeContent::All => {
            let moves = msg::CountMoves { count: moves }.text(lang);
            msg::NodeReplies { side, moves }.text(lang)
        }
        NodeContent::Resolved { nodes } => {
            let nodes = msg::CountNodes { count: nodes }.text(lang);
            msg::NodeResolved { nodes }.text(lang)
        }
        NodeContent::OutOfPlies => msg::NodeOutOfPlies.text(lang),
        _ => finished(position, lang),
    }
}

/// The end of the game, as a sentence.
pub(crate) fn finished(position: &AnyPosition, lang: Lang) -> String {
    let game = position.game();
    if let Some(why) = position.why_over() {
        let reason = why_over_in(&why, lang);
        // The reasons of other games are in English.
        if lang == Lang::EN || reason != why {
            return msg::NodePlayOver { reason }.text(lang);
        }
    }
    match position.outcome() {
        Some(Outcome::Win(winner)) => {
            let side = capital_side(game, winner, lang);
            msg::NodeWon { side }.text(lang)
        }
        Some(Outcome::Draw) => msg::NodeDrawn.text(lang),
        None => msg::NodeDecided.text(lang),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei::{Aim, Kinds};

    fn claimed(game: &str, aim: Aim, answer: Claim, lang: Lang) -> String {
        let game = Kinds::builtin().open(game, "").unwrap();
        let header = game.start().header(aim, answer).unwrap();
        claim(&game, &header, aim.attacker, lang)
    }

    #[test]
    fn a_claim_is_a_sentence() {
        let win = Aim::win(Side::First);
        let text = |claim, lang| claimed("loa", win, claim, lang);
        assert_eq!(text(Claim::Proved, Lang::EN), "Black can force a win.");
        assert_eq!(
            text(Claim::Disproved, Lang::EN),
            "Black cannot force a win."
        );
        assert_eq!(text(Claim::Proved, Lang::JA), "黒の必勝。");
    }

    #[test]
    fn a_claim_about_a_score_names_the_score() {
        let text = |side, claim| claimed("othello", Aim::score(side, 4), claim, Lang::EN);
        assert_eq!(
            text(Side::First, Claim::Proved),
            "Black can score at least +4."
        );
        assert_eq!(
            text(Side::Second, Claim::Disproved),
            "White cannot score +4."
        );
    }

    #[test]
    fn a_node_says_whose_moves_are_answered() {
        let start = Kinds::builtin().open("loa", "").unwrap().start();
        assert_eq!(
            node(&start, NodeContent::All, 36, None, Lang::EN),
            "Black has 36 moves. Each is answered."
        );
        assert_eq!(
            node(&start, NodeContent::Choice, 1, Some("b1-b3"), Lang::EN),
            "Black plays b1-b3. One move is enough."
        );
        assert!(node(&start, NodeContent::All, 36, None, Lang::JA).starts_with("黒の手は36手"));
    }
    #[test]
    fn the_end_of_a_problem_has_its_reason_in_both_languages() {
        let shogi = Kinds::builtin().open("shogi", "").unwrap();
        let reasons = |text: &str| {
            let position = shogi.position(text).unwrap();
            [Lang::EN, Lang::JA].map(|lang| finished(&position, lang))
        };
        // Each is the text of the game itself.
        for (text, en, ja) in [
            (
                "8k/9/9/9/9/9/9/9/9 b - 1",
                "Black has no check",
                "王手をかける手がない",
            ),
            (
                "8k/8G/8P/9/9/9/9/9/9 w - 1",
                "White is mated",
                "後手玉は詰み。",
            ),
            (
                "8k/9/9/9/9/9/9/4r4/4K4 b - 1",
                "evasion that checks",
                "応じる手がない",
            ),
        ] {
            let [english, japanese] = reasons(text);
            assert!(english.contains(en), "{english}");
            assert!(japanese.contains(ja), "{japanese}");
        }
        for side in ["Black", "White"] {
            for rest in [
                "has no check",
                "is in check and has no evasion that checks",
                "is mated: every interposition would be wasted",
                "is mated",
                "has no legal move",
            ] {
                assert!(!why_over_in(&format!("{side} {rest}"), Lang::JA).is_ascii());
            }
        }
        assert_eq!(why_over_in("Another reason", Lang::JA), "Another reason");
    }
}
