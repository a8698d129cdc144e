//! Reads the problems that an argument names: a position, a record of play, a list of positions, or
//! a folder of such files.
//!
//! [`of`] returns one [`Problem`] or a [`Batch`] of them. A problem has a [`Name`], which is its
//! place in the input, and a [`Content`], which is not parsed yet. [`Content::position`] parses it
//! and returns the position that a [`Moment`] selects, such as the position after move 5.

mod folder;
mod games_file;
mod line;
mod moment;
mod name;

use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use shomei_game::corpus::Case;
use shomei_game::sgf::{self, Part};
use shomei_game::{ErrorText, NotationError, error_text};

use crate::failure::Failure;
use crate::input::{Lines, input_text, standard_input, unreadable};
use crate::interrupt::Interrupt;
use crate::output::warn_error;
use crate::show_text;
use shomei::files::form_of;
use shomei::{Annotations, AnyGame, Error, Kind, Kinds};

pub(crate) use folder::{check_outside, empty_list, path_in};
use moment::moves_at;
pub(crate) use moment::{Moment, ProblemRecord, RecordCache, without_left};
pub(crate) use name::Name;

use games_file::{LARGEST, is_games_file, problems_of_games};

/// The size limit of a record, in bytes.
const LONGEST: u64 = 1 << 20;

/// The problems that an argument names.
pub(crate) enum Problems<'g> {
    /// One problem.
    One(Problem),
    /// A sequence of problems.
    Many(Batch<'g>),
}

/// A sequence of problems. Files are read when the iterator reaches them.
pub(crate) struct Batch<'g> {
    /// The argument, for messages.
    pub(crate) place: String,
    /// The folder that contains the problems, if the argument names a folder.
    pub(crate) folder: Option<PathBuf>,
    /// An outer error ends the sequence.
    pub(crate) problems: Box<dyn Iterator<Item = Result<Problem, Failure>> + Send + 'g>,
}

impl Batch<'_> {
    /// Refuses outputs, given with their options, inside the folder that is read.
    pub(crate) fn check_outside(
        &self,
        outputs: &[(&str, &Option<PathBuf>)],
    ) -> Result<(), Failure> {
        let Some(folder) = &self.folder else {
            return Ok(());
        };
        let mut given = outputs
            .iter()
            .filter_map(|(option, path)| Some((option, path.as_ref()?)));
        given.try_for_each(|(option, path)| check_outside(option, path, folder))
    }
}

/// A problem and its name.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) name: Name,
    /// The text of the argument or line; `None` for a record.
    pub(crate) input: Option<String>,
    /// The content, or the reason why it cannot be read.
    pub(crate) content: Result<Content, Failure>,
}

/// The content of a problem before it is parsed.
#[derive(Debug)]
pub(crate) enum Content {
    /// The text of a position.
    Text(String),
    /// A position with facts about it, in the form of the corpora.
    Case(Box<Case>),
    /// The bytes of a record.
    Record(Vec<u8>, RecordCache),
    /// One game of a file that contains several.
    Game(Part, RecordCache),
    /// The moves of a game from the start.
    Moves(Vec<String>),
}

/// The problems of an argument: a position, `-`, `@FILE`, `@FOLDER` or `@-`. An interrupt ends the
/// lines of standard input.
pub(crate) fn of<'g>(
    argument: &str,
    games: &'g Kinds,
    game: &'g AnyGame,
    interrupt: &Interrupt,
) -> Result<Problems<'g>, Failure> {
    let kind = games.find(&game.name())?;
    let one = |name, content| {
        let input = match &content {
            Content::Text(text) => Some(text.trim().to_string()),
            _ => None,
        };
        Problems::One(Problem {
            name,
            input,
            content: Ok(content),
        })
    };
    match argument.strip_prefix('@') {
        None if argument == "-" => {
            let bytes = standard_input()?;
            // The output of `shomei show` contains a diagram that looks like a record in Japanese.
            let text = str::from_utf8(&bytes);
            let shown = text
                .ok()
                .and_then(|text| show_text::parse(text, kind, game));
            let content = match shown {
                Some(text) => Content::Text(text),
                None if kind.looks_like_record(&bytes) => {
                    return Ok(record_problems(argument, Name::Argument, bytes, kind));
                }
                None => Content::Text(input_text(bytes)?),
            };
            Ok(one(Name::Argument, content))
        }
        None => Ok(one(Name::Argument, Content::Text(argument.to_string()))),
        Some("-") => Ok(list_problems(
            argument,
            Lines::interruptible(interrupt.flag(), BufReader::new(std::io::stdin()))?,
            games,
        )),
        Some(path) if Path::new(path).is_dir() => Ok(Problems::Many(Batch {
            place: argument.to_string(),
            folder: Some(PathBuf::from(path)),
            problems: Box::new(folder::problems(Path::new(path), games, game)?),
        })),
        Some(path) if is_games_file(Path::new(path), kind) => Ok(Problems::Many(Batch {
            place: argument.to_string(),
            folder: None,
            problems: Box::new(problems_of_games(Path::new(path), &file_name(path))?.map(Ok)),
        })),
        Some(path) => match bytes_if_record(Path::new(path), kind)? {
            Some(bytes) => Ok(record_problems(
                argument,
                Name::File(path.to_string()),
                bytes,
                kind,
            )),
            None => match File::open(path) {
                Ok(file) => Ok(list_problems(
                    argument,
                    Lines::of(BufReader::new(file)),
                    games,
                )),
                Err(error) => Err(unreadable(path, &error)),
            },
        },
    }
}

/// The problems of a file of records, which contains one record or several games.
fn record_problems<'g>(argument: &str, name: Name, bytes: Vec<u8>, kind: &Kind) -> Problems<'g> {
    let name_of_file = match &name {
        Name::File(path) => file_name(path),
        _ => argument.to_string(),
    };
    let games = problems_in_bytes(&name_of_file, name, bytes, kind);
    match <[Problem; 1]>::try_from(games) {
        Ok([problem]) => Problems::One(problem),
        Err(games) => Problems::Many(Batch {
            place: argument.to_string(),
            folder: None,
            problems: Box::new(games.into_iter().map(Ok)),
        }),
    }
}

/// The problems of the bytes of a record, or of a file of several games. Games are named by the
/// file and a number.
fn problems_in_bytes(name_of_file: &str, name: Name, bytes: Vec<u8>, kind: &Kind) -> Vec<Problem> {
    let problem = |name, content| Problem {
        name,
        input: None,
        content: Ok(content),
    };
    let parts = kind.records_of(&bytes);
    if parts.is_empty() {
        return vec![problem(name, Content::Record(bytes, RecordCache::new()))];
    }
    let games = (1..).zip(parts);
    let games = games.map(|(number, part)| {
        let name = Name::LineOfFile(name_of_file.to_string(), number);
        problem(name, Content::Game(part, RecordCache::new()))
    });
    games.collect()
}

/// The problems of a list, one per line.
fn list_problems<'g>(argument: &str, lines: Lines, games: &'g Kinds) -> Problems<'g> {
    let problem = move |line: Result<(usize, Result<String, Failure>), Failure>| {
        let (number, text) = line?;
        Ok(Problem::of_line(Name::Line(number), text, games))
    };
    Problems::Many(Batch {
        place: argument.to_string(),
        folder: None,
        problems: Box::new(lines.map(problem)),
    })
}

/// The bytes of a record or of several games. The name of the file does not matter.
pub(crate) fn record_bytes(path: &Path, kind: &Kind) -> Result<Vec<u8>, Failure> {
    let name = || path.display().to_string();
    let cannot = |error| unreadable(&name(), &error);
    let mut bytes = Vec::new();
    let mut file = File::open(path).map_err(cannot)?;
    let mut read = |most: u64, bytes: &mut Vec<u8>| {
        let read = file.by_ref().take(most).read_to_end(bytes);
        read.map_err(|error| unreadable(&name(), &error))
    };
    read(LONGEST + 1, &mut bytes)?;
    let mut longest = LONGEST;
    if bytes.len() as u64 > LONGEST && !kind.records_of(&bytes).is_empty() {
        longest = LARGEST;
        read(LARGEST - LONGEST, &mut bytes)?;
    }
    match bytes.len() as u64 > longest {
        true => Err(Failure::input(too_large(longest)).context(name())),
        false => Ok(bytes),
    }
}

/// The error for a record or a file of games with more than `most` bytes.
fn too_large(most: u64) -> ErrorText {
    let mib = most >> 20;
    match most {
        LARGEST => error_text!(
            "games-too-large",
            "a file of games of more than {mib} MiB",
            mib = mib
        ),
        _ => error_text!(
            "record-too-large",
            "a record of more than {mib} MiB",
            mib = mib
        ),
    }
}

/// The bytes of a file, if its extension or its first lines are those of a record.
fn bytes_if_record(path: &Path, kind: &Kind) -> Result<Option<Vec<u8>>, Failure> {
    let is_named = kind.record_forms.contains(&form_of(path).as_str());
    let name = || path.display().to_string();
    // A pipe can be read only once, so its first lines cannot be examined.
    let found = fs::metadata(path).map_err(|error| unreadable(&name(), &error))?;
    let may_be_record = found.is_file() && found.len() <= LONGEST && !kind.record_forms.is_empty();
    if !is_named && !may_be_record {
        return Ok(None);
    }
    let bytes = record_bytes(path, kind)?;
    Ok((is_named || kind.looks_like_record(&bytes)).then_some(bytes))
}

/// The name of a file without its folders. Output files are named after it in another folder.
fn file_name(path: &str) -> String {
    let name = Path::new(path).file_name();
    name.map_or_else(
        || path.to_string(),
        |name| name.to_string_lossy().into_owned(),
    )
}

/// The error for a text that is not a position, with advice if a file of this name exists.
pub(crate) fn no_position(name: &Name, content: &Content, error: &NotationError) -> Failure {
    let error = Error::from(error.clone()).context(name.place());
    let is_file = |text: &str| !text.is_empty() && Path::new(text).exists();
    let error = match content {
        Content::Text(text) if *name == Name::Argument && is_file(text) => {
            error.with_advice(error_text!(
                "position-is-a-file",
                "; there is a file of this name: did you mean @{text}?",
                text = text
            ))
        }
        _ => error,
    };
    error.into()
}

impl Content {
    /// The text with its moves; empty for a record.
    fn full_text(&self) -> &str {
        match self {
            Content::Record(..) | Content::Game(..) | Content::Moves(_) => "",
            Content::Text(text) => text,
            Content::Case(case) => &case.position,
        }
    }

    /// The headers and comments of a record; empty if the content is not a record.
    pub(crate) fn headers_and_comments(&self, game: &AnyGame) -> Annotations {
        let record = self.record(game).transpose();
        let record = record.ok().flatten();
        record
            .map(|record| record.annotations())
            .unwrap_or_default()
    }

    /// Prints the warnings of the parser of records.
    pub(crate) fn warn(&self, game: &AnyGame, name: &Name) {
        if let Some(Ok(record)) = self.record(game) {
            for warning in &record.text.warnings {
                warn_error(&Error::from(warning.clone()).context(name.place()));
            }
        }
    }

    /// The text of the selected position, if the content contains it as text.
    pub(crate) fn text(&self, moment: Moment) -> Option<&str> {
        let full_text = self.full_text();
        match (self, moment) {
            (Content::Record(..) | Content::Game(..) | Content::Moves(_), _)
            | (_, Moment::After { .. } | Moment::Remaining(_)) => None,
            (_, Moment::First) if sgf::begins(full_text) => None,
            (_, Moment::First) => Some(&full_text[..moves_at(full_text)]),
            (_, Moment::Default | Moment::Last) => Some(full_text),
        }
    }

    /// The facts that the line states about its position.
    pub(crate) fn case(&self) -> Option<&Case> {
        match self {
            Content::Case(case) => Some(case),
            Content::Text(_) | Content::Record(..) | Content::Game(..) | Content::Moves(_) => None,
        }
    }

    /// Whether the text contains moves after the position.
    pub(crate) fn has_moves(&self) -> bool {
        let full_text = self.full_text();
        sgf::begins(full_text)
            || full_text[moves_at(full_text)..]
                .split_whitespace()
                .nth(1)
                .is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_found_after_a_position() {
        let before = |text: &str| {
            let content = Content::Text(text.to_string());
            let first = content.text(Moment::First);
            (first.map(str::to_string), content.has_moves())
        };
        let text = |text: &str| Some(text.to_string());
        assert_eq!(before("start moves a b"), (text("start "), true));
        assert_eq!(before("start  Moves"), (text("start  "), false));
        assert_eq!(before("startmoves a"), (text("startmoves a"), false));
        assert_eq!(before("moves"), (text("moves"), false));
        assert_eq!(before(""), (text(""), false));
    }
}
