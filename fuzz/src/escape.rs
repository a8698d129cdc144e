//! The display of untrusted text.

use shomei_game::escape::{is_plain, lines, one_line};
use shomei_game::{Goal, Kind, NoRecords, Records, Side, TreeGame};
use shomei_kifu::Kifu;
use shomei_loa::Loa;
use shomei_othello::Othello;
use shomei_proof::Reader;
use shomei_shogi::Shogi;
use shomei_uttt::Uttt;

/// Every text is shown as one line of plain characters: on its own, in the errors of every game,
/// and in the errors of certificates.
pub fn shown_text_is_one_plain_line(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let shown = one_line(&text);
    assert_plain(&shown);
    assert_eq!(one_line(&shown), shown, "twice is once");
    let breaks = |text: &str| text.matches('\n').count();
    let several = lines(&text);
    assert_eq!(breaks(&several), breaks(&text));
    several.split('\n').for_each(assert_plain);
    if text.chars().all(is_plain) {
        assert_eq!(shown, text);
    }
    errors::<TreeGame, NoRecords>(&text);
    errors::<Loa, Loa>(&text);
    errors::<Othello, Othello>(&text);
    errors::<Shogi, Kifu>(&text);
    errors::<Uttt, NoRecords>(&text);
    if let Ok(reader) = Reader::open(bytes)
        && let Err(error) = reader.header().open::<TreeGame>()
    {
        assert_plain(&error.to_string());
    }
}

fn errors<G: Kind, R: Records<G>>(text: &str) {
    let goal = Goal::win(Side::First);
    let rules = match G::NAME {
        "tree" => "r = OR { Won }",
        _ => "",
    };
    if let Err(error) = G::open(text, goal) {
        assert_plain(&error.to_string());
    }
    let Ok(game) = G::open(rules, goal) else {
        panic!("{rules}");
    };
    if let Err(error) = game.parse_position(text) {
        assert_plain(&error.to_string());
    }
    if let Err(error) = game.parse_move(&game.start(), text) {
        assert_plain(&error.to_string());
    }
    if let Err(error) = R::read_record(&game, text.as_bytes()) {
        assert_plain(&error.to_string());
    }
}

fn assert_plain(text: &str) {
    if let Some(letter) = text.chars().find(|&letter| !is_plain(letter)) {
        panic!("{letter:?} in {text:?}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seeded_bytes;

    #[test]
    fn arbitrary_bytes_are_shown_on_one_line() {
        for seed in 0..2_000 {
            shown_text_is_one_plain_line(&seeded_bytes(seed, seed as usize % 60));
        }
    }

    /// Text after a valid beginning, since the errors about it quote.
    #[test]
    fn quoted_words_are_shown_on_one_line() {
        let evil = [
            '\n', '\u{1b}', '\u{202e}', '\u{3164}', '\u{85}', '\u{2028}', 'x',
        ];
        let begins = [
            "",
            "start moves ",
            "r = OR { ",
            "move ",
            "8/8 ",
            "手合割：",
            "PI,",
            "1 ",
        ];
        for begin in begins {
            for one in evil {
                for other in evil {
                    let text = format!("{begin}{one}accepted{other}7g7f");
                    shown_text_is_one_plain_line(text.as_bytes());
                }
            }
        }
    }
}
