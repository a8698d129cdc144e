//! How df-pn stores what it knows, disproofs that rest on repetitions apart
//! (`twins.rs`).

use shomei_game::{Resource, Solvable};

use super::DfPn;
use super::frame::Frame;
use crate::search::outcome::{Outcome, Support};
use crate::search::twins::{self, Left};
use crate::table::{Decided, PathIndex};

impl<G: Solvable> DfPn<'_, G> {
    /// Stores what is known about a node that is being left; `reach`: how far its
    /// value goes.
    pub(super) fn store(
        &mut self,
        frame: &Frame<G::Position>,
        outcome: &Outcome,
        reach: Option<Resource>,
        work: u64,
    ) {
        let Outcome { bounds, length, .. } = *outcome;
        if let Some(boards) = self.table.boards()
            && let Some((board, resource)) = self.game.resource(&frame.position)
        {
            match reach {
                _ if !bounds.is_solved() => boards.note(board, resource, bounds),
                Some(reach) => boards.insert(
                    board,
                    Decided {
                        bounds,
                        length,
                        reach,
                    },
                ),
                None => {}
            }
        }
        let left = Left {
            key: frame.key,
            work,
            min_depth: frame.min_depth,
            before: frame.before,
            twin: frame.twin,
        };
        let mut outcome = *outcome;
        if !self.options.path_dependence {
            outcome.support = Support::NONE;
        }
        self.show((&frame.position, reach), &left, &outcome);
        match &mut self.gc {
            None => twins::store(&mut self.table, &self.line.path, &left, &outcome),
            Some(gc) => gc.store(&self.table, |table| {
                twins::store(table, &self.line.path, &left, &outcome);
            }),
        }
    }

    /// Shows what is known of a node, and how far that goes, to whoever wants to see it.
    #[inline]
    pub(super) fn show(
        &self,
        (position, reach): (&G::Position, Option<Resource>),
        left: &Left,
        outcome: &Outcome,
    ) {
        if let Some(harvest) = &self.harvest
            && harvest.wants(left.work)
            && self.assumed.is_empty()
            && !self.account.game_has_failed()
        {
            let depth = usize::from(left.min_depth);
            let entry = || outcome.shown(left.work, depth);
            let reach = reach.filter(|_| outcome.bounds.is_solved());
            harvest.look(position, left.key, entry, || {
                let (board, own) = self.game.resource(position)?;
                Some((board, reach.unwrap_or(own)))
            });
        }
    }

    /// The twin of an entry, if the current line shares its prefix.
    pub(super) fn look_up_twin(
        &self,
        key: shomei_game::Key,
        m: PathIndex,
    ) -> Option<(Support, u16)> {
        twins::find(&self.table, &self.line.path, key, m)
    }
}
