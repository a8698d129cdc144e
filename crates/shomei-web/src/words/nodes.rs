//! What a certificate claims, and what it says about a node.

use shomei::certificates::Says;
use shomei::proof::{Claim, Header};
use shomei::words::{counted, grouped, score_text, why_over_in};
use shomei::{AnyGame, AnyPosition, Outcome, Side};

use super::{Lang, capital_side, side};

/// What a certificate claims, as a sentence.
pub(crate) fn claim(game: &AnyGame, header: &Header, attacker: Side, lang: Lang) -> String {
    if let Some((who, least)) = score_of(game, &header.rules) {
        return claim_of_score(game, header.claim, attacker, (who, least), lang);
    }
    let (who, claim) = (capital_side(game, attacker, lang), header.claim);
    match (lang, claim) {
        (Lang::En, Claim::Proved) => format!("{who} can force a win."),
        (Lang::En, Claim::Disproved) => format!("{who} cannot force a win."),
        (Lang::Ja, Claim::Proved) => format!("{who}は勝ちを強制できます。"),
        (Lang::Ja, Claim::Disproved) => format!("{who}は勝ちを強制できません。"),
    }
}

/// The side and the score that the rules ask for, where they ask for one: `black>=4`.
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
    let (score, name) = (score_text(least), capital_side(game, who, lang));
    // Who does not play for the score plays against it.
    let reaches = (who == attacker) == (claim == Claim::Proved);
    match (lang, reaches) {
        (Lang::En, true) => format!("{name} can score at least {score}."),
        (Lang::En, false) => format!("{name} cannot score {score}."),
        (Lang::Ja, true) => format!("{name}は{score}以上にできます。"),
        (Lang::Ja, false) => format!("{name}は{score}以上にできません。"),
    }
}

/// What a certificate says about a node of so many moves, as a sentence.
pub(crate) fn node(
    position: &AnyPosition,
    says: Says,
    moves: usize,
    answer: Option<&str>,
    lang: Lang,
) -> String {
    let game = position.game();
    let mover = capital_side(game, position.to_move(), lang);
    match (says, lang) {
        (Says::Choice, Lang::En) => match answer {
            Some(answer) => format!("{mover} plays {answer}: one move is enough."),
            None => format!("{mover} has one move that is enough."),
        },
        (Says::Choice, Lang::Ja) => match answer {
            Some(answer) => format!("{mover}は{answer}の一手で足ります。"),
            None => format!("{mover}は一手で足ります。"),
        },
        (Says::All, Lang::En) => match moves {
            1 => format!("{mover} has one move; it is answered."),
            _ => {
                let moves = counted(moves as u64, "move");
                format!("{mover} has {moves}; each is answered.")
            }
        },
        (Says::All, Lang::Ja) => {
            let moves = grouped(moves as u64);
            format!("{mover}の手は{moves}通りで、すべてに答えがあります。")
        }
        (Says::Resolved { nodes }, Lang::En) => format!(
            "Not written out: a plain search of {} shows it, and the check does that search.",
            counted(nodes, "node")
        ),
        (Says::Resolved { nodes }, Lang::Ja) => format!(
            "ここから先は書かれていません。{}局面の単純な探索で確かめられ、検証ではその探索も行います。",
            grouped(nodes)
        ),
        (_, lang) => finished(position, lang),
    }
}

/// How the game has ended, as a sentence.
pub(crate) fn finished(position: &AnyPosition, lang: Lang) -> String {
    let game = position.game();
    let outcome = position.outcome();
    if let Some(why) = position.why_over() {
        let told = why_over_in(&why, lang);
        match lang {
            Lang::En => return format!("The play is over: {told}."),
            // What another game says is English.
            Lang::Ja if told == why => {}
            Lang::Ja => return format!("{told}。"),
        }
    }
    match (outcome, lang) {
        (Some(Outcome::Win(winner)), Lang::En) => {
            format!("{} has won.", capital_side(game, winner, lang))
        }
        (Some(Outcome::Win(winner)), Lang::Ja) => {
            format!("{}の勝ちです。", side(game, winner, lang))
        }
        (Some(Outcome::Draw), Lang::En) => "It is a draw.".to_string(),
        (Some(Outcome::Draw), Lang::Ja) => "引き分けです。".to_string(),
        (None, Lang::En) => "The rules decide it.".to_string(),
        (None, Lang::Ja) => "規則により決まります。".to_string(),
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
        assert_eq!(text(Claim::Proved, Lang::En), "Black can force a win.");
        assert_eq!(
            text(Claim::Disproved, Lang::En),
            "Black cannot force a win."
        );
        assert_eq!(text(Claim::Proved, Lang::Ja), "黒は勝ちを強制できます。");
    }

    #[test]
    fn a_claim_about_a_score_names_the_score() {
        let text = |side, claim| claimed("othello", Aim::score(side, 4), claim, Lang::En);
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
            node(&start, Says::All, 36, None, Lang::En),
            "Black has 36 moves; each is answered."
        );
        assert_eq!(
            node(&start, Says::Choice, 1, Some("b1-b3"), Lang::En),
            "Black plays b1-b3: one move is enough."
        );
        assert!(node(&start, Says::All, 36, None, Lang::Ja).starts_with("黒の手は36通り"));
    }
    #[test]
    fn the_end_of_a_problem_has_its_reason_in_both_languages() {
        let shogi = Kinds::builtin().open("shogi", "").unwrap();
        let told = |text: &str| {
            let position = shogi.position(text).unwrap();
            [Lang::En, Lang::Ja].map(|lang| finished(&position, lang))
        };
        // Each is what the game itself says.
        for (text, en, ja) in [
            (
                "8k/9/9/9/9/9/9/9/9 b - 1",
                "Black has no check",
                "王手がない",
            ),
            (
                "8k/8G/8P/9/9/9/9/9/9 w - 1",
                "White is mated",
                "後手の玉は詰みです。",
            ),
            (
                "8k/9/9/9/9/9/9/4r4/4K4 b - 1",
                "evasion that checks",
                "逃れ方がない",
            ),
        ] {
            let [english, japanese] = told(text);
            assert!(english.contains(en), "{english}");
            assert!(japanese.contains(ja), "{japanese}");
        }
        for side in ["Black", "White"] {
            for rest in [
                "has no check",
                "is in check and has no evasion that checks",
                "is mated: what can be put between would be wasted",
                "is mated",
                "has no legal move",
            ] {
                assert!(!why_over_in(&format!("{side} {rest}"), Lang::Ja).is_ascii());
            }
        }
        assert_eq!(why_over_in("Another reason", Lang::Ja), "Another reason");
    }
}
