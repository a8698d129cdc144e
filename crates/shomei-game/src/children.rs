//! The children of a position. A search first asks a game to list them and then to evaluate as many
//! of them as it needs.
//!
//! ```text
//! Game::children   moves, keys and boards of all children, in the order of the moves
//! Game::evaluate   status and first numbers of some of them
//! ```
//!
//! Lists are reused for the next position. Boards are in an array of their own, because only some
//! games have them. (Separate arrays for moves, keys and evaluations take 1.02 times the
//! instructions of a search in Lines of Action, so the fields of a child are stored together.)

use std::ops::Range;

use crate::{Estimate, Game, Init, Key, LeafSolver, Resource, Role, Status, Visit};

/// The key of a board, which is a position without the attacker's resource, and that resource.
pub type Board = (Key, Resource);

/// How a search wants an unsearched child to be evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeafPolicy {
    /// The initialisation of the numbers of an open child.
    pub init: Init,
    /// Whether [`Game::solve_leaf`] is called for an open child.
    pub solve: bool,
}

impl LeafPolicy {
    /// Numbers by this initialisation; the leaf solver of the game is called.
    #[must_use]
    pub fn new(init: Init) -> LeafPolicy {
        LeafPolicy { init, solve: true }
    }
}

/// The value of a child before any search: the winner if it is solved, otherwise its initial
/// numbers.
///
/// It is a pair of proof and disproof numbers in which 0 means solved, so a search can copy it
/// without a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    proof: u32,
    disproof: u32,
}

impl Evaluation {
    /// The child has not been evaluated.
    pub const UNKNOWN: Evaluation = Evaluation {
        proof: 0,
        disproof: 0,
    };
    /// The attacker has won.
    pub const WON: Evaluation = Evaluation {
        proof: 0,
        disproof: u32::MAX,
    };
    /// The attacker has failed.
    pub const FAILED: Evaluation = Evaluation {
        proof: u32::MAX,
        disproof: 0,
    };

    /// An open child with these initial numbers, clamped to `1..=`[`Estimate::MAX`].
    #[inline]
    #[must_use]
    pub fn open(estimate: Estimate) -> Evaluation {
        Evaluation {
            proof: estimate.proof.clamp(1, Estimate::MAX),
            disproof: estimate.disproof.clamp(1, Estimate::MAX),
        }
    }

    /// A child with this status; `estimate` is called only if it is open.
    #[inline]
    #[must_use]
    pub fn of(status: Status, estimate: impl FnOnce() -> Estimate) -> Evaluation {
        match status {
            Status::Won => Evaluation::WON,
            Status::Failed => Evaluation::FAILED,
            Status::Open => Evaluation::open(estimate()),
        }
    }

    /// A child with this status; if it is open, with the numbers of [`Estimate::of_mobility`].
    #[inline]
    #[must_use]
    pub fn of_mobility(status: Status, role: Role, moves: u32) -> Evaluation {
        let moves = moves.clamp(1, Estimate::MAX);
        let (proof, disproof) = match (status, role) {
            (Status::Won, _) => return Evaluation::WON,
            (Status::Failed, _) => return Evaluation::FAILED,
            (Status::Open, Role::Attacker) => (1, moves),
            (Status::Open, Role::Defender) => (moves, 1),
        };
        Evaluation { proof, disproof }
    }

    /// Whether the child has not been evaluated.
    #[inline]
    #[must_use]
    pub fn is_unknown(self) -> bool {
        self == Evaluation::UNKNOWN
    }

    /// The proof and the disproof number: 0 and [`u32::MAX`] if the attacker has won, the reverse
    /// if it has failed.
    #[inline]
    #[must_use]
    pub fn numbers(self) -> (u32, u32) {
        (self.proof, self.disproof)
    }

    /// The status, if the child has been evaluated.
    #[must_use]
    pub fn status(self) -> Option<Status> {
        match (self.proof, self.disproof) {
            (0, 0) => None,
            (0, _) => Some(Status::Won),
            (_, 0) => Some(Status::Failed),
            _ => Some(Status::Open),
        }
    }

    /// The initial numbers of an open child.
    #[must_use]
    pub fn estimate(self) -> Option<Estimate> {
        (self.status() == Some(Status::Open)).then_some(Estimate {
            proof: self.proof,
            disproof: self.disproof,
        })
    }
}

/// A child that a game has listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedChild<M> {
    /// The move that leads to it.
    pub mv: M,
    /// Its key.
    pub key: Key,
    /// Its evaluation.
    pub evaluation: Evaluation,
}

/// Children of one or of several positions, one after another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Children<M> {
    listed: Vec<ListedChild<M>>,
    /// Indexed like `listed`; shorter if the last children have no board.
    boards: Vec<Option<Board>>,
    /// Positions that leaf solvers have entered to evaluate these children.
    pub leaf_nodes: u64,
}

impl<M> Default for Children<M> {
    fn default() -> Children<M> {
        Children::new()
    }
}

impl<M> Children<M> {
    /// No children.
    #[must_use]
    pub const fn new() -> Children<M> {
        Children {
            listed: Vec::new(),
            boards: Vec::new(),
            leaf_nodes: 0,
        }
    }

    /// The number of children.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.listed.len()
    }

    /// Whether the list is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// Makes room for more children.
    pub fn reserve(&mut self, children: usize) {
        self.listed.reserve(children);
        if !self.boards.is_empty() {
            self.boards.reserve(children);
        }
    }

    /// Appends a child without an evaluation.
    #[inline]
    pub fn push(&mut self, mv: M, key: Key) {
        self.push_evaluated(mv, key, Evaluation::UNKNOWN);
    }

    /// Appends a child with its evaluation.
    #[inline]
    pub fn push_evaluated(&mut self, mv: M, key: Key, evaluation: Evaluation) {
        self.listed.push(ListedChild {
            mv,
            key,
            evaluation,
        });
    }

    /// Stores the board of the child that was appended last.
    ///
    /// # Panics
    ///
    /// There is no child.
    #[inline]
    pub fn push_board(&mut self, board: Board) {
        self.boards.resize(self.listed.len() - 1, None);
        self.boards.push(Some(board));
    }

    /// Stores the evaluation of a child.
    ///
    /// # Panics
    ///
    /// There is no child with this index.
    #[inline]
    pub fn set(&mut self, child: usize, evaluation: Evaluation) {
        self.listed[child].evaluation = evaluation;
    }

    /// The children.
    #[inline]
    #[must_use]
    pub fn listed(&self) -> &[ListedChild<M>] {
        &self.listed
    }

    /// The board of a child, in games where positions dominate each other.
    #[inline]
    #[must_use]
    pub fn board(&self, child: usize) -> Option<Board> {
        self.boards.get(child).copied().flatten()
    }

    /// Changes the children from index `first` on; a game that wraps another one uses it. `map`
    /// receives a child and its board, and returns the new board.
    pub fn map_from(
        &mut self,
        first: usize,
        mut map: impl FnMut(&mut ListedChild<M>, Option<Board>) -> Option<Board>,
    ) {
        for (place, child) in self.listed.iter_mut().enumerate().skip(first) {
            let board = map(child, self.boards.get(place).copied().flatten());
            if board.is_some() && self.boards.len() <= place {
                self.boards.resize(place + 1, None);
            }
            if let Some(known) = self.boards.get_mut(place) {
                *known = board;
            }
        }
    }

    /// Removes all children.
    pub fn clear(&mut self) {
        self.listed.clear();
        self.boards.clear();
    }
}

/// Appends the children of a position by playing every move, and evaluates them at once. This is
/// the default of [`Game::children`].
pub fn play_all<G: Game + ?Sized>(
    game: &G,
    position: &G::Position,
    policy: LeafPolicy,
    out: &mut Children<G::Move>,
) {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    for mv in moves {
        let child = game.play(position, mv);
        let evaluation = evaluate_position(game, &child, policy, &mut out.leaf_nodes);
        out.push_evaluated(mv, game.key(&child), evaluation);
        if let Some(board) = game.resource(&child) {
            out.push_board(board);
        }
    }
}

/// Evaluates the first child of a range by playing the move that leads to it. This is the default
/// of [`Game::evaluate`].
pub fn play_first<G: Game + ?Sized>(
    game: &G,
    position: &G::Position,
    policy: LeafPolicy,
    range: Range<usize>,
    children: &mut Children<G::Move>,
) {
    if let Some(&ListedChild { mv, .. }) = children.listed().get(range.start) {
        let child = game.play(position, mv);
        let evaluation = evaluate_position(game, &child, policy, &mut children.leaf_nodes);
        children.set(range.start, evaluation);
    }
}

/// The evaluation of a position by the rules, the leaf solver and the estimate of a game.
pub fn evaluate_position<G: Game + ?Sized>(
    game: &G,
    position: &G::Position,
    policy: LeafPolicy,
    leaf_nodes: &mut u64,
) -> Evaluation {
    let mut status = game.status(position);
    if status == Status::Open && policy.solve && G::LEAF_SOLVER != LeafSolver::None {
        status = game.solve_leaf(position, Visit::Made, leaf_nodes);
    }
    Evaluation::of(status, || game.estimate(position, policy.init))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Notation, TreeGame};

    #[test]
    fn an_evaluation_is_solved_only_where_the_status_says_so() {
        let open = |proof, disproof| Evaluation::open(Estimate { proof, disproof });
        assert_eq!(open(0, u32::MAX).numbers(), (1, Estimate::MAX));
        assert_eq!(
            open(7, 9).estimate().map(|e| (e.proof, e.disproof)),
            Some((7, 9))
        );
        assert_eq!(open(0, 0).status(), Some(Status::Open));
        assert_eq!(Evaluation::WON.status(), Some(Status::Won));
        assert_eq!(Evaluation::FAILED.status(), Some(Status::Failed));
        assert_eq!(Evaluation::UNKNOWN.status(), None);
        assert_eq!(Evaluation::WON.estimate(), None);
    }

    #[test]
    fn a_board_stays_with_its_child_where_others_have_none() {
        let board = |number: u64| (Key::of(number), Resource::default());
        let mut children = Children::new();
        for number in 0..6 {
            children.push(number, Key::of(number));
            if number % 3 == 1 {
                children.push_board(board(number));
            }
        }
        let boards = |children: &Children<u64>| (0..6).map(|i| children.board(i)).collect();
        let expected: Vec<_> = [None, Some(1), None, None, Some(4), None]
            .map(|n| n.map(board))
            .into();
        let found: Vec<_> = boards(&children);
        assert_eq!(found, expected);
        children.map_from(3, |child, _| (child.mv == 5).then(|| board(7)));
        let expected: Vec<_> = [None, Some(1), None, None, None, Some(7)]
            .map(|n| n.map(board))
            .into();
        let found: Vec<_> = boards(&children);
        assert_eq!(found, expected);
    }

    #[test]
    fn children_are_appended_and_changed_from_a_place_on() {
        let text = "r = OR { a, Won, Failed } a = AND { Won }";
        let game = TreeGame::parse(text).unwrap();
        let mut children = Children::new();
        let root = game.start();
        game.children(&root, LeafPolicy::new(Init::Unit), &mut children);
        game.children(&root, LeafPolicy::new(Init::Unit), &mut children);
        let moves = children.listed().iter().map(|child| child.mv);
        assert_eq!(moves.collect::<Vec<_>>(), [0, 1, 2, 0, 1, 2]);
        let statuses = children
            .listed()
            .iter()
            .map(|child| child.evaluation.status());
        let expected = [Status::Open, Status::Won, Status::Failed].map(Some);
        assert_eq!(statuses.take(3).collect::<Vec<_>>(), expected);
        children.map_from(3, |child, board| {
            child.evaluation = Evaluation::FAILED;
            board
        });
        assert_eq!(children.listed()[1].evaluation, Evaluation::WON);
        assert_eq!(children.listed()[4].evaluation, Evaluation::FAILED);
        game.evaluate(&root, LeafPolicy::new(Init::Unit), 4..6, &mut children);
        assert_eq!(children.listed()[4].evaluation, Evaluation::WON);
        children.clear();
        assert!(children.is_empty() && children.board(0).is_none());
    }
}
