//! A disproof as a closed set of positions: one move for the defender that
//! stays in the set, and all moves of the attacker stay in it. A defender that
//! never leaves the set is never beaten, so a repetition needs no path here
//! (the set is a post-fixpoint; `docs/certificate-format.md`).
//!
//! ```text
//! C = {root}; while some position of C is open:
//!   attacker to move: all its children join C
//!   defender to move: it chooses a child that is over, or in C, or disproved
//!     by the table; else (a hole) the position is searched with C counted as
//!     failed, and the child that this search chooses joins C
//! ```
//!
//! A hole that turns out proved is final, since a proof uses no failure. The
//! position leaves C; defenders that chose it choose again, attackers that can
//! reach it are proved too, and so upwards. Each position leaves at most once,
//! so this ends: C is closed, or the root is proved and the disproof was wrong.
//!
//! Memory: some 80 bytes a position, and the positions that have no answer yet.

use std::collections::{HashMap, HashSet, VecDeque};

use shomei_game::{Game, Key, Role, Status, Visit};
use shomei_proof::Claim;
use shomei_search::Answer;
use shomei_search::table::Value;

use crate::strategy::{Kind, Link, Strategy};
use crate::{ExtractError, Extractor, Tables, bytes_of_map, moves_of};

/// A position of C, small: a set may have millions. The position itself is kept until it
/// has its answer, and played anew should it need another one.
struct Member {
    key: Key,
    role: Role,
    removed: bool,
    /// The member that led to it first, by this move.
    before: u32,
    mv: u32,
    /// The last one of the members that have a link to it, in [`Closing::parents`].
    last_parent: u32,
}

/// No parent.
const NONE: u32 = u32::MAX;

struct Closing<'e, 'g, G: Game> {
    from: &'e mut Extractor<'g, G>,
    root: G::Position,
    members: Vec<Member>,
    /// Members with a link to another one, each with the place of the next.
    parents: Vec<(u32, u32)>,
    ids: HashMap<Key, u32>,
    proved: HashSet<Key>,
    open: VecDeque<(u32, Option<G::Position>)>,
    strategy: Strategy,
}

/// The closed set of a disproof; `None` when the root turned out proved.
pub(super) fn close<G: Game>(
    from: &mut Extractor<'_, G>,
    root: &G::Position,
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
        members: Vec::new(),
        parents: Vec::new(),
        ids: HashMap::new(),
        proved: HashSet::new(),
        open: VecDeque::new(),
        strategy: Strategy::new(Claim::Disproved),
    };
    closing.join(root.clone(), (0, 0));
    let result = closing.run();
    let Closing { from, strategy, .. } = closing;
    // What the scratch table holds is true under the assumptions only.
    if let Some(scratch) = &mut from.scratch {
        scratch.assumed().clear();
    }
    from.clear_scratch();
    if !result? {
        return Ok(None);
    }
    let mut strategy = strategy;
    if from.surveys() {
        return Ok(Some(strategy));
    }
    strategy.order_by_discovery(0)?;
    Ok(Some(strategy))
}

impl<G: Game> Closing<'_, '_, G> {
    /// Whether the set could be closed.
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

    /// The memory that the set takes.
    fn bytes(&self) -> usize {
        self.members.len() * size_of::<Member>()
            + self.parents.len() * size_of::<(u32, u32)>()
            + self.open.len() * size_of::<(u32, Option<G::Position>)>()
            + bytes_of_map::<Key, u32>(self.ids.capacity())
            + self.strategy.bytes()
    }

    /// The number of a position in C, which it joins if need be; a member leads to it by its move
    /// at this place.
    fn join(&mut self, position: G::Position, (before, mv): (u32, u32)) -> u32 {
        let key = self.from.game.key(&position);
        if let Some(&id) = self.ids.get(&key) {
            return id;
        }
        let id = self.members.len() as u32;
        self.members.push(Member {
            key,
            role: self.from.game.role(&position),
            removed: false,
            before,
            mv,
            last_parent: NONE,
        });
        self.ids.insert(key, id);
        self.open.push_back((id, Some(position)));
        if let Some(scratch) = &mut self.from.scratch {
            scratch.assumed().insert(key);
        }
        id
    }

    /// The position of a member, by the moves that led to it first.
    fn position(&self, id: u32) -> G::Position {
        let game = self.from.game;
        let mut line = Vec::new();
        let mut at = id;
        while at != 0 {
            let member = &self.members[at as usize];
            line.push(member.mv);
            at = member.before;
        }
        line.iter().rev().fold(self.root.clone(), |position, &mv| {
            match moves_of(game, &position).get(mv as usize) {
                Some(&mv) => game.play(&position, mv),
                // The game has failed.
                None => position,
            }
        })
    }

    /// The link of a member to what its move at this place leads to.
    fn link(&mut self, parent: u32, mv: usize, child: G::Position) -> Link {
        let id = self.join(child, (parent, mv as u32));
        let member = &mut self.members[id as usize];
        self.parents.push((parent, member.last_parent));
        member.last_parent = (self.parents.len() - 1) as u32;
        Link::node(id)
    }

    /// Finds what the position answers, or that it is proved.
    fn answer(&mut self, id: u32, position: &G::Position) -> Result<(), ExtractError> {
        let game = self.from.game;
        let key = self.members[id as usize].key;
        if let Some(nodes) = self.from.plain(key, position, Status::Failed) {
            self.strategy.set(id, Kind::Resolved(nodes), &[]);
            return Ok(());
        }
        let moves = moves_of(game, position).into_iter();
        let children: Vec<G::Position> = moves.map(|mv| game.play(position, mv)).collect();
        match game.role(position) {
            Role::Attacker => self.answer_all(id, children),
            Role::Defender => self.choose(id, position, children)?,
        }
        Ok(())
    }

    fn answer_all(&mut self, id: u32, children: Vec<G::Position>) {
        if children.iter().any(|child| self.is_proved(child)) {
            if self.from.surveys() {
                self.from.evict(self.members[id as usize].key);
            }
            self.remove(id);
            return;
        }
        let mut links = Vec::with_capacity(children.len());
        for (mv, child) in children.into_iter().enumerate() {
            links.push(match self.is_settled(&child) {
                true => Link::TERMINAL,
                false => self.link(id, mv, child),
            });
        }
        self.strategy.set(id, Kind::All, &links);
    }

    fn is_proved(&self, position: &G::Position) -> bool {
        let game = self.from.game;
        match game.status(position) {
            Status::Won => true,
            Status::Failed => false,
            Status::Open => {
                let key = game.key(position);
                self.proved.contains(&key) || self.from.surveys() && self.table_proves(key)
            }
        }
    }

    /// Whether the table has a proof. A proof rests on no failure, so it is believed where others
    /// have filled holes.
    fn table_proves(&self, key: Key) -> bool {
        let mut values = self.from.values(key, Tables::Main);
        values.any(|value| matches!(value, Value::Proved { .. }))
    }

    /// Whether the rules settle a position that no answer leads away from C, or it is above
    /// the whole set.
    fn is_settled(&self, position: &G::Position) -> bool {
        let game = self.from.game;
        game.status(position) == Status::Failed
            || !self.from.outside.is_empty() && self.from.outside.contains(&game.key(position))
    }

    fn choose(
        &mut self,
        id: u32,
        position: &G::Position,
        children: Vec<G::Position>,
    ) -> Result<(), ExtractError> {
        let mut chosen = self.known_choice(id, &children);
        if chosen.is_none() && self.from.surveys() {
            self.note_hole(id);
            return Ok(());
        }
        if chosen.is_none() {
            let Some(played) = self.search_hole(id, position)? else {
                self.remove(id);
                return Ok(());
            };
            // What this search played, before the tables: they keep neither
            // moves with large numbers nor what holds on one line only.
            chosen = played.or_else(|| self.known_choice(id, &children));
        }
        let mv = chosen.ok_or(ExtractError::Contradiction)?;
        let child = children.into_iter().nth(mv);
        let child = child.ok_or(ExtractError::Contradiction)?;
        let link = match self.is_settled(&child) {
            true => Link::TERMINAL,
            false => self.link(id, mv, child),
        };
        self.strategy.set(id, Kind::Choice(mv as u32), &[link]);
        Ok(())
    }

    /// A defender's move known to hold: the game is over, or it stays in C, or
    /// it is what the disproof of the position played, or a table has a disproof.
    fn known_choice(&self, id: u32, children: &[G::Position]) -> Option<usize> {
        let game = self.from.game;
        let over = |child: &G::Position| self.is_settled(child);
        if let Some(mv) = children.iter().position(over) {
            return Some(mv);
        }
        let usable = |mv: &usize| !self.is_proved(&children[*mv]);
        let keys: Vec<Key> = children.iter().map(|child| game.key(child)).collect();
        let stays = |mv: &usize| {
            self.ids
                .get(&keys[*mv])
                .is_some_and(|&id| !self.members[id as usize].removed)
        };
        let disproved = |mv: &usize| {
            let mut values = self.from.values(keys[*mv], Tables::Both);
            values.any(|value| matches!(value, Value::Disproved { .. }))
                || game.solve_leaf(&children[*mv], Visit::Made, &mut 0) == Status::Failed
        };
        let played = || {
            self.from
                .values(self.members[id as usize].key, Tables::Both)
                .find_map(|value| match value {
                    Value::Disproved {
                        best: Some(best), ..
                    } => Some(usize::from(best)),
                    _ => None,
                })
        };
        let all = || (0..children.len()).filter(usable);
        all()
            .find(stays)
            .or_else(|| played().filter(|mv| *mv < children.len() && usable(mv)))
            .or_else(|| all().find(disproved))
    }

    /// Notes a defender's position that nothing is known about, for others to search. What the
    /// table has of it was of no use.
    fn note_hole(&mut self, id: u32) {
        let key = self.members[id as usize].key;
        self.from.evict(key);
        let (mut places, mut above) = (Vec::new(), Vec::new());
        let mut at = id;
        while at != 0 {
            let member = &self.members[at as usize];
            places.push(u16::try_from(member.mv).ok());
            at = member.before;
            above.push(self.members[at as usize].key.0);
        }
        above.reverse();
        self.from
            .note_hole(places.into_iter().rev().collect(), above, key);
    }

    /// Searches a defender's position that nothing is known about any more: the place of
    /// the move that holds, if the search names one; nothing when the position is proved.
    fn search_hole(
        &mut self,
        id: u32,
        position: &G::Position,
    ) -> Result<Option<Option<usize>>, ExtractError> {
        let key = self.members[id as usize].key;
        self.assume_members()?;
        let assumed = self.from.scratch()?.assumed();
        assumed.remove(&key);
        let searched = self.from.search(Tables::Scratch, &[], position)?;
        self.from.scratch()?.assumed().insert(key);
        let is_disproved = searched.report.answer == Answer::Disproved;
        Ok(is_disproved.then_some(searched.best))
    }

    /// Makes the scratch searcher count C as failed, the first time.
    fn assume_members(&mut self) -> Result<(), ExtractError> {
        if self.from.scratch()?.assumed().is_empty() {
            let members = self.members.iter().filter(|member| !member.removed);
            let keys: Vec<Key> = members.map(|member| member.key).collect();
            let outside: Vec<Key> = self.from.outside.iter().copied().collect();
            self.from.scratch()?.assumed().extend(keys);
            self.from.scratch()?.assumed().extend(outside);
        }
        Ok(())
    }

    /// The position is proved: it leaves C, and what rested on it with it.
    fn remove(&mut self, id: u32) {
        let mut leaving = vec![id];
        while let Some(id) = leaving.pop() {
            let member = &mut self.members[id as usize];
            if std::mem::replace(&mut member.removed, true) {
                continue;
            }
            self.proved.insert(member.key);
            if let Some(scratch) = &mut self.from.scratch {
                scratch.assumed().remove(&member.key);
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
        // Its disproofs may have used that these positions fail.
        self.from.clear_scratch();
    }
}
