//! Stores of solved positions in a redb database.

mod about;
mod aim;
mod entry;
mod store;
mod text;

use shomei_game::error_text;
use std::io;

pub use about::{About, FORMAT};
pub use aim::aim_text;
pub use entry::Contradiction;
pub use store::{BATCH, Merged, Store, Totals};
pub use text::{Text, TextError, export, import};

use crate::error::Problem;

impl From<redb::Error> for Problem {
    fn from(error: redb::Error) -> Problem {
        match error {
            redb::Error::DatabaseAlreadyOpen | redb::Error::LockProtocolMismatch => Problem::InUse,
            redb::Error::Corrupted(place) => Problem::Damaged(place.into()),
            redb::Error::UpgradeRequired(version) => Problem::Damaged(error_text!(
                "database-version",
                "its database has version {version}",
                version = version
            )),
            redb::Error::Io(source) => match source.kind() {
                // The database's errors for a file that it cannot read.
                io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => {
                    Problem::Damaged(source.to_string().into())
                }
                _ => source.into(),
            },
            error => Problem::Database(Box::new(error)),
        }
    }
}

/// Errors of single calls of the database.
macro_rules! from_calls {
    ($($error:ident)*) => {$(
        impl From<redb::$error> for Problem {
            fn from(error: redb::$error) -> Problem {
                redb::Error::from(error).into()
            }
        }
    )*};
}

from_calls!(CommitError DatabaseError StorageError TableError TransactionError);
