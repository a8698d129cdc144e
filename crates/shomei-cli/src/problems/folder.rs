//! Reads the problems in a folder: records and lists of positions.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};

use super::games_file::{is_games_file, problems_of_games};
use super::{Name, Problem, bytes_if_record, problems_in_bytes};
use crate::failure::Failure;
use crate::input::{Lines, unreadable};
use shomei::files::{Guard, folder_of};
use shomei::{AnyGame, Kind, Kinds};
use shomei_game::{ErrorText, error_text};

/// The number of levels of subfolders that are read.
const DEEPEST: usize = 64;

/// The problems in all files of a folder and its subfolders, sorted by file name. A file is read
/// when the iterator reaches it. Names that begin with a dot and links to folders are skipped.
pub(super) fn problems<'g>(
    folder: &Path,
    games: &'g Kinds,
    game: &'g AnyGame,
) -> Result<impl Iterator<Item = Result<Problem, Failure>> + 'g, Failure> {
    let kind = games.find(&game.name())?;
    let mut files = Vec::new();
    collect(folder, "", DEEPEST, &mut files)?;
    files.sort_by(|a, b| a.name.cmp(&b.name));
    let read = move |file: FolderEntry| {
        problems_in_file(file, games, kind, game)
            .into_iter()
            .map(Ok)
    };
    Ok(files.into_iter().flat_map(read))
}

/// A file, or a folder that cannot be read.
struct FolderEntry {
    /// Relative to the folder, with slashes. Invalid UTF-8 is replaced.
    name: String,
    path: PathBuf,
    failure: Option<Failure>,
}

/// Collects the files of a folder and its subfolders.
fn collect(
    folder: &Path,
    prefix: &str,
    deeper: usize,
    files: &mut Vec<FolderEntry>,
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
                None => {
                    let text = error_text!("folders-too-deep", "folders too deep");
                    Some(Failure::input(text).context(&name))
                }
            };
            // An unreadable subfolder does not stop the others.
            files.extend(failure.map(|failure| FolderEntry {
                name: inside,
                path,
                failure: Some(failure),
            }));
        } else if !(kind.is_symlink() && path.is_dir()) {
            // Reading a pipe could block forever.
            let is_other = fs::metadata(&path).is_ok_and(|found| !found.is_file());
            let failure = is_other.then(|| {
                Failure::input(error_text!(
                    "no-ordinary-file",
                    "it is not an ordinary file"
                ))
            });
            files.push(FolderEntry {
                name,
                path,
                failure,
            });
        }
    }
    Ok(())
}

/// The problems of a file: one for a record, one per line for a list. A file with neither is one
/// problem with an error.
fn problems_in_file(file: FolderEntry, games: &Kinds, kind: &Kind, game: &AnyGame) -> Vec<Problem> {
    let FolderEntry {
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
    if is_games_file(&path, kind) {
        return problems_of_games(&path, &name).map_or_else(bad, Iterator::collect);
    }
    match bytes_if_record(&path, kind) {
        Ok(Some(bytes)) => problems_in_bytes(&name, Name::File(name.clone()), bytes, kind),
        Ok(None) => match problems_in_list(&path, &name, games, game) {
            Ok(problems) => problems,
            Err(failure) => bad(failure),
        },
        Err(failure) => bad(failure),
    }
}

/// The problems of a list; an error if no line contains a position.
fn problems_in_list(
    path: &Path,
    name: &str,
    games: &Kinds,
    game: &AnyGame,
) -> Result<Vec<Problem>, Failure> {
    let file = File::open(path);
    let file = file.map_err(|error| unreadable(&path.display().to_string(), &error))?;
    let (mut problems, mut is_list, mut first) = (Vec::new(), false, None);
    for line in Lines::of(BufReader::new(file)) {
        let (number, text) = line?;
        let problem = Problem::of_line(Name::LineOfFile(name.to_string(), number), text, games);
        let wrong = match &problem.content {
            // One valid line makes the file a list.
            Ok(_) if is_list => None,
            Ok(content) => content.fault(games, game).map(Some),
            // The problem contains its failure.
            Err(_) => Some(None),
        };
        match wrong {
            Some(fault) => first = first.or(Some((problems.len(), number, fault))),
            None => is_list = true,
        }
        problems.push(problem);
    }
    match first {
        _ if is_list => Ok(problems),
        Some((at, number, fault)) => {
            let of_line = || problems.swap_remove(at).content.err();
            let failure = fault.map(Failure::from).or_else(of_line);
            let about = error_text!(
                "neither-record-nor-list",
                "neither a record nor a list of positions; line {line}",
                line = number
            );
            let failure = failure.unwrap_or_else(|| Failure::input(empty_list()));
            Err(failure.into_input().context(about))
        }
        None => Err(Failure::input(empty_list())),
    }
}

/// The error for a list without positions.
pub(crate) fn empty_list() -> ErrorText {
    error_text!("no-position-in-list", "there is no position in it")
}

/// The path of an output file for a problem. Creates the folders on this path.
pub(crate) fn path_in(
    guard: &Guard,
    directory: &Path,
    name: &Name,
    ending: &str,
) -> Result<PathBuf, Failure> {
    let path = directory.join(name.output_name(ending));
    if let Some(parent) = path.parent() {
        guard.make_folder(parent)?;
    }
    Ok(path)
}

/// Returns an error if an output path is inside the input folder.
pub(crate) fn check_outside(option: &str, path: &Path, folder: &Path) -> Result<(), Failure> {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let directory = match path.is_dir() {
        true => path,
        false => folder_of(path),
    };
    match real(directory).starts_with(real(folder)) {
        false => Ok(()),
        true => Err(Failure::usage(error_text!(
            "output-in-input-folder",
            "{option} must be outside the folder that is read: {path}",
            option = option,
            path = path.display()
        ))),
    }
}
