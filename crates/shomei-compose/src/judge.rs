//! What one move is: steps 1 to 3 for it.

use shomei_extract::shortest::{Bounded, Shortest};
use shomei_game::{Game, Status};
use shomei_search::{Answer, Bracket, Observer};

use crate::{Alternative, Kind, OutOfNodes, Solutions, decided};

/// What a winning move is and the plies of the win after it; nothing where it does not win, or not by
/// itself.
type Judged = Result<Option<(Kind, Bracket)>, OutOfNodes>;

impl<G: Game> Solutions<'_, G> {
    /// What a move is.
    pub(crate) fn judge(
        &mut self,
        at: &Alternative<G::Position, G::Move>,
        observer: &mut dyn Observer,
    ) -> Judged {
        match self.game.status(&at.child) {
            Status::Failed => return Ok(None),
            Status::Won if at.left == 0 => {
                return Ok(Some((Kind::LastMove, Bracket::exactly(0))));
            }
            _ if self.shortest.is_stopped() => return Err(OutOfNodes),
            _ => {}
        }
        // 1. A number of plies bounds this search, but not always its work.
        let share = self.share() / 2;
        let bounded = Bounded::new(&at.child, at.left);
        let within = self.shortest.ask(&bounded, share, observer).report.answer;
        if within == Answer::Proved {
            return Ok(Some(self.not_longer(at, observer)));
        }
        // 2.
        if !self.wins(&at.child, observer)? {
            return Ok(None);
        }
        // 3.
        let by_itself = decided(self.wins_apart(at, observer))?;
        let least = match within {
            Answer::Disproved => at.left + Shortest::<G>::STEP,
            _ if by_itself => self.least(&at.child),
            _ => return Err(OutOfNodes),
        };
        let after = self.measure(&at.child, least, observer);
        let kind = match (by_itself, at.left) {
            (false, _) => Kind::Detour,
            (true, 0) => Kind::LastMove,
            (true, left) if after.least > left => Kind::Longer,
            (true, _) => Kind::Unmeasured,
        };
        Ok(Some((kind, after)))
    }

    /// A win that takes no more plies than the line.
    fn not_longer(
        &mut self,
        at: &Alternative<G::Position, G::Move>,
        observer: &mut dyn Observer,
    ) -> (Kind, Bracket) {
        if self.is_shortest {
            let kind = match self.wins_apart(at, observer) {
                Answer::Disproved => Kind::Order,
                _ => Kind::Equal,
            };
            return (kind, Bracket::exactly(at.left));
        }
        let least = self.least(&at.child);
        let after = self.measure(&at.child, least, observer);
        let most = after.most.unwrap_or(at.left);
        let after = Bracket {
            most: Some(most),
            ..after
        };
        let kind = match after.exact() {
            _ if most < at.left => Kind::Shorter,
            Some(_) => Kind::Equal,
            None => Kind::Unmeasured,
        };
        (kind, after)
    }

    /// Whether a move wins where all positions of the line have failed.
    fn wins_apart(
        &mut self,
        at: &Alternative<G::Position, G::Move>,
        observer: &mut dyn Observer,
    ) -> Answer {
        let share = self.share();
        let Some(apart) = &mut self.apart else {
            // That it wins is known.
            return Answer::Proved;
        };
        if apart.assumed().contains(&self.game.key(&at.child)) {
            return Answer::Disproved;
        }
        let searched = self.shortest.ask_plain(apart, &at.child, share, observer);
        searched.report.answer
    }
}
