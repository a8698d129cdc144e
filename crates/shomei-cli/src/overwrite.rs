//! What may be written over: nothing that somebody may still need.
//!
//! A file that was asked for may be there already. It is replaced where it is empty
//! or of the same kind about the same position, since that is what whoever repeats a
//! command wants. Everything else needs `--force`, and what the command itself reads
//! is never replaced.

use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use shomei_proof::Reader;

use crate::failure::Failure;
use shomei::AnyGame;

/// What a command reads, and whether it was told to write over other files.
#[derive(Clone, Debug, Default)]
pub(crate) struct Guarded {
    inputs: Vec<PathBuf>,
    force: bool,
}

impl Guarded {
    /// With these arguments, of which those that begin with `@` are files.
    pub(crate) fn new<'a>(
        arguments: impl IntoIterator<Item = &'a str>,
        files: impl IntoIterator<Item = &'a Path>,
        force: bool,
    ) -> Guarded {
        let named = arguments
            .into_iter()
            .filter_map(|text| text.strip_prefix('@'));
        let named = named.map(Path::new).chain(files);
        Guarded {
            inputs: named.map(Path::to_path_buf).collect(),
            force,
        }
    }

    /// Refuses to write `target` if it is there, unless `is_same` says that what it
    /// holds may be replaced; `what` that would be.
    pub(crate) fn check(
        &self,
        target: &Path,
        what: &str,
        is_same: impl FnOnce(&Path) -> bool,
    ) -> Result<(), Failure> {
        let refuse = |why: &str| {
            let target = target.display();
            Err(Failure::Input(format!("cannot write {target}: {why}")))
        };
        let Ok(found) = fs::metadata(target) else {
            return Ok(());
        };
        if self.inputs.iter().any(|input| is_one_file(input, target)) {
            return refuse("it is what this command reads");
        }
        // What is no ordinary file is refused where it is opened.
        if self.force || !found.is_file() || found.len() == 0 || is_same(target) {
            return Ok(());
        }
        refuse(&format!(
            "it is there, and not {what}; --force writes over it"
        ))
    }
}

/// Whether two names are of one file, by links, too.
fn is_one_file(one: &Path, other: &Path) -> bool {
    let (Ok(one), Ok(other)) = (fs::canonicalize(one), fs::canonicalize(other)) else {
        return false;
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let place = |path: &Path| fs::metadata(path).map(|found| (found.dev(), found.ino()));
        if let (Ok(one), Ok(other)) = (place(&one), place(&other)) {
            return one == other;
        }
    }
    one == other
}

/// Whether a file is a certificate about this position; under these rules, where that
/// matters.
pub(crate) fn is_certificate(path: &Path, game: &str, rules: Option<&str>, root: &str) -> bool {
    let Ok(file) = File::open(path) else {
        return false;
    };
    Reader::open(BufReader::new(file)).is_ok_and(|reader| {
        let header = reader.header();
        header.game == game
            && header.root == root
            && rules.is_none_or(|rules| header.rules == rules)
    })
}

/// The longest record that is looked at.
const LONGEST: u64 = 1 << 20;

/// Whether a file is a record that begins with this position.
pub(crate) fn is_record(path: &Path, game: &AnyGame, root: &str) -> bool {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(LONGEST).read_to_end(&mut bytes));
    read.is_ok()
        && game
            .read_record(&bytes)
            .is_ok_and(|record| record.root.text() == root)
}
