//! The algorithms by name, and their options as data. The command line, the experiments and the
//! bindings for other languages open searches through this module.

use std::sync::Arc;

use shomei_game::Game;

use crate::search::{Search, alpha_beta, df_pn, pds, pds_pn, pn, pn_star, pn2};
use crate::table::Table;

pub use crate::faithful::StoreError;
pub use crate::options::{Info, OpenError, OptionInfo, Settings};

/// The name that selects the algorithm automatically.
pub const AUTO: &str = "auto";

/// Lists the modules of [`crate::search`]. To add an algorithm, add its module name.
macro_rules! algorithms {
    ($($module:ident),* $(,)?) => {
        /// All algorithms, beginning with the simplest.
        pub const ALGORITHMS: &[Info] = &[$($module::INFO),*];

        /// Opens a search of `game` by the algorithm named `name`, with `memory` bytes.
        ///
        /// # Errors
        ///
        /// If the name or an option is unknown, if the option does not accept the value, if the
        /// memory cannot be allocated, or if the settings request several searchers
        /// ([`OpenError::Team`]).
        pub fn open<'g, G: Game>(
            name: &str,
            game: &'g G,
            settings: &Settings,
            memory: usize,
        ) -> Result<Box<dyn Search<G> + 'g>, OpenError> {
            let name = if name == AUTO { auto().name } else { name };
            $(
                if name == $module::INFO.name {
                    settings.check_names(&$module::INFO)?;
                    return $module::open(game, settings, memory);
                }
            )*
            Err(OpenError::UnknownAlgorithm { name: name.into() })
        }
    };
}

algorithms![alpha_beta, pn, pn2, pn_star, pds, pds_pn, df_pn];

/// Opens a search of `game` that continues with the table of an earlier search ([`Search::table`]).
/// Positions which that search has solved are not solved again, whether the new search has the same
/// root or another one.
///
/// The table must come from a search of the same game with the same goal. That search must have
/// passed [`Settings::check_sound`], and the game must not have [failed](shomei_game::Game::fault).
/// Two searches must not use the table at the same time. The new search uses the memory that the
/// table [may use](Table::limit), and by the partition rule one sixteenth of the table's more.
///
/// All entries of the table are valid for any root. A path-dependent disproof is stored under the
/// code of its path, which begins with the root, so a search from another root does not find it.
/// Depths refer to an earlier root; they only select the children that raise thresholds.
///
/// # Errors
///
/// * Those of [`open`], except for memory.
/// * [`OpenError::Restarts`]: the algorithm cannot continue from its table ([`Info::resumes`]).
/// * [`OpenError::Unsound`]: with these settings disproofs can be wrong, and later answers would
///   depend on them.
pub fn open_on<'g, G: Game>(
    name: &str,
    game: &'g G,
    settings: &Settings,
    table: Arc<Table>,
) -> Result<Box<dyn Search<G> + 'g>, OpenError> {
    let info = find(name).ok_or_else(|| OpenError::UnknownAlgorithm { name: name.into() })?;
    settings.check_names(info)?;
    settings.check_sound()?;
    if !info.resumes {
        let algorithm = info.name;
        return Err(OpenError::Restarts { algorithm });
    }
    // df-pn is the only algorithm that resumes.
    df_pn::open_on(game, settings, table)
}

/// The algorithm with this name; [`AUTO`] gives the algorithm that it selects.
#[must_use]
pub fn find(name: &str) -> Option<&'static Info> {
    if name == AUTO {
        return Some(auto());
    }
    ALGORITHMS.iter().find(|info| info.name == name)
}

/// The algorithm that [`AUTO`] selects.
#[must_use]
pub fn auto() -> &'static Info {
    &df_pn::INFO
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Answer, Limits, Silent};
    use shomei_game::{Notation, TreeGame};

    fn game() -> TreeGame {
        TreeGame::parse("r = OR { a, b } a = AND { Failed } b = AND { Won }").unwrap()
    }

    fn error(name: &str, options: &[(&str, &str)], memory: usize) -> String {
        let mut settings = Settings::default();
        options
            .iter()
            .for_each(|&(option, value)| settings.set(option, value));
        match open(name, &game(), &settings, memory) {
            Ok(_) => "opened".into(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn every_algorithm_opens_and_solves_by_name() {
        let game = game();
        let names = ALGORITHMS.iter().map(|info| info.name);
        for name in names.chain([AUTO]) {
            let mut search = open(name, &game, &Settings::default(), 1 << 20).unwrap();
            let report = search.search(&game.start(), &Limits::default(), &mut Silent);
            assert_eq!(report.answer, Answer::Proved, "{name}");
        }
    }

    #[test]
    fn every_algorithm_that_resumes_goes_on_with_a_table() {
        let game = game();
        let unsound = {
            let mut settings = Settings::default();
            settings.set("path-dependence", "off");
            settings
        };
        for info in ALGORITHMS {
            let table = Arc::new(Table::new(1 << 12).unwrap());
            let opened = open_on(info.name, &game, &Settings::default(), Arc::clone(&table));
            match opened {
                Ok(mut search) => {
                    assert!(info.resumes, "{info}");
                    assert!(Arc::ptr_eq(search.table(), &table));
                    let report = search.search(&game.start(), &Limits::default(), &mut Silent);
                    assert_eq!(report.answer, Answer::Proved, "{info}");
                    let refused = open_on(info.name, &game, &unsound, table);
                    assert!(matches!(refused, Err(OpenError::Unsound { .. })));
                }
                Err(error) => {
                    assert!(!info.resumes, "{info}");
                    let message =
                        format!("{info} cannot continue from the table of an earlier search");
                    assert_eq!(error.to_string(), message);
                }
            }
        }
        assert!(ALGORITHMS.iter().any(|info| info.resumes));
    }

    #[test]
    fn every_default_is_a_value_of_its_option() {
        for info in ALGORITHMS {
            for option in info.options {
                if option.default.starts_with('(') {
                    continue;
                }
                let opened = error(info.name, &[(option.name, option.default)], 1 << 20);
                let expected = match option.name {
                    "share" => OpenError::Team.to_string(),
                    _ => "opened".to_owned(),
                };
                assert_eq!(opened, expected, "{info} {}", option.name);
            }
        }
    }

    #[test]
    fn the_defaults_of_df_pn_are_those_of_its_type() {
        let options = df_pn::read(&Settings::default()).unwrap();
        assert_eq!(options, df_pn::DfPnOptions::default());
    }

    #[test]
    fn errors_say_what_is_wrong() {
        assert_eq!(
            error("dfpn", &[], 64),
            "there is no algorithm named \"dfpn\""
        );
        assert_eq!(
            error("pn", &[("rule", "sum")], 1 << 20),
            "pn has no option named \"rule\""
        );
        assert_eq!(
            error("df-pn", &[("rule", "max")], 64),
            "\"max\" is not a value of rule; it takes sum|weak|branch|partition"
        );
        let mut settings = Settings::default();
        assert!(settings.check_sound().is_ok());
        settings.set("path-dependence", "on");
        assert!(settings.check_sound().is_ok());
        settings.set("path-dependence", "off");
        assert_eq!(
            settings.check_sound().unwrap_err().to_string(),
            "path-dependence off: disproofs can be wrong with it, and answers would depend on them"
        );
        let both = [("gc", "sibling"), ("threads", "2")];
        assert_eq!(
            error("df-pn", &both, 1 << 20),
            "gc and threads exclude each other"
        );
        let both = [("gc", "sibling"), ("share", "7")];
        assert_eq!(
            error("df-pn", &both, 1 << 20),
            "gc and share exclude each other"
        );
        let both = [("rule", "weak"), ("schedule", "sum/weak")];
        assert_eq!(
            error("df-pn", &both, 1 << 20),
            "schedule and rule exclude each other"
        );
        assert_eq!(
            error("pn", &[("ties", "first")], 1 << 20),
            "pn has no option named \"ties\""
        );
        assert_eq!(
            error("df-pn", &[("gc", "small")], 1 << 20),
            "\"small\" is not a value of gc; it takes off|sibling"
        );
        assert_eq!(
            error("df-pn", &[], 63),
            "memory below one bucket (64 bytes)"
        );
    }

    #[test]
    fn what_a_game_prefers_yields_to_what_excludes_it() {
        for (set, preferred) in [("rule", "schedule"), ("schedule", "rule")] {
            let mut settings = Settings::default();
            settings.set(set, "weak");
            settings.prefer(preferred, "sum");
            settings.prefer(set, "sum");
            assert!(settings.iter().eq([(set, "weak")]));
        }
        let mut settings = Settings::default();
        settings.set("init", "unit");
        settings.prefer("init", "eval");
        settings.prefer("schedule", "sum/weak");
        let both = [("init", "unit"), ("schedule", "sum/weak")];
        assert!(settings.iter().eq(both));
    }
}
