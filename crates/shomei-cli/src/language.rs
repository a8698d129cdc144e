//! In which language people are told things.
//!
//! `--lang` says so, and else the locale does. What programs read is the same in every language:
//! JSON, moves of protocols, certificates, positions on one line. Errors, warnings and help pages
//! are English.

use clap::Args;
use shomei::AnyPosition;
use shomei_game::Lang;

const LANG: &str = "The language of what is said to people: en or ja [default: that of the locale, LC_ALL, \
    LC_MESSAGES or LANG, if it is one of these, and en]. JSON, errors and help stay as they are";

/// The arguments.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct LangArgs {
    /// The language of what is said to people: en or ja
    #[arg(long, value_name = "LANG", value_parser = language, long_help = LANG)]
    lang: Option<Lang>,
}

impl LangArgs {
    /// The language that is asked for, or that of the locale.
    pub(crate) fn lang(self) -> Lang {
        self.lang.unwrap_or_else(of_locale)
    }
}

fn language(text: &str) -> Result<Lang, String> {
    Lang::parse(text).ok_or_else(|| "known are en (English) and ja (Japanese)".to_string())
}

/// What people who speak a language call the moves of a line from a position on. What cannot be
/// played is named by its text.
pub(crate) fn names(root: &AnyPosition, moves: &[String], lang: Lang) -> Vec<String> {
    names_behind(root, &[], moves, lang)
}

/// The same of a line behind some moves.
pub(crate) fn names_behind(
    root: &AnyPosition,
    before: &[String],
    moves: &[String],
    lang: Lang,
) -> Vec<String> {
    if lang == Lang::En {
        return moves.to_vec();
    }
    let play = |at: AnyPosition, mv: &String| at.play(mv).ok();
    let mut at = before.iter().try_fold(root.clone(), play);
    let mut last = before.last();
    let mut names = Vec::with_capacity(moves.len());
    for mv in moves {
        let position = at.take();
        let name = position.as_ref().and_then(|position| {
            let last = last.map(String::as_str);
            position.move_name(mv, last, lang).ok()
        });
        names.push(name.unwrap_or_else(|| mv.clone()));
        at = position.and_then(|position| position.play(mv).ok());
        last = Some(mv);
    }
    names
}

/// The language of the locale.
fn of_locale() -> Lang {
    // The tests of functions say what they expect in English, wherever they run.
    Lang::of_locale(|name| (!cfg!(test)).then(|| std::env::var(name).ok()).flatten())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_language_is_refused_with_those_there_are() {
        assert_eq!(language("ja_JP"), Ok(Lang::Ja));
        let error = language("de").unwrap_err();
        assert_eq!(error, "known are en (English) and ja (Japanese)");
    }
}
