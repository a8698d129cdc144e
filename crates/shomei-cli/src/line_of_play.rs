//! A line of play with the position after each move. `shomei review` and the option `--at` use it.

use shomei::{AnyGame, AnyPosition};
use shomei_game::NotationError;

/// A line of play with the position after each move.
#[derive(Clone, Debug)]
pub(crate) struct LineOfPlay {
    pub(crate) root: AnyPosition,
    /// Each move with the position after it.
    pub(crate) moves: Vec<(String, AnyPosition)>,
}

impl LineOfPlay {
    /// Plays these moves. Fails at the first illegal move.
    pub(crate) fn of<'m>(
        root: AnyPosition,
        moves: impl Iterator<Item = &'m str>,
    ) -> Result<LineOfPlay, NotationError> {
        let mut played = LineOfPlay {
            root,
            moves: Vec::new(),
        };
        for mv in moves {
            let next = played.last().play(mv)?;
            played.moves.push((mv.to_string(), next));
        }
        Ok(played)
    }

    /// The moves of a text that lists the moves from the start, such as `F5D6C3` in Othello. `None`
    /// for any other text.
    ///
    /// Each prefix of the text that is a position adds the move that leads to it. A forced move
    /// that the text omits, such as a pass, is added, too.
    pub(crate) fn of_list(game: &AnyGame, text: &str) -> Option<LineOfPlay> {
        LineOfPlay::of_text(game, game.start(), text)
    }

    /// As [`LineOfPlay::of_list`], for a text that begins with the position `root`.
    pub(crate) fn of_text(game: &AnyGame, root: AnyPosition, text: &str) -> Option<LineOfPlay> {
        let text = text.trim();
        let whole = game.position(text).ok()?;
        let mut played = LineOfPlay {
            root,
            moves: Vec::new(),
        };
        let ends = text
            .char_indices()
            .map(|(at, letter)| at + letter.len_utf8());
        for end in ends {
            let Ok(next) = game.position(&text[..end]) else {
                continue;
            };
            if next.text() != played.last().text() {
                let steps = steps(played.last(), &next)?;
                played.moves.extend(steps);
            }
        }
        let is_whole = played.last().text() == whole.text() && !played.moves.is_empty();
        is_whole.then_some(played)
    }

    /// The position after all moves.
    pub(crate) fn last(&self) -> &AnyPosition {
        self.moves
            .last()
            .map_or(&self.root, |(_, position)| position)
    }

    /// The position after this number of moves.
    pub(crate) fn position(&self, moves: usize) -> Option<&AnyPosition> {
        match moves.checked_sub(1) {
            None => Some(&self.root),
            Some(at) => self.moves.get(at).map(|(_, position)| position),
        }
    }

    /// The number of moves before the first position with `left` empty squares, or what else the
    /// game counts.
    pub(crate) fn first_with_remaining(&self, left: u32) -> Option<usize> {
        let has_left = |moves: &usize| {
            let position = self.position(*moves);
            position.and_then(AnyPosition::remaining) == Some(left)
        };
        (0..=self.moves.len()).find(has_left)
    }
}

/// The one or two moves that lead from a position to another. With two, the first is the only legal
/// move.
fn steps(from: &AnyPosition, to: &AnyPosition) -> Option<Vec<(String, AnyPosition)>> {
    let to_text = to.text();
    let into = |from: &AnyPosition| {
        let mut children = from.children().into_iter();
        children.find(|(_, child)| child.text() == to_text)
    };
    if let Some(step) = into(from) {
        return Some(vec![step]);
    }
    let mut children = from.children();
    let only = children.pop().filter(|_| children.is_empty())?;
    let step = into(&only.1)?;
    Some(vec![only, step])
}

#[cfg(test)]
mod tests {
    use shomei::Kinds;

    use super::*;

    fn texts(played: &LineOfPlay) -> Vec<&str> {
        played.moves.iter().map(|(mv, _)| mv.as_str()).collect()
    }

    #[test]
    fn a_list_of_moves_is_a_game() {
        let game = Kinds::builtin().open("othello", "").unwrap();
        for text in ["F5D6C3", "f5 d6 c3"] {
            let played = LineOfPlay::of_list(&game, text).unwrap();
            assert_eq!(texts(&played).len(), 3);
            assert_eq!(played.last().text(), game.position(text).unwrap().text());
            assert_eq!(played.first_with_remaining(58), Some(2));
            assert_eq!(played.first_with_remaining(60), Some(0));
            assert_eq!(played.first_with_remaining(61), None);
        }
        assert!(LineOfPlay::of_list(&game, "start").is_none());
        assert!(LineOfPlay::of_list(&game, "F5D6A1").is_none());
        assert!(LineOfPlay::of_list(&game, &game.start().text()).is_none());
    }

    #[test]
    fn moves_are_played() {
        let game = Kinds::builtin().open("shogi", "").unwrap();
        let root = game.position("4k4/9/4P4/9/9/9/9/9/9 b G 1").unwrap();
        let played = LineOfPlay::of(root.clone(), ["G*5b"].into_iter()).unwrap();
        assert_eq!(texts(&played), ["G*5b"]);
        assert!(played.position(1).is_some() && played.position(2).is_none());
        assert_eq!(played.first_with_remaining(3), None);
        assert!(LineOfPlay::of(root, ["G*9i"].into_iter()).is_err());
    }
}
