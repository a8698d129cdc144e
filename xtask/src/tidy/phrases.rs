//! Phrases that are not plain English, in code, documents and the subjects of commits. Each has a
//! plain replacement. A word also counts as a part of an identifier: `is_X`, `IsX`. Words that are
//! plain English elsewhere are rejected as the whole name of a type, a module or a function only.
//!
//! The phrases are written in two parts, so that this file does not contain them.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::source::{self, Source, identifier};
use super::{Finding, TextFile};

/// A phrase in lower case with one blank between words, its plain replacement, and the words after
/// which it is correct (articles are ignored).
type Phrase = (&'static str, &'static str, &'static [&'static str]);

const COMPONENT: &str = "the name of the component";
const PROXIES: [&str; 5] = ["proxy", "reverse", "firewall", "nat", "tls"];
/// JSON names of counters, and a removed option in recorded results.
const COUNTERS: [&str; 2] = ["solved", "unsolved"];
const REMOVED_OPTION: [&str; 1] = ["on"];

const PHRASES: [Phrase; 14] = [
    (concat!("beh", "ind"), "after", &PROXIES),
    (concat!("sta", "nds"), "is", &["for"]),
    (concat!("sta", "nd in"), "are in", &[]),
    (concat!("so m", "any"), "a number, with its unit", &[]),
    (concat!("so m", "uch"), "a number, with its unit", &[]),
    (concat!("to", "ld"), "reports, contains or knows", &COUNTERS),
    (
        concat!("te", "lls"),
        "reports, contains or distinguishes",
        &REMOVED_OPTION,
    ),
    (concat!("rests o", "n"), "depends on", &[]),
    (concat!("put a", "side"), "suspended", &[]),
    (concat!("puts a", "side"), "suspends", &[]),
    (concat!("tell a", "part"), "distinguish", &[]),
    (concat!("who", "ever"), COMPONENT, &[]),
    (concat!("some", "body"), COMPONENT, &[]),
    (concat!("no", "body"), COMPONENT, &[]),
];

/// After a form of *to be*, `no` with a noun is not English, except after `there` and before these
/// words. Write `is not a move`, or what was expected.
const AFTER_NO: [&str; 9] = [
    "longer", "such", "more", "less", "easier", "harder", "faster", "worse", "farther",
];

/// Words that are rejected in identifiers only.
const IDENTIFIERS: [Phrase; 19] = [
    ("kid", "child", &[]),
    ("kids", "children", &[]),
    ("ghi", "path_dominance", &[]),
    ("bags", "job_hints", &[]),
    ("parcel", "batch", &[]),
    ("errand", "certificate_task", &[]),
    ("chore", "task", &[]),
    ("pace", "queue_depth", &[]),
    ("hired", "job_factory", &[]),
    ("desk", "work_queue", &[]),
    ("delivery", "certificate_writer", &[]),
    ("harvest", "solved_position_sink", &[]),
    ("spoken", "messages", &[]),
    ("unspoken", "unanswered", &[]),
    ("said", "the name of the content", &[]),
    ("learnt", "knowledge, or fitted", &[]),
    ("account", "budget", &[]),
    ("ground", "context, or background", &[]),
    ("shelf", "position_store", &[]),
];

/// Names of types and modules that are rejected.
const NAMES: [Phrase; 15] = [
    ("known", "knowledge, or what the type contains", &[]),
    ("kept", "knowledge, or what the type contains", &[]),
    ("changed", "knowledge, or what the type contains", &[]),
    ("says", "knowledge, or content", &[]),
    ("on line", "path dependence", &[]),
    ("reach", "dominance bound", &[]),
    ("held", "path dominance, or what the type contains", &[]),
    ("shown", "child cache, or what the type contains", &[]),
    ("chain", "move group", &[]),
    ("waits", "deferred moves", &[]),
    ("meet", "evaluation", &[]),
    ("asked", "certificate view, or question", &[]),
    ("facts", "corpus check", &[]),
    ("stated", "author's solution", &[]),
    ("expected", "expected value", &[]),
];

/// Names that are rejected for types, but not for modules.
const OF_TYPES: [Phrase; 1] = [("support", "path dependence", &[])];

const OF_FUNCTIONS: [Phrase; 2] = [
    ("says", "content", &[]),
    ("meet", "enter, evaluate or look up", &[]),
];

/// The keywords of declarations, with the names that are rejected after each.
const DECLARATIONS: [(&str, &[&[Phrase]]); 7] = [
    ("struct", &[&NAMES, &OF_TYPES]),
    ("enum", &[&NAMES, &OF_TYPES]),
    ("union", &[&NAMES, &OF_TYPES]),
    ("trait", &[&NAMES, &OF_TYPES]),
    ("type", &[&NAMES, &OF_TYPES]),
    ("mod", &[&NAMES]),
    ("fn", &[&OF_FUNCTIONS]),
];

const EXTENSIONS: [&str; 11] = [
    "rs", "md", "toml", "ts", "py", "pyi", "ftl", "ipynb", "sh", "yaml", "yml",
];

/// The time of commit e3f745cc in seconds since 1970. Subjects up to it are exempt. A shallow
/// clone does not contain this commit, so its time decides.
const SUBJECTS_FROM: u64 = 1_795_709_869;

/// Checks every document and source file, and the subjects of the commits.
pub(crate) fn check(files: &[TextFile], root: &Path) -> Result<Vec<Finding>> {
    let mut findings: Vec<Finding> = files.iter().flat_map(faults).collect();
    findings.extend(subjects(&log(root)?, SUBJECTS_FROM));
    Ok(findings)
}

fn faults(file: &TextFile) -> Vec<Finding> {
    let extension = file.path.rsplit_once('.').map_or("", |(_, end)| end);
    if !EXTENSIONS.contains(&extension) {
        return Vec::new();
    }
    let mut faults = matches(&file.text, &PHRASES);
    faults.extend(negations(&file.text));
    match extension {
        "rs" => {
            let source = Source::new(&file.text);
            faults.extend(matches(source.code(), &IDENTIFIERS));
            faults.extend(declarations(source.code()));
        }
        "ts" | "py" | "pyi" => faults.extend(matches(&file.text, &IDENTIFIERS)),
        _ => {}
    }
    let finding = |(at, message): (usize, String)| {
        let line = file.text[..at].matches('\n').count() + 1;
        Finding::new(&file.path, line, message)
    };
    faults.into_iter().map(finding).collect()
}

/// Where the phrases are in the text, each with its message.
fn matches(text: &str, phrases: &[Phrase]) -> Vec<(usize, String)> {
    let words = words(text);
    let begins = |at: usize, (phrase, plain, allowed): &Phrase| {
        let parts: Vec<&str> = phrase.split(' ').collect();
        let found = words.get(at..at + parts.len())?;
        let equal = |((_, word), part): (&(usize, &str), &str)| word.eq_ignore_ascii_case(part);
        let is_phrase = found.iter().zip(parts.iter().copied()).all(equal);
        let next = words[at + parts.len()..]
            .iter()
            .map(|(_, word)| word.to_ascii_lowercase())
            .find(|word| !["a", "an", "the"].contains(&word.as_str()));
        let is_allowed = next.is_some_and(|word| allowed.contains(&word.as_str()));
        let message = || format!("`{phrase}` is not plain English: write {plain}");
        (is_phrase && found.windows(2).all(|pair| is_joined(text, pair)) && !is_allowed)
            .then(|| (found[0].0, message()))
    };
    let at = |at| phrases.iter().find_map(move |phrase| begins(at, phrase));
    (0..words.len()).filter_map(at).collect()
}

/// Where a declaration has a rejected name.
fn declarations(code: &str) -> Vec<(usize, String)> {
    let mut faults = Vec::new();
    for (keyword, lists) in DECLARATIONS {
        for at in source::words(code, keyword) {
            let name = identifier(code[at + keyword.len()..].trim_start());
            let parts: Vec<&str> = words(name).into_iter().map(|(_, word)| word).collect();
            let phrase = parts.join(" ");
            let mut names = lists.iter().copied().flatten();
            let rejected = names.find(|(rejected, ..)| phrase.eq_ignore_ascii_case(rejected));
            faults.extend(rejected.map(|(_, plain, _)| {
                let message = format!("`{keyword} {name}` is not plain English: write {plain}");
                (at, message)
            }));
        }
    }
    faults
}

/// Where `is no` and the like have a noun after them.
fn negations(text: &str) -> Vec<(usize, String)> {
    let words = words(text);
    let is = |at: usize, of: &[&str]| {
        let word = words.get(at).map(|(_, word)| word.to_ascii_lowercase());
        word.is_some_and(|word| of.contains(&word.as_str()))
    };
    let is_negation = |&at: &usize| {
        let is_after = at > 0 && is_joined(text, &words[at - 1..=at]);
        let is_verb = at > 0 && is(at - 1, &["is", "are", "was", "were"]);
        let is_there = at > 1 && is(at - 2, &["there"]);
        let is_noun = at + 1 < words.len() && is_joined(text, &words[at..=at + 1]);
        is(at, &["no"]) && is_after && is_verb && !is_there && is_noun && !is(at + 1, &AFTER_NO)
    };
    let negations = (0..words.len()).filter(is_negation);
    let message = "`no` with a noun after a verb is not plain English: write `not a`, or what was \
                   expected";
    negations
        .map(|at| (words[at].0, message.to_owned()))
        .collect()
}

/// Whether only blanks, line breaks and comment marks are between two words.
fn is_joined(text: &str, pair: &[(usize, &str)]) -> bool {
    let between = &text[pair[0].0 + pair[0].1.len()..pair[1].0];
    between
        .chars()
        .all(|c| c.is_whitespace() || "/!#*>_-".contains(c))
}

/// The words of a text with their offsets. Identifiers are split at `_` and before capitals.
fn words(text: &str) -> Vec<(usize, &str)> {
    let bytes = text.as_bytes();
    let mut words = Vec::new();
    let mut start = 0;
    for end in 1..=bytes.len() {
        let [before, here] = [bytes[end - 1], *bytes.get(end).unwrap_or(&b' ')];
        let next_is_lower = bytes.get(end + 1).is_some_and(u8::is_ascii_lowercase);
        let is_hump = here.is_ascii_uppercase() && (before.is_ascii_lowercase() || next_is_lower);
        if !before.is_ascii_alphabetic() {
            start = end;
        } else if !here.is_ascii_alphabetic() || is_hump {
            words.push((start, &text[start..end]));
            start = end;
        }
    }
    words
}

/// The commits of the current branch, each with its time and subject.
fn log(root: &Path) -> Result<String> {
    let log = ["log", "--format=%ct %h %s"];
    let output = Command::new("git").args(log).current_dir(root).output();
    let output = output.context("git log")?;
    let error = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "git log: {error}");
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn subjects(log: &str, from: u64) -> Vec<Finding> {
    let commit = |line: &str| {
        let mut parts = line.splitn(3, ' ');
        let time: u64 = parts.next()?.parse().ok()?;
        let [name, subject] = [parts.next()?, parts.next()?];
        let faults = matches(subject, &PHRASES).into_iter();
        let finding = |(_, message)| Finding::new(&format!("commit {name}"), 1, message);
        (time > from).then(|| faults.map(finding).collect::<Vec<_>>())
    };
    log.lines().filter_map(commit).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::samples::{file, places};

    fn findings(path: &str, text: &str) -> Vec<String> {
        places(&faults(&file(path, text)))
    }

    #[test]
    fn plain_text_passes() {
        let text = "The stand is so. Many tell a story; manystandsx, so, many, ghi\n";
        assert_eq!(findings("a.md", text), [""; 0]);
        assert_eq!(findings("a.txt", PHRASES[0].0), [""; 0]);
    }

    #[test]
    fn phrases_are_found_in_any_form() {
        for (text, _, _) in &PHRASES {
            assert_eq!(findings("a.md", &format!("\nA {text} x")), ["a.md:2"]);
            assert_eq!(findings("a.ftl", &text.to_uppercase()), ["a.ftl:1"]);
            let wrapped = text.replace(' ', "\n    /// ");
            assert_eq!(findings("a.rs", &format!("/// {wrapped}\n")), ["a.rs:1"]);
            let identifier = text.replace(' ', "_");
            assert_eq!(
                findings("a.rs", &format!("fn is_{identifier}_x() {{}}")),
                ["a.rs:1"]
            );
        }
    }

    #[test]
    fn nouns_after_no_are_found() {
        let no = concat!("n", "o");
        for text in [
            format!("It is {no} move"),
            format!("they are\n/// {no} moves"),
        ] {
            assert_eq!(findings("a.md", &text).len(), 1, "{text}");
        }
        let text = format!("there is {no} move; it is {no} longer; is {no}, x");
        assert_eq!(findings("a.md", &text), [""; 0]);
    }

    #[test]
    fn humps_separate_words() {
        let found: Vec<&str> = words("aBc GHITable x1_y é").iter().map(|w| w.1).collect();
        assert_eq!(found, ["a", "Bc", "GHI", "Table", "x", "y"]);
    }

    #[test]
    fn allowed_continuations_pass() {
        let text = format!("{} a proxy, {} NAT", PHRASES[0].0, PHRASES[0].0);
        assert_eq!(findings("a.md", &text), [""; 0]);
        assert_eq!(findings("a.md", &format!("{} for", PHRASES[1].0)), [""; 0]);
        assert_eq!(
            findings("a.md", &format!("{} a tree", PHRASES[0].0)),
            ["a.md:1"]
        );
    }

    #[test]
    fn private_words_are_found_in_identifiers_only() {
        for (text, _, _) in &IDENTIFIERS {
            assert_eq!(
                findings("a.rs", &format!("// {text}\nlet a = \"{text}\";")),
                [""; 0]
            );
            assert_eq!(
                findings("a.rs", &format!("fn the_{text}() {{}}")),
                ["a.rs:1"]
            );
        }
        assert_eq!(findings("a.ts", "const isSpoken = 1;"), ["a.ts:1"]);
    }

    #[test]
    fn declarations_with_a_rejected_name_are_found() {
        for keyword in ["struct", "enum", "trait", "type"] {
            for name in ["Known", "OnLine", "Support"] {
                assert_eq!(
                    findings("a.rs", &format!("\n{keyword} {name};")),
                    ["a.rs:2"]
                );
            }
        }
        let modules = findings("a.rs", "pub mod known;\nmod on_line {}");
        assert_eq!(modules, ["a.rs:1", "a.rs:2"]);
        assert_eq!(findings("a.rs", "fn meet() {}"), ["a.rs:1"]);
        let others = "struct KnownScore { known: u8 }\nmod support;\nfn known() { type_known(); }\n\
                      // struct Known;\nlet meet = \"fn meet()\";";
        assert_eq!(findings("a.rs", others), [""; 0]);
    }

    #[test]
    fn subjects_are_checked_from_a_time_on() {
        let log = format!("7 abc {0} x\n6 abd {0} y\n8 abe z\n", PHRASES[0].0);
        assert_eq!(places(&subjects(&log, 6)), ["commit abc:1"]);
    }
}
