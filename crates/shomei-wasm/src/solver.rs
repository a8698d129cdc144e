//! A solver for positions of one game.

use std::error::Error as _;
use std::time::Duration;

use js_sys::{Function, Uint8Array};
use shomei::bundles::Rulebook;
use shomei::search::registry::OpenError;
use shomei::{
    AnyGame, AnyPosition, CheckLimits, CollectedCertificate, CollectingSink, Error, ErrorKind,
    Event, Hints, Kinds, Progress, Session, Watching,
};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use web_time::Instant;

use crate::request::{QuestionRequest, SolverRequest, read};
use crate::{json, thrown};

/// The time between two reports of the progress.
const INTERVAL: Duration = Duration::from_millis(100);

/// Answers questions about positions of one game. It keeps the results of the positions, so that
/// related questions are quicker.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Solver {
    game: AnyGame,
    session: Session,
}

/// An answer with its certificates.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Answered {
    data: String,
    certificates: Vec<CollectedCertificate>,
    bundle: Option<Vec<u8>>,
    /// What the certificates or the bundle do not prove, or why a certificate is missing.
    warning: Option<String>,
}

#[wasm_bindgen]
impl Solver {
    /// A solver for the game of a request in JSON: `game`, and optionally `rules`, `algorithm` and
    /// `memory` in bytes.
    ///
    /// # Errors
    ///
    /// An error as JSON: the game, the rules, the algorithm or a field is unknown, or there cannot
    /// be that much memory.
    #[wasm_bindgen(constructor)]
    pub fn new(request: &str) -> Result<Solver, JsValue> {
        Solver::open(request).map_err(|error| thrown(&error))
    }

    /// Answers a question in JSON: `position`, and optionally `ask`, `side`, `shortest`, `nodes`,
    /// `seconds`, `proof` and `bundle`. Calls `progress` with the expanded nodes and the used part
    /// of the table, about ten times a second.
    ///
    /// # Errors
    ///
    /// An error as JSON: a field is wrong, with its place, or the memory is not available.
    pub fn ask(&mut self, request: &str, progress: &Function) -> Result<Answered, JsValue> {
        let answered = self.answer(request, &mut reporting(progress));
        answered.map_err(|error| thrown(&error))
    }

    /// Forgets the results of earlier questions.
    pub fn forget(&mut self) {
        self.session.forget();
    }
}

/// A function that reports the progress to a function in JavaScript.
pub(crate) fn reporting(progress: &Function) -> impl FnMut(&Progress) {
    |now| {
        let expanded = JsValue::from_f64(now.counters.expanded as f64);
        let fill = JsValue::from_f64(now.fill);
        // An exception of the function does not end the search.
        let _ = progress.call2(&JsValue::NULL, &expanded, &fill);
    }
}

impl Solver {
    fn open(request: &str) -> Result<Solver, Error> {
        let request: SolverRequest = read(request)?;
        let kinds = Kinds::builtin();
        let kind = kinds.find(&request.game)?;
        let game = kind.open(&request.rules, &Hints::default())?;
        let session = session(&game, &request)?;
        Ok(Solver { game, session })
    }

    /// Answers a question; see [`Solver::ask`].
    pub(crate) fn answer(
        &mut self,
        request: &str,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Answered, Error> {
        let request: QuestionRequest = read(request)?;
        let Some(position) = &request.position else {
            return Err(Error::usage("missing field `position`"));
        };
        let position = self.game.position(position)?;
        answer(
            &mut self.session,
            &position,
            &request,
            &Kinds::builtin(),
            progress,
        )
    }
}

/// The session of a request.
pub(crate) fn session(game: &AnyGame, request: &SolverRequest) -> Result<Session, Error> {
    let mut session = Session::new(game)?;
    if let Some(algorithm) = &request.algorithm {
        session.set_algorithm(algorithm)?;
    }
    if let Some(memory) = request.memory()? {
        session.set_memory(memory);
    }
    Ok(session)
}

/// Answers a question about a position. A bundle is checked with these rules.
pub(crate) fn answer(
    session: &mut Session,
    position: &AnyPosition,
    request: &QuestionRequest,
    rulebook: &dyn Rulebook,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Answered, Error> {
    let query = request.query(position)?;
    session.set_limits(request.limits()?);
    let mut last = Instant::now();
    let mut observer = |event: &Event<'_>| {
        if let Event::Progress(now) = event
            && last.elapsed() >= INTERVAL
        {
            last = Instant::now();
            progress(now);
        }
    };
    let is_wanted = request.proof && !request.bundle;
    let mut watching = Watching(&mut observer);
    let mut sink = CollectingSink::new(&mut watching, is_wanted.into());
    if request.bundle {
        let asked = session.ask_for_bundle(position, query, &mut sink);
        let (result, draft) = asked.map_err(refused)?;
        let data = json(&session.data(&result));
        let time = session.config().limits.time_left();
        let limits = |usual: CheckLimits| CheckLimits {
            time: time.or(usual.time),
            ..usual
        };
        let bundle = draft.finish(rulebook, &limits)?;
        return Ok(Answered {
            data,
            certificates: Vec::new(),
            warning: bundle.missing.map(|missing| missing.to_string()),
            bundle: Some(bundle.bytes),
        });
    }
    let asked = session.ask_with(position, query, &mut sink);
    let result = asked.map_err(refused)?;
    let (certificates, problems) = sink.finish(&result);
    let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
    Ok(Answered {
        data: json(&session.data(&result)),
        certificates,
        bundle: None,
        warning: (!problems.is_empty()).then(|| problems.join("; ")),
    })
}

/// Memory that is refused is a limit, since a smaller table may be possible.
fn refused(error: Error) -> Error {
    let cause = error.source().and_then(|cause| cause.downcast_ref());
    match cause {
        Some(OpenError::Table(_)) => error.into_kind(ErrorKind::Limit),
        _ => error,
    }
}

#[wasm_bindgen]
impl Answered {
    /// The answer as JSON.
    #[must_use]
    #[wasm_bindgen(getter)]
    pub fn data(&self) -> String {
        self.data.clone()
    }

    /// The number of certificates.
    #[must_use]
    #[wasm_bindgen(getter)]
    pub fn certificates(&self) -> usize {
        self.certificates.len()
    }

    /// A certificate; `undefined` if there is none with this number.
    #[must_use]
    pub fn certificate(&self, number: usize) -> Option<Uint8Array> {
        let certificate = self.certificates.get(number)?;
        Some(Uint8Array::from(&certificate.bytes[..]))
    }

    /// What a certificate shows: `answer`, or `length` if a win in fewer plies cannot be forced.
    #[must_use]
    pub fn claim(&self, number: usize) -> Option<String> {
        let certificate = self.certificates.get(number)?;
        Some(claim(certificate).to_string())
    }

    /// The file with all certificates, if it was wanted.
    #[must_use]
    #[wasm_bindgen(getter)]
    pub fn bundle(&self) -> Option<Uint8Array> {
        self.bundle.as_deref().map(Uint8Array::from)
    }

    /// A text about known results that the bundle or the certificates do not prove.
    #[must_use]
    #[wasm_bindgen(getter)]
    pub fn warning(&self) -> Option<String> {
        self.warning.clone()
    }
}

/// What a certificate shows: see [`Answered::claim`].
fn claim(certificate: &CollectedCertificate) -> &'static str {
    match certificate.part {
        "no-shorter" => "length",
        _ => "answer",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    const MATE: &str = "8k/9/8G/9/9/9/9/9/9 b Rr2b3g4s4n4l18p 1";

    fn solver(request: &str) -> Solver {
        Solver::open(request).expect("the game is known")
    }

    fn data(solver: &mut Solver, request: &str) -> Value {
        let answered = solver.answer(request, &mut |_| {}).expect("it is valid");
        serde_json::from_str(&answered.data).expect("it is JSON")
    }

    #[test]
    fn a_shortest_win_has_two_certificates() {
        let mut solver = solver(r#"{"game": "shogi"}"#);
        let request = format!(r#"{{"position": "{MATE}", "shortest": true, "proof": true}}"#);
        let answered = solver.answer(&request, &mut |_| {}).expect("it is valid");
        let claims: Vec<_> = answered.certificates.iter().map(claim).collect();
        assert_eq!(claims, ["answer", "length"]);
        assert_eq!(answered.warning, None);
        let kinds = Kinds::builtin();
        for certificate in &answered.certificates {
            let verdict = kinds.check(&certificate.bytes[..], &Default::default());
            assert!(verdict.expect("it can be read").is_accepted());
        }
    }

    #[test]
    fn every_question_is_answered() {
        let mut solver = solver(r#"{"game": "othello", "memory": 8388608}"#);
        let position = "XXXXXXXXXOOOOOOXXOOXXOXXXOXOXXOXXXOXOXXXXXXOXX---XXXX---XXXXX-O- O";
        for (ask, field) in [
            ("win", "answer"),
            ("value", "value"),
            ("moves", "moves"),
            ("score", "score"),
            ("scores", "moves"),
        ] {
            let data = data(
                &mut solver,
                &format!(r#"{{"position": "{position}", "ask": "{ask}"}}"#),
            );
            assert!(!data[field].is_null(), "{ask}: {data}");
        }
    }

    #[test]
    fn limits_stop_a_search() {
        let mut solver = solver(r#"{"game": "othello"}"#);
        let stopped = data(&mut solver, r#"{"position": "F5", "nodes": 100}"#);
        assert_eq!(stopped["stopped_by"], "nodes");
        let stopped = data(&mut solver, r#"{"position": "F5", "seconds": 0.01}"#);
        assert_eq!(stopped["stopped_by"], "time");
    }

    #[test]
    fn wrong_requests_are_errors() {
        for (request, expected) in [
            (r#"{"game": "ludo"}"#, "ludo"),
            (r#"{"game": "loa", "speed": 3}"#, "unknown field `speed`"),
            (r#"{"game": "loa", "rules": "none"}"#, "rules"),
            ("loa", "expected value"),
        ] {
            let error = Solver::open(request).expect_err("it is wrong");
            assert!(error.to_string().contains(expected), "{error}");
        }
        let mut solver = solver(r#"{"game": "shogi"}"#);
        for (request, expected) in [
            (r#"{"position": "9/9"}"#, "2 rows"),
            (r#"{"position": "startpos", "seconds": -1}"#, "seconds"),
            (r#"{"position": "startpos", "side": "red"}"#, "red"),
            (
                r#"{"position": "startpos", "ask": "all"}"#,
                "unknown variant `all`",
            ),
        ] {
            let error = solver
                .answer(request, &mut |_| {})
                .expect_err("it is wrong");
            assert!(error.to_string().contains(expected), "{error}");
        }
    }
}
