//! The search of re-solved leaves: depth first and without a table, so simple that it can be
//! trusted and so precisely defined that its node counts are part of the format.
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
//! A repeated position counts as failed because the attacker must win in finitely many moves. The
//! value of the *first* position is then exact: an attacker who can win can do so along decreasing
//! distances, which never repeats a position, and a tree in which every line wins has no repetition
//! at its ends. Values below the first position depend on the path to them, so there is no table.
//! Keys only select the positions that are compared: if equal positions of a game had unequal keys,
//! or if the game denied that it can repeat, the search would be longer but never wrong.
//!
//! The time is linear in the number of nodes, however long the path: a position is compared only
//! with those positions of the path that have its key.
//!
//! Memory: the positions and moves of one path. The stack is explicit, so a path can have
//! [`MAX_PLIES`] plies.

use std::collections::HashMap;

use shomei_game::{Fault, Game, Key, Role, Status};

use crate::CheckLimits;
use crate::guard::{Guard, Halt};
use crate::plies::status_within;

/// A longer path counts as if the nodes were used up: a certificate must not determine the memory
/// of a check.
pub const MAX_PLIES: usize = 1 << 18;

/// The result of plain search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlainResult {
    /// The attacker can force a win.
    Won {
        /// The number of nodes.
        nodes: u64,
    },
    /// The attacker cannot force a win.
    Failed {
        /// The number of nodes.
        nodes: u64,
    },
    /// No result: the nodes were not sufficient, a path became longer than [`MAX_PLIES`], or the
    /// game has failed.
    Limit,
}

/// Solves a position by plain search within a number of nodes.
///
/// A node is one visited position: the first one, and the one after every move that is tried,
/// including finished and repeated ones.
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
    let limits = CheckLimits {
        bytes: u64::MAX,
        time: None,
        ..CheckLimits::default()
    };
    let start = (position, None);
    let search = guarded_search(game, start, nodes, 0, &mut Guard::new(&limits));
    // These limits never halt the search.
    search.unwrap_or(PlainResult::Limit)
}

/// Plain search with a guard, while `held` other bytes are in use. If a number of plies is given, it
/// searches for a win within these plies.
pub(crate) fn guarded_search<G: Game>(
    game: &G,
    (position, plies): (&G::Position, Option<u16>),
    nodes: u64,
    held: u64,
    guard: &mut Guard<'_>,
) -> Result<PlainResult, Halt> {
    let mut search = Search {
        game,
        guard,
        limit: nodes,
        nodes: 0,
        line: Vec::new(),
        moves: Vec::new(),
        plies,
        // The remaining plies decrease, so nothing repeats.
        last: (plies.is_none() && game.can_repeat()).then(HashMap::new),
        held,
    };
    let result = search.run(position);
    let nodes = search.nodes;
    match result {
        Ok(true) => Ok(PlainResult::Won { nodes }),
        Ok(false) => Ok(PlainResult::Failed { nodes }),
        Err(End::Nodes) => Ok(PlainResult::Limit),
        Err(End::Halted(halt)) => Err(halt),
    }
}

/// Why a search ends without a value.
enum End {
    /// The nodes are used up, the path is too long, or the game has failed.
    Nodes,
    Halted(Halt),
}

struct Search<'a, 'g, G: Game> {
    game: &'a G,
    guard: &'a mut Guard<'g>,
    limit: u64,
    nodes: u64,
    /// The open positions of the current path.
    line: Vec<Ply<G::Position>>,
    /// The moves of all of them; those of the last position are at the end.
    moves: Vec<G::Move>,
    /// The remaining plies of the first position, if they are limited.
    plies: Option<u16>,
    /// The last index on the path for each key that occurs there; `None` if play never repeats.
    last: Option<HashMap<Key, usize>>,
    /// Other bytes in use: outside the search, and on the heap by the positions of the path.
    held: u64,
}

struct Ply<P> {
    position: P,
    role: Role,
    /// Its key, if play can repeat.
    key: Key,
    /// The previous index with the same key.
    twin: Option<usize>,
    /// The index of its first move.
    base: usize,
    /// The index of the move to try next.
    next: usize,
}

/// The bytes of an entry of the keys, including the free space of the map.
const KEY_BYTES: usize = 2 * size_of::<(Key, usize)>();

impl<G: Game> Search<'_, '_, G> {
    /// Whether the attacker wins.
    fn run(&mut self, root: &G::Position) -> Result<bool, End> {
        let mut value = self.enter(root.clone())?;
        loop {
            // A value that decides the position above is also the value of that position.
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

    /// Counts a position. Returns its value, or `None` if it was added to the path.
    fn enter(&mut self, position: G::Position) -> Result<Option<bool>, End> {
        let has_failed = self.game.fault().is_some_and(Fault::is_set);
        if has_failed || self.nodes >= self.limit || self.line.len() >= MAX_PLIES {
            return Err(End::Nodes);
        }
        self.nodes += 1;
        if self.guard.is_due() {
            self.guard.look(self.bytes()).map_err(End::Halted)?;
        }
        // Every position of the path has fewer plies than the one before it.
        let left = self.plies.map(|plies| plies - self.line.len() as u16);
        match status_within(self.game, &position, left) {
            Status::Won => return Ok(Some(true)),
            Status::Failed => return Ok(Some(false)),
            Status::Open => {}
        }
        let key = match self.last {
            Some(_) => self.game.key(&position),
            None => Key(0),
        };
        let twin = self.last.as_ref().and_then(|last| last.get(&key).copied());
        if self.repeats(&position, twin) {
            return Ok(Some(false));
        }
        if let Some(last) = &mut self.last {
            last.insert(key, self.line.len());
        }
        let (base, capacity) = (self.moves.len(), self.moves.capacity());
        self.game.moves(&position, &mut self.moves);
        // A position can have a million moves.
        if self.moves.capacity() > capacity {
            self.guard.look(self.bytes()).map_err(End::Halted)?;
        }
        self.held += self.game.heap_bytes(&position) as u64;
        self.line.push(Ply {
            role: self.game.role(&position),
            position,
            key,
            twin,
            base,
            next: base,
        });
        Ok(None)
    }

    /// Whether the position is on the path, given the last index with its key.
    fn repeats(&self, position: &G::Position, mut twin: Option<usize>) -> bool {
        while let Some(ply) = twin.and_then(|place| self.line.get(place)) {
            if ply.position == *position {
                return true;
            }
            twin = ply.twin;
        }
        false
    }

    /// The bytes in use, here and elsewhere.
    fn bytes(&self) -> u64 {
        let line = size_of::<Ply<G::Position>>() + KEY_BYTES;
        let moves = size_of::<G::Move>() * self.moves.capacity();
        (line * self.line.capacity() + moves) as u64 + self.held
    }

    /// The position after the next untried move of the last position.
    fn next_child(&mut self) -> Option<G::Position> {
        let ply = self.line.last_mut()?;
        let mv = *self.moves.get(ply.next)?;
        ply.next += 1;
        Some(self.game.play(&ply.position, mv))
    }

    /// Removes the last position from the path. Returns its value if no move decided it.
    ///
    /// An open position without a move is impossible; if the rules are wrong, neither side wins it.
    fn leave(&mut self) -> Option<bool> {
        let ply = self.line.pop()?;
        self.moves.truncate(ply.base);
        self.held -= self.game.heap_bytes(&ply.position) as u64;
        if let Some(last) = &mut self.last {
            match ply.twin {
                Some(place) => last.insert(ply.key, place),
                None => last.remove(&ply.key),
            };
        }
        Some(ply.role == Role::Defender && ply.next > ply.base)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use shomei_game::{KeyStream, Notation, TreeGame};

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

    thread_local! {
        static COMPARED: Cell<u64> = const { Cell::new(0) };
    }

    /// A number that counts how often it is compared.
    #[derive(Clone, Debug)]
    struct Counted(u64);

    impl PartialEq for Counted {
        fn eq(&self, other: &Counted) -> bool {
            COMPARED.set(COMPARED.get() + 1);
            self.0 == other.0
        }
    }

    impl Eq for Counted {}

    /// From each number to the start, to the previous number, and to the next one, up to the end.
    /// `same` successive numbers have the same key.
    struct Walk {
        end: u64,
        same: u64,
    }

    impl Game for Walk {
        type Position = Counted;
        type Move = u8;

        fn role(&self, _: &Counted) -> Role {
            Role::Attacker
        }

        fn status(&self, at: &Counted) -> Status {
            if at.0 == self.end {
                Status::Won
            } else {
                Status::Open
            }
        }

        fn moves(&self, _: &Counted, out: &mut Vec<u8>) {
            out.extend([0, 1, 2]);
        }

        fn play(&self, at: &Counted, mv: u8) -> Counted {
            Counted(match mv {
                0 => 0,
                1 => at.0.saturating_sub(1),
                _ => at.0 + 1,
            })
        }

        fn key(&self, at: &Counted) -> Key {
            Key::of(at.0 / self.same)
        }
    }

    /// Each of 20,000 positions repeats two positions of the path. Comparing with the whole path
    /// would take 400 million comparisons.
    #[test]
    fn the_work_does_not_grow_with_the_line() {
        let (end, same) = (20_000, 1);
        COMPARED.set(0);
        let found = plain_search(&Walk { end, same }, &Counted(0), 1_000_000);
        assert_eq!(found, PlainResult::Won { nodes: 3 * end + 1 });
        assert_eq!(COMPARED.get(), 2 * end);
    }

    /// The number of nodes is the same if many positions have one key, even if the path goes back.
    #[test]
    fn positions_are_compared_and_not_keys() {
        for same in [1, 2, 7, 1_000] {
            let nodes = PlainResult::Won { nodes: 301 };
            assert_eq!(
                plain_search(&Walk { end: 100, same }, &Counted(0), 1_000),
                nodes
            );
        }
    }

    /// The definition in the module text of this file, literally, without a limit.
    fn by_definition(game: &TreeGame, at: Node, path: &mut Vec<Node>, nodes: &mut u64) -> bool {
        *nodes += 1;
        match game.status(&at) {
            Status::Won => return true,
            Status::Failed => return false,
            Status::Open if path.contains(&at) => return false,
            Status::Open => {}
        }
        let is_attacker = game.role(&at) == Role::Attacker;
        let mut moves = Vec::new();
        game.moves(&at, &mut moves);
        path.push(at);
        let mut children = moves.iter().map(|&mv| game.play(&at, mv));
        let decided = children.any(|child| by_definition(game, child, path, nodes) == is_attacker);
        path.pop();
        decided == is_attacker
    }

    type Node = <TreeGame as Game>::Position;

    #[test]
    fn random_graphs_have_the_values_and_nodes_of_the_definition() {
        let mut stream = KeyStream::new(11);
        let mut below = |n: u64| stream.next_key().0 % n;
        for _ in 0..2_000 {
            let size = 2 + below(5);
            let mut text = String::new();
            for i in 0..size {
                let kind = ["OR", "AND"][below(2) as usize];
                let children: Vec<String> = (0..1 + below(3))
                    .map(|_| match below(size + 2) {
                        0 => "Won".into(),
                        1 => "Failed".into(),
                        child => format!("n{}", child - 2),
                    })
                    .collect();
                text += &format!("n{i} = {kind} {{ {} }} ", children.join(", "));
            }
            let game = TreeGame::parse(&text).unwrap();
            let mut nodes = 0;
            let expected = match by_definition(&game, game.start(), &mut Vec::new(), &mut nodes) {
                true => PlainResult::Won { nodes },
                false => PlainResult::Failed { nodes },
            };
            assert_eq!(
                plain_search(&game, &game.start(), nodes),
                expected,
                "{text}"
            );
            assert_eq!(
                plain_search(&game, &game.start(), nodes - 1),
                PlainResult::Limit
            );
        }
    }

    /// The two children of one position are on no common path, so neither repeats the other, and a
    /// position that was left can be entered again.
    #[test]
    fn a_transposition_is_not_a_repetition() {
        let text = "r = AND { a, b } a = OR { c } b = OR { c } c = AND { Won }";
        assert_eq!(search(text), PlainResult::Won { nodes: 7 });
    }
}
