//! A line of play from a solved position.

use std::collections::HashSet;

use shomei_game::{Key, Role, Solvable, Status};

use super::{Extractor, Line, Tables};
use crate::Answer;
use crate::table::Value;

struct Walk<'e, 'g, G: Solvable> {
    from: &'e mut Extractor<'g, G>,
    /// The side for which the line goes well.
    winner: Role,
    /// The positions before the current one, in order and as a set.
    keys: Vec<Key>,
    seen: HashSet<Key>,
    /// Which tables tell how long the rest is. In a proof the lengths of one
    /// search fall along the line; those of two may lead round.
    tables: Tables,
}

/// The moves from `root` on; see [`Extractor::line`].
pub(super) fn walk<G: Solvable>(
    from: &mut Extractor<'_, G>,
    root: &G::Position,
    answer: Answer,
) -> Line<G::Move> {
    let mut line = Line {
        moves: Vec::new(),
        is_complete: true,
    };
    let winner = match answer {
        Answer::Proved => Role::Attacker,
        Answer::Disproved => Role::Defender,
        Answer::Unknown => return line,
    };
    let game = from.game;
    let mut walk = Walk {
        from,
        winner,
        keys: Vec::new(),
        seen: HashSet::new(),
        tables: match winner {
            Role::Attacker => Tables::Main,
            Role::Defender => Tables::Both,
        },
    };
    let mut position = root.clone();
    while game.status(&position) == Status::Open {
        if !walk.seen.insert(game.key(&position)) && !walk.goes_on(&position) {
            // A disproof may end like this.
            line.is_complete = winner == Role::Defender;
            break;
        }
        let Some(mv) = walk.next_move(&position) else {
            line.is_complete = false;
            break;
        };
        walk.keys.push(game.key(&position));
        line.moves.push(mv);
        position = game.play(&position, mv);
    }
    line
}

impl<G: Solvable> Walk<'_, '_, G> {
    /// The winner's quickest move, or the loser's most stubborn one, among
    /// those whose result is known. A hole is searched again.
    fn next_move(&mut self, position: &G::Position) -> Option<G::Move> {
        self.from.count().ok()?;
        let mut moves = Vec::new();
        self.from.game.moves(position, &mut moves);
        if let Some(mv) = self.known_move(position, &moves) {
            return Some(mv);
        }
        if let Some(mv) = self.decided_move(position, &moves) {
            return Some(mv);
        }
        let played = self.search_apart(position)?;
        if self.from.game.role(position) != self.winner {
            // Every move loses.
            return self.known_move(position, &moves).or(moves.first().copied());
        }
        played.and_then(|mv| moves.get(mv).copied())
    }

    /// A move to a position that the game's own search decides for the winner: how
    /// long the rest is it does not tell.
    fn decided_move(&mut self, position: &G::Position, moves: &[G::Move]) -> Option<G::Move> {
        if !G::DECIDES_ON_VISIT {
            return None;
        }
        let game = self.from.game;
        let good = match self.winner {
            Role::Attacker => Status::Won,
            Role::Defender => Status::Failed,
        };
        let mut moves = moves.to_vec();
        moves.sort_by_key(|&mv| std::cmp::Reverse(game.rank(position, mv)));
        let is_good = |&mv: &G::Move| self.from.decide(&game.play(position, mv)) == good;
        moves.into_iter().find(is_good)
    }

    /// Whether the line can leave a position that it has been in before: what
    /// a table that forgets calls proved may lead round once.
    fn goes_on(&mut self, position: &G::Position) -> bool {
        let may = self.winner == Role::Attacker && self.tables == Tables::Main;
        may && self.search_apart(position).is_some()
    }

    /// Searches a hole with a table of its own: a main table that lost this
    /// much would lose it again. The place of the move it played, if one
    /// solves the position; `None` when it is not solved.
    fn search_apart(&mut self, position: &G::Position) -> Option<Option<usize>> {
        let report = match self.winner {
            // The defender may repeat to hold.
            Role::Defender => self.from.search_apart(&self.keys, position).ok()?,
            // The attacker may have to pass a position again.
            Role::Attacker => {
                self.from.empty_scratch().ok()?;
                self.tables = Tables::Scratch;
                self.seen.clear();
                self.from.search_apart(&[], position).ok()?
            }
        };
        if report.answer == Answer::Unknown {
            return None;
        }
        Some(self.from.scratch().ok()?.root_best())
    }

    fn known_move(&self, position: &G::Position, moves: &[G::Move]) -> Option<G::Move> {
        let game = self.from.game;
        let known = moves.iter().filter_map(|&mv| {
            let length = self.length(&game.play(position, mv))?;
            Some((length, mv))
        });
        // Of equal lengths the first move in order.
        let best = if game.role(position) == self.winner {
            known.min_by_key(|&(length, _)| length)
        } else {
            known.min_by_key(|&(length, _)| std::cmp::Reverse(length))
        };
        best.map(|(_, mv)| mv)
    }

    /// Plies to the end if the position is known to go well for the winner.
    fn length(&self, position: &G::Position) -> Option<u32> {
        let game = self.from.game;
        let status = match game.status(position) {
            Status::Open => game.solve_leaf(position, &mut 0),
            over => over,
        };
        match (status, self.winner) {
            (Status::Won, Role::Attacker) | (Status::Failed, Role::Defender) => return Some(0),
            (Status::Won, _) | (Status::Failed, _) => return None,
            (Status::Open, _) => {}
        }
        let key = game.key(position);
        if self.winner == Role::Defender && self.seen.contains(&key) {
            // The defender is content to repeat.
            return Some(1);
        }
        let mut values = self.from.entries(key, self.tables);
        values.find_map(|value| match (value, self.winner) {
            (Value::Proved { length, .. }, Role::Attacker)
            | (Value::Disproved { length, .. }, Role::Defender) => Some(u32::from(length) + 1),
            _ => None,
        })
    }
}
