//! Replies as JSON, and errors with their status and position.

use std::future::Future;

use axum::extract::Query;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use shomei::Error;
use shomei::game::{ErrorText, error_text};

use crate::requests::{ErrorObject, error_object, status_of};
use crate::security::Refusal;
use crate::texts::{self, Lang};

/// The reason why a request fails.
#[derive(Debug)]
pub(crate) struct Failure {
    status: StatusCode,
    error: Error,
}

/// The JSON object of a reply with an error.
#[derive(Debug, Serialize)]
struct ErrorBody {
    error: ErrorObject,
}

impl Failure {
    /// An error with this status.
    pub(crate) fn new(status: StatusCode, error: Error) -> Failure {
        Failure { status, error }
    }

    /// What the address names does not exist.
    pub(crate) fn not_found(what: ErrorText) -> Failure {
        Failure::new(StatusCode::NOT_FOUND, Error::input(what))
    }

    /// There is no page at the address.
    pub(crate) fn nothing_here() -> Failure {
        let what = error_text!("nothing-here", "there is nothing at this address");
        Failure::not_found(what)
    }

    /// The server's limit of concurrent work is reached.
    pub(crate) fn busy(why: ErrorText) -> Failure {
        Failure::new(StatusCode::TOO_MANY_REQUESTS, Error::limit(why))
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        let status = StatusCode::from_u16(status_of(&error));
        let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Failure { status, error }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure::new(StatusCode::FORBIDDEN, Error::usage(refusal.message()))
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let error = error_object(&self.error, current_lang());
        json(self.status, &ErrorBody { error })
    }
}

tokio::task_local! {
    /// The language of the current request.
    static LANG: Lang;
}

/// Runs a future with this language as the language of its errors.
pub(crate) async fn speaking<T>(lang: Lang, answer: impl Future<Output = T>) -> T {
    LANG.scope(lang, answer).await
}

/// The language of the current request; English outside of a request.
fn current_lang() -> Lang {
    LANG.try_with(|lang| *lang).unwrap_or_default()
}

/// A JSON object as a reply.
pub(crate) fn json(status: StatusCode, object: &impl Serialize) -> Response {
    let headers = [
        (CONTENT_TYPE, "application/json; charset=utf-8"),
        (CACHE_CONTROL, "no-store"),
    ];
    match serde_json::to_vec(object) {
        Ok(bytes) => (status, headers, bytes).into_response(),
        // Serialization fails only for maps with keys that are not text, which do not occur here.
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// The query of an address.
pub(crate) fn query<T: DeserializeOwned>(uri: &Uri) -> Result<T, Failure> {
    match Query::<T>::try_from_uri(uri) {
        Ok(Query(found)) => Ok(found),
        Err(error) => {
            let error = texts::bad_address(&error.body_text());
            Err(Failure::new(StatusCode::BAD_REQUEST, error))
        }
    }
}

/// Runs blocking work in a separate thread and replies with its result.
pub(crate) async fn blocking<T: Serialize + Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Response {
    match waiting(work).await {
        Ok(found) => json(StatusCode::OK, &found),
        Err(failure) => failure.into_response(),
    }
}

/// Runs blocking work in a separate thread and returns its result.
pub(crate) async fn waiting<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        // The work has panicked; its message is on standard error.
        Err(_) => {
            let text = error_text!("fault", "the server failed on this request");
            Err(Error::run(text).into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei::game::{NotationError, Place};

    #[test]
    fn an_error_has_its_place_beside_its_message() {
        let error = Error::from(NotationError::new(Place::LineColumn(2, 3), "no piece"));
        let body = ErrorBody {
            error: error_object(&error, Lang::EN),
        };
        assert_eq!(
            serde_json::to_string(&body).unwrap(),
            "{\"error\":{\"type\":\"input\",\"message\":\"line 2, column 3: no piece\",\
             \"line\":2,\"column\":3}}"
        );
        assert_eq!(
            Failure::from(error).status,
            StatusCode::UNPROCESSABLE_ENTITY
        );
    }
}
