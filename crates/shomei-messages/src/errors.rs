//! Errors in the language of the reader.

use fluent_bundle::FluentArgs;
use shomei_game::{ErrorText, Lang, Place};

use crate::{ErrorAt, Message, PlaceColumn, PlaceLine, PlaceMove, PlaceSquare, text_of};

/// The text of an error in a language, with its arguments in the same language: in English where
/// the catalogue does not have it.
///
/// ```
/// use shomei_game::{Lang, error_text};
///
/// let error = error_text!("did-you-mean", "; did you mean \"{nearest}\"?", nearest = "loa");
/// assert_eq!(shomei_messages::error_text(&error, Lang::EN), "; did you mean \"loa\"?");
/// assert_eq!(shomei_messages::error_text(&error, Lang::JA), "（もしかして「loa」？）");
/// ```
#[must_use]
pub fn error_text(error: &ErrorText, lang: Lang) -> String {
    if lang == Lang::EN || error.id().is_empty() {
        return error.english().to_string();
    }
    let mut arguments = FluentArgs::new();
    for (name, argument) in error.arguments() {
        arguments.set(name.replace('_', "-"), error_text(argument, lang));
    }
    let text = text_of(error.id(), &arguments, lang);
    text.unwrap_or_else(|| error.english().to_string())
}

/// The text of an error with its place before it.
#[must_use]
pub fn place_text(place: &Place, error: &str, lang: Lang) -> String {
    let number = usize::to_string;
    let place = match place {
        Place::Column(column) => {
            let column = number(column);
            PlaceColumn { column }.text(lang)
        }
        Place::LineColumn(line, column) => {
            let [line, column] = [line, column].map(number);
            PlaceLine { line, column }.text(lang)
        }
        Place::Square(square) => {
            let square = &error_text(square, lang);
            PlaceSquare { square }.text(lang)
        }
        Place::Move(ply, mv) => {
            let number = number(ply);
            PlaceMove { number, mv }.text(lang)
        }
        _ => return error.to_string(),
    };
    ErrorAt { place, error }.text(lang)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_translated_with_their_text() {
        let piece = shomei_game::error_text!("shogi-silver", "silver");
        let reason = shomei_game::error_text!(
            "shogi-not-in-hand",
            "there is no {piece} in hand",
            piece = piece
        );
        assert_eq!(error_text(&reason, Lang::EN), "there is no silver in hand");
        assert_eq!(error_text(&reason, Lang::JA), "持駒に銀がありません");
    }

    #[test]
    fn squares_are_translated() {
        let file = shomei_game::error_text!("shogi-file-5", "5");
        let square =
            shomei_game::error_text!("shogi-square", "{file}{rank}", file = file, rank = 'c');
        let place = Place::square(square);
        assert_eq!(place_text(&place, "x", Lang::EN), "square 5c: x");
        assert_eq!(place_text(&place, "x", Lang::JA), "マス５三：x");
        let error = shomei_game::NotationError::new(place, "x").text();
        assert_eq!(error_text(&error, Lang::EN), "square 5c: x");
        assert_eq!(error_text(&error, Lang::JA), "マス５三：x");
    }
}
