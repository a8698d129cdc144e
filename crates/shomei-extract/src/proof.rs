//! A proof as a DAG: one move for the attacker, all moves of the defender.
//!
//! Walks depth first from the root, over positions the table calls proved, and
//! adds a node when all it needs has been added. Three things can be in the
//! way:
//!
//! * No move of an attacker's position leads to a proved one: the table has
//!   lost it. The position is searched again with the main table.
//! * A move leads back to a position of the walk. With a table that forgets, X
//!   may once have been proved by Y and Y later by X; each entry is true, but
//!   together they are no proof. Another move is tried, and if none is left,
//!   the position is searched in a table of its own with the positions of the
//!   walk counted as failures. A shortest proof needs none of them. Below that
//!   position only this table is asked, so that the two are not mixed again.
//! * A limit.

mod candidates;
mod step;
mod survey;

use std::collections::{HashMap, HashSet};

use shomei_game::{Game, Key, Role, Status};
use shomei_proof::Claim;
use shomei_search::Answer;

use crate::strategy::{Kind, Link, Strategy};
use crate::{ExtractError, Extractor, Tables, bytes_of_map, moves_of};

use step::{Step, Tried, Turn, WayBack};

struct ProofWalk<'e, 'g, G: Game> {
    from: &'e mut Extractor<'g, G>,
    steps: Vec<Step<G::Position, G::Move>>,
    on_walk: HashSet<Key>,
    done: HashMap<Key, u32>,
    strategy: Strategy,
    /// Positions of the walk that were searched apart.
    apart_steps: usize,
    way_back: WayBack,
    /// The numbers of positions with a hole in them or below, where holes are noted.
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
        apart_steps: 0,
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
    /// The memory that the proof takes.
    fn bytes(&self) -> usize {
        self.strategy.bytes() + bytes_of_map::<Key, u32>(self.done.capacity())
    }

    fn push(&mut self, position: G::Position) {
        let game = self.from.game;
        let moves = moves_of(game, &position);
        let key = game.key(&position);
        let role = game.role(&position);
        self.on_walk.insert(key);
        self.steps.push(Step {
            candidates: self.candidates(&position, role, &moves),
            position,
            key,
            role,
            moves,
            links: Vec::new(),
            tried: Tried::Never,
        });
    }

    fn pop(&mut self) {
        if let Some(step) = self.steps.pop() {
            self.on_walk.remove(&step.key);
            self.apart_steps -= usize::from(step.tried.apart() > 0);
        }
    }

    /// The position on top: there is one as long as the walk goes on.
    fn top(&self) -> &Step<G::Position, G::Move> {
        &self.steps[self.steps.len() - 1]
    }

    fn top_mut(&mut self) -> &mut Step<G::Position, G::Move> {
        let top = self.steps.len() - 1;
        &mut self.steps[top]
    }

    /// A child of the position on top.
    fn child(&self, mv: usize) -> G::Position {
        let step = self.top();
        self.from.game.play(&step.position, step.moves[mv])
    }

    /// Goes on with the position on top.
    fn turn(&mut self) -> Result<Turn, ExtractError> {
        let step = self.top();
        if step.links.is_empty()
            && let Some(nodes) = self.from.plain(step.key, &step.position, Status::Won)
        {
            let id = self.settle();
            self.strategy.set(id, Kind::Resolved(nodes), &[]);
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
                    Tried::Never => self.search_with_main_table()?,
                    _ => self.search_apart()?,
                };
                if !is_found {
                    return Ok(Turn::Stuck);
                }
                continue;
            };
            let (key, link) = self.look(mv);
            if let Some(link) = link {
                let id = self.settle();
                self.strategy.set(id, Kind::Choice(mv as u32), &[link]);
                self.note_whole(id, &[link]);
                return Ok(Turn::Done);
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
                let links = self.top().links.clone();
                let id = self.settle();
                self.strategy.set(id, Kind::All, &links);
                self.note_whole(id, &links);
                return Ok(Turn::Done);
            }
            let fails = self.from.game.status(&self.child(mv)) == Status::Failed;
            let (key, link) = self.look(mv);
            if self.from.surveys() {
                if fails || self.table_disproves(key) {
                    return Ok(self.leave_contradiction());
                }
                if link.is_none() && self.on_walk.contains(&key) {
                    return Ok(self.leave_hole());
                }
            }
            if fails {
                return Err(ExtractError::Contradiction);
            }
            match link {
                Some(link) => self.top_mut().links.push(link),
                None if self.on_walk.contains(&key) => return Ok(Turn::Stuck),
                None => return Ok(Turn::Into(mv)),
            }
        }
    }

    /// The key of a child of the position on top, and its link if settled.
    fn look(&self, mv: usize) -> (Key, Option<Link>) {
        let game = self.from.game;
        let child = self.child(mv);
        if game.status(&child) == Status::Won {
            return (Key(0), Some(Link::TERMINAL));
        }
        let key = game.key(&child);
        let done = self.done.get(&key).map(|&id| Link::node(id));
        (key, done.or_else(|| self.whole(key)))
    }

    /// A number for the position on top, larger than those of its children.
    fn settle(&mut self) -> u32 {
        let id = self.done.len() as u32;
        self.done.insert(self.top().key, id);
        id
    }

    /// The position on top is stuck: goes back to one that is not.
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

    /// The move tried last leads back to the walk.
    fn drop_candidate(&mut self) {
        let step = self.top_mut();
        step.candidates.pop();
        if step.tried == Tried::Never {
            step.tried = Tried::WithMainTable;
        }
    }

    /// Searches the position on top again. `false` when it cannot be proved
    /// without the positions of the walk.
    fn search_with_main_table(&mut self) -> Result<bool, ExtractError> {
        self.search(Tables::Main, Tried::WithMainTable)
    }

    /// Searches the position on top with the walk counted as failures and with
    /// nothing but what this search itself finds. `false` when it cannot be
    /// proved without the positions of the walk, or that was tried before.
    fn search_apart(&mut self) -> Result<bool, ExtractError> {
        let depth = self.steps.len();
        let times = self.top().tried.apart();
        if self.way_back.passes_over(depth) || times == Tried::MOST_APART {
            return Ok(false);
        }
        // Proofs that rest on positions of the walk may be in there.
        self.from.clear_scratch();
        let is_found = self.search(Tables::Scratch, Tried::Apart(times + 1))?;
        match is_found {
            true => self.way_back = WayBack::default(),
            false => self.way_back.note_in_vain(depth),
        }
        Ok(is_found)
    }

    fn search(&mut self, tables: Tables, tried: Tried) -> Result<bool, ExtractError> {
        let prefix = self.prefix();
        let position = self.top().position.clone();
        let searched = self.from.search(tables, &prefix, &position)?;
        self.refresh(tried, searched.best);
        Ok(searched.report.answer == Answer::Proved)
    }

    /// The keys of the walk above the position on top.
    fn prefix(&self) -> Vec<Key> {
        let above = self.steps.len() - 1;
        self.steps[..above].iter().map(|step| step.key).collect()
    }

    /// Looks for candidates again after a search that played `played`.
    fn refresh(&mut self, tried: Tried, played: Option<usize>) {
        let is_first_apart = self.top().tried.apart() == 0 && tried.apart() > 0;
        self.apart_steps += usize::from(is_first_apart);
        let step = self.top();
        let mut candidates = self.candidates(&step.position, step.role, &step.moves);
        if step.role == Role::Attacker
            && let Some(mv) = played
        {
            // The tables keep no move with a large number.
            candidates.retain(|&other| other != mv);
            candidates.push(mv);
        }
        let step = self.top_mut();
        step.tried = tried;
        step.candidates = candidates;
    }
}
