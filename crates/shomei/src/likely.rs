//! The most likely line of a running search.

use std::collections::HashSet;

use shomei_game::{Game, Notation, Role, Status};
use shomei_search::Bounds;
use shomei_search::table::Table;

/// The length limit of the line; all searched games are shorter.
const LONGEST: usize = 10_000;

/// From `root` on, the moves with the least proof number for the attacker and the least disproof
/// number for the defender, according to the table. The line approximates the path to the node that
/// a proof-number search expands next.
///
/// It proves nothing. It ends at a position that is not in the table, at the end of the game, and
/// before it would repeat a position.
pub(crate) fn line<G: Game + Notation>(game: &G, root: &G::Position, table: &Table) -> Vec<String> {
    let mut position = root.clone();
    let (mut line, mut seen) = (Vec::new(), HashSet::new());
    let mut moves = Vec::new();
    while line.len() < LONGEST
        && game.status(&position) == Status::Open
        && seen.insert(game.key(&position))
    {
        moves.clear();
        game.moves(&position, &mut moves);
        let role = game.role(&position);
        let known = moves.iter().filter_map(|&mv| {
            let child = game.play(&position, mv);
            let bounds = bounds(game, &child, table)?;
            let numbers = match role {
                Role::Attacker => (bounds.pn(), bounds.dn()),
                Role::Defender => (bounds.dn(), bounds.pn()),
            };
            // Skip a move that is known to lose for its player.
            (!numbers.0.is_infinite()).then_some((numbers, mv, child))
        });
        let Some((_, mv, child)) = known.min_by_key(|&(numbers, ..)| numbers) else {
            break;
        };
        line.push(game.format_move(&position, mv));
        position = child;
    }
    line
}

/// The known bounds of a position.
fn bounds<G: Game>(game: &G, position: &G::Position, table: &Table) -> Option<Bounds> {
    match game.status(position) {
        Status::Won => Some(Bounds::PROVED),
        Status::Failed => Some(Bounds::DISPROVED),
        Status::Open => {
            let entry = table.probe(game.key(position))?;
            Some(entry.value.bounds())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei_game::{Game, TreeGame};
    use shomei_search::Number;
    use shomei_search::table::{Entry, Value};

    fn entry(pn: u32, dn: u32) -> Entry {
        let bounds = Bounds::unsolved(Number::new(pn), Number::new(dn));
        Entry {
            value: Value::Unsolved { bounds, twin: None },
            work: 1,
            min_depth: 1,
        }
    }

    #[test]
    fn the_least_numbers_lead_on() {
        let text = "r = OR { a, b } a = AND { c, d } b = AND { c, Failed } \
            c = OR { r, Won } d = OR { r, Failed }";
        let game = TreeGame::parse(text).unwrap();
        let table = Table::new(1 << 12).unwrap();
        let place = |name: &str| game.parse_position(name).unwrap();
        let store = |name, entry| table.store(game.key(&place(name)), entry);
        let found = || line(&game, &game.start(), &table);
        assert!(found().is_empty());
        store("a", entry(3, 7));
        store("b", entry(4, 1));
        store("c", entry(2, 9));
        store("d", entry(5, 8));
        assert_eq!(found(), ["a", "d"]);
        store("r", entry(1, 1));
        assert_eq!(found(), ["a", "d", "r"]);
        store("c", entry(2, 1));
        assert_eq!(found(), ["a", "c", "Won"]);
    }
}
