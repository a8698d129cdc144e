//! Checks of the children of a position.

use shomei_game::{
    Children, Evaluation, Game, Init, LeafPolicy, LeafSolver, ListedChild, Notation, Status, Visit,
};

use super::Subject;
use crate::conformance::law::{Breach, Law};

const INITS: [Init; 4] = [Init::Unit, Init::Mobility, Init::Eval, Init::Learned];

impl<G: Game + Notation> Subject<'_, G> {
    /// Lists and evaluates the children with every policy that a search may use.
    pub(super) fn children(&self, moves: &[G::Move]) -> Result<(), Breach> {
        for init in INITS {
            for solve in [false, true] {
                let policy = LeafPolicy { init, solve };
                let mut children = Children::new();
                self.game.children(self.position, policy, &mut children);
                let listed = children.len();
                self.game.children(self.position, policy, &mut children);
                self.listed(moves, &children, listed)?;
                self.evaluated(policy, &mut children)?;
            }
        }
        Ok(())
    }

    /// Checks that the list occurs twice, with all moves in their order and the keys and boards of
    /// play.
    fn listed(
        &self,
        moves: &[G::Move],
        children: &Children<G::Move>,
        listed: usize,
    ) -> Result<(), Breach> {
        let game = self.game;
        if listed != moves.len() || !are(children, moves) {
            let detail = format!("{:?} are listed for {moves:?}", children.listed());
            return self.fail(Law::Children, detail);
        }
        for (i, listed) in children.listed().iter().enumerate() {
            let ListedChild { mv, key, .. } = *listed;
            let child = game.play(self.position, mv);
            let board = children.board(i);
            if key != game.key(&child) || board != game.resource(&child) {
                let text = game.format_move(self.position, mv);
                return self.fail(Law::Children, format!("key or board after {text}"));
            }
        }
        Ok(())
    }

    /// Evaluates each child together with those after it, unless it was evaluated when it was
    /// listed, and also individually.
    fn evaluated(
        &self,
        policy: LeafPolicy,
        children: &mut Children<G::Move>,
    ) -> Result<(), Breach> {
        let (game, position) = (self.game, self.position);
        for i in 0..children.len() {
            if children.listed()[i].evaluation.is_unknown() {
                game.evaluate(position, policy, i..children.len(), children);
            }
            let ListedChild {
                mv,
                key,
                evaluation: together,
            } = children.listed()[i];
            let mut single = Children::new();
            single.push(mv, key);
            game.evaluate(position, policy, 0..1, &mut single);
            let alone = single.listed()[0].evaluation;
            let expected = self.status_after(policy, mv);
            if together != alone || alone.status() != Some(expected) {
                let text = game.format_move(position, mv);
                let detail = format!(
                    "{text} by {policy:?}: {together:?} together, {alone:?} alone, {expected:?}"
                );
                return self.fail(Law::Evaluate, detail);
            }
            self.is_plain_estimate(policy.init, mv, alone)?;
        }
        Ok(())
    }

    /// The status of a child by the rules, and by the leaf solver if requested.
    fn status_after(&self, policy: LeafPolicy, mv: G::Move) -> Status {
        let child = self.game.play(self.position, mv);
        match self.game.status(&child) {
            Status::Open if policy.solve && G::LEAF_SOLVER != LeafSolver::None => {
                self.game.solve_leaf(&child, Visit::Made, &mut 0)
            }
            status => status,
        }
    }

    /// Checks that numbers that do not depend on the move equal those of the child itself.
    fn is_plain_estimate(
        &self,
        init: Init,
        mv: G::Move,
        evaluation: Evaluation,
    ) -> Result<(), Breach> {
        let child = self.game.play(self.position, mv);
        let is_plain = matches!(init, Init::Unit | Init::Mobility);
        if !is_plain || evaluation.estimate().is_none() {
            return Ok(());
        }
        let expected = Evaluation::open(self.game.estimate(&child, init));
        match evaluation == expected {
            true => Ok(()),
            false => self.fail(
                Law::Evaluate,
                format!("{evaluation:?} by {init}, alone {expected:?}"),
            ),
        }
    }
}

/// Whether the children are those of these moves, twice.
fn are<M: Copy + PartialEq>(children: &Children<M>, moves: &[M]) -> bool {
    let listed = children.listed().iter().map(|child| child.mv);
    listed.eq(moves.iter().chain(moves).copied())
}
