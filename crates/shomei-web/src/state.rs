//! The state that all requests share.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use shomei::{AnyGame, Kind, Kinds};
use shomei_messages::languages;
use tokio::sync::Semaphore;

use crate::certificate::{Form, forms};
use crate::opened::{Listed, Opened};
use crate::options::{Mode, Options};
use crate::questions::Questions;
use crate::security::Guard;
use crate::texts::{self, Lang};

/// The shared state.
pub(crate) type Shared = Arc<State>;

/// The state that all requests share.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) kinds: Arc<Kinds>,
    pub(crate) options: Options,
    pub(crate) guard: Guard,
    pub(crate) certificates: Arc<Opened>,
    pub(crate) questions: Questions,
    /// Permits to read a whole file for one request; without one a request is refused.
    pub(crate) passes: Arc<Semaphore>,
    /// The number of bytes that requests can still send: see [`MOST_BODIES`].
    pub(crate) bodies: Arc<Semaphore>,
    /// Permits to upload a certificate.
    pub(crate) uploads: Arc<Semaphore>,
}

/// The maximum number of requests that read a whole file at the same time.
pub(crate) const PASSES: usize = 2;

/// The maximum size of a request body in bytes.
pub(crate) const MOST_BODY: usize = 1 << 20;

/// The limit for all unanswered request bodies together, in bytes.
pub(crate) const MOST_BODIES: usize = 16 << 20;

/// The maximum size of an answer's certificate or an upload, in bytes: some hundred million
/// records.
pub(crate) const MOST_CERTIFICATE: u64 = 256 << 20;

/// The maximum number of concurrent uploads.
pub(crate) const UPLOADS: usize = 2;

/// The description of the server and its games.
#[derive(Debug, Serialize)]
pub(crate) struct About {
    version: &'static str,
    mode: Mode,
    limits: LimitsData,
    games: Vec<GameData>,
    certificates: Vec<Listed>,
    bundles: Vec<Listed>,
}

#[derive(Debug, Serialize)]
struct LimitsData {
    threads: usize,
    memory: usize,
    seconds: f64,
    questions: usize,
    body: usize,
    certificate: u64,
}

/// A game in the list.
#[derive(Debug, Serialize)]
struct GameData {
    name: &'static str,
    title: InEachLang,
    sides: [&'static str; 2],
    side_names: [InEachLang; 2],
    rules: String,
    rules_help: &'static str,
    position_help: &'static str,
    /// `None` for a game that has no starting position without rules, and on a server that answers
    /// no questions.
    start: Option<String>,
    /// The names of the formats in which positions are read, besides diagrams and lists of moves.
    reads: Vec<String>,
    /// The extensions of game records, each with its dot.
    forms: Vec<String>,
    /// The export formats of lines and positions.
    exports: Vec<Form>,
    scored: bool,
    pieces: Vec<crate::boards::PieceData>,
}

/// The usual starting position; `None` if the game fails.
fn start(game: &AnyGame) -> Option<String> {
    let text = game.start().text();
    game.failure().is_none().then_some(text)
}

/// A value in each language, by the code of the language: mostly a text.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct InEachLang<T = String>(pub(crate) BTreeMap<&'static str, T>);

impl<T> InEachLang<T> {
    pub(crate) fn of(value: impl Fn(Lang) -> T) -> InEachLang<T> {
        let languages = languages().iter();
        InEachLang(languages.map(|&lang| (lang.code(), value(lang))).collect())
    }

    /// The value in a language.
    pub(crate) fn get(&self, lang: Lang) -> Option<&T> {
        self.0.get(lang.code())
    }
}

impl State {
    /// The description of the server and its games.
    pub(crate) fn about(&self) -> About {
        let limits = self.options.limits;
        About {
            version: env!("CARGO_PKG_VERSION"),
            mode: self.options.mode,
            limits: LimitsData {
                threads: limits.threads,
                memory: limits.memory,
                seconds: limits.time.as_secs_f64(),
                questions: limits.questions,
                body: MOST_BODY,
                certificate: MOST_CERTIFICATE,
            },
            games: self.games(),
            certificates: self.certificates.all(),
            bundles: self.certificates.all_bundles(),
        }
    }

    /// The games of the user's program, which the page opens first, and then the built-in ones.
    fn games(&self) -> Vec<GameData> {
        let builtin = Kinds::builtin();
        let mut kinds: Vec<&Kind> = self.kinds.iter().collect();
        kinds.sort_by_key(|kind| builtin.get(kind.name).is_some());
        let game = |kind| game(kind, self.options.mode);
        kinds.into_iter().map(game).collect()
    }
}

/// The names of the formats in which the positions of a game are read.
fn reads(kind: &Kind) -> Vec<String> {
    let own: &[&str] = match kind.name {
        "othello" => &["OBF"],
        "shogi" => &["SFEN"],
        _ => &[],
    };
    // `kifu` and `ki2u` are the same formats in UTF-8.
    let records = kind.record_forms.iter();
    let records = records.filter(|form| !["kifu", "ki2u"].contains(form));
    let records = records.map(|form| form.to_uppercase());
    own.iter().map(ToString::to_string).chain(records).collect()
}

fn game(kind: &Kind, mode: Mode) -> GameData {
    let opened = kind.open("", &shomei::Hints::default()).ok();
    let side_names = |side| {
        InEachLang::of(|lang| match &opened {
            Some(game) => texts::side(game, side, lang),
            None => kind.sides[side.index()].to_string(),
        })
    };
    let exports = forms(kind);
    GameData {
        name: kind.name,
        title: InEachLang::of(|lang| texts::title(kind, lang)),
        sides: kind.sides,
        side_names: shomei::Side::BOTH.map(side_names),
        rules: opened.as_ref().map_or(String::new(), AnyGame::rules),
        rules_help: kind.rules_help,
        position_help: kind.position_help,
        // The page of a certificate needs no start, and a game of the user may have none.
        start: match mode {
            Mode::Serve => opened.as_ref().and_then(start),
            Mode::Explore => None,
        },
        reads: reads(kind),
        forms: exports
            .iter()
            .map(|form| format!(".{}", form.form))
            .collect(),
        exports,
        scored: kind.range.is_some(),
        pieces: crate::boards::pieces(kind.name),
    }
}
