//! The resources of one question, which a request can state.

use std::num::NonZeroUsize;
use std::time::Duration;

use serde_json::Value;
use shomei::Error;
use shomei::game::error_text;

use super::QuestionRequest;
use crate::options::Limits;

/// The default memory of a question, unless the limit is lower.
const MEMORY: usize = 256 << 20;

/// The default memory of a workbench, unless the limit is lower.
const BENCH_MEMORY: usize = 64 << 20;

/// The minimum memory of a question.
const LEAST_MEMORY: usize = 1 << 20;

/// The resources of one question.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    pub(crate) threads: NonZeroUsize,
    pub(crate) memory: usize,
    pub(crate) time: Duration,
}

impl Share {
    /// The resources of a question, if these limits allow them for one question.
    pub(super) fn of(asked: &QuestionRequest, limits: Limits) -> Result<Share, Error> {
        let Limits {
            threads,
            memory,
            time,
            ..
        } = limits;
        let wanted = whole(&asked.threads, 1, bad_threads)?.and_then(NonZeroUsize::new);
        let wanted = wanted
            .filter(|_| !asked.ask.has_one_thread())
            .unwrap_or(NonZeroUsize::MIN);
        if wanted.get() > threads {
            return Err(Error::usage(error_text!(
                "most-threads",
                "this server allows at most {most} threads for a question",
                most = threads
            )));
        }
        let usual = match asked.ask.is_at_bench() {
            true => BENCH_MEMORY,
            false => MEMORY,
        };
        let room = whole(&asked.memory, LEAST_MEMORY, bad_memory)?.unwrap_or(usual.min(memory));
        if room > memory {
            return Err(Error::usage(error_text!(
                "most-memory",
                "this server allows at most {most} MiB of memory for a question",
                most = shomei::messages::grouped((memory >> 20) as u64)
            )));
        }
        let most = time.as_secs_f64();
        let seconds = match &asked.seconds {
            None => most,
            Some(given) => {
                let seconds = given.as_f64().filter(|seconds| *seconds > 0.0);
                seconds.ok_or_else(|| bad_seconds(given))?
            }
        };
        if seconds > most {
            return Err(Error::usage(error_text!(
                "most-seconds",
                "this server allows at most {most} seconds for a question",
                most = most
            )));
        }
        Ok(Share {
            threads: wanted,
            memory: room,
            time: Duration::from_secs_f64(seconds),
        })
    }
}

/// An optional whole number of a question, with this minimum.
fn whole(
    given: &Option<Value>,
    least: usize,
    wrong: impl FnOnce(&Value) -> Error,
) -> Result<Option<usize>, Error> {
    let Some(given) = given else {
        return Ok(None);
    };
    let number = given
        .as_u64()
        .and_then(|number| usize::try_from(number).ok());
    let number = number.filter(|number| *number >= least);
    number.map(Some).ok_or_else(|| wrong(given))
}

fn bad_threads(found: &Value) -> Error {
    Error::usage(error_text!(
        "bad-field-threads",
        "threads: expected a whole number of at least 1, found {found}",
        found = found
    ))
}

fn bad_memory(found: &Value) -> Error {
    Error::usage(error_text!(
        "bad-field-memory",
        "memory: expected at least 1048576 bytes (1 MiB), found {found}",
        found = found
    ))
}

fn bad_seconds(found: &Value) -> Error {
    Error::usage(error_text!(
        "bad-field-seconds",
        "seconds: expected a number above 0, found {found}",
        found = found
    ))
}
