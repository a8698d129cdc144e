//! The losses of a conversion between forms of records, as data.

use serde::Serialize;
use shomei_game::Lang;

use crate::any::Loss;
use crate::messages::InLang;

/// The losses of one kind.
#[derive(Clone, Debug, Serialize)]
pub struct LossData {
    /// The kind: see [`LossKind::name`](crate::LossKind::name).
    pub kind: &'static str,
    /// The number of losses.
    pub count: usize,
    /// The first loss.
    pub first: String,
    /// The loss as an English sentence without its full stop.
    pub message: String,
}

impl From<&Loss> for LossData {
    fn from(loss: &Loss) -> LossData {
        LossData {
            kind: loss.kind.name(),
            count: loss.count,
            first: loss.first.clone(),
            message: loss.in_lang(Lang::EN),
        }
    }
}
