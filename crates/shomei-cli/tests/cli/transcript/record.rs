//! The text of a record: reading and writing it.

use std::fmt::Write;

/// Commands in one folder.
#[derive(Debug, Default)]
pub(crate) struct Case {
    /// Comments above it.
    comments: Vec<String>,
    pub(crate) name: String,
    /// Files that are there before the first command.
    pub(crate) files: Vec<(String, String)>,
    pub(crate) steps: Vec<Step>,
}

/// A command, and what is known of it.
#[derive(Debug, Default)]
pub(crate) struct Step {
    pub(crate) command: String,
    pub(crate) input: Vec<String>,
    /// What may differ from run to run.
    pub(crate) differs: Vec<String>,
    pub(crate) said: Said,
}

/// What a command said.
#[derive(Debug, Default)]
pub(crate) struct Said {
    pub(crate) code: i32,
    pub(crate) out: Vec<String>,
    pub(crate) err: Vec<String>,
}

impl Said {
    pub(crate) fn of(code: i32, out: &str, err: &str) -> Said {
        let lines = |text: &str| text.lines().map(str::to_string).collect();
        let (out, err) = (lines(out), lines(err));
        Said { code, out, err }
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

/// Adds what a line says to its case, unless it has no place there.
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
                "?" => step.said.code = rest.parse().ok()?,
                ">" => step.said.out.push(rest),
                "!" => step.said.err.push(rest),
                _ => return None,
            }
        }
    }
    Some(())
}

/// The text of a file.
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
            line("?", &step.said.code.to_string());
            step.said.out.iter().for_each(|text| line(">", text));
            step.said.err.iter().for_each(|text| line("!", text));
        }
    }
    text
}
