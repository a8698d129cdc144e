//! A store as lines of JSON, to inspect it, to send it, or to merge two stores.
//!
//! ```text
//! {"store":2,"game":"loa","rules":"","sides":["black","white"],"keys":"0123456789abcdef"}
//! {"aim":"black wins","key":"…","check":"…","claim":"proved","length":11,"best":3,"work":52137}
//! ```
//!
//! The first line is the owner of the store; every other line is an entry. Entries are sorted by
//! the names of their tables and then by their keys, so that a store has one text.

use std::io::{self, BufRead, Read, Write};

use serde::{Deserialize, Serialize};
use shomei::Aim;
use shomei_game::{ErrorText, Key, error_text};
use shomei_search::{Bounds, Knowledge};

use super::about::hexadecimal;
use super::aim::{self, aim_text};
use crate::{About, BATCH, FORMAT, Merged, Store, StoreError};

/// The limit of a line in bytes; the first line contains the rules.
const LONGEST: u64 = 1 << 25;

/// An error of a store as text.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TextError {
    /// A line is wrong.
    #[error("line {line}: {why}")]
    Line {
        /// The number of the line, from 1.
        line: u64,
        /// The fault.
        why: ErrorText,
    },
    /// The text cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// An error of the store.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The first line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    store: u32,
    game: String,
    rules: String,
    sides: [String; 2],
    keys: String,
}

/// Another line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    aim: String,
    key: String,
    check: String,
    claim: Word,
    length: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<u8>,
    work: u64,
}

/// The text of a claim.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Word {
    Proved,
    Disproved,
}

/// Writes a store as text. Returns the number of entries.
///
/// # Errors
///
/// If the store cannot be read, or the text cannot be written.
pub fn export(store: &Store, mut out: impl Write) -> Result<u64, TextError> {
    let about = store.about();
    let head = Head {
        store: FORMAT,
        game: about.game.clone(),
        rules: about.rules.clone(),
        sides: about.sides.clone(),
        keys: format!("{:016x}", about.keys.0),
    };
    line(&mut out, &head)?;
    let mut written = 0;
    for aim in store.aims()? {
        let name = aim_text(aim, names(&about.sides));
        for solved in store.entries(aim)? {
            let solved = solved?;
            let row = Row {
                aim: name.clone(),
                key: format!("{:016x}", solved.key),
                check: format!("{:016x}", solved.check),
                claim: match solved.is_proved() {
                    true => Word::Proved,
                    false => Word::Disproved,
                },
                length: solved.length,
                best: solved.best.and_then(|best| u8::try_from(best).ok()),
                work: solved.work,
            };
            line(&mut out, &row)?;
            written += 1;
        }
    }
    out.flush()?;
    Ok(written)
}

fn names(sides: &[String; 2]) -> [&str; 2] {
    [&sides[0], &sides[1]]
}

fn line(out: &mut impl Write, object: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, object)?;
    out.write_all(b"\n")
}

/// The text of a store after its first line: reads the entries.
#[derive(Debug)]
pub struct Text<R> {
    about: About,
    input: R,
    line: u64,
    bytes: Vec<u8>,
}

impl<R: BufRead> Text<R> {
    /// Reads the first line.
    ///
    /// # Errors
    ///
    /// If it is not the first line of a store, or cannot be read.
    pub fn open(input: R) -> Result<Text<R>, TextError> {
        let mut text = Text {
            about: About {
                game: String::new(),
                rules: String::new(),
                sides: [String::new(), String::new()],
                keys: Key(0),
            },
            input,
            line: 0,
            bytes: Vec::new(),
        };
        if !text.next_line()? {
            return Err(text.wrong(error_text!("text-empty", "the text is empty")));
        }
        // The version is checked first, since other versions may have other fields.
        let any: serde_json::Value = text.object()?;
        match any.get("store").and_then(serde_json::Value::as_u64) {
            None => {
                return Err(text.wrong(error_text!(
                    "no-text-of-a-store",
                    "it is not the first line of a store as text"
                )));
            }
            Some(version) if version != u64::from(FORMAT) => {
                return Err(text.wrong(error_text!(
                    "text-version",
                    "it is of version {version}; this program reads version {reads}",
                    version = version,
                    reads = FORMAT
                )));
            }
            Some(_) => {}
        }
        let head: Head = text.object()?;
        let keys = hexadecimal(&head.keys).ok_or_else(|| text.wrong(bad_number("keys")))?;
        text.about = About {
            game: head.game,
            rules: head.rules,
            sides: head.sides,
            keys: Key(keys),
        };
        Ok(text)
    }

    /// The owner of the store.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The number of the last line read, from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// The next entry; `None` at the end.
    ///
    /// # Errors
    ///
    /// If the line is not an entry, or cannot be read.
    pub fn entry(&mut self) -> Result<Option<(Aim, Knowledge)>, TextError> {
        if !self.next_line()? {
            return Ok(None);
        }
        let row: Row = self.object()?;
        let number =
            |what, text: &str| hexadecimal(text).ok_or_else(|| self.wrong(bad_number(what)));
        let (key, check) = (number("key", &row.key)?, number("check", &row.check)?);
        let sides = names(&self.about.sides);
        let Some(aim) = aim::parse(&row.aim, sides) else {
            let [first, second] = sides;
            let why = error_text!(
                "text-aim",
                "the aim \"{aim}\" is neither a win of {first} or {second} nor a score",
                aim = row.aim,
                first = first,
                second = second
            );
            return Err(self.wrong(why));
        };
        if row.best == Some(u8::MAX) {
            return Err(self.wrong(error_text!("text-best-too-large", "best is at most 254")));
        }
        let solved = Knowledge {
            bounds: match row.claim {
                Word::Proved => Bounds::PROVED,
                Word::Disproved => Bounds::DISPROVED,
            },
            length: row.length,
            best: row.best.map(u16::from),
            work: row.work,
            ..Knowledge::untouched((key, check))
        };
        Ok(Some((aim, solved)))
    }

    /// Reads a line. Returns whether there was one.
    fn next_line(&mut self) -> Result<bool, TextError> {
        self.line += 1;
        self.bytes.clear();
        let mut limited = (&mut self.input).take(LONGEST + 1);
        let read = limited.read_until(b'\n', &mut self.bytes)?;
        if read as u64 > LONGEST {
            return Err(self.wrong(error_text!(
                "text-line-too-long",
                "it is longer than 32 MiB"
            )));
        }
        Ok(read > 0)
    }

    /// The line as an object.
    fn object<'a, T: Deserialize<'a>>(&'a self) -> Result<T, TextError> {
        serde_json::from_slice(&self.bytes).map_err(|error| {
            let text = error.to_string();
            // The parser gets one line, so its line number is always 1.
            let place = format!(" at line {} column {}", error.line(), error.column());
            let why = text.strip_suffix(&place).unwrap_or(&text);
            self.wrong(error_text!(
                "text-column",
                "column {column}: {why}",
                column = error.column().max(1),
                why = why
            ))
        })
    }

    fn wrong(&self, why: ErrorText) -> TextError {
        TextError::Line {
            line: self.line,
            why,
        }
    }
}

fn bad_number(what: &str) -> ErrorText {
    error_text!(
        "text-bad-number",
        "{what} is not a number of 16 hexadecimal digits, 0 to 9 and a to f",
        what = what
    )
}

/// Adds the entries of a text to a store: see [`Store::put`].
///
/// # Errors
///
/// If the text belongs to another game or a line is wrong, with the number of the line; and if the
/// text or the store cannot be read or written. Earlier entries stay.
pub fn import(store: &mut Store, input: impl BufRead) -> Result<Merged, TextError> {
    let mut text = Text::open(input)?;
    let expected = store.about().identity();
    if let Some(difference) = text.about.identity().difference(&expected) {
        let difference = difference.text();
        let why = error_text!(
            "text-of-another-game",
            "it is of another game: {difference}",
            difference = difference
        );
        return Err(text.wrong(why));
    }
    let mut merged = Merged::default();
    let mut batch: Vec<Knowledge> = Vec::new();
    let mut of: Option<Aim> = None;
    while let Some((aim, solved)) = text.entry()? {
        if let Some(last) = of
            && (last != aim || batch.len() >= BATCH)
        {
            merged += store.put(last, batch.drain(..))?;
        }
        of = Some(aim);
        batch.push(solved);
    }
    if let Some(last) = of {
        merged += store.put(last, batch)?;
    }
    Ok(merged)
}

impl From<TextError> for shomei::Error {
    fn from(error: TextError) -> shomei::Error {
        match error {
            TextError::Line { line, why } => {
                shomei::Error::input(why).context(error_text!("line", "line {line}", line = line))
            }
            TextError::Io(error) => shomei::Error::run(error),
            TextError::Store(error) => error.into(),
        }
    }
}
