//! The messages of shomei, in each language that has a directory in `locales`.
//!
//! A message of a catalogue is a type here, and its variables are fields, so a program that uses
//! a message or a variable that the English catalogue lacks does not compile. A language that
//! lacks a message, or that uses other variables, fails the build of this crate.
//!
//! ```
//! use shomei_game::Lang;
//! use shomei_messages::{Message, Plies};
//!
//! assert_eq!(Plies { count: 1 }.text(Lang::EN), "1 ply");
//! assert_eq!(Plies { count: 1_525 }.text(Lang::EN), "1,525 plies");
//! assert_eq!(Plies { count: 5 }.text(Lang::JA), "5手");
//! ```
//!
//! To add a language, add a directory with its code, such as `locales/de`, and build. To see a
//! catalogue without building, name the folder with all directories to [`use_directory`]; the
//! command line does it for the variable `SHOMEI_LOCALES`.

#![forbid(unsafe_code)]

mod argument;
mod catalogue;
mod errors;
mod language;

use std::path::Path;
use std::sync::OnceLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use shomei_game::Lang;

pub use argument::{Argument, grouped};
pub use catalogue::CatalogueError;
pub use errors::{error_text, place_text};
pub use language::{from_locale, language, languages};

#[allow(clippy::pedantic, reason = "the code is generated")]
mod generated {
    use super::{Argument, FluentArgs, Message};

    include!(concat!(env!("OUT_DIR"), "/messages.rs"));
}
pub use generated::*;

/// A message of the catalogues with its arguments.
pub trait Message {
    /// The identifier in the catalogues.
    fn id(&self) -> &'static str;

    /// The values of its variables.
    fn arguments(&self) -> FluentArgs<'_>;

    /// The text in this language; in English where there is no such language.
    fn text(&self, lang: Lang) -> String {
        format(self.id(), &self.arguments(), lang)
    }
}

/// The catalogue of a language, ready to format messages.
struct Bundle {
    lang: Lang,
    bundle: FluentBundle<FluentResource>,
}

/// The catalogues in use, English first.
static IN_USE: OnceLock<Vec<Bundle>> = OnceLock::new();

/// Uses the catalogues of a folder in place of the built-in ones: it has a directory for each
/// language, as `locales` of this crate. Call it before the first message is formatted; later calls
/// have no effect.
///
/// # Errors
///
/// When a file cannot be read or is not Fluent, or when a language does not have exactly the
/// messages of English with the same variables.
pub fn use_directory(folder: &Path) -> Result<(), CatalogueError> {
    let catalogues = catalogue::read_all(folder)?;
    let bundles = catalogues.into_iter().map(|one| {
        let texts = one.files.iter().map(|(_, text)| text.as_str());
        // The code lives as long as the program, like those of the built-in languages.
        Bundle::new(Box::leak(one.lang.into_boxed_str()), texts)
    });
    let _ = IN_USE.set(bundles.collect());
    Ok(())
}

fn in_use() -> &'static [Bundle] {
    IN_USE.get_or_init(|| {
        let built_in = BUILT_IN.iter();
        built_in
            .map(|(code, texts)| Bundle::new(code, texts.iter().copied()))
            .collect()
    })
}

use generated::BUILT_IN;

impl Bundle {
    /// The bundle of a language with checked texts.
    fn new<'a>(code: &'static str, texts: impl Iterator<Item = &'a str>) -> Bundle {
        let locale = code.parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![locale]);
        // Marks of direction are for languages of both directions, and programs compare texts.
        bundle.set_use_isolating(false);
        bundle.set_formatter(Some(argument::number_text));
        for text in texts {
            let resource =
                FluentResource::try_new(text.to_string()).unwrap_or_else(|(read, _)| read);
            let _ = bundle.add_resource(resource);
        }
        Bundle {
            lang: Lang::new(code),
            bundle,
        }
    }

    /// The text of a message; `None` where the catalogue lacks it.
    fn format(&self, id: &str, arguments: &FluentArgs<'_>) -> Option<String> {
        let pattern = self.bundle.get_message(id)?.value()?;
        let mut errors = Vec::new();
        let text = self
            .bundle
            .format_pattern(pattern, Some(arguments), &mut errors);
        debug_assert!(errors.is_empty(), "{id}: {errors:?}");
        Some(text.into_owned())
    }
}

/// The text of a message by its identifier, for identifiers that are known only at run time, such
/// as those of help pages; the identifier itself where no catalogue has it.
#[must_use]
pub fn format(id: &str, arguments: &FluentArgs<'_>, lang: Lang) -> String {
    text_of(id, arguments, lang).unwrap_or_else(|| id.to_string())
}

/// The text of a message without variables by its identifier; `None` where no catalogue has it.
#[must_use]
pub fn find(id: &str, lang: Lang) -> Option<String> {
    text_of(id, &FluentArgs::new(), lang)
}

fn text_of(id: &str, arguments: &FluentArgs<'_>, lang: Lang) -> Option<String> {
    let bundles = in_use();
    let own = bundles.iter().find(|bundle| bundle.lang == lang);
    let own = own.and_then(|bundle| bundle.format(id, arguments));
    own.or_else(|| bundles.first()?.format(id, arguments))
}

/// A value as Fluent formats it.
pub(crate) type Value<'a> = FluentValue<'a>;
