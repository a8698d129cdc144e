//! The same game with a number of plies in which it must be won.
//!
//! A position is one of the game and the plies that are left. Where none is left,
//! or too few, what is not won has failed; everything else is asked of the game.
//! Plies only fall, so nothing is ever repeated, and no answer rests on the line
//! that led to it.
//!
//! A win in few plies is one in more, too: the plies are a resource of the attacker
//! ([`Dominance`]), next to those of the game. A dominance bound then means "won within
//! p plies with as much", or "not within q with no more". The plies have one counter
//! of a resource, so they are kept apart in blocks of 128, and what holds in one
//! block is not known in another. Across the border of a block bounds are cut
//! to it, which makes them weaker:
//!
//! ```text
//! plies     0 .. 127 | 128 .. 255 | ...
//! counter   0 .. 127 |   0 .. 127 |
//! ```

use shomei_game::{
    Dominance, EdgeCost, Estimate, Fault, Game, Heuristic, Key, LeafSolver, Ordering, Preview,
    Resource, Role, Solvable, Status,
};

/// A game that must be won within a number of plies.
#[derive(Clone, Copy, Debug)]
pub struct Within<'g, G> {
    game: &'g G,
}

/// A position and the plies in which it must be won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounded<P> {
    /// The position.
    pub position: P,
    /// The plies that are left.
    pub plies: u16,
}

impl<P> Bounded<P> {
    /// A position with this number of plies.
    pub fn new(position: &P, plies: u16) -> Bounded<P>
    where
        P: Clone,
    {
        Bounded {
            position: position.clone(),
            plies,
        }
    }

    /// The position after a move, with one ply less.
    #[must_use]
    #[inline]
    pub fn after<G: Game<Position = P>>(&self, game: &G, mv: G::Move) -> Bounded<P> {
        Bounded {
            position: game.play(&self.position, mv),
            plies: self.plies.saturating_sub(1),
        }
    }
}

/// The plies of a block.
const BLOCK: u16 = 128;

/// The counter where the plies do not matter.
const ANY: u16 = u16::MAX;

impl<'g, G: Solvable> Within<'g, G> {
    /// The game with a number of plies.
    pub fn new(game: &'g G) -> Within<'g, G> {
        Within { game }
    }

    /// The game itself.
    #[must_use]
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// The block of a number of plies.
    pub(super) fn block(plies: u16) -> u16 {
        plies / BLOCK
    }

    /// A board of the game and its dominance bound, as they are in a block, with these plies.
    pub(super) fn in_block(board: Key, bound: Resource, block: u16, plies: u16) -> (Key, Resource) {
        (
            board_in(board, block),
            with_plies(bound, plies, block * BLOCK),
        )
    }

    /// A key for board and block, and the counters of the game with that of the plies.
    #[inline]
    fn counted(
        &self,
        inner: Option<(Key, Resource)>,
        key: impl FnOnce() -> Key,
        plies: u16,
    ) -> Option<(Key, Resource)> {
        let (key, resource) = inner.unwrap_or_else(|| (key().mix(ALONE), Resource::default()));
        debug_assert!(
            resource.last() == 0 || self.game.fault().is_some_and(Fault::is_set),
            "the last counter is for the plies"
        );
        let key = board_in(key, plies / BLOCK);
        Some((key, resource.with_last((plies % BLOCK) as u8)))
    }
}

/// Marks positions that no other one dominates.
const ALONE: Key = Key::of(0x616c_6f6e_6500);

/// Where the keys of blocks begin.
const BLOCKS: u64 = 0x626c_6f63_6b00;

/// What the plies that are left make of the status of a position.
#[inline]
pub fn cut<G: Game>(status: Status, role: Role, plies: u16) -> Status {
    let least = match role {
        Role::Defender if G::WINS_BY_OWN_MOVE => 2,
        _ => 1,
    };
    match status {
        Status::Open if plies < least => Status::Failed,
        status => status,
    }
}

/// What the plies that are left add to the key of a position.
#[inline]
pub fn key_of_plies(plies: u16) -> Key {
    Key::of(0x706c_6965_7300 + u64::from(plies))
}

#[inline]
fn board_in(board: Key, block: u16) -> Key {
    match block {
        0 => board,
        block => board ^ Key::of(BLOCKS + u64::from(block)),
    }
}

/// The plies in the dominance bound of a position in the same block.
pub(super) fn plies_of(bound: Resource, plies: u16) -> u16 {
    plies / BLOCK * BLOCK + u16::from(bound.last())
}

/// A dominance bound with these plies, for a position that has `left`.
fn with_plies(bound: Resource, plies: u16, left: u16) -> Resource {
    let base = left / BLOCK * BLOCK;
    bound.with_last(plies.saturating_sub(base).min(BLOCK - 1) as u8)
}

impl<G: Solvable> Game for Within<'_, G> {
    type Position = Bounded<G::Position>;
    type Move = G::Move;

    const PATHS_OF_FINISHED: u64 = G::PATHS_OF_FINISHED;
    const WINS_BY_OWN_MOVE: bool = G::WINS_BY_OWN_MOVE;
    const PREVIEWS_TOGETHER: bool = G::PREVIEWS_TOGETHER;

    #[inline]
    fn role(&self, at: &Self::Position) -> Role {
        self.game.role(&at.position)
    }

    #[inline]
    fn status(&self, at: &Self::Position) -> Status {
        let status = self.game.status(&at.position);
        cut::<G>(status, self.role(at), at.plies)
    }

    fn is_over(&self, at: &Self::Position) -> bool {
        self.game.is_over(&at.position)
    }

    fn moves(&self, at: &Self::Position, out: &mut Vec<G::Move>) {
        self.game.moves(&at.position, out);
    }

    #[inline]
    fn play(&self, at: &Self::Position, mv: G::Move) -> Self::Position {
        at.after(self.game, mv)
    }

    #[inline]
    fn key(&self, at: &Self::Position) -> Key {
        self.game.key(&at.position) ^ key_of_plies(at.plies)
    }

    #[inline]
    fn key_after(&self, at: &Self::Position, mv: G::Move) -> Key {
        self.game.key_after(&at.position, mv) ^ key_of_plies(at.plies.saturating_sub(1))
    }

    fn count_moves(&self, at: &Self::Position) -> usize {
        self.game.count_moves(&at.position)
    }

    fn mobility(&self, at: &Self::Position) -> u32 {
        self.game.mobility(&at.position)
    }

    fn preview(&self, at: &Self::Position, out: &mut Vec<Preview<G::Move>>) {
        let start = out.len();
        if G::IN_PREVIEW {
            let mut moves = Vec::new();
            self.moves(at, &mut moves);
            out.extend(moves.into_iter().map(|mv| self.preview_by_playing(at, mv)));
        } else {
            self.game.preview(&at.position, out);
        }
        out[start..]
            .iter_mut()
            .for_each(|child| Self::cut_preview(child, at.plies));
    }

    #[inline]
    fn preview_move(&self, at: &Self::Position, mv: G::Move) -> Preview<G::Move> {
        let mut child = if G::IN_PREVIEW {
            self.preview_by_playing(at, mv)
        } else {
            self.game.preview_move(&at.position, mv)
        };
        Self::cut_preview(&mut child, at.plies);
        child
    }

    fn can_repeat(&self) -> bool {
        false
    }

    fn fault(&self) -> Option<&Fault> {
        self.game.fault()
    }
}

impl<G: Solvable> Within<'_, G> {
    /// A child as the rules alone see it, whatever plies are left: what the game
    /// decides in its own preview may take more.
    fn preview_by_playing(&self, at: &Bounded<G::Position>, mv: G::Move) -> Preview<G::Move> {
        let game = self.game;
        let child = game.play(&at.position, mv);
        let status = game.status(&child);
        Preview {
            mv,
            key: game.key(&child),
            status,
            role: game.role(&child),
            moves: match status {
                Status::Open => game.mobility(&child),
                _ => 0,
            },
        }
    }

    /// Makes of a child of the game one of a position with these plies left.
    #[inline]
    fn cut_preview(child: &mut Preview<G::Move>, plies: u16) {
        let plies = plies.saturating_sub(1);
        child.key ^= key_of_plies(plies);
        child.status = cut::<G>(child.status, child.role, plies);
        if child.status != Status::Open {
            child.moves = 0;
        }
    }
}

impl<G: Solvable> Heuristic for Within<'_, G> {
    fn estimate(&self, at: &Self::Position) -> Estimate {
        self.game.estimate(&at.position)
    }

    fn estimate_after(
        &self,
        before: &Self::Position,
        mv: G::Move,
        after: &Self::Position,
    ) -> Estimate {
        let (before, after) = (&before.position, &after.position);
        self.game.estimate_after(before, mv, after)
    }

    /// What the game decides in its own preview is not asked for here.
    const ESTIMATES_TOGETHER: bool = G::ESTIMATES_TOGETHER && !G::IN_PREVIEW;

    fn estimate_children(
        &self,
        at: &Self::Position,
        previews: &mut Vec<Preview<G::Move>>,
        estimates: &mut Vec<Estimate>,
    ) {
        let start = previews.len();
        if Self::ESTIMATES_TOGETHER {
            self.game
                .estimate_children(&at.position, previews, estimates);
            let children = previews[start..].iter_mut();
            children.for_each(|child| Self::cut_preview(child, at.plies));
        } else {
            self.preview(at, previews);
            let moves = previews[start..].iter().map(|child| child.mv);
            estimates.extend(moves.map(|mv| self.estimate_after(at, mv, &self.play(at, mv))));
        }
    }

    fn edge_cost(&self, at: &Self::Position, mv: G::Move) -> EdgeCost {
        self.game.edge_cost(&at.position, mv)
    }
}

impl<G: Solvable> Ordering for Within<'_, G> {
    const CLASSES: usize = G::CLASSES;
    const CHAINS: bool = G::CHAINS;

    #[inline]
    fn chain(&self, at: &Self::Position, mv: G::Move) -> u32 {
        self.game.chain(&at.position, mv)
    }

    fn rank(&self, at: &Self::Position, mv: G::Move) -> i32 {
        self.game.rank(&at.position, mv)
    }

    fn class(&self, at: &Self::Position, mv: G::Move) -> usize {
        self.game.class(&at.position, mv)
    }
}

/// What the game decides by a search of its own may take any number of plies.
impl<G: Solvable> LeafSolver for Within<'_, G> {}

impl<G: Solvable> Dominance for Within<'_, G> {
    const DOMINATES: bool = true;

    #[inline]
    fn resource(&self, at: &Self::Position) -> Option<(Key, Resource)> {
        let key = || self.game.key(&at.position);
        self.counted(self.game.resource(&at.position), key, at.plies)
    }

    #[inline]
    fn resource_after(&self, at: &Self::Position, mv: G::Move) -> Option<(Key, Resource)> {
        let key = || self.game.key_after(&at.position, mv);
        let inner = self.game.resource_after(&at.position, mv);
        self.counted(inner, key, at.plies.saturating_sub(1))
    }

    fn bound_at_end(&self, at: &Self::Position) -> Resource {
        let Bounded { position, plies } = at;
        match self.game.status(position) {
            Status::Won => with_plies(self.game.bound_at_end(position), 0, *plies),
            Status::Failed => with_plies(self.game.bound_at_end(position), ANY, *plies),
            Status::Open => with_plies(self.game.bound_unfinished(position), *plies, *plies),
        }
    }

    fn bound_by_one(
        &self,
        at: &Self::Position,
        winner: Role,
        mv: G::Move,
        reach: Resource,
    ) -> Resource {
        let Bounded { position, plies } = at;
        let behind = plies_of(reach, plies.saturating_sub(1));
        let inner = self.game.bound_by_one(position, winner, mv, reach);
        with_plies(inner, behind + 1, *plies)
    }

    fn bound_by_all(
        &self,
        at: &Self::Position,
        winner: Role,
        reaches: &[(G::Move, Resource)],
    ) -> Resource {
        let Bounded { position, plies } = at;
        let behind = reaches.iter();
        let behind = behind.map(|&(_, reach)| plies_of(reach, plies.saturating_sub(1)));
        let behind = match winner {
            Role::Attacker => behind.max(),
            Role::Defender => behind.min(),
        };
        let inner = self.game.bound_by_all(position, winner, reaches);
        with_plies(inner, behind.unwrap_or(0) + 1, *plies)
    }

    fn own_resource(&self, at: &Self::Position) -> Resource {
        let inner = self.game.own_resource(&at.position);
        inner.with_last((at.plies % BLOCK) as u8)
    }
}
