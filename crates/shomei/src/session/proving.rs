//! A session as the one who searches.

use shomei_search::{Event, Observer, Silent, Stop};

use super::Session;
use crate::any::{Aim, AnyPosition};
use crate::error::Error;
use crate::questions::{Keep, Proof, Prover};
use crate::solving::Solution;

/// Answers without certificates.
impl Prover for Session {
    type Extra = ();

    fn prove(&mut self, position: &AnyPosition, aim: Aim, _: Keep) -> Result<Proof<()>, Error> {
        if let Some(stop) = self.reached() {
            let solution = Solution::unknown(stop);
            return Ok(Proof {
                solution,
                extra: (),
            });
        }
        let solution = self.solve_with(position, aim, &mut Silent, None)?;
        Ok(Proof {
            solution,
            extra: (),
        })
    }

    fn reached(&self) -> Option<Stop> {
        if self.stopper.is_stopped() {
            return Some(Stop::Interrupt);
        }
        self.task.limits.reached()
    }
}

/// Two that watch one search.
pub(super) struct Both<'a>(
    pub(super) &'a mut dyn Observer,
    pub(super) &'a mut dyn Observer,
);

impl Observer for Both<'_> {
    fn event(&mut self, event: &Event<'_>) {
        self.0.event(event);
        self.1.event(event);
    }
}
