//! Whose win can be asked for at all.
//!
//! A side without a king cannot be mated, so its opponent cannot win; a question for that
//! win alone is refused, because nobody can have meant it. A question about both sides is
//! answered all the same: that part of it has the answer "cannot", without a search.

use shomei_game::Side;
use shomei_search::{Answer, Bounds};

use super::found::Found;
use super::question::Value;
use super::result::QueryResult;
use super::{Asking, Prover, SearchSink};
use crate::any::{Aim, AnyPosition};
use crate::error::Error;

/// The sides that may be able to force a win, the side to move first; an error where
/// neither can.
pub(super) fn who_may_win(position: &AnyPosition) -> Result<Vec<Side>, Error> {
    let mover = position.to_move();
    let sides = [mover, mover.opponent()];
    let may_win = |side: &Side| position.end_for(*side).is_ok();
    let fitting: Vec<Side> = sides.into_iter().filter(may_win).collect();
    match (fitting.is_empty(), position.end_for(mover)) {
        (true, Err(error)) => Err(Error::from(error).context("position")),
        _ => Ok(fitting),
    }
}

/// The value of a position in which only `side` may be able to win, or nobody.
pub(super) fn value_of_one<P: Prover, S: SearchSink>(
    asking: &mut Asking<'_, P, S>,
    position: &AnyPosition,
    side: Option<Side>,
) -> Result<QueryResult, Error> {
    let mover = position.to_move();
    let Some(side) = side else {
        let mut result = QueryResult::nothing(position, Aim::win(mover));
        result.answer = Answer::Disproved;
        result.bounds = Bounds::DISPROVED;
        result.found = Found::Value(Some(Value::Draw));
        return Ok(result);
    };
    let mut result = asking.one(position, side)?;
    result.found = Found::Value(match result.answer {
        Answer::Proved if side == mover => Some(Value::Win),
        Answer::Proved => Some(Value::Loss),
        Answer::Disproved => Some(Value::Draw),
        Answer::Unknown => None,
    });
    Ok(result)
}
