//! Answers as JSON, and errors with their status and place.

use axum::extract::Query;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use shomei::data::{ErrorData, ErrorPlace};
use shomei::{Error, ErrorKind};

use crate::security::Refusal;

/// Why a request has no answer.
#[derive(Debug)]
pub(crate) struct Failure {
    status: StatusCode,
    error: Error,
}

/// The object of an error.
#[derive(Debug, Serialize)]
struct Body {
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
    pub(crate) fn not_found(what: &str) -> Failure {
        Failure::new(StatusCode::NOT_FOUND, Error::input(what))
    }

    /// As much is being done as this server allows.
    pub(crate) fn busy(message: String) -> Failure {
        Failure::new(StatusCode::TOO_MANY_REQUESTS, Error::limit(message))
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
        let error = Error::usage(refusal.message());
        Failure::new(StatusCode::FORBIDDEN, error)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let data = ErrorData::from(&self.error);
        let error = told(data);
        json(self.status, &Body { error })
    }
}

fn told(data: ErrorData) -> Told {
    Told {
        kind: data.error_type,
        message: data.error,
        place: data.error_place.unwrap_or_default(),
        suggestion: data.suggestion,
    }
}

/// An error as the object that stands in answers.
pub(crate) fn error_object(error: &Error) -> impl Serialize + use<> {
    told(ErrorData::from(error))
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
            let message = format!("the address: {}", error.body_text());
            Err(Failure::new(StatusCode::BAD_REQUEST, Error::usage(message)))
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
        Err(_) => Err(Error::new(ErrorKind::Run, "the server has failed at this").into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei::game::{NotationError, Place};

    #[test]
    fn an_error_has_its_place_beside_its_message() {
        let error = Error::from(NotationError::new(Place::LineColumn(2, 3), "no piece"));
        let body = Body {
            error: told(ErrorData::from(&error)),
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
