//! A solver for positions of a user's game.

use js_sys::Function;
use shomei::{Error, Progress, Session, TypedGame};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use super::{Calls, OwnGame, OwnRules, Place};
use crate::request::{QuestionRequest, SolverRequest, read};
use crate::solver::{Answered, answer, reporting, session};
use crate::thrown;

/// Answers questions about positions of a user's game in JavaScript, like
/// [`Solver`](crate::Solver).
#[wasm_bindgen]
#[derive(Debug)]
pub struct OwnSolver {
    rules: OwnRules,
    request: SolverRequest,
    game: TypedGame<OwnGame>,
    session: Session,
}

#[wasm_bindgen]
impl OwnSolver {
    /// A solver for a user's game. The request is that of [`Solver`](crate::Solver); `game` is not
    /// used.
    ///
    /// # Errors
    ///
    /// An error as JSON: the algorithm or a field is unknown, or there cannot be that much memory.
    #[wasm_bindgen(constructor)]
    pub fn new(rules: OwnRules, request: &str) -> Result<OwnSolver, JsValue> {
        let opened = read(request).and_then(|request| OwnSolver::open(rules, request));
        opened.map_err(|error| thrown(&error))
    }

    /// Answers a question about a position, given as an object of the game or, if the field
    /// `position` of the request is set, as a text. Without both it is the start. The other fields
    /// are those of [`Solver::ask`](crate::Solver::ask).
    ///
    /// # Errors
    ///
    /// An error as JSON, or the error of a function of the game. After such an error the next
    /// question begins without the results of earlier ones.
    pub fn ask(
        &mut self,
        request: &str,
        position: &JsValue,
        progress: &Function,
    ) -> Result<Answered, JsValue> {
        if self.game.game().calls.trouble.thrown().is_some() {
            let again = OwnSolver::open(self.rules.clone(), self.request.clone());
            *self = again.map_err(|error| thrown(&error))?;
        }
        let request = read(request).map_err(|error| thrown(&error))?;
        let place = self.place(&request, position)?;
        let answered = self.answer(&request, place, &mut reporting(progress));
        match self.game.game().calls.trouble.thrown() {
            Some(error) => Err(error),
            None => answered.map_err(|error| thrown(&error)),
        }
    }

    /// Forgets the results of earlier questions.
    pub fn forget(&mut self) {
        self.session.forget();
    }
}

impl OwnSolver {
    fn open(rules: OwnRules, request: SolverRequest) -> Result<OwnSolver, Error> {
        if !request.rules.is_empty() {
            let text = "rules: only a game that is opened by its name has them";
            return Err(Error::usage(text));
        }
        let game = TypedGame::new(OwnGame::new(Calls::of(rules.clone())));
        let session = session(game.any(), &request)?;
        game.game().calls.grow(session.config().memory);
        Ok(OwnSolver {
            rules,
            request,
            game,
            session,
        })
    }

    fn place(&self, request: &QuestionRequest, object: &JsValue) -> Result<Place, JsValue> {
        let calls = &self.game.game().calls;
        match &request.position {
            Some(text) => calls.parse(text).and_then(|object| calls.place(&object)),
            None if object.is_undefined() => calls.start(),
            None => calls.place(object),
        }
    }

    fn answer(
        &mut self,
        request: &QuestionRequest,
        place: Place,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Answered, Error> {
        let position = self.game.position(place);
        answer(
            &mut self.session,
            &position,
            request,
            self.game.any(),
            progress,
        )
    }
}
