//! Why something is refused or has not come to its end, where the server itself says so.
//!
//! Such an error passes through modules that know nothing of the language of its reader, so it is
//! kept as a [`Said`] until it is told. What the library says, with places in what was given, is
//! English.

use std::error::Error as StdError;
use std::fmt;
use std::io;

use shomei::proof::Rejection;
use shomei::words::grouped;
use shomei::{Error, ErrorKind};

use super::Lang;

/// Something that the server says in either language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// Nothing is at an address.
    NothingHere,
    /// No certificate has had this number.
    NoCertificate,
    /// The certificate of an answer has made room for others.
    NotKept,
    /// No question has had this number.
    NoQuestion,
    /// The request is for a name that is none of this server.
    ForeignName,
    /// The page that asks is none of this server.
    ForeignPage,
    /// The token is missing or wrong.
    NoToken,
    /// Others have whole files read at the moment.
    Reading,
    /// Other questions take what is allowed.
    Busy,
    /// The server shows certificates only.
    NoQuestions,
    /// A body has more bytes than are allowed.
    LongBody,
    /// A body takes too long to arrive.
    SlowBody,
    /// The bodies of other requests take the memory that there is for them.
    ManyBodies,
    /// The query of an address cannot be read.
    BadAddress(String),
    /// The object of a question cannot be read.
    BadQuestion(String),
    /// A request has ended in a fault of the program.
    Fault,
    /// A search has ended in a fault of the program.
    SearchFault,
    /// A check has ended in a fault of the program.
    CheckFault,
    /// Somebody has written to the file.
    Changed,
    /// A path has more moves than are allowed.
    LongPath(usize),
    /// A move of a path is no number.
    NoNumber { ply: usize },
    /// A path names a move of which the certificate does not speak.
    NoSuchMove {
        ply: usize,
        known: usize,
        choice: u32,
    },
    /// As many positions are looked for as are allowed.
    ManySearches(usize),
    /// The way to a record has more moves than are shown.
    LongWay { record: u64, most: usize },
    /// Lines of more moves than that were not followed.
    LinesTooLong(usize),
    /// The records of a certificate are too many to be searched.
    ManyRecords(u64),
    /// The certificate of an answer is too large to be kept.
    LongCertificate,
    /// There are no pictures of a game.
    NoPictures(String),
    /// A game is not written in a form.
    NoForm { game: String, form: String },
    /// A square cannot become what is wanted.
    NoEdit { square: String, piece: String },
    /// None of the games reads a text.
    NoGameReads(String),
    /// A text is not UTF-8.
    NotText { byte: usize },
    /// A question wants more threads than are allowed.
    MostThreads(usize),
    /// A question wants more MiB of memory than are allowed.
    MostMemory(usize),
    /// A question wants more seconds than are allowed.
    MostSeconds(String),
    /// A number of a question is none that this field may have.
    BadField { field: &'static str, found: String },
}

impl Said {
    /// It as an error of this kind.
    pub(crate) fn of_kind(self, kind: ErrorKind) -> Error {
        Error::run(self).into_kind(kind)
    }

    /// It as an error in what was given.
    pub(crate) fn input(self) -> Error {
        self.of_kind(ErrorKind::Input)
    }

    /// It as an error in what is asked for.
    pub(crate) fn usage(self) -> Error {
        self.of_kind(ErrorKind::Usage)
    }

    /// It as a limit that was reached.
    pub(crate) fn limit(self) -> Error {
        self.of_kind(ErrorKind::Limit)
    }

    /// It in a language.
    pub(crate) fn text(&self, lang: Lang) -> String {
        match lang {
            Lang::En => self.to_string(),
            Lang::Ja => self.japanese(),
        }
    }

    fn japanese(&self) -> String {
        let fixed = match self {
            Said::NothingHere => "このアドレスには何もありません。",
            Said::NoCertificate => "その証明はありません。",
            Said::NotKept => "この証明はもう保存されていません。もう一度質問してください。",
            Said::NoQuestion => "その質問はありません。",
            Said::ForeignName => "このサーバーはその名前では応答しません。",
            Said::ForeignPage => "このサーバーは自分のページにだけ応答します。",
            Said::NoToken => {
                "トークンがないか、違っています。shomeiが表示したアドレスで開いてください。"
            }
            Said::Reading => {
                "他の要求が証明全体を読み込んでいます。しばらくしてからもう一度試してください。"
            }
            Said::Busy => {
                "スレッド、メモリ、または同時の質問数が上限に達しています。待つか、他の質問を止めてください。"
            }
            Said::NoQuestions => {
                "このサーバーは証明を表示するだけです。質問には`shomei serve`が答えます。"
            }
            Said::LongBody => "送られたものが1 MiBを超えています。",
            Said::SlowBody => "届くまでに時間がかかりすぎています。",
            Said::ManyBodies => {
                "他の要求が送っているものが多すぎます。しばらくしてからもう一度試してください。"
            }
            Said::LongCertificate => "証明が256 MiBを超えるため、保存されません。",
            Said::Fault => "サーバーで処理に失敗しました。",
            Said::SearchFault => "探索に失敗しました。",
            Said::CheckFault => "検証に失敗しました。",
            Said::Changed => "ファイルが開いた後に変更されました。もう一度開いてください。",
            _ => return self.japanese_with_values(),
        };
        fixed.to_string()
    }

    fn japanese_with_values(&self) -> String {
        match self {
            Said::BadAddress(why) => format!("アドレスが読めません：{why}"),
            Said::BadQuestion(why) => format!("質問が読めません：{why}"),
            Said::LongPath(most) => format!("経路が{most}手を超えています。"),
            Said::NoNumber { ply } => format!("経路の{ply}手目が数ではありません。"),
            Said::NoSuchMove { ply, known, choice } => format!(
                "{ply}手目：証明がここで述べている手は{known}通りで、番号{choice}はありません。"
            ),
            Said::ManySearches(most) => format!(
                "この証明ではすでに{most}つの局面を探しています。一つ見つかるまで待ってください。"
            ),
            Said::LongWay { record, most } => {
                format!("見つかった記録{record}への手順は{most}手を超えるため、表示できません。")
            }
            Said::LinesTooLong(most) => format!(
                "{most}手を超える手順の先は探していません。その局面はそこにあるかもしれません。"
            ),
            Said::ManyRecords(records) => {
                format!("記録が{}件あり、探すには多すぎます。", grouped(*records))
            }
            Said::NoPictures(game) => format!("{game}の図はありません。"),
            Said::NoForm { game, form } => format!("{game}は{form}では書けません。"),
            Said::NoEdit { square, piece } => {
                format!("この局面では「{square}」を「{piece}」にできません。")
            }
            Said::NoGameReads(games) => format!(
                "{games}のどの局面としても読めません。ゲームを選ぶと、どこが違うかが分かります。"
            ),
            Said::NotText { byte } => format!("{byte}バイト目から先がUTF-8ではありません。"),
            Said::MostThreads(most) => {
                format!("このサーバーでは一つの質問に使えるスレッドは{most}までです。")
            }
            Said::MostMemory(most) => {
                format!("このサーバーでは一つの質問に使えるメモリは{most} MiBまでです。")
            }
            Said::MostSeconds(most) => {
                format!("このサーバーでは一つの質問に使える時間は{most}秒までです。")
            }
            Said::BadField { field, found } => {
                let expected = match *field {
                    "threads" => "1以上の整数",
                    "memory" => "1048576（1 MiB）以上のバイト数",
                    _ => "0より大きい数",
                };
                format!("{field}は{expected}にしてください（{found}ではなく）。")
            }
            // `japanese` has the others.
            _ => self.to_string(),
        }
    }

    fn english(&self) -> Option<&'static str> {
        Some(match self {
            Said::NothingHere => "there is nothing at this address",
            Said::NoCertificate => "there is no such certificate",
            Said::NotKept => "this certificate is not kept any more: ask the question again",
            Said::NoQuestion => "there is no such question",
            Said::ForeignName => "this server does not answer to that name",
            Said::ForeignPage => "this server answers its own pages only",
            Said::NoToken => {
                "the token is missing or wrong: open the address that shomei has printed"
            }
            Said::Reading => "other requests read whole certificates at the moment: try again",
            Said::Busy => {
                "other questions take what this server allows of threads, memory or questions at \
                 once: wait, or stop one"
            }
            Said::NoQuestions => "this server shows certificates; `shomei serve` answers questions",
            Said::LongBody => "it is longer than 1 MiB",
            Said::SlowBody => "it takes too long to arrive",
            Said::ManyBodies => "other requests send too much at the moment: try again",
            Said::LongCertificate => "a certificate of more than 256 MiB is not kept",
            Said::Fault => "the server has failed at this",
            Said::SearchFault => "the search has failed",
            Said::CheckFault => "the check has failed",
            Said::Changed => "the file has changed since it was opened: open it again",
            _ => return None,
        })
    }
}

/// In English.
impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(fixed) = self.english() {
            return f.write_str(fixed);
        }
        match self {
            Said::BadAddress(why) => write!(f, "the address: {why}"),
            Said::BadQuestion(why) => write!(f, "the question: {why}"),
            Said::LongPath(most) => write!(f, "the path has more than {most} moves"),
            Said::NoNumber { ply } => write!(f, "the path: move {ply} is no number"),
            Said::NoSuchMove { ply, known, choice } => write!(
                f,
                "move {ply}: the certificate speaks of {known} moves here, so there is no number \
                 {choice}"
            ),
            Said::ManySearches(most) => write!(
                f,
                "{most} other positions are looked for in this certificate: wait until one is found"
            ),
            Said::LongWay { record, most } => write!(
                f,
                "the way that was found to record {record} has more than {most} moves, which is \
                 more than can be shown"
            ),
            Said::LinesTooLong(most) => write!(
                f,
                "lines of more than {most} moves were not followed: the position may be behind them"
            ),
            Said::ManyRecords(records) => {
                write!(f, "{records} records are more than can be searched")
            }
            Said::NoPictures(game) => write!(f, "there are no pictures of {game}"),
            Said::NoForm { game, form } => write!(f, "{game} is not written in {form}"),
            Said::NoEdit { square, piece } => {
                write!(f, "\"{square}\" cannot become \"{piece}\" in this position")
            }
            Said::NoGameReads(games) => write!(
                f,
                "it is no position of {games}: choose the game to see what is wrong"
            ),
            Said::NotText { byte } => write!(f, "the text is not UTF-8 from byte {byte} on"),
            Said::MostThreads(most) => {
                write!(
                    f,
                    "this server allows at most {most} threads for a question"
                )
            }
            Said::MostMemory(most) => write!(
                f,
                "this server allows at most {most} MiB of memory for a question"
            ),
            Said::MostSeconds(most) => {
                write!(
                    f,
                    "this server allows at most {most} seconds for a question"
                )
            }
            Said::BadField { field, found } => {
                let expected = match *field {
                    "threads" => "a whole number of at least 1",
                    "memory" => "at least 1048576 bytes (1 MiB)",
                    _ => "a number above 0",
                };
                write!(f, "{field}: expected {expected}, found {found}")
            }
            _ => Ok(()),
        }
    }
}

impl StdError for Said {}

/// An error in a language: English, where it is one of the library.
pub(crate) fn error_text(error: &Error, lang: Lang) -> String {
    if let Some(said) = within::<Said>(error).filter(|_| lang != Lang::En) {
        return said.text(lang);
    }
    match within::<Rejection>(error) {
        Some(fault) => rejection(fault, &error.to_string(), lang),
        None => error.to_string(),
    }
}

/// The cause of this type among the causes of an error.
fn within<T: StdError + 'static>(error: &Error) -> Option<&T> {
    let mut cause = error.source();
    while let Some(at) = cause {
        // What stands in an error of the system is passed over by its `source`.
        let held = at.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        let held = held.and_then(|held| held.downcast_ref());
        if let Some(found) = at.downcast_ref().or(held) {
            return Some(found);
        }
        cause = at.source();
    }
    None
}

/// What a checker has found, of which `english` is the text.
pub(crate) fn rejection(fault: &Rejection, english: &str, lang: Lang) -> String {
    if lang == Lang::En {
        return english.to_string();
    }
    let limit = |record: u64, what: String| {
        format!("記録{record}：{what}（検証の上限です。証明は正しいかもしれません。）")
    };
    let many = |number: u64| grouped(number);
    match fault {
        Rejection::LeafLimit {
            record,
            nodes,
            limit: most,
        } => {
            let (nodes, most) = (many(*nodes), many(*most));
            limit(
                *record,
                format!("{nodes}局面の探索が求められていますが、許されるのは{most}局面までです"),
            )
        }
        Rejection::SearchLimit {
            record,
            limit: most,
        } => limit(
            *record,
            format!("すべての探索に許された{}局面を使い切りました", many(*most)),
        ),
        Rejection::PositionLimit {
            record,
            limit: most,
        } => limit(*record, format!("保持する局面が{}を超えます", many(*most))),
        Rejection::EdgeLimit {
            record,
            limit: most,
        } => limit(*record, format!("手が{}を超えます", many(*most))),
        Rejection::ByteLimit {
            record,
            limit: most,
        } => {
            let most = many(*most >> 20);
            limit(*record, format!("保持する局面が{most} MiBを超えます"))
        }
        Rejection::TimeLimit {
            record,
            limit: most,
        } => {
            let most = most.as_secs_f64();
            limit(*record, format!("許された{most:.1}秒が過ぎました"))
        }
        Rejection::Stopped { record } => format!("記録{record}：検証は止められました。"),
        // What is wrong in a record is for whoever has written it, and names no term of the page.
        _ => format!("証明に誤りがあります：{english}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One of each, with values that must be seen in the text.
    fn all() -> Vec<Said> {
        use Said::*;
        let text = || "x7".to_string();
        vec![
            NothingHere,
            NoCertificate,
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
    fn everything_is_said_in_both_languages_with_its_values() {
        for said in all() {
            let [en, ja] = [Lang::En, Lang::Ja].map(|lang| said.text(lang));
            assert!(!en.is_empty() && en.is_ascii(), "{en}");
            assert!(!ja.is_ascii() && ja != en, "{ja}");
            assert_eq!(en.contains('7'), ja.contains('7'), "{en}: {ja}");
            assert!(said.english().is_some() || en.contains('7'), "{en}");
        }
    }

    #[test]
    fn an_error_keeps_what_was_said_and_its_kind() {
        let error = Said::NoNumber { ply: 2 }.input();
        assert_eq!(error.kind(), ErrorKind::Input);
        assert_eq!(error.to_string(), "the path: move 2 is no number");
        assert_eq!(
            error_text(&error, Lang::Ja),
            "経路の2手目が数ではありません。"
        );
        assert_eq!(error_text(&error, Lang::En), error.to_string());
        let deep = io::Error::new(io::ErrorKind::FileTooLarge, Said::LongCertificate);
        let ja = error_text(&Error::run(deep), Lang::Ja);
        assert_eq!(ja, Said::LongCertificate.text(Lang::Ja));
        let other = Error::input("of the library");
        assert_eq!(error_text(&other, Lang::Ja), "of the library");
    }

    #[test]
    fn limits_of_a_check_are_told_in_japanese() {
        let limit = std::time::Duration::from_secs(60);
        let fault = Rejection::TimeLimit { record: 5, limit };
        let ja = rejection(&fault, &fault.to_string(), Lang::Ja);
        assert!(ja.starts_with("記録5：許された60.0秒が過ぎました"), "{ja}");
        let wrong = Rejection::RootIsOver;
        let ja = rejection(&wrong, &wrong.to_string(), Lang::Ja);
        assert!(ja.starts_with("証明に誤りがあります：the root"), "{ja}");
    }
}
