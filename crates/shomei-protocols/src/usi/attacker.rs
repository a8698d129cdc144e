//! Determines the attacker if the option does not name it.
//!
//! In most problems the attacker has no king, so only one side can attack. If both sides have a
//! king, a graphical program that has played the first moves of a solution sends the problem and
//! these moves. The attacker is then the side to move in the problem, provided that each of its
//! moves gives check. Otherwise the line is the record of a game, and the attacker is the side to
//! move.

use shomei::{AnyGame, AnyPosition, Side};

/// The attacker in the position of a `position` line.
pub(super) fn find(game: &AnyGame, line: &str, position: &AnyPosition) -> Side {
    let only = position.only_attacker();
    only.or_else(|| of_a_solution(game, line))
        .unwrap_or_else(|| position.to_move())
}

/// The side to move in the problem, if the line contains the first moves of a solution.
fn of_a_solution(game: &AnyGame, line: &str) -> Option<Side> {
    let (problem, moves) = line.split_once(" moves ")?;
    let problem = game.position(problem).ok()?;
    let mut moves = moves.split_whitespace();
    is_played(&problem, &mut moves).then(|| problem.to_move())
}

/// Whether all these moves can be played and each move of the attacker gives check.
fn is_played<'a>(position: &AnyPosition, moves: &mut impl Iterator<Item = &'a str>) -> bool {
    let Some(mv) = moves.next() else {
        return true;
    };
    let mut children = position.children().into_iter();
    let next = children.find(|(text, _)| text == mv);
    next.is_some_and(|(_, next)| is_played(&next, moves))
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei::Kinds;

    #[test]
    fn the_side_that_can_be_meant() {
        let game = Kinds::builtin().open("shogi", "").unwrap();
        let attacker = |line: &str| {
            let position = game.position(line).unwrap();
            find(&game, line, &position)
        };
        // One king.
        let problem = "position sfen 4k4/9/4P4/9/9/9/9/9/9 b 2G 1";
        assert_eq!(attacker(problem), Side::First);
        assert_eq!(attacker(&format!("{problem} moves G*5b")), Side::First);
        let defender = "position sfen 4k4/4G4/4P4/9/9/9/9/9/9 w G 2";
        assert_eq!(attacker(defender), Side::First);
        let theirs = "position sfen 4k4/9/9/9/9/9/4p4/9/4K4 w 2g 1";
        assert_eq!(attacker(theirs), Side::Second);
        // Two kings: a check, then an evasion.
        let problem = "position sfen 4k4/9/9/9/9/9/9/9/4K4 b RG 1";
        assert_eq!(attacker(problem), Side::First);
        assert_eq!(attacker(&format!("{problem} moves R*5d")), Side::First);
        assert_eq!(attacker(&format!("{problem} moves R*5d 5a4a")), Side::First);
        // Not a check: a game.
        assert_eq!(attacker(&format!("{problem} moves R*9d")), Side::Second);
        let game = "position startpos moves 7g7f";
        assert_eq!(attacker(game), Side::Second);
    }
}
