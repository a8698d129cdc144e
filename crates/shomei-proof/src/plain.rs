//! The search of re-solved leaves: depth-first, without a table, so simple that
//! it can be believed and so well defined that its node counts are part of the
//! format.
//!
//! ```text
//! value(p, path):
//!     count a node; more nodes than the limit: stop
//!     p is won or failed by the rules: that
//!     p equals a position of path: failed
//!     for each legal move m of p, in the order of the rules:
//!         v := value(p after m, path + p)
//!         v is won and the attacker is to move in p, or
//!         v is failed and the defender is to move: v
//!     failed if the attacker is to move, else won
//! ```
//!
//! A repeated position counts as failed because the attacker must win in
//! finitely many moves. The value of the *first* position is then exact: an
//! attacker who can win can do so along falling distances, which never repeats
//! a position, and a tree in which every line wins has no repetition at its
//! ends. Values below the first position depend on the path to them, which is
//! why there is no table. Keys only select the positions that are compared: a
//! game whose equal positions had unequal keys, or that denied that it can
//! repeat, would make the search longer, never wrong.
//!
//! Memory: the positions and moves of one line. The stack is explicit, so a
//! line may have [`MAX_PLIES`] plies.

use std::collections::HashMap;

use shomei_game::{Game, Key, Role, Status};

/// A line that is longer counts as if the nodes were spent: the memory of a
/// check must not grow to whatever a certificate asks for.
pub const MAX_PLIES: usize = 1 << 18;

/// What the plain search says about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlainResult {
    /// The attacker can force a win.
    Won {
        /// How many nodes were looked at.
        nodes: u64,
    },
    /// The attacker cannot.
    Failed {
        /// How many nodes were looked at.
        nodes: u64,
    },
    /// The allowed nodes were not enough, or a line became longer than
    /// [`MAX_PLIES`]: nothing is known.
    Limit,
}

/// Decides a position within so many nodes.
///
/// A node is one position looked at: the first one, and the one after every
/// move that is tried, finished and repeated ones included.
///
/// ```
/// use shomei_game::{Notation, TreeGame};
/// use shomei_proof::{PlainResult, plain_search};
///
/// let game = TreeGame::parse("r = OR { a, Won }  a = AND { Won, r }").unwrap();
/// // r, a, Won, r again, Won
/// let result = plain_search(&game, &game.start(), 5);
/// assert_eq!(result, PlainResult::Won { nodes: 5 });
/// assert_eq!(plain_search(&game, &game.start(), 4), PlainResult::Limit);
/// ```
pub fn plain_search<G: Game>(game: &G, position: &G::Position, nodes: u64) -> PlainResult {
    let mut search = Search {
        game,
        limit: nodes,
        nodes: 0,
        line: Vec::new(),
        moves: Vec::new(),
        keys: game.can_repeat().then(HashMap::new),
    };
    match search.run(position) {
        Ok(true) => PlainResult::Won {
            nodes: search.nodes,
        },
        Ok(false) => PlainResult::Failed {
            nodes: search.nodes,
        },
        Err(LimitReached) => PlainResult::Limit,
    }
}

struct LimitReached;

struct Search<'a, G: Game> {
    game: &'a G,
    limit: u64,
    nodes: u64,
    /// The open positions of the current line.
    line: Vec<Ply<G::Position>>,
    /// The moves of all of them, those of the last position last.
    moves: Vec<G::Move>,
    /// How often each key occurs on the line; `None` if play never repeats.
    keys: Option<HashMap<Key, u32>>,
}

struct Ply<P> {
    position: P,
    role: Role,
    /// Where its moves begin.
    base: usize,
    /// The move that is tried next.
    next: usize,
}

impl<G: Game> Search<'_, G> {
    /// Whether the attacker wins.
    fn run(&mut self, root: &G::Position) -> Result<bool, LimitReached> {
        let mut value = self.enter(root.clone())?;
        loop {
            // A value that decides the position above it is its value too.
            if let Some(won) = value {
                match self.line.last() {
                    None => return Ok(won),
                    Some(ply) if won == (ply.role == Role::Attacker) => {
                        self.leave();
                        continue;
                    }
                    Some(_) => {}
                }
            }
            value = match self.next_child() {
                Some(child) => self.enter(child)?,
                None => self.leave(),
            };
        }
    }

    /// Counts a position; its value, or `None` when it was put on the line.
    fn enter(&mut self, position: G::Position) -> Result<Option<bool>, LimitReached> {
        if self.nodes >= self.limit || self.line.len() >= MAX_PLIES {
            return Err(LimitReached);
        }
        self.nodes += 1;
        match self.game.status(&position) {
            Status::Won => return Ok(Some(true)),
            Status::Failed => return Ok(Some(false)),
            Status::Open => {}
        }
        if self.repeats(&position) {
            return Ok(Some(false));
        }
        let base = self.moves.len();
        self.game.moves(&position, &mut self.moves);
        self.line.push(Ply {
            role: self.game.role(&position),
            position,
            base,
            next: base,
        });
        Ok(None)
    }

    /// Whether the position is on the line; if not, notes its key.
    fn repeats(&mut self, position: &G::Position) -> bool {
        let Some(keys) = &mut self.keys else {
            return false;
        };
        let count = keys.entry(self.game.key(position)).or_insert(0);
        if *count > 0 && self.line.iter().any(|ply| ply.position == *position) {
            return true;
        }
        *count += 1;
        false
    }

    /// The position after the next untried move of the last position.
    fn next_child(&mut self) -> Option<G::Position> {
        let ply = self.line.last_mut()?;
        let mv = *self.moves.get(ply.next)?;
        ply.next += 1;
        Some(self.game.play(&ply.position, mv))
    }

    /// Takes the last position off the line; its value if no move decided it.
    ///
    /// An open position without a move cannot be; if the rules are at fault,
    /// nobody has won in it.
    fn leave(&mut self) -> Option<bool> {
        let ply = self.line.pop()?;
        self.moves.truncate(ply.base);
        if let Some(keys) = &mut self.keys {
            let key = self.game.key(&ply.position);
            if let Some(count) = keys.get_mut(&key) {
                *count -= 1;
                if *count == 0 {
                    keys.remove(&key);
                }
            }
        }
        Some(ply.role == Role::Defender && ply.next > ply.base)
    }
}

#[cfg(test)]
mod tests {
    use shomei_game::{Notation, TreeGame};

    use super::*;

    fn search(text: &str) -> PlainResult {
        let game = TreeGame::parse(text).unwrap();
        plain_search(&game, &game.start(), 1000)
    }

    #[test]
    fn values_and_nodes_are_those_of_the_definition() {
        let won = |nodes| PlainResult::Won { nodes };
        let failed = |nodes| PlainResult::Failed { nodes };
        assert_eq!(search("r = OR { Won, Failed }"), won(2));
        assert_eq!(search("r = OR { Failed, Won }"), won(3));
        assert_eq!(search("r = AND { Won, Failed, Won }"), failed(3));
        assert_eq!(search("r = AND { Won, a } a = OR { Won }"), won(4));
        assert_eq!(search("r = OR { d } d = AND { }"), failed(2));
        assert_eq!(search("r = OR { r }"), failed(2));
        assert_eq!(search("r = AND { r }"), failed(2));
        assert_eq!(search("r = OR { a } a = AND { b } b = OR { a }"), failed(4));
    }

    #[test]
    fn a_finished_position_costs_one_node() {
        let game = TreeGame::parse("r = OR { Won }").unwrap();
        let won = game.play(&game.start(), 0);
        assert_eq!(plain_search(&game, &won, 1), PlainResult::Won { nodes: 1 });
        assert_eq!(plain_search(&game, &won, 0), PlainResult::Limit);
    }

    /// The two sons of one position are on no common line, so neither repeats
    /// the other, and a position that was left may be entered again.
    #[test]
    fn a_transposition_is_no_repetition() {
        let text = "r = AND { a, b } a = OR { c } b = OR { c } c = AND { Won }";
        assert_eq!(search(text), PlainResult::Won { nodes: 7 });
    }
}
