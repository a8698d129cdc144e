//! Converts the help of a command, as clap prints it, to Markdown.

use std::fmt::Write;

/// Documents are wrapped here.
const WIDTH: usize = 100;

/// The output of `COMMAND --help`.
#[derive(Debug, Default)]
pub(super) struct Help {
    about: String,
    usage: String,
    pub(super) sections: Vec<Section>,
    /// The text after the options.
    tail: String,
}

/// Arguments, commands, or options of one kind.
#[derive(Debug)]
pub(super) struct Section {
    pub(super) title: String,
    pub(super) entries: Vec<Entry>,
}

/// An argument, a command or an option.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) text: String,
}

impl Help {
    /// Parses the output of clap.
    pub(super) fn read(text: &str) -> Help {
        let mut help = Help::default();
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            // The lines of a section are indented, those of the text after all sections are not.
            let mut is_title = || lines.peek().is_some_and(|next| next.starts_with(' '));
            let title = line.strip_suffix(':').filter(|_| is_title());
            if let Some(usage) = line.strip_prefix("Usage: ") {
                usage.clone_into(&mut help.usage);
            } else if help.usage.is_empty() {
                join(&mut help.about, line);
            } else if line.starts_with(' ') || line.is_empty() {
                help.add(line);
            } else if let Some(title) = title {
                help.sections.push(Section {
                    title: title.to_owned(),
                    entries: Vec::new(),
                });
            } else {
                join(&mut help.tail, line);
            }
        }
        for section in &mut help.sections {
            let is_kept = |entry: &Entry| !["-h, --help", "help"].contains(&entry.name.as_str());
            section.entries.retain(is_kept);
        }
        help.sections.retain(|section| !section.entries.is_empty());
        help
    }

    /// Adds an indented line to the last section.
    fn add(&mut self, line: &str) {
        let Some(section) = self.sections.last_mut() else {
            return;
        };
        let text = line.trim_start();
        let indentation = line.len() - text.len();
        let is_option = text.starts_with('-') && indentation <= 6;
        if text.is_empty() {
            return;
        }
        if is_option || indentation == 2 {
            let (name, text) = text.split_once("  ").unwrap_or((text, ""));
            section.entries.push(Entry {
                name: name.to_owned(),
                text: text.trim().to_owned(),
            });
        } else if let Some(entry) = section.entries.last_mut() {
            join(&mut entry.text, text);
        }
    }

    /// The commands below this one.
    pub(super) fn commands(&self) -> Vec<&Entry> {
        let sections = self.sections.iter();
        let commands = sections.filter(|section| section.title == "Commands");
        commands.flat_map(|section| &section.entries).collect()
    }

    /// The page, or the part of a page, with headings from this depth on.
    pub(super) fn markdown(&self, depth: usize) -> String {
        let mut page = wrapped(&escaped(&self.about), "");
        if !self.about.ends_with(['.', '?']) {
            page.insert(page.len() - 1, '.');
        }
        write!(page, "\n```text\n{}\n```\n", self.usage).expect("texts take all");
        let heading = "#".repeat(depth + 1);
        for section in &self.sections {
            if section.title == "Commands" {
                continue;
            }
            write!(page, "\n{heading} {}\n\n", section.title).expect("texts take all");
            for entry in &section.entries {
                let text = escaped(&with_default(&entry.text));
                page += &wrapped(&format!("- `{}`: {text}", entry.name), "  ");
            }
        }
        if !self.tail.is_empty() {
            page += "\n";
            page += &wrapped(&escaped(&self.tail), "");
        }
        page
    }
}

/// Appends a line of a paragraph.
fn join(text: &mut String, line: &str) {
    if !text.is_empty() && !line.is_empty() {
        text.push(' ');
    }
    text.push_str(line.trim());
}

/// Writes `[default: x]` in round brackets, since square brackets are links.
fn with_default(text: &str) -> String {
    let Some((before, rest)) = text.split_once("[default: ") else {
        return text.to_owned();
    };
    let (value, after) = rest.split_once(']').unwrap_or((rest, ""));
    format!("{before}(default: {value}){after}")
}

/// Escapes all Markdown except code between backticks. Options become code.
pub(super) fn escaped(text: &str) -> String {
    let text = with_options(text);
    let mut escaped = String::with_capacity(text.len());
    let mut is_code = false;
    for letter in text.chars() {
        is_code ^= letter == '`';
        if !is_code && "<*_[]|".contains(letter) {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

/// Puts backticks around each option outside code.
fn with_options(text: &str) -> String {
    let mut parts: Vec<String> = text.split('`').map(str::to_owned).collect();
    for part in parts.iter_mut().step_by(2) {
        let words = part.split(' ').map(|word| {
            let Some(at) = word.find("--") else {
                return word.to_owned();
            };
            let rest = &word[at + 2..];
            let is_name = |c: &char| c.is_ascii_lowercase() || *c == '-';
            let length = rest.chars().take_while(is_name).count();
            let (name, after) = rest.split_at(length);
            match name {
                "" => word.to_owned(),
                _ => format!("{}`--{name}`{after}", &word[..at]),
            }
        });
        *part = words.collect::<Vec<_>>().join(" ");
    }
    parts.join("`")
}

/// A paragraph, wrapped; lines after the first begin with `indentation`.
pub(super) fn wrapped(text: &str, indentation: &str) -> String {
    let mut lines = String::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let letters = line.chars().count() + word.chars().count() + 1;
        if letters > WIDTH && !line.trim().is_empty() {
            lines += line.trim_end();
            lines.push('\n');
            indentation.clone_into(&mut line);
        } else if !line.trim().is_empty() {
            line.push(' ');
        }
        line += word;
    }
    lines + line.trim_end() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: &str = "Prove it: can a side win?\n\nUsage: shomei solve [OPTIONS] <GAME>\n\n\
        Arguments:\n  <GAME>\n          The game: see `shomei games`\n\n\
        Options:\n  -h, --help\n          Print help\n\nThe question:\n      --at <PLACE>\n          \
        Another position of\n          a record\n          \n          [default: start]\n\n\
        Exit codes: 0 done, or:\n1 not.\n";
    const SHORT: &str = "Look\n\nUsage: shomei store <COMMAND>\n\nCommands:\n  info  Say whose\n  \
        help  Print this\n\nOptions:\n      --json  Print one\n              object\n  -h, --help  x\n";

    #[test]
    fn long_help_becomes_lists() {
        let page = Help::read(LONG).markdown(1);
        let expected = "Prove it: can a side win?\n\n```text\nshomei solve [OPTIONS] <GAME>\n```\n\n\
            ## Arguments\n\n- `<GAME>`: The game: see `shomei games`\n\n## The question\n\n\
            - `--at <PLACE>`: Another position of a record (default: start)\n\n\
            Exit codes: 0 done, or: 1 not.\n";
        assert_eq!(page, expected);
    }

    #[test]
    fn short_help_has_commands_and_options() {
        let help = Help::read(SHORT);
        let names: Vec<&str> = help.commands().iter().map(|each| &*each.name).collect();
        assert_eq!(names, ["info"]);
        assert!(help.markdown(1).ends_with("- `--json`: Print one object\n"));
    }

    #[test]
    fn text_is_escaped_but_for_code() {
        assert_eq!(escaped("a <b> `<c>` x_y"), "a \\<b> `<c>` x\\_y");
        assert_eq!(
            escaped("(with --a-b, `--c d`; --"),
            "(with `--a-b`, `--c d`; --"
        );
    }

    #[test]
    fn paragraphs_are_wrapped() {
        let text = wrapped(&"word ".repeat(30), "  ");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].len() <= WIDTH && lines[1].starts_with("  word"));
    }
}
