//! Answers as JSON, and errors with their status and place.

use std::future::Future;

use axum::extract::Query;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use shomei::data::{ErrorData, ErrorPlace};
use shomei::{Error, ErrorKind};

use crate::security::Refusal;
use crate::words::{self, Lang, Said};

/// Why a request has no answer.
#[derive(Debug)]
pub(crate) struct Failure {
    status: StatusCode,
    error: Error,
}

/// The object of an error.
#[derive(Debug, Serialize)]
struct ErrorBody {
    error: Told,
}

#[derive(Debug, Serialize)]
struct Told {
    #[serde(rename = "type")]
    kind: &'static str,
    message: String,
    #[serde(flatten)]
    place: ErrorPlace,
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestion: Option<String>,
}

impl Failure {
    /// An error with a status of its own.
    pub(crate) fn new(status: StatusCode, error: Error) -> Failure {
        Failure { status, error }
    }

    /// There is nothing at this address.
    pub(crate) fn not_found(what: Said) -> Failure {
        Failure::new(StatusCode::NOT_FOUND, what.input())
    }

    /// As much is being done as this server allows.
    pub(crate) fn busy(why: Said) -> Failure {
        Failure::new(StatusCode::TOO_MANY_REQUESTS, why.limit())
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        let status = match error.kind() {
            ErrorKind::Usage | ErrorKind::Input => StatusCode::UNPROCESSABLE_ENTITY,
            ErrorKind::Limit => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Failure { status, error }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure::new(StatusCode::FORBIDDEN, refusal.said().usage())
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let error = told(&self.error, current_lang());
        json(self.status, &ErrorBody { error })
    }
}

tokio::task_local! {
    /// The language of the request that is being answered.
    static LANG: Lang;
}

/// Answers a request in this language, wherever an error comes from.
pub(crate) async fn speaking<T>(lang: Lang, answer: impl Future<Output = T>) -> T {
    LANG.scope(lang, answer).await
}

/// The language of the request that is being answered; English where there is none.
fn current_lang() -> Lang {
    LANG.try_with(|lang| *lang).unwrap_or_default()
}

fn told(error: &Error, lang: Lang) -> Told {
    let data = ErrorData::from(error);
    Told {
        kind: data.error_type,
        message: words::error_text(error, lang),
        place: data.error_place.unwrap_or_default(),
        suggestion: data.suggestion,
    }
}

/// An error as the object that stands in answers.
pub(crate) fn error_object(error: &Error, lang: Lang) -> impl Serialize + use<> {
    told(error, lang)
}

/// An object as an answer.
pub(crate) fn json(status: StatusCode, object: &impl Serialize) -> Response {
    let headers = [
        (CONTENT_TYPE, "application/json; charset=utf-8"),
        (CACHE_CONTROL, "no-store"),
    ];
    match serde_json::to_vec(object) {
        Ok(bytes) => (status, headers, bytes).into_response(),
        // Nothing here has keys that are no texts, so this is not met.
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// What stands behind the `?` of an address.
pub(crate) fn query<T: DeserializeOwned>(uri: &Uri) -> Result<T, Failure> {
    match Query::<T>::try_from_uri(uri) {
        Ok(Query(found)) => Ok(found),
        Err(error) => {
            let said = Said::BadAddress(error.body_text());
            Err(Failure::new(StatusCode::BAD_REQUEST, said.usage()))
        }
    }
}

/// Does what takes a while in a thread that may wait.
pub(crate) async fn blocking<T: Serialize + Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Response {
    match waiting(work).await {
        Ok(found) => json(StatusCode::OK, &found),
        Err(failure) => failure.into_response(),
    }
}

/// The same, of which something else than an object comes.
pub(crate) async fn waiting<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        // The work has panicked; it has told that on standard error.
        Err(_) => Err(Said::Fault.of_kind(ErrorKind::Run).into()),
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
            error: told(&error, Lang::En),
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
