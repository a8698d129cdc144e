//! Machines and their coordinator, for `shomei.cluster`. Their messages are bytes; Python
//! transports them.

mod certificate_task;
mod closing;
mod coordinator;
mod machine;
mod several;

use pyo3::prelude::*;
use shomei::search::registry::Settings;
use shomei::{Aim, AnyPosition, SearchConfig, Session};
use shomei_cluster::{Message, MessageError};

use crate::errors::cluster_error;
use crate::positions::Position;

pub(crate) use certificate_task::CertificateTask;
pub(crate) use coordinator::Coordinator;
pub(crate) use machine::Machine;
pub(crate) use several::ask_machines;

/// A question to many machines. All machines and the coordinator derive the same problem from it.
struct ClusterQuestion {
    /// The position, in the game with the tuning of the algorithm.
    position: AnyPosition,
    aim: Aim,
    settings: Settings,
    /// The configuration of a search with one thread.
    config: SearchConfig,
}

impl ClusterQuestion {
    /// Reads the arguments of a question.
    ///
    /// # Errors
    ///
    /// If there is no such side or option, or if the options exclude a search on many machines.
    fn of(
        py: Python<'_>,
        position: &Position,
        (attacker, least): (Option<&str>, Option<i32>),
        options: &[(String, String)],
        memory: usize,
    ) -> PyResult<ClusterQuestion> {
        let game = position.game.get();
        let wrong = |error: shomei::Error| game.failure(py, &error);
        let mut session = Session::new(&game.any).map_err(wrong)?;
        session.set_memory(memory);
        for (name, value) in options {
            session.set_option(name, value).map_err(wrong)?;
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

/// Encodes a message.
fn bytes_of(py: Python<'_>, message: &impl Message) -> PyResult<Vec<u8>> {
    let bytes = message.to_bytes();
    bytes.map_err(|error| cluster_error(py, "ClusterError", &error.to_string()))
}

/// Decodes a message. Invalid bytes come from another version, since the transport detects damage.
fn message<M: Message>(py: Python<'_>, bytes: &[u8]) -> PyResult<M> {
    let message: Result<M, MessageError> = M::from_bytes(bytes);
    message.map_err(|error| cluster_error(py, "VersionError", &error.to_string()))
}
