//! `shomei convert`: converts records of play to another form, and reports the data that this form
//! cannot express.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use shomei::data::{ErrorData, LossData};
use shomei::files::{Guard, Purpose, form_of};
use shomei::messages::InLang;
use shomei::{AnyGame, AnyRecord, Converted, Error, ErrorKind, Kind, Kinds, Loss, TextRecord};
use shomei_game::{ErrorText, NotationError, error_text};

use crate::cli::{ForceArgs, GameArgs};
use crate::failure::{Exit, Failure};
use crate::input::standard_input;
use crate::interrupt::Interrupt;
use crate::language::user_language;
use crate::output::{json_text, print_as_is, print_raw, print_stderr_as_is, warn_error};
use crate::problems::{self, Name, Problem, Problems, check_outside, path_in, record_bytes};

const INPUT: &str = "The record: a file, - for standard input, or a folder for all records in it \
    and in its subfolders. The name can begin with @, as in other commands";

const OUTPUT: &str = "The file to write; its extension selects the form. Without OUTPUT, or with \
    -, the record goes to standard output. If INPUT is a folder or a file of several games, \
    OUTPUT must be a directory; the files in it have the names of the records";

const TO: &str = "The form, instead of the one of the extension of OUTPUT; `shomei games GAME` \
    lists the forms";

const JSON: &str = "Print a JSON object for each record, with everything that the form cannot \
    express. If the record goes to standard output, the object goes to standard error";

/// The arguments.
#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The record: a file, a folder of records, or - for standard input
    #[arg(value_name = "INPUT", long_help = INPUT)]
    input: String,
    /// The file to write, or a directory if INPUT is a folder [default: standard output]
    #[arg(value_name = "OUTPUT", long_help = OUTPUT)]
    output: Option<PathBuf>,
    #[arg(long, value_name = "FORM", help = TO)]
    to: Option<String>,
    #[command(flatten)]
    force: ForceArgs,
    #[arg(long, help = JSON)]
    json: bool,
}

/// Converts one record, or all records of a folder.
pub(crate) fn run(args: &ConvertArgs, games: &Kinds) -> Result<Exit, Failure> {
    let (kind, game) = args.game.open(games)?;
    let input = args.input.strip_prefix('@').unwrap_or(&args.input);
    let output = args
        .output
        .as_deref()
        .filter(|path| *path != Path::new("-"));
    let is_folder = input != "-" && Path::new(input).is_dir();
    let is_many = is_folder || output.is_some_and(Path::is_dir);
    let form = args.form(kind, output.filter(|_| !is_many))?;
    // A conversion of the starting position detects an unknown form before input is read.
    game.convert(&TextRecord::of(game.start().text()), &form)
        .map_err(|error| Error::from(error).into_kind(ErrorKind::Usage))?;
    let inputs = (input != "-").then(|| PathBuf::from(input));
    let inputs = inputs.into_iter().chain(args.game.files());
    let conversion = Conversion {
        games,
        kind,
        game: &game,
        form: &form,
        guard: args.force.guard(inputs),
        json: args.json,
    };
    match output {
        Some(directory) if input != "-" && directory.is_dir() => {
            if is_folder {
                check_outside("OUTPUT", directory, Path::new(input))?;
            }
            conversion.convert_all(input, directory)
        }
        _ if is_folder => {
            let shown = output.unwrap_or(Path::new("-")).display();
            Err(Failure::usage(error_text!(
                "output-no-directory",
                "for a folder OUTPUT must be a directory; {output} is none",
                output = shown
            )))
        }
        output => conversion.convert_one(input, output),
    }
}

impl ConvertArgs {
    /// The form to write.
    fn form(&self, kind: &Kind, output: Option<&Path>) -> Result<String, Failure> {
        let (name, known) = (kind.name, kind.record_forms.join(", "));
        if known.is_empty() {
            return Err(Failure::usage(without_records(name)));
        }
        let named = output.map(form_of).filter(|form| !form.is_empty());
        match self.to.as_deref().map(str::to_ascii_lowercase).or(named) {
            Some(form) => Ok(form),
            None => Err(Failure::usage(error_text!(
                "expected-form",
                "expected the form to write, by the name of OUTPUT or by --to; known are {known}",
                known = known
            ))),
        }
    }
}

/// The error for a game without records.
pub(crate) fn without_records(game: &str) -> ErrorText {
    error_text!(
        "game-without-records",
        "{game} has no records of play",
        game = game
    )
}

/// The name of standard input in JSON objects.
const STANDARD_INPUT: &str = "standard input";

/// The name of an input in messages.
fn subject_of(name: &str) -> ErrorText {
    match name {
        STANDARD_INPUT => error_text!("standard-input", "standard input"),
        name => name.into(),
    }
}

/// A conversion of one or more records.
struct Conversion<'a> {
    games: &'a Kinds,
    kind: &'a Kind,
    game: &'a AnyGame,
    form: &'a str,
    guard: Guard,
    json: bool,
}

/// The JSON object of a record.
#[derive(Serialize)]
struct ConvertedJson<'a> {
    game: &'a str,
    input: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<String>,
    form: &'a str,
    losses: Vec<LossData>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

/// The JSON object of a record that cannot be converted.
#[derive(Serialize)]
struct FailedJson<'a> {
    game: &'a str,
    input: &'a str,
    #[serde(flatten)]
    error: ErrorData,
}

impl Conversion<'_> {
    /// Converts a single record.
    fn convert_one(&self, input: &str, output: Option<&Path>) -> Result<Exit, Failure> {
        let name = match input {
            "-" => STANDARD_INPUT,
            path => path,
        };
        let bytes = match input {
            "-" => standard_input(),
            path => record_bytes(Path::new(path), self.kind),
        };
        let result = bytes.and_then(|bytes| {
            self.check_single_game(name, &bytes)?;
            self.convert(name, self.game.read_record(&bytes), output)
        });
        self.report_failure(name, JsonStream::for_record(output), result)
    }

    /// Returns an error for a file of several games, which need several output files.
    fn check_single_game(&self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        let games = self.kind.records_of(bytes).len();
        match games > 1 {
            true => Err(Failure::usage(error_text!(
                "several-games-in-file",
                "{name} holds {games} games: for a file of several games OUTPUT must be a directory",
                name = name,
                games = games
            ))),
            false => Ok(()),
        }
    }

    /// Converts all records of a folder or a file. A bad record does not stop the others.
    fn convert_all(&self, input: &str, directory: &Path) -> Result<Exit, Failure> {
        let argument = format!("@{input}");
        let found = problems::of(&argument, self.games, self.game, &Interrupt::default())?;
        let problems: Box<dyn Iterator<Item = _>> = match found {
            Problems::Many(many) => many.problems,
            Problems::One(mut problem) => {
                // The output file is directly in the directory.
                let last = Path::new(input).file_name().unwrap_or_default();
                problem.name = Name::File(last.to_string_lossy().into_owned());
                Box::new(std::iter::once(Ok(problem)))
            }
        };
        let mut exits = Vec::new();
        for problem in problems {
            let Problem { name, content, .. } = problem?;
            let shown = name.to_string();
            let result = content.and_then(|content| {
                let Some(record) = content.record(self.game) else {
                    let text = error_text!(
                        "no-record-of-play",
                        "this is not a record of play; convert does not read positions or lists \
                         of moves"
                    );
                    return Err(Failure::input(text).context(&shown));
                };
                let path = path_in(&self.guard, directory, &name, self.form)?;
                self.convert(&shown, record, Some(&path))
            });
            exits.push(self.report_failure(
                &shown,
                JsonStream::Stdout,
                result.map_err(|failure| with_file_name(&name, failure)),
            )?);
        }
        Ok(Exit::of(&exits))
    }

    /// Writes a record in the other form.
    fn convert(
        &self,
        name: &str,
        record: Result<AnyRecord, NotationError>,
        output: Option<&Path>,
    ) -> Result<(), Failure> {
        let bad = |error| Failure::from(Error::from(error).context(subject_of(name)));
        let record = record.map_err(bad)?.text;
        let Converted { bytes, losses } = self.game.convert(&record, self.form).map_err(bad)?;
        match output {
            None => print_raw(&bytes)?,
            Some(path) => {
                let purpose = Purpose::record_like(self.game, &bytes);
                self.guard.write(path, &purpose, &bytes)?;
            }
        }
        self.report(name, output, &losses, &record.warnings)
    }

    /// Reports the data that the form cannot express, and the warnings of the parser.
    fn report(
        &self,
        name: &str,
        output: Option<&Path>,
        losses: &[Loss],
        warnings: &[NotationError],
    ) -> Result<(), Failure> {
        if !self.json {
            for warning in warnings {
                warn_error(&Error::from(warning.clone()).context(subject_of(name)));
            }
            for loss in losses {
                let about = error_text!("as-form", "as {form}", form = self.form);
                let loss = Error::input(loss.in_lang(user_language())).context(about);
                warn_error(&loss.context(subject_of(name)));
            }
            return Ok(());
        }
        let object = json_text(&ConvertedJson {
            game: self.kind.name,
            input: name,
            output: output.map(|path| path.display().to_string()),
            form: self.form,
            losses: losses.iter().map(LossData::from).collect(),
            warnings: warnings.iter().map(ToString::to_string).collect(),
        })?;
        JsonStream::for_record(output).print(&object)
    }

    /// Reports the failure of a conversion, if there is one.
    fn report_failure(
        &self,
        name: &str,
        stream: JsonStream,
        result: Result<(), Failure>,
    ) -> Result<Exit, Failure> {
        let Err(failure) = result else {
            return Ok(Exit::Done);
        };
        if self.json {
            let object = json_text(&FailedJson {
                game: self.kind.name,
                input: name,
                error: failure.data(),
            })?;
            stream.print(&object)?;
        } else {
            failure.report();
        }
        Ok(failure.exit())
    }
}

/// The channel of the JSON objects. If the record goes to standard output, it is standard error.
#[derive(Clone, Copy)]
enum JsonStream {
    Stdout,
    Stderr,
}

impl JsonStream {
    /// The channel for a record that goes to `output`; `None` is standard output.
    fn for_record(output: Option<&Path>) -> JsonStream {
        match output {
            Some(_) => JsonStream::Stdout,
            None => JsonStream::Stderr,
        }
    }

    fn print(self, object: &str) -> Result<(), Failure> {
        match self {
            JsonStream::Stdout => print_as_is(object),
            JsonStream::Stderr => {
                print_stderr_as_is(object);
                Ok(())
            }
        }
    }
}

/// The failure with the name of its file, unless the text contains it already.
fn with_file_name(name: &Name, failure: Failure) -> Failure {
    let shown = name.to_string();
    match failure.to_string().starts_with(&shown) {
        true => failure,
        false => failure.context(shown),
    }
}
