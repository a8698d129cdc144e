//! Opens games under rules and with hints.

use shomei_game::{ErrorText, Goal, Kind as GameKind, Notation, NotationError, Side, error_text};

use crate::error::{Error, ErrorKind};

/// Hints of a game for the search. They change no answer.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    /// The hints of the algorithm `auto`, if it is used.
    pub auto: &'static str,
    /// Hints in the syntax of [`Notation::with_hints`](shomei_game::Notation::with_hints); they are
    /// applied after those of `auto`.
    pub text: String,
    /// Weights for [`Notation::with_weights`](shomei_game::Notation::with_weights).
    pub weights: Option<Weights>,
}

/// The weights of an evaluation.
#[derive(Clone, Debug)]
pub struct Weights {
    /// The name in messages: the name of the file.
    pub name: String,
    /// The content of the file.
    pub bytes: Vec<u8>,
}

impl Hints {
    /// Whether there are no hints and no weights.
    #[must_use]
    pub fn are_usual(&self) -> bool {
        self.auto.is_empty() && self.text.is_empty() && self.weights.is_none()
    }

    /// The hints that differ from the defaults: names, and values or their checksums.
    #[must_use]
    pub fn marks(&self) -> Vec<(String, String)> {
        let texts = [("auto", self.auto), ("hints", &self.text)];
        let texts = texts.into_iter().filter(|(_, text)| !text.is_empty());
        let texts = texts.map(|(name, text)| (name.to_string(), text.to_string()));
        let weights = self.checksum_of_weights();
        texts
            .chain(weights.map(|sum| ("weights".to_string(), sum)))
            .collect()
    }

    pub(crate) fn checksum_of_weights(&self) -> Option<String> {
        let weights = self.weights.as_ref();
        weights.map(|weights| format!("{:08x}", crc32fast::hash(&weights.bytes)))
    }
}

/// Opens a game of a known type under these rules, with these hints.
///
/// # Errors
///
/// The game does not know the rules, the hints or the weights; the text begins with one of these
/// words.
pub fn open_as<G: GameKind>(rules: &str, hints: &Hints) -> Result<G, Error> {
    // The goal is chosen anew for every question.
    let game = G::open(rules, Goal::win(Side::First)).map_err(|e| {
        let place = error_text!("subject-rules", "rules");
        wrong(place, e)
    })?;
    with_hints(game, hints)
}

/// The game with these weights and hints.
pub(super) fn with_hints<G: Notation>(mut game: G, hints: &Hints) -> Result<G, Error> {
    if let Some(Weights { name, bytes }) = &hints.weights {
        let place = error_text!("subject-weights", "weights {name}", name = name);
        game = game.with_weights(bytes).map_err(|e| wrong(place, e))?;
    }
    let of_user = error_text!("subject-hints", "hints");
    for (place, text) in [("auto".into(), hints.auto), (of_user, hints.text.as_str())] {
        if !text.is_empty() {
            game = game.with_hints(text).map_err(|e| wrong(place, e))?;
        }
    }
    Ok(game)
}

/// The error of a text with which a game cannot be opened.
fn wrong(place: ErrorText, error: NotationError) -> Error {
    Error::from(error)
        .context(place)
        .into_kind(ErrorKind::Usage)
}

/// The error for rules that differ from those of a game with only one set of rules.
pub(super) fn other_rules<G: Notation>(game: &G) -> Error {
    let expected = game.rules();
    let text = match expected.is_empty() {
        true => error_text!(
            "game-without-rules",
            "{game} has no rules to choose",
            game = game.name()
        ),
        false => error_text!(
            "game-of-one-rule-set",
            "{game} has only the rules \"{rules}\"",
            game = game.name(),
            rules = expected
        ),
    };
    wrong(
        error_text!("subject-rules", "rules"),
        NotationError::whole(text),
    )
}
