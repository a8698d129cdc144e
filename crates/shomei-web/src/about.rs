//! The description of the games and the limits for a page.

use serde::Serialize;
use shomei::{AnyGame, Kind, Kinds};

use crate::certificate::{Form, forms};
use crate::opened::{Listed, Opened};
use crate::options::{Limits, Mode};
use crate::texts::{self, InEachLang};

/// The maximum size of a request body in bytes.
pub(crate) const MOST_BODY: usize = 1 << 20;

/// The maximum size of an answer's certificate or an upload, in bytes: some hundred million
/// records.
pub(crate) const MOST_CERTIFICATE: u64 = 256 << 20;

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

impl About {
    /// The description with these certificates.
    pub(crate) fn with(self, certificates: &Opened) -> About {
        About {
            certificates: certificates.all(),
            bundles: certificates.all_bundles(),
            ..self
        }
    }

    /// The description without certificates.
    pub(crate) fn new(kinds: &Kinds, mode: Mode, limits: Limits) -> About {
        About {
            version: env!("CARGO_PKG_VERSION"),
            mode,
            limits: LimitsData {
                threads: limits.threads,
                memory: limits.memory,
                seconds: limits.time.as_secs_f64(),
                questions: limits.questions,
                body: MOST_BODY,
                certificate: MOST_CERTIFICATE,
            },
            games: games(kinds, mode),
            certificates: Vec::new(),
            bundles: Vec::new(),
        }
    }
}

/// The games of the user's program, which the page opens first, and then the built-in ones.
fn games(kinds: &Kinds, mode: Mode) -> Vec<GameData> {
    let builtin = Kinds::builtin();
    let mut kinds: Vec<&Kind> = kinds.iter().collect();
    kinds.sort_by_key(|kind| builtin.get(kind.name).is_some());
    kinds.into_iter().map(|kind| game(kind, mode)).collect()
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
