//! What a game wants where the choice of the algorithm is left to it.

/// What a game wants where the choice of the algorithm is left to it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Auto {
    /// Options of the algorithm, with their values.
    pub options: &'static [(&'static str, &'static str)],
    /// More options where several threads search.
    pub with_threads: &'static [(&'static str, &'static str)],
    /// Hints, as [`Notation::with_hints`](shomei_game::Notation::with_hints) reads them.
    pub hints: &'static str,
}

impl Auto {
    /// Nothing beside the usual.
    pub const USUAL: Auto = Auto {
        options: &[],
        with_threads: &[],
        hints: "",
    };
}
