//! Records as other programs of shogi keep them: KIF with its diagrams (BOD), KI2, CSA and JKF.
//! `docs/records.md` lists what is read and written.
//!
//! The forms are read by code of our own. The crates that read KIF take a bad line for the
//! end of what they read, so that a diagram with a fault becomes the usual
//! start, name no line and column, and know no "rest of the pieces"; one
//! stops the program on some handicaps, another asks for a newer compiler. A
//! record is small and its grammar is lines. What is written is read by one of
//! those crates in the tests. The encoding is work for `encoding_rs`.
//!
//! Read in this order: [`encoding`] makes bytes a text; [`form`] finds its form; [`kif`], [`csa`]
//! and [`jkf`] read lines with the help of [`scan`], [`names`], [`setup`] (a board that is not yet
//! a position) and [`moves`]; [`lines`] puts branches where they belong, [`ending`] names how games end;
//! [`write`] and [`csa`] print. [`spoken`] names moves as players do, by the words of [`relative`].

mod bod;
mod csa;
mod encoding;
mod ending;
mod form;
mod jkf;
mod kif;
mod lines;
mod moves;
mod names;
mod relative;
mod scan;
mod setup;
mod spoken;
mod write;

use shomei_game::{NotationError, Record};

use crate::{Move, Position};
pub(crate) use bod::diagram;
use encoding::Encoding;
use form::Form;
use kif::Style;
pub(crate) use moves::whole_game;
pub(crate) use spoken::move_name;

/// A record of shogi.
pub(crate) type ShogiRecord = Record<Position, Move>;

/// How names of files with records end.
pub(crate) const FORMS: &[&str] = &["kifu", "kif", "ki2u", "ki2", "csa", "jkf", "bod"];

/// Whether the first lines are those of a record.
pub(crate) fn looks_like_record(bytes: &[u8]) -> bool {
    encoding::decode(bytes).is_ok_and(|text| match Form::of(&text) {
        Form::Csa => csa::looks_like_csa(&text),
        Form::Ki2 => true,
        Form::Jkf => jkf::looks_like_jkf(&text),
        Form::Kif => kif::looks_like_kif(&text),
        Form::None => false,
    })
}

/// Reads a record of any form.
pub(crate) fn read(bytes: &[u8]) -> Result<ShogiRecord, NotationError> {
    let text = encoding::decode(bytes)?;
    if text.trim().is_empty() {
        return Err(NotationError::whole("the record is empty"));
    }
    match Form::of(&text) {
        Form::Csa => csa::read(&text),
        Form::Kif => kif::read(&text, Style::Numbered),
        Form::Ki2 => kif::read(&text, Style::Spoken),
        Form::Jkf => jkf::read(&text),
        Form::None => Err(form::no_record(&text)),
    }
}

/// A record as a file of this form.
pub(crate) fn write(record: &ShogiRecord, form: &str) -> Result<Vec<u8>, NotationError> {
    let (utf8, shift_jis) = (Encoding::Utf8, Encoding::ShiftJis);
    let (text, encoding) = match form.to_ascii_lowercase().as_str() {
        "kifu" => (write::kif(record, utf8), utf8),
        "kif" => (write::kif(record, shift_jis), shift_jis),
        "ki2u" => (write::ki2(record, utf8), utf8),
        "ki2" => (write::ki2(record, shift_jis), shift_jis),
        "csa" => (csa::write(record), utf8),
        "jkf" | "json" => (write::jkf(record), utf8),
        "bod" => (write::bod(record), utf8),
        _ => {
            return Err(NotationError::whole(format!(
                "there is no form of records named \"{form}\"; known are kifu, kif, ki2u, ki2, csa, jkf and bod"
            )));
        }
    };
    Ok(encoding::encode(&text, encoding))
}
