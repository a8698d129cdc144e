//! Texts for the values of moves in tsume-shogi: mates in place of wins and losses.

use shomei::MoveValue;
use shomei::messages::tsume_result_in;
use shomei_game::Lang;

/// The value of a move as text.
pub(crate) fn move_text(known: &MoveValue, lang: Lang) -> String {
    tsume_result_in((known.answer, known.value), known.length, lang)
}
