//! Answers to questions, and why there can be none now.

use super::Lang;

/// Why no further question can be asked now.
pub(crate) fn busy(lang: Lang) -> String {
    match lang {
        Lang::En => "As many questions are being answered as this server allows: wait, or stop one.",
        Lang::Ja => "このサーバーで同時に答えられる質問の数に達しています。待つか、一つ止めてください。",
    }
    .to_string()
}
