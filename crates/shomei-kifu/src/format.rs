//! The formats of records, and their detection.

use crate::scan::{Scan, digit};
use crate::{Encoding, Error, csa, encoding, jkf, kif};
use shomei_game::error_text;

/// A format of records of shogi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// KIF: one numbered move per line, `1 ７六歩(77)`; variations.
    Kif,
    /// KI2: moves in the notation of players, `▲７六歩 △３四歩`; variations.
    Ki2,
    /// CSA, versions 2 and 3: `+7776FU`; no variations.
    Csa,
    /// JKF, the JSON Kifu Format; variations.
    Jkf,
    /// BOD: only the diagram of KIF; no moves.
    Bod,
}

/// File name extensions, with the format and the encoding of each.
const EXTENSIONS: [(&str, Format, Encoding); 8] = [
    ("kifu", Format::Kif, Encoding::Utf8),
    ("kif", Format::Kif, Encoding::OLD),
    ("ki2u", Format::Ki2, Encoding::Utf8),
    ("ki2", Format::Ki2, Encoding::OLD),
    ("csa", Format::Csa, Encoding::Utf8),
    ("jkf", Format::Jkf, Encoding::Utf8),
    ("bod", Format::Bod, Encoding::Utf8),
    ("json", Format::Jkf, Encoding::Utf8),
];

impl Format {
    /// The extensions that [`of_extension`](Format::of_extension) accepts, except `json`, which is
    /// used for many other files.
    pub const EXTENSIONS: &'static [&'static str] =
        &["kifu", "kif", "ki2u", "ki2", "csa", "jkf", "bod"];

    /// The format and the encoding of files with this extension, ignoring case. Programs write
    /// `.kif` and `.ki2` in Shift-JIS, and `.kifu` and `.ki2u` in UTF-8.
    ///
    /// ```
    /// use shomei_kifu::{Encoding, Format};
    ///
    /// assert_eq!(Format::of_extension("kif"), Ok((Format::Kif, Encoding::ShiftJis)));
    /// assert!(Format::of_extension("pgn").is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such format.
    pub fn of_extension(extension: &str) -> Result<(Format, Encoding), Error> {
        let wanted = extension.to_ascii_lowercase();
        let found = EXTENSIONS.iter().find(|(known, ..)| *known == wanted);
        found.map(|&(_, format, encoding)| (format, encoding)).ok_or_else(|| {
            Error::whole(error_text!(
                "kifu-unknown-extension",
                "there is no form of records named \"{name}\"; known are kifu, kif, ki2u, ki2, csa, \
                 jkf and bod",
                name = extension
            ))
        })
    }

    /// The format of a text; `None` if it has the beginning of none. A faulty record gets the
    /// format of which it contains a part. A diagram alone is KIF.
    ///
    /// ```
    /// use shomei_kifu::Format;
    ///
    /// assert_eq!(Format::of("手合割：平手\n▲７六歩\n"), Some(Format::Ki2));
    /// assert_eq!(Format::of("PI\n+\n+7776FU\n"), Some(Format::Csa));
    /// assert_eq!(Format::of("1. e4 e5"), None);
    /// ```
    #[must_use]
    pub fn of(text: &str) -> Option<Format> {
        if text.trim_start().starts_with('{') {
            return Some(Format::Jkf);
        }
        if csa::looks_like_csa(text) {
            return Some(Format::Csa);
        }
        if has_ki2_moves(text) {
            return Some(Format::Ki2);
        }
        if kif::looks_like_kif(text) {
            return Some(Format::Kif);
        }
        if csa::has_line(text) {
            return Some(Format::Csa);
        }
        // Every line of KIF other than comments contains kanji.
        let is_comment = |line: &&str| line.trim_start().starts_with(['#', '%', '*', '&']);
        let mut lines = text.lines().filter(|line| !is_comment(line));
        lines.any(|line| !line.is_ascii()).then_some(Format::Kif)
    }
}

/// Whether a file seems to be a record, judged by its first lines. A list of positions in SFEN is
/// not a record.
///
/// ```
/// assert!(shomei_kifu::is_kifu(b"V2.2\nPI\n+\n"));
/// assert!(!shomei_kifu::is_kifu(b"4k4/9/4P4/9/9/9/9/9/9 b G 1\n"));
/// ```
#[must_use]
pub fn is_kifu(bytes: &[u8]) -> bool {
    encoding::decode(bytes).is_ok_and(|text| match Format::of(&text) {
        Some(Format::Csa) => csa::looks_like_csa(&text),
        Some(Format::Ki2) => true,
        Some(Format::Jkf) => jkf::looks_like_jkf(&text),
        Some(Format::Kif | Format::Bod) => kif::looks_like_kif(&text),
        None => false,
    })
}

/// Whether there is a line of moves in KI2, `▲７六歩 △３四歩`, or a line such as まで０手で不詰 for an empty
/// line of moves, and no move in KIF.
fn has_ki2_moves(text: &str) -> bool {
    let mut has_ki2 = false;
    for (number, line) in (1..).zip(text.lines()) {
        let mut scan = Scan::of(line, number);
        scan.skip_blanks();
        if kif::begins_signed_move(scan) || scan.accept("まで") {
            has_ki2 = true;
        } else if scan.number().is_some() {
            scan.skip_blanks();
            // The file numbers above a board contain no kanji.
            let is_word = |letter: char| !letter.is_ascii() && digit(letter).is_none();
            if scan.rest().chars().any(is_word) {
                return false;
            }
        }
    }
    has_ki2
}

/// The error for a text that is not a record in any format.
pub(crate) fn no_record(text: &str) -> Error {
    let visible = |(_, line): &(usize, &str)| !line.trim().is_empty();
    let (number, line) = (1..).zip(text.lines()).find(visible).unwrap_or((1, ""));
    let mut scan = Scan::of(line, number);
    scan.skip_blanks();
    scan.error(error_text!(
        "kifu-unknown-format",
        "this is the beginning of no record: neither KIF, KI2, a diagram (BOD), CSA nor JKF"
    ))
}
