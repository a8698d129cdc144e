//! Reads and writes the text of a transcript.

use std::fmt::Write;

/// A case: commands that run in one folder.
#[derive(Debug, Default)]
pub(crate) struct Case {
    /// The comments above the case.
    comments: Vec<String>,
    pub(crate) name: String,
    /// The files that exist before the first command.
    pub(crate) files: Vec<(String, String)>,
    pub(crate) steps: Vec<Step>,
}

/// A command with its recorded output.
#[derive(Debug, Default)]
pub(crate) struct Step {
    pub(crate) command: String,
    pub(crate) input: Vec<String>,
    /// The kinds of parts that may differ from run to run.
    pub(crate) differs: Vec<String>,
    pub(crate) output: CommandOutput,
}

/// The output and the exit code of a command.
#[derive(Debug, Default)]
pub(crate) struct CommandOutput {
    pub(crate) code: i32,
    pub(crate) out: Vec<String>,
    pub(crate) err: Vec<String>,
}

impl CommandOutput {
    pub(crate) fn of(code: i32, out: &str, err: &str) -> CommandOutput {
        let lines = |text: &str| text.lines().map(str::to_string).collect();
        let (out, err) = (lines(out), lines(err));
        CommandOutput { code, out, err }
    }
}

impl Step {
    /// The words of the command.
    pub(crate) fn words(&self) -> Vec<String> {
        let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
        for letter in self.command.chars() {
            match (quote, letter) {
                (None, ' ') => words.extend(word.take()),
                (None, '"' | '\'') => {
                    quote = Some(letter);
                    word.get_or_insert_default();
                }
                (Some(open), _) if open == letter => quote = None,
                _ => word.get_or_insert_default().push(letter),
            }
        }
        assert!(quote.is_none(), "an open quote: {}", self.command);
        words.extend(word);
        words
    }
}

/// Reads the cases of a file.
pub(crate) fn read(text: &str) -> Vec<Case> {
    let (mut cases, mut comments) = (Vec::<Case>::new(), Vec::new());
    for (number, line) in text.lines().enumerate() {
        let (mark, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.to_string();
        let place = || format!("line {}: {line}", number + 1);
        match mark {
            "" => {}
            "#" => comments.push(rest),
            "==" => cases.push(Case {
                comments: std::mem::take(&mut comments),
                name: rest,
                ..Case::default()
            }),
            _ => {
                let case = cases.last_mut().unwrap_or_else(|| panic!("{}", place()));
                add(case, mark, rest).unwrap_or_else(|| panic!("{}", place()));
            }
        }
    }
    cases
}

/// Adds a line to its case; `None` if the line is not allowed there.
fn add(case: &mut Case, mark: &str, rest: String) -> Option<()> {
    match mark {
        "file" => case.files.push((rest, String::new())),
        "|" => case.files.last_mut()?.1 += &(rest + "\n"),
        "$" => case.steps.push(Step {
            command: rest,
            ..Step::default()
        }),
        _ => {
            let step = case.steps.last_mut()?;
            match mark {
                "<" => step.input.push(rest),
                "~" => step.differs.push(rest),
                "?" => step.output.code = rest.parse().ok()?,
                ">" => step.output.out.push(rest),
                "!" => step.output.err.push(rest),
                _ => return None,
            }
        }
    }
    Some(())
}

/// The text of a file with these cases.
pub(crate) fn write(cases: &[Case]) -> String {
    let mut text = String::new();
    let mut line = |mark: &str, rest: &str| {
        writeln!(text, "{}", format!("{mark} {rest}").trim_end()).unwrap();
    };
    for (index, case) in cases.iter().enumerate() {
        if index > 0 {
            line("", "");
        }
        for comment in &case.comments {
            line("#", comment);
        }
        line("==", &case.name);
        for (name, text) in &case.files {
            line("file", name);
            text.lines().for_each(|text| line("|", text));
        }
        for step in &case.steps {
            line("$", &step.command);
            step.input.iter().for_each(|text| line("<", text));
            step.differs.iter().for_each(|text| line("~", text));
            line("?", &step.output.code.to_string());
            step.output.out.iter().for_each(|text| line(">", text));
            step.output.err.iter().for_each(|text| line("!", text));
        }
    }
    text
}
