//! A store as lines of JSON: to look at it, to send it, to bring two together.
//!
//! ```text
//! {"store":1,"game":"loa","rules":"","sides":["black","white"],"keys":"0123456789abcdef"}
//! {"aim":"black wins","key":"…","check":"…","claim":"proved","length":11,"best":3,"work":52137}
//! ```
//!
//! The first line says whose store it is; each other one is an entry. Entries stand by the names
//! of their tables, and by rising key, so that one store always gives the same text.

use std::io::{self, BufRead, Read, Write};

use serde::{Deserialize, Serialize};
use shomei_game::Key;
use shomei_search::{Bounds, Knowledge};

use crate::about::hexadecimal;
use crate::{About, Aim, BATCH, FORMAT, Merged, Store, StoreError};

/// No line is longer; the first one holds the rules.
const LONGEST: u64 = 1 << 25;

/// Why a text is none of a store, or was not brought in.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TextError {
    /// A line is wrong.
    #[error("line {line}: {why}")]
    Line {
        /// Which, from 1.
        line: u64,
        /// What is wrong with it.
        why: String,
    },
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The store fails.
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

/// The word for a claim.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Word {
    Proved,
    Disproved,
}

/// Writes a store as text, and tells how many entries it has.
///
/// # Errors
///
/// When the store cannot be read, or the text not be written.
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
        let name = aim.text(names(&about.sides));
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

/// A text whose first line was read: the entries follow.
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
    /// When it is none of a store, or cannot be read.
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
            return Err(text.wrong("there is nothing"));
        }
        // The version first: another one may have other fields.
        let any: serde_json::Value = text.object()?;
        match any.get("store").and_then(serde_json::Value::as_u64) {
            None => return Err(text.wrong("it is not the first line of a store as text")),
            Some(version) if version != u64::from(FORMAT) => {
                let why =
                    format!("it is of version {version}; this program reads version {FORMAT}");
                return Err(text.wrong(why));
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

    /// Whose store it is.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The number of the line that was read last, from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// The next entry; nothing at the end.
    ///
    /// # Errors
    ///
    /// When the line is no entry, or cannot be read.
    pub fn entry(&mut self) -> Result<Option<(Aim, Knowledge)>, TextError> {
        if !self.next_line()? {
            return Ok(None);
        }
        let row: Row = self.object()?;
        let number =
            |what, text: &str| hexadecimal(text).ok_or_else(|| self.wrong(bad_number(what)));
        let (key, check) = (number("key", &row.key)?, number("check", &row.check)?);
        let sides = names(&self.about.sides);
        let Some(aim) = Aim::parse(&row.aim, sides) else {
            let [first, second] = sides;
            let why = format!(
                "the aim \"{}\" is neither that {first} or {second} wins nor a score",
                row.aim
            );
            return Err(self.wrong(why));
        };
        if row.best == Some(u8::MAX) {
            return Err(self.wrong("best is at most 254"));
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

    /// Reads a line; whether there was one.
    fn next_line(&mut self) -> Result<bool, TextError> {
        self.line += 1;
        self.bytes.clear();
        let mut limited = (&mut self.input).take(LONGEST + 1);
        let read = limited.read_until(b'\n', &mut self.bytes)?;
        if read as u64 > LONGEST {
            return Err(self.wrong("it is longer than 32 MiB"));
        }
        Ok(read > 0)
    }

    /// The line as an object.
    fn object<'a, T: Deserialize<'a>>(&'a self) -> Result<T, TextError> {
        serde_json::from_slice(&self.bytes).map_err(|error| {
            let text = error.to_string();
            // There is one line as far as the parser knows.
            let place = format!(" at line {} column {}", error.line(), error.column());
            let why = text.strip_suffix(&place).unwrap_or(&text);
            self.wrong(format!("column {}: {why}", error.column().max(1)))
        })
    }

    fn wrong(&self, why: impl Into<String>) -> TextError {
        TextError::Line {
            line: self.line,
            why: why.into(),
        }
    }
}

fn bad_number(what: &str) -> String {
    format!("{what} is not a number of 16 hexadecimal digits, 0 to 9 and a to f")
}

/// Brings the entries of a text into a store: see [`Store::put`].
///
/// # Errors
///
/// When the text is of another game or a line is wrong, with the line; when something cannot be
/// read or written. What was put in before stays.
pub fn import(store: &mut Store, input: impl BufRead) -> Result<Merged, TextError> {
    let mut text = Text::open(input)?;
    if let Some((what, theirs, expected)) = text.about.difference(store.about()) {
        let why = format!(
            "it is of another game: its {what} is \"{theirs}\", that of the store \"{expected}\""
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
