//! What one move is: steps 1 to 3 for it.

use shomei_game::{Solvable, Status};

use crate::{Kind, Solutions, known};
use shomei_extract::shortest::{Bounded, Shortest, ask};
use shomei_search::{Answer, Bracket, Observer};

/// A move of the attacker that is not the one of the line.
pub(crate) struct Asked<P, M> {
    /// How many plies come before it.
    pub(crate) ply: usize,
    pub(crate) mv: M,
    pub(crate) child: P,
    /// The plies of the line from here on.
    pub(crate) left: u16,
    /// The count of nodes at which its share is used up.
    pub(crate) end: u64,
}

/// What a move turned out to be.
pub(crate) enum Judged {
    /// It does not win, or not by itself and nothing is known of its length.
    None,
    /// It wins like this, in so many plies behind the move.
    Wins(Kind, Bracket),
    /// The share of nodes did not do.
    Open,
}

impl<G: Solvable> Solutions<'_, G> {
    /// What a move is.
    pub(crate) fn judge(
        &mut self,
        asked: &Asked<G::Position, G::Move>,
        observer: &mut dyn Observer,
    ) -> Judged {
        match self.game.status(&asked.child) {
            Status::Failed => return Judged::None,
            Status::Won if asked.left == 1 => return Judged::Wins(Kind::LastMove, known(0)),
            _ if self.shortest.is_stopped() => return Judged::Open,
            _ => {}
        }
        // 1. A number of plies bounds this search, but not always its work.
        let at = Bounded {
            position: asked.child.clone(),
            plies: asked.left - 1,
        };
        let share = self.rest(asked) / 2;
        let within = self.shortest.ask(&at, share, observer).report.answer;
        if within == Answer::Proved {
            return self.not_longer(asked, observer);
        }
        // 2.
        match self.wins(asked, observer) {
            Answer::Proved => {}
            Answer::Disproved => return Judged::None,
            Answer::Unknown => return Judged::Open,
        }
        // 3.
        let by_itself = self.wins_apart(asked, observer);
        let least = match within {
            Answer::Disproved => asked.left - 1 + Shortest::<G>::STEP,
            _ => self.least(&asked.child),
        };
        match (by_itself, within) {
            (Answer::Proved, _) => {
                let behind = self.measure(&asked.child, least, asked.end, observer);
                let is_longer = behind.least >= asked.left;
                let kind = match (asked.left, is_longer) {
                    (1, _) => Kind::LastMove,
                    (_, true) => Kind::Longer,
                    (_, false) => Kind::Unmeasured,
                };
                Judged::Wins(kind, behind)
            }
            (Answer::Disproved, Answer::Disproved) => {
                let behind = self.measure(&asked.child, least, asked.end, observer);
                Judged::Wins(Kind::Detour, behind)
            }
            _ => Judged::Open,
        }
    }

    /// A win that takes no more plies than the line.
    fn not_longer(
        &mut self,
        asked: &Asked<G::Position, G::Move>,
        observer: &mut dyn Observer,
    ) -> Judged {
        if self.is_shortest {
            let kind = match self.wins_apart(asked, observer) {
                Answer::Disproved => Kind::Order,
                _ => Kind::Equal,
            };
            return Judged::Wins(kind, known(asked.left - 1));
        }
        let least = self.least(&asked.child);
        let behind = self.measure(&asked.child, least, asked.end, observer);
        let most = behind.most.unwrap_or(asked.left - 1);
        let behind = Bracket {
            most: Some(most),
            ..behind
        };
        let kind = match behind.exact() {
            _ if most < asked.left - 1 => Kind::Shorter,
            Some(_) => Kind::Equal,
            None => Kind::Unmeasured,
        };
        Judged::Wins(kind, behind)
    }

    /// Whether a move wins at all.
    pub(crate) fn wins(
        &mut self,
        asked: &Asked<G::Position, G::Move>,
        observer: &mut dyn Observer,
    ) -> Answer {
        self.wins_at_all(&asked.child, asked.end, observer)
    }

    /// Whether a position is won at all, as far as a share of the nodes goes.
    pub(crate) fn wins_at_all(
        &mut self,
        position: &G::Position,
        end: u64,
        observer: &mut dyn Observer,
    ) -> Answer {
        let rest = end.saturating_sub(self.count());
        let account = self.shortest.account();
        ask(&mut self.plain, account, position, rest, observer)
            .report
            .answer
    }

    /// Whether a move wins where all positions of the line have failed.
    fn wins_apart(
        &mut self,
        asked: &Asked<G::Position, G::Move>,
        observer: &mut dyn Observer,
    ) -> Answer {
        let rest = self.rest(asked);
        let Some(apart) = &mut self.apart else {
            // That it wins is known.
            return Answer::Proved;
        };
        if apart.assumed().contains(&self.game.key(&asked.child)) {
            return Answer::Disproved;
        }
        let account = self.shortest.account();
        ask(apart, account, &asked.child, rest, observer)
            .report
            .answer
    }

    /// What is left of the share of a move.
    fn rest(&self, asked: &Asked<G::Position, G::Move>) -> u64 {
        asked.end.saturating_sub(self.count())
    }
}
