//! What a file is for.

use std::borrow::Cow;
use std::fmt;
use std::fs::File;
use std::io::{BufReader, Read, Take};
use std::path::Path;
use std::sync::Arc;

use shomei_game::mark;
use shomei_proof::Reader;

use crate::{AnyGame, TextRecord};

/// What a file is for: how the files are known that may be replaced by it.
#[derive(Clone)]
pub struct Purpose {
    what: Cow<'static, str>,
    is_same: Arc<dyn Fn(Take<File>) -> bool + Send + Sync>,
}

/// How many bytes of an existing file are read, whatever its purpose.
const LONGEST: u64 = 1 << 20;

impl Purpose {
    /// `what` a file is, for messages ("a report"), and whether an older one is the same, by its
    /// first MiB. A game of which only the name matters belongs to `what`, too.
    pub fn new(
        what: impl Into<Cow<'static, str>>,
        is_same: impl Fn(Take<File>) -> bool + Send + Sync + 'static,
    ) -> Purpose {
        Purpose {
            what: what.into(),
            is_same: Arc::new(is_same),
        }
    }

    /// Of files that all begin so.
    pub fn beginning(what: impl Into<Cow<'static, str>>, begin: impl Into<Vec<u8>>) -> Purpose {
        let begin = begin.into();
        Purpose::new(what, move |file| {
            let mut bytes = Vec::new();
            let read = file.take(begin.len() as u64).read_to_end(&mut bytes);
            read.is_ok() && bytes == begin
        })
    }

    /// Of certificates for this position; under these rules, where that matters.
    #[must_use]
    pub fn certificate(game: &str, rules: Option<&str>, root: &str) -> Purpose {
        let [game, root] = [game, root].map(str::to_string);
        let rules = rules.map(str::to_string);
        Purpose::new("a certificate for this position", move |file| {
            Reader::open(BufReader::new(file)).is_ok_and(|reader| {
                let header = reader.header();
                header.game == game
                    && header.root == root
                    && rules.as_ref().is_none_or(|rules| header.rules == *rules)
            })
        })
    }

    /// Of records of play that shomei wrote and that begin with this position.
    #[must_use]
    pub fn record(game: &AnyGame, root: &str) -> Purpose {
        let (game, root) = (game.clone(), root.to_string());
        Purpose::new("a record of this position that shomei wrote", move |file| {
            own_record(&game, file).is_some_and(|record| record.root == root)
        })
    }

    /// Of records of play that shomei wrote and whose main line is that of this file, which is
    /// about to be written, or its beginning.
    #[must_use]
    pub fn record_like(game: &AnyGame, bytes: &[u8]) -> Purpose {
        let (game, new) = (game.clone(), game.read_record(bytes).ok());
        Purpose::new("a record of this game that shomei wrote", move |file| {
            let (old, new) = (own_record(&game, file), new.as_ref().map(|new| &new.text));
            old.zip(new).is_some_and(|(old, new)| {
                old.root == new.root && new.main.moves.starts_with(&old.main.moves)
            })
        })
    }

    /// What a file is, for messages.
    pub(super) fn name(&self) -> &Cow<'static, str> {
        &self.what
    }

    /// Whether an ordinary file has this purpose.
    pub(super) fn is_of(&self, path: &Path) -> bool {
        File::open(path).is_ok_and(|file| (self.is_same)(file.take(LONGEST)))
    }
}

/// The record in a file that has the mark of shomei.
fn own_record(game: &AnyGame, mut file: Take<File>) -> Option<TextRecord> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).ok()?;
    let record = mark::is_in(&bytes).then(|| game.read_record(&bytes).ok());
    record.flatten().map(|record| record.text)
}

/// What a file is, for messages.
impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl fmt::Debug for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Purpose").field(&self.what).finish()
    }
}
