//! Reads the catalogues, refuses faulty ones, and writes a type for each message.

#![forbid(unsafe_code)]

#[allow(unreachable_pub, reason = "the crate exports its error")]
#[path = "src/catalogue.rs"]
mod catalogue;

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use catalogue::{Catalogue, CatalogueError};

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let locales = root.join("locales");
    println!("cargo::rerun-if-changed={}", locales.display());
    match source(&locales) {
        Ok(source) => {
            let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
            fs::write(out.join("messages.rs"), source)
                .expect("the folder of the build is writable");
        }
        Err(error) => {
            println!("cargo::error={error}");
        }
    }
}

/// The generated module: the sources of each language, and a type for each message.
fn source(locales: &Path) -> Result<String, CatalogueError> {
    let catalogues = catalogue::read_all(locales)?;
    let mut text = String::from("pub(crate) const BUILT_IN: &[(&str, &[&str])] = &[\n");
    for catalogue in &catalogues {
        let _ = writeln!(text, "    ({:?}, &[", catalogue.lang);
        for (path, _) in &catalogue.files {
            let _ = writeln!(text, "        include_str!({:?}),", path.display());
        }
        text.push_str("    ]),\n");
    }
    text.push_str("];\n");
    let english = catalogues.iter().find(|one| one.lang == catalogue::SOURCE);
    types(&mut text, english.expect("`read_all` has checked it"));
    Ok(text)
}

/// The messages that are found by their identifiers, without types.
const UNTYPED: [&str; 2] = ["errors.ftl", "help.ftl"];

/// Adds a struct for each message: its fields are the variables of the English text.
fn types(text: &mut String, english: &Catalogue) {
    let is_typed = |file: &Path| !UNTYPED.iter().any(|name| file.ends_with(name));
    let typed = english.messages.iter();
    for (id, message) in typed.filter(|(_, message)| is_typed(&message.place.0)) {
        let name = type_name(id);
        let fields: Vec<String> = message
            .variables
            .iter()
            .map(|name| name.replace('-', "_"))
            .collect();
        let parameters: Vec<String> = (0..fields.len()).map(|at| format!("A{at}")).collect();
        let generics = match parameters.is_empty() {
            true => String::new(),
            false => format!("<{}>", parameters.join(", ")),
        };
        let bounds: Vec<String> = parameters
            .iter()
            .map(|name| format!("{name}: Argument"))
            .collect();
        let bounds = match bounds.is_empty() {
            true => String::new(),
            false => format!("<{}>", bounds.join(", ")),
        };
        let _ = writeln!(text, "\n/// The message `{id}`:\n///\n/// ```text");
        for line in message.text.lines() {
            let _ = writeln!(text, "/// {line}");
        }
        text.push_str("/// ```\n#[derive(Clone, Copy, Debug)]\n");
        match fields.is_empty() {
            true => {
                let _ = writeln!(text, "pub struct {name};");
            }
            false => {
                let _ = writeln!(text, "pub struct {name}{generics} {{");
                for (field, parameter) in fields.iter().zip(&parameters) {
                    let _ = writeln!(
                        text,
                        "    /// The variable `{field}`.\n    pub {field}: {parameter},"
                    );
                }
                text.push_str("}\n");
            }
        }
        let _ = writeln!(
            text,
            "impl{bounds} Message for {name}{generics} {{\n    \
             fn id(&self) -> &'static str {{\n        {id:?}\n    }}\n    \
             fn arguments(&self) -> FluentArgs<'_> {{\n        \
             let mut arguments = FluentArgs::new();"
        );
        for (variable, field) in message.variables.iter().zip(&fields) {
            let _ = writeln!(
                text,
                "        arguments.set({variable:?}, self.{field}.value());"
            );
        }
        if fields.is_empty() {
            text.truncate(text.trim_end().len() - "let mut arguments = FluentArgs::new();".len());
            text.push_str("FluentArgs::new()\n    }\n}\n");
        } else {
            text.push_str("        arguments\n    }\n}\n");
        }
    }
}

/// `score-between` becomes `ScoreBetween`.
fn type_name(id: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    id.split('-').map(capital).collect()
}
