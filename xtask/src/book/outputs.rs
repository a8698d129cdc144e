//! Runs the commands in the `console` blocks of a document and compares their output.
//!
//! A block is a list of commands, each on a line that begins with `$ ` (a backslash at its end
//! joins the next line), followed by the output on both streams. A line `…` matches any number
//! of lines, and ` …` at the end of a line matches the rest of that line. Times and rates may
//! differ. The blocks of a document run in order in one folder, which has links to the folders of
//! the repository. Two comments in the line before a block change this:
//!
//! * `<!-- file NAME -->`: the block, of any language, is a file in the folder.
//! * `<!-- not run: REASON -->`: the block is only shown.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::Programs;
use super::blocks::{Block, blocks, replace};

/// The result of running the blocks of a document.
pub(super) struct Outcome {
    /// The document with the current outputs, except where lines are left out.
    pub(super) text: String,
    /// The number of wrong outputs that cannot be written.
    pub(super) faults: usize,
}

/// A command and its output in the document.
#[derive(Debug, PartialEq, Eq)]
struct CommandOutput<'a> {
    /// The lines of the command, with `$ `.
    command: Vec<&'a str>,
    prints: Vec<&'a str>,
}

impl CommandOutput<'_> {
    /// The command for the shell.
    fn script(&self) -> String {
        self.command.join("\n")[2..].to_owned()
    }

    fn leaves_out(&self) -> bool {
        self.prints.iter().any(|line| line.ends_with('…'))
    }
}

/// A temporary folder for the commands of one document.
struct Place {
    folder: PathBuf,
}

impl Place {
    fn new(root: &Path) -> Result<Place> {
        let name = format!("shomei-book-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        if folder.exists() {
            std::fs::remove_dir_all(&folder)?;
        }
        std::fs::create_dir(&folder)?;
        for name in ["corpus", "crates", "examples", "experiments", "results"] {
            link(&root.join(name), &folder.join(name))?;
        }
        Ok(Place { folder })
    }

    /// Both streams of a command, and whether its exit code is expected.
    fn run(&self, programs: &Programs, step: &CommandOutput<'_>) -> Result<(String, bool)> {
        let old = std::env::var("PATH").unwrap_or_default();
        let path = format!("{}:{old}", programs.folder.display());
        let script = format!("exec 2>&1\n{}", step.script());
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(script).current_dir(&self.folder);
        shell.env("PATH", path).env("LC_ALL", "C");
        shell.env_remove("COLUMNS");
        let output = shell.output().context("sh")?;
        let printed = String::from_utf8(output.stdout)?;
        let says_error = step.prints.iter().any(|line| line.starts_with("error"));
        let is_fine = match output.status.code() {
            Some(0 | 3) => true,
            Some(1 | 2) => says_error,
            _ => false,
        };
        Ok((printed, is_fine))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // On failure the system's cleaning of temporary files removes it.
        drop(std::fs::remove_dir_all(&self.folder));
    }
}

#[cfg(unix)]
fn link(from: &Path, to: &Path) -> Result<()> {
    Ok(std::os::unix::fs::symlink(from, to)?)
}

#[cfg(not(unix))]
fn link(_: &Path, _: &Path) -> Result<()> {
    anyhow::bail!("the commands of the book are run on Unix only")
}

/// Runs the blocks of a document.
pub(super) fn run(root: &Path, programs: &Programs, path: &str, text: &str) -> Result<Outcome> {
    let mut outcome = Outcome {
        text: text.to_owned(),
        faults: 0,
    };
    let is_run = |block: &Block<'_>| {
        let comment = block.comment.unwrap_or("");
        block.language == "console" && !comment.starts_with("not run: ")
    };
    let all = blocks(text);
    if !all.iter().any(is_run) {
        return Ok(outcome);
    }
    let place = Place::new(root)?;
    // Commands run in order. Blocks are replaced from the last to the first to keep line numbers.
    let mut written = Vec::new();
    for block in &all {
        let comment = block.comment.unwrap_or("");
        if let Some(name) = comment.strip_prefix("file ") {
            let lines = block.lines.iter().map(|line| format!("{line}\n"));
            std::fs::write(place.folder.join(name), lines.collect::<String>())?;
        } else if is_run(block) {
            let (lines, faults) = lines_of(block, &place, programs, path)?;
            outcome.faults += faults;
            written.push((block, lines));
        }
    }
    for (block, lines) in written.iter().rev() {
        outcome.text = replace(&outcome.text, block, lines);
    }
    Ok(outcome)
}

/// The correct lines of a block, and the number of outputs that are wrong for another reason.
fn lines_of(
    block: &Block<'_>,
    place: &Place,
    programs: &Programs,
    path: &str,
) -> Result<(Vec<String>, usize)> {
    let mut lines = Vec::new();
    let mut faults = 0;
    for step in steps(&block.lines) {
        let (printed, is_fine) = place.run(programs, &step)?;
        lines.extend(step.command.iter().map(|line| (*line).to_owned()));
        let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
        let is_same = matches(&step.prints, &printed);
        if !is_fine || (!is_same && step.leaves_out()) {
            faults += 1;
            let number = block.begin + 1;
            println!("{path}:{number}: {} prints", step.command.join(" "));
            printed.iter().for_each(|line| println!("    {line}"));
        }
        let shown = match is_same || step.leaves_out() || !is_fine {
            true => &step.prints,
            false => &printed,
        };
        lines.extend(shown.iter().map(|line| (*line).to_owned()));
    }
    Ok((lines, faults))
}

/// The commands of a block.
fn steps<'a>(lines: &[&'a str]) -> Vec<CommandOutput<'a>> {
    let mut steps: Vec<CommandOutput<'a>> = Vec::new();
    for line in lines {
        let goes_on = steps.last_mut().filter(|step| {
            let is_joined = step.command.last().is_some_and(|line| line.ends_with('\\'));
            is_joined && step.prints.is_empty()
        });
        if let Some(step) = goes_on {
            step.command.push(line);
        } else if line.starts_with("$ ") {
            let (command, prints) = (vec![*line], Vec::new());
            steps.push(CommandOutput { command, prints });
        } else if let Some(step) = steps.last_mut() {
            step.prints.push(line);
        }
    }
    steps
}

/// Whether the output of a command matches the document.
fn matches(document: &[&str], printed: &[&str]) -> bool {
    let Some((line, rest)) = document.split_first() else {
        return printed.is_empty();
    };
    if *line == "…" {
        return (0..=printed.len()).any(|skipped| matches(rest, &printed[skipped..]));
    }
    let Some((now, others)) = printed.split_first() else {
        return false;
    };
    let (line, now) = (masked(line), masked(now));
    let is_same = match line.strip_suffix(" …") {
        Some(beginning) => now.starts_with(beginning),
        None => line == now,
    };
    is_same && matches(rest, others)
}

/// A line with times and rates masked and with single blanks.
fn masked(line: &str) -> String {
    let mut words: Vec<&str> = Vec::new();
    let parts = line.split(|c: char| c.is_whitespace() || c == '、');
    for word in parts.filter(|word| !word.is_empty()) {
        let unit = word.trim_end_matches([',', ';', '.', ')']);
        let is_number = |word: &&str| word.chars().all(|c| c.is_ascii_digit() || c == '.');
        if let Some(number) = unit.strip_suffix('s')
            && (is_number(&number) || number.ends_with('/'))
        {
            words.pop_if(|before| is_number(before) || is_minutes(before));
            words.push("#");
        } else {
            words.push(word);
        }
    }
    words.join(" ")
}

/// Whether a word is the minutes of a time such as `1m 2s`.
fn is_minutes(word: &str) -> bool {
    word.strip_suffix('m')
        .is_some_and(|number| number.parse::<u32>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_joined_and_have_their_output() {
        let lines = ["$ a \\", "  b", "c", "$ d"];
        let found = steps(&lines);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].script(), "a \\\n  b");
        assert_eq!(found[0].prints, ["c"]);
        assert_eq!(found[1].prints, [""; 0]);
    }

    #[test]
    fn times_differ_and_figures_do_not() {
        let document = ["nodes: 7 expanded; 0.018 s, 875 k/s"];
        assert!(matches(&document, &["nodes: 7 expanded; 0.2 s, -/s"]));
        assert!(!matches(
            &document,
            &["nodes: 8 expanded; 0.018 s, 875 k/s"]
        ));
        assert!(matches(&["7 nodes in 0s"], &["7 nodes in 1m 20s"]));
        assert!(!matches(&["7 nodes in 0s"], &["8 nodes in 0s"]));
    }

    #[test]
    fn dots_stand_for_what_is_left_out() {
        let document = ["a", "…", "line: x …", "b"];
        assert!(matches(&document, &["a", "1", "2", "line: x y z", "b"]));
        assert!(matches(&document, &["a", "line: x y", "b"]));
        assert!(!matches(&document, &["a", "line: y", "b"]));
        assert!(!matches(&document, &["a", "line: x y", "b", "c"]));
    }
}
