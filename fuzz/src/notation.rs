//! Texts of positions and moves.

use shomei_game::{Goal, Notation, Side};
use shomei_loa::Loa;
use shomei_uttt::Uttt;

/// No text makes the parsers of Lines of Action panic, and what they accept
/// they accept again in the form in which they print it, with the same meaning.
///
/// The first line chooses the rules where it names some, the last line is also
/// read as a move; the whole text is a position.
pub fn loa_notation(bytes: &[u8]) {
    notation::<Loa>(bytes);
}

/// The same of ultimate tic-tac-toe.
pub fn uttt_notation(bytes: &[u8]) {
    notation::<Uttt>(bytes);
}

fn notation<G: Notation>(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let (first, rest) = text.split_once('\n').unwrap_or(("", text));
    let goal = Goal::win(Side::First);
    match G::open(first, goal) {
        Ok(game) => {
            let again = G::open(&game.rules(), goal).expect("printed rules are accepted");
            assert_eq!(again.rules(), game.rules());
            position_and_move(&game, rest);
        }
        Err(_) => {
            let game = G::open("", goal).expect("the usual rules exist");
            position_and_move(&game, text);
        }
    }
}

fn position_and_move<G: Notation>(game: &G, text: &str) {
    let (before, last) = text.rsplit_once('\n').unwrap_or((text, text));
    moves(game, &game.start(), last);
    for part in [text, before] {
        let Ok(position) = game.parse_position(part) else {
            continue;
        };
        let line = game.format_position(&position);
        assert!(!line.contains('\n'), "a position is one line: {line:?}");
        let again = game.parse_position(&line);
        assert_eq!(again.as_ref(), Ok(&position), "from {line:?}");
        let _ = game.diagram(&position);
        moves(game, &position, last);
    }
}

fn moves<G: Notation>(game: &G, position: &G::Position, text: &str) {
    if let Ok(mv) = game.parse_move(position, text) {
        let printed = game.format_move(position, mv);
        let again = game.parse_move(position, &printed);
        assert_eq!(again, Ok(mv), "from {printed:?}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::Choices;
    use crate::seeded_bytes;

    /// Texts near to good ones: pieces of good ones, with bytes changed.
    #[test]
    fn holds_on_seeded_texts() {
        let game = Loa::open("", Goal::win(Side::First)).unwrap();
        let start = game.format_position(&game.start());
        let samples = [
            start.as_str(),
            "start moves d1-b3 h7-f7\n",
            "b1-b3",
            "\n",
            "olympiad\n",
            "sackson\n",
            "x",
            "...x....o.................oxx....o..ooo....ox................... x\n",
            "(;GM[9]SZ[8];B[b1b3])",
            "LOA 1. b1-b3 a2-c2",
        ];
        near(&samples, loa_notation);
    }

    #[test]
    fn holds_on_seeded_texts_of_ultimate_tic_tac_toe() {
        let game = Uttt::open("", Goal::win(Side::First)).unwrap();
        let start = game.format_position(&game.start());
        let three = game.parse_position("ee ea ai").unwrap();
        let three = game.format_position(&three);
        let samples = [
            start.as_str(),
            three.as_str(),
            "start moves ee ea\n",
            " moves ",
            "ia",
            " ab ba",
            "\n",
            "standard,play-out\n",
            "O;XOXO#O.X.;.X.XXX.OX/.O..O..O./OO.XXXO.X/OOO.O..../OXXXOOOXX/..OXXOO.O/.XOXOXXXO/XXX...O../OXOO.XXXO",
        ];
        near(&samples, uttt_notation);
    }

    fn near(samples: &[&str], property: fn(&[u8])) {
        for seed in 0..2_000 {
            let bytes = seeded_bytes(seed, 24);
            let mut choices = Choices::new(&bytes);
            let mut text = Vec::new();
            for _ in 0..=choices.below(4) {
                text.extend(samples[choices.below(samples.len())].bytes());
            }
            for _ in 0..choices.below(4) {
                let at = choices.below(text.len());
                text[at] = choices.byte() & 0x7f;
            }
            property(&text);
        }
    }
}
