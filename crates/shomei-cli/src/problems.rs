//! The problems that an argument stands for: a position, a record of play, a list of
//! positions, or a folder of such files.

mod folder;
mod games;
mod line;
mod moment;

use std::fmt;
use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use shomei_game::NotationError;
use shomei_game::corpus::Case;
use shomei_game::escape::one_line;
use shomei_game::sgf::{self, Part};

use crate::failure::Failure;
use crate::games::Entry;
use crate::input::{Lines, input_text, standard_input, unreadable};
use crate::interrupt::Interrupt;
use crate::output::warn;
use crate::shown;
use shomei::files::form_of;
use shomei::{AnyGame, Said};

pub(crate) use folder::{check_outside, place_in};
use moment::moves_at;
pub(crate) use moment::{Memo, Moment, ProblemRecord};

use games::{LARGEST, games, is_of_games};

/// The longest record that is read.
const LONGEST: u64 = 1 << 20;

/// What an argument stands for.
pub(crate) enum Problems<'g> {
    /// One problem.
    One(Problem),
    /// Several, one after another.
    Many(Many<'g>),
}

/// Problems one after another, read when their turn comes.
pub(crate) struct Many<'g> {
    /// What the argument calls them, for complaints.
    pub(crate) place: String,
    /// The folder that they come from, if they do.
    pub(crate) folder: Option<PathBuf>,
    /// An outer error ends all.
    pub(crate) problems: Box<dyn Iterator<Item = Result<Problem, Failure>> + 'g>,
}

/// A problem and its name.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) name: Name,
    /// Its text as it was given; a record has none.
    pub(crate) input: Option<String>,
    /// What it is, or why it cannot be read.
    pub(crate) content: Result<Content, Failure>,
}

/// What a problem is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Name {
    /// It is the position of the command line.
    Argument,
    /// A line of the list.
    Line(usize),
    /// A file of its own, relative to the folder.
    File(String),
    /// A line of a file in a folder.
    LineOf(String, usize),
}

/// A problem as it is given.
#[derive(Debug)]
pub(crate) enum Content {
    /// The text of a position.
    Text(String),
    /// A position with what is known about it.
    Case(Box<Case>),
    /// The bytes of a record.
    Record(Vec<u8>, Memo),
    /// A game of a file that holds several.
    Game(Part, Memo),
    /// The moves of a game from the start.
    Moves(Vec<String>),
}

/// Looks behind `-`, `@FILE`, `@FOLDER` and `@-`. Lines of standard input end when `interrupt` says
/// so.
pub(crate) fn of<'g>(
    argument: &str,
    entry: &'g Entry,
    game: &'g AnyGame,
    interrupt: &Interrupt,
) -> Result<Problems<'g>, Failure> {
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
            // What is shown of a position has the diagram of a record in some languages.
            let text = str::from_utf8(&bytes);
            let shown = text.ok().and_then(|text| shown::read(text, entry, game));
            let content = match shown {
                Some(text) => Content::Text(text),
                None if entry.kind.looks_like_record(&bytes) => {
                    return Ok(records(argument, Name::Argument, bytes, entry));
                }
                None => Content::Text(input_text(bytes)?),
            };
            Ok(one(Name::Argument, content))
        }
        None => Ok(one(Name::Argument, Content::Text(argument.to_string()))),
        Some("-") => Ok(list(
            argument,
            Lines::until(interrupt.flag(), BufReader::new(std::io::stdin()))?,
            entry,
        )),
        Some(path) if Path::new(path).is_dir() => Ok(Problems::Many(Many {
            place: argument.to_string(),
            folder: Some(PathBuf::from(path)),
            problems: Box::new(folder::problems(Path::new(path), entry, game)?),
        })),
        Some(path) if is_of_games(Path::new(path), entry) => Ok(Problems::Many(Many {
            place: argument.to_string(),
            folder: None,
            problems: Box::new(games(Path::new(path), &last_of(path), entry)?.map(Ok)),
        })),
        Some(path) => match record(Path::new(path), entry)? {
            Some(bytes) => Ok(records(
                argument,
                Name::File(path.to_string()),
                bytes,
                entry,
            )),
            None => match File::open(path) {
                Ok(file) => Ok(list(argument, Lines::of(BufReader::new(file)), entry)),
                Err(error) => Err(unreadable(path, &error)),
            },
        },
    }
}

/// The records of a file with this name: one, or several games.
fn records<'g>(argument: &str, name: Name, bytes: Vec<u8>, entry: &Entry) -> Problems<'g> {
    let of_file = match &name {
        Name::File(path) => last_of(path),
        _ => argument.to_string(),
    };
    let games = in_records(&of_file, name, bytes, entry);
    match <[Problem; 1]>::try_from(games) {
        Ok([problem]) => Problems::One(problem),
        Err(games) => Problems::Many(Many {
            place: argument.to_string(),
            folder: None,
            problems: Box::new(games.into_iter().map(Ok)),
        }),
    }
}

/// The problems of the bytes of a record, or of a file of several games, which have numbers behind
/// the name of the file.
fn in_records(of_file: &str, name: Name, bytes: Vec<u8>, entry: &Entry) -> Vec<Problem> {
    let problem = |name, content| Problem {
        name,
        input: None,
        content: Ok(content),
    };
    let parts = entry.kind.records_of(&bytes);
    if parts.is_empty() {
        return vec![problem(name, Content::Record(bytes, Memo::new()))];
    }
    let games = (1..).zip(parts);
    let games = games.map(|(number, part)| {
        let name = Name::LineOf(of_file.to_string(), number);
        problem(name, Content::Game(part, Memo::new()))
    });
    games.collect()
}

/// The lines of a list.
fn list<'g>(argument: &str, lines: Lines, entry: &'g Entry) -> Problems<'g> {
    let problem = move |line: Result<(usize, Result<String, Failure>), Failure>| {
        let (number, text) = line?;
        Ok(Problem::of_line(Name::Line(number), text, entry))
    };
    Problems::Many(Many {
        place: argument.to_string(),
        folder: None,
        problems: Box::new(lines.map(problem)),
    })
}

/// The bytes of a record, or of several games, whatever the file is called.
pub(crate) fn record_bytes(path: &Path, entry: &Entry) -> Result<Vec<u8>, Failure> {
    let name = || path.display().to_string();
    let cannot = |error| unreadable(&name(), &error);
    let mut bytes = Vec::new();
    let mut file = File::open(path).map_err(cannot)?;
    let mut read = |most: u64, bytes: &mut Vec<u8>| {
        let read = file.by_ref().take(most).read_to_end(bytes);
        read.map_err(|error| unreadable(&name(), &error))
    };
    read(LONGEST + 1, &mut bytes)?;
    let (mut longest, mut what) = (LONGEST, "a record");
    if bytes.len() as u64 > LONGEST && !entry.kind.records_of(&bytes).is_empty() {
        (longest, what) = (LARGEST, "a file of games");
        read(LARGEST - LONGEST, &mut bytes)?;
    }
    match bytes.len() as u64 > longest {
        true => {
            let message = format!("{}: {what} of more than {} MiB", name(), longest >> 20);
            Err(Failure::Input(message))
        }
        false => Ok(bytes),
    }
}

/// The bytes of a file that holds a record, by its name or by its first lines.
fn record(path: &Path, entry: &Entry) -> Result<Option<Vec<u8>>, Failure> {
    let is_named = entry.kind.record_forms.contains(&form_of(path).as_str());
    let name = || path.display().to_string();
    // What is no ordinary file can be read but once.
    let found = fs::metadata(path).map_err(|error| unreadable(&name(), &error))?;
    let may_be = found.is_file() && found.len() <= LONGEST && !entry.kind.record_forms.is_empty();
    if !is_named && !may_be {
        return Ok(None);
    }
    let bytes = record_bytes(path, entry)?;
    Ok((is_named || entry.kind.looks_like_record(&bytes)).then_some(bytes))
}

/// The name of a file without its folders: files that are named like it lie elsewhere.
fn last_of(path: &str) -> String {
    let name = Path::new(path).file_name();
    name.map_or_else(
        || path.to_string(),
        |name| name.to_string_lossy().into_owned(),
    )
}

/// What is said of a text that is no position; if it is the name of a file, that too.
pub(crate) fn no_position(name: &Name, content: &Content, error: &NotationError) -> Failure {
    let place = name.place();
    let is_file = |text: &str| !text.is_empty() && Path::new(text).exists();
    match content {
        Content::Text(text) if *name == Name::Argument && is_file(text) => {
            let message =
                format!("{place}: {error}; there is a file of this name: did you mean @{text}?");
            Failure::Input(message)
        }
        _ => Failure::Input(format!("{place}: {error}")),
    }
}

impl Content {
    /// Its text, with the moves behind it; empty for a record.
    fn whole(&self) -> &str {
        match self {
            Content::Record(..) | Content::Game(..) | Content::Moves(_) => "",
            Content::Text(text) => text,
            Content::Case(case) => &case.position,
        }
    }

    /// What a record says beside position and moves; nothing where it is none.
    pub(crate) fn said(&self, game: &AnyGame) -> Said {
        let record = self.record(game).transpose();
        let record = record.ok().flatten();
        record.map(|record| record.said()).unwrap_or_default()
    }

    /// Prints what is odd about a record that was read all the same.
    pub(crate) fn warn(&self, game: &AnyGame, name: &Name) {
        if let Some(Ok(record)) = self.record(game) {
            for warning in &record.text.warnings {
                warn(format_args!("{}: {warning}", name.place()));
            }
        }
    }

    /// The text of that position, if it has one.
    pub(crate) fn text(&self, moment: Moment) -> Option<&str> {
        let whole = self.whole();
        match (self, moment) {
            (Content::Record(..) | Content::Game(..) | Content::Moves(_), _)
            | (_, Moment::After { .. } | Moment::Left(_)) => None,
            (_, Moment::First) if sgf::begins(whole) => None,
            (_, Moment::First) => Some(&whole[..moves_at(whole)]),
            (_, Moment::Usual | Moment::Last) => Some(whole),
        }
    }

    /// What is known about it.
    pub(crate) fn case(&self) -> Option<&Case> {
        match self {
            Content::Case(case) => Some(case),
            Content::Text(_) | Content::Record(..) | Content::Game(..) | Content::Moves(_) => None,
        }
    }

    /// Whether moves stand behind the position.
    pub(crate) fn has_moves(&self) -> bool {
        let whole = self.whole();
        sgf::begins(whole) || whole[moves_at(whole)..].split_whitespace().nth(1).is_some()
    }
}

impl Name {
    /// Where in the input it stands, for complaints.
    pub(crate) fn place(&self) -> String {
        match self {
            Name::Argument => "position".to_string(),
            Name::Line(number) => format!("line {number}"),
            Name::File(_) | Name::LineOf(..) => self.to_string(),
        }
    }

    /// The number of the line, counted from 1, where it is one.
    pub(crate) fn line_number(&self) -> Option<usize> {
        match self {
            Name::Argument | Name::File(_) => None,
            Name::Line(number) | Name::LineOf(_, number) => Some(*number),
        }
    }

    /// The name as it is, where it is that of a file.
    pub(crate) fn in_file(&self) -> Option<String> {
        match self {
            Name::Argument | Name::Line(_) => None,
            Name::File(name) => Some(name.clone()),
            Name::LineOf(name, number) => Some(format!("{name}#{number}")),
        }
    }

    /// The file that holds something about it, in a folder for such files.
    pub(crate) fn file(&self, ending: &str) -> PathBuf {
        PathBuf::from(match self {
            Name::Argument => format!("position.{ending}"),
            Name::Line(number) => format!("{number:04}.{ending}"),
            Name::File(name) => format!("{name}.{ending}"),
            Name::LineOf(name, number) => format!("{name}.{number:04}.{ending}"),
        })
    }
}

/// Within a line: names of files may hold anything.
impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Name::Argument => f.write_str("position"),
            Name::Line(number) => write!(f, "{number}"),
            Name::File(name) => f.write_str(&one_line(name)),
            Name::LineOf(name, number) => write!(f, "{}#{number}", one_line(name)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_found_behind_a_position() {
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

    #[test]
    fn names_say_where_a_problem_is() {
        let line_of = Name::LineOf("a/b.txt".into(), 7);
        assert_eq!(line_of.to_string(), "a/b.txt#7");
        let odd = Name::LineOf("a\n\u{202e}b".into(), 7);
        assert_eq!(odd.to_string(), "a\\n\\u{202e}b#7");
        assert_eq!(odd.place(), odd.to_string());
        assert_eq!(odd.in_file().as_deref(), Some("a\n\u{202e}b#7"));
        assert_eq!(line_of.file("proof"), Path::new("a/b.txt.0007.proof"));
        assert_eq!(Name::Line(7).place(), "line 7");
        assert_eq!(Name::Line(7).file("kifu"), Path::new("0007.kifu"));
        assert_eq!(
            Name::File("x.kif".into()).file("kifu"),
            Path::new("x.kif.kifu")
        );
    }
}
