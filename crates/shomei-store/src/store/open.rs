//! How a store is opened and made.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use redb::{Builder, Database, ReadableDatabase, TableError, backends::FileBackend};
use shomei::files::{Guard, Purpose, WriteError};

use super::{ABOUT, Store};
use crate::about::ROWS;
use crate::{About, FORMAT, StoreError};

/// What every database of redb begins with.
pub(super) const MAGIC: &[u8] = b"redb\x1a\x0a\xa9\x0d\x0a";

/// What the database may keep of its file in memory, in bytes.
const CACHE: usize = 32 << 20;

/// How the database is opened: a plain look at it could panic where it is damaged.
fn builder() -> Builder {
    let mut builder = Builder::new();
    builder
        .set_cache_size(CACHE)
        .set_check_integrity_on_open(true);
    builder
}

/// See [`Store::open`].
pub(super) fn open(path: &Path, expected: Option<&About>) -> Result<Store, StoreError> {
    look_at(path)?;
    let database = builder().open(path);
    let database = database.map_err(|error| StoreError::of(path, error))?;
    let about = about(path, &database)?;
    let differs = expected.and_then(|expected| about.difference(expected));
    if let Some((what, theirs, expected)) = differs {
        return Err(StoreError::OtherGame {
            path: path.to_path_buf(),
            what,
            theirs,
            expected,
        });
    }
    let store = Store {
        path: path.to_path_buf(),
        about,
        database,
    };
    // Names of tables are right.
    store.aims()?;
    Ok(store)
}

/// See [`Store::open_or_create`].
pub(super) fn open_or_create(path: &Path, about: &About) -> Result<Store, StoreError> {
    // Nothing is written to what a link leads to.
    if path.is_symlink() {
        let path = path.to_path_buf();
        let why = "it is a symbolic link";
        return Err(StoreError::Foreign { path, why });
    }
    let is_empty = path
        .metadata()
        .is_ok_and(|found| found.is_file() && found.len() == 0);
    if !is_empty {
        match open(path, Some(about)) {
            Err(StoreError::Missing(_)) => {}
            opened => return opened,
        }
    }
    create(path, about)?;
    open(path, Some(about))
}

/// Refuses what is no database before anything is written to it.
fn look_at(path: &Path) -> Result<(), StoreError> {
    let failed = |error: io::Error| StoreError::of(path, error);
    let foreign = |why| {
        let path = path.to_path_buf();
        Err(StoreError::Foreign { path, why })
    };
    let found = path.metadata().map_err(failed)?;
    if found.is_dir() {
        return foreign("it is a directory");
    }
    if !found.is_file() {
        return foreign("it is not an ordinary file");
    }
    if found.len() == 0 {
        return foreign("it is empty");
    }
    let mut begins = Vec::new();
    let file = File::open(path).map_err(failed)?;
    let mut file = file.take(MAGIC.len() as u64);
    file.read_to_end(&mut begins).map_err(failed)?;
    if begins != MAGIC {
        return foreign("it begins like none");
    }
    Ok(())
}

/// Whose store it is.
fn about(path: &Path, database: &Database) -> Result<About, StoreError> {
    let failed = |error: redb::Error| StoreError::of(path, error);
    let read = database.begin_read().map_err(|e| failed(e.into()))?;
    let table = match read.open_table(ABOUT) {
        Ok(table) => table,
        Err(TableError::Storage(error)) => return Err(failed(error.into())),
        Err(_) => {
            let path = path.to_path_buf();
            let why = "it is a database of something else";
            return Err(StoreError::Foreign { path, why });
        }
    };
    let mut texts = Vec::new();
    for name in ROWS {
        let text = table.get(name).map_err(|error| failed(error.into()))?;
        texts.push((name, text.map(|text| text.value().to_string())));
    }
    let row = |name: &str| {
        let of_name = texts.iter().find(|(row, _)| *row == name);
        of_name.and_then(|(_, text)| text.clone())
    };
    if let Some(version) = row("format")
        && version != FORMAT.to_string()
    {
        let path = path.to_path_buf();
        return Err(StoreError::Version { path, version });
    }
    About::of_rows(row).map_err(|name| StoreError::Damaged {
        path: path.to_path_buf(),
        place: format!("table \"about\": row \"{name}\" is missing or wrong"),
    })
}

/// Makes an empty store, which has its name when it is complete; unless another program has
/// made one meanwhile.
fn create(path: &Path, about: &About) -> Result<(), StoreError> {
    let failed = |error: redb::Error| StoreError::of(path, error);
    let none = Purpose::new("a store", |_| false);
    let file = Guard::default().begin(path, &none)?;
    let copy = file.as_file().try_clone();
    let copy = copy.map_err(|error| failed(error.into()))?;
    let database =
        FileBackend::new(copy).and_then(|backend| builder().create_with_backend(backend));
    let database = database.map_err(|error| failed(error.into()))?;
    let write = database.begin_write().map_err(|e| failed(e.into()))?;
    {
        let table = write.open_table(ABOUT);
        let mut table = table.map_err(|error| failed(error.into()))?;
        for (name, text) in ROWS.into_iter().zip(about.rows()) {
            let inserted = table.insert(name, text.as_str()).map(drop);
            inserted.map_err(|error| failed(error.into()))?;
        }
    }
    write.commit().map_err(|error| failed(error.into()))?;
    database.close().map_err(|error| failed(error.into()))?;
    match file.keep() {
        // Opening it says whose it is.
        Ok(()) | Err(WriteError::Refused { .. }) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
