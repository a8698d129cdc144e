//! A proof as a DAG: one move for the attacker, all moves of the defender.
//!
//! Walks depth first from the root over positions that are proved according to the table, and adds
//! a node when all nodes that it needs have been added. There are three obstacles:
//!
//! * No move of an attacker's position leads to a proved one: the table has lost it. The position
//!   is searched again with the main table.
//! * A move leads back to a position of the walk. In a table that loses entries, X may once have
//!   been proved by Y, and Y later by X. Each entry is true, but together they are not a proof.
//!   Another move is tried. If none is left, the position is searched in a separate table with the
//!   positions of the walk counted as failures; a shortest proof needs none of them. Below that
//!   position only the separate table is read, so that the two are not mixed again.
//! * A limit is reached.

mod candidates;
mod survey;
mod way_back;

use std::collections::{HashMap, HashSet};

use shomei_game::{Game, Key, Role, Status};
use shomei_proof::Claim;

use crate::strategy::{Kind, Link, Strategy};
use crate::{ExtractError, Extractor, Tables, bytes_of_map, moves_of};

use way_back::WayBack;

/// A position of the walk.
struct Step<P, M> {
    position: P,
    key: Key,
    role: Role,
    moves: Vec<M>,
    /// Attacker: the moves to proved positions, the best last.
    candidates: Vec<usize>,
    /// Defender: the children settled so far.
    links: Vec<Link>,
    tried: Tried,
    /// The nodes of plain search, if that decides the position.
    plain: Option<u32>,
    /// The tables that are read here. Below a position that was searched separately, only the
    /// results of that search are used.
    tables: Tables,
}

/// How a position was searched again.
#[derive(Clone, Copy, PartialEq)]
enum Tried {
    Never,
    WithMainTable,
    /// This number of times with a separate table.
    Apart(u8),
}

/// The maximum number of separate searches of a position. A table can lose the results of such a
/// search before the walk uses them. After this number of searches, that counts as a contradiction.
const MOST_APART: u8 = 16;

/// The next step of the walk at the top position.
enum Turn {
    /// Continue with its child by this move.
    Into(usize),
    /// The position is part of the proof.
    Done,
    /// The walk would return to one of its own positions.
    Stuck,
}

struct ProofWalk<'e, 'g, G: Game> {
    from: &'e mut Extractor<'g, G>,
    steps: Vec<Step<G::Position, G::Move>>,
    on_walk: HashSet<Key>,
    done: HashMap<Key, u32>,
    strategy: Strategy,
    way_back: WayBack,
    /// During a survey, the numbers of positions with a hole there or below.
    lacking: HashSet<u32>,
}

pub(super) fn collect<G: Game>(
    from: &mut Extractor<'_, G>,
    root: &G::Position,
) -> Result<Strategy, ExtractError> {
    match from.game.status(root) {
        Status::Won => return Ok(Strategy::new(Claim::Proved)),
        Status::Failed => return Err(ExtractError::Contradiction),
        Status::Open => {}
    }
    from.make_room();
    let mut walk = ProofWalk {
        from,
        steps: Vec::new(),
        on_walk: HashSet::new(),
        done: HashMap::new(),
        strategy: Strategy::new(Claim::Proved),
        way_back: WayBack::default(),
        lacking: HashSet::new(),
    };
    walk.push(root.clone());
    while !walk.steps.is_empty() {
        match walk.turn()? {
            Turn::Into(mv) => {
                let child = walk.child(mv);
                walk.from.count()?;
                walk.from.hold(|| walk.bytes())?;
                walk.push(child);
            }
            Turn::Done => walk.pop(),
            Turn::Stuck => walk.go_back()?,
        }
    }
    let root = walk.done.get(&walk.from.game.key(root)).copied();
    let root = root.ok_or(ExtractError::Contradiction)?;
    let mut strategy = walk.strategy;
    strategy.order_parents_first(root)?;
    Ok(strategy)
}

impl<G: Game> ProofWalk<'_, '_, G> {
    /// The bytes that the proof uses.
    fn bytes(&self) -> usize {
        self.strategy.bytes() + bytes_of_map::<Key, u32>(self.done.capacity())
    }

    fn push(&mut self, position: G::Position) {
        let game = self.from.game;
        let key = game.key(&position);
        self.on_walk.insert(key);
        self.steps.push(Step {
            plain: self.from.plain(key, &position, Status::Won),
            key,
            role: game.role(&position),
            moves: moves_of(game, &position),
            position,
            candidates: Vec::new(),
            links: Vec::new(),
            tried: Tried::Never,
            tables: self.steps.last().map_or(Tables::Main, |step| step.tables),
        });
        self.top_mut().candidates = self.candidates();
    }

    fn pop(&mut self) {
        if let Some(step) = self.steps.pop() {
            self.on_walk.remove(&step.key);
        }
    }

    /// The top position; it exists as long as the walk continues.
    fn top(&self) -> &Step<G::Position, G::Move> {
        &self.steps[self.steps.len() - 1]
    }

    fn top_mut(&mut self) -> &mut Step<G::Position, G::Move> {
        let top = self.steps.len() - 1;
        &mut self.steps[top]
    }

    /// A child of the top position.
    fn child(&self, mv: usize) -> G::Position {
        let step = self.top();
        self.from.game.play(&step.position, step.moves[mv])
    }

    /// Performs one step at the top position.
    fn turn(&mut self) -> Result<Turn, ExtractError> {
        if let Some(nodes) = self.top().plain {
            self.settle(Kind::Resolved(nodes), &[]);
            return Ok(Turn::Done);
        }
        match self.top().role {
            Role::Attacker => self.turn_of_attacker(),
            Role::Defender => self.turn_of_defender(),
        }
    }

    fn turn_of_attacker(&mut self) -> Result<Turn, ExtractError> {
        loop {
            let Some(&mv) = self.top().candidates.last() else {
                if self.from.surveys() {
                    return Ok(self.leave_hole());
                }
                let is_found = match self.top().tried {
                    Tried::Never => self.search(Tables::Main, Tried::WithMainTable)?,
                    _ => self.search_apart()?,
                };
                if !is_found {
                    return Ok(Turn::Stuck);
                }
                continue;
            };
            let (_, key, link) = self.look(mv);
            if let Some(link) = link {
                return Ok(self.finish(Kind::Choice(mv as u32), &[link]));
            }
            if !self.on_walk.contains(&key) {
                return Ok(Turn::Into(mv));
            }
            self.drop_candidate();
        }
    }

    fn turn_of_defender(&mut self) -> Result<Turn, ExtractError> {
        loop {
            let mv = self.top().links.len();
            if mv == self.top().moves.len() {
                let links = std::mem::take(&mut self.top_mut().links);
                return Ok(self.finish(Kind::All, &links));
            }
            let (status, key, link) = self.look(mv);
            let fails = status == Status::Failed;
            let is_disproved = |tables| self.from.is_solved(key, Claim::Disproved, tables);
            if self.from.surveys() && (fails || is_disproved(self.top().tables)) {
                return Ok(self.leave_contradiction());
            }
            match link {
                _ if fails => return Err(ExtractError::Contradiction),
                Some(link) => self.top_mut().links.push(link),
                None if !self.on_walk.contains(&key) => return Ok(Turn::Into(mv)),
                None if self.from.surveys() => return Ok(self.leave_hole()),
                None => return Ok(Turn::Stuck),
            }
        }
    }

    /// The status and the key of a child of the top position, and its link if it is settled.
    fn look(&self, mv: usize) -> (Status, Key, Option<Link>) {
        let game = self.from.game;
        let child = self.child(mv);
        let status = game.status(&child);
        if status == Status::Won {
            return (status, Key(0), Some(Link::TERMINAL));
        }
        let key = game.key(&child);
        let done = self.done.get(&key).map(|&id| Link::node(id));
        (status, key, done.or_else(|| self.whole(key)))
    }

    /// Adds the top position, which has no hole except below its links.
    fn finish(&mut self, kind: Kind, links: &[Link]) -> Turn {
        let id = self.settle(kind, links);
        self.note_whole(id, links);
        Turn::Done
    }

    /// Adds the top position with a number larger than those of its children.
    fn settle(&mut self, kind: Kind, links: &[Link]) -> u32 {
        let id = self.done.len() as u32;
        self.done.insert(self.top().key, id);
        self.strategy.set(id, kind, links);
        id
    }

    /// Goes back from the top position, which is stuck, to one that is not.
    fn go_back(&mut self) -> Result<(), ExtractError> {
        loop {
            self.pop();
            let Some(step) = self.steps.last() else {
                return Err(ExtractError::Contradiction);
            };
            if step.role == Role::Attacker {
                self.drop_candidate();
                return Ok(());
            }
            if self.search_apart()? {
                return Ok(());
            }
        }
    }

    /// Drops the move tried last, which leads back to the walk.
    fn drop_candidate(&mut self) {
        let step = self.top_mut();
        step.candidates.pop();
        if step.tried == Tried::Never {
            step.tried = Tried::WithMainTable;
        }
    }

    /// Searches the top position with the walk counted as failures and with an empty table. Returns
    /// `false` if it cannot be proved without the positions of the walk, or if this was tried
    /// before.
    fn search_apart(&mut self) -> Result<bool, ExtractError> {
        let depth = self.steps.len();
        let times = match self.top().tried {
            Tried::Apart(times) => times,
            Tried::Never | Tried::WithMainTable => 0,
        };
        if self.way_back.passes_over(depth) || times == MOST_APART {
            return Ok(false);
        }
        // The scratch table may contain proofs that depend on positions of the walk.
        self.from.clear_scratch();
        let is_found = self.search(Tables::Scratch, Tried::Apart(times + 1))?;
        match is_found {
            true => self.way_back = WayBack::default(),
            false => self.way_back.note_in_vain(depth),
        }
        Ok(is_found)
    }

    /// Searches the top position again and recomputes its candidates. Returns `false` if the
    /// position cannot be proved without the positions of the walk.
    fn search(&mut self, tables: Tables, tried: Tried) -> Result<bool, ExtractError> {
        let top = self.steps.len() - 1;
        let prefix: Vec<Key> = self.steps[..top].iter().map(|step| step.key).collect();
        let position = &self.steps[top].position;
        let (claim, played) = self.from.search(tables, &prefix, position)?;
        let step = self.top_mut();
        step.tried = tried;
        if tables == Tables::Scratch {
            step.tables = tables;
        }
        let mut candidates = self.candidates();
        if self.top().role == Role::Attacker
            && let Some(mv) = played
        {
            // The tables store no move with a large number.
            candidates.retain(|&other| other != mv);
            candidates.push(mv);
        }
        self.top_mut().candidates = candidates;
        Ok(claim == Claim::Proved)
    }
}
