//! Replaces the parts of the output that differ from run to run by `#`.
//!
//! Times and rates are always replaced. Figures of work (nodes, hits, records of certificates) are
//! replaced after `~ work`, and for `--value`, `--moves` and `--score`, whose searches share
//! tables. Lines of play are replaced after `~ line`.

use serde_json::{Map, Value};

/// Fields of JSON objects with figures of work.
const WORK: [&str; 5] = [
    "generated",
    "expanded",
    "evaluated",
    "leaf_nodes",
    "table_hits",
];

/// Words after figures of work.
const UNITS: [&str; 7] = [
    "expanded",
    "generated",
    "evaluated",
    "nodes",
    "in",
    "records",
    "bytes",
];

/// Words before variable figures in the USI protocol.
const USI: [&str; 4] = ["time", "nodes", "nps", "hashfull"];

/// The replacements for the output of a command.
#[derive(Debug)]
pub(super) struct Masks {
    work: bool,
    line: bool,
    /// Whether blanks inside of lines are kept, because the output is a picture.
    is_picture: bool,
    is_usi: bool,
    /// Whether the output is the report of an experiment, with the machine, the date and seconds.
    is_report: bool,
    /// The name of the program in its messages.
    program: Option<String>,
    /// The name of the program in the transcript.
    name: String,
}

impl Masks {
    /// The masks for a command.
    pub(super) fn of(words: &[String], differs: &[String]) -> Masks {
        let has = |name: &str| words.iter().any(|word| word == name);
        let is_marked = |name: &str| differs.iter().any(|word| word == name);
        let shared = has("--value") || has("--moves") || has("--score");
        let command = words.get(1).map_or("", String::as_str);
        let other = std::env::var_os("SHOMEI_BIN");
        let program = other.as_deref().unwrap_or(crate::PROGRAMS[0].1.as_ref());
        let program = std::path::Path::new(program).file_name();
        Masks {
            work: is_marked("work") || shared,
            line: is_marked("line"),
            is_picture: ["show", "games"].contains(&command) || has("cat"),
            is_usi: command == "usi" || has("shomei-usi"),
            is_report: command == "reproduce",
            program: program.map(|name| name.to_string_lossy().into_owned()),
            name: words[0].clone(),
        }
    }

    /// A line with the replacements and without trailing blanks.
    pub(super) fn apply(&self, line: &str) -> String {
        if let Ok(object) = serde_json::from_str(line) {
            return Value::Object(self.object(object)).to_string();
        }
        let line = line.trim_end();
        if let Some(program) = &self.program
            && let Some(rest) = line.strip_prefix(&format!("Usage: {program} "))
        {
            return format!("Usage: {} {rest}", self.name);
        }
        if line.contains("(os error ") {
            // The message of the operating system differs between systems.
            let begin = line.rsplit_once(": ").map_or("", |(begin, _)| begin);
            return format!("{begin}: #");
        }
        if let Some(rest) = line.strip_prefix("id name shomei ") {
            assert_eq!(rest, env!("CARGO_PKG_VERSION"));
            return "id name shomei #".into();
        }
        if self.is_report {
            return report_line(line);
        }
        self.words(line)
    }

    fn object(&self, mut object: Map<String, Value>) -> Map<String, Value> {
        // The note describes the machine.
        object.remove("note");
        let masked = |(key, value): (String, Value)| {
            let is_work = self.work && WORK.contains(&key.as_str());
            let value = match value {
                _ if key == "seconds" || is_work => "#".into(),
                Value::Array(_) if key == "line" && self.line => "#".into(),
                value => self.value(value),
            };
            (key, value)
        };
        object.into_iter().map(masked).collect()
    }

    fn value(&self, value: Value) -> Value {
        match value {
            Value::Object(object) => Value::Object(self.object(object)),
            Value::Array(values) => values.into_iter().map(|value| self.value(value)).collect(),
            value => value,
        }
    }

    /// Masks a line of text.
    fn words(&self, line: &str) -> String {
        if self.line && line.starts_with("line (") {
            return "line #".into();
        }
        if self.is_picture {
            return line.into();
        }
        let begin = &line[..line.len() - line.trim_start().len()];
        let words: Vec<&str> = line.split_whitespace().collect();
        let mut masked: Vec<String> = Vec::new();
        for (index, word) in words.iter().enumerate() {
            let next = words.get(index + 1).map_or("", |word| bare(word));
            let before = index.checked_sub(1).map_or("", |index| words[index]);
            let is_time = next == "s" || next.ends_with("/s") && is_number(word);
            let is_work = self.work && is_number(word) && UNITS.contains(&next);
            let is_usi = self.is_usi && words[0] == "info" && USI.contains(&before);
            // The column of nodes, which precedes the column of times.
            let is_column = self.work
                && is_number(word)
                && words.get(index + 2) == Some(&"s")
                && words.len() == index + 3;
            if bare(word).ends_with("/s") {
                if masked.last().is_some_and(|word| word == "#") {
                    masked.pop();
                }
                masked.push(word.replace(bare(word), "#/s"));
            } else if is_time || is_work || is_usi || is_column {
                masked.push(word.replace(bare(word), "#"));
            } else {
                masked.push((*word).to_string());
            }
        }
        begin.to_string() + &masked.join(" ")
    }
}

/// Masks a line of an experiment's report: only seconds have exactly one decimal.
fn report_line(line: &str) -> String {
    let is_machine = line.starts_with("- ") && line.ends_with(" cores");
    if is_machine || line.starts_with("- shomei ") {
        return "- #".into();
    }
    let cell = |cell: &str| -> String {
        let is_time = |(_, rest): (&str, &str)| rest.len() == 1 && is_number(cell);
        let is_time = cell.split_once('.').is_some_and(is_time);
        if is_time { "#".into() } else { cell.into() }
    };
    let cells: Vec<String> = line.split(" | ").map(|text| cell(text.trim())).collect();
    cells.join(" | ")
}

/// A word without brackets and punctuation around it.
fn bare(word: &str) -> &str {
    word.trim_matches(|letter: char| "(),;:".contains(letter))
}

fn is_number(word: &str) -> bool {
    let word = bare(word);
    let is_digit = |letter: char| letter.is_ascii_digit() || ",.".contains(letter);
    word.starts_with(|letter: char| letter.is_ascii_digit()) && word.chars().all(is_digit)
}

#[test]
fn only_what_differs_is_replaced() {
    let masks = |command: &str| {
        let words: Vec<String> = command.split(' ').map(str::to_string).collect();
        Masks::of(&words, &[])
    };
    let line = "nodes: 7 expanded, 11 generated; 0.001 s, 7 k/s";
    let plain = masks("shomei solve loa start");
    assert_eq!(
        plain.apply(line),
        "nodes: 7 expanded, 11 generated; # s, #/s"
    );
    let shared = masks("shomei solve loa start --moves");
    assert_eq!(
        shared.apply(line),
        "nodes: # expanded, # generated; # s, #/s"
    );
    assert_eq!(shared.apply("ca  win  3,914  0.003 s"), "ca win # # s");
    let json = r#"{"line":["a"],"expanded":7,"seconds":0.1,"pn":3}"#;
    let text = r##"{"expanded":7,"line":["a"],"pn":3,"seconds":"#"}"##;
    assert_eq!(plain.apply(json), text);
    assert_eq!(plain.apply("total 5 s, -/s"), "total # s, #/s");
    assert_eq!(masks("shomei show x y").apply("a  5 s "), "a  5 s");
    let report = masks("shomei-lab reproduce small");
    let row = "| PN | 0.4 | 3.00 | 1,234 | |";
    assert_eq!(report.apply(row), "| PN | # | 3.00 | 1,234 | |");
    assert_eq!(report.apply("- Some Processor, 1 core, 2 cores"), "- #");
    let info = "info depth 5 time 1 nodes 658 nps 658000 pv a";
    let hidden = "info depth 5 time # nodes # nps # pv a";
    assert_eq!(masks("shomei usi").apply(info), hidden);
}
