//! The checker of shomei in WebAssembly. The module contains the rules of the games and no search:
//! the linker removes those of the library.

use std::time::Duration;

use shomei::checking::{self, Verdict};
use shomei::data::{ErrorData, VerdictData};
use shomei::{CheckLimits, Error};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// Checks a certificate. The limits are a time in seconds and a number of positions in memory. Returns
/// the verdict as JSON, with the fields of `shomei verify --json`.
///
/// # Errors
///
/// An error as JSON: the time is not one.
#[wasm_bindgen]
pub fn check(
    certificate: &[u8],
    seconds: Option<f64>,
    positions: Option<u32>,
) -> Result<String, JsValue> {
    let verdict = verdict(certificate, seconds, positions);
    let verdict = verdict.map_err(|error| thrown(&error))?;
    serde_json::to_string(&VerdictData::of(&verdict)).map_err(|error| thrown(&Error::run(error)))
}

/// An error as a text in JSON, with its kind.
fn thrown(error: &Error) -> JsValue {
    let data = serde_json::to_string(&ErrorData::from(error));
    JsValue::from_str(&data.unwrap_or_else(|error| error.to_string()))
}

fn verdict(
    certificate: &[u8],
    seconds: Option<f64>,
    positions: Option<u32>,
) -> Result<Verdict, Error> {
    let usual = CheckLimits::for_file(certificate.len() as u64);
    let time = seconds.map(Duration::try_from_secs_f64).transpose();
    let time = time.map_err(|error| Error::usage(format!("seconds: {error}")))?;
    let limits = CheckLimits {
        time: time.or(usual.time),
        positions: positions.map_or(usual.positions, u64::from),
        ..usual
    };
    let reader = match checking::open(certificate)? {
        Ok(reader) => reader,
        Err(verdict) => return Ok(verdict),
    };
    let game = reader.header().game.clone();
    match &game[..] {
        #[cfg(feature = "loa")]
        "loa" => checking::check::<shomei_loa::Loa>(reader, &limits),
        #[cfg(feature = "othello")]
        "othello" => checking::check::<shomei_othello::Othello>(reader, &limits),
        #[cfg(feature = "shogi")]
        "shogi" => checking::check::<shomei_shogi::Shogi>(reader, &limits),
        #[cfg(feature = "uttt")]
        "uttt" => checking::check::<shomei_uttt::Uttt>(reader, &limits),
        _ => {
            let reason = format!("this checker does not know the game {game:?}");
            Ok(Verdict::rejected(Some(reader.header().clone()), reason))
        }
    }
}
