//! Options that have moved, and where they are now.

use clap::error::{ContextKind, ContextValue, ErrorKind};

use shomei_search::registry::REMOVED;

use super::options::option_names;

/// Options of earlier versions, with what takes their place.
const MOVED: &[(&str, &str)] = &[
    (
        "--yozume",
        "`shomei compose check` looks for other solutions",
    ),
    (
        "--yozume-nodes",
        "it is an option of `shomei compose check`",
    ),
    ("--henka", "it is an option of `shomei compose check`"),
    ("--tolerate", "it is an option of `shomei compose check`"),
    (
        "--mudaai",
        "it is an option of `shomei compose check`; --rules tsume-mudaai sets the rules",
    ),
    ("--missing", "it is an option of `shomei compose check`"),
    ("--variations", "it is an option of `shomei compose check`"),
    ("--depth", "it is `shomei compose check --refutation N`"),
    (
        "--resume",
        "--checkpoint FILE continues from FILE if it is a checkpoint",
    ),
    ("--empties", "it is --at empties=N"),
    ("--last", "it is --at last"),
    ("--before-moves", "it is --at start"),
    ("--ply", "it is --at N"),
];

/// Where an unknown option is now, if an earlier version had it.
pub(crate) fn explanation(error: &clap::Error) -> Option<String> {
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    let moved = MOVED.iter().find(|(name, _)| name == option);
    let name = option.strip_prefix("--")?;
    if let Some((_, place)) = moved {
        return Some(format!("{option} has moved: {place}"));
    }
    if let Some((_, instead)) = REMOVED.iter().find(|(removed, _)| *removed == name) {
        return Some(format!("{option} was removed; use {instead}"));
    }
    let is_setting = option_names().contains(name);
    is_setting.then(|| format!("{option} has moved: it is --set {name}=VALUE"))
}
