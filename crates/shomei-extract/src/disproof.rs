//! A disproof as a closed set of positions: the defender has one move that stays in the set, and
//! all moves of the attacker stay in it. A defender that never leaves the set is never beaten, so a
//! repetition does not depend on a path here (the set is a post-fixpoint;
//! `docs/reference/certificate-format.md`).
//!
//! ```text
//! C = {root}; while some position of C is open:
//!   attacker to move: all its children join C
//!   defender to move: it chooses a child that is over, or in C, or disproved
//!     by the table; else (a hole) the position is searched with C counted as
//!     failed, and the child that this search chooses joins C
//! ```
//!
//! The searches of holes use the solved positions of the main table, except for positions that have
//! left C, which are proved. On three problems of Lines of Action they expand 300 to 34,000 nodes,
//! and 190,000 to 1.6 million without; the whole command takes 0.6 of the time.
//!
//! A hole that turns out to be proved is final, because a proof uses no failure. The position
//! leaves C, defenders that chose it choose again, attackers that can reach it are proved too, and
//! so on upwards. Each position leaves at most once, so the process ends: either C is closed, or
//! the root is proved and the disproof was wrong.
//!
//! In a disproof within a number of plies, C has each position of the game once, with the most
//! remaining plies with which it is reached: C grows in the order of the distance from the root. A
//! hole is searched with the main table then, since no result depends on a repetition, and a proved
//! hole contradicts the table.
//!
//! Memory: about 80 bytes per position, plus the positions that have no answer yet.

use std::collections::{HashMap, HashSet, VecDeque};

use shomei_game::{Game, Key, Role, Status};
use shomei_proof::Claim;

use crate::strategy::{Kind, Link, Strategy};
use crate::{ExtractError, Extractor, Tables, bytes_of_map, moves_of};

/// A position of C in compact form, because a set can have millions. The position itself is stored
/// until it has an answer, and is replayed if it needs another one.
struct Member {
    key: Key,
    role: Role,
    /// Whether the position turned out to be proved.
    removed: bool,
    /// The member that first led to this position, by the move `mv`.
    before: u32,
    mv: u32,
    /// The index in [`Closing::parents`] of the last member with a link to this one.
    last_parent: u32,
}

/// No parent.
const NONE: u32 = u32::MAX;

/// The position after a move of a member.
struct Child<P> {
    position: P,
    key: Key,
    /// The same for all positions that share a member.
    identity: Key,
    status: Status,
}

/// The key of a position without its remaining plies.
pub(super) type Identity<'a, G> = &'a dyn Fn(&<G as Game>::Position) -> Key;

struct Closing<'e, 'g, G: Game> {
    from: &'e mut Extractor<'g, G>,
    root: G::Position,
    /// Positions above the root to which the disproof may return.
    outside: &'e HashSet<Key>,
    /// The identity of a position without its plies, if these are limited.
    within: Option<Identity<'e, G>>,
    members: Vec<Member>,
    /// Members with a link to another one, each with the index of the next entry.
    parents: Vec<(u32, u32)>,
    ids: HashMap<Key, u32>,
    open: VecDeque<(u32, Option<G::Position>)>,
    /// The scratch searcher counts the members before this index as failed.
    assumed: usize,
    strategy: Strategy,
}

/// The closed set of a disproof; `None` if the root turned out to be proved.
pub(super) fn close<G: Game>(
    from: &mut Extractor<'_, G>,
    root: &G::Position,
    outside: &HashSet<Key>,
    within: Option<Identity<'_, G>>,
) -> Result<Option<Strategy>, ExtractError> {
    match from.game.status(root) {
        Status::Failed => return Ok(Some(Strategy::new(Claim::Disproved))),
        Status::Won => return Ok(None),
        Status::Open => {}
    }
    from.make_room();
    let mut closing = Closing {
        from,
        root: root.clone(),
        outside,
        within,
        members: Vec::new(),
        parents: Vec::new(),
        ids: HashMap::new(),
        open: VecDeque::new(),
        assumed: 0,
        strategy: Strategy::new(Claim::Disproved),
    };
    let first = closing.child(root.clone());
    closing.join(first, (0, 0));
    let result = closing.run();
    let (from, mut strategy) = (closing.from, closing.strategy);
    from.end_closing();
    if !result? {
        return Ok(None);
    }
    if !from.surveys() {
        strategy.order_by_discovery(0)?;
    }
    Ok(Some(strategy))
}

impl<G: Game> Closing<'_, '_, G> {
    /// Closes the set. Returns `false` if the root is proved.
    fn run(&mut self) -> Result<bool, ExtractError> {
        while let Some((id, position)) = self.open.pop_front() {
            if self.members[0].removed {
                return Ok(false);
            }
            if !self.members[id as usize].removed {
                self.from.count()?;
                self.from.hold(|| self.bytes())?;
                let position = position.unwrap_or_else(|| self.position(id));
                self.answer(id, &position)?;
            }
        }
        Ok(!self.members[0].removed)
    }

    /// The bytes that the set uses.
    fn bytes(&self) -> usize {
        self.members.len() * size_of::<Member>()
            + self.parents.len() * size_of::<(u32, u32)>()
            + self.open.len() * size_of::<(u32, Option<G::Position>)>()
            + bytes_of_map::<Key, u32>(self.ids.capacity())
            + self.strategy.bytes()
    }

    fn child(&self, position: G::Position) -> Child<G::Position> {
        let game = self.from.game;
        let key = game.key(&position);
        Child {
            key,
            identity: self.within.map_or(key, |identity| identity(&position)),
            status: game.status(&position),
            position,
        }
    }

    /// The number of a position in C. If the position is new, it joins C; `before` leads to it by
    /// its move `mv`.
    fn join(&mut self, child: Child<G::Position>, (before, mv): (u32, u32)) -> u32 {
        if let Some(&id) = self.ids.get(&child.identity) {
            return id;
        }
        let id = self.members.len() as u32;
        self.members.push(Member {
            key: child.key,
            role: self.from.game.role(&child.position),
            removed: false,
            before,
            mv,
            last_parent: NONE,
        });
        self.ids.insert(child.identity, id);
        self.open.push_back((id, Some(child.position)));
        id
    }

    /// The path that first led to a member: its moves, each with the key of the position before it.
    fn way(&self, id: u32) -> Vec<(usize, Key)> {
        let mut way = Vec::new();
        let mut at = id;
        while at != 0 {
            let Member { before, mv, .. } = self.members[at as usize];
            way.push((mv as usize, self.members[before as usize].key));
            at = before;
        }
        way.reverse();
        way
    }

    fn position(&self, id: u32) -> G::Position {
        let game = self.from.game;
        let mut position = self.root.clone();
        for (mv, _) in self.way(id) {
            // The move exists, unless the game has failed.
            if let Some(&mv) = moves_of(game, &position).get(mv) {
                position = game.play(&position, mv);
            }
        }
        position
    }

    /// The link from a member to the position after one of its moves.
    fn link(&mut self, parent: u32, mv: usize, child: Child<G::Position>) -> Link {
        if self.is_settled(&child) {
            return Link::TERMINAL;
        }
        let id = self.join(child, (parent, mv as u32));
        let member = &mut self.members[id as usize];
        self.parents.push((parent, member.last_parent));
        member.last_parent = (self.parents.len() - 1) as u32;
        Link::node(id)
    }

    /// Finds the answer of a member, or removes the member because it is proved.
    fn answer(&mut self, id: u32, position: &G::Position) -> Result<(), ExtractError> {
        let game = self.from.game;
        let key = self.members[id as usize].key;
        if let Some(nodes) = self.from.plain(key, position, Status::Failed) {
            self.strategy.set(id, Kind::Resolved(nodes), &[]);
            return Ok(());
        }
        let moves = moves_of(game, position).into_iter();
        let children = moves.map(|mv| self.child(game.play(position, mv)));
        let children = children.collect();
        match game.role(position) {
            Role::Attacker => self.answer_all(id, children),
            Role::Defender => self.choose(id, position, children),
        }
    }

    fn answer_all(
        &mut self,
        id: u32,
        children: Vec<Child<G::Position>>,
    ) -> Result<(), ExtractError> {
        if children.iter().any(|child| self.is_proved(child)) {
            if self.from.surveys() {
                self.from.evict(self.members[id as usize].key);
            }
            return self.remove(id);
        }
        let link = |(mv, child)| self.link(id, mv, child);
        let links: Vec<Link> = children.into_iter().enumerate().map(link).collect();
        self.strategy.set(id, Kind::All, &links);
        Ok(())
    }

    /// Whether a position is a current member; `None` if it never was one.
    fn is_member(&self, child: &Child<G::Position>) -> Option<bool> {
        let &id = self.ids.get(&child.identity)?;
        Some(!self.members[id as usize].removed)
    }

    /// Whether a position is proved. A proof depends on no failure, so during a survey the proofs
    /// in the table, which other machines may have supplied, are trusted.
    fn is_proved(&self, child: &Child<G::Position>) -> bool {
        match child.status {
            Status::Won => true,
            Status::Failed => false,
            Status::Open => {
                self.is_member(child) == Some(false)
                    || self.from.surveys()
                        && self.from.is_solved(child.key, Claim::Proved, Tables::Main)
            }
        }
    }

    /// Whether the rules settle the position as failed, or the position is above the whole set.
    fn is_settled(&self, child: &Child<G::Position>) -> bool {
        child.status == Status::Failed || self.outside.contains(&child.key)
    }

    fn choose(
        &mut self,
        id: u32,
        position: &G::Position,
        children: Vec<Child<G::Position>>,
    ) -> Result<(), ExtractError> {
        let mut chosen = self.known_choice(id, &children);
        if chosen.is_none() {
            if self.from.surveys() {
                self.note_hole(id);
                return Ok(());
            }
            let (claim, played) = self.search_hole(id, position)?;
            if claim == Claim::Proved {
                return self.remove(id);
            }
            // Prefer the move of this search to the tables: they store neither moves with large
            // numbers nor results that are valid on one path only.
            let stays = |mv: &usize| {
                children
                    .get(*mv)
                    .is_some_and(|child| !self.is_proved(child))
            };
            let played = played.filter(stays);
            chosen = played.or_else(|| self.known_choice(id, &children));
        }
        let mv = chosen.ok_or(ExtractError::Contradiction)?;
        let child = children.into_iter().nth(mv);
        let link = self.link(id, mv, child.ok_or(ExtractError::Contradiction)?);
        self.strategy.set(id, Kind::Choice(mv as u32), &[link]);
        Ok(())
    }

    /// A move of the defender that is known to stay in the set: the game is over, or the child is
    /// in C, or the disproof of the position played it, or a table has a disproof.
    fn known_choice(&self, id: u32, children: &[Child<G::Position>]) -> Option<usize> {
        let settled = children.iter().position(|child| self.is_settled(child));
        let find = |holds: &dyn Fn(&Child<G::Position>) -> bool| {
            let holds = |child: &Child<G::Position>| !self.is_proved(child) && holds(child);
            children.iter().position(holds)
        };
        let key = self.members[id as usize].key;
        let played = || {
            let mut disproofs = self.from.solved(key, Claim::Disproved, Tables::Both);
            let mv = usize::from(disproofs.find_map(|disproof| disproof.best)?);
            let child = children.get(mv)?;
            (!self.is_proved(child)).then_some(mv)
        };
        let disproved = |child: &Child<G::Position>| {
            let on_board = || self.from.solved_board(&child.position, Tables::Both);
            self.from
                .is_solved(child.key, Claim::Disproved, Tables::Both)
                || on_board().is_some_and(|value| value.bounds.is_disproved())
                || self.from.leaf(&child.position) == Status::Failed
        };
        settled
            .or_else(|| find(&|child| self.is_member(child) == Some(true)))
            .or_else(played)
            .or_else(|| find(&disproved))
    }

    /// Records a defender's position without a known answer, for other machines to search. Its
    /// table entry was useless and is removed.
    fn note_hole(&mut self, id: u32) {
        let key = self.members[id as usize].key;
        self.from.evict(key);
        let way = self.way(id);
        self.from.note_hole(&way, key);
    }

    /// Searches a defender's position without a known answer, with the rest of C counted as failed.
    fn search_hole(
        &mut self,
        id: u32,
        position: &G::Position,
    ) -> Result<(Claim, Option<usize>), ExtractError> {
        if self.within.is_some() {
            return self.from.search(Tables::Main, &[], position);
        }
        let table = self.from.table().clone();
        let scratch = self.from.scratch()?;
        scratch.use_solved_of(Some(table));
        let assumed = scratch.assumed();
        let fresh = self.members[self.assumed..].iter();
        let remaining = fresh.filter(|member| !member.removed);
        assumed.extend(remaining.map(|member| member.key));
        assumed.extend(self.outside);
        self.assumed = self.members.len();
        let key = self.members[id as usize].key;
        assumed.remove(&key);
        let searched = self.from.search(Tables::Scratch, &[], position)?;
        self.from.scratch()?.assumed().insert(key);
        Ok(searched)
    }

    /// Removes a proved position from C, together with the members that depended on it.
    fn remove(&mut self, id: u32) -> Result<(), ExtractError> {
        if self.within.is_some() {
            return Err(ExtractError::Contradiction);
        }
        let mut leaving = vec![id];
        while let Some(id) = leaving.pop() {
            let member = &mut self.members[id as usize];
            if std::mem::replace(&mut member.removed, true) {
                continue;
            }
            if let Some(scratch) = &mut self.from.scratch {
                scratch.assumed().remove(&member.key);
                scratch.proved().insert(member.key);
            }
            let mut place = std::mem::replace(&mut member.last_parent, NONE);
            while let Some(&(parent, next)) = self.parents.get(place as usize) {
                match self.members[parent as usize].role {
                    Role::Attacker => leaving.push(parent),
                    Role::Defender => self.open.push_back((parent, None)),
                }
                place = next;
            }
        }
        // The disproofs in the scratch table may have used the assumption that these positions
        // fail.
        self.from.clear_scratch();
        Ok(())
    }
}
