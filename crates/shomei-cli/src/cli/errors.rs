//! Errors in the arguments, in the user's language. For English, clap prints its own texts.

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use shomei_game::Lang;
use shomei_game::escape::one_line;
use shomei_messages::{self as msg, Message};

use crate::output::print_stderr;

/// The exit code of clap for wrong arguments.
const WRONG_ARGUMENTS: i32 = 2;

/// Prints an error or a help page, and ends the program.
pub(super) fn exit(error: &Error, lang: Lang) -> ! {
    if lang == Lang::EN || !error.use_stderr() {
        error.exit();
    }
    match text(error, lang) {
        Some(text) => {
            print_stderr(text);
            std::process::exit(WRONG_ARGUMENTS)
        }
        None => error.exit(),
    }
}

/// The error with its tips and the usage. `None` for help, which is translated already.
fn text(error: &Error, lang: Lang) -> Option<String> {
    let context = Context { error, lang };
    let error = context.error()?;
    let mut text = msg::ErrorHeadline { error }.text(lang);
    for tip in context.tips() {
        text += &format!("\n  {tip}");
    }
    if let Some(usage) = context.usage() {
        text += &format!("\n\n{usage}");
    }
    text += &format!("\n\n{}", msg::ArgumentsMoreHelp.text(lang));
    Some(text)
}

/// An error of clap and the language of its text.
struct Context<'e> {
    error: &'e Error,
    lang: Lang,
}

impl Context<'_> {
    /// An item of the error's context as text. Several values are joined into a list.
    fn get(&self, kind: ContextKind) -> Option<String> {
        let separator = msg::ListSeparator.text(self.lang);
        match self.error.get(kind)? {
            ContextValue::String(text) => Some(one_line(text).into_owned()),
            ContextValue::Strings(texts) if !texts.is_empty() => {
                Some(one_line(&texts.join(&separator)).into_owned())
            }
            ContextValue::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }

    /// The main sentence of the error.
    fn error(&self) -> Option<String> {
        let lang = self.lang;
        let argument = self.get(ContextKind::InvalidArg);
        let value = self.get(ContextKind::InvalidValue);
        let found = match (self.error.kind(), argument) {
            (ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand, _) => return None,
            (ErrorKind::ArgumentConflict, Some(argument)) => self.conflict(&argument),
            (ErrorKind::NoEquals, Some(argument)) => {
                msg::ArgumentNeedsEquals { argument }.text(lang)
            }
            (ErrorKind::UnknownArgument, Some(argument)) => {
                msg::ArgumentUnknown { argument }.text(lang)
            }
            (ErrorKind::MissingRequiredArgument, Some(arguments)) => {
                msg::ArgumentsMissing { arguments }.text(lang)
            }
            (ErrorKind::InvalidValue | ErrorKind::ValueValidation, Some(argument)) => {
                self.bad_value(argument, value.unwrap_or_default())
            }
            (ErrorKind::TooManyValues, Some(argument)) => {
                let value = value.unwrap_or_default();
                msg::ArgumentTooMany { argument, value }.text(lang)
            }
            (ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues, Some(argument)) => {
                let least = self.get(ContextKind::MinValues);
                let needed = least.or_else(|| self.get(ContextKind::ExpectedNumValues));
                let needed = needed.unwrap_or_default();
                msg::ArgumentTooFew { argument, needed }.text(lang)
            }
            (ErrorKind::InvalidSubcommand, _) => {
                let command = self.get(ContextKind::InvalidSubcommand).unwrap_or_default();
                msg::CommandUnknown { command }.text(lang)
            }
            (ErrorKind::MissingSubcommand, _) => msg::CommandMissing.text(lang),
            (ErrorKind::InvalidUtf8, _) => msg::ArgumentNotUtf8.text(lang),
            _ => msg::ArgumentsWrong.text(lang),
        };
        Some(found)
    }

    /// The error for two arguments that exclude each other, or for a repeated argument.
    fn conflict(&self, argument: &str) -> String {
        match self.get(ContextKind::PriorArg) {
            Some(others) if others != argument => {
                msg::ArgumentsConflict { argument, others }.text(self.lang)
            }
            _ => msg::ArgumentTwice { argument }.text(self.lang),
        }
    }

    /// The error for a value that the argument does not accept. The parsers of the values return
    /// their reasons in the user's language.
    fn bad_value(&self, argument: String, value: String) -> String {
        let lang = self.lang;
        if value.is_empty() {
            return msg::ArgumentWithoutValue { argument }.text(lang);
        }
        let reason = std::error::Error::source(self.error).map(ToString::to_string);
        let values = self.get(ContextKind::ValidValue);
        let values = values.map(|values| msg::ArgumentValues { values }.text(lang));
        match values.or(reason) {
            Some(reason) => {
                let reason = one_line(&reason);
                msg::ArgumentBadValue {
                    argument,
                    value,
                    reason,
                }
                .text(lang)
            }
            None => msg::ArgumentBadValueAlone { argument, value }.text(lang),
        }
    }

    /// Suggestions of similar names.
    fn tips(&self) -> Vec<String> {
        let lang = self.lang;
        let similar = [
            ContextKind::SuggestedSubcommand,
            ContextKind::SuggestedArg,
            ContextKind::SuggestedValue,
        ];
        let similar = similar.into_iter().filter_map(|kind| self.get(kind));
        similar
            .map(|names| msg::ArgumentsTip { names }.text(lang))
            .collect()
    }

    /// The usage line of the command.
    fn usage(&self) -> Option<String> {
        let Some(ContextValue::StyledStr(usage)) = self.error.get(ContextKind::Usage) else {
            return None;
        };
        let usage = usage.to_string();
        let usage = usage.strip_prefix("Usage:").unwrap_or(&usage).trim();
        let heading = msg::HelpUsage.text(self.lang);
        Some(format!("{heading} {usage}"))
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::super::Cli;
    use super::*;

    fn japanese(args: &[&str]) -> String {
        let error = Cli::try_parse_from(args).unwrap_err();
        text(&error, Lang::JA).unwrap()
    }

    #[test]
    fn wrong_arguments_are_explained_in_japanese() {
        let first = |args: &[&str]| japanese(args).lines().next().unwrap().to_string();
        let solve = ["shomei", "solve", "loa", "start"];
        let with = |more: &[&str]| first(&[&solve, more].concat());
        assert_eq!(with(&["--nods", "1"]), "エラー：引数「--nods」はありません");
        assert_eq!(
            with(&["--value", "--moves"]),
            "エラー：「--value」と「--moves」は同時に指定できません"
        );
        assert_eq!(
            with(&["--json", "--json"]),
            "エラー：「--json」は一度だけ指定できます"
        );
        assert_eq!(
            with(&["--nodes"]),
            "エラー：「--nodes <N>」に値がありません"
        );
        assert_eq!(
            with(&["--summary=xml"]),
            "エラー：「--summary[=<FORM>]」の値「xml」が正しくありません：table、tsv、markdownの\
             いずれかを指定してください"
        );
        assert_eq!(
            first(&["shomei", "solve"]),
            "エラー：必要な引数がありません：<GAME>、<POSITION>"
        );
        assert_eq!(
            first(&["shomei", "sovle"]),
            "エラー：コマンド「sovle」はありません"
        );
    }

    #[test]
    fn similar_names_and_the_usage_follow() {
        let text = japanese(&["shomei", "solve", "loa", "start", "--nods", "1"]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], "  もしかして：--nodes");
        assert!(lines[3].starts_with("使い方： shomei solve"), "{text}");
        assert_eq!(lines[5], "詳しくは「--help」を指定してください。");
        assert_eq!(lines.len(), 6);
    }
}
