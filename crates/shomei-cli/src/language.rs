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

/// What people who speak a language call the moves of lines from a position on. What cannot be
/// played is named by its text.
///
/// The positions of the last line are kept: the next one is played from where it leaves that line,
/// so that the moves beside a long line do not have it played again for each.
pub(crate) struct Names {
    lang: Lang,
    root: AnyPosition,
    /// The moves that were played, each with the position behind it.
    path: Vec<(String, AnyPosition)>,
    #[cfg(test)]
    played: usize,
}

impl Names {
    /// Names for this language.
    pub(crate) fn of(root: AnyPosition, lang: Lang) -> Names {
        Names {
            lang,
            root,
            path: Vec::new(),
            #[cfg(test)]
            played: 0,
        }
    }

    /// The names of moves behind these.
    pub(crate) fn behind(&mut self, before: &[String], moves: &[String]) -> Vec<String> {
        if self.lang == Lang::En {
            return moves.to_vec();
        }
        let mut there = before.iter().try_fold(0, |plies, mv| self.step(plies, mv));
        let mut names = Vec::with_capacity(moves.len());
        for mv in moves {
            let name = there.and_then(|plies| self.name(plies, mv));
            names.push(name.unwrap_or_else(|| mv.clone()));
            there = there.and_then(|plies| self.step(plies, mv));
        }
        names
    }

    /// The name of a move behind so many of the path.
    fn name(&self, plies: usize, mv: &str) -> Option<String> {
        let last = plies.checked_sub(1).and_then(|at| self.path.get(at));
        let position = last.map_or(&self.root, |(_, position)| position);
        let last = last.map(|(mv, _)| mv.as_str());
        position.move_name(mv, last, self.lang).ok()
    }

    /// Plays a move behind so many of the path, unless it is the next of the path; how many are
    /// played then.
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
                self.played += 1;
            }
        }
        Some(plies + 1)
    }
}

/// The language of the locale.
fn of_locale() -> Lang {
    // The tests of functions say what they expect in English, wherever they run.
    Lang::of_locale(|name| (!cfg!(test)).then(|| std::env::var(name).ok()).flatten())
}

#[cfg(test)]
mod tests {
    use shomei::Kinds;

    use super::*;

    /// A line of some length, and at each ply the moves beside it.
    #[test]
    fn a_long_line_is_played_once_for_all_that_is_beside_it() {
        let game = Kinds::builtin().open("shogi", "full").unwrap();
        let to_and_fro = ["2h1h", "8b9b", "1h2h", "9b8b"].map(String::from);
        let line: Vec<String> = to_and_fro.iter().cycle().take(1_000).cloned().collect();
        let mut names = Names::of(game.start(), Lang::Ja);
        let all = names.behind(&[], &line);
        assert_eq!(all[..3], ["▲１八飛", "△９二飛", "▲２八飛"]);
        for (ply, name) in all.iter().enumerate() {
            let (before, mv) = (&line[..ply], &line[ply..=ply]);
            let beside = match ply % 2 {
                0 => "7g7f",
                _ => "3c3d",
            };
            let beside = names.behind(before, &[beside.to_string()]);
            assert!(
                beside == ["▲７六歩"] || beside == ["△３四歩"],
                "{ply}: {beside:?}"
            );
            assert_eq!(names.behind(before, mv), std::slice::from_ref(name));
        }
        // The line, and two moves at each ply.
        assert_eq!(names.played, 3 * line.len());
        // Backwards nothing of it is played again.
        names.behind(&[], &line);
        let so_far = names.played;
        for ply in (0..line.len()).rev() {
            names.behind(&line[..ply], &["9g9f".to_string()]);
        }
        assert!(names.played <= so_far + line.len());
        // What cannot be played has its text, and so has what follows.
        let wrong = ["7g7f", "7f7e", "3c3d"].map(String::from);
        assert_eq!(names.behind(&[], &wrong), ["▲７六歩", "7f7e", "3c3d"]);
    }

    #[test]
    fn another_language_is_refused_with_those_there_are() {
        assert_eq!(language("ja_JP"), Ok(Lang::Ja));
        let error = language("de").unwrap_err();
        assert_eq!(error, "known are en (English) and ja (Japanese)");
    }
}
