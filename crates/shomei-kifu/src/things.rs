//! The Japanese names of things in problems, such as pieces in hand.

use shomei_shogi::{Kind, Square};

use crate::names::{PIECES, count_name, file_name, name_of, rank_name};

/// The names of directions.
const DIRECTIONS: [(&str, &str); 4] = [
    ("left", "左へ"),
    ("right", "右へ"),
    ("up", "上へ"),
    ("down", "下へ"),
];

/// The name of a thing in the usual notation; `None` for another text. Things are pieces in hand
/// (`G2P`), changed hands (`-R+P`), a piece on a square and its change (`+P9i`, `P5e-5d`, `G1a=+P`),
/// and a direction (`left`).
pub(crate) fn thing_name(text: &str) -> Option<String> {
    let direction = DIRECTIONS.iter().find(|(known, _)| *known == text);
    let direction = direction.map(|(_, name)| (*name).to_string());
    direction
        .or_else(|| changed_hand(text))
        .or_else(|| placed(text))
        .or_else(|| hand(text))
}

fn changed_hand(mut text: &str) -> Option<String> {
    let mut name = String::new();
    while let Some(sign) = text.chars().next() {
        name.push(match sign {
            '+' => '＋',
            '-' => '−',
            _ => return None,
        });
        text = &text[1..];
        name.push_str(take_piece(&mut text)?.0);
    }
    Some(name)
}

fn placed(mut text: &str) -> Option<String> {
    let (piece, side) = take_piece(&mut text)?;
    let square = take_square(&mut text)?;
    let change = match text.chars().next() {
        Some('-') => {
            text = &text[1..];
            format!("→{}", take_square(&mut text)?)
        }
        Some('=') => {
            text = &text[1..];
            format!("→{}", take_piece(&mut text)?.0)
        }
        _ => String::new(),
    };
    text.is_empty()
        .then(|| format!("{side}{square}{piece}{change}"))
}

fn hand(mut text: &str) -> Option<String> {
    let mut name = String::new();
    while !text.is_empty() {
        let piece = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let count = &text[..text.len() - piece.len()];
        text = piece;
        name.push_str(take_piece(&mut text)?.0);
        if !count.is_empty() {
            name.push_str(&count_name(count.parse().ok()?));
        }
    }
    Some(name)
}

/// Takes a piece from the beginning of a text: its name and the mark of its side.
fn take_piece(text: &mut &str) -> Option<(&'static str, char)> {
    let plain = text.strip_prefix('+');
    let rest = plain.unwrap_or(text);
    let letter = rest.chars().next()?;
    let kind = match "PLNSGBR".find(letter.to_ascii_uppercase()) {
        Some(place) => Kind::IN_HAND[place],
        None => (letter.eq_ignore_ascii_case(&'K')).then_some(Kind::King)?,
    };
    let kind = match plain {
        Some(_) => kind.promoted()?,
        None => kind,
    };
    *text = &rest[1..];
    let side = match letter.is_ascii_uppercase() {
        true => '▲',
        false => '△',
    };
    Some((name_of(kind, PIECES), side))
}

/// Takes a square from the beginning of a text, such as `5e`.
fn take_square(text: &mut &str) -> Option<String> {
    let square = Square::parse(text.get(..2)?)?;
    *text = &text[2..];
    Some(
        [file_name(square.file()), rank_name(square.rank())]
            .iter()
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_have_their_names() {
        for (text, name) in [
            ("G2P", "金歩二"),
            ("RB18P", "飛角歩十八"),
            ("10P", "歩十"),
            ("", ""),
            ("P5e-5d", "▲５五歩→５四"),
            ("+r1a-2b", "△１一龍→２二"),
            ("+P9i", "▲９九と"),
            ("G5b", "▲５二金"),
            ("n3c", "△３三桂"),
            ("k3c-3d", "△３三玉→３四"),
            ("G1a=+P", "▲１一金→と"),
            ("+L1a=+N", "▲１一成香→成桂"),
            ("+S1a", "▲１一成銀"),
            ("-R+P", "−飛＋歩"),
            ("+B", "＋角"),
            ("left", "左へ"),
        ] {
            assert_eq!(thing_name(text).as_deref(), Some(name), "{text}");
        }
    }

    #[test]
    fn other_texts_have_no_names() {
        for text in [
            "a card", "X5e", "P5", "P0e", "P5é", "P5e-5", "P5e=", "P5ex", "é", "+é", "300P", "-",
            "+K1a",
        ] {
            assert_eq!(thing_name(text), None, "{text}");
        }
    }
}
