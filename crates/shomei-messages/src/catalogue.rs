//! Reads the catalogues of a folder and compares the languages.
//!
//! A folder has one directory for each language, named by its code, with Fluent files in it. Every
//! language has the messages of English with the same variables; whatever differs is an error. The
//! build script and the crate share this module.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{
    Attribute, CallArguments, Entry, Expression, InlineExpression, Pattern, PatternElement,
};
use fluent_syntax::parser;

/// The language that the others are compared with.
pub(crate) const SOURCE: &str = "en";

/// The messages of the web page, which its own build reads.
const OF_THE_PAGE: &str = "page.ftl";

/// The files of one language.
#[derive(Debug)]
pub(crate) struct Catalogue {
    /// The code of the language, which is the name of its directory.
    pub(crate) lang: String,
    /// The files, with their texts.
    pub(crate) files: Vec<(PathBuf, String)>,
    /// The messages by their identifiers.
    pub(crate) messages: BTreeMap<String, CatalogueMessage>,
}

/// A message of a catalogue.
#[derive(Debug)]
pub(crate) struct CatalogueMessage {
    /// The file, and the line from 1.
    pub(crate) place: (PathBuf, usize),
    /// Its Fluent source.
    #[allow(dead_code, reason = "only the build script documents messages")]
    pub(crate) text: String,
    /// The variables that it and the messages it refers to use.
    pub(crate) variables: BTreeSet<String>,
}

/// A fault of the catalogues, with its place.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CatalogueError {
    /// A file or directory cannot be read.
    #[error("{}: {error}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// There is no directory for English.
    #[error("{}: there is no directory {SOURCE}", path.display())]
    NoSource {
        /// The folder.
        path: PathBuf,
    },
    /// A file is not Fluent.
    #[error("{}:{line}: {reason}", path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// A language lacks a message.
    #[error("{lang}: the message {id} is missing; {SOURCE} has it at {}:{line}", path.display())]
    Missing {
        /// The language.
        lang: String,
        /// The identifier.
        id: String,
        /// The English file.
        path: PathBuf,
        /// The line in it, from 1.
        line: usize,
    },
    /// A message differs from the English one in its identifier or variables.
    #[error("{}:{line}: message {id}: {reason}", path.display())]
    Message {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The identifier.
        id: String,
        /// What is wrong.
        reason: String,
    },
}

/// The catalogues of all languages of a folder, in the order of their codes, English first.
///
/// # Errors
///
/// The first fault: a file that cannot be read or is not Fluent, a message that is missing, that
/// English does not have, that is there twice, or that uses other variables than in English.
pub(crate) fn read_all(folder: &Path) -> Result<Vec<Catalogue>, CatalogueError> {
    let mut directories = entries(folder)?;
    directories.retain(|path| path.is_dir());
    let mut catalogues = Vec::new();
    for directory in directories {
        catalogues.push(Catalogue::read(&directory)?);
    }
    catalogues.sort_by_key(|one| (one.lang != SOURCE, one.lang.clone()));
    match catalogues.split_first() {
        Some((english, others)) if english.lang == SOURCE => {
            for other in others {
                compare(english, other)?;
            }
        }
        _ => {
            let path = folder.to_path_buf();
            return Err(CatalogueError::NoSource { path });
        }
    }
    Ok(catalogues)
}

/// The entries of a directory, sorted by name.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, CatalogueError> {
    let unreadable = |error| CatalogueError::Unreadable {
        path: folder.to_path_buf(),
        error,
    };
    let listed = fs::read_dir(folder).map_err(unreadable)?;
    let paths: Result<Vec<PathBuf>, io::Error> = listed
        .map(|entry| entry.map(|entry| entry.path()))
        .collect();
    let mut paths = paths.map_err(unreadable)?;
    paths.sort();
    Ok(paths)
}

impl Catalogue {
    /// The files of a directory, without those of the web page.
    fn read(directory: &Path) -> Result<Catalogue, CatalogueError> {
        let name = directory.file_name().unwrap_or_default();
        let mut catalogue = Catalogue {
            lang: name.to_string_lossy().into_owned(),
            files: Vec::new(),
            messages: BTreeMap::new(),
        };
        let mut references = BTreeMap::new();
        for path in entries(directory)? {
            let is_fluent = path.extension().is_some_and(|extension| extension == "ftl");
            if !is_fluent || path.ends_with(OF_THE_PAGE) {
                continue;
            }
            let text = fs::read_to_string(&path).map_err(|error| CatalogueError::Unreadable {
                path: path.clone(),
                error,
            })?;
            catalogue.add(&path, &text, &mut references)?;
            catalogue.files.push((path, text));
        }
        catalogue.resolve(&references)?;
        Ok(catalogue)
    }

    /// Adds the messages of a file, and to `references` the messages that each refers to.
    fn add(
        &mut self,
        path: &Path,
        text: &str,
        references: &mut BTreeMap<String, BTreeSet<String>>,
    ) -> Result<(), CatalogueError> {
        let resource = parser::parse(text).map_err(|(_, errors)| {
            let first = errors.first();
            CatalogueError::Syntax {
                path: path.to_path_buf(),
                line: first.map_or(1, |error| line_at(text, error.pos.start)),
                reason: first.map_or(String::new(), |error| error.kind.to_string()),
            }
        })?;
        for entry in &resource.body {
            let (id, value, attributes) = match entry {
                Entry::Message(message) => (
                    message.id.name.to_string(),
                    message.value.as_ref(),
                    &message.attributes,
                ),
                Entry::Term(term) => (
                    format!("-{}", term.id.name),
                    Some(&term.value),
                    &term.attributes,
                ),
                _ => continue,
            };
            let place = (path.to_path_buf(), line_of(text, &id));
            let fault = |reason: &str| fault(&place, &id, reason.to_string());
            let Some(value) = value.filter(|_| attributes.is_empty()) else {
                return Err(fault("it must have a text and no attributes"));
            };
            let mut found = Found::default();
            found.pattern(value, attributes);
            let message = CatalogueMessage {
                place: place.clone(),
                text: source_of(text, &id),
                variables: found.variables,
            };
            references.insert(id.clone(), found.references);
            if self.messages.insert(id.clone(), message).is_some() {
                return Err(fault("it is there twice"));
            }
        }
        Ok(())
    }

    /// Gives each message the variables of the messages that it refers to, and drops the terms.
    fn resolve(&mut self, all: &BTreeMap<String, BTreeSet<String>>) -> Result<(), CatalogueError> {
        // As often as there are messages: references may form a chain.
        for _ in 0..self.messages.len() {
            let mut is_changed = false;
            for (id, references) in all {
                for reference in references {
                    let Some(known) = self.messages.get(reference) else {
                        let reason = format!("it refers to {reference}, which does not exist");
                        return Err(fault(&self.messages[id].place, id, reason));
                    };
                    let more = known.variables.clone();
                    if let Some(message) = self.messages.get_mut(id) {
                        let before = message.variables.len();
                        message.variables.extend(more);
                        is_changed |= message.variables.len() > before;
                    }
                }
            }
            if !is_changed {
                break;
            }
        }
        self.messages.retain(|id, _| !id.starts_with('-'));
        Ok(())
    }
}

/// Compares a language with English.
fn compare(english: &Catalogue, other: &Catalogue) -> Result<(), CatalogueError> {
    for (id, message) in &english.messages {
        let Some(translated) = other.messages.get(id) else {
            let (path, line) = message.place.clone();
            let (lang, id) = (other.lang.clone(), id.clone());
            return Err(CatalogueError::Missing {
                lang,
                id,
                path,
                line,
            });
        };
        let extra: Vec<&str> = translated
            .variables
            .difference(&message.variables)
            .map(String::as_str)
            .collect();
        if !extra.is_empty() {
            let reason = format!("{SOURCE} has no variable {}", extra.join(", "));
            return Err(fault(&translated.place, id, reason));
        }
    }
    let unknown = other
        .messages
        .iter()
        .find(|(id, _)| !english.messages.contains_key(*id));
    match unknown {
        Some((id, message)) => Err(fault(
            &message.place,
            id,
            format!("{SOURCE} does not have it"),
        )),
        None => Ok(()),
    }
}

fn fault((path, line): &(PathBuf, usize), id: &str, reason: String) -> CatalogueError {
    CatalogueError::Message {
        path: path.clone(),
        line: *line,
        id: id.to_string(),
        reason,
    }
}

/// The line of an offset, from 1.
fn line_at(text: &str, offset: usize) -> usize {
    1 + text
        .bytes()
        .take(offset)
        .filter(|byte| *byte == b'\n')
        .count()
}

/// Whether a line begins the message.
fn begins(line: &str, id: &str) -> bool {
    line.strip_prefix(id)
        .is_some_and(|rest| rest.trim_start().starts_with('='))
}

/// The line of a message, from 1.
fn line_of(text: &str, id: &str) -> usize {
    1 + text
        .lines()
        .position(|line| begins(line, id))
        .unwrap_or_default()
}

/// The Fluent source of a message, without its identifier.
fn source_of(text: &str, id: &str) -> String {
    let mut lines = text.lines().skip_while(|line| !begins(line, id));
    let first = lines.next().and_then(|line| line.split_once('='));
    let mut source = first.map_or("", |(_, rest)| rest.trim()).to_string();
    for line in lines.take_while(|line| line.starts_with([' ', '}'])) {
        source.push('\n');
        source.push_str(line);
    }
    source.trim().to_string()
}

/// The variables and references of a text.
#[derive(Default)]
struct Found {
    variables: BTreeSet<String>,
    references: BTreeSet<String>,
}

impl Found {
    fn pattern(&mut self, pattern: &Pattern<&str>, attributes: &[Attribute<&str>]) {
        let patterns = attributes.iter().map(|attribute| &attribute.value);
        for pattern in std::iter::once(pattern).chain(patterns) {
            for element in &pattern.elements {
                if let PatternElement::Placeable { expression } = element {
                    self.expression(expression);
                }
            }
        }
    }

    fn expression(&mut self, expression: &Expression<&str>) {
        match expression {
            Expression::Inline(inline) => self.inline(inline),
            Expression::Select { selector, variants } => {
                self.inline(selector);
                for variant in variants {
                    self.pattern(&variant.value, &[]);
                }
            }
        }
    }

    fn inline(&mut self, inline: &InlineExpression<&str>) {
        match inline {
            InlineExpression::VariableReference { id } => {
                self.variables.insert(id.name.to_string());
            }
            InlineExpression::MessageReference { id, .. } => {
                self.references.insert(id.name.to_string());
            }
            // A term has only the variables that are given with it.
            InlineExpression::TermReference { arguments, .. } => {
                if let Some(arguments) = arguments {
                    self.arguments(arguments);
                }
            }
            InlineExpression::FunctionReference { arguments, .. } => self.arguments(arguments),
            InlineExpression::Placeable { expression } => self.expression(expression),
            InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => {}
        }
    }

    fn arguments(&mut self, arguments: &CallArguments<&str>) {
        for argument in &arguments.positional {
            self.inline(argument);
        }
        for argument in &arguments.named {
            self.inline(&argument.value);
        }
    }
}
