//! Opening and creating stores.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use redb::{Builder, Database, ReadableDatabase, TableError, backends::FileBackend};
use shomei::files::{Guard, Purpose, WriteError};
use shomei_game::{ErrorText, error_text};

use super::super::about::ROWS;
use super::{ABOUT, Store};
use crate::error::{Problem, begins_otherwise};
use crate::{About, FORMAT, StoreError};

/// The first bytes of every redb database.
pub(super) const MAGIC: &[u8] = b"redb\x1a\x0a\xa9\x0d\x0a";

/// The kind of the file in messages.
const WHAT: &str = "a store";

/// The size of the database's cache in bytes.
const CACHE: usize = 32 << 20;

/// The settings for opening the database: without a full check a damaged file could cause a panic.
fn builder() -> Builder {
    let mut builder = Builder::new();
    builder
        .set_cache_size(CACHE)
        .set_check_integrity_on_open(true);
    builder
}

fn foreign(why: ErrorText) -> Problem {
    Problem::Foreign { what: WHAT, why }
}

/// See [`Store::open`].
pub(super) fn open(path: &Path, expected: Option<&About>) -> Result<Store, StoreError> {
    let open = || -> Result<Store, Problem> {
        look_at(path)?;
        let database = builder().open(path)?;
        let about = about(&database)?;
        let expected = expected.map(About::identity);
        match expected.and_then(|expected| about.identity().difference(&expected)) {
            Some(difference) => Err(Problem::Other {
                what: WHAT,
                of: "game",
                difference: Box::new(difference),
            }),
            None => Ok(Store {
                path: path.to_path_buf(),
                about,
                database,
            }),
        }
    };
    let store = open().map_err(|problem| problem.at(path))?;
    // Checks the names of the tables.
    store.aims()?;
    Ok(store)
}

/// See [`Store::open_or_create`].
pub(super) fn open_or_create(path: &Path, about: &About) -> Result<Store, StoreError> {
    // Does not write to the target of a link.
    if path.is_symlink() {
        return Err(foreign(error_text!("is-a-link", "it is a symbolic link")).at(path));
    }
    let is_empty = path
        .metadata()
        .is_ok_and(|found| found.is_file() && found.len() == 0);
    if !is_empty {
        match open(path, Some(about)) {
            Err(StoreError::File {
                problem: Problem::Missing,
                ..
            }) => {}
            opened => return opened,
        }
    }
    create(path, about)?;
    open(path, Some(about))
}

/// Rejects a file that is not a database before the database library could write to it.
fn look_at(path: &Path) -> Result<(), Problem> {
    let found = path.metadata()?;
    if found.is_dir() {
        return Err(foreign(error_text!("is-a-directory", "it is a directory")));
    }
    if !found.is_file() {
        return Err(foreign(error_text!(
            "no-ordinary-file",
            "it is not an ordinary file"
        )));
    }
    if found.len() == 0 {
        return Err(foreign(error_text!("file-empty", "it is empty")));
    }
    let mut begins = Vec::new();
    let mut file = File::open(path)?.take(MAGIC.len() as u64);
    file.read_to_end(&mut begins)?;
    match begins == MAGIC {
        true => Ok(()),
        false => Err(foreign(begins_otherwise())),
    }
}

/// Reads the owner of the store.
fn about(database: &Database) -> Result<About, Problem> {
    let read = database.begin_read()?;
    let table = match read.open_table(ABOUT) {
        Ok(table) => table,
        Err(TableError::Storage(error)) => return Err(error.into()),
        Err(_) => {
            return Err(foreign(error_text!(
                "other-database",
                "it is another kind of database"
            )));
        }
    };
    let mut texts = Vec::new();
    for name in ROWS {
        let text = table.get(name)?;
        texts.push((name, text.map(|text| text.value().to_string())));
    }
    let row = |name: &str| {
        let of_name = texts.iter().find(|(row, _)| *row == name);
        of_name.and_then(|(_, text)| text.clone())
    };
    if let Some(version) = row("format")
        && version != FORMAT.to_string()
    {
        return Err(Problem::Version {
            what: WHAT,
            version,
            reads: FORMAT,
        });
    }
    About::of_rows(row).map_err(|name| {
        Problem::Damaged(error_text!(
            "store-row-wrong",
            "table \"about\": row \"{name}\" is missing or wrong",
            name = name
        ))
    })
}

/// Creates an empty store under a temporary name and renames it when it is complete, unless another
/// program has created the file meanwhile.
fn create(path: &Path, about: &About) -> Result<(), StoreError> {
    let none = Purpose::new(WHAT, |_| false);
    let file = Guard::default().begin(path, &none)?;
    let make = || -> Result<(), Problem> {
        let backend = FileBackend::new(file.as_file().try_clone()?)?;
        let database = builder().create_with_backend(backend)?;
        let write = database.begin_write()?;
        {
            let mut table = write.open_table(ABOUT)?;
            for (name, text) in ROWS.into_iter().zip(about.rows()) {
                table.insert(name, text.as_str())?;
            }
        }
        write.commit()?;
        Ok(database.close()?)
    };
    make().map_err(|problem| problem.at(path))?;
    match file.keep() {
        // The caller opens the file and checks its owner.
        Ok(()) | Err(WriteError::Refused { .. }) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
