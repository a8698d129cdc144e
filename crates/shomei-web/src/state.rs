//! What all requests share.

use std::sync::Arc;

use serde::Serialize;
use shomei::{AnyGame, Kind, Kinds};
use tokio::sync::Semaphore;

use crate::certificate::{Form, forms};
use crate::opened::{Listed, Opened};
use crate::options::{Mode, Options};
use crate::questions::Questions;
use crate::security::Guard;
use crate::words::{self, Lang};

/// What all requests share.
pub(crate) type Shared = Arc<State>;

/// What all requests share.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) kinds: Arc<Kinds>,
    pub(crate) options: Options,
    pub(crate) guard: Guard,
    pub(crate) certificates: Arc<Opened>,
    pub(crate) questions: Questions,
    /// Who may read a whole file for one request; the others have to come again.
    pub(crate) passes: Arc<Semaphore>,
    /// How many bytes more requests may send: see [`MOST_BODIES`].
    pub(crate) bodies: Arc<Semaphore>,
}

/// So many requests read a whole file at a time.
pub(crate) const PASSES: usize = 2;

/// The most bytes that a request may send.
pub(crate) const MOST_BODY: usize = 1 << 20;

/// The limit for all unanswered request bodies together, in bytes.
pub(crate) const MOST_BODIES: usize = 16 << 20;

/// What the server is and which games it knows.
#[derive(Debug, Serialize)]
pub(crate) struct About {
    version: &'static str,
    mode: Mode,
    limits: LimitsData,
    games: Vec<GameData>,
    certificates: Vec<Listed>,
}

#[derive(Debug, Serialize)]
struct LimitsData {
    threads: usize,
    memory: usize,
    seconds: f64,
    questions: usize,
    body: usize,
}

/// A game in the list.
#[derive(Debug, Serialize)]
struct GameData {
    name: &'static str,
    title: InBoth,
    sides: [&'static str; 2],
    side_names: [InBoth; 2],
    rules: String,
    rules_help: &'static str,
    position_help: &'static str,
    /// Nothing for a game that has no start without rules.
    start: Option<String>,
    /// The endings of `exports`, each with its dot.
    forms: Vec<String>,
    /// The forms in which lines and positions can be taken away.
    exports: Vec<Form>,
    scored: bool,
    pieces: Vec<crate::boards::PieceData>,
}

/// A text in both languages.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct InBoth {
    pub(crate) en: String,
    pub(crate) ja: String,
}

impl InBoth {
    pub(crate) fn of(text: impl Fn(Lang) -> String) -> InBoth {
        InBoth {
            en: text(Lang::En),
            ja: text(Lang::Ja),
        }
    }
}

impl State {
    /// What the server is and which games it knows.
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
            },
            games: self.kinds.iter().map(game).collect(),
            certificates: self.certificates.all(),
        }
    }
}

fn game(kind: &Kind) -> GameData {
    let opened = kind.open("", &shomei::Hints::default()).ok();
    let side_names = |side| {
        InBoth::of(|lang| match &opened {
            Some(game) => words::side(game, side, lang),
            None => kind.sides[side.index()].to_string(),
        })
    };
    let exports = forms(kind);
    GameData {
        name: kind.name,
        title: InBoth::of(|lang| words::title(kind, lang)),
        sides: kind.sides,
        side_names: shomei::Side::BOTH.map(side_names),
        rules: opened.as_ref().map_or(String::new(), AnyGame::rules),
        rules_help: kind.rules_help,
        position_help: kind.position_help,
        start: opened.as_ref().map(|game| game.start().text()),
        forms: exports
            .iter()
            .map(|form| format!(".{}", form.form))
            .collect(),
        exports,
        scored: kind.range.is_some(),
        pieces: crate::boards::pieces(kind.name),
    }
}
