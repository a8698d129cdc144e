//! Classifies one move: steps 1 to 3 of the [crate text](crate).

use shomei_extract::shortest::{Bounded, Shortest};
use shomei_game::{Game, LeafSolver, Status};
use shomei_search::{Answer, Bracket, Observer};

use crate::{Alternative, OtherWinKind, OutOfNodes, Solutions, decided};

/// The kind of a winning move and the plies of the win after it; `None` if it does not win
/// independently of the line.
type Judged = Result<Option<(OtherWinKind, Bracket)>, OutOfNodes>;

impl<G: Game> Solutions<'_, G> {
    /// Classifies a move.
    pub(crate) fn judge(
        &mut self,
        at: &Alternative<G::Position, G::Move>,
        observer: &mut dyn Observer,
    ) -> Judged {
        match self.game.status(&at.child) {
            Status::Failed => return Ok(None),
            Status::Won if at.left == 0 => {
                return Ok(Some((OtherWinKind::LastMove, Bracket::exactly(0))));
            }
            _ if self.shortest.is_stopped() => return Err(OutOfNodes),
            _ => {}
        }
        // 1. This search has a bounded number of plies, but its work may be large.
        let budget = self.budget() / 2;
        let bounded = Bounded::new(&at.child, at.left);
        let within = self.shortest.ask(&bounded, budget, observer).report.answer;
        if within == Answer::Proved {
            return self.not_longer(at, observer).map(Some);
        }
        // 2. Plain df-pn, without a limit of plies.
        if !self.wins(&at.child, observer)? {
            return Ok(None);
        }
        // 3. Without the positions of the line.
        let by_itself = decided(self.wins_apart(at, observer))?;
        let least = match within {
            Answer::Disproved => at.left + Shortest::<G>::STEP,
            _ if by_itself => self.least(&at.child),
            _ => return Err(OutOfNodes),
        };
        let after = self.measure(&at.child, least, observer);
        let kind = match (by_itself, at.left) {
            (false, _) => OtherWinKind::Detour,
            (true, 0) => OtherWinKind::LastMove,
            (true, left) if after.least > left => OtherWinKind::Longer,
            (true, _) if self.tries_again => return Err(OutOfNodes),
            (true, _) => OtherWinKind::Unmeasured,
        };
        Ok(Some((kind, after)))
    }

    /// Classifies a win that takes no more plies than the line.
    fn not_longer(
        &mut self,
        at: &Alternative<G::Position, G::Move>,
        observer: &mut dyn Observer,
    ) -> Result<(OtherWinKind, Bracket), OutOfNodes> {
        if self.is_shortest {
            let kind = match self.wins_apart(at, observer) {
                Answer::Disproved => OtherWinKind::Order,
                Answer::Unknown if self.tries_again => return Err(OutOfNodes),
                _ => OtherWinKind::Equal,
            };
            return Ok((kind, Bracket::exactly(at.left)));
        }
        let least = self.least(&at.child);
        let after = self.measure(&at.child, least, observer);
        let most = after.most.unwrap_or(at.left);
        let after = Bracket {
            most: Some(most),
            ..after
        };
        let kind = match after.exact() {
            _ if most < at.left => OtherWinKind::Shorter,
            Some(_) => OtherWinKind::Equal,
            None => OtherWinKind::Unmeasured,
        };
        Ok((kind, after))
    }

    /// Whether a move wins if all positions of the line count as failed.
    fn wins_apart(
        &mut self,
        at: &Alternative<G::Position, G::Move>,
        observer: &mut dyn Observer,
    ) -> Answer {
        let (budget, key) = (self.budget(), self.game.key(&at.child));
        if G::LEAF_SOLVER != LeafSolver::None {
            // The move is known to win.
            return Answer::Proved;
        }
        let Some(mut apart) = self.apart.take().or_else(|| self.new_apart()) else {
            return Answer::Unknown;
        };
        let answer = match apart.assumed().contains(&key) {
            true => Answer::Disproved,
            false => {
                let searched = self
                    .shortest
                    .ask_plain(&mut apart, &at.child, budget, observer);
                searched.report.answer
            }
        };
        self.apart = Some(apart);
        answer
    }
}
