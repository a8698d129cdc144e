//! The positions of a game that was played, one after another.

use shomei::{AnyGame, AnyPosition};
use shomei_game::NotationError;

/// A line of play with the positions on it.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    pub(crate) root: AnyPosition,
    /// Each move with the position behind it.
    pub(crate) moves: Vec<(String, AnyPosition)>,
}

impl Played {
    /// Plays these moves.
    ///
    /// Fails at the first that is not legal.
    pub(crate) fn of<'m>(
        root: AnyPosition,
        moves: impl Iterator<Item = &'m str>,
    ) -> Result<Played, NotationError> {
        let mut played = Played {
            root,
            moves: Vec::new(),
        };
        for mv in moves {
            let next = played.last().play(mv)?;
            played.moves.push((mv.to_string(), next));
        }
        Ok(played)
    }

    /// The moves of a text that is a list of moves from the start, such as `F5D6C3` in Othello:
    /// of one whose beginnings are positions, each a move behind the one before. Nothing for any
    /// other text. Moves that the text leaves out, since nothing else can be played, are there.
    pub(crate) fn of_list(game: &AnyGame, text: &str) -> Option<Played> {
        Played::of_text(game, game.start(), text)
    }

    /// The same for a text whose moves begin at this position, which its own beginning is, too.
    pub(crate) fn of_text(game: &AnyGame, root: AnyPosition, text: &str) -> Option<Played> {
        let text = text.trim();
        let whole = game.position(text).ok()?;
        let mut played = Played {
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

    /// The position behind all moves.
    pub(crate) fn last(&self) -> &AnyPosition {
        self.moves
            .last()
            .map_or(&self.root, |(_, position)| position)
    }

    /// The position behind so many moves.
    pub(crate) fn position(&self, moves: usize) -> Option<&AnyPosition> {
        match moves.checked_sub(1) {
            None => Some(&self.root),
            Some(at) => self.moves.get(at).map(|(_, position)| position),
        }
    }

    /// Behind how many moves so much of the game is left, for the first time.
    pub(crate) fn with_left(&self, left: u32) -> Option<usize> {
        let has_left = |moves: &usize| {
            let position = self.position(*moves);
            position.and_then(AnyPosition::remaining) == Some(left)
        };
        (0..=self.moves.len()).find(has_left)
    }
}

/// The one or two moves that lead from a position to another one: two where the first is the only
/// one there is.
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

    fn texts(played: &Played) -> Vec<&str> {
        played.moves.iter().map(|(mv, _)| mv.as_str()).collect()
    }

    #[test]
    fn a_list_of_moves_is_a_game() {
        let game = Kinds::builtin().open("othello", "").unwrap();
        for text in ["F5D6C3", "f5 d6 c3"] {
            let played = Played::of_list(&game, text).unwrap();
            assert_eq!(texts(&played).len(), 3);
            assert_eq!(played.last().text(), game.position(text).unwrap().text());
            assert_eq!(played.with_left(58), Some(2));
            assert_eq!(played.with_left(60), Some(0));
            assert_eq!(played.with_left(61), None);
        }
        assert!(Played::of_list(&game, "start").is_none());
        assert!(Played::of_list(&game, "F5D6A1").is_none());
        assert!(Played::of_list(&game, &game.start().text()).is_none());
    }

    #[test]
    fn moves_are_played() {
        let game = Kinds::builtin().open("shogi", "").unwrap();
        let root = game.position("4k4/9/4P4/9/9/9/9/9/9 b G 1").unwrap();
        let played = Played::of(root.clone(), ["G*5b"].into_iter()).unwrap();
        assert_eq!(texts(&played), ["G*5b"]);
        assert!(played.position(1).is_some() && played.position(2).is_none());
        assert_eq!(played.with_left(3), None);
        assert!(Played::of(root, ["G*9i"].into_iter()).is_err());
    }
}
