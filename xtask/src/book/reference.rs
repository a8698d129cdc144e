//! The pages generated from the output of the programs: commands, games and algorithms.

use std::fmt::Write;

use anyhow::{Context, Result};

use super::help::{Entry, Help, escaped, wrapped};
use super::{Page, Programs, SOURCE};

const MARK: &str = "<!-- Written by `cargo xtask book`. -->\n\n";

/// All generated pages.
pub(super) fn pages(programs: &Programs) -> Result<Vec<Page>> {
    let mut pages = Vec::new();
    let mut list = String::new();
    for (program, prefix) in [("shomei", ""), ("shomei-lab", "lab-")] {
        let help = Help::read(&programs.print(program, &["--help"])?);
        write!(list, "\n## {program}\n\n{}", help.markdown(2))?;
        write!(list, "\n| command | |\n|---|---|\n")?;
        for command in help.commands() {
            let name = &command.name;
            let file = format!("{prefix}{name}.md");
            let text = escaped(&command.text);
            writeln!(list, "| [`{program} {name}`]({file}) | {text} |")?;
            pages.push(page(
                &format!("commands/{file}"),
                &described(programs, program, command)?,
            ));
        }
    }
    let head = "# Commands\n\nWhat `--help` prints for each command, as pages.\n";
    pages.push(page("commands/README.md", &(head.to_owned() + &list)));
    pages.push(page("games.md", &games(programs)?));
    pages.push(page("algorithms.md", &algorithms(programs)?));
    Ok(pages)
}

fn page(name: &str, text: &str) -> Page {
    Page {
        path: format!("{SOURCE}/reference/{name}"),
        text: MARK.to_owned() + text,
    }
}

/// The page of a command and its subcommands.
fn described(programs: &Programs, program: &str, command: &Entry) -> Result<String> {
    let name = &*command.name;
    let help = Help::read(&programs.print(program, &[name, "--help"])?);
    let mut text = format!("# {program} {name}\n\n{}", help.markdown(1));
    for below in help.commands() {
        let words = [name, &below.name, "--help"];
        let help = Help::read(&programs.print(program, &words)?);
        let title = format!("{program} {name} {}", below.name);
        write!(text, "\n## {title}\n\n{}", help.markdown(2))?;
    }
    Ok(text)
}

/// The first word of each line.
fn names(list: &str) -> Vec<&str> {
    let lines = list.lines();
    lines.filter_map(|line| line.split(' ').next()).collect()
}

/// The output of `shomei games NAME` for each game.
fn games(programs: &Programs) -> Result<String> {
    let mut text = "# Games\n\nWhat `shomei games NAME` prints for each game: its rules, and the \
                    forms in which it reads\npositions and records.\n"
        .to_owned();
    for name in names(&programs.print("shomei", &["games"])?) {
        let output = programs.print("shomei", &["games", name])?;
        let (facts, picture) = output.split_once("\n\n").unwrap_or((&output, ""));
        let facts = facts.replace("\n  ", " ");
        let mut facts = facts.lines();
        let summary = facts.next().and_then(|line| line.split_once(": "));
        let (_, summary) = summary.with_context(|| format!("{name} has no summary"))?;
        write!(text, "\n## {name}\n\n{}\n", wrapped(&escaped(summary), ""))?;
        for (key, value) in facts.filter_map(|line| line.split_once(": ")) {
            match key {
                "start" => text += &format!("- {key}: `{value}`\n"),
                _ => text += &wrapped(&format!("- {key}: {}", escaped(value)), "  "),
            }
        }
        if !picture.is_empty() {
            write!(text, "\n```text\n{}\n```\n", picture.trim_end())?;
        }
    }
    Ok(text)
}

/// The output of `shomei algorithms NAME` for each algorithm.
fn algorithms(programs: &Programs) -> Result<String> {
    let mut text = "# Algorithms\n\nWhat `shomei algorithms NAME` prints for each algorithm: its \
                    source and its options. The papers\nare in [the list of references]\
                    (../references.md).\n"
        .to_owned();
    let list = programs.print("shomei", &["algorithms"])?;
    for name in names(&list).into_iter().filter(|name| *name != "auto") {
        let output = programs.print("shomei", &["algorithms", name])?;
        let mut lines = output.lines().filter(|line| !line.is_empty()).peekable();
        let summary = lines.next().and_then(|line| line.split_once(": "));
        let (_, summary) = summary.with_context(|| format!("{name} has no summary"))?;
        write!(text, "\n## {name}\n\n{}\n", wrapped(&escaped(summary), ""))?;
        while let Some(line) = lines.next() {
            if let Some((option, default)) = line.split_once("   default ") {
                let help = lines.next_if(|next| next.starts_with(' ')).unwrap_or("");
                let help = escaped(help.trim());
                let entry = format!("- `{option}`: {help} (default: {})", escaped(default));
                text += &wrapped(&entry, "  ");
            } else {
                text += &wrapped(&escaped(line), "");
                text.push('\n');
            }
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_first_words() {
        assert_eq!(names("pn    best first\npn2   two levels\n"), ["pn", "pn2"]);
    }

    #[test]
    fn pages_are_in_the_reference_and_marked() {
        let page = page("commands/solve.md", "# shomei solve\n");
        assert_eq!(page.path, "docs/reference/commands/solve.md");
        assert!(
            page.text
                .starts_with("<!-- Written by `cargo xtask book`. -->\n\n# ")
        );
    }
}
