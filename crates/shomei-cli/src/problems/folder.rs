//! The problems in a folder: records, and lists of positions.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};

use super::games::{games, is_of_games};
use super::{Name, Problem, in_records, record};
use crate::failure::Failure;
use crate::games::Entry;
use crate::input::{Lines, unreadable};
use shomei::AnyGame;
use shomei::files::{Guard, folder_of};

/// The deepest folder in a folder that is looked at.
const DEEPEST: usize = 64;

/// The problems in all files, by name. Files are read when their turn comes; names that
/// begin with a dot and links to folders are passed over.
pub(super) fn problems<'g>(
    folder: &Path,
    entry: &'g Entry,
    game: &'g AnyGame,
) -> Result<impl Iterator<Item = Result<Problem, Failure>> + 'g, Failure> {
    let mut files = Vec::new();
    collect(folder, "", DEEPEST, &mut files)?;
    files.sort_by(|a, b| a.name.cmp(&b.name));
    let read = move |file: Found| in_file(file, entry, game).into_iter().map(Ok);
    Ok(files.into_iter().flat_map(read))
}

/// A file, or a folder that cannot be read.
struct Found {
    /// Relative to the folder, with slashes; what is no text in it is replaced.
    name: String,
    path: PathBuf,
    failure: Option<Failure>,
}

/// Collects the files of a folder and of those in it.
fn collect(
    folder: &Path,
    prefix: &str,
    deeper: usize,
    files: &mut Vec<Found>,
) -> Result<(), Failure> {
    let cannot = |error| unreadable(&folder.display().to_string(), &error);
    for found in fs::read_dir(folder).map_err(cannot)? {
        let found = found.map_err(cannot)?;
        let name = found.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') {
            continue;
        }
        let name = format!("{prefix}{name}");
        let kind = found.file_type().map_err(cannot)?;
        let path = found.path();
        if kind.is_dir() {
            let inside = format!("{name}/");
            let failure = match deeper.checked_sub(1) {
                Some(deeper) => collect(&path, &inside, deeper, files).err(),
                None => Some(Failure::Input(format!("{name}: folders too deep"))),
            };
            // The rest is done all the same.
            files.extend(failure.map(|failure| Found {
                name: inside,
                path,
                failure: Some(failure),
            }));
        } else if !(kind.is_symlink() && path.is_dir()) {
            // A pipe would be waited for.
            let is_other = fs::metadata(&path).is_ok_and(|found| !found.is_file());
            let failure = is_other.then(|| Failure::Input("not an ordinary file".to_string()));
            files.push(Found {
                name,
                path,
                failure,
            });
        }
    }
    Ok(())
}

/// The problems of a file: a record is one, a list has one on each line. What has none is
/// one bad problem.
fn in_file(file: Found, entry: &Entry, game: &AnyGame) -> Vec<Problem> {
    let Found {
        name,
        path,
        failure,
    } = file;
    let bad = |failure| {
        vec![Problem {
            name: Name::File(name.clone()),
            input: None,
            content: Err(failure),
        }]
    };
    if let Some(failure) = failure {
        return bad(failure);
    }
    if is_of_games(&path, entry) {
        return games(&path, &name, entry).map_or_else(bad, Iterator::collect);
    }
    match record(&path, entry) {
        Ok(Some(bytes)) => in_records(&name, Name::File(name.clone()), bytes, entry),
        Ok(None) => match lines(&path, &name, entry, game) {
            Ok(lines) => lines,
            Err(failure) => bad(failure),
        },
        Err(failure) => bad(failure),
    }
}

/// The lines of a list; an error if there is no position in it.
fn lines(path: &Path, name: &str, entry: &Entry, game: &AnyGame) -> Result<Vec<Problem>, Failure> {
    let file = File::open(path);
    let file = file.map_err(|error| unreadable(&path.display().to_string(), &error))?;
    let (mut problems, mut is_list, mut first) = (Vec::new(), false, None);
    for line in Lines::of(BufReader::new(file)) {
        let (number, text) = line?;
        let problem = Problem::of_line(Name::LineOf(name.to_string(), number), text, entry);
        let wrong = match &problem.content {
            // One that is good is enough to know.
            Ok(_) if is_list => None,
            Ok(content) => content.fault(entry, game),
            Err(failure) => Some(failure.to_string()),
        };
        match wrong {
            Some(why) => first = first.or(Some((number, why))),
            None => is_list = true,
        }
        problems.push(problem);
    }
    match first {
        _ if is_list => Ok(problems),
        Some((number, why)) => {
            let what = "neither a record nor a list of positions";
            Err(Failure::Input(format!("{what}; line {number}: {why}")))
        }
        None => Err(Failure::Input("there is no position in it".to_string())),
    }
}

/// The file of a problem in a directory for such files; folders in it are made.
pub(crate) fn place_in(
    guard: &Guard,
    directory: &Path,
    name: &Name,
    ending: &str,
) -> Result<PathBuf, Failure> {
    let path = directory.join(name.file(ending));
    if let Some(parent) = path.parent() {
        guard.make_folder(parent)?;
    }
    Ok(path)
}

/// Refuses a file or a directory in the folder that is read.
pub(crate) fn check_outside(option: &str, path: &Path, folder: &Path) -> Result<(), Failure> {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let directory = match path.is_dir() {
        true => path,
        false => folder_of(path),
    };
    match real(directory).starts_with(real(folder)) {
        false => Ok(()),
        true => {
            let path = path.display();
            let message = format!("{option} must be outside the folder that is read: {path}");
            Err(Failure::Usage(message))
        }
    }
}
