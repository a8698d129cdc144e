//! Checks of certificates and bundles.

use std::io::Cursor;

use serde::{Deserialize, Serialize};
use shomei::bundles::{self, Manifest, Rulebook};
use shomei::data::VerdictData;
#[cfg(feature = "own")]
use shomei::{AnyGame, TypedGame};
use shomei::{CheckLimits, Error, Kinds, Rejected};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

#[cfg(feature = "own")]
use crate::own::{Calls, OwnGame, OwnRules};
use crate::request::{read, time};
use crate::{json, thrown};

/// The limits of a check.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct LimitsRequest {
    seconds: Option<f64>,
    positions: Option<u64>,
}

impl LimitsRequest {
    fn limits(&self, usual: CheckLimits) -> Result<CheckLimits, Error> {
        Ok(CheckLimits {
            time: time(self.seconds)?.or(usual.time),
            positions: self.positions.unwrap_or(usual.positions),
            ..usual
        })
    }
}

/// The verdict on a bundle.
#[derive(Serialize)]
struct BundleData<'a> {
    accepted: bool,
    reason: Option<&'a str>,
    limit: Option<bool>,
    certificates: Option<usize>,
    records: Option<u64>,
    bundle: Option<&'a Manifest>,
}

/// Checks a certificate within the limits of a request in JSON: optionally `seconds` and the
/// held `positions`. Returns the verdict as JSON.
///
/// # Errors
///
/// An error as JSON: a field of the request is wrong.
#[wasm_bindgen]
pub fn check(certificate: &[u8], request: &str) -> Result<String, JsValue> {
    let limits = certificate_limits(certificate, request);
    let verdict = limits.and_then(|limits| Kinds::builtin().check(certificate, &limits));
    let verdict = verdict.map_err(|error| thrown(&error))?;
    Ok(json(&VerdictData::of(&verdict)))
}

fn certificate_limits(certificate: &[u8], request: &str) -> Result<CheckLimits, Error> {
    let request: LimitsRequest = read(request)?;
    request.limits(CheckLimits::for_file(certificate.len() as u64))
}

/// Checks a bundle, like [`check`].
///
/// # Errors
///
/// An error as JSON: a field of the request is wrong.
#[wasm_bindgen(js_name = checkBundle)]
pub fn check_bundle(bundle: &[u8], request: &str) -> Result<String, JsValue> {
    let verdict = bundle_verdict(&Kinds::builtin(), bundle, request);
    verdict.map_err(|error| thrown(&error))
}

/// Checks a certificate about a user's game in JavaScript, like [`check`].
///
/// # Errors
///
/// An error as JSON: a field of the request is wrong. The error of a function of the game.
#[cfg(feature = "own")]
#[wasm_bindgen(js_name = checkOwn)]
pub fn check_own(rules: OwnRules, certificate: &[u8], request: &str) -> Result<String, JsValue> {
    own_verdict(rules, |game| {
        let limits = certificate_limits(certificate, request)?;
        let verdict = game.check(certificate, &limits)?;
        Ok(json(&VerdictData::of(&verdict)))
    })
}

/// Checks a bundle about a user's game in JavaScript, like [`check`].
///
/// # Errors
///
/// An error as JSON: a field of the request is wrong. The error of a function of the game.
#[cfg(feature = "own")]
#[wasm_bindgen(js_name = checkOwnBundle)]
pub fn check_own_bundle(rules: OwnRules, bundle: &[u8], request: &str) -> Result<String, JsValue> {
    own_verdict(rules, |game| bundle_verdict(game, bundle, request))
}

#[cfg(feature = "own")]
fn own_verdict(
    rules: OwnRules,
    judge: impl FnOnce(&AnyGame) -> Result<String, Error>,
) -> Result<String, JsValue> {
    let game = TypedGame::new(OwnGame::new(Calls::of(rules)));
    let verdict = judge(game.any());
    // The verdicts of a game that has failed are not valid.
    match game.game().calls.trouble.thrown() {
        Some(error) => Err(error),
        None => verdict.map_err(|error| thrown(&error)),
    }
}

fn bundle_verdict(rulebook: &dyn Rulebook, bundle: &[u8], request: &str) -> Result<String, Error> {
    let request: LimitsRequest = read(request)?;
    let limits = |usual: CheckLimits| request.limits(usual.clone()).unwrap_or(usual);
    request.limits(CheckLimits::default())?;
    let verdict = bundles::check(rulebook, Cursor::new(bundle), &limits)?;
    let (checked, rejected): (_, Option<&Rejected>) = match &verdict {
        Ok(checked) => (Some(checked), None),
        Err(rejected) => (None, Some(rejected)),
    };
    Ok(json(&BundleData {
        accepted: checked.is_some(),
        reason: rejected.map(|rejected| &rejected.reason[..]),
        limit: rejected.map(|rejected| rejected.is_limit),
        certificates: checked.map(|checked| checked.certificates),
        records: checked.map(|checked| checked.records),
        bundle: checked.map(|checked| &checked.manifest),
    }))
}

/// The version of the module.
#[must_use]
#[wasm_bindgen]
pub fn version() -> String {
    String::from(env!("CARGO_PKG_VERSION"))
}

/// The names of the games, as a list in JSON.
#[must_use]
#[wasm_bindgen]
pub fn games() -> String {
    json(&Kinds::builtin().names().collect::<Vec<_>>())
}
