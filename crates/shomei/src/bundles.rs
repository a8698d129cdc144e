//! Bundles: one file with certificates and the results that they prove together.
//!
//! A certificate proves one claim about one position. Other results follow from several claims: the
//! value of every move, an exact score, the shortest win, the only solution of a problem, the loss
//! of every move of a game. A bundle is a zip archive with these certificates and a [`Manifest`],
//! which states the question and the results. `docs/reference/bundle-format.md` describes it.
//!
//! A check does not believe the manifest. It checks every certificate, answers the question of the
//! manifest from the checked claims and the rules alone, and accepts the bundle if the results are
//! those of the manifest, and if no certificate is left over.
//!
//! ```
//! use std::io::Cursor;
//!
//! use shomei::bundles;
//! use shomei::search::Silent;
//! use shomei::{Kinds, Question, Session, Watching};
//!
//! let kinds = Kinds::builtin();
//! let game = kinds.open("othello", "")?;
//! let root = game.position("XXXXXXXXXOOOOOOXXOOXXOXXXOXOXXOXXXOXOXXXXXXOXX---XXXX---XXXXX-O- O")?;
//! let mut silent = Silent;
//! let mut session = Session::new(&game)?;
//! let (answer, draft) =
//!     session.ask_for_bundle(&root, Question::Moves, &mut Watching(&mut silent))?;
//! println!("{}", answer.answer);
//!
//! let bundle = draft.finish(&kinds, &|usual| usual)?;
//! let checked = bundles::check(&kinds, Cursor::new(bundle.bytes), &|usual| usual)?;
//! assert!(checked.is_ok());
//! # Ok::<(), shomei::Error>(())
//! ```

mod archive;
mod check;
mod claims;
mod derive;
mod draft;
mod fault;
mod manifest;
mod rulebook;
mod solution;

#[cfg(feature = "files")]
pub(crate) use archive::begins_about;
pub use check::{CheckedBundle, certificate, certificates, check, write};
pub use draft::{BundleDraft, FinishedBundle};
pub use manifest::{BundleQuestion, Manifest, MoveResult, PositionResult};
pub use rulebook::Rulebook;
