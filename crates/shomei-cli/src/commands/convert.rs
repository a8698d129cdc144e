//! `shomei convert`: records of play in another form, with what that form cannot express.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use shomei::data::{ErrorData, LossData};
use shomei::files::{Guard, Purpose, form_of};
use shomei::{AnyGame, AnyRecord, Converted, Loss, TextRecord};
use shomei_game::NotationError;

use crate::cli::{ForceArgs, GameArgs};
use crate::failure::{Exit, Failure};
use crate::games::{Entry, Games};
use crate::input::standard_input;
use crate::interrupt::Interrupt;
use crate::output::{complain_as_is, json_text, print_as_is, print_raw, warn};
use crate::problems::{self, Name, Problem, Problems, check_outside, place_in, record_bytes};

const INPUT: &str = "The record: a file, or - for standard input; a folder means all records in it \
    and in the folders inside it. An @ may precede a name, as in other commands";

const OUTPUT: &str = "The file to write, whose name says in which form; - or nothing is standard output. \
    For a folder, and for a file of several games, OUTPUT must be a directory; the files in it are named \
    like the records";

const TO: &str = "The form, where the name of OUTPUT does not say it: see `shomei games GAME`";

const JSON: &str = "Print an object of JSON for each record, with what the form cannot express; to standard \
    error where the record goes to standard output";

/// The arguments.
#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The record: a file, a folder of files, or - for standard input
    #[arg(value_name = "INPUT", long_help = INPUT)]
    input: String,
    /// The file to write, or a directory for a folder [default: standard output]
    #[arg(value_name = "OUTPUT", long_help = OUTPUT)]
    output: Option<PathBuf>,
    #[arg(long, value_name = "FORM", help = TO)]
    to: Option<String>,
    #[command(flatten)]
    force: ForceArgs,
    #[arg(long, help = JSON)]
    json: bool,
}

/// Converts one record, or all of a folder.
pub(crate) fn run(args: &ConvertArgs, games: &Games) -> Result<Exit, Failure> {
    let (entry, game) = args.game.open(games)?;
    let input = args.input.strip_prefix('@').unwrap_or(&args.input);
    let output = args
        .output
        .as_deref()
        .filter(|path| *path != Path::new("-"));
    let is_folder = input != "-" && Path::new(input).is_dir();
    let is_many = is_folder || output.is_some_and(Path::is_dir);
    let form = args.form(entry, output.filter(|_| !is_many))?;
    // Before anything is read, so that a form that does not exist is named as such.
    game.convert(&TextRecord::of(game.start().text()), &form)
        .map_err(|error| Failure::Usage(error.to_string()))?;
    let inputs = (input != "-").then(|| PathBuf::from(input));
    let inputs = inputs.into_iter().chain(args.game.files());
    let work = Conversion {
        entry,
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
            work.all(input, directory)
        }
        _ if is_folder => {
            let shown = output.unwrap_or(Path::new("-")).display();
            let message = format!("for a folder OUTPUT must be a directory; {shown} is none");
            Err(Failure::Usage(message))
        }
        output => work.one(input, output),
    }
}

impl ConvertArgs {
    /// The form to write.
    fn form(&self, entry: &Entry, output: Option<&Path>) -> Result<String, Failure> {
        let (name, known) = (entry.kind.name, entry.kind.record_forms.join(", "));
        if known.is_empty() {
            return Err(Failure::Usage(format!("{name} has no records of play")));
        }
        let named = output.map(form_of).filter(|form| !form.is_empty());
        match self.to.as_deref().map(str::to_ascii_lowercase).or(named) {
            Some(form) => Ok(form),
            None => Err(Failure::Usage(format!(
                "expected the form to write, by the name of OUTPUT or by --to; known are {known}"
            ))),
        }
    }
}

/// What is done with each record.
struct Conversion<'a> {
    entry: &'a Entry,
    game: &'a AnyGame,
    form: &'a str,
    guard: Guard,
    json: bool,
}

/// The object of a record.
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

/// The object of a record that cannot be converted.
#[derive(Serialize)]
struct JsonBad<'a> {
    game: &'a str,
    input: &'a str,
    #[serde(flatten)]
    error: ErrorData,
}

impl Conversion<'_> {
    /// The only record.
    fn one(&self, input: &str, output: Option<&Path>) -> Result<Exit, Failure> {
        let name = match input {
            "-" => "standard input",
            path => path,
        };
        let bytes = match input {
            "-" => standard_input(),
            path => record_bytes(Path::new(path), self.entry),
        };
        let done = bytes.and_then(|bytes| {
            self.check_one(name, &bytes)?;
            self.convert(name, self.game.read_record(&bytes), output)
        });
        self.end(name, Objects::beside(output), done)
    }

    /// Refuses a file of several games, which do not fit into one file.
    fn check_one(&self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        let games = self.entry.kind.records_of(bytes).len();
        match games > 1 {
            true => Err(Failure::Usage(format!(
                "{name} holds {games} games: for a file of several games OUTPUT must be a directory"
            ))),
            false => Ok(()),
        }
    }

    /// All records of a folder or a file; one that cannot be read leaves the others as they are.
    fn all(&self, input: &str, directory: &Path) -> Result<Exit, Failure> {
        let argument = format!("@{input}");
        let found = problems::of(&argument, self.entry, self.game, &Interrupt::default())?;
        let problems: Box<dyn Iterator<Item = _>> = match found {
            Problems::Many(many) => many.problems,
            Problems::One(mut problem) => {
                // The folders before it are not those of the directory.
                let last = Path::new(input).file_name().unwrap_or_default();
                problem.name = Name::File(last.to_string_lossy().into_owned());
                Box::new(std::iter::once(Ok(problem)))
            }
        };
        let mut exits = Vec::new();
        for problem in problems {
            let Problem { name, content, .. } = problem?;
            let shown = name.to_string();
            let done = content.and_then(|content| {
                let Some(record) = content.record(self.game) else {
                    let message = format!("{shown}: this is no record of play");
                    return Err(Failure::Input(message));
                };
                let path = place_in(&self.guard, directory, &name, self.form)?;
                self.convert(&shown, record, Some(&path))
            });
            exits.push(self.end(
                &shown,
                Objects::ToOutput,
                done.map_err(|failure| named(&name, failure)),
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
        let bad = |error| Failure::Input(format!("{name}: {error}"));
        let record = record.map_err(bad)?.text;
        let Converted { bytes, losses } = self.game.convert(&record, self.form).map_err(bad)?;
        match output {
            None => print_raw(&bytes)?,
            Some(path) => {
                let purpose = Purpose::record_like(self.game, &bytes);
                self.guard.write(path, &purpose, &bytes)?;
            }
        }
        let warnings = record.warnings.iter().map(ToString::to_string);
        self.report(name, output, &losses, warnings.collect())
    }

    /// Says what the form cannot express.
    fn report(
        &self,
        name: &str,
        output: Option<&Path>,
        losses: &[Loss],
        warnings: Vec<String>,
    ) -> Result<(), Failure> {
        if !self.json {
            for warning in warnings {
                warn(format_args!("{name}: {warning}"));
            }
            for loss in losses {
                warn(format_args!("{name}: as {}: {loss}", self.form));
            }
            return Ok(());
        }
        let object = json_text(&ConvertedJson {
            game: self.entry.kind.name,
            input: name,
            output: output.map(|path| path.display().to_string()),
            form: self.form,
            losses: losses.iter().map(LossData::from).collect(),
            warnings,
        })?;
        Objects::beside(output).print(&object)
    }

    /// Says why a record was not converted.
    fn end(
        &self,
        name: &str,
        objects: Objects,
        done: Result<(), Failure>,
    ) -> Result<Exit, Failure> {
        let Err(failure) = done else {
            return Ok(Exit::Done);
        };
        if self.json {
            let object = json_text(&JsonBad {
                game: self.entry.kind.name,
                input: name,
                error: failure.data(),
            })?;
            objects.print(&object)?;
        } else {
            failure.report();
        }
        Ok(failure.exit())
    }
}

/// Where objects go: to standard error where the record has standard output.
#[derive(Clone, Copy)]
enum Objects {
    ToOutput,
    ToError,
}

impl Objects {
    /// Those about a record that is written to a file, or to standard output.
    fn beside(output: Option<&Path>) -> Objects {
        match output {
            Some(_) => Objects::ToOutput,
            None => Objects::ToError,
        }
    }

    fn print(self, object: &str) -> Result<(), Failure> {
        match self {
            Objects::ToOutput => print_as_is(object),
            Objects::ToError => {
                complain_as_is(object);
                Ok(())
            }
        }
    }
}

/// A failure to read a file of a folder, with its name.
fn named(name: &Name, failure: Failure) -> Failure {
    let shown = name.to_string();
    match failure {
        Failure::Input(text) if !text.starts_with(&shown) => {
            Failure::Input(format!("{shown}: {text}"))
        }
        failure => failure,
    }
}
