//! The errors of the server, and the texts of errors in the language of the reader.
//!
//! An error passes through modules that do not know the language of the reader, so it stays a
//! [`ServerMessage`] until a reply contains its text.

use std::error::Error as StdError;
use std::fmt;
use std::io;

use shomei::messages::rejection_in;
use shomei::proof::Rejection;
use shomei::{Error, ErrorKind};
use shomei_messages::{self as msg, Message};

use super::Lang;

/// A message of the server in all its languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ServerMessage {
    /// The address does not exist.
    NothingHere,
    /// No certificate has had this number.
    NoCertificate,
    /// The certificate of an answer was dropped because of the limits.
    NotKept,
    /// No bundle has had this number.
    NoBundle,
    /// No question has had this number.
    NoQuestion,
    /// The host name of the request is not one of this server.
    ForeignName,
    /// The page that sent the request is not one of this server.
    ForeignPage,
    /// The token is missing or wrong.
    NoToken,
    /// The maximum number of requests that read whole files is reached.
    Reading,
    /// The limits of concurrent questions are reached.
    Busy,
    /// The server shows certificates only.
    NoQuestions,
    /// A body exceeds the maximum size.
    LongBody,
    /// A body takes too long to arrive.
    SlowBody,
    /// The memory for request bodies is in use by other requests.
    ManyBodies,
    /// The query of an address cannot be read.
    BadAddress(String),
    /// The JSON object of a question cannot be read.
    BadQuestion(String),
    /// A request has ended with a panic.
    Fault,
    /// A search has ended with a panic.
    SearchFault,
    /// A check has ended with a panic.
    CheckFault,
    /// The file was changed after it was opened.
    Changed,
    /// A path has more moves than the maximum.
    LongPath(usize),
    /// A move of a path is not a number.
    NoNumber { ply: usize },
    /// A path contains a move that the certificate does not contain.
    NoSuchMove {
        ply: usize,
        known: usize,
        choice: u32,
    },
    /// The maximum number of searches for positions is reached.
    ManySearches(usize),
    /// The path to a record has more moves than the maximum.
    LongWay { record: u64, most: usize },
    /// Lines of more moves than the maximum were not followed.
    LinesTooLong(usize),
    /// The certificate has too many records for a search.
    ManyRecords(u64),
    /// The certificate of an answer is too large to be kept.
    LongCertificate,
    /// The certificate of an answer cannot be written or opened.
    UnkeptCertificate(String),
    /// The game has no pictures.
    NoPictures(String),
    /// The game has no such form.
    NoForm { game: String, form: String },
    /// The change of a square is not possible.
    NoEdit { square: String, piece: String },
    /// No game can read a text.
    NoGameReads(String),
    /// A text is not UTF-8.
    NotText { byte: usize },
    /// A question asks for more threads than the maximum.
    MostThreads(usize),
    /// A question asks for more memory than the maximum, in MiB.
    MostMemory(usize),
    /// A question asks for more seconds than the maximum.
    MostSeconds(String),
    /// A field of a question has an invalid number.
    BadField { field: &'static str, found: String },
}

impl ServerMessage {
    /// An error of this kind.
    pub(crate) fn of_kind(self, kind: ErrorKind) -> Error {
        Error::run(self).into_kind(kind)
    }

    /// An error in the input.
    pub(crate) fn input(self) -> Error {
        self.of_kind(ErrorKind::Input)
    }

    /// An error in the use of the server.
    pub(crate) fn usage(self) -> Error {
        self.of_kind(ErrorKind::Usage)
    }

    /// A limit that was reached.
    pub(crate) fn limit(self) -> Error {
        self.of_kind(ErrorKind::Limit)
    }

    /// The text in a language.
    pub(crate) fn text(&self, lang: Lang) -> String {
        match self {
            ServerMessage::NothingHere => msg::NothingHere.text(lang),
            ServerMessage::NoCertificate => msg::NoSuchCertificate.text(lang),
            ServerMessage::NoBundle => msg::NoSuchBundle.text(lang),
            ServerMessage::NotKept => msg::CertificateGone.text(lang),
            ServerMessage::NoQuestion => msg::NoSuchQuestion.text(lang),
            ServerMessage::ForeignName => msg::ForeignName.text(lang),
            ServerMessage::ForeignPage => msg::ForeignPage.text(lang),
            ServerMessage::NoToken => msg::NoToken.text(lang),
            ServerMessage::Reading => msg::BusyReading.text(lang),
            ServerMessage::Busy => msg::Busy.text(lang),
            ServerMessage::NoQuestions => msg::NoQuestions.text(lang),
            ServerMessage::LongBody => msg::BodyTooLong.text(lang),
            ServerMessage::SlowBody => msg::BodyTooSlow.text(lang),
            ServerMessage::ManyBodies => msg::BodiesTooMany.text(lang),
            ServerMessage::LongCertificate => msg::CertificateTooLong.text(lang),
            ServerMessage::Fault => msg::Fault.text(lang),
            ServerMessage::SearchFault => msg::SearchFault.text(lang),
            ServerMessage::CheckFault => msg::CheckFault.text(lang),
            ServerMessage::Changed => msg::FileChanged.text(lang),
            _ => self.text_with_values(lang),
        }
    }

    fn text_with_values(&self, lang: Lang) -> String {
        match self {
            ServerMessage::BadAddress(reason) => msg::BadAddress { reason }.text(lang),
            ServerMessage::BadQuestion(reason) => msg::BadQuestion { reason }.text(lang),
            ServerMessage::LongPath(most) => msg::PathTooLong { most }.text(lang),
            ServerMessage::NoNumber { ply } => msg::PathNoNumber { ply }.text(lang),
            ServerMessage::NoSuchMove { ply, known, choice } => {
                msg::PathNoMove { ply, known, choice }.text(lang)
            }
            ServerMessage::ManySearches(most) => msg::SearchesTooMany { most }.text(lang),
            ServerMessage::LongWay { record, most } => msg::WayTooLong { record, most }.text(lang),
            ServerMessage::LinesTooLong(most) => msg::LinesTooLong { most }.text(lang),
            ServerMessage::ManyRecords(count) => {
                let records = msg::CountRecords { count }.text(lang);
                msg::RecordsTooMany { records }.text(lang)
            }
            ServerMessage::UnkeptCertificate(reason) => {
                msg::CertificateUnkept { reason }.text(lang)
            }
            ServerMessage::NoPictures(game) => msg::NoPictures { game }.text(lang),
            ServerMessage::NoForm { game, form } => msg::NoForm { game, form }.text(lang),
            ServerMessage::NoEdit { square, piece } => msg::NoEdit { square, piece }.text(lang),
            ServerMessage::NoGameReads(games) => msg::NoGameReads { games }.text(lang),
            ServerMessage::NotText { byte } => msg::NotText { byte }.text(lang),
            ServerMessage::MostThreads(most) => msg::MostThreads { most }.text(lang),
            ServerMessage::MostMemory(most) => msg::MostMemory { most }.text(lang),
            ServerMessage::MostSeconds(most) => msg::MostSeconds { most }.text(lang),
            ServerMessage::BadField {
                field: field @ "threads",
                found,
            } => msg::BadFieldThreads { field, found }.text(lang),
            ServerMessage::BadField {
                field: field @ "memory",
                found,
            } => msg::BadFieldMemory { field, found }.text(lang),
            ServerMessage::BadField { field, found } => msg::BadField { field, found }.text(lang),
            // `text` handles the other messages.
            _ => String::new(),
        }
    }
}

/// The English text.
impl fmt::Display for ServerMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Lang::EN))
    }
}

impl StdError for ServerMessage {}

/// An error in a language.
pub(crate) fn error_text(error: &Error, lang: Lang) -> String {
    if let Some(message) = within::<ServerMessage>(error) {
        return message.text(lang);
    }
    match within::<Rejection>(error) {
        Some(fault) => rejection_in(fault, &error.to_string(), lang),
        None => error.text_in(lang),
    }
}

/// The cause of this type among the causes of an error.
fn within<T: StdError + 'static>(error: &Error) -> Option<&T> {
    let mut cause = error.source();
    while let Some(at) = cause {
        // The `source` of a system error skips the error inside it.
        let held = at.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        let held = held.and_then(|held| held.downcast_ref());
        if let Some(found) = at.downcast_ref().or(held) {
            return Some(found);
        }
        cause = at.source();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One message of each kind, with values that must occur in the text.
    fn all() -> Vec<ServerMessage> {
        use ServerMessage::*;
        let text = || "x7".to_string();
        vec![
            NothingHere,
            NoCertificate,
            NoBundle,
            NotKept,
            NoQuestion,
            ForeignName,
            ForeignPage,
            NoToken,
            Reading,
            Busy,
            NoQuestions,
            LongBody,
            LongCertificate,
            SlowBody,
            Fault,
            SearchFault,
            CheckFault,
            Changed,
            ManyBodies,
            BadField {
                field: "threads",
                found: text(),
            },
            BadAddress(text()),
            BadQuestion(text()),
            LongPath(77),
            NoNumber { ply: 7 },
            NoSuchMove {
                ply: 7,
                known: 1,
                choice: 3,
            },
            ManySearches(7),
            LongWay {
                record: 7,
                most: 10,
            },
            LinesTooLong(7),
            UnkeptCertificate(text()),
            ManyRecords(7),
            NoPictures(text()),
            NoForm {
                game: text(),
                form: text(),
            },
            NoEdit {
                square: text(),
                piece: text(),
            },
            NoGameReads(text()),
            NotText { byte: 7 },
            MostThreads(7),
            MostMemory(7),
            MostSeconds(text()),
        ]
    }

    #[test]
    fn every_message_has_its_values_in_both_languages() {
        for message in all() {
            let [en, ja] = [Lang::EN, Lang::JA].map(|lang| message.text(lang));
            assert!(!en.is_empty() && en.is_ascii(), "{en}");
            assert!(!ja.is_ascii() && ja != en, "{ja}");
            assert_eq!(en.contains('7'), ja.contains('7'), "{en}: {ja}");
        }
    }

    #[test]
    fn an_error_keeps_its_message_and_kind() {
        let error = ServerMessage::NoNumber { ply: 2 }.input();
        assert_eq!(error.kind(), ErrorKind::Input);
        assert_eq!(error.to_string(), "the path: move 2 is not a number");
        assert_eq!(
            error_text(&error, Lang::JA),
            "手順の2手目が数ではありません。"
        );
        assert_eq!(error_text(&error, Lang::EN), error.to_string());
        let deep = io::Error::new(io::ErrorKind::FileTooLarge, ServerMessage::LongCertificate);
        let ja = error_text(&Error::run(deep), Lang::JA);
        assert_eq!(ja, ServerMessage::LongCertificate.text(Lang::JA));
        let other = Error::input("of the library");
        assert_eq!(error_text(&other, Lang::JA), "of the library");
    }
}
