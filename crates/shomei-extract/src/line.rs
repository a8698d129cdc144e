//! A line of play from a solved position.
//!
//! The tables have it, and what they have lost is searched again. A line of a proof ends
//! with the game: where the tables lead back to a position of the line, the rest is that
//! of a strategy from there, which is made as for a certificate and never leads round.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use shomei_game::{Game, Key, LeafSolver, Role, Status, Visit};
use shomei_proof::{PlainResult, plain_search};
use shomei_search::Answer;
use shomei_search::table::Value;

use crate::strategy::Strategy;
use crate::{Extractor, Tables, moves_of, proof};

/// A line of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// The moves from the root on.
    pub moves: Vec<M>,
    /// Whether it ends where the game does, or with the first repetition of a
    /// disproof. Else a hole could not be filled within the limits, or the game has failed,
    /// and then there are no moves.
    pub is_complete: bool,
    /// Whether the loser may have a longer defence: the line is one of a proof, and it passes a move
    /// of the loser of which a full table has lost how long it holds out.
    pub may_be_longer: bool,
}

impl<M> Line<M> {
    pub(crate) const NONE: Line<M> = Line {
        moves: Vec::new(),
        is_complete: false,
        may_be_longer: false,
    };
}

/// A table that has lost entries is at least as full as this. A collection begins at 0.9 and clears
/// three tenths of the entries, and small tables replace entries bucket by bucket before that.
const LEAST_LOSSY: f64 = 0.5;

struct LineWalk<'e, 'g, G: Game> {
    from: &'e mut Extractor<'g, G>,
    /// The side for which the line goes well.
    winner: Role,
    moves: Vec<G::Move>,
    /// The positions before the current one, with their places in the line.
    keys: Vec<Key>,
    seen: HashMap<Key, usize>,
    /// Whether a longer defence of the loser may be among what the table has lost.
    may_be_longer: bool,
}

/// How far the tables led.
enum Led<P> {
    /// To the end of the game, or, of a disproof, to a position of the line.
    ToTheEnd,
    /// To this position, and from there round.
    Round(P),
    /// To a limit.
    ToALimit,
}

/// The moves from `root` on; see [`Extractor::line`].
pub(super) fn walk<G: Game>(
    from: &mut Extractor<'_, G>,
    root: &G::Position,
    answer: Answer,
    strategy: Option<&Strategy>,
) -> Line<G::Move> {
    let winner = match answer {
        Answer::Proved => Role::Attacker,
        Answer::Disproved => Role::Defender,
        Answer::Unknown => {
            return Line {
                is_complete: true,
                ..Line::NONE
            };
        }
    };
    let mut walk = LineWalk {
        from,
        winner,
        moves: Vec::new(),
        keys: Vec::new(),
        seen: HashMap::new(),
        may_be_longer: false,
    };
    let led = walk.by_tables(root);
    let is_whole = matches!(led, Led::ToTheEnd) && !walk.may_be_longer;
    if let Some(strategy) = strategy.filter(|_| winner == Role::Attacker && !is_whole) {
        let by_tables = walk.start_again();
        let is_complete = walk.along(root, strategy);
        if is_complete || !matches!(led, Led::ToTheEnd) {
            return Line {
                moves: walk.moves,
                is_complete,
                may_be_longer: false,
            };
        }
        // A limit was reached, and the tables have a line.
        walk.moves = by_tables;
    }
    let is_complete = match led {
        Led::ToTheEnd => true,
        Led::Round(position) => match proof::collect(walk.from, &position) {
            Ok(strategy) => walk.along(&position, &strategy),
            Err(_) => false,
        },
        Led::ToALimit => false,
    };
    Line {
        moves: walk.moves,
        is_complete,
        may_be_longer: walk.may_be_longer,
    }
}

impl<G: Game> LineWalk<'_, '_, G> {
    /// Goes back to the root; the moves so far.
    fn start_again(&mut self) -> Vec<G::Move> {
        self.keys.clear();
        self.seen.clear();
        std::mem::take(&mut self.moves)
    }

    /// Follows the tables.
    ///
    /// Each proof in them is right, but they may lead round: one may
    /// have been proved by another, and that one, once its entry was lost or by a board
    /// with less, by the first.
    fn by_tables(&mut self, root: &G::Position) -> Led<G::Position> {
        let game = self.from.game;
        let mut position = root.clone();
        while game.status(&position) == Status::Open {
            let key = game.key(&position);
            if self.seen.insert(key, self.moves.len()).is_some() {
                return match self.winner {
                    Role::Attacker => Led::Round(position),
                    Role::Defender => Led::ToTheEnd,
                };
            }
            let Some(mv) = self.next_move(&position) else {
                return Led::ToALimit;
            };
            self.keys.push(key);
            self.moves.push(mv);
            position = game.play(&position, mv);
        }
        Led::ToTheEnd
    }

    /// Follows the longest line of a strategy from `start` on, which the moves so far
    /// lead to. Whether it reaches the end.
    ///
    /// Where it comes back to a position of the moves so far, what lies between is left
    /// out.
    fn along(&mut self, start: &G::Position, strategy: &Strategy) -> bool {
        let game = self.from.game;
        let before: HashMap<Key, usize> = self.keys.iter().copied().zip(0..).collect();
        self.moves.truncate(self.keys.len());
        let mut position = start.clone();
        // The moves of the strategy since it left the moves so far, and where that was.
        let (mut rest, mut left) = (Vec::new(), self.moves.len());
        for place in strategy.longest_of_records() {
            if let Some(&known) = before.get(&game.key(&position)) {
                left = known;
                rest.clear();
            }
            let Some(&mv) = moves_of(game, &position).get(place as usize) else {
                return false;
            };
            rest.push(mv);
            position = game.play(&position, mv);
        }
        self.moves.truncate(left);
        self.moves.append(&mut rest);
        self.by_plain_search(position)
    }

    /// Goes on to the end where a record leaves the rest to plain search.
    fn by_plain_search(&mut self, mut position: G::Position) -> bool {
        let game = self.from.game;
        let mut seen = HashSet::new();
        while game.status(&position) == Status::Open {
            if self.from.count().is_err() || !seen.insert(game.key(&position)) {
                return false;
            }
            let legal = moves_of(game, &position);
            let wins = legal.into_iter().filter_map(|mv| {
                let child = game.play(&position, mv);
                let nodes = match game.status(&child) {
                    Status::Won => 0,
                    Status::Failed => return None,
                    Status::Open => {
                        match plain_search(game, &child, Extractor::<G>::PLAIN_NODES.into()) {
                            PlainResult::Won { nodes } => nodes,
                            PlainResult::Failed { .. } | PlainResult::Limit => return None,
                        }
                    }
                };
                Some((nodes, mv))
            });
            let chosen = match game.role(&position) {
                Role::Attacker => wins.min_by_key(|&(nodes, _)| nodes),
                Role::Defender => wins.min_by_key(|&(nodes, _)| Reverse(nodes)),
            };
            let Some((_, mv)) = chosen else {
                return false;
            };
            self.moves.push(mv);
            position = game.play(&position, mv);
        }
        game.status(&position) == Status::Won
    }

    /// The winner's quickest move, or the loser's most stubborn one, among
    /// those whose result is known. A hole is searched again.
    fn next_move(&mut self, position: &G::Position) -> Option<G::Move> {
        self.from.count().ok()?;
        let moves = moves_of(self.from.game, position);
        self.may_be_longer |= self.may_have_lost_defences(position, &moves);
        if let Some(mv) = self.known_move(position, &moves) {
            return Some(mv);
        }
        if let Some(mv) = self.decided_move(position, &moves) {
            return Some(mv);
        }
        let played = self.fill(position)?;
        if self.from.game.role(position) != self.winner {
            // Every move loses.
            return self.known_move(position, &moves).or(moves.first().copied());
        }
        played.and_then(|mv| moves.get(mv).copied())
    }

    /// Whether the loser of a proof is to move and a full table has lost how long one of its moves
    /// holds out. A table with room has lost nothing: there a proof without a length rests on
    /// another position.
    fn may_have_lost_defences(&self, position: &G::Position, moves: &[G::Move]) -> bool {
        let game = self.from.game;
        if self.may_be_longer || self.winner == Role::Defender {
            return false;
        }
        let is_lost = |&mv: &G::Move| {
            let child = game.play(position, mv);
            self.length(&child).is_none() && self.from.solved_board(&child, Tables::Both).is_none()
        };
        let table = self.from.table();
        game.role(position) == Role::Defender
            && moves.iter().any(is_lost)
            && table.fill() >= LEAST_LOSSY
    }

    /// A move to a position that the game's own search decides for the winner, without a length.
    fn decided_move(&mut self, position: &G::Position, moves: &[G::Move]) -> Option<G::Move> {
        if G::LEAF_SOLVER != LeafSolver::WhenVisited {
            return None;
        }
        let game = self.from.game;
        let good = match self.winner {
            Role::Attacker => Status::Won,
            Role::Defender => Status::Failed,
        };
        let mut moves = moves.to_vec();
        moves.sort_by_key(|&mv| Reverse(game.hints(position, mv).rank));
        let is_good = |&mv: &G::Move| self.from.decide(&game.play(position, mv)) == good;
        moves.into_iter().find(is_good)
    }

    /// Searches a hole. The place of the move it played, if one solves the position;
    /// `None` when it is not solved.
    ///
    /// Where play can repeat, a proof is searched with the main table, whose solved
    /// positions are worth more than room: what leads round is found out. Elsewhere with
    /// a table of its own: a main table that lost this much would lose it again.
    fn fill(&mut self, position: &G::Position) -> Option<Option<usize>> {
        let is_proof = self.winner == Role::Attacker;
        if is_proof && self.from.game.can_repeat() {
            let searched = self.from.search(Tables::Main, &[], position).ok()?;
            return (searched.report.answer == Answer::Proved).then_some(searched.best);
        }
        // The defender may repeat to hold.
        let line = if is_proof { &[][..] } else { &self.keys };
        let searched = self.from.search(Tables::Scratch, line, position).ok()?;
        Some(searched.best)
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
            known.min_by_key(|&(length, _)| Reverse(length))
        };
        best.map(|(_, mv)| mv)
    }

    /// Plies to the end if the position is known to go well for the winner.
    fn length(&self, position: &G::Position) -> Option<u32> {
        let game = self.from.game;
        let status = match game.status(position) {
            Status::Open => game.solve_leaf(position, Visit::Made, &mut 0),
            status => status,
        };
        match (status, self.winner) {
            (Status::Won, Role::Attacker) | (Status::Failed, Role::Defender) => return Some(0),
            (Status::Won, _) | (Status::Failed, _) => return None,
            (Status::Open, _) => {}
        }
        let key = game.key(position);
        if self.winner == Role::Defender && self.seen.contains_key(&key) {
            // The defender is content to repeat.
            return Some(1);
        }
        let mut values = self.from.values(key, Tables::Both);
        values.find_map(|value| match (value, self.winner) {
            (Value::Proved { length, .. }, Role::Attacker)
            | (Value::Disproved { length, .. }, Role::Defender) => Some(u32::from(length) + 1),
            _ => None,
        })
    }
}
