//! The generated tables of ARCHITECTURE.md: the crates, and the operations that a search may call on
//! a game.
//!
//! `cargo xtask architecture` writes them between their marks, and `cargo xtask tidy` rejects stale
//! tables. Counts of lines and types are rounded to two digits. A figure in the document remains
//! valid while it differs by at most one step, since otherwise every commit would change it.

use std::path::Path;

use anyhow::{Context, Result};

use super::crates::{Crate, crates};
use super::{Finding, TextFile, names, questions};

const FILE: &str = "ARCHITECTURE.md";

/// The files with which a reader of each crate begins, below `src` or below the crate's folder, in
/// the order of the table.
const BEGIN: &str = "\
shomei-game: rules.rs, game.rs
shomei-proof: check.rs
shomei-search: search.rs, search/pn.rs, search/evaluate.rs
shomei-parallel: tree.rs, worker.rs, team.rs
shomei-extract: strategy.rs, proof.rs, disproof.rs, shortest.rs
shomei-compose: lib.rs, defences.rs, wasted.rs
shomei-store: journal.rs, checkpoint.rs, positions/store.rs
shomei-loa: game.rs, position.rs
shomei-othello: game.rs, position.rs, endgame.rs
shomei-shogi: game.rs, checks.rs, legal.rs, whole_game.rs
shomei-kifu: kifu.rs, kif.rs, write.rs
shomei-uttt: game.rs, outline.rs, endgame.rs, sending.rs
shomei-testkit: conformance.rs
shomei-board: svg.rs, grid.rs, shogi/picture.rs
shomei: any.rs, questions.rs, session.rs
shomei-lab: experiment.rs, pipeline.rs, program.rs
shomei-cluster: coordinator.rs, workers.rs, simulator.rs
shomei-protocols: usi.rs, nboard.rs, gtp.rs, othello.rs
shomei-web: certificate.rs, security.rs, http.rs
shomei-cli: cli.rs, commands.rs
shomei-python: sessions.rs, own.rs, python/shomei/_api.py
xtask: tidy.rs, ci.rs
fuzz: lib.rs
";

/// The crates of [`BEGIN`], each with its files.
fn beginnings() -> impl Iterator<Item = (&'static str, &'static str)> {
    BEGIN.lines().filter_map(|line| line.split_once(": "))
}

/// Compares the tables of the document with the sources.
pub(crate) fn check(files: &[TextFile], crates: &[Crate]) -> Vec<Finding> {
    let Some(document) = files.iter().find(|file| file.path == FILE) else {
        return vec![Finding::new(FILE, 1, "the file is missing")];
    };
    let mut findings = missing_files(files, crates);
    for table in TABLES {
        let message = match part(&document.text, table.name) {
            None => format!("the marks of the table `{}` are missing", table.name),
            Some(old) if old == (table.write)(old, files, crates) => continue,
            Some(_) => "the table is stale: run `cargo xtask architecture`".to_owned(),
        };
        let mark = begin(table.name);
        let line = document.text.lines().position(|line| line == mark);
        findings.push(Finding::new(FILE, line.map_or(1, |line| line + 1), message));
    }
    findings
}

/// Writes the tables.
pub(crate) fn run(root: &Path) -> Result<bool> {
    let files = super::text_files(root)?;
    let document = files.iter().find(|file| file.path == FILE);
    let old = &document.context("there is no ARCHITECTURE.md")?.text;
    let text = written(old, &files, &crates(&files));
    let is_new = text != *old;
    if is_new {
        std::fs::write(root.join(FILE), text).context(FILE)?;
    }
    println!("{FILE}: {}", if is_new { "written" } else { "unchanged" });
    Ok(true)
}

fn written(document: &str, files: &[TextFile], crates: &[Crate]) -> String {
    let mut text = document.to_owned();
    for table in TABLES {
        if let Some(old) = part(&text, table.name) {
            let new = (table.write)(old, files, crates);
            let at = old.as_ptr() as usize - text.as_ptr() as usize;
            text.replace_range(at..at + old.len(), &new);
        }
    }
    text
}

/// A table, and the function that writes it from the old table and the sources.
struct Table {
    name: &'static str,
    write: fn(&str, &[TextFile], &[Crate]) -> String,
}

const TABLES: [Table; 2] = [
    Table {
        name: "crates",
        write: table_of_crates,
    },
    Table {
        name: "questions",
        write: |_, _, crates| table_of_questions(crates),
    },
];

fn begin(name: &str) -> String {
    format!("<!-- begin {name}: written by `cargo xtask architecture` -->")
}

/// The text between the marks of a table.
fn part<'a>(document: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = document.split_once(&begin(name))?;
    let (part, _) = rest.split_once(&format!("<!-- end {name} -->"))?;
    Some(part)
}

/// A table between blank lines, which Markdown requires between a comment and a table.
fn table(head: &str, columns: &str, rows: impl IntoIterator<Item = String>) -> String {
    let rows: String = rows.into_iter().map(|row| format!("| {row} |\n")).collect();
    format!("\n\n| {head} |\n| {columns} |\n{rows}\n")
}

fn table_of_crates(old: &str, files: &[TextFile], crates: &[Crate]) -> String {
    let mut ordered: Vec<&Crate> = crates.iter().collect();
    let place = |of: &&Crate| beginnings().position(|(name, _)| name == of.name);
    ordered.sort_by_key(|of| place(of).unwrap_or(usize::MAX));
    let counts = |name: &str, lines: usize, types: usize| {
        let [old_lines, old_types] = figures(old, name);
        let [lines, types] = [kept(old_lines, lines), kept(old_types, types)];
        format!("{} | {}", grouped(lines), grouped(types))
    };
    let row = |of: &&Crate| {
        let begin = beginnings().find(|(name, _)| *name == of.name);
        let begin = begin.map_or(String::new(), |(_, files)| {
            format!("`{}`", files.replace(", ", "`, `"))
        });
        format!(
            "{} | {} | {} | {}",
            link(of),
            counts(&of.name, of.lines(), names::count(of)),
            description(of, files),
            begin
        )
    };
    let sum = |count: fn(&Crate) -> usize| crates.iter().map(count).sum();
    let all = counts("all", sum(Crate::lines), sum(names::count));
    table(
        "crate | lines | types | content | begin with",
        "--- | ---: | ---: | --- | ---",
        ordered.iter().map(row).chain([format!("all | {all} | |")]),
    )
}

/// The counts of lines and types in a row of the document.
fn figures(old: &str, name: &str) -> [Option<usize>; 2] {
    let begins = [format!("| {name} | "), format!("| [{name}](")];
    let is_it = |row: &&str| begins.iter().any(|begin| row.starts_with(begin));
    let row = old.lines().find(is_it).unwrap_or_default();
    let figure = |cell: &str| cell.trim().replace(',', "").parse().ok();
    let mut figures = row.split('|').skip(2).map(figure);
    [figures.next().flatten(), figures.next().flatten()]
}

/// The figure of the document if it is close enough, else the rounded count.
fn kept(old: Option<usize>, count: usize) -> usize {
    // Two digits, but steps of at least ten.
    let step = 10_usize.pow(count.max(1).ilog10().max(2) - 1);
    let rounded = (count + step / 2) / step * step;
    old.filter(|old| old.abs_diff(rounded) <= step)
        .unwrap_or(rounded)
}

/// 12,345.
fn grouped(number: usize) -> String {
    match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", grouped(number / 1000), number % 1000),
    }
}

/// The name of a crate, with a link to its first file.
fn link(of: &Crate) -> String {
    let is_root = |path: &&str| path.ends_with("/src/lib.rs") || path.ends_with("/src/main.rs");
    let mut paths = of.files.iter().map(|file| file.path.as_str());
    match paths.find(is_root) {
        Some(path) => format!("[{}]({path})", of.name),
        None => of.name.clone(),
    }
}

/// The description in the manifest of a crate.
fn description<'a>(of: &Crate, files: &'a [TextFile]) -> &'a str {
    let manifest = format!("{}/Cargo.toml", of.folder);
    let manifest = files.iter().find(|file| file.path == manifest);
    let mut lines = manifest.map_or("", |file| &file.text).lines();
    let value = lines.find_map(|line| line.strip_prefix("description = \""));
    value.map_or("", |value| {
        value.trim_end_matches('"').trim_end_matches('.')
    })
}

/// Reports files of [`BEGIN`] that do not exist.
fn missing_files(files: &[TextFile], crates: &[Crate]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (name, begin) in beginnings() {
        let of = crates.iter().find(|of| of.name == name);
        let folder = of.map_or("", |of| &of.folder);
        for file in begin.split(", ") {
            let places = [format!("{folder}/src/{file}"), format!("{folder}/{file}")];
            if !files.iter().any(|file| places.contains(&file.path)) {
                let message = format!("BEGIN names `{file}` of {name}, which is not there");
                findings.push(Finding::new("xtask/src/tidy/architecture.rs", 1, message));
            }
        }
    }
    findings
}

fn table_of_questions(crates: &[Crate]) -> String {
    let row = |(kind, names): (&str, &Vec<&str>)| {
        let listed: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        format!("{} {kind} | {}", names.len(), listed.join(", "))
    };
    let questions = questions::of_game(crates);
    let rows = questions
        .iter()
        .flat_map(|of| [("functions", &of.functions), ("constants", &of.constants)]);
    table("of `Game` | names", "--- | ---", rows.map(row))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::samples::{file, places};

    fn document() -> String {
        let marks = |table: &Table| format!("{}\n<!-- end {} -->\n", begin(table.name), table.name);
        format!("# A\n\n{}", TABLES.iter().map(marks).collect::<String>())
    }

    /// A repository with a crate of this number of lines, and the document.
    fn repository(lines: usize, document: &str) -> Vec<TextFile> {
        let mut files = vec![
            file("crates/shomei-x/src/lib.rs", &"\n".repeat(lines)),
            file(
                "crates/shomei-x/Cargo.toml",
                "[package]\ndescription = \"A crate.\"\n",
            ),
            file(
                "crates/shomei-game/src/lib.rs",
                "trait Game: Send { const B: u8;\n  fn c(); }\n",
            ),
        ];
        for (name, begin) in beginnings() {
            let folder = match name {
                "xtask" | "fuzz" => name.to_owned(),
                _ => format!("crates/{name}"),
            };
            let begin = begin.split(", ").chain(["lib.rs"]);
            let paths = begin.map(|begin| format!("{folder}/src/{begin}"));
            let paths = paths.filter(|path| path != "crates/shomei-game/src/lib.rs");
            files.extend(paths.map(|path| file(&path, "")));
        }
        files.push(file(FILE, document));
        files
    }

    fn write(files: &[TextFile], document: &str) -> String {
        written(document, files, &crates(files))
    }

    fn found(files: &[TextFile]) -> Vec<String> {
        places(&check(files, &crates(files)))
    }

    #[test]
    fn a_table_is_written_and_then_in_order() {
        let text = write(&repository(123, ""), &document());
        let row = "| [shomei-x](crates/shomei-x/src/lib.rs) | 120 | 0 | A crate |  |\n";
        assert!(text.contains(row), "{text}");
        assert!(
            text.contains("| 1 functions | `c` |\n| 1 constants | `B` |\n"),
            "{text}"
        );
        assert_eq!(found(&repository(123, &text)), [""; 0]);
    }

    #[test]
    fn a_figure_stays_for_a_step_and_no_longer() {
        let text = write(&repository(123, ""), &document());
        assert_eq!(found(&repository(134, &text)), [""; 0]);
        assert_eq!(write(&repository(134, &text), &text), text);
        assert_eq!(found(&repository(136, &text)), ["ARCHITECTURE.md:3"]);
    }

    #[test]
    fn stale_tables_and_missing_marks_and_files_are_named() {
        assert_eq!(found(&repository(9, &document())).len(), TABLES.len());
        assert_eq!(found(&repository(9, "# A\n")).len(), TABLES.len());
        let text = write(&repository(9, ""), &document());
        let mut files = repository(9, &text);
        files.retain(|file| file.path != "xtask/src/ci.rs");
        assert_eq!(found(&files), ["xtask/src/tidy/architecture.rs:1"]);
    }

    #[test]
    fn figures_have_two_digits() {
        let rounded = |count| grouped(kept(None, count));
        assert_eq!([7, 91, 911].map(rounded), ["10", "90", "910"]);
        assert_eq!([10_001, 1_234_567].map(rounded), ["10,000", "1,200,000"]);
    }
}
