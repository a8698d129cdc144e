//! Finds the file of an experiment by its name.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use crate::LabError;
use shomei::nearest::hint;

/// The folder of the experiments.
pub(super) const FOLDER: &str = "experiments";

/// The file of an experiment: `name` itself if it looks like a path, else `experiments/NAME.toml`
/// in `from` or in the nearest folder above it.
pub(crate) fn find(name: &str, from: &Path) -> Result<PathBuf, LabError> {
    if name.contains(std::path::is_separator) || name.ends_with(".toml") {
        return Ok(PathBuf::from(name));
    }
    let places = from.ancestors().map(|place| place.join(FOLDER));
    let folders: Vec<PathBuf> = places.filter(|folder| folder.is_dir()).collect();
    let file = format!("{name}.toml");
    if let Some(folder) = folders.iter().find(|folder| folder.join(&file).is_file()) {
        return Ok(folder.join(file));
    }
    Err(LabError::Input(not_found(name, from, &folders)))
}

/// The files of all experiments of the nearest folder `experiments`, by name.
pub(crate) fn all(from: &Path) -> Result<Vec<PathBuf>, LabError> {
    let mut places = from.ancestors().map(|place| place.join(FOLDER));
    let folder = places.find(|folder| folder.is_dir()).ok_or_else(|| {
        let from = from.display();
        LabError::Input(format!(
            "neither {from} nor a folder above it has a folder {FOLDER}"
        ))
    })?;
    let files = names(&folder).into_iter();
    Ok(files
        .map(|name| folder.join(format!("{name}.toml")))
        .collect())
}

fn not_found(name: &str, from: &Path, folders: &[PathBuf]) -> String {
    let what = format!("there is no experiment named \"{name}\"");
    let places = folders.iter().map(|folder| folder.display().to_string());
    let places: Vec<String> = places.collect();
    if places.is_empty() {
        let from = from.display();
        return format!("{what}: neither {from} nor a folder above it has a folder {FOLDER}");
    }
    let names: Vec<String> = folders.iter().flat_map(|folder| names(folder)).collect();
    let hint = hint(name, names.iter().map(String::as_str));
    format!("{what} in {}{hint}", places.join(" or "))
}

/// The experiments of a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension() == Some(OsStr::new("toml")))
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_string()))
        .collect();
    names.sort();
    names
}
