//! The purposes of files.

use std::fmt;
use std::fs::File;
use std::io::{BufReader, Read, Take};
use std::path::Path;
use std::sync::Arc;

use shomei_game::{ErrorText, error_text, mark};
use shomei_proof::Reader;

#[cfg(feature = "bundles")]
use crate::bundles;
use crate::{AnyGame, TextRecord};

/// The purpose of a file, which decides the existing files that the file may replace.
#[derive(Clone)]
pub struct Purpose {
    what: ErrorText,
    is_same: Arc<dyn Fn(Take<File>) -> bool + Send + Sync>,
}

/// The number of bytes that are read of an existing file, for every purpose.
const LONGEST: u64 = 1 << 20;

impl Purpose {
    /// Makes a purpose. `what` describes the file in messages ("a report"). `is_same` decides by
    /// the first MiB whether an existing file has this purpose. If only the name of a game matters,
    /// put it into `what`.
    pub fn new(
        what: impl Into<ErrorText>,
        is_same: impl Fn(Take<File>) -> bool + Send + Sync + 'static,
    ) -> Purpose {
        Purpose {
            what: what.into(),
            is_same: Arc::new(is_same),
        }
    }

    /// Of files that all begin so.
    pub fn beginning(what: impl Into<ErrorText>, begin: impl Into<Vec<u8>>) -> Purpose {
        let begin = begin.into();
        Purpose::new(what, move |file| {
            let mut bytes = Vec::new();
            let read = file.take(begin.len() as u64).read_to_end(&mut bytes);
            read.is_ok() && bytes == begin
        })
    }

    /// Certificates for this position, and under these rules if given.
    #[must_use]
    pub fn certificate(game: &str, rules: Option<&str>, root: &str) -> Purpose {
        let [game, root] = [game, root].map(str::to_string);
        let rules = rules.map(str::to_string);
        let what = error_text!("file-certificate", "a certificate for this position");
        Purpose::new(what, move |file| {
            Reader::open(BufReader::new(file)).is_ok_and(|reader| {
                let header = reader.header();
                header.game == game
                    && header.root == root
                    && rules.as_ref().is_none_or(|rules| header.rules == *rules)
            })
        })
    }

    /// Bundles about this position.
    #[cfg(feature = "bundles")]
    #[must_use]
    pub fn bundle(game: &str, root: &str) -> Purpose {
        let [game, root] = [game, root].map(str::to_string);
        let what = error_text!("file-bundle", "a bundle for this position");
        Purpose::new(what, move |file| bundles::begins_about(file, &game, &root))
    }

    /// Records of play that shomei wrote and that begin with this position.
    #[must_use]
    pub fn record(game: &AnyGame, root: &str) -> Purpose {
        let (game, root) = (game.clone(), root.to_string());
        let what = error_text!(
            "file-record-of-position",
            "a record of this position that shomei wrote"
        );
        Purpose::new(what, move |file| {
            own_record(&game, file).is_some_and(|record| record.root == root)
        })
    }

    /// Records of play that shomei wrote and whose main line is the main line of `bytes`, the new
    /// file, or a beginning of it.
    #[must_use]
    pub fn record_like(game: &AnyGame, bytes: &[u8]) -> Purpose {
        let (game, new) = (game.clone(), game.read_record(bytes).ok());
        let what = error_text!(
            "file-record-of-game",
            "a record of this game that shomei wrote"
        );
        Purpose::new(what, move |file| {
            let (old, new) = (own_record(&game, file), new.as_ref().map(|new| &new.text));
            old.zip(new).is_some_and(|(old, new)| {
                old.root == new.root && new.main.moves.starts_with(&old.main.moves)
            })
        })
    }

    /// What a file is, for messages.
    pub(super) fn name(&self) -> &ErrorText {
        &self.what
    }

    /// Whether an ordinary file has this purpose.
    pub(super) fn is_of(&self, path: &Path) -> bool {
        File::open(path).is_ok_and(|file| (self.is_same)(file.take(LONGEST)))
    }
}

/// Reads the record of a file that has the mark of shomei.
fn own_record(game: &AnyGame, mut file: Take<File>) -> Option<TextRecord> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).ok()?;
    let record = mark::is_in(&bytes).then(|| game.read_record(&bytes).ok());
    record.flatten().map(|record| record.text)
}

/// Prints the description of a file.
impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.what, f)
    }
}

impl fmt::Debug for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Purpose").field(&self.what).finish()
    }
}
