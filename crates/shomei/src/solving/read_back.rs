//! Reads a certificate back before it is returned.
//!
//! A certificate refers to moves by their index in the list of legal moves. A game whose lists
//! change their order has no correct certificate, and none may be returned.

use std::sync::atomic::{AtomicBool, Ordering};

use shomei_extract::ExtractError;
use shomei_game::{Fault, Game, Key, Notation, Role, Status};
use shomei_proof::{CheckError, CheckLimits, Reader, check_within};
use shomei_search::{Limits, Stop};

use super::certificate::{incomplete, not_passed};
use crate::error::Error;

/// The number of times that each list of moves is requested. A game that answers differently in one
/// of ten calls is detected within the first few records.
const TIMES: usize = 4;

/// Refuses a certificate that the checker rejects, and a certificate of a game that does not list
/// the same moves each time.
pub(super) fn read_back<G: Notation>(
    game: &G,
    root: &G::Position,
    certificate: &[u8],
    stops: &Limits,
) -> Result<(), Error> {
    let reader = Reader::open(certificate).map_err(|error| not_passed(&error.to_string()))?;
    let limits = CheckLimits {
        time: stops.time_left(),
        stop: stops.stop.clone(),
        ..CheckLimits::for_file(certificate.len() as u64)
    };
    let steady = Steady {
        game,
        differs: AtomicBool::new(false),
    };
    let checked = check_within(&steady, root, reader, &limits);
    if steady.differs.load(Ordering::Relaxed) {
        let reason =
            "the game does not list the same moves each time: the conformance kit says where";
        return Err(not_passed(reason));
    }
    match checked {
        Ok(_) => Ok(()),
        Err(CheckError::Rejected(rejection)) if rejection.is_limit() => {
            let stop = stops.reached().unwrap_or(Stop::Memory);
            Err(incomplete(ExtractError::Stopped(stop)))
        }
        Err(error) => Err(not_passed(&error.to_string())),
    }
}

/// A game that is asked several times for each answer.
struct Steady<'g, G> {
    game: &'g G,
    differs: AtomicBool,
}

impl<G> Steady<'_, G> {
    fn compare<T: PartialEq + ?Sized>(&self, first: &T, again: &T) {
        if first != again {
            self.differs.store(true, Ordering::Relaxed);
        }
    }
}

impl<G: Game> Game for Steady<'_, G> {
    type Position = G::Position;
    type Move = G::Move;

    fn role(&self, position: &G::Position) -> Role {
        let role = self.game.role(position);
        self.compare(&role, &self.game.role(position));
        role
    }

    fn status(&self, position: &G::Position) -> Status {
        let status = self.game.status(position);
        self.compare(&status, &self.game.status(position));
        status
    }

    fn is_over(&self, position: &G::Position) -> bool {
        self.game.is_over(position)
    }

    fn moves(&self, position: &G::Position, out: &mut Vec<G::Move>) {
        let begin = out.len();
        self.game.moves(position, out);
        let mut again = Vec::new();
        for _ in 1..TIMES {
            again.clear();
            self.game.moves(position, &mut again);
            self.compare(&out[begin..], &again);
        }
    }

    fn play(&self, position: &G::Position, mv: G::Move) -> G::Position {
        let child = self.game.play(position, mv);
        self.compare(&child, &self.game.play(position, mv));
        child
    }

    fn key(&self, position: &G::Position) -> Key {
        self.game.key(position)
    }

    fn can_repeat(&self) -> bool {
        self.game.can_repeat()
    }

    fn heap_bytes(&self, position: &G::Position) -> usize {
        self.game.heap_bytes(position)
    }

    fn fault(&self) -> Option<&Fault> {
        self.game.fault()
    }
}
