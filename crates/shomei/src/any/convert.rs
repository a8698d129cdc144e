//! Converts a record to another form and lists what that form cannot express.
//!
//! The losses are found by reading the written file and comparing it with the record, so they do
//! not depend on what a writer reports.

use shomei_game::{Ending, LineEnd, NotationError, RecordTree, Side, error_text};

use super::AnyGame;
use super::loss::{Loss, LossKind};
use super::record::TextRecord;

/// A record as a file, and the losses of the conversion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Converted {
    /// The file.
    pub bytes: Vec<u8>,
    /// The losses, one entry for each kind.
    pub losses: Vec<Loss>,
}

impl AnyGame {
    /// Writes a record as a file of this form, and lists what the form cannot express.
    ///
    /// # Errors
    ///
    /// An unknown form, an illegal position and an illegal move are errors.
    pub fn convert(&self, record: &TextRecord, form: &str) -> Result<Converted, NotationError> {
        let bytes = self.write_record(Side::First, record, form)?;
        let again = self.read_record(&bytes).map_err(|error| {
            let why = error.to_string();
            let text = error_text!(
                "record-not-read-again",
                "the record as {form} cannot be read again: {why}",
                form = form,
                why = why
            );
            NotationError::whole(text)
        })?;
        if again.text.root != record.root {
            return Err(NotationError::whole(error_text!(
                "record-cannot-begin",
                "a record as {form} cannot begin with {root}",
                form = form,
                root = record.root
            )));
        }
        let losses = losses(record, &again.text);
        Ok(Converted { bytes, losses })
    }
}

/// The differences between the first record and the second one, as losses.
fn losses(record: &TextRecord, again: &TextRecord) -> Vec<Loss> {
    let (tree, theirs) = (RecordTree::of(record), RecordTree::of(again));
    let mut comparison = Comparison {
        places: Vec::new(),
        losses: Vec::new(),
        theirs: &theirs,
    };
    comparison.moves(&tree);
    comparison.ends(&tree);
    comparison.comments(&tree);
    comparison.headers(record, again);
    comparison.losses.sort_by_key(|loss| loss.kind);
    comparison.losses
}

struct Comparison<'t> {
    /// For each node of the record, the same node of the other record.
    places: Vec<Option<usize>>,
    losses: Vec<Loss>,
    theirs: &'t RecordTree<String>,
}

impl Comparison<'_> {
    fn lose(&mut self, kind: LossKind, first: &str) {
        self.lose_some(kind, 1, first);
    }

    fn lose_some(&mut self, kind: LossKind, count: usize, first: &str) {
        match self.losses.iter_mut().find(|loss| loss.kind == kind) {
            Some(loss) => loss.count += count,
            None => self.losses.push(Loss {
                kind,
                count,
                first: first.to_string(),
            }),
        }
    }

    /// Finds every node of the record in the other record.
    fn moves(&mut self, tree: &RecordTree<String>) {
        self.places = vec![None; tree.nodes().count()];
        self.places[0] = Some(0);
        let mut is_known_line = true;
        // The node at which the omitted part of a line begins.
        let mut first = vec![0; self.places.len()];
        for (number, node) in tree.nodes().enumerate() {
            for &child in &node.children {
                let leaves_main = number <= tree.main_end() && child > tree.main_end();
                first[child] = match self.places[number] {
                    None if !leaves_main => first[number],
                    _ => child,
                };
                let there = self.places[number];
                let mv = tree.node(child).mv.as_ref();
                self.places[child] = there.zip(mv).and_then(|(there, mv)| {
                    let children = &self.theirs.node(there).children;
                    let mut children = children.iter().copied();
                    children.find(|&child| self.theirs.node(child).mv.as_ref() == Some(mv))
                });
                is_known_line &= child > tree.main_end() || self.places[child].is_some();
            }
        }
        for (number, node) in tree.nodes().enumerate() {
            if self.places[number].is_some() {
                continue;
            }
            let mv = tree.node(first[number]).mv.clone().unwrap_or_default();
            if number <= tree.main_end() {
                self.lose(LossKind::Moves, &mv);
            } else if node.end.is_some() || node.children.is_empty() {
                self.lose(LossKind::Branches, &mv);
            }
        }
        let end = self.places[tree.main_end()];
        if is_known_line && end != Some(self.theirs.main_end()) {
            let first = tree.node(tree.main_end()).children.first();
            let first = first.and_then(|&child| tree.node(child).mv.clone());
            self.lose(LossKind::MainLine, &first.unwrap_or_default());
        }
    }

    /// Compares how lines end.
    fn ends(&mut self, tree: &RecordTree<String>) {
        for (number, node) in tree.nodes().enumerate() {
            let (Some(place), Some(end)) = (self.places[number], &node.end) else {
                continue;
            };
            let is_main = number == tree.main_end();
            // The end of a line is not reported if the moves of the line are lost.
            let theirs = self.theirs.node(place).end.as_ref();
            let theirs = theirs.map_or(&Ending::Open, |end| &end.ending);
            let kept = match (&end.ending, theirs) {
                (Ending::Over(word), Ending::Over(other)) => replaced(word, other),
                // A form may have its own word for a win by play, such as the winner.
                (Ending::Open, _) | (Ending::Won, Ending::Over(_)) => Some(String::new()),
                (ending, theirs) => (ending == theirs).then(String::new),
            };
            match kept {
                Some(letters) => self.replaced(&letters),
                None if is_main => self.lose(LossKind::Ending, &end.ending.to_string()),
                None => self.lose(LossKind::BranchEndings, &end.ending.to_string()),
            }
        }
    }

    /// Compares the comments of every place that both records have.
    fn comments(&mut self, tree: &RecordTree<String>) {
        let theirs = self.theirs;
        for (number, node) in tree.nodes().enumerate() {
            let Some(place) = self.places[number] else {
                continue;
            };
            let place = theirs.node(place);
            self.comment(&node.comment, &place.comment);
            if let Some(end) = &node.end {
                self.comment(&end.comment, end_comment(place.end.as_ref()));
            }
        }
    }

    /// Compares one comment with the comment in its place in the other record.
    fn comment(&mut self, text: &str, there: &str) {
        if text == there {
            return;
        }
        let (text, end) = split_end(text);
        // Control characters become blanks, which are dropped at the end.
        let controls: String = end
            .chars()
            .filter(|letter| !letter.is_whitespace())
            .collect();
        self.replaced(&controls);
        if text.is_empty() {
            return;
        }
        let there = split_end(there).0;
        let first = text.lines().next().unwrap_or_default();
        let elsewhere = || {
            let nodes = self.theirs.nodes();
            let mut texts =
                nodes.flat_map(|node| [node.comment.as_str(), end_comment(node.end.as_ref())]);
            texts.find_map(|there| replaced_within(text, split_end(there).0))
        };
        let (replaced, is_moved) = match replaced_within(text, there) {
            Some(replaced) => (Some(replaced), false),
            None => (elsewhere(), true),
        };
        match replaced {
            None => self.lose(LossKind::Comments, first),
            Some(replaced) => {
                if is_moved {
                    self.lose(LossKind::MovedComments, first);
                }
                self.replaced(&replaced);
            }
        }
    }

    fn replaced(&mut self, letters: &str) {
        if let Some(first) = letters.chars().next() {
            let count = letters.chars().count();
            self.lose_some(LossKind::Characters, count, &first.to_string());
        }
    }

    /// Compares the headers, whose order is not significant.
    fn headers(&mut self, record: &TextRecord, again: &TextRecord) {
        let all = |record: &TextRecord| -> Vec<(String, String)> {
            let headers = record.headers.iter();
            let headers = headers.map(|(name, value)| (plain(name), plain(value)));
            headers.filter(|(_, value)| !value.is_empty()).collect()
        };
        let mut left = all(again);
        let comment: Vec<String> = again.main.comment.lines().map(plain).collect();
        let comment = comment.join("\n");
        for (name, value) in &all(record) {
            // Prefer the equal header: another one may differ only in a replaced character.
            let same = left.iter().position(|(n, v)| n == name && v == value);
            let like = |(n, v): &(String, String)| Some(replaced(name, n)? + &replaced(value, v)?);
            let found = same.or_else(|| left.iter().position(|other| like(other).is_some()));
            if let Some(found) = found {
                let letters = like(&left.remove(found)).unwrap_or_default();
                self.replaced(&letters);
                continue;
            }
            let as_line = |colon: &str| replaced_within(&format!("{name}{colon}{value}"), &comment);
            match as_line("：").or_else(|| as_line(": ")) {
                Some(letters) => {
                    self.lose(LossKind::HeadersAsComments, name);
                    self.replaced(&letters);
                }
                None => self.lose(LossKind::Headers, name),
            }
        }
    }
}

/// Normalizes a header: control characters become blanks, and runs of blanks are folded.
fn plain(text: &str) -> String {
    let words = text.split(|letter: char| letter.is_whitespace() || letter.is_control());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// Normalizes a comment: removes the blanks and control characters at its end, and these.
fn split_end(text: &str) -> (&str, &str) {
    let is_blank = |letter: char| letter.is_whitespace() || letter.is_control();
    text.split_at(text.trim_end_matches(is_blank).len())
}

fn end_comment(end: Option<&LineEnd>) -> &str {
    end.map_or("", |end| &end.comment)
}

/// The replacement for a character that a form lacks.
const REPLACEMENTS: [char; 7] = ['〓', ' ', '～', '－', '∥', '▲', '△'];

/// The characters of a text that another text replaces; `None` if the texts differ otherwise.
fn replaced(text: &str, other: &str) -> Option<String> {
    let (mut letters, mut others) = (text.chars(), other.chars());
    let mut replaced = String::new();
    loop {
        match (letters.next(), others.next()) {
            (None, None) => return Some(replaced),
            (Some(letter), Some(other)) if letter == other => {}
            (Some(letter), Some(other)) if REPLACEMENTS.contains(&other) => replaced.push(letter),
            _ => return None,
        }
    }
}

/// Like [`replaced`], for a text among the lines of the other text.
fn replaced_within(text: &str, other: &str) -> Option<String> {
    let lines: Vec<&str> = text.split('\n').collect();
    let others: Vec<&str> = other.split('\n').collect();
    let mut windows = others.windows(lines.len());
    windows.find_map(|window| {
        let mut pairs = lines.iter().zip(window);
        pairs.try_fold(String::new(), |known, (line, other)| {
            Some(known + &replaced(line, other)?)
        })
    })
}
