//! The lines of a record in the order of KIF and KI2: the main line, then variations, the last
//! first.

use shomei_game::{Ending, LineEnd};
use shomei_shogi::{Move, Position, Square};

use crate::{Kifu, move_name};

/// A place in a record: the start, or the position after a move.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The node of [`Kifu::tree`].
    pub node: usize,
    /// The number of moves before it.
    pub plies: usize,
    /// The position.
    pub position: Position,
    /// The destination of the move before it.
    pub last: Option<Square>,
}

impl Place {
    /// The start.
    pub(crate) fn first(position: Position) -> Place {
        Place {
            node: 0,
            plies: 0,
            position,
            last: None,
        }
    }

    /// The place after a legal move; `node` is its node.
    pub(crate) fn after(&self, mv: Move, node: usize) -> Place {
        Place {
            node,
            plies: self.plies + 1,
            position: self.position.play(mv),
            last: Some(mv.to()),
        }
    }
}

/// A move of a record.
#[derive(Clone, Copy, Debug)]
pub struct Step<'k> {
    /// The place before the move.
    pub before: Place,
    /// The move.
    pub mv: Move,
    /// The node after it.
    pub node: usize,
    /// The comment on the move.
    pub comment: &'k str,
    /// Whether later variations replace this move.
    pub(crate) has_later: bool,
}

impl Step<'_> {
    /// The number of the move; the first move of the record is 1. A variation continues the count
    /// from its branching.
    #[must_use]
    pub fn number(&self) -> usize {
        self.before.plies + 1
    }

    /// The name of the move in the notation of players: `▲７六歩`, `△同銀`.
    #[must_use]
    pub fn name(&self) -> String {
        move_name(&self.before.position, self.mv, self.before.last)
    }

    /// The place after it.
    #[must_use]
    pub fn after(&self) -> Place {
        self.before.after(self.mv, self.node)
    }
}

/// A line of a record: the main line, or a variation from its first own move on.
#[derive(Clone, Debug)]
pub struct KifuLine<'k> {
    /// The place before its first move.
    pub begin: Place,
    /// Its own moves.
    pub steps: Vec<Step<'k>>,
    /// How it ends, if that is known. A line that ends in mate need not have an entry for it.
    pub end: Option<LineEnd>,
}

impl KifuLine<'_> {
    /// The place after its last move.
    #[must_use]
    pub fn last(&self) -> Place {
        self.steps.last().map_or(self.begin, Step::after)
    }
}

impl Kifu {
    /// All lines: the main line, then variations from its end to its beginning, each followed by
    /// its own variations in the same order.
    ///
    /// ```
    /// use shomei_kifu::Kifu;
    ///
    /// let kifu = Kifu::parse("手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n変化：2手\n2 ８四歩(83)\n")?;
    /// let variation = kifu.lines().nth(1).unwrap();
    /// assert_eq!(variation.steps[0].number(), 2);
    /// assert_eq!(variation.steps[0].name(), "△８四歩");
    /// # Ok::<(), shomei_kifu::Error>(())
    /// ```
    pub fn lines(&self) -> impl Iterator<Item = KifuLine<'_>> {
        // The beginnings of the remaining lines, with the first nodes of variations.
        let mut waiting = vec![(Place::first(self.start), None)];
        std::iter::from_fn(move || {
            let (begin, first) = waiting.pop()?;
            let line = self.line(begin, first);
            // The siblings of a variation's first move are already on the stack.
            let begin = first.is_none().then_some(begin);
            for place in begin.into_iter().chain(line.steps.iter().map(Step::after)) {
                let others = self.variations_at(place.node).iter().rev();
                waiting.extend(others.map(|&other| (place, Some(other))));
            }
            Some(line)
        })
    }

    /// The main line with its moves and its ending.
    #[must_use]
    pub fn main_line(&self) -> KifuLine<'_> {
        self.line(Place::first(self.start), None)
    }

    /// The line that begins with the node `first`, or with the first child of `begin`.
    fn line(&self, begin: Place, first: Option<usize>) -> KifuLine<'_> {
        let (mut steps, mut at) = (Vec::new(), begin);
        let mut next = first.or_else(|| self.next(at.node));
        while let Some(step) = next.and_then(|node| self.step(at, node)) {
            at = step.after();
            next = self.next(at.node);
            steps.push(step);
        }
        KifuLine {
            begin,
            steps,
            end: self.end(&at),
        }
    }

    /// The move of a node, played here; the root has none.
    pub(crate) fn step(&self, before: Place, node: usize) -> Option<Step<'_>> {
        let after = self.tree.node(node);
        Some(Step {
            before,
            mv: after.mv?,
            node,
            comment: &after.comment,
            has_later: self.tree.node(before.node).children.last() != Some(&node),
        })
    }

    /// The next node of a line; `None` if the line ends here.
    pub(crate) fn next(&self, node: usize) -> Option<usize> {
        let node = self.tree.node(node);
        let next = node.children.first().copied();
        next.filter(|_| node.end.is_none())
    }

    /// The first nodes of the variations at a node: the alternatives to the next move, or to the
    /// word that ends the line.
    pub(crate) fn variations_at(&self, node: usize) -> &[usize] {
        let is_going_on = self.next(node).is_some();
        &self.tree.node(node).children[usize::from(is_going_on)..]
    }

    /// The ending of a line by the record. The main line counts as broken off if nothing is known.
    pub(crate) fn end(&self, at: &Place) -> Option<LineEnd> {
        let own_end = self.tree.node(at.node).end.clone();
        let is_bare = |end: &LineEnd| end.ending == Ending::Open && end.comment.is_empty();
        match own_end {
            Some(end) if is_bare(&end) => (at.plies > 0).then_some(end),
            None if at.position.is_checkmate() => Some(LineEnd {
                ending: Ending::Won,
                comment: String::new(),
            }),
            own_end => own_end,
        }
    }
}
