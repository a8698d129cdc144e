//! Machines and their coordinator, for `shomei.cluster`: what they say and hear goes as bytes, and
//! somebody else carries it.

mod closing;
mod coordinator;
mod errand;
mod machine;
mod several;

use pyo3::prelude::*;
use shomei::search::registry::Settings;
use shomei::{Aim, AnyPosition, SearchConfig, Session};
use shomei_cluster::{Message, MessageError};

use crate::errors::cluster_error;
use crate::positions::Position;

pub(crate) use coordinator::Coordinator;
pub(crate) use errand::Errand;
pub(crate) use machine::Machine;
pub(crate) use several::ask_machines;

/// A question to many machines. All of them, and the coordinator, make the same out of what they
/// are given.
struct ClusterQuestion {
    /// The position, in the game as the algorithm wants it.
    position: AnyPosition,
    aim: Aim,
    settings: Settings,
    /// How one thread would be asked.
    config: SearchConfig,
}

impl ClusterQuestion {
    /// Makes out what is asked.
    ///
    /// # Errors
    ///
    /// When there is no such side or option, or the options are none for one question to many
    /// machines.
    fn of(
        py: Python<'_>,
        position: &Position,
        (attacker, least): (Option<&str>, Option<i32>),
        options: &[(String, String)],
        memory: usize,
    ) -> PyResult<ClusterQuestion> {
        let game = position.game.get();
        let wrong = |error: shomei::Error| game.failure(py, &error);
        let mut session = Session::new(&game.any).map_err(wrong)?.memory(memory);
        for (name, value) in options {
            session = session.option(name, value).map_err(wrong)?;
        }
        let place = match &game.own {
            Some(own) => {
                own.calls.grow(memory);
                position.any.clone()
            }
            None => {
                let found = session.game().position(&position.any.text());
                found.map_err(|error| wrong(error.into()))?
            }
        };
        let attacker = match attacker {
            Some(name) => game.side(py, name)?,
            None => place.attacker(),
        };
        Ok(ClusterQuestion {
            position: place,
            aim: Aim { attacker, least },
            settings: session.config().options.clone(),
            config: session.config().clone(),
        })
    }
}

/// A message as bytes.
fn bytes_of(py: Python<'_>, message: &impl Message) -> PyResult<Vec<u8>> {
    let bytes = message.to_bytes();
    bytes.map_err(|error| cluster_error(py, "ClusterError", &error.to_string()))
}

/// The message that these bytes are. Bytes that are none come from another version, since what is
/// sent is not damaged on the way.
fn message<M: Message>(py: Python<'_>, bytes: &[u8]) -> PyResult<M> {
    let message: Result<M, MessageError> = M::from_bytes(bytes);
    message.map_err(|error| cluster_error(py, "VersionError", &error.to_string()))
}
