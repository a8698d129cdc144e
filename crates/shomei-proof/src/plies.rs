//! The remaining plies of a position, for claims about a win within a number of plies.

use shomei_game::{Game, Role, Status};

use crate::Rejection;

/// The smallest number of plies in which the attacker can win an open position with this role to
/// move.
#[must_use]
pub const fn least_plies<G: Game>(role: Role) -> u16 {
    match role {
        Role::Defender if G::WINS_BY_OWN_MOVE => 2,
        _ => 1,
    }
}

/// The status of a position with this number of remaining plies: an open position with too few
/// plies has failed. `None` is not a limit.
#[inline]
pub(crate) fn status_within<G: Game>(
    game: &G,
    position: &G::Position,
    left: Option<u16>,
) -> Status {
    match (game.status(position), left) {
        (Status::Open, Some(left)) if left < least_plies::<G>(game.role(position)) => {
            Status::Failed
        }
        (status, _) => status,
    }
}

/// Checks that the number of plies of a claim, if there is one, is possible at an open root.
pub(crate) fn check_plies<G: Game>(
    game: &G,
    root: &G::Position,
    plies: Option<u16>,
) -> Result<(), Rejection> {
    let Some(plies) = plies else {
        return Ok(());
    };
    let least = least_plies::<G>(game.role(root));
    if plies < least {
        return Err(Rejection::TooFewPlies { plies, least });
    }
    if G::WINS_BY_OWN_MOVE && (plies - least) % 2 == 1 {
        return Err(Rejection::WrongParity { plies });
    }
    Ok(())
}
