//! The sides that may be able to win.
//!
//! A side without a king cannot be mated, so its opponent cannot win; a question about that win
//! alone makes no sense and is refused. A question about both sides is answered: its part about
//! that win has the answer "cannot", without a search.

use shomei_game::Side;

use super::position_subject;
use crate::any::AnyPosition;
use crate::error::Error;

/// The sides that may be able to force a win, the side to move first; an error if neither can.
pub(super) fn who_may_win(position: &AnyPosition) -> Result<Vec<Side>, Error> {
    let mover = position.to_move();
    let sides = [mover, mover.opponent()];
    let may_win = |side: &Side| position.end_for(*side).is_ok();
    let fitting: Vec<Side> = sides.into_iter().filter(may_win).collect();
    match (fitting.is_empty(), position.end_for(mover)) {
        (true, Err(error)) => Err(Error::from(error).context(position_subject())),
        _ => Ok(fitting),
    }
}
