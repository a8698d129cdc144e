//! The user's language: that of `--lang`, or that of the locale.
//!
//! Texts for programs are the same in every language: JSON, protocols, certificates, and positions
//! on one line.

use std::path::Path;
use std::sync::OnceLock;

use shomei::AnyPosition;
use shomei_game::{ErrorText, Lang, error_text};
use shomei_messages::languages;

use crate::failure::Failure;

/// The user's language; English until it is chosen.
static USER_LANGUAGE: OnceLock<Lang> = OnceLock::new();

/// Chooses the language of all texts for the user. Later calls have no effect.
pub(crate) fn set_user_language(lang: Lang) {
    let _ = USER_LANGUAGE.set(lang);
}

/// The user's language.
pub(crate) fn user_language() -> Lang {
    USER_LANGUAGE.get().copied().unwrap_or_default()
}

/// Loads the catalogues of the folder that the environment variable `SHOMEI_LOCALES` names, if it
/// is set. So a translator can test a language without building the program.
pub(crate) fn use_catalogues() -> Result<(), Failure> {
    let Some(folder) = std::env::var_os("SHOMEI_LOCALES") else {
        return Ok(());
    };
    let used = shomei_messages::use_directory(Path::new(&folder));
    used.map_err(|error| Failure::input(error.to_string()).context("SHOMEI_LOCALES"))
}

/// A text in the user's language, for interfaces that take strings.
pub(crate) fn translated(text: &ErrorText) -> String {
    shomei_messages::error_text(text, user_language())
}

/// Parses the value of `--lang`.
pub(crate) fn parse_language(text: &str) -> Result<Lang, String> {
    shomei_messages::language(text).ok_or_else(|| {
        let known: Vec<&str> = languages().iter().map(|lang| lang.code()).collect();
        translated(&error_text!(
            "known-languages",
            "known are {known}",
            known = known.join(", ")
        ))
    })
}

/// Names the moves of lines from a position. An illegal move is named by its text.
///
/// The positions of the last line are cached. The next line is played from the first move that
/// differs, so naming the alternatives along a long line does not play the line again.
pub(crate) struct MoveNames {
    lang: Lang,
    root: AnyPosition,
    /// The moves that were played, each with the position after it.
    path: Vec<(String, AnyPosition)>,
    #[cfg(test)]
    plays: usize,
}

impl MoveNames {
    /// Names moves from `root` in this language.
    pub(crate) fn of(root: AnyPosition, lang: Lang) -> MoveNames {
        MoveNames {
            lang,
            root,
            path: Vec::new(),
            #[cfg(test)]
            plays: 0,
        }
    }

    /// The names of `moves`, which are played after `before`.
    pub(crate) fn after(&mut self, before: &[String], moves: &[String]) -> Vec<String> {
        if self.lang == Lang::EN {
            return moves.to_vec();
        }
        let mut reached = before.iter().try_fold(0, |plies, mv| self.step(plies, mv));
        let mut names = Vec::with_capacity(moves.len());
        for mv in moves {
            let name = reached.and_then(|plies| self.name(plies, mv));
            names.push(name.unwrap_or_else(|| mv.clone()));
            reached = reached.and_then(|plies| self.step(plies, mv));
        }
        names
    }

    /// The name of a move after this number of plies of the path.
    fn name(&self, plies: usize, mv: &str) -> Option<String> {
        let last = plies.checked_sub(1).and_then(|at| self.path.get(at));
        let position = last.map_or(&self.root, |(_, position)| position);
        let last = last.map(|(mv, _)| mv.as_str());
        position.move_name(mv, last, self.lang).ok()
    }

    /// Plays a move after this number of plies of the path, unless it is the next move of the path.
    /// Returns the number of plies after the move.
    fn step(&mut self, plies: usize, mv: &str) -> Option<usize> {
        if self.path.get(plies).is_none_or(|(next, _)| next != mv) {
            self.path.truncate(plies);
            let position = self
                .path
                .last()
                .map_or(&self.root, |(_, position)| position);
            let next = position.play(mv).ok()?;
            self.path.push((mv.to_string(), next));
            #[cfg(test)]
            {
                self.plays += 1;
            }
        }
        Some(plies + 1)
    }
}

/// The language of the locale.
pub(crate) fn locale_language() -> Lang {
    // Unit tests expect English in every locale.
    shomei_messages::from_locale(|name| (!cfg!(test)).then(|| std::env::var(name).ok()).flatten())
}

#[cfg(test)]
mod tests {
    use shomei::Kinds;

    use super::*;

    /// Names a long line, and at each ply an alternative.
    #[test]
    fn alternatives_do_not_play_a_long_line_again() {
        let game = Kinds::builtin().open("shogi", "full").unwrap();
        let to_and_fro = ["2h1h", "8b9b", "1h2h", "9b8b"].map(String::from);
        let line: Vec<String> = to_and_fro.iter().cycle().take(1_000).cloned().collect();
        let mut names = MoveNames::of(game.start(), Lang::JA);
        let all = names.after(&[], &line);
        assert_eq!(all[..3], ["▲１八飛", "△９二飛", "▲２八飛"]);
        for (ply, name) in all.iter().enumerate() {
            let (before, mv) = (&line[..ply], &line[ply..=ply]);
            let alternative = match ply % 2 {
                0 => "7g7f",
                _ => "3c3d",
            };
            let alternative = names.after(before, &[alternative.to_string()]);
            assert!(
                alternative == ["▲７六歩"] || alternative == ["△３四歩"],
                "{ply}: {alternative:?}"
            );
            assert_eq!(names.after(before, mv), std::slice::from_ref(name));
        }
        // The line, and two moves at each ply.
        assert_eq!(names.plays, 3 * line.len());
        // From the end to the start, only the alternatives are played.
        names.after(&[], &line);
        let so_far = names.plays;
        for ply in (0..line.len()).rev() {
            names.after(&line[..ply], &["9g9f".to_string()]);
        }
        assert!(names.plays <= so_far + line.len());
        // An illegal move and the moves after it are named by their texts.
        let wrong = ["7g7f", "7f7e", "3c3d"].map(String::from);
        assert_eq!(names.after(&[], &wrong), ["▲７六歩", "7f7e", "3c3d"]);
    }

    #[test]
    fn an_unknown_language_is_refused_with_the_known_languages() {
        assert_eq!(parse_language("ja_JP"), Ok(Lang::JA));
        let error = parse_language("de").unwrap_err();
        assert_eq!(error, "known are en, ja");
    }
}
